//! Records the host calls of a run.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Serialize;
use serde_json::json;
use sitewright_engine::{
    BoxFuture, Completion, CompletionRequest, Connection, Context, Failure, HttpRequest, HttpResponse,
    Keyword, KeywordList, KeywordQuery, Outside, Page, Ports, SearchAnswer, SearchQuery,
};

use super::shape::{Answer, Call};

/// The most bytes of recorded calls, as JSON.
const MOST_BYTES: usize = 4 << 20;

/// Ports that record.
pub struct Recorder<P> {
    inner: Arc<P>,
    heard: Mutex<Heard>,
}

#[derive(Default)]
struct Heard {
    calls: Vec<Call>,
    bytes: usize,
    truncated: bool,
}

impl Heard {
    /// Whether this much more fits; after the first call that does not fit, nothing is recorded.
    fn has_room(&mut self, bytes: usize) -> bool {
        self.truncated |= self.bytes + bytes > MOST_BYTES;
        if !self.truncated {
            self.bytes += bytes;
        }
        !self.truncated
    }
}

impl<P: Ports> Recorder<P> {
    pub fn new(inner: Arc<P>) -> Self {
        Self { inner, heard: Mutex::default() }
    }

    /// The calls so far, and whether some are missing.
    pub fn calls(&self) -> (Vec<Call>, bool) {
        let heard = self.heard();
        (heard.calls.clone(), heard.truncated)
    }

    fn heard(&self) -> MutexGuard<'_, Heard> {
        self.heard.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records a call when it is made; the returned index is for its answer.
    fn ask(&self, call: &str, question: impl Serialize) -> Option<usize> {
        let question = serde_json::to_value(question).ok()?;
        let bytes = question.to_string().len();
        let mut heard = self.heard();
        if !heard.has_room(bytes) {
            return None;
        }
        heard.calls.push(Call { call: call.to_owned(), question, answer: None });
        Some(heard.calls.len() - 1)
    }

    fn note<A: Serialize>(&self, place: Option<usize>, answer: &Result<A, Failure>) {
        let Some(place) = place else { return };
        let answer = match answer {
            Ok(answer) => serde_json::to_value(answer).ok().map(Answer::Ok),
            Err(failure) => Some(Answer::Err(failure.clone())),
        };
        let bytes = serde_json::to_string(&answer).map_or(0, |text| text.len());
        let mut heard = self.heard();
        if heard.has_room(bytes) {
            heard.calls[place].answer = answer;
        }
    }

    fn through<'a, A: Serialize + Send + 'a>(
        &'a self,
        call: &str,
        question: impl Serialize,
        ask: impl FnOnce(&'a dyn Outside) -> BoxFuture<'a, Result<A, Failure>>,
    ) -> BoxFuture<'a, Result<A, Failure>> {
        let place = self.ask(call, question);
        let answer = self.inner.outside().map(ask);
        Box::pin(async move {
            let answer = match answer {
                Some(answer) => answer.await,
                None => Err(Failure::Refused(String::new())),
            };
            self.note(place, &answer);
            answer
        })
    }
}

impl<P: Ports> Ports for Recorder<P> {
    fn context(&self) -> &Context {
        self.inner.context()
    }

    fn complete(&self, request: CompletionRequest) -> BoxFuture<'_, Result<Completion, Failure>> {
        let place = self.ask("model.complete", &request);
        let answer = self.inner.complete(request);
        Box::pin(async move {
            let answer = answer.await;
            self.note(place, &answer);
            answer
        })
    }

    fn progress(&self, done: u32, total: u32, label: &str) {
        self.inner.progress(done, total, label);
    }

    fn outside(&self) -> Option<&dyn Outside> {
        self.inner.outside().map(|_| self as &dyn Outside)
    }
}

type Given<'a, T> = BoxFuture<'a, Result<T, Failure>>;

impl<P: Ports> Outside for Recorder<P> {
    fn connections(&self) -> Given<'_, Vec<Connection>> {
        self.through("http.connections", json!({}), |outside| outside.connections())
    }

    fn send(&self, request: HttpRequest) -> Given<'_, HttpResponse> {
        self.through("http.send", request.clone(), |outside| outside.send(request))
    }

    fn read_page(&self, url: String) -> Given<'_, Page> {
        self.through("web.read", json!({ "url": url }), |outside| outside.read_page(url))
    }

    fn search(&self, query: SearchQuery) -> Given<'_, SearchAnswer> {
        self.through("search.query", query.clone(), |outside| outside.search(query))
    }

    fn keyword_ideas(&self, query: KeywordQuery) -> Given<'_, Vec<Keyword>> {
        self.through("search.ideas", query.clone(), |outside| outside.keyword_ideas(query))
    }

    fn keyword_metrics(&self, query: KeywordList) -> Given<'_, Vec<Keyword>> {
        self.through("search.metrics", query.clone(), |outside| outside.keyword_metrics(query))
    }

    fn stored(&self, key: String) -> Given<'_, Option<Vec<u8>>> {
        self.through("store.get", json!({ "key": key }), |outside| outside.stored(key))
    }

    fn store(&self, key: String, value: Vec<u8>) -> Given<'_, ()> {
        let question = json!({ "key": key, "value": value });
        self.through("store.set", question, |outside| outside.store(key, value))
    }

    fn unstore(&self, key: String) -> Given<'_, ()> {
        self.through("store.delete", json!({ "key": key }), |outside| outside.unstore(key))
    }

    fn stored_keys(&self, prefix: String) -> Given<'_, Vec<String>> {
        self.through("store.keys", json!({ "prefix": prefix }), |outside| outside.stored_keys(prefix))
    }
}
