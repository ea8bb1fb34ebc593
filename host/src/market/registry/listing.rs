//! Whether the lists of the catalogue show a plugin. One that they do not show is for those who were invited to it, and for
//! those who used it before.

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

/// Who decides about the lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decider {
    /// What they say of a plugin is also said of its publisher's right to put it back.
    Administrator,
    Publisher,
}

/// A plugin as far as the lists go.
#[derive(Debug, sqlx::FromRow)]
pub struct Listed {
    pub publisher: String,
    pub listed: bool,
    /// Whether an administrator lets the lists show it.
    pub listing_approved: bool,
}

/// An installed plugin as far as the lists go; 404 where there is none.
pub async fn listing_of(conn: &mut Conn, plugin: &str) -> Result<Listed> {
    store::expect_plugin(conn, plugin).await?;
    let found = db::query_as("SELECT publisher, listed, listing_approved FROM plugins WHERE id = $1");
    Ok(found.bind(plugin).fetch_one(conn).await?)
}

/// Notes whether the catalogue's lists show a plugin; false where they do so already. Whoever used one that is taken out keeps
/// it. A request to have it listed is answered by that.
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

/// The plugins that changed after a generation and that no list shows.
pub async fn unlisted_since(conn: &mut Conn, generation: i64) -> Result<HashSet<String>> {
    let ids = db::query_scalar("SELECT id FROM plugins WHERE installed AND NOT listed AND generation > $1");
    let ids: Vec<String> = ids.bind(generation).fetch_all(conn).await?;
    Ok(ids.into_iter().collect())
}
