//! Access to unlisted tools: accounts that were invited, accounts that used the tool before it was unlisted, members
//! of its publisher, and administrators. For other accounts the tool does not exist.
//!
//! For a listed tool no query is made, and the catalogue queries only if some tool is unlisted.

use std::collections::HashMap;

use serde::Serialize;
use utoipa::ToSchema;

use super::Shelf;
use crate::platform::{
    auth::Role,
    clock::Timestamp,
    db::{self, Conn},
    error::Result,
};

/// How an account got access to an unlisted tool.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = ToolGuest)]
pub struct Guest {
    /// The name of the publisher.
    pub publisher: String,
    /// Who created the link; null if the account is deleted, or if the reader had the tool before it was unlisted.
    #[schema(required)]
    pub invited_by: Option<String>,
    /// Whether the account was invited; otherwise it had the tool before it was unlisted.
    pub invited: bool,
    pub since: Timestamp,
}

/// The unlisted tools of an account, by id.
#[derive(Debug, Default)]
pub struct Guests(HashMap<String, Guest>);

impl Guests {
    /// Those of an account. Makes no query if every tool is listed.
    pub async fn of(conn: &mut Conn, shelf: &Shelf, account: &str) -> Result<Self> {
        if !shelf.has_unlisted() {
            return Ok(Self::default());
        }
        let rows: Vec<(String, String, Option<String>, bool, Timestamp)> = db::query_as(
            "SELECT g.plugin, COALESCE(b.name, p.publisher), u.name, g.invitation_id IS NOT NULL, g.created_at
             FROM tool_guests g JOIN plugins p ON p.id = g.plugin LEFT JOIN publishers b ON b.id = p.publisher
             LEFT JOIN tool_invitations i ON i.id = g.invitation_id
             LEFT JOIN users u ON u.id = i.invited_by AND u.deleted_at IS NULL WHERE g.account_id = $1",
        )
        .bind(account)
        .fetch_all(conn)
        .await?;
        let guests = rows.into_iter().map(|(plugin, publisher, invited_by, invited, since)| {
            (plugin, Guest { publisher, invited_by, invited, since })
        });
        Ok(Self(guests.collect()))
    }

    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    pub fn get(&self, id: &str) -> Option<&Guest> {
        if self.0.is_empty() { None } else { self.0.get(id) }
    }
}

/// Which unlisted tools a reader has access to.
#[derive(Debug, Clone, Copy)]
pub enum Reach<'a> {
    /// None.
    Listed,
    /// Those of a guest.
    Guest(&'a Guests),
    /// All unlisted tools; for administrators.
    All,
}

impl Reach<'_> {
    pub fn includes(self, id: &str) -> bool {
        match self {
            Self::Listed => false,
            Self::Guest(guests) => guests.get(id).is_some(),
            Self::All => true,
        }
    }
}

/// Whether an account has access to an unlisted tool.
pub async fn has(conn: &mut Conn, account: &str, id: &str) -> Result<bool> {
    let has: bool = db::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM tool_guests WHERE account_id = $1 AND plugin = $2)
             OR EXISTS (SELECT 1 FROM publisher_members m JOIN plugins p ON p.publisher = m.publisher_id WHERE m.account_id = $1 AND p.id = $2)
             OR EXISTS (SELECT 1 FROM users WHERE id = $1 AND role <> $3)",
    )
    .bind(account)
    .bind(id)
    .bind(Role::User)
    .fetch_one(conn)
    .await?;
    Ok(has)
}

/// Before a tool is unlisted: accounts that used it keep access.
pub async fn keep_users(tx: &mut Conn, id: &str) -> Result<()> {
    let sql = format!(
        "INSERT INTO tool_guests (account_id, plugin, created_at)
         SELECT u.id, $1, $2 FROM users u WHERE u.deleted_at IS NULL AND u.id IN ({USED}) ON CONFLICT DO NOTHING"
    );
    let sql = sqlx::AssertSqlSafe(sql);
    db::query(sql).bind(id).bind(Timestamp::now()).execute(tx).await?;
    Ok(())
}

/// Accounts that used the plugin `$1`, by indexed columns: runs of its packages, favourites, and bulk jobs.
const USED: &str = "SELECT account_id FROM customer_runs WHERE package_digest IN (SELECT digest FROM packages WHERE plugin = $1)
    UNION SELECT account_id FROM favourites WHERE tool = $1 UNION SELECT account_id FROM bulk_jobs WHERE tool = $1";

/// How many accounts used a plugin, and so would keep it; and how many were invited.
pub async fn count(conn: &mut Conn, id: &str) -> Result<(i64, i64)> {
    let sql = format!(
        "SELECT (SELECT count(*) FROM users u WHERE u.deleted_at IS NULL AND u.id IN ({USED})),
             (SELECT count(*) FROM tool_guests WHERE plugin = $1 AND invitation_id IS NOT NULL)"
    );
    Ok(db::query_as(sqlx::AssertSqlSafe(sql)).bind(id).fetch_one(conn).await?)
}
