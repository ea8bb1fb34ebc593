//! Storage limits of an account. Each run stores a document and each edit a version, and both may be free of charge.

use crate::platform::prelude::*;

/// Documents per account, including those in the trash. Triggers count them in `archives`.
pub const MOST_DOCUMENTS: i64 = 20_000;
/// MB of an account's texts and data, including earlier versions.
const MOST_MB: i64 = 1_024;
/// Smaller edits are stored without summing up: the limits of documents and versions bound them.
const SMALL_BYTES: usize = 16 * 1024;

/// Refuses a document beyond [`MOST_DOCUMENTS`].
pub async fn expect_room(conn: &mut Conn, account: &str) -> Result<()> {
    let count = db::query_scalar("SELECT documents FROM archives WHERE account_id = $1");
    let count: Option<i64> = count.bind(account).fetch_optional(conn).await?;
    let is_full = count.unwrap_or(0) >= MOST_DOCUMENTS;
    refuse_if(is_full, || Problem::conflict("documents.too-many").with("max", MOST_DOCUMENTS))
}

/// Refuses an edit beyond the storage limit.
pub(super) async fn expect_room_for(conn: &mut Conn, account: &str, bytes: usize) -> Result<()> {
    if bytes <= SMALL_BYTES {
        return Ok(());
    }
    // The length in bytes is available without reading the texts.
    let stored = db::query_scalar(
        "SELECT CAST(
             (SELECT COALESCE(SUM(octet_length(text) + octet_length(data)), 0) FROM documents WHERE account_id = $1)
             + (SELECT COALESCE(SUM(octet_length(v.text) + octet_length(v.data)), 0)
                FROM document_versions v JOIN documents d ON d.id = v.document_id WHERE d.account_id = $1) AS BIGINT)",
    );
    let stored: i64 = stored.bind(account).fetch_one(conn).await?;
    let is_too_much = stored + i64::try_from(bytes).unwrap_or(i64::MAX) > MOST_MB * 1024 * 1024;
    refuse_if(is_too_much, || Problem::conflict("documents.too-much").with("max_mb", MOST_MB))
}
