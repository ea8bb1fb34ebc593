//! A copy of a channel in another process: the same events under the same numbers, so that a client that loses one
//! connection can resume at either process.

use std::collections::VecDeque;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{Channel, Event, Progress, RunStatus, State, weight};

/// The complete state of a channel, for another process.
#[derive(Debug, Serialize, Deserialize)]
pub struct Copied {
    pub attempt: i64,
    pub last: u64,
    log: VecDeque<Event>,
    status: RunStatus,
    progress: Option<Progress>,
    texts: Vec<(Arc<str>, String)>,
}

impl Channel {
    /// The current state of the channel.
    pub fn copy(&self) -> Copied {
        let state = self.state();
        Copied {
            attempt: self.attempt,
            last: state.last,
            log: state.log.clone(),
            status: state.status,
            progress: state.progress.clone(),
            texts: state.texts.clone(),
        }
    }

    /// Number of the last event.
    pub fn last(&self) -> u64 {
        self.state().last
    }

    /// Starts with the known state of a run whose events are not here.
    pub fn begin_with(&self, status: RunStatus) {
        self.state().status = status;
    }

    /// Replaces the state with the original's. False if it is of another attempt.
    pub fn take_over(&self, copied: Copied) -> bool {
        if copied.attempt != self.attempt {
            return false;
        }
        let mut state = self.state();
        if copied.last > state.last {
            let Copied { last, log, status, progress, texts, .. } = copied;
            let log_bytes = log.iter().map(weight).sum();
            let shown = texts.iter().map(|(_, text)| text.len()).sum();
            *state = State { last, log, log_bytes, status, progress, texts, shown, moved: state.moved };
            drop(state);
            self.changed.notify_waiters();
        }
        true
    }

    /// Adds events of the original, starting with number `first`; known ones are skipped. False if some are missing.
    pub fn append(&self, attempt: i64, first: u64, events: Vec<Event>) -> bool {
        let mut state = self.state();
        if attempt != self.attempt || first > state.last + 1 {
            return false;
        }
        let known = usize::try_from(state.last + 1 - first).unwrap_or(usize::MAX);
        for event in events.into_iter().skip(known) {
            state.apply(&event);
            state.push(event);
        }
        drop(state);
        self.changed.notify_waiters();
        true
    }

    /// Another process continues the run; watchers here must find it.
    pub fn moved(&self) {
        self.state().moved = true;
        self.changed.notify_waiters();
    }
}

impl State {
    /// Applies an event to the snapshot. The original enforces the limits.
    fn apply(&mut self, event: &Event) {
        match event {
            Event::Status(status) => self.status = *status,
            Event::Progress(progress) => self.progress = Some(progress.clone()),
            Event::Delta { label, text } => {
                self.shown += text.len();
                match self.texts.iter_mut().find(|(known, _)| known == label) {
                    Some((_, written)) => written.push_str(text),
                    None => self.texts.push((label.clone(), text.clone())),
                }
            }
            Event::Replace { label } => {
                if let Some((_, written)) = self.texts.iter_mut().find(|(known, _)| known == label) {
                    self.shown -= written.len();
                    written.clear();
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runs::events::Next;

    fn written() -> Channel {
        let channel = Channel::new(1);
        channel.start();
        for text in ["Once ", "upon ", "a time"] {
            channel.write(&"v".into(), text);
        }
        channel
    }

    async fn events(channel: &Channel, seen: Option<u64>) -> (Option<u64>, Vec<Event>, u64) {
        match channel.next(seen).await {
            Next::Events { first, events, last } => (first, events, last),
            other => panic!("{other:?}"),
        }
    }

    #[tokio::test]
    async fn a_copy_gives_the_same_events_as_the_original() {
        let original = written();
        let copy = Channel::new(1);
        let sent = serde_json::to_string(&original.copy()).expect("JSON");
        assert!(copy.take_over(serde_json::from_str(&sent).expect("the same")));
        original.begin(&"v".into());
        original.write(&"v".into(), "Anew");
        let (first, new, _) = events(&original, Some(4)).await;
        assert!(copy.append(1, first.expect("a number"), new));
        for seen in [None, Some(0), Some(1), Some(3), Some(5)] {
            assert_eq!(events(&copy, seen).await, events(&original, seen).await, "{seen:?}");
        }
    }

    #[tokio::test]
    async fn repeated_events_count_once_and_missing_ones_are_noticed() {
        let original = written();
        let (first, all, last) = events(&original, Some(0)).await;
        let copy = Channel::new(1);
        assert!(!copy.append(2, 1, all.clone()), "another attempt");
        assert!(!copy.append(1, 3, all[2..].to_vec()), "two are missing");
        assert!(copy.append(1, first.expect("a number"), all[..2].to_vec()));
        assert!(copy.append(1, 1, all.clone()));
        assert_eq!((copy.last(), events(&copy, None).await), (last, events(&original, None).await));
        copy.moved();
        assert!(matches!(copy.next(None).await, Next::Moved));
    }
}
