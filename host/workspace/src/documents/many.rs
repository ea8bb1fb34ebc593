//! Actions on many documents. They are idempotent, and ignore documents of other accounts.

use super::folders;
use crate::messages::realtime;
use crate::platform::db::Query;
use crate::platform::prelude::*;

/// Documents per request: several pages of the archive.
const MOST: usize = 500;
/// Ids in an event to open pages; with more, it only reports a change.
const NAMED: usize = 100;

/// Documents by their ids.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct DocumentIds {
    #[garde(length(min = 1, max = MOST))]
    pub ids: Vec<String>,
}

/// Documents and their new folder.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct DocumentMove {
    #[garde(length(min = 1, max = MOST))]
    ids: Vec<String>,
    /// Null removes them from their folders.
    #[garde(skip)]
    #[schema(required)]
    folder_id: Option<String>,
}

/// The result of a request.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Changed {
    /// Documents of the account that are now in the requested state.
    pub count: u64,
}

/// Move documents to a folder
#[utoipa::path(post, path = "/api/documents/move", tag = "documents", request_body = DocumentMove, responses((status = 200, body = Changed)))]
pub(super) async fn move_documents(
    app: App,
    user: User,
    Valid(DocumentMove { ids, folder_id }): Valid<DocumentMove>,
) -> Result<Json<Changed>> {
    let mut tx = app.db.write_for(&user.id).await?;
    if let Some(folder) = &folder_id {
        folders::expect_own(&mut tx, &user.id, folder).await?;
    }
    let sql = "UPDATE documents SET folder_id = $2 WHERE account_id = $1";
    let count = among(&mut tx, sql, &ids, |query| query.binds((&user.id, &folder_id))).await?;
    let changed = published(&app, &mut tx, &user, &ids, count, false);
    committed(tx, changed).await
}

/// Runs `{sql} AND id IN (…)`; `bind` supplies the two values before the ids. Returns the number of affected rows.
pub(super) async fn among<'q>(
    tx: &mut Conn,
    sql: &str,
    ids: &'q [String],
    bind: impl FnOnce(Query<'q>) -> Query<'q>,
) -> Result<u64> {
    let sql = format!("{sql} AND id IN ({})", db::places(3, ids.len()));
    let query = ids.iter().fold(bind(db::query(AssertSqlSafe(sql))), |query, id| query.bind(id));
    Ok(query.execute(tx).await?.rows_affected())
}

/// Publishes the change to the user's other pages, and returns the count.
pub(super) fn published(
    app: &App,
    tx: &mut Conn,
    user: &User,
    ids: &[String],
    count: u64,
    gone: bool,
) -> Json<Changed> {
    if count > 0 {
        let named = if ids.len() <= NAMED { ids } else { &[] };
        realtime::publish(app, tx, &user.id, "document.changed", &json!({ "ids": named, "gone": gone }));
    }
    Json(Changed { count })
}
