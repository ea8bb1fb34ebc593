//! Whether the catalogue lists a plugin, and publishers' requests for that. An unlisted one is for invited users, and for
//! those who used it before.

use super::store;
use crate::catalogue::tools;
use crate::platform::prelude::*;

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
        let query = db::query("UPDATE plugins SET listing_approved = $2 WHERE id = $1");
        query.binds((plugin, listed)).execute(&mut *tx).await?;
    }
    if listed {
        remove_listing_request(tx, plugin).await?;
    }
    let done = db::query("UPDATE plugins SET listed = $2, updated_at = $3 WHERE id = $1 AND listed <> $2");
    let done = done.binds((plugin, listed, Timestamp::now())).execute(&mut *tx).await?;
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
    let ids = db::query_scalar(AssertSqlSafe(format!("SELECT id {USED}")));
    Ok(ids.bind(plugin).fetch_all(conn).await?)
}

/// How many accounts used a plugin, and so would keep it if it were unlisted.
pub async fn count_users(conn: &mut Conn, plugin: &str) -> Result<i64> {
    let count = db::query_scalar(AssertSqlSafe(format!("SELECT count(*) {USED}")));
    Ok(count.bind(plugin).fetch_one(conn).await?)
}

/// The unlisted plugins that changed after a generation.
pub async fn unlisted_since(conn: &mut Conn, generation: i64) -> Result<HashSet<String>> {
    let ids = db::query_scalar("SELECT id FROM plugins WHERE installed AND NOT listed AND generation > $1");
    let ids: Vec<String> = ids.bind(generation).fetch_all(conn).await?;
    Ok(ids.into_iter().collect())
}

/// A publisher's request to have a plugin listed.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
pub struct ListingRequest {
    plugin: String,
    /// The id of the publisher.
    publisher: String,
    /// The publisher's note to the administrators.
    #[schema(required)]
    note: Option<String>,
    created_at: Timestamp,
}

const REQUEST: &str = "SELECT r.plugin, p.publisher, r.note, r.created_at FROM listing_requests r JOIN plugins p ON p.id = r.plugin";

/// The open request of a plugin.
pub async fn listing_request(conn: &mut Conn, plugin: &str) -> Result<Option<ListingRequest>> {
    let sql = AssertSqlSafe(format!("{REQUEST} WHERE r.plugin = $1"));
    Ok(db::query_as(sql).bind(plugin).fetch_optional(conn).await?)
}

/// Open requests, oldest first.
pub async fn listing_requests(conn: &mut Conn, page: Page) -> Result<Paged<ListingRequest>> {
    let count = db::query_scalar("SELECT count(*) FROM listing_requests");
    let sql = AssertSqlSafe(format!("{REQUEST} ORDER BY r.created_at, r.plugin LIMIT $1 OFFSET $2"));
    page.fetch(conn, count, db::query_as(sql)).await
}

/// Stores a request of a member, or its new note; true if there was none.
pub async fn request_listing(tx: &mut Conn, plugin: &str, member: &str, note: Option<&str>) -> Result<bool> {
    let is_new = listing_request(tx, plugin).await?.is_none();
    let query = db::query(
        "INSERT INTO listing_requests (plugin, asked_by, note, created_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (plugin) DO UPDATE SET note = excluded.note, asked_by = excluded.asked_by",
    );
    query.binds((plugin, member, note, Timestamp::now())).execute(tx).await?;
    Ok(is_new)
}

/// Deletes the request of a plugin; false if there is none.
pub async fn remove_listing_request(tx: &mut Conn, plugin: &str) -> Result<bool> {
    let done = db::query("DELETE FROM listing_requests WHERE plugin = $1").bind(plugin).execute(tx).await?;
    Ok(done.rows_affected() > 0)
}
