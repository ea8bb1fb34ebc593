//! How much an account may keep. Each run stores a document and each edit a version, and both may be free of charge.

use axum::http::StatusCode;

use crate::platform::{
    db::{self, Conn, Db},
    error::{Problem, Result},
};

/// Documents of an account, those in the trash included. Triggers count them in `archives`.
const MOST_DOCUMENTS: i64 = 20_000;
/// MB of the texts and data of an account, earlier versions included.
const MOST_MB: i64 = 1_024;
/// Edits of fewer bytes are stored without adding everything up: the limits of documents and versions hold them.
const SMALL_BYTES: usize = 16 * 1024;

/// Refuses one more document than an account may have.
pub async fn expect_room(db: &Db, account: &str) -> Result<()> {
    let count: Option<i64> = db::query_scalar("SELECT documents FROM archives WHERE account_id = $1")
        .bind(account)
        .fetch_optional(db.read())
        .await?;
    if count.unwrap_or(0) < MOST_DOCUMENTS {
        return Ok(());
    }
    Err(Problem::new(StatusCode::CONFLICT, "documents.too-many").with("max", MOST_DOCUMENTS))
}

/// Refuses an edit that would store more than an account may keep.
pub(super) async fn expect_room_for(conn: &mut Conn, account: &str, bytes: usize) -> Result<()> {
    if bytes <= SMALL_BYTES {
        return Ok(());
    }
    // The length in bytes is known without reading the texts.
    let stored: i64 = db::query_scalar(
        "SELECT CAST(
             (SELECT COALESCE(SUM(octet_length(text) + octet_length(data)), 0) FROM documents WHERE account_id = $1)
             + (SELECT COALESCE(SUM(octet_length(v.text) + octet_length(v.data)), 0)
                FROM document_versions v JOIN documents d ON d.id = v.document_id WHERE d.account_id = $1) AS BIGINT)",
    )
    .bind(account)
    .fetch_one(conn)
    .await?;
    if stored + i64::try_from(bytes).unwrap_or(i64::MAX) <= MOST_MB * 1024 * 1024 {
        return Ok(());
    }
    Err(Problem::new(StatusCode::CONFLICT, "documents.too-much").with("max_mb", MOST_MB))
}
