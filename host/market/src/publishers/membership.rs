//! Members of a publisher, their roles, and what happens when one leaves.

use super::store;
use crate::catalogue::tools;
use crate::messages::mail::Addressee;
use crate::messages::notifications::{self, NotificationKind};
use crate::platform::prelude::*;
use crate::registry::Decision;

/// The role of a member.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum MemberRole {
    /// All rights: members, profile, payout and listing.
    Owner,
    /// Publishing: packages, keys, invitations to unlisted plugins and statistics.
    Member,
}

text_column!(MemberRole);

#[derive(Debug, Clone, sqlx::FromRow)]
pub struct Membership {
    pub publisher_id: String,
    pub role: MemberRole,
}

/// The publisher and role of an account; `None` if it has no publisher.
pub async fn membership_of(conn: &mut Conn, account: &str) -> Result<Option<Membership>> {
    let found = db::query_as("SELECT publisher_id, role FROM publisher_members WHERE account_id = $1");
    Ok(found.bind(account).fetch_optional(conn).await?)
}

/// The accounts of a publisher's members, in joining order; empty if an administrator registered it.
pub async fn members_of(conn: &mut Conn, publisher: &str) -> Result<Vec<String>> {
    let found = db::query_scalar(
        "SELECT account_id FROM publisher_members WHERE publisher_id = $1 ORDER BY created_at, account_id",
    );
    Ok(found.bind(publisher).fetch_all(conn).await?)
}

/// The publisher of an owner; 409 without a publisher, 403 for another member.
pub async fn expect_owner(conn: &mut Conn, account: &str) -> Result<String> {
    match membership_of(conn, account).await? {
        Some(Membership { publisher_id, role: MemberRole::Owner }) => Ok(publisher_id),
        Some(_) => Err(Problem::new(StatusCode::FORBIDDEN, "publishers.owners-only")),
        None => Err(Problem::conflict("publishers.none")),
    }
}

pub async fn is_member(conn: &mut Conn, publisher: &str, account: &str) -> Result<bool> {
    let is_one = db::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM publisher_members WHERE publisher_id = $1 AND account_id = $2)",
    );
    Ok(is_one.binds((publisher, account)).fetch_one(conn).await?)
}

/// Adds a member; false if the account already has a publisher.
pub async fn add(conn: &mut Conn, publisher: &str, account: &str, role: MemberRole) -> Result<bool> {
    let query = db::query(
        "INSERT INTO publisher_members (account_id, publisher_id, role, created_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
    );
    let done = query.binds((account, publisher, role, Timestamp::now())).execute(conn).await?;
    Ok(done.rows_affected() == 1)
}

/// Refuses a change that would leave a publisher without an owner. Locks the owners until the transaction ends, so
/// that two concurrent removals see each other.
pub async fn expect_another_owner(conn: &mut Conn, publisher: &str, but: &str) -> Result<()> {
    let query = db::query("UPDATE publisher_profiles SET updated_at = updated_at WHERE publisher_id = $1");
    query.bind(publisher).execute(&mut *conn).await?;
    let query = db::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM publisher_members WHERE publisher_id = $1 AND role = 'owner' AND account_id <> $2)",
    );
    let others: bool = query.binds((publisher, but)).fetch_one(conn).await?;
    if others { Ok(()) } else { Err(Problem::conflict("publishers.last-owner")) }
}

/// Removes a member, and revokes the invitations that they created.
pub async fn remove(conn: &mut Conn, publisher: &str, account: &str) -> Result<()> {
    let query = db::query("DELETE FROM publisher_members WHERE account_id = $1");
    query.bind(account).execute(&mut *conn).await?;
    end_invitations(conn, publisher, account).await?;
    tools::revoke_invitations_by(conn, account).await?;
    name_an_owner(conn, publisher).await
}

/// Revokes the invitations to the publisher that a member created.
pub async fn end_invitations(conn: &mut Conn, publisher: &str, by: &str) -> Result<()> {
    let query = db::query("DELETE FROM publisher_invitations WHERE publisher_id = $1 AND invited_by = $2");
    query.binds((publisher, by)).run(conn).await
}

/// The profile names one of the owners, because servers of an older version read it.
pub async fn name_an_owner(conn: &mut Conn, publisher: &str) -> Result<()> {
    let query = db::query(
        "UPDATE publisher_profiles SET account_id = COALESCE((SELECT account_id FROM publisher_members
             WHERE publisher_id = $1 AND role = 'owner' ORDER BY created_at, account_id LIMIT 1), account_id) WHERE publisher_id = $1",
    );
    query.bind(publisher).run(conn).await
}

/// The members who are notified.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum To<'a> {
    Everybody,
    /// All owners, including suspended ones: they still need to know what they are owed.
    Owners,
    /// All owners except this one.
    OwnersBut(&'a str),
}

async fn recipients(conn: &mut Conn, publisher: &str, to: To<'_>) -> Result<Vec<Addressee>> {
    let (owners, but, suspended) = match to {
        To::Everybody => (false, None, false),
        To::Owners => (true, None, true),
        To::OwnersBut(account) => (true, Some(account), false),
    };
    let found = db::query_as(
        "SELECT u.id, u.email, u.language FROM publisher_members m JOIN user_profiles u ON u.id = m.account_id
         WHERE m.publisher_id = $1 AND (NOT $2 OR m.role = 'owner') AND ($3 IS NULL OR u.id <> $3)
             AND ($4 OR u.suspended_at IS NULL) ORDER BY u.id",
    );
    Ok(found.binds((publisher, owners, but, suspended)).fetch_all(conn).await?)
}

/// A mail in addition to the notification: its template, and its link in either language.
pub struct Letter {
    pub template: &'static str,
    pub link: fn(&App, Locale, &Params) -> String,
}

/// Notifies members: on screen, and by mail if there is a letter.
pub async fn notify(
    app: &App,
    tx: &mut Conn,
    publisher: &str,
    to: To<'_>,
    kind: NotificationKind,
    params: &Params,
    letter: Option<Letter>,
) -> Result<()> {
    for member in recipients(tx, publisher, to).await? {
        notifications::notify(app, tx, &member.id, kind, params).await?;
        if let Some(Letter { template, link }) = &letter {
            member.send(app, tx, template, params, |language| link(app, language, params)).await?;
        }
    }
    Ok(())
}

/// Runs before an account is deleted: its publisher keeps the other members. It refuses if only members who are not
/// owners would remain; if no member remains, the administrators are notified.
pub fn leave<'a>(conn: &'a mut Conn, account: &'a str) -> BoxFuture<'a, Result<()>> {
    Box::pin(async move {
        let query = db::query_scalar("SELECT email FROM user_profiles WHERE id = $1");
        let email: String = query.bind(account).fetch_one(&mut *conn).await?;
        let query = db::query("DELETE FROM publisher_invitations WHERE email = $1");
        query.bind(email).execute(&mut *conn).await?;
        let Some(Membership { publisher_id, role }) = membership_of(conn, account).await? else {
            return Ok(());
        };
        let has_others = members_of(conn, &publisher_id).await?.iter().any(|member| member != account);
        if role == MemberRole::Owner && has_others {
            expect_another_owner(conn, &publisher_id, account).await?;
        }
        remove(conn, &publisher_id, account).await?;
        if !has_others {
            return abandon(conn, &publisher_id, account).await;
        }
        // The member's name is deleted with the account.
        let unnamed = by_language("A member", "Ktoś");
        let values = params([("name", unnamed), ("publisher", publisher_id.as_str().into())]);
        for owner in recipients(conn, &publisher_id, To::OwnersBut(account)).await? {
            // Without an event: they see it at the next load.
            notifications::store(conn, &owner.id, NotificationKind::MemberLeft, &values).await?;
        }
        Ok(())
    })
}

/// The publisher has no members left: notifies the administrators.
async fn abandon(conn: &mut Conn, publisher: &str, by: &str) -> Result<()> {
    let query = db::query("DELETE FROM publisher_invitations WHERE publisher_id = $1");
    query.bind(publisher).execute(&mut *conn).await?;
    let params = params([("publisher", publisher.into())]);
    for admin in users::administrators(conn).await?.into_iter().filter(|admin| admin != by) {
        notifications::store(conn, &admin, NotificationKind::PublisherAbandoned, &params).await?;
    }
    Ok(())
}

/// Notifies the members, in the transaction of the decision.
pub fn notify_decision<'a>(app: &'a App, tx: &'a mut Conn, decision: Decision) -> BoxFuture<'a, Result<()>> {
    Box::pin(async move {
        let Decision { publisher, plugin, version, digest, what, why } = decision;
        // An administrator may have installed it without the portal.
        let submission = store::by_digest(tx, &publisher, &digest).await?.map(|row| row.id);
        let mut params =
            params([("plugin", plugin.into()), ("version", version.into()), ("what", what), ("why", why)]);
        params.extend(submission.map(|id| ("about".to_owned(), id.into())));
        let kind = NotificationKind::VersionDecided;
        let letter = Letter { template: "version-decided", link };
        notify(app, tx, &publisher, To::Everybody, kind, &params, Some(letter)).await
    })
}

/// The page of the package, or the list of packages if it was not submitted through the portal.
pub fn link(app: &App, language: Locale, params: &Params) -> String {
    let path = language.pick("app/publisher/packages", "app/wydawca/pakiety");
    match params.get("about").and_then(Value::as_str) {
        Some(id) => format!("{}/{path}/{id}", app.url()),
        None => format!("{}/{path}", app.url()),
    }
}
