//! Whether the catalogue lists a plugin. An unlisted one is for invited users, and for those who used it before.

use std::collections::HashSet;

use super::{listing_requests::remove_listing_request, store};
use crate::{
    catalogue::tools,
    platform::{
        clock::Timestamp,
        db::{self, Conn},
        error::Result,
    },
};

/// Who changes a listing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decider {
    /// An administrator's decision also sets the publisher's right to list it again.
    Administrator,
    Publisher,
}

/// The listing of a plugin.
#[derive(Debug, sqlx::FromRow)]
pub struct Listed {
    pub publisher: String,
    pub listed: bool,
    /// Whether an administrator has approved its listing.
    pub listing_approved: bool,
}

/// The listing of an installed plugin; 404 if there is none.
pub async fn listing_of(conn: &mut Conn, plugin: &str) -> Result<Listed> {
    store::expect_plugin(conn, plugin).await?;
    let found = db::query_as("SELECT publisher, listed, listing_approved FROM plugins WHERE id = $1");
    Ok(found.bind(plugin).fetch_one(conn).await?)
}

/// Sets whether the catalogue lists a plugin; false if unchanged. Users of an unlisted one keep it. Closes an open
/// listing request.
pub async fn set_listed(tx: &mut Conn, plugin: &str, listed: bool, by: Decider) -> Result<bool> {
    if by == Decider::Administrator {
        db::query("UPDATE plugins SET listing_approved = $2 WHERE id = $1")
            .bind(plugin)
            .bind(listed)
            .execute(&mut *tx)
            .await?;
    }
    if listed {
        remove_listing_request(tx, plugin).await?;
    }
    let done = db::query("UPDATE plugins SET listed = $2, updated_at = $3 WHERE id = $1 AND listed <> $2");
    let done = done.bind(plugin).bind(listed).bind(Timestamp::now()).execute(&mut *tx).await?;
    let is_changed = done.rows_affected() > 0;
    if is_changed && !listed {
        let users = users_of(tx, plugin).await?;
        tools::admit(tx, plugin, &users).await?;
    }
    Ok(is_changed)
}

/// Accounts that used the plugin `$1`: runs of its packages, favourites, and bulk jobs.
const USED: &str = "FROM user_profiles WHERE id IN
    (SELECT account_id FROM customer_runs WHERE package_digest IN (SELECT digest FROM packages WHERE plugin = $1)
     UNION SELECT account_id FROM favourite_tools WHERE tool = $1
     UNION SELECT account_id FROM customer_bulk_jobs WHERE tool = $1)";

async fn users_of(conn: &mut Conn, plugin: &str) -> Result<Vec<String>> {
    let ids = db::query_scalar(sqlx::AssertSqlSafe(format!("SELECT id {USED}")));
    Ok(ids.bind(plugin).fetch_all(conn).await?)
}

/// How many accounts used a plugin, and so would keep it if it were unlisted.
pub async fn count_users(conn: &mut Conn, plugin: &str) -> Result<i64> {
    let count = db::query_scalar(sqlx::AssertSqlSafe(format!("SELECT count(*) {USED}")));
    Ok(count.bind(plugin).fetch_one(conn).await?)
}

/// The unlisted plugins that changed after a generation.
pub async fn unlisted_since(conn: &mut Conn, generation: i64) -> Result<HashSet<String>> {
    let ids = db::query_scalar("SELECT id FROM plugins WHERE installed AND NOT listed AND generation > $1");
    let ids: Vec<String> = ids.bind(generation).fetch_all(conn).await?;
    Ok(ids.into_iter().collect())
}
