//! The end of a run: computing it, writing it, and notifying all who wait for it.

use std::sync::Arc;
use std::time::Duration;

use sitewright_engine::Report;

use super::super::bill::Bill;
use super::super::store::{Ending, Ticket, Write, Written};
use super::super::{Run, RunStatus, news};
use super::{Live, Runs};
use crate::platform::clock::Timestamp;
use crate::platform::error::Problem;

/// Pauses between attempts to write the end of a run.
const WRITE_AGAIN: [Duration; 3] =
    [Duration::from_millis(100), Duration::from_secs(1), Duration::from_secs(5)];

impl Runs {
    /// Writes the end of a run and notifies all who wait for it.
    pub(super) async fn conclude(&self, live: &Live, mut ending: Ending) {
        ending.progress = live.channel.status().1;
        ending.asked = self.asks_model(live);
        if live.model.get().is_some_and(|model| model.is_own()) {
            ending.bill = Bill::default();
        }
        ending.journaled = self.journals(live) || live.ticket.attempt > 1;
        ending.free_calls = self.0.app.config.free_model_calls;
        let ending = Arc::new(ending);
        let written = self.write_end(live, &ending).await;
        self.live().remove(&live.ticket.id);
        let (words, document_id) = match written {
            Some(Written::Finished { words, document_id }) => (words, document_id),
            // The row stays unfinished and is taken over at the next start, or by another process.
            _ => (0, None),
        };
        count(&live.ticket, &ending, words);
        let ended = self.ended(live, &ending, words, document_id);
        news::changed(&self.0.app, &live.ticket, ended.status, None, ended.document_id.as_deref());
        self.0.tasks.spawn(news::ended(self.0.app.clone(), ended.clone()));
        live.channel.finish(Arc::new(ended));
    }

    async fn write_end(&self, live: &Live, ending: &Arc<Ending>) -> Option<Written> {
        let mut pauses = WRITE_AGAIN.into_iter();
        loop {
            let write = Write::Finish { run: live.ticket.clone(), ending: ending.clone() };
            match self.write(write).await {
                Ok(written) => {
                    if written == Written::Lost {
                        tracing::warn!(run = live.ticket.id, "another process has taken the run over");
                    }
                    return Some(written);
                }
                Err(_) if self.0.stop.is_cancelled() => return None,
                Err(problem) => {
                    tracing::error!(run = live.ticket.id, %problem, "the end of a run could not be written");
                    tokio::time::sleep(pauses.next()?).await;
                }
            }
        }
    }

    fn ended(&self, live: &Live, ending: &Ending, words: i64, document_id: Option<String>) -> Run {
        let progress = ending.progress.clone();
        Run {
            status: ending.status,
            outcome: ending.made.as_ref().map(|made| made.json.clone()),
            problem: ending.problem(words).and_then(|problem| serde_json::to_string(&problem).ok()),
            words,
            drafted: ending.drafted,
            document_id,
            progress_done: progress.as_ref().map(|progress| progress.done),
            progress_total: progress.as_ref().map(|progress| progress.total),
            progress_label: progress.map(|progress| progress.label),
            started_at: ending.started_at,
            finished_at: Some(ending.finished_at),
            ..self.row(live)
        }
    }
}

pub(super) fn ended(started_at: Timestamp) -> Ending {
    Ending {
        status: RunStatus::Failed,
        made: None,
        problem: None,
        asked: false,
        journaled: false,
        bill: Bill::default(),
        free_calls: 0,
        drafted: false,
        progress: None,
        spent: None,
        started_at: Some(started_at),
        finished_at: Timestamp::now(),
    }
}

pub(super) fn failed(problem: Problem, started_at: Timestamp) -> Ending {
    Ending { problem: Some(problem), ..ended(started_at) }
}

pub(super) fn cancelled(bill: Bill, drafted: bool, started_at: Option<Timestamp>) -> Ending {
    Ending { status: RunStatus::Cancelled, bill, drafted, started_at, ..ended(Timestamp::now()) }
}

pub(super) fn measure(ticket: &Ticket, report: &Report) {
    if ticket.trial.is_some() {
        return;
    }
    metrics::histogram!("sitewright_guest_cpu_seconds", "tool" => ticket.tool.clone())
        .record(report.guest_cpu.as_secs_f64());
}

fn count(ticket: &Ticket, ending: &Ending, words: i64) {
    if ticket.trial.is_some() {
        return;
    }
    let tool = ticket.tool.clone();
    metrics::counter!("sitewright_runs_total", "tool" => tool.clone(), "status" => ending.status.name())
        .increment(1);
    metrics::counter!("sitewright_words_charged_total").increment(u64::try_from(words).unwrap_or_default());
    if let Some(started_at) = ending.started_at {
        let took =
            Duration::from_millis(u64::try_from(ending.finished_at.0 - started_at.0).unwrap_or_default());
        metrics::histogram!("sitewright_run_seconds", "tool" => tool).record(took.as_secs_f64());
    }
}
