//! Events of a run for watchers: a bounded log to resume from, and a snapshot for those that are behind the log.

mod copied;

use super::{Run, RunStatus};

use crate::platform::prelude::*;

pub use copied::Copied;

/// Bytes of text in the log of one run; a watcher that missed more gets the snapshot.
const LOG_BYTES: usize = 32 * 1024;
/// Events in the log of one run.
const LOG_EVENTS: usize = 1024;
/// Labels that are shown live.
const LABELS: usize = 32;
/// Bytes of text that are shown live, all labels together. The result itself is not cut.
const SHOWN_BYTES: usize = 512 * 1024;

/// The progress of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Progress {
    pub done: i64,
    pub total: i64,
    /// In the user's language.
    pub label: String,
}

/// One event of a run, except its end.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// The status changed.
    Status(RunStatus),
    Progress(Progress),
    /// More text under a label.
    Delta {
        label: Arc<str>,
        text: String,
    },
    /// The text under a label restarts.
    Replace {
        label: Arc<str>,
    },
}

/// The next item for a watcher.
#[derive(Debug)]
pub enum Next {
    /// Events in order. `last` is the number of the last one; `first` is set only if they come from the log.
    Events { first: Option<u64>, events: Vec<Event>, last: u64 },
    /// The run has ended.
    Finished(Arc<Run>),
    /// Another process continues the run.
    Moved,
}

/// The events of one attempt of a run.
#[derive(Debug)]
pub struct Channel {
    pub attempt: i64,
    state: Mutex<State>,
    changed: Notify,
    finished: OnceLock<Arc<Run>>,
}

#[derive(Debug)]
struct State {
    /// Number of the last event; 0 before the first.
    last: u64,
    log: VecDeque<Event>,
    log_bytes: usize,
    status: RunStatus,
    progress: Option<Progress>,
    texts: Vec<(Arc<str>, String)>,
    shown: usize,
    moved: bool,
}

impl Channel {
    pub fn new(attempt: i64) -> Self {
        let state = State {
            last: 0,
            log: VecDeque::new(),
            log_bytes: 0,
            status: RunStatus::Queued,
            progress: None,
            texts: Vec::new(),
            shown: 0,
            moved: false,
        };
        Self { attempt, state: Mutex::new(state), changed: Notify::new(), finished: OnceLock::new() }
    }

    /// The run has left the queue.
    pub fn start(&self) {
        let mut state = self.state();
        state.status = RunStatus::Running;
        state.push(Event::Status(RunStatus::Running));
        drop(state);
        self.changed.notify_waiters();
    }

    pub fn progress(&self, progress: Progress) {
        let mut state = self.state();
        // A plugin may report ten thousand times; unchanged reports are dropped.
        if state.progress.as_ref() == Some(&progress) {
            return;
        }
        state.progress = Some(progress.clone());
        state.push(Event::Progress(progress));
        drop(state);
        self.changed.notify_waiters();
    }

    /// Starts a new text under the label, in place of the old one.
    pub fn begin(&self, label: &Arc<str>) {
        let mut state = self.state();
        let Some(place) = state.texts.iter().position(|(known, _)| known == label) else { return };
        let old = std::mem::take(&mut state.texts[place].1);
        state.shown -= old.len();
        state.push(Event::Replace { label: label.clone() });
        drop(state);
        self.changed.notify_waiters();
    }

    /// Adds text under the label.
    pub fn write(&self, label: &Arc<str>, text: &str) {
        let mut state = self.state();
        if state.shown + text.len() > SHOWN_BYTES {
            return;
        }
        match state.texts.iter().position(|(known, _)| known == label) {
            Some(place) => state.texts[place].1.push_str(text),
            None if state.texts.len() < LABELS => {
                // A watcher of an earlier attempt may still show that attempt's text under the label.
                if self.attempt > 1 {
                    state.push(Event::Replace { label: label.clone() });
                }
                state.texts.push((label.clone(), text.to_owned()));
            }
            None => return,
        }
        state.shown += text.len();
        state.push(Event::Delta { label: label.clone(), text: text.to_owned() });
        drop(state);
        self.changed.notify_waiters();
    }

    /// The run has ended; the last event for watchers.
    pub fn finish(&self, run: Arc<Run>) {
        if self.finished.set(run).is_ok() {
            // The log is not needed once the run has ended.
            let mut state = self.state();
            (state.log, state.texts) = (VecDeque::new(), Vec::new());
            drop(state);
            self.changed.notify_waiters();
        }
    }

    /// Waits for the end.
    pub async fn end(&self) -> Arc<Run> {
        loop {
            let changed = self.changed.notified();
            if let Some(run) = self.finished.get() {
                return run.clone();
            }
            changed.await;
        }
    }

    pub fn status(&self) -> (RunStatus, Option<Progress>) {
        let state = self.state();
        (state.status, state.progress.clone())
    }

    /// Waits for the events after `seen`. A watcher without a position, or behind the start of the log, gets the
    /// current state in as few events as possible.
    pub async fn next(&self, seen: Option<u64>) -> Next {
        loop {
            let changed = self.changed.notified();
            if let Some(run) = self.finished.get() {
                return Next::Finished(run.clone());
            }
            if let Some(next) = self.state().after(seen) {
                return next;
            }
            changed.await;
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn push(&mut self, event: Event) {
        self.last += 1;
        self.log_bytes += weight(&event);
        self.log.push_back(event);
        while self.log_bytes > LOG_BYTES || self.log.len() > LOG_EVENTS {
            let Some(oldest) = self.log.pop_front() else { break };
            self.log_bytes -= weight(&oldest);
        }
    }

    fn after(&self, seen: Option<u64>) -> Option<Next> {
        if self.moved {
            return Some(Next::Moved);
        }
        let oldest = self.last - self.log.len() as u64;
        match seen {
            Some(seen) if seen >= self.last => None,
            Some(seen) if seen >= oldest => {
                let events = self.log.iter().skip((seen - oldest) as usize).cloned().collect();
                Some(Next::Events { first: Some(seen + 1), events, last: self.last })
            }
            _ => Some(Next::Events { first: None, events: self.picture(), last: self.last }),
        }
    }

    fn picture(&self) -> Vec<Event> {
        let mut events = vec![Event::Status(self.status)];
        events.extend(self.progress.clone().map(Event::Progress));
        for (label, text) in &self.texts {
            events.push(Event::Replace { label: label.clone() });
            if !text.is_empty() {
                events.push(Event::Delta { label: label.clone(), text: text.clone() });
            }
        }
        events
    }
}

fn weight(event: &Event) -> usize {
    match event {
        Event::Status(_) => 1,
        Event::Progress(progress) => progress.label.len(),
        Event::Delta { text, .. } => text.len(),
        Event::Replace { label } => label.len(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn events(channel: &Channel, seen: Option<u64>) -> (Vec<String>, u64) {
        match channel.next(seen).await {
            Next::Events { events, last, .. } => (events.iter().map(short).collect(), last),
            other => panic!("{other:?}"),
        }
    }

    fn short(event: &Event) -> String {
        match event {
            Event::Status(status) => format!("{status:?}"),
            Event::Progress(progress) => format!("{}/{}", progress.done, progress.total),
            Event::Delta { label, text } => format!("{label}+{text}"),
            Event::Replace { label } => format!("{label}="),
        }
    }

    #[tokio::test]
    async fn a_resumed_watcher_gets_missed_events_and_a_late_one_the_current_state() {
        let channel = Channel::new(1);
        let label: Arc<str> = "variant-1".into();
        channel.start();
        channel.begin(&label);
        channel.write(&label, "Once ");
        channel.write(&label, "upon");
        assert_eq!(events(&channel, Some(2)).await, (vec!["variant-1+upon".into()], 3));
        let present = ["Running", "variant-1=", "variant-1+Once upon"].map(str::to_owned).to_vec();
        assert_eq!(events(&channel, None).await, (present, 3));

        channel.begin(&label);
        channel.write(&label, "Again");
        assert_eq!(events(&channel, Some(3)).await, (vec!["variant-1=".into(), "variant-1+Again".into()], 5));
    }

    #[tokio::test]
    async fn the_log_is_bounded_and_the_snapshot_is_complete() {
        let channel = Channel::new(1);
        let label: Arc<str> = "v".into();
        for _ in 0..LOG_EVENTS * 2 {
            channel.write(&label, &"x".repeat(100));
        }
        let (late, last) = events(&channel, Some(1)).await;
        assert_eq!(late.len(), 3, "a picture: status, replace, delta");
        assert_eq!(late[2].len(), LOG_EVENTS * 2 * 100 + 2);
        let (recent, _) = events(&channel, Some(last - 5)).await;
        assert_eq!(recent.len(), 5);
    }

    #[tokio::test]
    async fn an_unchanged_report_is_dropped() {
        let channel = Channel::new(1);
        let report = Progress { done: 1, total: 3, label: "Writing".into() };
        channel.progress(report.clone());
        channel.progress(report);
        assert_eq!(events(&channel, Some(0)).await, (vec!["1/3".into()], 1));
    }
}
