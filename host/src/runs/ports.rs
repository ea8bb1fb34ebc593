//! What the host does for a running plugin: tells it who it works for, asks the model and counts its words, shows how
//! far it is.

use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use axum::http::StatusCode;
use sitewright_engine::{BoxFuture, Completion, CompletionRequest, Context, Failure, Outside, Ports};

use super::{
    Progress, RunStatus,
    events::Channel,
    news, problems,
    store::{Ticket, Write, Written},
    writer::Writer,
};
use crate::{
    app::App,
    error::{Problem, Result},
    locale::Locale,
    model::{Model, count_words},
    outside::Way,
};

/// Words that one call may ask for; more than this is no text but a mistake.
const MOST_WORDS: u32 = 100_000;

/// Between two reports of progress to other pages.
const TELL_EVERY: Duration = Duration::from_millis(500);

/// The ports of one attempt of a run.
pub(super) struct RunPorts {
    pub context: Context,
    pub locale: Locale,
    pub ticket: Arc<Ticket>,
    pub channel: Arc<Channel>,
    /// Where progress is told to other pages.
    pub news: App,
    pub model: Arc<dyn Model>,
    pub writer: Writer,
    /// None where the tool imports nothing that leads out of its run.
    pub way: Option<Way>,
    /// Shared with the listeners of the model.
    pub tally: Arc<Mutex<Tally>>,
}

/// What the run has asked the model and been charged so far.
#[derive(Debug, Default)]
pub(super) struct Tally {
    calls: u32,
    charged: u32,
    drafted: bool,
    /// Labels that a text has begun under.
    labels: HashSet<Arc<str>>,
    /// What the calls that are not answered yet have brought, by call.
    open: HashMap<u32, Call>,
    refusal: Option<Problem>,
    /// When other pages were told of the progress last.
    told: Option<Instant>,
}

#[derive(Debug)]
struct Call {
    most: u32,
    text: String,
}

/// The sums of a run.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Sums {
    pub charged: u32,
    pub drafted: bool,
}

impl Tally {
    /// Whether it is time to tell other pages how far the run is: a plugin may report thousands of times.
    fn may_tell(&mut self) -> bool {
        let is_time = self.told.is_none_or(|told| told.elapsed() >= TELL_EVERY);
        if is_time {
            self.told = Some(Instant::now());
        }
        is_time
    }

    /// The sums of a run that was left to end.
    pub fn sums(&self) -> Sums {
        Sums { charged: self.charged, drafted: self.drafted }
    }

    /// The sums of a run that was stopped: what the model has written up to now was written for this person.
    pub fn sums_so_far(&self) -> Sums {
        let open = self.open.values().map(|call| count_words(&call.text).min(call.most));
        Sums { charged: open.fold(self.charged, u32::saturating_add), ..self.sums() }
    }

    /// How often the model was asked.
    pub fn calls(&self) -> u32 {
        self.calls
    }

    /// The last thing that the host refused the plugin.
    pub fn refusal(&mut self) -> Option<Problem> {
        self.refusal.take()
    }
}

impl RunPorts {
    pub fn tally(&self) -> MutexGuard<'_, Tally> {
        lock(&self.tally)
    }

    /// What the plugin is told of a problem; should it pass that on, the person reads the problem itself.
    pub(super) fn refuse(&self, problem: Problem) -> Failure {
        let failure = problems::failure(&problem, self.locale);
        self.tally().refusal = Some(problem);
        failure
    }

    async fn ask(&self, request: CompletionRequest) -> Result<Completion> {
        let label: Option<Arc<str>> = request.show_as.as_deref().map(Arc::from);
        let call = self.begin(label.as_ref(), request.max_words);
        if self.model.connected() {
            self.reserve(call, request.max_words).await?;
        }
        let answer = self.model.complete(request, self.listener(call, label)).await;
        let mut tally = self.tally();
        tally.open.remove(&call);
        let mut answer = answer.map_err(problems::of_model)?;
        // No text of a person holds a NUL, and PostgreSQL would keep nothing of one that does.
        answer.text.retain(|letter| letter != '\0');
        tally.charged = tally.charged.saturating_add(answer.words);
        tally.drafted |= answer.drafted;
        drop(tally);
        metrics::counter!("sitewright_model_words_total").increment(u64::from(answer.words));
        Ok(answer)
    }

    /// The number of a new call. Under a label that was used before, the text starts anew.
    fn begin(&self, label: Option<&Arc<str>>, most: u32) -> u32 {
        let mut tally = self.tally();
        tally.calls += 1;
        let call = tally.calls;
        tally.open.insert(call, Call { most, text: String::new() });
        let again = label.is_some_and(|label| !tally.labels.insert(label.clone()));
        drop(tally);
        if let Some(label) = label.filter(|_| again) {
            self.channel.begin(label);
        }
        call
    }

    async fn reserve(&self, call: u32, words: u32) -> Result<()> {
        if words > MOST_WORDS {
            return Err(Problem::new(StatusCode::BAD_REQUEST, "model.too-many-words").with("max", MOST_WORDS));
        }
        let write = Write::Reserve { run: self.ticket.clone(), call, words };
        match self.writer.write(write).await? {
            Written::Lost => Err(Problem::new(StatusCode::BAD_GATEWAY, "run.interrupted")),
            _ => Ok(()),
        }
    }

    /// Hears what the model writes: for the screen, and for the bill of a run that is stopped half-way.
    fn listener(&self, call: u32, label: Option<Arc<str>>) -> crate::model::Written {
        let channel = self.channel.clone();
        let tally = self.model.connected().then(|| self.tally.clone());
        Arc::new(move |piece: &str| {
            if let Some(tally) = &tally
                && let Some(open) = lock(tally).open.get_mut(&call)
            {
                open.text.push_str(piece);
            }
            if let Some(label) = &label {
                channel.write(label, piece);
            }
        })
    }
}

fn lock(tally: &Mutex<Tally>) -> MutexGuard<'_, Tally> {
    tally.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Ports for RunPorts {
    fn context(&self) -> &Context {
        &self.context
    }

    fn complete(&self, request: CompletionRequest) -> BoxFuture<'_, Result<Completion, Failure>> {
        Box::pin(async move { self.ask(request).await.map_err(|problem| self.refuse(problem)) })
    }

    fn progress(&self, done: u32, total: u32, label: &str) {
        let progress = Progress { done: done.into(), total: total.into(), label: label.to_owned() };
        if self.tally().may_tell() {
            news::changed(&self.news, &self.ticket, RunStatus::Running, Some(&progress), None);
        }
        self.channel.progress(progress);
    }

    fn memory_bytes(&self) -> Option<usize> {
        self.ticket.ceilings.as_ref().and_then(|ceilings| ceilings.memory_bytes())
    }

    fn outside(&self) -> Option<&dyn Outside> {
        self.way.as_ref().map(|_| self as &dyn Outside)
    }
}
