//! Invitation links to unlisted tools, as their publishers manage them.

use crate::platform::{
    auth::hash_of,
    clock::Timestamp,
    db::{self, Conn},
    error::Result,
    page::Page,
};

/// An invitation link to a tool.
#[derive(Debug, sqlx::FromRow)]
pub struct Invitation {
    pub id: String,
    pub name: String,
    /// The name of the author; `None` if the account is deleted.
    pub invited_by: Option<String>,
    /// How many users it admits; `None` for no limit.
    pub most: Option<i64>,
    /// How many users followed it.
    pub uses: i64,
    /// How many of them still have the tool.
    pub guests: i64,
    pub created_at: Timestamp,
    pub expires_at: Option<Timestamp>,
    pub revoked_at: Option<Timestamp>,
}

const ROW: &str =
    "SELECT i.id, i.name, u.name AS invited_by, i.most, i.uses, i.created_at, i.expires_at, i.revoked_at,
        (SELECT count(*) FROM tool_guests g WHERE g.plugin = i.plugin AND g.invitation_id = i.id) AS guests
    FROM tool_invitations i LEFT JOIN user_profiles u ON u.id = i.invited_by WHERE i.plugin = $1";

pub async fn find_invitation(conn: &mut Conn, tool: &str, id: &str) -> Result<Option<Invitation>> {
    let sql = sqlx::AssertSqlSafe(format!("{ROW} AND i.id = $2"));
    Ok(db::query_as(sql).bind(tool).bind(id).fetch_optional(conn).await?)
}

/// The invitations to a tool, revoked ones last, and how many there are.
pub async fn invitations_of(conn: &mut Conn, tool: &str, page: Page) -> Result<(Vec<Invitation>, i64)> {
    let total = db::query_scalar("SELECT count(*) FROM tool_invitations WHERE plugin = $1")
        .bind(tool)
        .fetch_one(&mut *conn)
        .await?;
    let sql = format!(
        "{ROW} ORDER BY CASE WHEN i.revoked_at IS NULL THEN 0 ELSE 1 END, i.id DESC LIMIT $2 OFFSET $3"
    );
    let rows = db::query_as(sqlx::AssertSqlSafe(sql)).bind(tool).bind(page.limit()).bind(page.offset());
    Ok((rows.fetch_all(conn).await?, total))
}

/// How many invitations to a tool are not revoked.
pub async fn count_open_invitations(conn: &mut Conn, tool: &str) -> Result<i64> {
    let count =
        db::query_scalar("SELECT count(*) FROM tool_invitations WHERE plugin = $1 AND revoked_at IS NULL");
    Ok(count.bind(tool).fetch_one(conn).await?)
}

/// A new invitation.
pub struct NewInvitation<'a> {
    pub tool: &'a str,
    pub name: Option<String>,
    /// The secret of the link; its hash is stored.
    pub token: &'a str,
    /// The account of the author.
    pub invited_by: &'a str,
    pub most: Option<i64>,
    pub expires_at: Option<Timestamp>,
}

/// Stores an invitation and returns its id.
pub async fn invite(tx: &mut Conn, new: NewInvitation<'_>) -> Result<String> {
    let id = db::new_id();
    db::query(
        "INSERT INTO tool_invitations (id, plugin, name, token_hash, invited_by, most, created_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
    )
    .bind(&id)
    .bind(new.tool)
    .bind(new.name)
    .bind(hash_of(new.token))
    .bind(new.invited_by)
    .bind(new.most)
    .bind(Timestamp::now())
    .bind(new.expires_at)
    .execute(tx)
    .await?;
    Ok(id)
}

/// Revokes an invitation; its guests stay.
pub async fn revoke_invitation(tx: &mut Conn, id: &str) -> Result<()> {
    db::query("UPDATE tool_invitations SET revoked_at = COALESCE(revoked_at, $2) WHERE id = $1")
        .bind(id)
        .bind(Timestamp::now())
        .execute(tx)
        .await?;
    Ok(())
}

/// Revokes all invitations of an author.
pub async fn revoke_invitations_by(tx: &mut Conn, account: &str) -> Result<()> {
    db::query("UPDATE tool_invitations SET revoked_at = $2 WHERE invited_by = $1 AND revoked_at IS NULL")
        .bind(account)
        .bind(Timestamp::now())
        .execute(tx)
        .await?;
    Ok(())
}
