//! The current user.

use axum::{
    Json,
    extract::State,
    http::{HeaderMap, header},
    response::{IntoResponse, Response},
};
use garde::Validate;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    app::App,
    auth::{Cookie, Role, User, set_cookie},
    clock::Timestamp,
    db::{self, Conn},
    error::{Problem, Result},
    json::Valid,
    locale::Locale,
    words::{self, Allowance},
};

use super::trimmed;

/// Somebody as the screen shows them.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = User)]
pub struct UserView {
    pub id: String,
    pub name: String,
    pub email: String,
    pub email_verified_at: Option<Timestamp>,
    pub avatar: Option<String>,
    pub role: Role,
    /// Language of the screen; null until one is chosen.
    pub language: Option<Locale>,
    pub subscription: Subscription,
    pub words: Allowance,
}

/// What somebody pays for.
#[derive(Debug, Serialize, ToSchema)]
pub struct Subscription {
    /// 0 is the free plan.
    pub product_id: i64,
    /// Words used so far.
    pub ai_words: i64,
    pub product: Product,
}

/// A plan.
#[derive(Debug, Serialize, ToSchema)]
pub struct Product {
    /// Words of the plan.
    pub ai_words: i64,
}

#[derive(sqlx::FromRow)]
struct Row {
    id: String,
    name: String,
    email: String,
    email_verified_at: Option<Timestamp>,
    avatar: Option<String>,
    role: Role,
    language: Option<Locale>,
    product_id: i64,
}

/// Reads somebody with their words.
pub(super) async fn view(conn: &mut Conn, id: &str) -> Result<UserView> {
    let row: Row = db::query_as(
        "SELECT id, name, email, email_verified_at, avatar, role, language, product_id FROM users WHERE id = $1",
    )
    .bind(id)
    .fetch_optional(&mut *conn)
    .await?
    .ok_or_else(Problem::unauthenticated)?;
    let words = words::allowance(conn, id).await?;
    Ok(UserView {
        id: row.id,
        name: row.name,
        email: row.email,
        email_verified_at: row.email_verified_at,
        avatar: row.avatar,
        role: row.role,
        language: row.language,
        subscription: Subscription {
            product_id: row.product_id,
            ai_words: words.used,
            product: Product { ai_words: words.allowance },
        },
        words,
    })
}

/// Who is signed in
#[utoipa::path(get, path = "/api/user", tag = "accounts", responses((status = 200, body = UserView)))]
pub(super) async fn get_user(State(app): State<App>, user: User) -> Result<Json<UserView>> {
    let mut conn = app.db.read().acquire().await?;
    Ok(Json(view(&mut conn, &user.id).await?))
}

/// What to change; what is left out stays.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct UserEdit {
    #[serde(default, deserialize_with = "trimmed")]
    #[garde(inner(length(chars, max = 120)))]
    name: Option<String>,
    #[garde(skip)]
    language: Option<Locale>,
}

/// Change one's name or language
#[utoipa::path(patch, path = "/api/user", tag = "accounts", request_body = UserEdit, responses((status = 200, body = UserView)))]
pub(super) async fn update_user(
    State(app): State<App>,
    user: User,
    Valid(edit): Valid<UserEdit>,
) -> Result<Response> {
    let mut tx = app.db.write().await?;
    db::query("UPDATE users SET name = COALESCE($2, name), language = COALESCE($3, language), updated_at = $4 WHERE id = $1")
        .bind(&user.id)
        .bind(edit.name)
        .bind(edit.language)
        .bind(Timestamp::now())
        .execute(&mut *tx)
        .await?;
    let changed = view(&mut tx, &user.id).await?;
    tx.commit().await?;
    app.sessions.forget_user(&user.id);

    let mut headers = HeaderMap::new();
    if let Some(language) = edit.language {
        set_cookie(&app, &mut headers, "locale", language.tag(), Cookie::Preference);
    }
    headers.insert(header::CACHE_CONTROL, header::HeaderValue::from_static("no-store"));
    Ok((headers, Json(changed)).into_response())
}
