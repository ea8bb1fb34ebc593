//! Doing one thing with many documents. Whoever does it twice changes nothing more, and documents of others are none.

use axum::{Json, extract::State};
use garde::Validate;
use serde::{Deserialize, Serialize};
use serde_json::json;
use sqlx::AssertSqlSafe;
use utoipa::ToSchema;

use super::folders;
use crate::{
    messages::realtime,
    platform::{
        app::App,
        auth::User,
        db::{self, Conn, Query},
        error::Result,
        json::Valid,
    },
};

/// Documents in one request: several pages of the archive.
const MOST: usize = 500;
/// Open pages are told of so many by name; of more they are told that something changed.
const NAMED: usize = 100;

/// Documents by their ids.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct DocumentIds {
    #[garde(length(min = 1, max = MOST))]
    pub ids: Vec<String>,
}

/// Documents and where to put them.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct DocumentMove {
    #[garde(length(min = 1, max = MOST))]
    ids: Vec<String>,
    /// Null takes them out of their folders.
    #[garde(skip)]
    #[schema(required)]
    folder_id: Option<String>,
}

/// What a request did.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Changed {
    /// Documents of the account that are now as was asked for.
    pub count: u64,
}

/// Put documents into a folder
#[utoipa::path(post, path = "/api/documents/move", tag = "documents", request_body = DocumentMove, responses((status = 200, body = Changed)))]
pub(super) async fn move_documents(
    State(app): State<App>,
    user: User,
    Valid(DocumentMove { ids, folder_id }): Valid<DocumentMove>,
) -> Result<Json<Changed>> {
    let mut tx = app.db.write_for(&user.id).await?;
    if let Some(folder) = &folder_id {
        folders::expect_own(&mut tx, &user.id, folder).await?;
    }
    let sql = "UPDATE documents SET folder_id = $2 WHERE account_id = $1";
    let count = among(&mut tx, sql, &ids, |query| query.bind(&user.id).bind(&folder_id)).await?;
    tx.commit().await?;
    Ok(told(&app, &user, &ids, count, false))
}

/// Runs `{sql} AND id IN (…)`; `bind` gives the two values before the ids. Returns how many rows it met.
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

/// Tells the person's other pages, and how many there were.
pub(super) fn told(app: &App, user: &User, ids: &[String], count: u64, gone: bool) -> Json<Changed> {
    if count > 0 {
        let named = if ids.len() <= NAMED { ids } else { &[] };
        realtime::publish_now(app, &user.id, "document.changed", &json!({ "ids": named, "gone": gone }));
    }
    Json(Changed { count })
}
