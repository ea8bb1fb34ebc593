//! Publishers' requests to have plugins listed.

use serde::Serialize;
use utoipa::ToSchema;

use crate::platform::{
    clock::Timestamp,
    db::{self, Conn},
    error::Result,
    page::Page,
};

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
    let sql = sqlx::AssertSqlSafe(format!("{REQUEST} WHERE r.plugin = $1"));
    Ok(db::query_as(sql).bind(plugin).fetch_optional(conn).await?)
}

/// Open requests, oldest first, and how many there are.
pub async fn listing_requests(conn: &mut Conn, page: Page) -> Result<(Vec<ListingRequest>, i64)> {
    let total = db::query_scalar("SELECT count(*) FROM listing_requests").fetch_one(&mut *conn).await?;
    let sql = sqlx::AssertSqlSafe(format!("{REQUEST} ORDER BY r.created_at, r.plugin LIMIT $1 OFFSET $2"));
    let rows = db::query_as(sql).bind(page.limit()).bind(page.offset()).fetch_all(conn).await?;
    Ok((rows, total))
}

/// Stores a request of a member, or its new note; true if there was none.
pub async fn request_listing(tx: &mut Conn, plugin: &str, member: &str, note: Option<&str>) -> Result<bool> {
    let is_new = listing_request(tx, plugin).await?.is_none();
    db::query(
        "INSERT INTO listing_requests (plugin, asked_by, note, created_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (plugin) DO UPDATE SET note = excluded.note, asked_by = excluded.asked_by",
    )
    .bind(plugin)
    .bind(member)
    .bind(note)
    .bind(Timestamp::now())
    .execute(tx)
    .await?;
    Ok(is_new)
}

/// Deletes the request of a plugin; false if there is none.
pub async fn remove_listing_request(tx: &mut Conn, plugin: &str) -> Result<bool> {
    let done = db::query("DELETE FROM listing_requests WHERE plugin = $1").bind(plugin).execute(tx).await?;
    Ok(done.rows_affected() > 0)
}
