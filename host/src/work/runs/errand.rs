//! Runs that another slice starts for an account, such as the rows of a bulk job. They come through the same door as
//! those that people start, under a name that the slice can find them by again after a crash.

use std::sync::Arc;

use serde_json::Value;

use super::{
    Run,
    admission::{Order, admit},
    answer::Started,
    elsewhere,
    idempotency::repeated,
    store::IdempotencyKey,
    work::Live,
};
use crate::{
    platform::{app::App, error::Result, locale::Locale},
    workspace::projects,
};

/// What is to be run, for whom, and the name under which it is run once.
#[derive(Debug, Clone, Copy)]
pub struct Errand<'a> {
    pub account: &'a str,
    /// Which it works for.
    pub project: Option<i64>,
    pub locale: Locale,
    pub tool: &'a str,
    /// Of the account; a second errand of the same name finds the run of the first.
    pub name: &'a str,
}

/// A run that was begun, now or earlier.
#[derive(Clone)]
pub struct Begun {
    pub(super) account: String,
    pub(super) id: String,
    pub(super) live: Option<Arc<Live>>,
}

/// Starts the run of an errand, or finds the one that it began before.
pub async fn begin(app: &App, errand: Errand<'_>, input: Value) -> Result<Begun> {
    let Errand { account, project, locale, tool, name } = errand;
    let project = match project {
        Some(project) => projects::find(&mut app.db.read().acquire().await?, project).await?,
        None => None,
    };
    let order = Order {
        account,
        project,
        locale,
        tool,
        input,
        revises: None,
        key: None,
        record: false,
        acted: false,
    };
    let started = admit(app, order, |_| Ok(Some(key(name)))).await?;
    Ok(Begun::of(account, started))
}

/// The run that an errand of this name began; none where it never came to that.
pub async fn find_begun(app: &App, account: &str, name: &str) -> Result<Option<Begun>> {
    let started = repeated(app, account, &key(name)).await?;
    Ok(started.map(|started| Begun::of(account, started)))
}

/// No header can hold the dot, so no request can name an errand. The name alone says what is asked for.
fn key(name: &str) -> IdempotencyKey {
    IdempotencyKey { key: format!("errand·{name}"), digest: "errand".to_owned() }
}

impl Begun {
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

    /// Waits for the end and returns the run as it is stored: not over only where its end could not be written, which
    /// the next start of the server makes good.
    pub async fn end(self, app: &App) -> Result<Run> {
        if let Some(live) = &self.live {
            live.channel.end().await;
        }
        elsewhere::end(app, &self.account, &self.id).await
    }
}
