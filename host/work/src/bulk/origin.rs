//! The slices that make bulk jobs from their own data, and hear of their results and of their end.

use super::Job;
use crate::platform::prelude::*;

/// A slice that makes bulk jobs.
pub trait Origin: Send + Sync {
    /// The first part of its origins, before the colon.
    fn name(&self) -> &'static str;

    /// Takes the result of a row, in the transaction that ends the row: once for each row.
    fn take<'a>(&'a self, app: &'a App, tx: &'a mut Conn, made: MadeRow<'a>) -> BoxFuture<'a, Result<()>>;

    /// The rows, by number, that a job leaves out because they are not needed any more when it starts.
    fn starts<'a>(
        &'a self,
        app: &'a App,
        tx: &'a mut Conn,
        job: OfOrigin<'a>,
    ) -> BoxFuture<'a, Result<Vec<i64>>>;

    /// Notifies the user that a job has ended. Returns false if the notification of bulk jobs says it better.
    fn ended<'a>(&'a self, app: &'a App, tx: &'a mut Conn, job: OfOrigin<'a>) -> BoxFuture<'a, Result<bool>>;
}

/// A job of a slice.
pub struct OfOrigin<'a> {
    pub account: &'a str,
    /// The origin of the job, after the colon.
    pub origin: &'a str,
}

/// The slices that make bulk jobs.
#[derive(Clone, Default)]
pub(super) struct Origins(Vec<Arc<dyn Origin>>);

/// Adds a slice that makes bulk jobs.
pub fn hear(app: App, origin: impl Origin + 'static) -> App {
    let mut all = app.part::<Origins>().clone();
    all.0.push(Arc::new(origin));
    app.with(all)
}

/// The result of a row.
pub struct MadeRow<'a> {
    pub account: &'a str,
    /// The origin of the job, after the colon.
    pub origin: &'a str,
    /// The row, from 1.
    pub number: i64,
    /// `outcome.data` of the run.
    pub data: Value,
    /// Whether it was written by rules.
    pub drafted: bool,
}

/// The slice that made a job, and the origin after the colon.
pub(super) fn maker<'a>(app: &App, origin: &'a str) -> (Option<Arc<dyn Origin>>, &'a str) {
    let (name, origin) = origin.split_once(':').unwrap_or((origin, ""));
    (app.part::<Origins>().0.iter().find(|slice| slice.name() == name).cloned(), origin)
}

/// The rows that a job leaves out when it starts.
pub(super) async fn starts(app: &App, tx: &mut Conn, job: &Job) -> Result<Vec<i64>> {
    match of(app, job) {
        Some((slice, of)) => slice.starts(app, tx, of).await,
        None => Ok(Vec::new()),
    }
}

/// Notifies the user of the end of a job in the words of the slice that made it. Returns whether it did.
pub(super) async fn ended(app: &App, tx: &mut Conn, job: &Job) -> Result<bool> {
    match of(app, job) {
        Some((slice, of)) => slice.ended(app, tx, of).await,
        None => Ok(false),
    }
}

fn of<'a>(app: &App, job: &'a Job) -> Option<(Arc<dyn Origin>, OfOrigin<'a>)> {
    let (slice, origin) = maker(app, job.origin.as_deref()?);
    Some((slice?, OfOrigin { account: &job.account_id, origin }))
}
