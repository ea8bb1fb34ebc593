//! The export of a user's tasks.

use futures::StreamExt as _;
use futures::stream::BoxStream;

use super::store::{self, Row};
use crate::platform::prelude::*;

/// Tasks of one file: together they may be too large for the memory.
const OF_A_FILE: i64 = 500;

/// The personal data of this slice.
pub(super) fn belongings() -> Belongings {
    Belongings { files: Some(own_files), ..Belongings::default() }
}

#[derive(Serialize, sqlx::FromRow)]
struct Change {
    task_id: String,
    kind: String,
    actor: String,
    name: String,
    #[sqlx(try_from = "Stored<Vec<Value>>")]
    fields: Vec<Value>,
    created_at: Timestamp,
}

/// The tasks with their history, some hundred in a file.
fn own_files(app: App, account: String) -> BoxStream<'static, Result<File>> {
    let files = async_stream::try_stream! {
        let (mut after, mut number) = (String::new(), 1);
        loop {
            let mut tx = app.db.read().begin().await?;
            let rest = store::selected("WHERE t.account_id = $1 AND t.id > $2 ORDER BY t.id LIMIT $3");
            let rows = db::query_as(rest).binds((&account, &after, OF_A_FILE));
            let rows: Vec<Row> = rows.fetch_all(&mut *tx).await.map_err(Problem::from)?;
            let Some(last) = rows.last().map(|row| row.id.clone()) else { break };
            let changes = db::query_as(
                "SELECT c.task_id, c.kind, c.actor, c.name, c.fields, c.created_at FROM task_changes c
                 JOIN tasks t ON t.id = c.task_id WHERE t.account_id = $1 AND t.id > $2 AND t.id <= $3 ORDER BY c.id",
            );
            let changes: Vec<Change> =
                changes.binds((&account, &after, &last)).fetch_all(&mut *tx).await.map_err(Problem::from)?;
            drop(tx);
            let tasks: Vec<_> = rows.into_iter().map(Row::view).collect();
            yield File::json(&format!("tasks/{number}.json"), &json!({ "tasks": tasks, "changes": changes }))?;
            (after, number) = (last, number + 1);
        }
    };
    files.boxed()
}
