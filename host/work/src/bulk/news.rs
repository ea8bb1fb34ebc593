//! Events and notifications of bulk jobs.

use super::{BulkCounts, Job, origin};
use crate::messages::notifications::{self, NotificationKind};
use crate::messages::realtime;
use crate::platform::prelude::*;

/// Publishes that a job changed.
pub(super) fn changed(app: &App, tx: &mut Conn, account: &str, id: &str) {
    realtime::publish(app, tx, account, "job.changed", &json!({ "id": id }));
}

/// Publishes that a job was deleted.
pub(super) fn gone(app: &App, tx: &mut Conn, account: &str, id: &str) {
    realtime::publish(app, tx, account, "job.changed", &json!({ "id": id, "gone": true }));
}

/// Notifies the user that the job has finished.
pub(super) async fn finished(app: &App, tx: &mut Conn, job: &Job, rows: &BulkCounts) -> Result<()> {
    changed(app, tx, &job.account_id, &job.id);
    if origin::ended(app, tx, job).await? {
        return Ok(());
    }
    let mut params = about(job);
    params.insert("succeeded".to_owned(), rows.succeeded.into());
    params.insert("rest".to_owned(), by_language(&rest(Locale::En, rows), &rest(Locale::Pl, rows)));
    notifications::notify(app, tx, &job.account_id, NotificationKind::BulkFinished, &params).await
}

/// Notifies the user that the job paused automatically.
pub(super) async fn paused(app: &App, tx: &mut Conn, job: &Job, problem: &Problem) -> Result<()> {
    let mut params = about(job);
    params.insert("problem".to_owned(), serde_json::to_value(problem)?);
    notifications::notify(app, tx, &job.account_id, NotificationKind::BulkPaused, &params).await
}

fn about(job: &Job) -> Params {
    params([("about", job.id.as_str().into()), ("name", job.name.as_str().into())])
}

/// The rows that are not simply done: with places to fill in, failed, or left out as invalid. Numbers of zero are not told.
fn rest(locale: Locale, rows: &BulkCounts) -> String {
    let told = [(" ", "gaps", rows.gaps), (", ", "failed", rows.failed), (", ", "invalid", rows.invalid)];
    let told = told.into_iter().filter(|(_, _, count)| *count > 0);
    let tell = |what: &str, count: i64| {
        locale.say(&format!("bulk.finished.{what}"), &params([(what, count.into())]))
    };
    told.map(|(between, what, count)| format!("{between}{}", tell(what, count))).collect()
}
