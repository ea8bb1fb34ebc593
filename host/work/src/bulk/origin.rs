//! The slices that make bulk jobs from their own data, and hear of their results and of their end.

use super::Job;
use crate::platform::prelude::*;

/// A slice that makes bulk jobs.
pub trait Origin: Send + Sync {
    /// The first part of its origins, before the colon.
    fn name(&self) -> &'static str;

    /// Takes the result of a row, in the transaction that ends the row: once for each row.
    fn take<'a>(&'a self, app: &'a App, tx: &'a mut Conn, made: MadeRow<'a>) -> BoxFuture<'a, Result<()>>;

    /// Notifies the user that a job has ended. Returns false if the notification of bulk jobs says it better.
    fn ended<'a>(&'a self, app: &'a App, tx: &'a mut Conn, ended: Ended<'a>) -> BoxFuture<'a, Result<bool>>;
}

/// A job whose rows have ended.
pub struct Ended<'a> {
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

/// Notifies the user of the end of a job in the words of the slice that made it. Returns whether it did.
pub(super) async fn ended(app: &App, tx: &mut Conn, job: &Job) -> Result<bool> {
    let Some((slice, origin)) = job.origin.as_deref().map(|origin| maker(app, origin)) else {
        return Ok(false);
    };
    let Some(slice) = slice else { return Ok(false) };
    slice.ended(app, tx, Ended { account: &job.account_id, origin }).await
}
