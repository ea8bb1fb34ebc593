//! Replays a recording: answers a plugin's calls from it, without network or model.

use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value, json};
use sitewright_engine::{
    BoxFuture, Completion, CompletionRequest, Connection, Context, Failure, HttpRequest, HttpResponse,
    Keyword, KeywordList, KeywordQuery, Outside, Page, Ports, SearchAnswer, SearchQuery,
};

use super::shape::{Answer, Call, Recording};

const COMPLETE: &str = "model.complete";

/// Ports that answer from a recording.
pub struct Player {
    context: Context,
    /// Whether the recorded run had a model; otherwise each call is answered with its own draft.
    connected: bool,
    played: Mutex<Played>,
}

struct Played {
    /// Calls that were not used yet.
    left: Vec<Option<Call>>,
    deviations: Vec<Deviation>,
}

/// A difference from the recorded run.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Deviation {
    /// A call without a recorded answer.
    Lacking { call: String, question: Value },
    /// A different prompt; the recorded answer was used nonetheless.
    AsksOtherwise { recorded: Value, question: Value },
    /// The recorded run made a call that this one does not.
    NotAsked { call: String, question: Value },
}

impl Player {
    pub fn new(recording: &Recording) -> Self {
        let is_written = |call: &Call| {
            let answer = call.answer.as_ref().filter(|_| call.call == COMPLETE);
            answer.is_some_and(|answer| match answer {
                Answer::Ok(text) => text["drafted"] != true,
                Answer::Err(failure) => *failure != Failure::NeedsModel,
            })
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
        let left = played.left.iter().flatten();
        let left = left
            // Without a model the prompts have no effect.
            .filter(|call| self.connected || call.call != COMPLETE)
            .map(|Call { call, question, .. }| Deviation::NotAsked {
                call: call.clone(),
                question: question.clone(),
            });
        played.deviations.iter().cloned().chain(left).collect()
    }

    fn played(&self) -> MutexGuard<'_, Played> {
        self.played.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The answer to exactly this call.
    fn answer<A: DeserializeOwned>(&self, call: &str, question: impl Serialize) -> Result<A, Failure> {
        let question = written(question);
        let mut played = self.played();
        let found = played
            .left
            .iter_mut()
            .find(|left| left.as_ref().is_some_and(|left| left.call == call && left.question == question));
        match found.and_then(Option::take).and_then(|call| call.answer) {
            Some(answer) => read(answer),
            None => {
                played.deviations.push(Deviation::Lacking { call: call.to_owned(), question });
                Err(not_recorded())
            }
        }
    }

    /// The answer to this prompt, or else to the next unused model call: another version may use a different prompt.
    fn completion(&self, request: CompletionRequest) -> Result<Completion, Failure> {
        let question = written(&request);
        let mut played = self.played();
        let is_open = |left: &Option<Call>| left.as_ref().is_some_and(|left| left.call == COMPLETE);
        let same = played
            .left
            .iter()
            .position(|left| is_open(left) && left.as_ref().is_some_and(|left| left.question == question));
        if let (None, false) = (same, self.connected) {
            let text = request.draft.ok_or(Failure::NeedsModel)?;
            return Ok(Completion { text, words: 0, drafted: true });
        }
        let next = same.or_else(|| played.left.iter().position(is_open));
        let call = next.and_then(|place| played.left[place].take());
        let Some(Call { question: recorded, answer: Some(answer), .. }) = call else {
            played.deviations.push(Deviation::Lacking { call: COMPLETE.to_owned(), question });
            return Err(not_recorded());
        };
        if same.is_none() {
            played.deviations.push(Deviation::AsksOtherwise { recorded, question });
        }
        read(answer)
    }

    fn given<A: DeserializeOwned + Send + 'static>(
        &self,
        call: &str,
        question: impl Serialize,
    ) -> BoxFuture<'_, Result<A, Failure>> {
        // Taken when the call is made, so that answers follow the order of calls.
        let answer = self.answer(call, question);
        Box::pin(async move { answer })
    }
}

fn not_recorded() -> Failure {
    Failure::Unavailable("The recording has no answer to this call.".to_owned())
}

/// A call's arguments in the form of a stored recording.
fn written(question: impl Serialize) -> Value {
    let value = serde_json::to_value(question).unwrap_or_default();
    serde_json::from_str(&value.to_string()).unwrap_or_default()
}

fn read<A: DeserializeOwned>(answer: Answer) -> Result<A, Failure> {
    match answer {
        Answer::Ok(value) => serde_json::from_value(value)
            .map_err(|_| Failure::Unavailable("The recorded answer cannot be read.".to_owned())),
        Answer::Err(failure) => Err(failure),
    }
}

impl Ports for Player {
    fn context(&self) -> &Context {
        &self.context
    }

    fn complete(&self, request: CompletionRequest) -> BoxFuture<'_, Result<Completion, Failure>> {
        let answer = self.completion(request);
        Box::pin(async move { answer })
    }

    fn progress(&self, _: u32, _: u32, _: &str) {}

    fn outside(&self) -> Option<&dyn Outside> {
        Some(self)
    }
}

type Given<'a, T> = BoxFuture<'a, Result<T, Failure>>;

impl Outside for Player {
    fn connections(&self) -> Given<'_, Vec<Connection>> {
        self.given("http.connections", json!({}))
    }

    fn send(&self, request: HttpRequest) -> Given<'_, HttpResponse> {
        self.given("http.send", request)
    }

    fn read_page(&self, url: String) -> Given<'_, Page> {
        self.given("web.read", json!({ "url": url }))
    }

    fn search(&self, query: SearchQuery) -> Given<'_, SearchAnswer> {
        self.given("search.query", query)
    }

    fn keyword_ideas(&self, query: KeywordQuery) -> Given<'_, Vec<Keyword>> {
        self.given("search.ideas", query)
    }

    fn keyword_metrics(&self, query: KeywordList) -> Given<'_, Vec<Keyword>> {
        self.given("search.metrics", query)
    }

    fn stored(&self, key: String) -> Given<'_, Option<Vec<u8>>> {
        self.given("store.get", json!({ "key": key }))
    }

    fn store(&self, key: String, value: Vec<u8>) -> Given<'_, ()> {
        self.given("store.set", json!({ "key": key, "value": value }))
    }

    fn unstore(&self, key: String) -> Given<'_, ()> {
        self.given("store.delete", json!({ "key": key }))
    }

    fn stored_keys(&self, prefix: String) -> Given<'_, Vec<String>> {
        self.given("store.keys", json!({ "prefix": prefix }))
    }
}
