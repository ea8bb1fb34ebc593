//! Runs that another slice starts for an account, such as the rows of a bulk job. They pass the same admission as
//! users' runs, under a name by which the slice finds them after a crash.

use super::admission::{Order, admit};
use super::answer::Started;
use super::idempotency::repeated;
use super::store::IdempotencyKey;
use super::work::Live;
use super::{Run, elsewhere};
use crate::platform::prelude::*;
use crate::workspace::projects;

/// The tool, the account and a unique name.
#[derive(Debug, Clone, Copy)]
pub struct SystemRun<'a> {
    pub account: &'a str,
    /// The project of the run.
    pub project: Option<i64>,
    pub locale: Locale,
    pub tool: &'a str,
    /// The id of the key that it counts for.
    pub key: Option<&'a str>,
    /// Unique in the account; a second system_run with the same name finds the run of the first.
    pub name: &'a str,
}

/// A run that was started, now or earlier.
#[derive(Clone)]
pub struct StartedRun {
    pub(super) account: String,
    pub(super) id: String,
    pub(super) live: Option<Arc<Live>>,
}

/// Starts the run of an system_run, or finds the one that it started before.
pub async fn begin(app: &App, system_run: SystemRun<'_>, input: Value) -> Result<StartedRun> {
    let SystemRun { account, project, locale, tool, key: by, name } = system_run;
    let project = match project {
        Some(project) => projects::find(&mut app.db.read().acquire().await?, project).await?,
        None => None,
    };
    let order = Order { key: by, ..Order::new(account, project, locale, tool, input) };
    let started = admit(app, order, |_| Ok(Some(key(name)))).await?;
    Ok(StartedRun::of(account, started))
}

/// The run of the system_run with this name; `None` if there is none.
pub async fn find_begun(app: &App, account: &str, name: &str) -> Result<Option<StartedRun>> {
    let started = repeated(app, account, &key(name)).await?;
    Ok(started.map(|started| StartedRun::of(account, started)))
}

/// A header cannot contain the dot, so no request can use this name. The digest is not needed.
fn key(name: &str) -> IdempotencyKey {
    IdempotencyKey { key: format!("system_run·{name}"), digest: "system_run".to_owned() }
}

impl StartedRun {
    pub(super) fn of(account: &str, started: Started) -> Self {
        let (id, live) = match started {
            Started::Live(live) => (live.ticket.id.clone(), Some(live)),
            Started::Ended(run) => (run.id, None),
        };
        Self { account: account.to_owned(), id, live }
    }

    /// The run's id.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Waits for the end and returns the stored run. It is unfinished only if its end could not be written, which the
    /// next start of the server repairs.
    pub async fn end(self, app: &App) -> Result<Run> {
        if let Some(live) = &self.live {
            live.channel.end().await;
        }
        elsewhere::end(app, &self.account, &self.id).await
    }
}
