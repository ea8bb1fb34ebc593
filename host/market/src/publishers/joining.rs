//! Becoming a member by an invitation link. It is valid only for a user whose verified address is the invited one;
//! for other users it reveals nothing else.

use super::membership::{self, MemberRole, To};
use super::profile::{self, OwnPublisher};
use super::store;
use crate::messages::audit_log::{self, Actor, Subject};
use crate::messages::notifications::NotificationKind;
use crate::platform::prelude::*;

/// The token of a mailed link.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = InvitationLink)]
pub(super) struct Link {
    #[serde(default, deserialize_with = "trimmed")]
    #[garde(required, inner(length(bytes, max = 200)))]
    #[schema(required, value_type = String, max_length = 200)]
    token: Option<String>,
}

/// The subject of an invitation.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
#[schema(as = InvitationToPublisher)]
pub(super) struct Invited {
    #[schema(example = "acme")]
    #[sqlx(rename = "publisher_id")]
    publisher: String,
    /// The publisher's name.
    name: String,
    role: MemberRole,
    /// The name of the owner who invited.
    invited_by: String,
    expires_at: Timestamp,
}

#[derive(sqlx::FromRow)]
struct Row {
    id: String,
    email: String,
    #[sqlx(flatten)]
    to: Invited,
}

/// The invitation of a link, if it is for this user and they belong to no publisher.
async fn find(conn: &mut Conn, user: &User, link: Link) -> Result<Row> {
    let found = db::query_as(
        "SELECT i.id, i.publisher_id, p.name, i.email, i.role, u.name AS invited_by, i.expires_at
         FROM publisher_invitations i JOIN publisher_names p ON p.id = i.publisher_id JOIN user_profiles u ON u.id = i.invited_by
         WHERE i.token_hash = $1 AND i.expires_at > $2",
    );
    let found = found.binds((hash_of(&link.token.unwrap_or_default()), Timestamp::now()));
    let row: Option<Row> = found.fetch_optional(&mut *conn).await?;
    let row = row.ok_or_else(|| Problem::new(StatusCode::GONE, "publishers.invitation-over"))?;
    refuse_if(row.email != user.email.to_lowercase(), || Problem::conflict("publishers.invited-other"))?;
    let is_member = store::publisher_of(conn, &user.id).await?.is_some();
    refuse_if(is_member, || Problem::conflict("publishers.member-elsewhere"))?;
    Ok(row)
}

/// The invitation behind a link
#[utoipa::path(post, path = "/api/publisher-invitations/look", tag = "publishers", request_body = Link, responses(
    (status = 200, body = Invited),
    (status = 409, description = "It was sent to another address, or the account belongs to a publisher already"),
    (status = 410, description = "Used, revoked, expired or unknown")))]
pub async fn look_at_publisher_invitation(
    app: App,
    user: User,
    Valid(link): Valid<Link>,
) -> Result<Json<Invited>> {
    let row = find(&mut app.db.read().acquire().await?, &user, link).await?;
    Ok(Json(row.to))
}

/// Accept an invitation to become a member
#[utoipa::path(post, path = "/api/publisher-invitations/accept", tag = "publishers", request_body = Link, responses(
    (status = 200, body = OwnPublisher),
    (status = 409, description = "It was sent to another address, or the account belongs to a publisher already"),
    (status = 410, description = "Used, revoked, expired or unknown")))]
pub async fn accept_publisher_invitation(
    app: App,
    user: User,
    actor: Actor,
    Valid(link): Valid<Link>,
) -> Result<Json<OwnPublisher>> {
    auth::refuse_impersonator(&user)?;
    let mut tx = app.db.write().await?;
    let row = find(&mut tx, &user, link).await?;
    let used =
        db::query("DELETE FROM publisher_invitations WHERE id = $1").bind(&row.id).execute(&mut *tx).await?;
    refuse_if(used.rows_affected() == 0, || Problem::new(StatusCode::GONE, "publishers.invitation-over"))?;
    let is_added = membership::add(&mut tx, &row.to.publisher, &user.id, row.to.role).await?;
    refuse_if(!is_added, || Problem::conflict("publishers.member-elsewhere"))?;
    membership::name_an_owner(&mut tx, &row.to.publisher).await?;
    let subject = Subject::of("publisher", &row.to.publisher, &row.to.name);
    audit_log::record(&mut tx, &actor, "publisher.member-joined", subject, json!({ "role": row.to.role }))
        .await?;
    let params = params([("name", user.name.as_str().into()), ("publisher", row.to.name.as_str().into())]);
    let to = To::OwnersBut(&user.id);
    membership::notify(&app, &mut tx, &row.to.publisher, to, NotificationKind::MemberJoined, &params, None)
        .await?;
    let own = profile::of(&app, &mut tx, &user.id).await?;
    committed(tx, Json(own)).await
}
