//! The current user.

use super::business;
use crate::billing::meters::{self, Allowance, Meter};
use crate::billing::plans;
use crate::platform::auth::Person;
use crate::platform::json::expect_filled;
use crate::platform::prelude::*;
use crate::platform::users::Business;

/// A user as the screen shows them.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = User)]
pub struct UserView {
    pub id: String,
    pub name: String,
    pub email: String,
    pub email_verified_at: Option<Timestamp>,
    /// The address that waits for verification, if any.
    pub pending_email: Option<String>,
    /// URL of the avatar; null if there is none.
    pub avatar: Option<String>,
    pub role: Role,
    /// Language of the screen; null until one is chosen.
    pub language: Option<Locale>,
    /// What the user runs; null until they say it.
    pub business: Option<Business>,
    pub subscription: Subscription,
    pub words: Allowance,
    /// Name of the administrator who impersonates this user; null otherwise.
    pub impersonated_by: Option<String>,
}

/// The subscription of a user.
#[derive(Debug, Serialize, ToSchema)]
pub struct Subscription {
    /// 0 is the free plan.
    pub product_id: i64,
    /// Words used this month.
    pub ai_words: i64,
    pub product: Product,
}

/// The plan of a user.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = UserProduct)]
pub struct Product {
    /// Words of the plan per month.
    pub ai_words: i64,
}

#[derive(sqlx::FromRow)]
struct Row {
    id: String,
    name: String,
    email: String,
    email_verified_at: Option<Timestamp>,
    pending_email: Option<String>,
    avatar: Option<String>,
    role: Role,
    language: Option<Locale>,
}

/// Reads a user with their words, and the name of the impersonating administrator.
pub async fn view(conn: &mut Conn, id: &str, impersonator_id: Option<&str>) -> Result<UserView> {
    let row: Row = db::query_as(
        "SELECT id, name, email, email_verified_at, pending_email, avatar, role, language FROM user_profiles WHERE id = $1",
    )
    .bind(id)
    .fetch_optional(&mut *conn)
    .await?
    .ok_or_else(Problem::unauthenticated)?;
    let words = meters::allowance(conn, Meter::Words.of(id)).await?;
    let plan = plans::of_account(conn, id).await?.plan;
    let impersonated_by = match impersonator_id {
        None => None,
        Some(id) => {
            let query = db::query_scalar("SELECT name FROM user_profiles WHERE id = $1");
            query.bind(id).fetch_optional(&mut *conn).await?
        }
    };
    // Until the first address is verified the stored one is a placeholder.
    let email = match (&row.email_verified_at, &row.pending_email) {
        (None, Some(pending)) => pending.clone(),
        _ => row.email,
    };
    Ok(UserView {
        id: row.id,
        name: row.name,
        email,
        email_verified_at: row.email_verified_at,
        pending_email: row.pending_email,
        avatar: row.avatar,
        role: row.role,
        language: row.language,
        business: business::of_account(conn, id).await?,
        subscription: Subscription {
            product_id: plan.id,
            ai_words: words.used,
            product: Product { ai_words: plan.ai_words },
        },
        words,
        impersonated_by,
    })
}

/// Commits a change of the user, who is returned as they are now.
pub(super) async fn changed(app: &App, mut tx: Tx, user: &User) -> Result<UserView> {
    let view = view(&mut tx, &user.id, user.impersonator_id.as_deref()).await?;
    app.sessions.forget_user(&mut tx, &user.id);
    committed(tx, view).await
}

/// The signed-in user
#[utoipa::path(get, path = "/api/user", tag = "accounts", responses((status = 200, body = UserView)))]
pub(crate) async fn get_user(app: App, Person(user): Person) -> Result<Json<UserView>> {
    plans::renew_if_due(&app, &user.id).await?;
    let mut conn = app.db.read().acquire().await?;
    Ok(Json(view(&mut conn, &user.id, user.impersonator_id.as_deref()).await?))
}

/// The changes; absent fields keep their value.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct UserEdit {
    #[serde(default, deserialize_with = "single_line::written")]
    #[garde(inner(length(chars, max = 120)))]
    name: Option<String>,
    #[garde(skip)]
    language: Option<Locale>,
    #[garde(skip)]
    business: Option<Business>,
}

/// Change your name, your language or what you run
#[utoipa::path(patch, path = "/api/user", tag = "accounts", request_body = UserEdit, responses((status = 200, body = UserView)))]
pub(crate) async fn update_user(
    app: App,
    Person(user): Person,
    Valid(edit): Valid<UserEdit>,
) -> Result<Response> {
    expect_filled("name", edit.name.as_deref())?;
    let mut tx = app.db.write().await?;
    users::set_profile(&mut tx, &user.id, edit.name.as_deref(), edit.language).await?;
    if let Some(business) = edit.business {
        business::save(&mut tx, &user.id, business).await?;
    }
    let changed = changed(&app, tx, &user).await?;

    let mut headers = HeaderMap::new();
    if let Some(language) = edit.language {
        set_cookie(&app, &mut headers, "locale", language.tag(), Cookie::Preference);
    }
    headers.insert(header::CACHE_CONTROL, header::HeaderValue::from_static("no-store"));
    Ok((headers, Json(changed)).into_response())
}
