//! Links that share a document: they show its text to readers without an account until they expire or are stopped.

use axum::http::HeaderName;

use super::{edit, find};
use crate::billing::plans::ToolNames;
use crate::messages::audit_log::{self, Actor, Subject};
use crate::platform::prelude::*;

/// How often one address may open links.
const OPENED: Limit = Limit::new(60, MINUTE);

/// A response that search engines must not list.
const NO_INDEX: (HeaderName, &str) = (HeaderName::from_static("x-robots-tag"), "noindex, nofollow");

/// The link of a document. The link itself is shown only when it is created.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
pub(super) struct DocumentShare {
    created_at: Timestamp,
    /// Null if it works until it is stopped.
    #[schema(required)]
    expires_at: Option<Timestamp>,
}

/// Whether a document is shared.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct DocumentSharing {
    /// Null if there is no link, or if it has expired.
    #[schema(required)]
    share: Option<DocumentShare>,
}

/// The link of a document
///
/// Also of one in the trash, whose link does not open.
#[utoipa::path(get, path = "/api/documents/{id}/share", tag = "documents", params(("id" = String, Path)),
    responses((status = 200, body = DocumentSharing)))]
pub(super) async fn get_share(app: App, user: User, Path(id): Path<String>) -> Result<Json<DocumentSharing>> {
    let mut conn = app.db.read().acquire().await?;
    let own = db::query_scalar("SELECT EXISTS (SELECT 1 FROM documents WHERE id = $1 AND account_id = $2)");
    let is_own: bool = own.binds((&id, &user.id)).fetch_one(&mut conn).await?;
    refuse_if(!is_own, Problem::not_found)?;
    let share = db::query_as(
        "SELECT created_at, expires_at FROM document_shares
         WHERE document_id = $1 AND (expires_at IS NULL OR expires_at > $2)",
    );
    let share = share.binds((&id, Timestamp::now())).fetch_optional(&mut conn).await?;
    Ok(Json(DocumentSharing { share }))
}

/// A link to create.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewDocumentShare {
    /// Days until it expires; absent for a link that works until it is stopped.
    #[serde(default)]
    #[garde(inner(range(min = 1, max = 365)))]
    #[schema(minimum = 1, maximum = 365)]
    expires_in_days: Option<i64>,
}

/// A new link.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct MadeDocumentShare {
    share: DocumentShare,
    /// The link itself, shown only this once.
    link: String,
}

/// Share a document by a link
///
/// Everyone with the link can read the document, without an account. An earlier link stops working.
#[utoipa::path(post, path = "/api/documents/{id}/share", tag = "documents", params(("id" = String, Path)), request_body = NewDocumentShare,
    responses((status = 201, body = MadeDocumentShare)))]
pub(super) async fn share_document(
    app: App,
    user: User,
    actor: Actor,
    Path(id): Path<String>,
    Valid(new): Valid<NewDocumentShare>,
) -> Result<Response> {
    let (token, created_at) = (new_secret(), Timestamp::now());
    let expires_at = new.expires_in_days.map(|days| created_at.plus_ms(days * DAY_MS));
    let mut tx = app.db.write_for(&user.id).await?;
    find(&mut tx, &user, &id).await?;
    db::query(
        "INSERT INTO document_shares (document_id, token_hash, created_at, expires_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (document_id) DO UPDATE SET token_hash = excluded.token_hash, created_at = excluded.created_at,
         expires_at = excluded.expires_at",
    )
    .binds((&id, hash_of(&token), created_at, expires_at))
    .execute(&mut *tx)
    .await?;
    let details = json!({ "document": id, "days": new.expires_in_days });
    audit_log::record(&mut tx, &actor, "document.shared", Subject::user(&user.id), details).await?;
    edit::publish(&app, &mut tx, &user, &id);
    tx.commit().await?;
    let share = DocumentShare { created_at, expires_at };
    let made = MadeDocumentShare { share, link: format!("{}/shared/{token}", app.url()) };
    Ok((StatusCode::CREATED, NO_STORE, Json(made)).into_response())
}

/// Stop sharing a document
///
/// Its link stops working at once. Stopping twice is not an error.
#[utoipa::path(delete, path = "/api/documents/{id}/share", tag = "documents", params(("id" = String, Path)), responses((status = 204)))]
pub(super) async fn unshare_document(
    app: App,
    user: User,
    actor: Actor,
    Path(id): Path<String>,
) -> Result<Response> {
    let mut tx = app.db.write_for(&user.id).await?;
    find(&mut tx, &user, &id).await?;
    let delete = db::query("DELETE FROM document_shares WHERE document_id = $1");
    if delete.bind(&id).execute(&mut *tx).await?.rows_affected() > 0 {
        let details = json!({ "document": id });
        audit_log::record(&mut tx, &actor, "document.unshared", Subject::user(&user.id), details).await?;
    }
    edit::publish(&app, &mut tx, &user, &id);
    committed(tx, no_content()).await
}

/// A shared document, without any data about its owner.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct SharedDocument {
    title: String,
    /// Markdown.
    text: String,
    /// The name of the tool that wrote it; null if it is not installed any more.
    #[schema(required)]
    tool: Option<String>,
    /// Whether rules wrote it, without a language model.
    drafted: bool,
    /// Whether it is a structure with places to fill.
    frame: bool,
}

#[derive(sqlx::FromRow)]
struct Row {
    title: String,
    text: String,
    tool: String,
    drafted: bool,
    data: String,
}

/// The part of a result's data that says what it is; data of any other shape is a text.
#[derive(Deserialize)]
struct Kind {
    #[serde(default)]
    frame: bool,
}

/// The document of a link
///
/// 404 if the link is unknown, stopped or expired, if the document was deleted, or if its owner was deleted or
/// suspended.
#[utoipa::path(get, path = "/api/shared/{token}", tag = "documents", security(()), params(("token" = String, Path)),
    responses((status = 200, body = SharedDocument), (status = 429, description = "Too many links were opened from this address")))]
pub(super) async fn get_shared_document(
    app: App,
    parts: Parts,
    locale: Locale,
    Path(token): Path<String>,
) -> Result<Response> {
    app.rates.count_from("shared", visit(&parts)?.address, OPENED)?;
    let found = db::query_as(
        "SELECT d.title, d.text, d.tool, d.drafted, d.data FROM document_shares s JOIN documents d ON d.id = s.document_id
         JOIN user_profiles u ON u.id = d.account_id
         WHERE s.token_hash = $1 AND (s.expires_at IS NULL OR s.expires_at > $2) AND d.deleted_at IS NULL
         AND u.suspended_at IS NULL",
    );
    let found = found.binds((hash_of(&token), Timestamp::now()));
    let Row { title, text, tool, drafted, data } =
        found.fetch_optional(app.db.read()).await?.ok_or_else(Problem::not_found)?;
    let known = (app.part::<ToolNames>().0)(&app, locale);
    let tool = known.into_iter().find(|known| known.id == tool).map(|known| known.name);
    let frame = serde_json::from_str::<Kind>(&data).is_ok_and(|kind| kind.frame);
    let document = SharedDocument { title, text, tool, drafted, frame };
    Ok((NO_STORE, [NO_INDEX], Json(document)).into_response())
}

/// A link in the export of personal data.
#[derive(Serialize, sqlx::FromRow)]
struct Own {
    title: String,
    created_at: Timestamp,
    expires_at: Option<Timestamp>,
}

/// The links of an account; they themselves are not stored.
pub(super) fn own_shares<'a>(conn: &'a mut Conn, account: &'a str) -> BoxFuture<'a, Result<Vec<File>>> {
    Box::pin(async move {
        let shares = db::query_as(
            "SELECT d.title, s.created_at, s.expires_at FROM document_shares s JOIN documents d ON d.id = s.document_id
             WHERE d.account_id = $1 ORDER BY d.id",
        );
        let shares: Vec<Own> = shares.bind(account).fetch_all(&mut *conn).await?;
        Ok(vec![File::json("shared-documents.json", &shares)?])
    })
}
