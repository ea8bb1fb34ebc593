//! The members of a publisher: list, roles, removal.

use super::membership::{self, MemberRole, Membership, To};
use super::profile;
use crate::messages::audit_log::{self, Actor, Subject};
use crate::messages::mail::{self, Mail};
use crate::messages::notifications::{self, NotificationKind};
use crate::platform::json::Json as Body;
use crate::platform::prelude::*;

/// A member of the reader's publisher.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
#[schema(as = PublisherMember)]
pub(super) struct Member {
    /// The id of the account.
    id: String,
    name: String,
    email: String,
    role: MemberRole,
    /// Since when.
    created_at: Timestamp,
}

/// The members of your publisher, in the order in which they joined
#[utoipa::path(get, path = "/api/publisher/members", tag = "publishers", params(Page), responses(
    (status = 200, body = Paged<Member>), (status = 409, description = "The account has no publisher")))]
pub async fn list_members(app: App, user: User, page: Page) -> Result<Json<Paged<Member>>> {
    let mut tx = app.db.read().begin().await?;
    let publisher = profile::expect(&mut tx, &user.id).await?;
    let count = db::query_scalar("SELECT count(*) FROM publisher_members WHERE publisher_id = $1");
    let members = db::query_as(
        "SELECT u.id, u.name, u.email, m.role, m.created_at FROM publisher_members m JOIN user_profiles u ON u.id = m.account_id
         WHERE m.publisher_id = $1 ORDER BY m.created_at, u.id LIMIT $2 OFFSET $3",
    );
    page.fetch(&mut tx, count.bind(&publisher), members.bind(&publisher)).await.map(Json)
}

/// The new role of a member.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = PublisherMemberEdit)]
pub(super) struct MemberEdit {
    role: MemberRole,
}

#[derive(sqlx::FromRow)]
struct FoundMember {
    name: String,
    email: String,
    language: Option<Locale>,
    role: MemberRole,
}

/// A member of this publisher; 404 for others.
async fn find(conn: &mut Conn, publisher: &str, account: &str) -> Result<FoundMember> {
    let found = db::query_as(
        "SELECT u.name, u.email, u.language, m.role FROM publisher_members m JOIN user_profiles u ON u.id = m.account_id
         WHERE m.publisher_id = $1 AND m.account_id = $2",
    );
    found.binds((publisher, account)).fetch_optional(conn).await?.ok_or_else(Problem::not_found)
}

/// Change a member's role; owners only
#[utoipa::path(put, path = "/api/publisher/members/{id}", tag = "publishers", params(("id" = String, Path, description = "Id of the account")),
    request_body = MemberEdit, responses(
    (status = 204), (status = 409, description = "The account has no publisher, or no owner would be left"),
    (status = 423, description = "Confirm the password first")))]
pub async fn change_member(
    app: App,
    Confirmed(user): Confirmed,
    actor: Actor,
    Id(id): Id,
    Body(edit): Body<MemberEdit>,
) -> Result<Response> {
    let mut tx = app.db.write().await?;
    let publisher = membership::expect_owner(&mut tx, &user.id).await?;
    let before = find(&mut tx, &publisher, &id).await?;
    if before.role == edit.role {
        return Ok(no_content());
    }
    if edit.role == MemberRole::Member {
        membership::expect_another_owner(&mut tx, &publisher, &id).await?;
        membership::end_invitations(&mut tx, &publisher, &id).await?;
    }
    let query = db::query("UPDATE publisher_members SET role = $2 WHERE account_id = $1");
    query.binds((&id, edit.role)).execute(&mut *tx).await?;
    membership::name_an_owner(&mut tx, &publisher).await?;
    let details = json!({ "member": id, "role": edit.role });
    let subject = Subject::of("publisher", &publisher, &publisher);
    audit_log::record(&mut tx, &actor, "publisher.member-changed", subject, details).await?;
    let kind = match edit.role {
        MemberRole::Owner => NotificationKind::MadeOwner,
        MemberRole::Member => NotificationKind::MadeMember,
    };
    if id != user.id {
        notifications::notify(&app, &mut tx, &id, kind, &params([("publisher", publisher.into())])).await?;
    }
    committed(tx, no_content()).await
}

/// Remove a member from your publisher, or leave it
///
/// Owners remove any member, others only themselves. It takes effect at once: the member's keys lose their access to
/// the publisher, and the member's invitations are revoked.
#[utoipa::path(delete, path = "/api/publisher/members/{id}", tag = "publishers", params(("id" = String, Path, description = "Id of the account")),
    responses((status = 204), (status = 409, description = "The account has no publisher, or no owner would be left")))]
pub async fn remove_member(app: App, user: User, actor: Actor, Id(id): Id) -> Result<Response> {
    auth::refuse_impersonator(&user)?;
    let mut tx = app.db.write().await?;
    let own = membership::membership_of(&mut tx, &user.id).await?;
    let Some(Membership { publisher_id: publisher, role }) = own else {
        return Err(Problem::conflict("publishers.none"));
    };
    let leaves = id == user.id;
    let gone = find(&mut tx, &publisher, &id).await?;
    let is_no_owner = !leaves && role != MemberRole::Owner;
    refuse_if(is_no_owner, || Problem::new(StatusCode::FORBIDDEN, "publishers.owners-only"))?;
    if gone.role == MemberRole::Owner {
        membership::expect_another_owner(&mut tx, &publisher, &id).await?;
    }
    membership::remove(&mut tx, &publisher, &id).await?;
    let action = if leaves { "publisher.member-left" } else { "publisher.member-removed" };
    let subject = Subject::of("publisher", &publisher, &publisher);
    audit_log::record(&mut tx, &actor, action, subject, json!({ "member": id })).await?;
    if leaves {
        let values = params([("name", gone.name.into()), ("publisher", publisher.as_str().into())]);
        let to = To::OwnersBut(&id);
        membership::notify(&app, &mut tx, &publisher, to, NotificationKind::MemberLeft, &values, None)
            .await?;
    } else {
        let values = params([("publisher", publisher.as_str().into())]);
        let language = gone.language.unwrap_or_default();
        let letter =
            Mail { to: &gone.email, language, template: "publisher-member-removed", params: values.clone() };
        mail::send(&app, &mut tx, letter).await?;
        notifications::notify(&app, &mut tx, &id, NotificationKind::MemberRemoved, &values).await?;
    }
    committed(tx, no_content()).await
}
