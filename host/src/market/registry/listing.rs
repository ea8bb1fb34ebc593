//! Whether the catalogue lists a plugin. An unlisted one is for invited users, and for those who used it before.

use std::collections::HashSet;

use super::store;
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
        db::query("DELETE FROM listing_requests WHERE plugin = $1").bind(plugin).execute(&mut *tx).await?;
    }
    let done = db::query("UPDATE plugins SET listed = $2, updated_at = $3 WHERE id = $1 AND listed <> $2");
    let done = done.bind(plugin).bind(listed).bind(Timestamp::now()).execute(&mut *tx).await?;
    let is_changed = done.rows_affected() > 0;
    if is_changed && !listed {
        tools::keep_users(tx, plugin).await?;
    }
    Ok(is_changed)
}

/// The unlisted plugins that changed after a generation.
pub async fn unlisted_since(conn: &mut Conn, generation: i64) -> Result<HashSet<String>> {
    let ids = db::query_scalar("SELECT id FROM plugins WHERE installed AND NOT listed AND generation > $1");
    let ids: Vec<String> = ids.bind(generation).fetch_all(conn).await?;
    Ok(ids.into_iter().collect())
}
