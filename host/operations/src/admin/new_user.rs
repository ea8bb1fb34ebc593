//! A new account, created by an administrator.

use crate::messages::audit_log::{ByAdmin, Subject};
use crate::people::accounts::{self, NewPerson, WaysIn};
use crate::platform::prelude::*;

/// A new account. Fields are optional so that all missing ones are reported at once.
#[derive(Deserialize, Validate, ToSchema)]
pub(super) struct NewUserByAdmin {
    #[serde(default, deserialize_with = "single_line::filled")]
    #[garde(required, inner(length(chars, max = 120)))]
    #[schema(required, value_type = String, max_length = 120, example = "Anna Nowak")]
    name: Option<String>,
    #[serde(default, deserialize_with = "trimmed")]
    #[garde(required, inner(length(bytes, max = 254), email))]
    #[schema(required, value_type = String, format = Email, example = "anna@example.com")]
    email: Option<String>,
    /// Defaults to `user`; only a super-administrator creates administrators.
    #[garde(skip)]
    role: Option<Role>,
    /// Language of the interface and of mails.
    #[garde(skip)]
    language: Option<Locale>,
}

/// A one-time sign-in link, shown only once.
#[derive(Serialize, ToSchema)]
pub(super) struct OneTimeLink {
    url: String,
    expires_at: Timestamp,
}

impl OneTimeLink {
    pub(super) fn new(app: &App, token: &str) -> Self {
        let lifetime = i64::try_from(app.config.link_lifetime.as_millis()).unwrap_or(i64::MAX / 2);
        Self {
            url: format!("{}/auth/one-time-login/{token}", app.url()),
            expires_at: Timestamp::now().plus_ms(lifetime),
        }
    }
}

/// A new account with its sign-in link.
#[derive(Serialize, ToSchema)]
struct MadeUser {
    id: String,
    link: OneTimeLink,
}

/// Create an account
///
/// The response contains a one-time sign-in link. The address counts as verified.
#[utoipa::path(post, path = "/api/admin/users", tag = "admin", request_body = NewUserByAdmin, responses(
    (status = 201, body = MadeUser),
    (status = 423, description = "Confirm the password first"),
))]
pub(super) async fn create_user(
    app: App,
    by: ByAdmin,
    Valid(new): Valid<NewUserByAdmin>,
) -> Result<Response> {
    auth::expect_confirmed(&app, &by.admin).await?;
    let role = new.role.unwrap_or(Role::User);
    let mut tx = app.db.write().await?;
    let is_above = role != Role::User && auth::role_now(&mut tx, &by.admin).await? != Role::SuperAdmin;
    refuse_if(is_above, auth::only_super_administrators)?;
    let person = NewPerson { name: new.name, email: new.email, password: None, role, language: new.language };
    let ways_in = WaysIn { link: true, token: false };
    let made = accounts::create_person_in(&app, &mut tx, person, ways_in).await.map_err(taken)?;
    by.record(&mut tx, "user.created", Subject::user(&made.id), json!({ "role": role })).await?;
    tx.commit().await?;
    let link = OneTimeLink::new(&app, &made.link_token.unwrap_or_default());
    Ok((StatusCode::CREATED, NO_STORE, Json(MadeUser { id: made.id, link })).into_response())
}

/// The message for administrators does not suggest to sign in.
fn taken(problem: Problem) -> Problem {
    if problem.errors().contains_key("email") {
        return Problem::invalid_field("email", Text::key("admin.email-taken"));
    }
    problem
}
