//! Access to unlisted tools: accounts that were invited, accounts that used the tool before it was unlisted, members
//! of its publisher, and administrators. For other accounts the tool does not exist.
//!
//! For a listed tool no query is made, and the catalogue queries only if some tool is unlisted.

use std::collections::HashMap;

use super::Shelf;
use crate::platform::prelude::*;

/// Accounts in one statement.
const ADMITTED_AT_ONCE: usize = 500;

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
        let rows = db::query_as(
            "SELECT g.plugin, u.name, g.invitation_id IS NOT NULL, g.created_at
             FROM tool_guests g LEFT JOIN tool_invitations i ON i.id = g.invitation_id
             LEFT JOIN user_profiles u ON u.id = i.invited_by WHERE g.account_id = $1",
        );
        let rows: Vec<(String, Option<String>, bool, Timestamp)> = rows.bind(account).fetch_all(conn).await?;
        let guests = rows.into_iter().filter_map(|(id, invited_by, invited, since)| {
            let publisher = shelf.publisher_name(&shelf.any(&id)?.publisher).to_owned();
            Some((id, Guest { publisher, invited_by, invited, since }))
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

/// Whether an account is a member of a publisher. The slice that has the members provides the function.
pub struct IsMember(pub for<'a> fn(&'a mut Conn, &'a str, &'a str) -> BoxFuture<'a, Result<bool>>);

/// Whether an account has access to an unlisted tool.
pub async fn has(app: &App, shelf: &Shelf, account: &str, id: &str) -> Result<bool> {
    let mut conn = app.db.read().acquire().await?;
    let has = db::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM tool_guests WHERE account_id = $1 AND plugin = $2)
             OR EXISTS (SELECT 1 FROM user_profiles WHERE id = $1 AND role <> $3)",
    );
    let has: bool = has.binds((account, id, Role::User)).fetch_one(&mut conn).await?;
    if has {
        return Ok(true);
    }
    let Some(tool) = shelf.any(id) else { return Ok(false) };
    (app.part::<IsMember>().0)(&mut conn, account, &tool.publisher).await
}

/// Before a tool is unlisted: accounts that used it keep access.
pub async fn admit(tx: &mut Conn, id: &str, accounts: &[String]) -> Result<()> {
    let now = Timestamp::now();
    for some in accounts.chunks(ADMITTED_AT_ONCE) {
        let rows: Vec<String> = (0..some.len()).map(|row| format!("(${}, $1, $2)", row + 3)).collect();
        let sql = format!(
            "INSERT INTO tool_guests (account_id, plugin, created_at) VALUES {} ON CONFLICT DO NOTHING",
            rows.join(", ")
        );
        let insert = db::query(AssertSqlSafe(sql)).binds((id, now));
        some.iter().fold(insert, |insert, account| insert.bind(account)).execute(&mut *tx).await?;
    }
    Ok(())
}

/// How many accounts followed an invitation to a tool and still have it.
pub async fn count_invited(conn: &mut Conn, id: &str) -> Result<i64> {
    let count =
        db::query_scalar("SELECT count(*) FROM tool_guests WHERE plugin = $1 AND invitation_id IS NOT NULL");
    Ok(count.bind(id).fetch_one(conn).await?)
}

/// Removes the guests of an invitation.
pub async fn remove_invited(tx: &mut Conn, id: &str, invitation: &str) -> Result<()> {
    let query = db::query("DELETE FROM tool_guests WHERE plugin = $1 AND invitation_id = $2");
    query.binds((id, invitation)).run(tx).await
}
