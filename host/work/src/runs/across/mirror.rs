//! The watching side: subscribes to the events of a run, and reads its row for its end.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Notify;
use tokio_util::sync::{CancellationToken, DropGuard};

use super::{Message, Place};
use crate::platform::error::Result;
use crate::runs::events::Channel;
use crate::runs::{Run, Runs, store};

/// Minimum pause between two reads of an unchanged run.
const SETTLE: Duration = Duration::from_millis(100);

/// A run of another process as it is watched here. It ends with its last watcher.
pub(in crate::runs) struct Mirror {
    pub channel: Arc<Channel>,
    process: Option<String>,
    look: Arc<Notify>,
    _followed: DropGuard,
}

impl Mirror {
    pub(super) fn begin(runs: &Runs, run: &Run) -> Arc<Self> {
        let channel = Arc::new(Channel::new(run.attempt));
        channel.begin_with(run.status);
        let (look, left) = (Arc::new(Notify::new()), CancellationToken::new());
        let keeper = Keeper {
            runs: runs.clone(),
            account: run.account_id.clone(),
            run: run.id.clone(),
            process: run.process.clone(),
            channel: channel.clone(),
            look: look.clone(),
        };
        runs.app().tasks.spawn(keeper.keep(left.clone()));
        Arc::new(Self { channel, process: run.process.clone(), look, _followed: left.drop_guard() })
    }

    /// Whether it shows the current attempt of the run.
    pub(super) fn is_of(&self, run: &Run) -> bool {
        self.channel.attempt == run.attempt && self.process == run.process
    }

    /// Events were missed: requests them again, and reads the row.
    pub(super) fn look(&self) {
        self.look.notify_one();
    }
}

struct Keeper {
    runs: Runs,
    account: String,
    run: String,
    /// The process of the run.
    process: Option<String>,
    channel: Arc<Channel>,
    look: Arc<Notify>,
}

impl Keeper {
    /// Keeps the mirror until the run has ended or moved, or has no watchers.
    async fn keep(self, left: CancellationToken) {
        let app = self.runs.app().clone();
        loop {
            self.send(Message::Follow { run: self.run.clone(), have: self.have() });
            tokio::select! {
                () = app.stop.cancelled() => return,
                () = left.cancelled() => break,
                () = self.look.notified() => {}
                () = tokio::time::sleep(app.process.pause()) => {}
            }
            match self.is_settled().await {
                Ok(true) => break,
                Ok(false) => tokio::time::sleep(SETTLE).await,
                Err(problem) => {
                    tracing::warn!(run = self.run, %problem, "a run of another process could not be read")
                }
            }
        }
        self.send(Message::Leave { run: self.run.clone() });
    }

    /// Reads the row; true if nothing more will come from that process.
    async fn is_settled(&self) -> Result<bool> {
        let app = self.runs.app();
        let run = match store::find(&app.db, &self.account, &self.run).await {
            // It was deleted; watchers get that response.
            Err(problem) if problem.status().is_client_error() => {
                self.channel.moved();
                return Ok(true);
            }
            found => found?,
        };
        if run.status.is_over() {
            self.channel.finish(Arc::new(run));
        } else if run.attempt != self.channel.attempt || run.process != self.process {
            self.channel.moved();
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    fn have(&self) -> Place {
        Place { attempt: self.channel.attempt, last: self.channel.last() }
    }

    fn send(&self, message: Message) {
        if let Some(process) = &self.process {
            self.runs.across().topic.send_to(process, &message);
        }
    }
}
