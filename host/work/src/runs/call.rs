//! Runs for agents: started with a key, watched for progress, cancelled with the call.

use super::admission::{Order, admit, project_of};
use super::events::{Event, Next};
use super::idempotency::{digest_of, repeated_as};
use super::store::IdempotencyKey;
use super::{Progress, Run, Runs, StartedRun, elsewhere};
use crate::platform::prelude::*;

/// The tool and the caller.
#[derive(Debug, Clone, Copy)]
pub struct Call<'a> {
    pub caller: &'a Caller,
    pub locale: Locale,
    pub tool: &'a str,
    /// The client's id of this call, so that it can be cancelled, and that a repeated request starts one run.
    pub name: Option<&'a str>,
}

/// Starts the run of a call, or finds the one that it started before.
pub async fn call(app: &App, call: Call<'_>, input: Value) -> Result<StartedRun> {
    let Call { caller, locale, tool, name } = call;
    caller.expect_tool(tool)?;
    let project = project_of(app, caller).await?;
    let by = caller.key.as_ref().map(|key| key.id.as_str());
    let order = Order { key: by, ..Order::new(&caller.id, project, locale, tool, input) };
    let started = admit(app, order, |input| {
        Ok(name.map(|name| IdempotencyKey { key: key(caller, name), digest: digest_of(tool, input) }))
    });
    Ok(StartedRun::of(&caller.id, started.await?))
}

/// The run of the call with this name; `None` if there is none.
pub async fn find_call(app: &App, caller: &Caller, name: &str) -> Result<Option<StartedRun>> {
    let started = repeated_as(app, &caller.id, &key(caller, name)).await?;
    Ok(started.map(|started| StartedRun::of(&caller.id, started)))
}

/// A header cannot contain the dot, so no other request can use this name, and no key that of another key.
fn key(caller: &Caller, name: &str) -> String {
    let by = caller.key.as_ref().map(|key| key.id.as_str()).unwrap_or_default();
    format!("call·{by}·{name}")
}

impl StartedRun {
    /// The progress after event `seen`, and the number of the last event; `None` if the run has ended or cannot be
    /// watched here.
    pub async fn progress(&self, seen: Option<u64>) -> Option<(Option<Progress>, u64)> {
        let Next::Events { events, last, .. } = self.live.as_ref()?.channel.next(seen).await else {
            return None;
        };
        let progress = events.into_iter().rev().find_map(|event| match event {
            Event::Progress(progress) => Some(progress),
            _ => None,
        });
        Some((progress, last))
    }

    /// Cancels the run, in whichever process it is.
    pub async fn cancel(&self, app: &App) -> Result<()> {
        if app.part::<Runs>().cancel(&self.account, &self.id).await?.is_none() {
            elsewhere::cancel(app, &self.account, &self.id).await?;
        }
        Ok(())
    }
}

impl Run {
    /// The problem of the run.
    pub fn failure(&self) -> Result<Option<Problem>> {
        Ok(self.problem.as_deref().map(serde_json::from_str).transpose()?)
    }
}
