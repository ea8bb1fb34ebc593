//! Changing a document: edit, delete, undo.

use axum::{
    extract::{Path, State},
    http::{HeaderMap, StatusCode, header},
    response::Response,
};
use garde::Validate;
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::{
    app::App,
    auth::User,
    clock::Timestamp,
    error::{Problem, Result, Text},
    http::no_content,
    json::Valid,
};

use super::{Document, TEXT_BYTES, TITLE_CHARS, answer, find, folded};

/// What to change; what is left out stays.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct DocumentEdit {
    #[garde(inner(length(chars, min = 1, max = TITLE_CHARS)))]
    title: Option<String>,
    /// Markdown.
    #[garde(inner(length(bytes, max = TEXT_BYTES)))]
    text: Option<String>,
    #[garde(skip)]
    #[schema(value_type = Option<Object>)]
    data: Option<Value>,
    /// The version that was edited; the header If-Match does the same. Without either the edit always wins.
    #[garde(inner(range(min = 1)))]
    version: Option<i64>,
}

/// Edit a document
#[utoipa::path(patch, path = "/api/documents/{id}", tag = "documents", params(("id" = String, Path), ("If-Match" = Option<String>, Header)),
    request_body = DocumentEdit, responses((status = 200, body = Document), (status = 409, description = "Changed meanwhile")))]
pub(super) async fn update_document(
    State(app): State<App>,
    user: User,
    Path(id): Path<String>,
    headers: HeaderMap,
    Valid(edit): Valid<DocumentEdit>,
) -> Result<Response> {
    let expected = edit.version.or(if_match(&headers)?);
    let data = edit.data.map(|data| storable(&data)).transpose()?;

    let mut tx = app.db.write().await?;
    let found = find(&mut tx, &user, &id).await?;
    if expected.is_some_and(|expected| expected != found.version) {
        return Err(
            Problem::new(StatusCode::CONFLICT, "documents.changed-meanwhile").with("version", found.version)
        );
    }
    let title = edit.title.unwrap_or(found.title);
    let text = edit.text.unwrap_or(found.text);
    sqlx::query(
        "UPDATE documents SET title = $3, text = $4, folded = $5, data = COALESCE($6, data), version = version + 1, updated_at = $7
         WHERE id = $1 AND account_id = $2",
    )
    .bind(&id)
    .bind(&user.id)
    .bind(&title)
    .bind(&text)
    .bind(folded(&title, &text))
    .bind(data)
    .bind(Timestamp::now())
    .execute(&mut *tx)
    .await?;
    let changed = find(&mut tx, &user, &id).await?;
    tx.commit().await?;
    Ok(answer(changed))
}

fn if_match(headers: &HeaderMap) -> Result<Option<i64>> {
    let Some(tag) = headers.get(header::IF_MATCH).and_then(|tag| tag.to_str().ok()) else { return Ok(None) };
    if tag.trim() == "*" {
        return Ok(None);
    }
    let version = tag.trim().trim_start_matches("W/").trim_matches('"').parse();
    version.map(Some).map_err(|_| Problem::invalid_field("If-Match", Text::key("validation.wrong-format")))
}

fn storable(data: &Value) -> Result<String> {
    if !data.is_object() {
        return Err(Problem::invalid_field("data", Text::key("validation.wrong-type")));
    }
    let json = data.to_string();
    if json.len() > TEXT_BYTES {
        return Err(Problem::invalid_field("data", Text::key("validation.too-long").with("max", TEXT_BYTES)));
    }
    Ok(json)
}

/// Delete a document; it can be restored
#[utoipa::path(delete, path = "/api/documents/{id}", tag = "documents", params(("id" = String, Path)), responses((status = 204)))]
pub(super) async fn delete_document(
    State(app): State<App>,
    user: User,
    Path(id): Path<String>,
) -> Result<Response> {
    mark(&app, &user, &id, Some(Timestamp::now())).await
}

/// Undo the deletion of a document
#[utoipa::path(post, path = "/api/documents/{id}/restore", tag = "documents", params(("id" = String, Path)), responses((status = 204)))]
pub(super) async fn restore_document(
    State(app): State<App>,
    user: User,
    Path(id): Path<String>,
) -> Result<Response> {
    mark(&app, &user, &id, None).await
}

/// Deleting twice or restoring what is there is no mistake: both say what is wanted, not what was.
async fn mark(app: &App, user: &User, id: &str, deleted_at: Option<Timestamp>) -> Result<Response> {
    let mut tx = app.db.write().await?;
    let done = sqlx::query("UPDATE documents SET deleted_at = $3 WHERE id = $1 AND account_id = $2")
        .bind(id)
        .bind(&user.id)
        .bind(deleted_at)
        .execute(&mut *tx)
        .await?;
    tx.commit().await?;
    if done.rows_affected() == 0 { Err(Problem::not_found()) } else { Ok(no_content()) }
}
