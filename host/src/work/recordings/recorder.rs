//! Records the host calls of a run.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sitewright_engine::{Answer, BoxFuture, Call, Context, Failure, Ports};

use super::shape::{RecordedAnswer, RecordedCall};

/// The most bytes of recorded calls, as JSON.
const MOST_BYTES: usize = 4 << 20;

/// Ports that record.
pub struct Recorder<P> {
    inner: Arc<P>,
    heard: Mutex<Heard>,
}

#[derive(Default)]
struct Heard {
    calls: Vec<RecordedCall>,
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
    pub fn calls(&self) -> (Vec<RecordedCall>, bool) {
        let heard = self.heard();
        (heard.calls.clone(), heard.truncated)
    }

    fn heard(&self) -> MutexGuard<'_, Heard> {
        self.heard.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records a call when it is made; the returned index is for its answer.
    fn begin(&self, call: &Call) -> Option<usize> {
        let bytes = serde_json::to_string(call).ok()?.len();
        let mut heard = self.heard();
        if !heard.has_room(bytes) {
            return None;
        }
        heard.calls.push(RecordedCall { call: call.clone(), answer: None });
        Some(heard.calls.len() - 1)
    }

    fn note(&self, place: Option<usize>, answer: &Result<Answer, Failure>) {
        let Some(place) = place else { return };
        let answer = match answer {
            Ok(answer) => serde_json::to_value(answer).ok().map(RecordedAnswer::Ok),
            Err(failure) => Some(RecordedAnswer::Err(failure.clone())),
        };
        let bytes = serde_json::to_string(&answer).map_or(0, |text| text.len());
        let mut heard = self.heard();
        if heard.has_room(bytes) {
            heard.calls[place].answer = answer;
        }
    }
}

impl<P: Ports> Ports for Recorder<P> {
    fn context(&self) -> &Context {
        self.inner.context()
    }

    fn call(&self, call: Call) -> BoxFuture<'_, Result<Answer, Failure>> {
        let place = self.begin(&call);
        let answer = self.inner.call(call);
        Box::pin(async move {
            let answer = answer.await;
            self.note(place, &answer);
            answer
        })
    }

    fn progress(&self, done: u32, total: u32, label: &str) {
        self.inner.progress(done, total, label);
    }
}
