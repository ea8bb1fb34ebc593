//! Pictures of people.

use axum::{
    Json,
    body::Body,
    extract::{Path, State},
    http::{HeaderMap, header},
    response::{IntoResponse, Response},
};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use imagesize::ImageType;

use crate::{
    app::App,
    auth::{self, User},
    clock::Timestamp,
    db,
    error::{Problem, Result, Text},
    json,
};

use super::{UserView, profile};

/// More than this on a side is no picture of a person, and takes a browser too much memory to draw small.
const MOST_PIXELS: usize = 4096;

/// What the bytes are, whatever they are called; told at the field where they are no picture that is taken.
fn media_type(bytes: &[u8]) -> Result<&'static str> {
    let refuse = |key| Problem::invalid_field("avatar", Text::key(key));
    let media_type = match imagesize::image_type(bytes) {
        Ok(ImageType::Png) => "image/png",
        Ok(ImageType::Jpeg) => "image/jpeg",
        Ok(ImageType::Webp) => "image/webp",
        _ => return Err(refuse("accounts.avatar-not-a-picture")),
    };
    let size = imagesize::blob_size(bytes).map_err(|_| refuse("accounts.avatar-not-a-picture"))?;
    if size.width.max(size.height) > MOST_PIXELS || size.width.min(size.height) == 0 {
        return Err(refuse("accounts.avatar-too-wide"));
    }
    Ok(media_type)
}

/// Set one's picture
///
/// The body is the picture itself: PNG, JPEG or WebP, told by its content.
#[utoipa::path(put, path = "/api/user/avatar", tag = "accounts",
    request_body(content(("image/png"), ("image/jpeg"), ("image/webp"))),
    responses((status = 200, body = UserView)))]
pub(crate) async fn save_avatar(
    State(app): State<App>,
    user: User,
    headers: HeaderMap,
    body: Body,
) -> Result<Json<UserView>> {
    let most = app.config.avatar_bytes;
    let bytes = json::read(&app, &headers, body, most).await.map_err(|problem| {
        let too_large = problem.code() == "request.too-large";
        let message = Text::key("accounts.avatar-too-large").with("max_kb", most / 1024);
        if too_large { Problem::invalid_field("avatar", message) } else { problem }
    })?;
    let media_type = media_type(&bytes)?;
    let now = Timestamp::now();
    // The address changes with the picture, so that browsers may keep it.
    let tag = auth::hash_of(&STANDARD.encode(&bytes));
    let address = format!("/api/avatars/{}?v={}", user.id, tag.get(..12).unwrap_or_default());
    let mut tx = app.db.write().await?;
    db::query(
        "INSERT INTO avatars (user_id, media_type, content, updated_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (user_id) DO UPDATE SET media_type = excluded.media_type, content = excluded.content, updated_at = excluded.updated_at",
    )
    .bind(&user.id)
    .bind(media_type)
    .bind(STANDARD.encode(&bytes))
    .bind(now)
    .execute(&mut *tx)
    .await?;
    db::query("UPDATE users SET avatar = $2, updated_at = $3 WHERE id = $1")
        .bind(&user.id)
        .bind(&address)
        .bind(now)
        .execute(&mut *tx)
        .await?;
    let view = profile::view(&mut tx, &user.id, user.impersonator_id.as_deref()).await?;
    tx.commit().await?;
    app.sessions.forget_user(&user.id);
    Ok(Json(view))
}

/// Take one's picture away
#[utoipa::path(delete, path = "/api/user/avatar", tag = "accounts", responses((status = 200, body = UserView)))]
pub(crate) async fn delete_avatar(State(app): State<App>, user: User) -> Result<Json<UserView>> {
    let mut tx = app.db.write().await?;
    db::query("DELETE FROM avatars WHERE user_id = $1").bind(&user.id).execute(&mut *tx).await?;
    db::query("UPDATE users SET avatar = NULL, updated_at = $2 WHERE id = $1")
        .bind(&user.id)
        .bind(Timestamp::now())
        .execute(&mut *tx)
        .await?;
    let view = profile::view(&mut tx, &user.id, user.impersonator_id.as_deref()).await?;
    tx.commit().await?;
    app.sessions.forget_user(&user.id);
    Ok(Json(view))
}

/// A person's picture
#[utoipa::path(get, path = "/api/avatars/{id}", tag = "accounts", params(("id" = String, Path, description = "Id of the person")),
    responses((status = 200, content((Vec<u8> = "image/png"), (Vec<u8> = "image/jpeg"), (Vec<u8> = "image/webp")))))]
pub(crate) async fn get_avatar(State(app): State<App>, _: User, Path(id): Path<String>) -> Result<Response> {
    let picture: Option<(String, String)> =
        db::query_as("SELECT media_type, content FROM avatars WHERE user_id = $1")
            .bind(&id)
            .fetch_optional(app.db.read())
            .await?;
    let (media_type, content) = picture.ok_or_else(Problem::not_found)?;
    let bytes = STANDARD.decode(content).map_err(Problem::internal)?;
    let headers = [
        (header::CONTENT_TYPE, media_type),
        (header::CACHE_CONTROL, "private, max-age=31536000, immutable".to_owned()),
        (header::CONTENT_DISPOSITION, "inline".to_owned()),
        // Nothing in it may run, should a browser ever take it for a document.
        (header::CONTENT_SECURITY_POLICY, "default-src 'none'; sandbox".to_owned()),
    ];
    Ok((headers, bytes).into_response())
}
