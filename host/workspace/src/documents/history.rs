//! The versions of a document: each edit keeps the previous one.

use crate::platform::http::if_match;
use crate::platform::prelude::*;

use super::{Data, Document, answer, edit, find};

/// Versions that are kept in addition to the current one.
const KEPT: i64 = 50;
/// Bytes of their texts and data together; the latest is kept whatever its length.
const KEPT_BYTES: i64 = 4 * 1024 * 1024;

/// A version in the list.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
pub(super) struct VersionSummary {
    pub version: i64,
    pub title: String,
    /// When it was created.
    pub created_at: Timestamp,
}

/// The versions of a document.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Versions {
    /// The current one first.
    data: Vec<VersionSummary>,
}

/// A version of a document.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
pub(super) struct DocumentVersion {
    pub version: i64,
    pub title: String,
    /// Markdown.
    pub text: String,
    #[sqlx(try_from = "String")]
    #[schema(value_type = Object)]
    pub data: Data,
    pub created_at: Timestamp,
}

/// Keeps the current version before a change.
pub(super) async fn keep(tx: &mut Conn, document: &Document) -> Result<()> {
    let query = db::query(
        "INSERT INTO document_versions (document_id, version, title, text, data, created_at)
         SELECT id, version, title, text, data, updated_at FROM documents WHERE id = $1",
    );
    query.bind(&document.id).execute(&mut *tx).await?;
    // Deletes older versions beyond the size limit.
    let query = db::query(
        "DELETE FROM document_versions WHERE document_id = $1 AND (version <= $2 OR $3 < (
             SELECT SUM(octet_length(later.text) + octet_length(later.data)) FROM document_versions later
             WHERE later.document_id = $1 AND later.version >= document_versions.version)
             AND version < $4)",
    );
    query.binds((&document.id, document.version - KEPT, KEPT_BYTES, document.version)).run(tx).await
}

/// The versions of a document
#[utoipa::path(get, path = "/api/documents/{id}/versions", tag = "documents", params(("id" = String, Path)),
    responses((status = 200, body = Versions)))]
pub(super) async fn list_versions(app: App, user: User, Path(id): Path<String>) -> Result<Json<Versions>> {
    let mut tx = app.db.read().begin().await?;
    let current = find(&mut tx, &user, &id).await?;
    let earlier = db::query_as(
        "SELECT version, title, created_at FROM document_versions WHERE document_id = $1 ORDER BY version DESC",
    );
    let earlier = earlier.bind(&id).fetch_all(&mut *tx).await?;
    let Document { version, title, updated_at: created_at, .. } = current;
    let data = [VersionSummary { version, title, created_at }].into_iter().chain(earlier).collect();
    Ok(Json(Versions { data }))
}

/// A version of a document
#[utoipa::path(get, path = "/api/documents/{id}/versions/{version}", tag = "documents",
    params(("id" = String, Path), ("version" = i64, Path)), responses((status = 200, body = DocumentVersion)))]
pub(super) async fn get_version(
    app: App,
    user: User,
    Path((id, version)): Path<(String, i64)>,
) -> Result<Json<DocumentVersion>> {
    let mut tx = app.db.read().begin().await?;
    let current = find(&mut tx, &user, &id).await?;
    if version != current.version {
        return Ok(Json(earlier(&mut tx, &id, version).await?));
    }
    let Document { version, title, text, data, updated_at: created_at, .. } = current;
    Ok(Json(DocumentVersion { version, title, text, data, created_at }))
}

/// Restore a version
///
/// The current text is kept as a version, so that the restore can be undone.
#[utoipa::path(post, path = "/api/documents/{id}/versions/{version}/restore", tag = "documents",
    params(("id" = String, Path), ("version" = i64, Path), ("If-Match" = Option<String>, Header)),
    responses((status = 200, body = Document), (status = 409, description = "It was changed in the meantime")))]
pub(super) async fn restore_version(
    app: App,
    user: User,
    Path((id, version)): Path<(String, i64)>,
    headers: HeaderMap,
) -> Result<Response> {
    let mut tx = app.db.write_for(&user.id).await?;
    let current = find(&mut tx, &user, &id).await?;
    edit::expect_version(&current, if_match(&headers)?)?;
    if version != current.version {
        let wanted = earlier(&mut tx, &id, version).await?;
        edit::change(&mut tx, &user.id, &current, &wanted.title, &wanted.text, Some(wanted.data.json()))
            .await?;
    }
    let changed = find(&mut tx, &user, &id).await?;
    edit::publish(&app, &mut tx, &user, &id);
    committed(tx, answer(changed)).await
}

async fn earlier(conn: &mut Conn, id: &str, version: i64) -> Result<DocumentVersion> {
    db::query_as(
        "SELECT version, title, text, data, created_at FROM document_versions WHERE document_id = $1 AND version = $2",
    )
    .binds((id, version))
    .fetch_optional(conn)
    .await?
    .ok_or_else(Problem::not_found)
}
