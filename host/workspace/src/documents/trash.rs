//! The trash: deleted documents can be restored for thirty days.

use super::find_open;
use super::many::{Changed, DocumentIds, among, published};
use crate::messages::realtime;
use crate::platform::auth::DocumentsWrite;
use crate::platform::prelude::*;

/// How long a document stays in the trash.
pub const TRASH_DAYS: i64 = 30;
/// Documents that are deleted per transaction, so that other writers do not wait long.
const BATCH: i64 = 200;

/// Move a document to the trash; it can be restored for 30 days
#[utoipa::path(delete, path = "/api/documents/{id}", tag = "documents", security(("key" = ["documents:write"])), params(("id" = String, Path)), responses((status = 204)))]
pub(super) async fn delete_document(
    app: App,
    caller: Scoped<DocumentsWrite>,
    Path(id): Path<String>,
) -> Result<Response> {
    if caller.key.is_some() {
        find_open(&mut app.db.read().acquire().await?, &caller, &id).await?;
    }
    one(mark(&app, &caller, &[id], true).await?)
}

/// Restore a document from the trash
#[utoipa::path(post, path = "/api/documents/{id}/restore", tag = "documents", params(("id" = String, Path)), responses((status = 204)))]
pub(super) async fn restore_document(app: App, user: User, Path(id): Path<String>) -> Result<Response> {
    one(mark(&app, &user, &[id], false).await?)
}

fn one(Json(changed): Json<Changed>) -> Result<Response> {
    if changed.count == 0 { Err(Problem::not_found()) } else { Ok(no_content()) }
}

/// Move documents to the trash
#[utoipa::path(post, path = "/api/documents/trash", tag = "documents", request_body = DocumentIds, responses((status = 200, body = Changed)))]
pub(super) async fn trash_documents(
    app: App,
    user: User,
    Valid(DocumentIds { ids }): Valid<DocumentIds>,
) -> Result<Json<Changed>> {
    mark(&app, &user, &ids, true).await
}

/// Restore documents from the trash
#[utoipa::path(post, path = "/api/documents/restore", tag = "documents", request_body = DocumentIds, responses((status = 200, body = Changed)))]
pub(super) async fn restore_documents(
    app: App,
    user: User,
    Valid(DocumentIds { ids }): Valid<DocumentIds>,
) -> Result<Json<Changed>> {
    mark(&app, &user, &ids, false).await
}

/// Idempotent: deleting twice or restoring an existing document is not an error. The thirty days count from the first
/// deletion.
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
    let count = among(&mut tx, sql, ids, |query| query.binds((&user.id, deleted_at))).await?;
    let changed = published(app, &mut tx, user, ids, count, gone);
    committed(tx, changed).await
}

/// Delete documents permanently
///
/// Only those in the trash; their versions are deleted too.
#[utoipa::path(post, path = "/api/documents/delete", tag = "documents", request_body = DocumentIds, responses((status = 200, body = Changed)))]
pub(super) async fn delete_documents(
    app: App,
    user: User,
    Valid(DocumentIds { ids }): Valid<DocumentIds>,
) -> Result<Json<Changed>> {
    let sql = "DELETE FROM documents WHERE account_id = $1 AND deleted_at <= $2";
    let mut tx = app.db.write_for(&user.id).await?;
    let count = among(&mut tx, sql, &ids, |query| query.binds((&user.id, Timestamp::now()))).await?;
    let changed = published(&app, &mut tx, &user, &ids, count, true);
    committed(tx, changed).await
}

/// Empty the trash permanently
#[utoipa::path(delete, path = "/api/documents/trash", tag = "documents", responses((status = 200, body = Changed)))]
pub(super) async fn empty_trash(app: App, user: User) -> Result<Json<Changed>> {
    let mut tx = app.db.write_for(&user.id).await?;
    let done = db::query("DELETE FROM documents WHERE account_id = $1 AND deleted_at IS NOT NULL");
    let done = done.bind(&user.id).execute(&mut *tx).await?;
    realtime::publish(&app, &mut tx, &user.id, "document.changed", &json!({}));
    committed(tx, Json(Changed { count: done.rows_affected() })).await
}

/// Permanently deletes what was moved to the trash more than 30 days before `now`; returns the number of documents.
pub async fn clear_trash(app: &App, now: Timestamp) -> Result<u64> {
    let mut cleared = 0;
    loop {
        let mut tx = app.db.write().await?;
        let done = db::query(
            "DELETE FROM documents WHERE id IN (SELECT id FROM documents WHERE deleted_at < $1 ORDER BY deleted_at LIMIT $2)",
        );
        let done = done.binds((now.plus_ms(-TRASH_DAYS * DAY_MS), BATCH)).execute(&mut *tx).await?;
        tx.commit().await?;
        cleared += done.rows_affected();
        if done.rows_affected() == 0 {
            return Ok(cleared);
        }
    }
}
