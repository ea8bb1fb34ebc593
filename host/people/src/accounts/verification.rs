//! Verification of addresses: the first one, and a new one.

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use crate::billing::plans;
use crate::messages::mail::{self, Mail};
use crate::platform::auth::Person;
use crate::platform::prelude::*;

use super::attempts::{may_mail, may_mail_guest};
use super::mailed_links::{self, Kind};
use super::{UserView, profile, trimmed};

/// An address to verify, and the origin of the request.
pub(super) struct Proof<'a> {
    pub user_id: &'a str,
    pub email: &'a str,
    pub language: Locale,
    /// The network address of the request.
    pub address: Option<IpAddr>,
    /// Whether the request came without an account.
    pub is_first: bool,
    /// The path to open once the address is verified; empty for the usual one.
    pub next: &'a str,
}

/// Mails the verification link. If the address already has an account, its owner gets a notice instead, and the
/// response does not reveal that. The number of mails per hour is limited. Requests of strangers from elsewhere do
/// not count against an account that requests its link again.
pub(super) async fn send(app: &App, tx: &mut Conn, proof: Proof<'_>) -> Result<()> {
    let Proof { user_id, email, language, address, is_first, next } = proof;
    let is_taken = is_taken(tx, email, user_id).await?;
    let template = if is_taken { "already-registered" } else { "verify-email" };
    let may = if is_first { may_mail_guest } else { may_mail };
    if !may(app, template, email, address) {
        return Ok(());
    }
    let url = app.url();
    if is_taken {
        let params = params([("link", format!("{url}/login").into())]);
        return mail::send(app, tx, Mail { to: email, language, template, params }).await;
    }
    let token = mailed_links::make(app, tx, user_id, Kind::Verify, email).await?;
    let path = language.pick("/email/verify", "/email/weryfikacja");
    let hours = app.config.verify_lifetime.as_secs().div_ceil(3600);
    let next = match next {
        "" => String::new(),
        next => format!("&next={}", utf8_percent_encode(next, NON_ALPHANUMERIC)),
    };
    let link = format!("{url}{path}?token={token}{next}");
    let params = params([("link", link.into()), ("hours", hours.into())]);
    mail::send(app, tx, Mail { to: email, language, template, params }).await
}

async fn is_taken(conn: &mut Conn, email: &str, but: &str) -> Result<bool> {
    let taken = db::query_scalar("SELECT EXISTS (SELECT 1 FROM user_profiles WHERE email = $1 AND id <> $2)");
    Ok(taken.binds((email, but)).fetch_one(&mut *conn).await?)
}

/// Send the verification link again
#[utoipa::path(post, path = "/api/email/verification-notification", tag = "accounts", responses(
    (status = 202, description = "The mail is queued"),
    (status = 409, description = "The address is already verified"),
    (status = 429, description = "A mail was just sent; `Retry-After` says when to retry"),
))]
pub(crate) async fn resend_verification(
    app: App,
    Person(user): Person,
    locale: Locale,
    parts: Parts,
) -> Result<Response> {
    let pending = db::query_scalar("SELECT pending_email FROM user_profiles WHERE id = $1");
    let pending: Option<String> = pending.bind(&user.id).fetch_one(app.db.read()).await?;
    let Some(email) = pending else {
        return Err(Problem::conflict("accounts.nothing-to-verify"));
    };
    app.rates.count("resend", &user.id, Limit::new(1, MINUTE))?;
    app.rates.count("resend-hour", &user.id, Limit::new(6, HOUR))?;
    let mut tx = app.db.write().await?;
    let language = user.language.unwrap_or(locale);
    let address = visit(&parts)?.address;
    let proof = Proof { user_id: &user.id, email: &email, language, address, is_first: false, next: "" };
    send(&app, &mut tx, proof).await?;
    committed(tx, StatusCode::ACCEPTED.into_response()).await
}

/// The token of a link that was mailed.
#[derive(Deserialize, Validate, ToSchema)]
pub(crate) struct MailedLink {
    #[serde(default, deserialize_with = "trimmed")]
    #[garde(required, inner(length(bytes, max = 200)))]
    #[schema(required, value_type = String)]
    token: Option<String>,
}

/// Verify your address
///
/// Takes the token of the mailed link. It must belong to the signed-in account: otherwise a user could register the
/// address of another person, who would then verify it.
#[utoipa::path(post, path = "/api/email/verify", tag = "accounts", request_body = MailedLink, responses(
    (status = 200, body = UserView),
    (status = 409, description = "The address or the link belongs to another account"),
    (status = 410, description = "Used, expired or unknown"),
))]
pub(crate) async fn verify_email(
    app: App,
    Person(user): Person,
    Valid(link): Valid<MailedLink>,
) -> Result<Json<UserView>> {
    let mut tx = app.db.write().await?;
    let followed = mailed_links::take(&mut tx, &link.token.unwrap_or_default(), Kind::Verify).await?;
    let followed = followed.ok_or_else(|| Problem::new(StatusCode::GONE, "auth.link-expired"))?;
    if followed.user_id != user.id {
        // The transaction is rolled back: the link still works for its owner.
        return Err(Problem::conflict("accounts.link-of-another-account"));
    }
    prove(&app, &mut tx, &user.id, &followed.email).await?;
    Ok(Json(profile::changed(&app, tx, &user).await?))
}

#[derive(sqlx::FromRow)]
struct Before {
    email: String,
    pending_email: Option<String>,
    email_verified_at: Option<Timestamp>,
    language: Option<Locale>,
}

/// Marks an address as verified: a pending one becomes the account's address. The first one grants the words of the
/// free plan; a former one gets a notice.
pub(super) async fn prove(app: &App, tx: &mut Conn, user_id: &str, email: &str) -> Result<()> {
    let before = db::query_as(
        "SELECT email, pending_email, email_verified_at, language FROM user_profiles WHERE id = $1",
    );
    let before: Before = before.bind(user_id).fetch_one(&mut *tx).await?;
    let is_other = before.email != email && before.pending_email.as_deref() != Some(email);
    refuse_if(is_other, || Problem::new(StatusCode::GONE, "auth.link-expired"))?;
    refuse_if(is_taken(tx, email, user_id).await?, || Problem::conflict("accounts.email-taken"))?;
    users::verify_email(tx, user_id, email, true).await?;
    users::remove_claims(tx, email, user_id).await?;
    if before.email_verified_at.is_none() {
        return plans::begin(tx, user_id).await;
    }
    if before.email != email {
        let params = params([("email", email.into())]);
        let language = before.language.unwrap_or_default();
        mail::send(app, tx, Mail { to: &before.email, language, template: "email-changed", params }).await?;
    }
    Ok(())
}

/// Marks a user's address as verified on behalf of an administrator. The owner of the mailbox has not confirmed it,
/// so `email_proven` stays false. False if it was verified before.
pub async fn vouch(tx: &mut Conn, user_id: &str) -> Result<bool> {
    let pending = db::query_scalar(
        "SELECT pending_email FROM user_profiles WHERE id = $1 AND email_verified_at IS NULL AND pending_email IS NOT NULL",
    );
    let pending: Option<String> = pending.bind(user_id).fetch_optional(&mut *tx).await?;
    let Some(email) = pending else { return Ok(false) };
    refuse_if(is_taken(tx, &email, user_id).await?, || Problem::conflict("accounts.email-taken"))?;
    mailed_links::forget(tx, user_id, Kind::Verify).await?;
    users::verify_email(tx, user_id, &email, false).await?;
    plans::begin(tx, user_id).await?;
    Ok(true)
}

/// A new address.
#[derive(Deserialize, Validate, ToSchema)]
pub(crate) struct NewEmail {
    #[serde(default, deserialize_with = "trimmed")]
    #[garde(required, inner(length(bytes, max = 254), email))]
    #[schema(required, value_type = String, format = Email)]
    email: Option<String>,
}

/// Change your address
///
/// It takes effect once it is verified by the mailed link, or at once on a server without verification.
#[utoipa::path(put, path = "/api/user/email", tag = "accounts", request_body = NewEmail, responses(
    (status = 200, body = UserView),
    (status = 423, description = "Confirm the password first"),
    (status = 429, description = "Too many attempts; `Retry-After` says when to retry"),
))]
pub(crate) async fn change_email(
    app: App,
    locale: Locale,
    // A typo in an unverified address must be fixed before it can be verified.
    Person(user): Person,
    parts: Parts,
    Valid(new): Valid<NewEmail>,
) -> Result<Json<UserView>> {
    auth::expect_confirmed(&app, &user).await?;
    let email = new.email.unwrap_or_default().to_lowercase();
    app.rates.count("change-email", &user.id, Limit::new(10, HOUR))?;
    let mut tx = app.db.write().await?;
    if app.config.demands_verification() {
        claim(&mut tx, &user.id, &email).await?;
        if user.email != email {
            let language = user.language.unwrap_or(locale);
            let address = visit(&parts)?.address;
            let proof =
                Proof { user_id: &user.id, email: &email, language, address, is_first: false, next: "" };
            send(&app, &mut tx, proof).await?;
        }
    } else {
        let is_taken = is_taken(&mut tx, &email, &user.id).await?;
        refuse_if(is_taken, || Problem::invalid_field("email", Text::key("accounts.email-taken")))?;
        users::change_email(&mut tx, &user.id, &email).await?;
    }
    Ok(Json(profile::changed(&app, tx, &user).await?))
}

/// Stores the address that a user claims. Others may claim the same until one of them verifies it.
async fn claim(tx: &mut Conn, user_id: &str, email: &str) -> Result<()> {
    mailed_links::forget(tx, user_id, Kind::Verify).await?;
    users::claim_email(tx, user_id, Some(email)).await
}

/// Cancel the change of your address
#[utoipa::path(delete, path = "/api/user/email", tag = "accounts", responses((status = 204, description = "No address is pending now")))]
pub(crate) async fn keep_email(app: App, user: User) -> Result<Response> {
    auth::refuse_impersonator(&user)?;
    let mut tx = app.db.write().await?;
    mailed_links::forget(&mut tx, &user.id, Kind::Verify).await?;
    users::claim_email(&mut tx, &user.id, None).await?;
    committed(tx, no_content()).await
}
