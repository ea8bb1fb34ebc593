//! The host functions of a running plugin: the context, model calls with their word count, and progress.

use sitewright_engine::{
    Answer, BoxFuture, Call, Completion, CompletionRequest, Context, Failure, Message, Ports, Report, Role,
};

use super::bill::{CallFailure, Calls, LEAST_WORDS, MOST_WORDS, Room};
use super::events::Channel;
use super::journal::{Journal, Outcome};
use super::store::{Spent, Ticket, Write, Written};
use super::writer::Writer;
use super::{Progress, RunStatus, examples, news, problems};
use crate::billing::meters::FreeCalls;
use crate::egress::Egress;
use crate::platform::model::{Heard, Model, ModelError, Written as Listener, count_words};
use crate::platform::prelude::*;

/// Pause between two published progress reports.
const PUBLISH_EVERY: Duration = Duration::from_millis(500);

/// The ports of one attempt of a run.
pub(super) struct RunPorts {
    pub context: Context,
    /// Texts whose style the model imitates.
    pub examples: Vec<String>,
    pub locale: Locale,
    pub ticket: Arc<Ticket>,
    pub channel: Arc<Channel>,
    /// Publishes progress.
    pub news: App,
    pub model: Arc<dyn Model>,
    pub writer: Writer,
    pub room: Room,
    /// The account's limit of free model calls per day.
    pub free_calls: u32,
    /// `None` if the tool imports no egress interface.
    pub egress: Option<Egress>,
    pub journal: Journal,
    /// Shared with the listeners of the model.
    pub tally: Arc<Mutex<Tally>>,
}

/// The model calls of the run so far, and what is to be published.
#[derive(Debug, Default)]
pub(super) struct Tally {
    pub calls: Calls,
    /// Number of model calls, drafts included.
    pub asked: u32,
    pub drafted: bool,
    /// Labels with a text.
    labels: HashSet<Arc<str>>,
    refusal: Option<Problem>,
    /// When progress was last published.
    published: Option<Instant>,
}

impl Tally {
    /// Whether progress may be published now: a plugin may report thousands of times.
    fn may_publish(&mut self) -> bool {
        let is_time = self.published.is_none_or(|at| at.elapsed() >= PUBLISH_EVERY);
        if is_time {
            self.published = Some(Instant::now());
        }
        is_time
    }

    /// The last refusal of the host.
    pub fn refusal(&mut self) -> Option<Problem> {
        self.refusal.take()
    }
}

impl RunPorts {
    /// The resources that the attempt used, from the engine's report.
    pub fn spent(&self, report: &Report) -> Spent {
        let whole = |number: u128| i64::try_from(number).unwrap_or(i64::MAX);
        Spent {
            guest_cpu_us: whole(report.guest_cpu.as_micros()),
            peak_memory_bytes: whole(report.peak_memory_bytes as u128),
            host_calls: whole(report.host_calls.into()),
            model_calls: self.tally().asked.into(),
        }
    }

    pub fn tally(&self) -> MutexGuard<'_, Tally> {
        lock(&self.tally)
    }

    /// A problem as the plugin sees it; if the plugin returns it, the user gets the problem itself.
    pub(super) fn refuse(&self, problem: Problem) -> Failure {
        let failure = problems::failure(&problem, self.locale);
        self.tally().refusal = Some(problem);
        failure
    }

    /// Calls the model. A cut answer is requested once more, shorter and with more room: an incomplete text is never
    /// returned as finished.
    async fn complete(&self, slot: i64, request: CompletionRequest) -> Result<Completion> {
        let again = self.model.connected().then(|| shorter(&request));
        match (self.ask(slot, request.into()).await, again) {
            (Err(problem), Some(again)) if problem.code() == ModelError::CutOff.key() => {
                self.ask(slot + 1, again).await
            }
            (answer, _) => answer,
        }
    }

    /// One request to the model, or its journaled answer.
    async fn ask(&self, slot: i64, asked: Asked) -> Result<Completion> {
        let (place, known) = self.journal.find(slot, &asked.request).await?;
        let label: Option<Arc<str>> = asked.request.show_as.as_deref().map(Arc::from);
        self.tally().asked += 1;
        if let Some(known) = known {
            return self.recall(&asked, label, known);
        }
        let (answer, failure) = match self.ask_model(asked, label).await {
            Ok(answer) => (Ok(answer), None),
            Err((problem, failure)) => (Err(problem), failure),
        };
        let outcome = match &answer {
            Ok(answer) => Outcome::Answer(serde_json::to_value(answer)?),
            Err(problem) => Outcome::Problem { problem: problem.clone(), failure },
        };
        let unusable = failure.and_then(|failure| failure.unusable).unwrap_or_default();
        let words = answer.as_ref().map_or(unusable, |answer| answer.words);
        self.journal.keep(place, &outcome, words).await?;
        answer
    }

    /// The answer that an earlier attempt received; it counts as in that attempt.
    fn recall(&self, asked: &Asked, label: Option<Arc<str>>, known: Outcome) -> Result<Completion> {
        let mut tally = self.tally();
        tally.calls.say(prompt_words(&asked.request));
        let known = match known {
            Outcome::Answer(answer) => serde_json::from_value::<Completion>(answer)?,
            Outcome::Problem { problem, failure } => {
                failure.into_iter().for_each(|failure| tally.calls.note_failure(failure));
                return Err(problem);
            }
        };
        tally.drafted |= known.drafted;
        if !known.drafted {
            let call = tally.calls.begin(asked.most);
            tally.calls.answer(call, known.words);
        }
        drop(tally);
        self.begin_text(label.as_ref());
        if let Some(label) = label {
            self.channel.write(&label, &known.text);
        }
        Ok(known)
    }

    async fn ask_model(
        &self,
        Asked { request, most }: Asked,
        label: Option<Arc<str>>,
    ) -> Result<Completion, (Problem, Option<CallFailure>)> {
        let reserved = if self.model.connected() { self.begin(&request, most).await } else { Ok(0) };
        let call = reserved.map_err(|problem| (problem, None))?;
        self.begin_text(label.as_ref());
        // Below the journal and the limits, which know only what the plugin said.
        let request = examples::shown(request, &self.examples, self.locale);
        let answer = self.model.complete(request, self.listener(call, label)).await;
        let mut tally = self.tally();
        let mut answer = answer.map_err(|error| {
            let failure = tally.calls.fail(call, error);
            let problem = if self.model.is_own() { error.problem_of_own() } else { error.problem() };
            (problem, Some(failure))
        })?;
        // PostgreSQL refuses texts with NUL.
        answer.text.retain(|letter| letter != '\0');
        answer.words = tally.calls.answer(call, answer.words);
        tally.drafted |= answer.drafted;
        drop(tally);
        metrics::counter!("sitewright_model_words_total").increment(u64::from(answer.words));
        Ok(answer)
    }

    /// A call that leaves the server or reaches stored data, or its journaled answer.
    async fn leave(&self, slot: i64, egress: &Egress, call: Call) -> Result<Answer> {
        let (place, known) = self.journal.find(slot, &call).await?;
        match known {
            Some(Outcome::Answer(answer)) => {
                egress.count(&call)?;
                Ok(call.read_answer(answer)?)
            }
            Some(Outcome::Problem { problem, .. }) => Err(problem),
            None => {
                let answer = egress.call(call).await;
                self.journal.keep(place, &Outcome::of(&answer)?, 0).await?;
                answer
            }
        }
    }

    /// Restarts the text under a label that was used before.
    fn begin_text(&self, label: Option<&Arc<str>>) {
        let again = label.filter(|label| !self.tally().labels.insert((*label).clone()));
        if let Some(label) = again {
            self.channel.begin(label);
        }
    }

    /// Reserves words for a new call, unless the model is the user's own; returns its number.
    async fn begin(&self, request: &CompletionRequest, most: u32) -> Result<u32> {
        if most > MOST_WORDS {
            return Err(Problem::new(StatusCode::BAD_REQUEST, "model.too-many-words").with("max", MOST_WORDS));
        }
        if self.tally().calls.said() > self.room.prompt {
            return Err(self.said_enough());
        }
        let (call, wasted) = self.enter(prompt_words(request), most)?;
        let run = self.ticket.clone();
        let free = FreeCalls { most: self.free_calls, wasted };
        let write = match self.model.is_own() {
            true => Write::Start { run },
            false => Write::Reserve { run, call, words: most, free },
        };
        let reserved = match self.writer.write(write).await {
            Ok(Written::Lost) => Err(Problem::new(StatusCode::BAD_GATEWAY, "run.interrupted")),
            other => other.map(|_| call),
        };
        reserved.inspect_err(|_| self.tally().calls.forget(call))
    }

    /// Records a call, if the run's limits allow it. Returns its number, and the free calls of the run so far.
    fn enter(&self, prompt: u32, most: u32) -> Result<(u32, u32)> {
        let (mut tally, room) = (self.tally(), self.room);
        let said = tally.calls.say(prompt);
        if prompt > room.prompt_of_call {
            let problem = Problem::new(StatusCode::BAD_REQUEST, "model.prompt-too-long");
            return Err(problem.with("max", room.prompt_of_call));
        }
        if said > room.prompt {
            return Err(self.said_enough());
        }
        if tally.calls.taken().saturating_add(most) > room.words {
            let problem = Problem::new(StatusCode::PAYMENT_REQUIRED, "run.words-used-up");
            return Err(problem.with("max", room.words));
        }
        Ok((tally.calls.begin(most), tally.calls.wasted()))
    }

    fn said_enough(&self) -> Problem {
        Problem::new(StatusCode::PAYMENT_REQUIRED, "run.prompts-used-up").with("max", self.room.prompt)
    }

    /// Receives the answer as it is written: for the screen, and for the bill of a run that is cancelled.
    fn listener(&self, call: u32, label: Option<Arc<str>>) -> Listener {
        let channel = self.channel.clone();
        let tally = self.model.connected().then(|| self.tally.clone());
        Arc::new(move |heard: Heard<'_>| {
            if let Some(tally) = &tally {
                lock(tally).calls.hear(call, heard);
            }
            match (&label, heard) {
                (Some(label), Heard::Piece(piece)) => channel.write(label, piece),
                (Some(label), Heard::Again) => channel.begin(label),
                (None, _) => {}
            }
        })
    }
}

/// A request with the words that are reserved for its answer.
struct Asked {
    request: CompletionRequest,
    most: u32,
}

impl From<CompletionRequest> for Asked {
    fn from(request: CompletionRequest) -> Self {
        let most = request.max_words.max(LEAST_WORDS);
        Self { request: CompletionRequest { max_words: most, ..request }, most }
    }
}

/// The request that follows a cut answer.
fn shorter(request: &CompletionRequest) -> Asked {
    let most = request.max_words.max(LEAST_WORDS);
    let text = format!(
        "Your previous answer was cut off because it was too long. Write the whole answer again from its beginning, in {most} words at most."
    );
    let mut request = CompletionRequest { draft: None, ..request.clone() };
    request.messages.push(Message { role: Role::System, text });
    request.max_words = most.saturating_mul(2);
    Asked { request, most }
}

fn prompt_words(request: &CompletionRequest) -> u32 {
    let texts = request.messages.iter().map(|message| message.text.as_str()).chain(request.schema.as_deref());
    texts.map(count_words).fold(0, u32::saturating_add)
}

fn lock(tally: &Mutex<Tally>) -> MutexGuard<'_, Tally> {
    tally.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Ports for RunPorts {
    fn context(&self) -> &Context {
        &self.context
    }

    fn call(&self, call: Call) -> BoxFuture<'_, Result<Answer, Failure>> {
        let slot = self.journal.begin();
        Box::pin(async move {
            let answer = match (call, &self.egress) {
                (Call::ModelComplete(request), _) => self.complete(slot, request).await.map(Answer::from),
                (call, Some(egress)) => self.leave(slot, egress, call).await,
                (call, None) => return call.refuse().await,
            };
            answer.map_err(|problem| self.refuse(problem))
        })
    }

    fn progress(&self, done: u32, total: u32, label: &str) {
        let progress = Progress { done: done.into(), total: total.into(), label: label.to_owned() };
        if self.tally().may_publish() {
            news::changed(&self.news, &self.ticket, RunStatus::Running, Some(&progress), None);
        }
        self.channel.progress(progress);
    }

    fn waited(&self) -> Duration {
        self.egress.as_ref().map(Egress::waited).unwrap_or_default()
    }

    fn memory_bytes(&self) -> Option<usize> {
        self.ticket.ceilings.as_ref().and_then(|ceilings| ceilings.memory_bytes())
    }
}
