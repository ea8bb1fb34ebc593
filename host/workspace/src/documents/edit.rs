//! Changing a document: edit, rate, favourite.

use crate::messages::realtime;
use crate::platform::auth::DocumentsWrite;
use crate::platform::http::if_match;
use crate::platform::json;
use crate::platform::prelude::*;

use super::{
    Document, Rating, TEXT_BYTES, TITLE_CHARS, answer, find, find_open, gaps, history, room, search,
};

/// The changes; absent fields keep their value.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct DocumentEdit {
    #[garde(inner(length(chars, min = 1, max = TITLE_CHARS)))]
    #[serde(default, deserialize_with = "single_line::written")]
    title: Option<String>,
    /// Markdown.
    #[garde(inner(length(bytes, max = TEXT_BYTES)))]
    text: Option<String>,
    #[garde(skip)]
    #[schema(value_type = Option<Object>)]
    data: Option<Value>,
    /// The edited version; alternative to the header If-Match. Without either the edit overwrites any version.
    #[garde(inner(range(min = 1)))]
    version: Option<i64>,
}

/// Edit a document
#[utoipa::path(patch, path = "/api/documents/{id}", tag = "documents", security(("key" = ["documents:write"])), params(("id" = String, Path), ("If-Match" = Option<String>, Header)),
    request_body = DocumentEdit, responses((status = 200, body = Document), (status = 409, description = "It was changed in the meantime")))]
pub(super) async fn update_document(
    app: App,
    caller: Scoped<DocumentsWrite>,
    Path(id): Path<String>,
    headers: HeaderMap,
    Valid(edit): Valid<DocumentEdit>,
) -> Result<Response> {
    let expected = edit.version.or(if_match(&headers)?);
    let data = edit.data.map(|data| storable(&data)).transpose()?;

    let bytes: usize = [edit.text.as_ref(), data.as_ref()].into_iter().flatten().map(String::len).sum();
    room::expect_room_for(&mut app.db.read().acquire().await?, &caller.id, bytes).await?;
    let mut tx = app.db.write_for(&caller.id).await?;
    let found = find_open(&mut tx, &caller, &id).await?;
    expect_version(&found, expected)?;
    let title = edit.title.as_deref().unwrap_or(&found.title);
    let text = edit.text.as_deref().unwrap_or(&found.text);
    change(&mut tx, &caller.id, &found, title, text, data.as_deref()).await?;
    let changed = find(&mut tx, &caller, &id).await?;
    publish(&app, &mut tx, &caller, &id);
    tx.commit().await?;
    Ok(answer(changed))
}

/// Refuses an edit of another version than the current one.
pub(super) fn expect_version(found: &Document, expected: Option<i64>) -> Result<()> {
    if expected.is_none_or(|expected| expected == found.version) {
        return Ok(());
    }
    Err(Problem::new(StatusCode::CONFLICT, "documents.changed-meanwhile").with("version", found.version))
}

/// Stores the next version and keeps the previous one.
pub(super) async fn change(
    tx: &mut Conn,
    account: &str,
    found: &Document,
    title: &str,
    text: &str,
    data: Option<&str>,
) -> Result<()> {
    history::keep(tx, found).await?;
    db::query(
        "UPDATE documents SET title = $2, text = $3, folded = $4, data = COALESCE($5, data), version = version + 1, updated_at = $6,
             gaps = $7
         WHERE id = $1",
    )
    .binds((&found.id, title, text, fold(title), data, Timestamp::now()))
    .bind(gaps::count(text))
    .execute(&mut *tx)
    .await?;
    search::index(account, found.id.clone(), title, text).await?.run(tx).await
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

/// A rating of a document.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct DocumentRating {
    /// Null removes it.
    rating: Option<Rating>,
}

/// Rate a document
#[utoipa::path(put, path = "/api/documents/{id}/rating", tag = "documents", params(("id" = String, Path)),
    request_body = DocumentRating, responses((status = 204)))]
pub(super) async fn rate_document(
    app: App,
    user: User,
    Path(id): Path<String>,
    json::Json(rated): json::Json<DocumentRating>,
) -> Result<Response> {
    let mut tx = app.db.write_for(&user.id).await?;
    let found = find(&mut tx, &user, &id).await?;
    db::query("UPDATE documents SET rating = $2 WHERE id = $1")
        .binds((&found.id, rated.rating))
        .execute(&mut *tx)
        .await?;
    publish(&app, &mut tx, &user, &id);
    tx.commit().await?;
    Ok(no_content())
}

/// Mark a document as a favourite
#[utoipa::path(put, path = "/api/documents/{id}/favourite", tag = "documents", params(("id" = String, Path)), responses((status = 204)))]
pub(super) async fn mark_document(app: App, user: User, Path(id): Path<String>) -> Result<Response> {
    set_favourite(&app, &user, &id, true).await
}

/// Unmark a favourite
#[utoipa::path(delete, path = "/api/documents/{id}/favourite", tag = "documents", params(("id" = String, Path)), responses((status = 204)))]
pub(super) async fn unmark_document(app: App, user: User, Path(id): Path<String>) -> Result<Response> {
    set_favourite(&app, &user, &id, false).await
}

async fn set_favourite(app: &App, user: &User, id: &str, favourite: bool) -> Result<Response> {
    let mut tx = app.db.write_for(&user.id).await?;
    let done = db::query(
        "UPDATE documents SET favourite = $3 WHERE id = $1 AND account_id = $2 AND deleted_at IS NULL",
    )
    .binds((id, &user.id, favourite))
    .execute(&mut *tx)
    .await?;
    if done.rows_affected() == 0 {
        return Err(Problem::not_found());
    }
    publish(app, &mut tx, user, id);
    tx.commit().await?;
    Ok(no_content())
}

/// Publishes to the user's other pages that a document changed.
pub(super) fn publish(app: &App, tx: &mut Conn, user: &User, id: &str) {
    realtime::publish(app, tx, &user.id, "document.changed", &json!({ "id": id }));
}
