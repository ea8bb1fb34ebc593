//! Replays a recording: answers a plugin's calls from it, without network or model.

use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::Serialize;
use sitewright_engine::{Answer, BoxFuture, Call, Completion, CompletionRequest, Context, Failure, Ports};

use super::{RecordedAnswer, RecordedCall, Recording};

/// Ports that answer from a recording.
pub struct Player {
    context: Context,
    /// Whether the recorded run had a model; otherwise each call is answered with its own draft.
    connected: bool,
    played: Mutex<Played>,
}

struct Played {
    /// Calls that were not used yet.
    left: Vec<Option<RecordedCall>>,
    deviations: Vec<Deviation>,
}

/// A difference from the recorded run.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Deviation {
    /// A call without a recorded answer.
    Lacking(Call),
    /// A different prompt; the recorded answer was used nonetheless.
    AsksOtherwise { recorded: Box<CompletionRequest>, question: Box<CompletionRequest> },
    /// The recorded run made a call that this one does not.
    NotAsked(Call),
}

impl Player {
    pub fn new(recording: &Recording) -> Self {
        let is_written = |recorded: &RecordedCall| {
            is_of_model(&recorded.call)
                && match &recorded.answer {
                    Some(RecordedAnswer::Ok(text)) => text["drafted"] != true,
                    Some(RecordedAnswer::Err(failure)) => *failure != Failure::NeedsModel,
                    None => false,
                }
        };
        let left = recording.calls.iter().cloned().map(Some).collect();
        Self {
            context: recording.context.clone(),
            connected: recording.calls.iter().any(is_written),
            played: Mutex::new(Played { left, deviations: Vec::new() }),
        }
    }

    /// All differences; unused calls are last.
    pub fn deviations(&self) -> Vec<Deviation> {
        let played = self.played();
        // Without a model the prompts have no effect.
        let left = played.left.iter().flatten().filter(|left| self.connected || !is_of_model(&left.call));
        let left = left.map(|left| Deviation::NotAsked(left.call.clone()));
        played.deviations.iter().cloned().chain(left).collect()
    }

    fn played(&self) -> MutexGuard<'_, Played> {
        self.played.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn answer(&self, call: Call) -> Result<Answer, Failure> {
        let mut played = self.played();
        let mut left = played.left.iter_mut();
        let same = left.find(|left| left.as_ref().is_some_and(|left| left.call == call));
        match same.and_then(Option::take).and_then(|recorded| recorded.answer) {
            Some(answer) => read(&call, answer),
            None if is_of_model(&call) => played.other_completion(call, self.connected),
            None => played.lack(call),
        }
    }
}

impl Played {
    /// The answer to the next unused model call: another version may use a different prompt.
    fn other_completion(&mut self, call: Call, connected: bool) -> Result<Answer, Failure> {
        let Call::ModelComplete(request) = &call else { return self.lack(call) };
        if !connected {
            let text = request.draft.clone().ok_or(Failure::NeedsModel)?;
            return Ok(Completion { text, words: 0, drafted: true }.into());
        }
        let next =
            self.left.iter_mut().find(|left| left.as_ref().is_some_and(|left| is_of_model(&left.call)));
        let Some(RecordedCall { call: Call::ModelComplete(recorded), answer: Some(answer) }) =
            next.and_then(Option::take)
        else {
            return self.lack(call);
        };
        let (recorded, question) = (Box::new(recorded), Box::new(request.clone()));
        self.deviations.push(Deviation::AsksOtherwise { recorded, question });
        read(&call, answer)
    }

    fn lack(&mut self, call: Call) -> Result<Answer, Failure> {
        self.deviations.push(Deviation::Lacking(call));
        Err(Failure::Unavailable("The recording has no answer to this call.".to_owned()))
    }
}

fn is_of_model(call: &Call) -> bool {
    matches!(call, Call::ModelComplete(_))
}

fn read(call: &Call, answer: RecordedAnswer) -> Result<Answer, Failure> {
    match answer {
        RecordedAnswer::Ok(answer) => call
            .read_answer(answer)
            .map_err(|_| Failure::Unavailable("The recorded answer cannot be read.".to_owned())),
        RecordedAnswer::Err(failure) => Err(failure),
    }
}

impl Ports for Player {
    fn context(&self) -> &Context {
        &self.context
    }

    fn call(&self, call: Call) -> BoxFuture<'_, Result<Answer, Failure>> {
        // Taken when the call is made, so that answers follow the order of calls.
        let answer = self.answer(call);
        Box::pin(async move { answer })
    }

    fn progress(&self, _: u32, _: u32, _: &str) {}
}
