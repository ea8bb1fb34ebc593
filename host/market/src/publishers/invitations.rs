//! Invitations to become a member: a mailed link that works once, expires after a week, and can be revoked.

use super::membership::{self, MemberRole};
use crate::messages::audit_log::{self, Actor, Subject};
use crate::messages::mail::{self, Mail};
use crate::platform::prelude::*;

const DAYS: i64 = 7;
/// How long an unanswered invitation is kept.
const KEPT_DAYS: i64 = 30;
/// Open invitations per publisher.
const MOST: i64 = 20;

/// An open or expired invitation.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
#[schema(as = PublisherInvitation)]
pub(super) struct Invitation {
    id: String,
    #[schema(format = Email)]
    email: String,
    role: MemberRole,
    /// The name of the owner who invited.
    invited_by: String,
    sent_at: Timestamp,
    expires_at: Timestamp,
    /// Whether the link has expired; it can be sent again.
    #[sqlx(skip)]
    is_over: bool,
}

impl Invitation {
    /// The invitation at the present time.
    fn now(self) -> Self {
        Self { is_over: self.expires_at <= Timestamp::now(), ..self }
    }
}

async fn find(conn: &mut Conn, publisher: &str, id: &str) -> Result<Invitation> {
    let query = db::query_as(
        "SELECT i.id, i.email, i.role, u.name AS invited_by, i.sent_at, i.expires_at FROM publisher_invitations i
         JOIN user_profiles u ON u.id = i.invited_by WHERE i.publisher_id = $1 AND i.id = $2",
    );
    let found: Option<Invitation> = query.binds((publisher, id)).fetch_optional(conn).await?;
    found.map(Invitation::now).ok_or_else(Problem::not_found)
}

/// Open invitations to become a member, newest first; owners only
#[utoipa::path(get, path = "/api/publisher/invitations", tag = "publishers", params(Page), responses(
    (status = 200, body = Paged<Invitation>), (status = 409, description = "The account has no publisher")))]
pub async fn list_publisher_invitations(app: App, user: User, page: Page) -> Result<Json<Paged<Invitation>>> {
    let mut tx = app.db.read().begin().await?;
    let publisher = membership::expect_owner(&mut tx, &user.id).await?;
    let rows = db::query_as(
        "SELECT i.id, i.email, i.role, u.name AS invited_by, i.sent_at, i.expires_at FROM publisher_invitations i
         JOIN user_profiles u ON u.id = i.invited_by WHERE i.publisher_id = $1 ORDER BY i.sent_at DESC, i.id LIMIT $2 OFFSET $3",
    );
    Ok(Json(page.fetch(&mut tx, count(&publisher), rows.bind(&publisher)).await?.map(Invitation::now)))
}

fn count(publisher: &str) -> db::QueryScalar<'_, i64> {
    db::query_scalar("SELECT count(*) FROM publisher_invitations WHERE publisher_id = $1").bind(publisher)
}

/// An address to invite.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewPublisherInvitation)]
pub(super) struct NewInvitation {
    #[serde(default, deserialize_with = "trimmed")]
    #[garde(required, inner(length(bytes, max = 254), email))]
    #[schema(required, value_type = String, format = Email, max_length = 254)]
    email: Option<String>,
    #[garde(skip)]
    role: MemberRole,
}

/// Invite an address to become a member; owners only
///
/// A link is mailed to the address, whether or not it has an account, so that the response does not reveal accounts.
#[utoipa::path(post, path = "/api/publisher/invitations", tag = "publishers", request_body = NewInvitation, responses(
    (status = 201, body = Invitation),
    (status = 409, description = "The account has no publisher, or its limit of invitations is reached"),
    (status = 423, description = "Confirm the password first"),
    (status = 429, description = "Too many mails; `Retry-After` says when to retry")))]
pub async fn invite_member(
    app: App,
    user: User,
    actor: Actor,
    locale: Locale,
    Valid(new): Valid<NewInvitation>,
) -> Result<(StatusCode, Json<Invitation>)> {
    auth::expect_confirmed(&app, &user).await?;
    let email = new.email.unwrap_or_default().to_lowercase();
    let mut tx = app.db.write().await?;
    let publisher = membership::expect_owner(&mut tx, &user.id).await?;
    expect_new(&mut tx, &publisher, &email).await?;
    count_mail(&app, &publisher, &email)?;
    let (id, token, now) = (db::new_id(), new_secret(), Timestamp::now());
    let query = db::query(
        "INSERT INTO publisher_invitations (id, publisher_id, email, role, token_hash, language, invited_by, sent_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
    );
    let query = query.binds((&id, &publisher, &email, new.role, hash_of(&token)));
    query.binds((locale, &user.id, now, now.plus_ms(DAYS * DAY_MS))).execute(&mut *tx).await?;
    let subject = Subject::of("publisher", &publisher, &publisher);
    audit_log::record(&mut tx, &actor, "publisher.member-invited", subject, json!({ "role": new.role }))
        .await?;
    send(
        &app,
        &mut tx,
        Letter { publisher: &publisher, by: &user.name, to: &email, language: locale, token },
    )
    .await?;
    let made = find(&mut tx, &publisher, &id).await?;
    committed(tx, (StatusCode::CREATED, Json(made))).await
}

/// Refuses existing members; owners see the list of members anyway.
async fn expect_new(tx: &mut Conn, publisher: &str, email: &str) -> Result<()> {
    let query = db::query("DELETE FROM publisher_invitations WHERE expires_at < $1");
    query.bind(Timestamp::now().plus_ms(-KEPT_DAYS * DAY_MS)).execute(&mut *tx).await?;
    let query = db::query_as(
        "SELECT EXISTS (SELECT 1 FROM publisher_members m JOIN user_profiles u ON u.id = m.account_id WHERE m.publisher_id = $1 AND u.email = $2),
             EXISTS (SELECT 1 FROM publisher_invitations WHERE publisher_id = $1 AND email = $2)",
    );
    let (is_member, is_asked): (bool, bool) = query.binds((publisher, email)).fetch_one(&mut *tx).await?;
    let key = if is_member { "publishers.member-already" } else { "publishers.invited-already" };
    refuse_if(is_member || is_asked, || Problem::invalid_field("email", Text::key(key)))?;
    let is_full = count(publisher).fetch_one(tx).await? >= MOST;
    refuse_if(is_full, || Problem::conflict("publishers.too-many-invitations").with("most", MOST))?;
    Ok(())
}

struct Letter<'a> {
    publisher: &'a str,
    /// The name of the owner who invites.
    by: &'a str,
    to: &'a str,
    language: Locale,
    token: String,
}

async fn send(app: &App, tx: &mut Conn, letter: Letter<'_>) -> Result<()> {
    let Letter { publisher, by, to, language, token } = letter;
    let query = db::query_scalar("SELECT name FROM publisher_names WHERE id = $1");
    let name: String = query.bind(publisher).fetch_one(&mut *tx).await?;
    let path = language.pick("app/publisher/join", "app/wydawca/dolacz");
    let link = format!("{}/{path}?token={token}", app.url());
    let params = params([
        ("link", link.into()),
        ("name", by.into()),
        ("publisher", name.into()),
        ("email", to.into()),
        ("days", DAYS.into()),
    ]);
    mail::send(app, tx, Mail { to, language, template: "publisher-invitation", params }).await
}

/// Send an invitation again, with a new link; owners only
#[utoipa::path(post, path = "/api/publisher/invitations/{id}/resend", tag = "publishers", params(("id" = String, Path)), responses(
    (status = 200, body = Invitation), (status = 409, description = "The account has no publisher"),
    (status = 429, description = "Too many mails; `Retry-After` says when to retry")))]
pub async fn resend_publisher_invitation(app: App, user: User, Id(id): Id) -> Result<Json<Invitation>> {
    auth::refuse_impersonator(&user)?;
    let mut tx = app.db.write().await?;
    let publisher = membership::expect_owner(&mut tx, &user.id).await?;
    let before = find(&mut tx, &publisher, &id).await?;
    count_mail(&app, &publisher, &before.email)?;
    let (token, now) = (new_secret(), Timestamp::now());
    let query = db::query_scalar(
        "UPDATE publisher_invitations SET token_hash = $2, sent_at = $3, expires_at = $4, invited_by = $5 WHERE id = $1 RETURNING language",
    );
    let query = query.binds((&id, hash_of(&token), now, now.plus_ms(DAYS * DAY_MS)));
    let language: Locale = query.bind(&user.id).fetch_one(&mut *tx).await?;
    send(&app, &mut tx, Letter { publisher: &publisher, by: &user.name, to: &before.email, language, token })
        .await?;
    let sent = find(&mut tx, &publisher, &id).await?;
    committed(tx, Json(sent)).await
}

/// Revoke an invitation; owners only
#[utoipa::path(delete, path = "/api/publisher/invitations/{id}", tag = "publishers", params(("id" = String, Path)), responses(
    (status = 204), (status = 409, description = "The account has no publisher")))]
pub async fn revoke_publisher_invitation(app: App, user: User, actor: Actor, Id(id): Id) -> Result<Response> {
    auth::refuse_impersonator(&user)?;
    let mut tx = app.db.write().await?;
    let publisher = membership::expect_owner(&mut tx, &user.id).await?;
    find(&mut tx, &publisher, &id).await?;
    db::query("DELETE FROM publisher_invitations WHERE id = $1").bind(&id).execute(&mut *tx).await?;
    let subject = Subject::of("publisher", &publisher, &publisher);
    audit_log::record(&mut tx, &actor, "publisher.invitation-revoked", subject, json!({})).await?;
    committed(tx, no_content().into_response()).await
}

/// Mails per publisher.
const BY_ONE: Limit = Limit::new(30, HOUR);
/// Mails per publisher and address, so that a publisher cannot use up the limit of another.
const BY_ONE_TO_ONE: Limit = Limit::new(3, MINUTE.saturating_mul(30));
/// Mails per address.
const TO_ONE: Limit = Limit::new(12, HOUR);

/// Counts a mail; 429 if there were too many.
pub fn count_mail(app: &App, publisher: &str, email: &str) -> Result<()> {
    const CODE: &str = "publishers.invited-too-often";
    app.rates.count_as("invitations-by", publisher, BY_ONE, CODE)?;
    app.rates.count_as("invitations-by-to", &format!("{publisher}|{email}"), BY_ONE_TO_ONE, CODE)?;
    app.rates.count_as("invitations-to", email, TO_ONE, CODE)
}
