//! Notifications of tasks that are due.

use crate::messages::notifications::{self, NotificationKind};
use crate::platform::prelude::*;

/// A task is due, and its account was not notified of this day.
const DUE: &str = "state <> 'done' AND due <= $1 AND (notified_due IS NULL OR notified_due <> due)";

/// Notifies accounts of tasks that are due, once for each due date. A day begins at midnight UTC.
pub async fn notify_due(app: &App, now: Timestamp) -> Result<()> {
    let today = now.date();
    let accounts = AssertSqlSafe(format!("SELECT DISTINCT account_id FROM tasks WHERE {DUE}"));
    let accounts: Vec<String> = db::query_scalar(accounts).bind(&today).fetch_all(app.db.read()).await?;
    for account in accounts {
        let mut tx = app.db.write_for(&account).await?;
        let due = AssertSqlSafe(format!(
            "UPDATE tasks SET notified_due = due WHERE account_id = $2 AND {DUE} RETURNING id, title"
        ));
        let due: Vec<(String, String)> =
            db::query_as(due).binds((&today, &account)).fetch_all(&mut *tx).await?;
        let (kind, values) = match due.as_slice() {
            [] => continue,
            [(id, title)] => {
                let values = params([("title", title.as_str().into()), ("about", id.as_str().into())]);
                (NotificationKind::TaskDue, values)
            }
            many => (NotificationKind::TasksDue, params([("count", many.len().into())])),
        };
        notifications::notify(app, &mut tx, &account, kind, &values).await?;
        tx.commit().await?;
    }
    Ok(())
}
