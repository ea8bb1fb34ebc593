//! Deleting an account.
//!
//! All data of the account is deleted. Only the row itself stays, without personal data, because the append-only
//! ledger of words refers to it: it then shows that words were used, but not by whom.

use crate::messages::mail;
use crate::platform::auth::Person;
use crate::platform::personal_data::Personal;
use crate::platform::prelude::*;

use super::password;

/// The confirmation of a deletion.
#[derive(Deserialize, Validate, ToSchema)]
pub(crate) struct Farewell {
    /// Your password; not needed for an account without one, shortly after signing in.
    #[serde(default)]
    #[garde(inner(length(chars, max = 200)))]
    #[schema(value_type = Option<String>, format = Password)]
    password: Option<String>,
}

/// Delete your account
///
/// Permanently: texts, settings, images, sessions. It cannot be undone.
#[utoipa::path(delete, path = "/api/user", tag = "accounts", request_body = Farewell, responses(
    (status = 204, description = "The account is deleted"),
    (status = 409, description = "Something still runs, or no other administrator or owner would be left"),
    (status = 423, description = "A user without a password must sign in again first"),
    (status = 429, description = "Too many wrong passwords; `Retry-After` says when to retry"),
))]
pub(crate) async fn delete_user(
    app: App,
    Person(user): Person,
    Valid(farewell): Valid<Farewell>,
) -> Result<Response> {
    if password::has_password(&app, &user.id).await? {
        auth::refuse_impersonator(&user)?;
        password::expect_password(&app, &user, "password", farewell.password).await?;
    } else {
        auth::expect_confirmed(&app, &user).await?;
    }
    let mut tx = app.db.write().await?;
    expect_another_administrator(&mut tx, &user).await?;
    erase(&app, &mut tx, &user.id).await?;
    app.sessions.forget_user(&mut tx, &user.id);
    tx.commit().await?;
    let mut response = no_content();
    set_cookie(&app, response.headers_mut(), auth::SESSION_COOKIE, "", Cookie::Gone);
    Ok(response)
}

async fn expect_another_administrator(tx: &mut Conn, user: &User) -> Result<()> {
    if user.role != Role::SuperAdmin {
        return Ok(());
    }
    let others = db::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM user_profiles WHERE role = 'super-admin' AND id <> $1 AND suspended_at IS NULL)",
    );
    let others: bool = others.bind(&user.id).fetch_one(&mut *tx).await?;
    if others { Ok(()) } else { Err(Problem::conflict("accounts.last-administrator")) }
}

/// Deletes an account and everything that belongs to it; 409 while it has unfinished work, or others depend on it.
pub async fn erase(app: &App, tx: &mut Conn, user_id: &str) -> Result<()> {
    let personal: &Personal = app.part();
    for busy in personal.belongings.iter().filter_map(|belongings| belongings.busy) {
        refuse_if(busy(tx, user_id).await?, || Problem::conflict("accounts.work-goes-on"))?;
    }
    for leave in personal.belongings.iter().filter_map(|belongings| belongings.leave) {
        leave(tx, user_id).await?;
    }
    let addresses = db::query_as("SELECT email, pending_email FROM user_profiles WHERE id = $1");
    let addresses: (String, Option<String>) = addresses.bind(user_id).fetch_one(&mut *tx).await?;
    mail::forget(tx, &addresses.0).await?;
    if let Some(pending) = &addresses.1 {
        mail::forget(tx, pending).await?;
    }
    for (table, column) in personal.columns() {
        // Names of the product's tables, from the code.
        let query = db::query(AssertSqlSafe(format!("DELETE FROM {table} WHERE {column} = $1")));
        query.bind(user_id).execute(&mut *tx).await?;
    }
    users::anonymize(tx, user_id).await
}
