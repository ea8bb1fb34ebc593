//! Avatars.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::platform::picture::{self, Picture, Unusable};
use crate::platform::prelude::*;

use super::{UserView, profile};

/// Longer side of a stored avatar: twice its largest display size.
const SIDE: u32 = 256;

/// Set your avatar
///
/// The body is the image itself: PNG, JPEG or WebP, detected by its content. It is stored at a small size, without
/// animation and metadata such as the location.
#[utoipa::path(put, path = "/api/user/avatar", tag = "accounts",
    request_body(content(("image/png"), ("image/jpeg"), ("image/webp"))),
    responses((status = 200, body = UserView), (status = 429, description = "Another conversion of the account is running")))]
pub(crate) async fn save_avatar(
    app: App,
    user: User,
    headers: HeaderMap,
    body: Body,
) -> Result<Json<UserView>> {
    let most = app.config.avatar_bytes;
    let turn = app.conversions.turn(&user.id).await?;
    let bytes = json::read(&app, &headers, body, most).await.map_err(|problem| {
        let too_large = problem.code() == "request.too-large";
        let message = Text::key("accounts.avatar-too-large").with("max_kb", most / 1024);
        if too_large { Problem::invalid_field("avatar", message) } else { problem }
    })?;
    let picture = turn.run(move || encode(&bytes)).await??;
    let mut tx = app.db.write().await?;
    store(&mut tx, &user.id, &picture).await?;
    Ok(Json(profile::changed(&app, tx, &user).await?))
}

/// An unsupported image is refused at the field `avatar`.
fn encode(bytes: &[u8]) -> Result<Picture> {
    picture::encode(bytes, SIDE).map_err(|unusable| {
        let key = match unusable {
            Unusable::NotAPicture => "accounts.avatar-not-a-picture",
            Unusable::TooWide => "accounts.avatar-too-wide",
        };
        Problem::invalid_field("avatar", Text::key(key))
    })
}

async fn store(conn: &mut Conn, user: &str, picture: &Picture) -> Result<()> {
    let (content, now) = (STANDARD.encode(&picture.content), Timestamp::now());
    // The URL changes with the image, so that browsers may cache it.
    let tag = auth::hash_of(&content);
    let address = format!("/api/avatars/{user}?v={}", tag.get(..12).unwrap_or_default());
    let query = db::query(
        "INSERT INTO avatars (user_id, media_type, content, updated_at, clean) VALUES ($1, $2, $3, $4, TRUE)
         ON CONFLICT (user_id) DO UPDATE SET media_type = excluded.media_type, content = excluded.content,
             updated_at = excluded.updated_at, clean = TRUE",
    );
    query.binds((user, picture.media_type, content, now)).execute(&mut *conn).await?;
    users::set_avatar(conn, user, Some(&address)).await
}

async fn remove(conn: &mut Conn, user: &str) -> Result<()> {
    db::query("DELETE FROM avatars WHERE user_id = $1").bind(user).execute(&mut *conn).await?;
    users::set_avatar(conn, user, None).await
}

/// Encodes images again that an earlier version stored unchanged. One that cannot be decoded is removed, since its
/// content is unknown.
pub(super) async fn clean_stored(app: &App) -> Result<()> {
    while !app.stop.is_cancelled() {
        let stored: Option<(String, String)> =
            db::query_as("SELECT user_id, content FROM avatars WHERE NOT clean ORDER BY user_id LIMIT 1")
                .fetch_optional(app.db.read())
                .await?;
        let Some((user, content)) = stored else { return Ok(()) };
        let turn = app.conversions.turn(&user).await?;
        let bytes = STANDARD.decode(&content).unwrap_or_default();
        let picture = turn.run(move || encode(&bytes)).await?;
        let mut tx = app.db.write().await?;
        let is_same: bool =
            db::query_scalar("SELECT EXISTS (SELECT 1 FROM avatars WHERE user_id = $1 AND content = $2)")
                .binds((&user, &content))
                .fetch_one(&mut *tx)
                .await?;
        match picture {
            _ if !is_same => {}
            Ok(picture) => store(&mut tx, &user, &picture).await?,
            Err(problem) => {
                tracing::info!(user, %problem, "a stored avatar could not be decoded and is removed");
                remove(&mut tx, &user).await?;
            }
        }
        app.sessions.forget_user(&mut tx, &user);
        tx.commit().await?;
    }
    Ok(())
}

/// Delete your avatar
#[utoipa::path(delete, path = "/api/user/avatar", tag = "accounts", responses((status = 200, body = UserView)))]
pub(crate) async fn delete_avatar(app: App, user: User) -> Result<Json<UserView>> {
    let mut tx = app.db.write().await?;
    remove(&mut tx, &user.id).await?;
    Ok(Json(profile::changed(&app, tx, &user).await?))
}

/// A user's avatar
#[utoipa::path(get, path = "/api/avatars/{id}", tag = "accounts", params(("id" = String, Path, description = "Id of the user")),
    responses((status = 200, content((Vec<u8> = "image/png"), (Vec<u8> = "image/jpeg"), (Vec<u8> = "image/webp")))))]
pub(crate) async fn get_avatar(app: App, _: User, Path(id): Path<String>) -> Result<Response> {
    let picture = db::query_as("SELECT media_type, content FROM avatars WHERE user_id = $1");
    let picture: Option<(String, String)> = picture.bind(&id).fetch_optional(app.db.read()).await?;
    let (media_type, content) = picture.ok_or_else(Problem::not_found)?;
    let bytes = STANDARD.decode(content).map_err(Problem::internal)?;
    let headers = [
        (header::CONTENT_TYPE, media_type),
        (header::CACHE_CONTROL, "private, max-age=31536000, immutable".to_owned()),
        (header::CONTENT_DISPOSITION, "inline".to_owned()),
        // Nothing in it may run, should a browser treat it as a document.
        (header::CONTENT_SECURITY_POLICY, "default-src 'none'; sandbox".to_owned()),
    ];
    Ok((headers, bytes).into_response())
}
