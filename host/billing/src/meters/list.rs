//! The words of an account, for its owner.

use super::ledger::allowance;
use super::{Allowance, Kind, Meter};
use crate::platform::prelude::*;

/// One row of the ledger.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
pub(super) struct WordEntry {
    /// Number of the entry within the account, from 1.
    #[sqlx(rename = "seq")]
    pub id: i64,
    pub kind: Kind,
    /// Words added, or negative if removed.
    #[sqlx(rename = "amount")]
    pub words: i64,
    /// Words left after this entry.
    pub balance: i64,
    /// The reason of a grant: `welcome`, `plan` or `renewal`; of an expiry: `term-over`.
    pub reason: Option<String>,
    pub run_id: Option<String>,
    pub tool: Option<String>,
    pub created_at: Timestamp,
}

/// The account's words, and a page of its ledger, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct WordsView {
    #[serde(flatten)]
    pub words: Allowance,
    pub entries: Vec<WordEntry>,
    pub page: u32,
    pub per_page: u32,
    pub total: i64,
}

pub(super) fn own_files<'a>(conn: &'a mut Conn, account: &'a str) -> BoxFuture<'a, Result<Vec<File>>> {
    Box::pin(async move {
        let entries: Vec<WordEntry> = db::query_as(
            "SELECT seq, kind, amount, balance, reason, run_id, tool, created_at FROM meter_entries
             WHERE holder = $1 AND meter = $2 ORDER BY seq",
        )
        .binds((account, Meter::Words))
        .fetch_all(&mut *conn)
        .await?;
        Ok(vec![File::json("words.json", &entries)?])
    })
}

/// Which entries to list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct EntryFilter {
    /// Only entries of this kind.
    kind: Option<Kind>,
}

/// Words left this month, and the ledger
#[utoipa::path(get, path = "/api/words", tag = "words", params(EntryFilter, Page), responses((status = 200, body = WordsView)))]
pub(super) async fn list_words(
    app: App,
    user: User,
    Query(filter): Query<EntryFilter>,
    page: Page,
) -> Result<Json<WordsView>> {
    // One snapshot, so that balance and entries are consistent.
    let mut tx = app.db.read().begin().await?;
    let words = allowance(&mut tx, Meter::Words.of(&user.id)).await?;
    let total: i64 = db::query_scalar(
        "SELECT count(*) FROM meter_entries WHERE holder = $1 AND meter = $2 AND ($3 IS NULL OR kind = $3)",
    )
    .binds((&user.id, Meter::Words, filter.kind))
    .fetch_one(&mut *tx)
    .await?;
    let entries = db::query_as(
        "SELECT seq, kind, amount, balance, reason, run_id, tool, created_at FROM meter_entries
         WHERE holder = $1 AND meter = $2 AND ($3 IS NULL OR kind = $3) ORDER BY seq DESC LIMIT $4 OFFSET $5",
    )
    .binds((&user.id, Meter::Words, filter.kind, page.limit(), page.offset()))
    .fetch_all(&mut *tx)
    .await?;
    Ok(Json(WordsView { words, entries, page: page.page, per_page: page.per_page, total }))
}
