//! Executes a run: its project and brand, its ports, its plugin, and the check of its result.

use std::pin::pin;

use sitewright_engine::{Brand, Context, Failure, Limit, Plugin, Ports, Project, Report, RunError};

use super::super::bill::{Because, Room};
use super::super::journal::{Fixed, Journal};
use super::super::ports::RunPorts;
use super::super::store::{self, Ending, Made, Ticket, Write};
use super::super::{RunStatus, news, problems};
use super::end::{cancelled, ended, failed, measure};
use super::{Live, Runs};
use crate::catalogue::tools::{Closed, Described, End, Tool};
use crate::egress::{Egress, Owner, Using};
use crate::platform::prelude::*;
use crate::recordings::{self, Recorder, Recording};
use crate::workspace::{brand, projects};

/// The user and brand that a run writes for.
struct Client {
    project: Option<Project>,
    brand: Option<Brand>,
}

impl Runs {
    /// Executes a run to its end. When the server stops it is left for the next start.
    pub(super) async fn carry_out(&self, live: &Live) {
        // Pinned here and below: a future passed by value is stored twice, and thousands of runs wait.
        let run = pin!(self.run(live));
        let Some(ending) = self.0.stop.run_until_cancelled(run).await else { return };
        Box::pin(self.conclude(live, ending)).await;
    }

    async fn run(&self, live: &Live) -> Ending {
        let started_at = *live.started_at.get_or_init(Timestamp::now);
        live.channel.start();
        news::changed(&self.0.app, &live.ticket, RunStatus::Running, None, None);
        let Some(tool) = &live.tool else { return failed(tool_is_gone(), started_at) };
        if let Some(why) = tool.gate.closed() {
            return failed(problems::closed(why), started_at);
        }
        let Some((plugin, described)) = Box::pin(load(tool, &live.ticket)).await else {
            return failed(problems::unloadable(), started_at);
        };
        // A run that was interrupted before stores its start: one with too many starts is given up.
        if live.ticket.attempt > 1 && self.write(Write::Start { run: live.ticket.clone() }).await.is_err() {
            tracing::warn!(run = live.ticket.id, "the start of a run could not be stored");
        }
        // Fixed for the whole run: later edits of the kit apply to the next one.
        let client = match Box::pin(self.client(&live.ticket)).await {
            Ok(client) => client,
            // Without it the text might violate the brand's rules.
            Err(problem) => return failed(problem, started_at),
        };
        let ports = match Box::pin(self.ports(live, tool, client)).await {
            Ok(ports) => Arc::new(ports),
            Err(problem) => return failed(problem, started_at),
        };
        let recorder = live.record.then(|| Arc::new(Recorder::new(ports.clone())));
        let heard: Arc<dyn Ports> = match &recorder {
            Some(recorder) => recorder.clone(),
            None => ports.clone(),
        };
        let work = pin!(plugin.run(live.input.to_string(), heard));
        let work = pin!(tool.gate.token().run_until_cancelled(work));
        let work = pin!(ports.journal.diverged().run_until_cancelled(work));
        match live.cancel.run_until_cancelled(work).await {
            Some(Some(Some(report))) => {
                measure(&live.ticket, &report);
                if let Some(recorder) = recorder {
                    Box::pin(self.keep(live, tool, &recorder, &report)).await;
                }
                let spent = ports.spent(&report);
                let ending = self.ending(live, (tool, &described), &ports, report, started_at);
                let ending = Box::pin(ending).await;
                Ending { spent: Some(spent), ..ending }
            }
            Some(None) => {
                tracing::error!(run = live.ticket.id, tool = tool.id, "a plugin diverged from its journal");
                let bill = ports.tally().calls.of_failure(Because::NoFault);
                Ending { bill, ..failed(problems::diverged(), started_at) }
            }
            Some(Some(None)) => {
                let why = tool.gate.closed().unwrap_or(Closed::Quarantined);
                let bill = ports.tally().calls.of_failure(Because::NoFault);
                Ending { bill, ..failed(problems::closed(why), started_at) }
            }
            None => {
                let tally = ports.tally();
                cancelled(tally.calls.of_done(), tally.drafted, Some(started_at))
            }
        }
    }

    /// Stores the recording of a run. Failures do not affect the run.
    async fn keep(&self, live: &Live, tool: &Tool, recorder: &Recorder<RunPorts>, report: &Report) {
        let (calls, truncated) = recorder.calls();
        let Ok(input) = RawValue::from_string(live.input.to_string()) else { return };
        let recording = Recording {
            format: recordings::FORMAT,
            tool: tool.id.clone(),
            version: tool.version.clone(),
            package: tool.package.clone(),
            context: recorder.context().clone(),
            input,
            calls,
            truncated,
            end: recordings::End::of(report),
        };
        let Ticket { id, account, .. } = &*live.ticket;
        if let Err(problem) = recordings::keep(&self.0.app, account, id, &recording).await {
            tracing::error!(run = id, %problem, "a recording could not be stored");
        }
    }

    /// The project of a run, and its brand.
    async fn client(&self, run: &Ticket) -> Result<Client> {
        let mut conn = self.0.db.read().acquire().await?;
        let project = match run.project {
            Some(id) => projects::find(&mut conn, id).await?.map(|project| project.context()),
            None => None,
        };
        Ok(Client { project, brand: brand::of_project(&mut conn, &run.account, run.project).await? })
    }

    async fn ports(&self, live: &Live, tool: &Tool, Client { project, brand }: Client) -> Result<RunPorts> {
        let Ticket { account, project: project_id, tool: tool_id, .. } = &*live.ticket;
        let owner = || Owner {
            account: account.clone(),
            project: *project_id,
            tool: tool_id.clone(),
            connection: Using::All,
            trial: live.ticket.trial.clone(),
        };
        let model = self.0.models.of_run(tool_id, account, live.ticket.models).await?;
        let model = live.model.get_or_init(|| model).clone();
        let known = match live.ticket.attempt {
            1 => Vec::new(),
            _ => store::journal(&mut self.0.db.read().acquire().await?, &live.ticket.id).await?,
        };
        let journal = Journal::new(live.ticket.clone(), self.0.writer.clone(), self.journals(live), known);
        let context = Context {
            interface_language: live.locale.tag().to_owned(),
            project,
            brand,
            now_ms: u64::try_from(live.created_at.0).unwrap_or_default(),
        };
        // Only requests to a model contain them.
        let examples = if model.connected() {
            let mut conn = self.0.db.read().acquire().await?;
            brand::examples(&mut conn, account, *project_id, tool_id).await?
        } else {
            Vec::new()
        };
        let Fixed { context, examples } = journal.fixed(Fixed { context, examples })?;
        Ok(RunPorts {
            context,
            examples,
            locale: live.locale,
            ticket: live.ticket.clone(),
            channel: live.channel.clone(),
            news: self.0.app.clone(),
            model,
            writer: self.0.writer.clone(),
            room: Room::of(tool.words, &live.input),
            free_calls: self.0.app.config.free_model_calls,
            egress: Egress::of(&self.0.app, tool, &live.ticket.ceilings, owner),
            journal,
            tally: Arc::default(),
        })
    }

    /// Whether the answers of a run are stored. Drafts can be computed again, and a trial ends with its process.
    pub(super) fn journals(&self, live: &Live) -> bool {
        let asks = self.asks_model(live) || live.tool.as_ref().is_some_and(|tool| Egress::is_of(tool));
        asks && live.ticket.trial.is_none()
    }

    async fn ending(
        &self,
        live: &Live,
        (tool, described): (&Tool, &Arc<Described>),
        ports: &RunPorts,
        report: Report,
        started_at: Timestamp,
    ) -> Ending {
        // Trials do not count.
        let note = |end| live.ticket.trial.is_none().then(|| tool.tally.note(end));
        let outcome = match report.result {
            Ok(outcome) => outcome,
            Err(error) => {
                tracing::info!(run = live.ticket.id, tool = tool.id, code = error.code(), %error, "a run failed");
                metrics::counter!("sitewright_plugin_errors_total", "tool" => tool.id.clone(), "code" => error.code()).increment(1);
                note(match &error {
                    RunError::Trap(_) => End::Trapped,
                    error if error.is_fault_of_plugin() => End::Failed,
                    _ => End::Fine,
                });
                let mut tally = ports.tally();
                let (bill, refusal) = (tally.calls.of_failure(because(&error)), tally.refusal());
                let problem = problems::of_run(error, refusal, &live.ticket.ceilings);
                return Ending { bill, ..failed(problem, started_at) };
            }
        };
        match Made::check(outcome, tool, described, live.locale).await {
            Ok(made) => {
                note(End::Fine);
                let tally = ports.tally();
                Ending {
                    status: RunStatus::Succeeded,
                    made: Some(made),
                    drafted: tally.drafted,
                    bill: tally.calls.of_done(),
                    ..ended(started_at)
                }
            }
            Err(why) => {
                note(End::Failed);
                tracing::error!(
                    run = live.ticket.id,
                    tool = tool.id,
                    why,
                    "a plugin's outcome does not satisfy its own schema"
                );
                let problem = Problem::new(axum::http::StatusCode::INTERNAL_SERVER_ERROR, "plugin.malformed");
                let bill = ports.tally().calls.of_failure(Because::Done);
                Ending { bill, ..failed(problem, started_at) }
            }
        }
    }
}

/// Whether the failure can be charged (see `bill.rs`).
fn because(error: &RunError) -> Because {
    match error {
        RunError::Failure(Failure::Unavailable(_))
        | RunError::Limit(Limit::Wall { .. })
        | RunError::Quarantined(_)
        | RunError::Internal(_) => Because::NoFault,
        _ => Because::Done,
    }
}

/// The loaded plugin of a tool for one caller, and its description. Separate and boxed, so that a waiting run keeps
/// nothing of the loading.
async fn load(tool: &Tool, ticket: &Ticket) -> Option<(Box<Plugin>, Arc<Described>)> {
    match futures::future::join(tool.code.plugin(), tool.described()).await {
        (Ok(plugin), Ok(described)) if ticket.trial.is_some() => Some((Box::new(plugin.apart()), described)),
        (Ok(plugin), Ok(described)) => Some((Box::new(plugin.for_caller(&ticket.account)), described)),
        (plugin, described) => {
            let why = (plugin.err().map(|error| error.to_string()), described.err());
            tracing::error!(tool = tool.id, ?why, "an installed plugin cannot be loaded");
            None
        }
    }
}

fn tool_is_gone() -> Problem {
    Problem::new(axum::http::StatusCode::NOT_FOUND, "runs.tool-is-gone")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size<'a, F: Future>(_: impl FnOnce(&'a Runs, &'a Live) -> F) -> usize {
        size_of::<F>()
    }

    /// Thousands of runs wait for their models at once, and each keeps this future: 9.9 KB in a debug build, which is
    /// larger than a release build's. It was 47 KB when futures were passed by value.
    #[test]
    fn a_waiting_run_takes_little_memory() {
        let bytes = size(Runs::carry_out);
        assert!(bytes < 10 * 1024, "{bytes}");
    }
}
