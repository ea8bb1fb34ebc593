//! The trash: what is deleted stays there for thirty days and can be taken back until then.

use axum::{
    Json,
    extract::{Path, State},
    response::Response,
};
use serde_json::json;

use super::{
    find_open,
    many::{Changed, DocumentIds, among, told},
};
use crate::{
    messages::realtime,
    platform::{
        app::App,
        auth::{DocumentsWrite, Scoped, User},
        clock::{DAY_MS, Timestamp},
        db,
        error::{Problem, Result},
        http::no_content,
        json::Valid,
    },
};

/// How long a document stays in the trash.
const KEPT_DAYS: i64 = 30;
/// Documents that are cleared away in one transaction, so that nobody waits long for the writer.
const BATCH: i64 = 200;

/// Put a document into the trash; it can be restored for 30 days
#[utoipa::path(delete, path = "/api/documents/{id}", tag = "documents", security(("key" = ["documents:write"])), params(("id" = String, Path)), responses((status = 204)))]
pub(super) async fn delete_document(
    State(app): State<App>,
    caller: Scoped<DocumentsWrite>,
    Path(id): Path<String>,
) -> Result<Response> {
    if caller.key.is_some() {
        find_open(&mut app.db.read().acquire().await?, &caller, &id).await?;
    }
    one(mark(&app, &caller, &[id], true).await?)
}

/// Take a document back from the trash
#[utoipa::path(post, path = "/api/documents/{id}/restore", tag = "documents", params(("id" = String, Path)), responses((status = 204)))]
pub(super) async fn restore_document(
    State(app): State<App>,
    user: User,
    Path(id): Path<String>,
) -> Result<Response> {
    one(mark(&app, &user, &[id], false).await?)
}

fn one(Json(changed): Json<Changed>) -> Result<Response> {
    if changed.count == 0 { Err(Problem::not_found()) } else { Ok(no_content()) }
}

/// Put documents into the trash
#[utoipa::path(post, path = "/api/documents/trash", tag = "documents", request_body = DocumentIds, responses((status = 200, body = Changed)))]
pub(super) async fn trash_documents(
    State(app): State<App>,
    user: User,
    Valid(DocumentIds { ids }): Valid<DocumentIds>,
) -> Result<Json<Changed>> {
    mark(&app, &user, &ids, true).await
}

/// Take documents back from the trash
#[utoipa::path(post, path = "/api/documents/restore", tag = "documents", request_body = DocumentIds, responses((status = 200, body = Changed)))]
pub(super) async fn restore_documents(
    State(app): State<App>,
    user: User,
    Valid(DocumentIds { ids }): Valid<DocumentIds>,
) -> Result<Json<Changed>> {
    mark(&app, &user, &ids, false).await
}

/// Deleting twice or restoring what is there is no mistake: both say what is wanted, not what was. The days of the trash
/// are counted from the first time.
async fn mark(app: &App, user: &User, ids: &[String], gone: bool) -> Result<Json<Changed>> {
    let (sql, deleted_at) = if gone {
        (
            "UPDATE documents SET deleted_at = COALESCE(deleted_at, $2) WHERE account_id = $1",
            Some(Timestamp::now()),
        )
    } else {
        ("UPDATE documents SET deleted_at = $2 WHERE account_id = $1", None)
    };
    let mut tx = app.db.write_for(&user.id).await?;
    let count = among(&mut tx, sql, ids, |query| query.bind(&user.id).bind(deleted_at)).await?;
    tx.commit().await?;
    Ok(told(app, user, ids, count, gone))
}

/// Delete documents for ever
///
/// Only those in the trash; their versions go along.
#[utoipa::path(post, path = "/api/documents/delete", tag = "documents", request_body = DocumentIds, responses((status = 200, body = Changed)))]
pub(super) async fn delete_documents(
    State(app): State<App>,
    user: User,
    Valid(DocumentIds { ids }): Valid<DocumentIds>,
) -> Result<Json<Changed>> {
    let sql = "DELETE FROM documents WHERE account_id = $1 AND deleted_at <= $2";
    let mut tx = app.db.write_for(&user.id).await?;
    let count = among(&mut tx, sql, &ids, |query| query.bind(&user.id).bind(Timestamp::now())).await?;
    tx.commit().await?;
    Ok(told(&app, &user, &ids, count, true))
}

/// Empty the trash: delete all that is in it for ever
#[utoipa::path(delete, path = "/api/documents/trash", tag = "documents", responses((status = 200, body = Changed)))]
pub(super) async fn empty_trash(State(app): State<App>, user: User) -> Result<Json<Changed>> {
    let mut tx = app.db.write_for(&user.id).await?;
    let done = db::query("DELETE FROM documents WHERE account_id = $1 AND deleted_at IS NOT NULL")
        .bind(&user.id)
        .execute(&mut *tx)
        .await?;
    realtime::publish(&app, &mut tx, &user.id, "document.changed", &json!({}));
    tx.commit().await?;
    Ok(Json(Changed { count: done.rows_affected() }))
}

/// Deletes for ever what was put into the trash more than 30 days before `now`; returns how many documents that were.
pub async fn clear_trash(app: &App, now: Timestamp) -> Result<u64> {
    let mut cleared = 0;
    loop {
        let mut tx = app.db.write().await?;
        let done = db::query(
            "DELETE FROM documents WHERE id IN (SELECT id FROM documents WHERE deleted_at < $1 ORDER BY deleted_at LIMIT $2)",
        )
        .bind(now.plus_ms(-KEPT_DAYS * DAY_MS))
        .bind(BATCH)
        .execute(&mut *tx)
        .await?;
        tx.commit().await?;
        cleared += done.rows_affected();
        if done.rows_affected() == 0 {
            return Ok(cleared);
        }
    }
}
