//! What an account has of each meter, for its owner.

use super::ledger::allowance;
use super::{Allowance, Kind, Meter};
use crate::platform::prelude::*;

/// One row of the ledger.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
pub(super) struct MeterEntry {
    /// Number of the entry within the account and the meter, from 1.
    #[sqlx(rename = "seq")]
    pub id: i64,
    pub kind: Kind,
    /// What was added, or negative if removed.
    pub amount: i64,
    /// What was left after this entry.
    pub balance: i64,
    /// The reason of a grant: `welcome`, `plan`, `renewal` or `gift`; of an expiry: `term-over`.
    pub reason: Option<String>,
    /// The run, or the audit, that used it.
    pub run_id: Option<String>,
    pub tool: Option<String>,
    pub created_at: Timestamp,
}

/// What an account has of a meter, and a page of its ledger, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct MeterView {
    #[serde(flatten)]
    pub have: Allowance,
    pub entries: Vec<MeterEntry>,
    pub page: u32,
    pub per_page: u32,
    pub total: i64,
}

/// One file for each meter.
pub(super) fn own_files<'a>(conn: &'a mut Conn, account: &'a str) -> BoxFuture<'a, Result<Vec<File>>> {
    Box::pin(async move {
        let mut files = Vec::new();
        for meter in Meter::ALL {
            let entries: Vec<MeterEntry> = db::query_as(
                "SELECT seq, kind, amount, balance, reason, run_id, tool, created_at FROM meter_entries
                 WHERE holder = $1 AND meter = $2 ORDER BY seq",
            )
            .binds((account, meter))
            .fetch_all(&mut *conn)
            .await?;
            files.push(File::json(&format!("{}.json", meter.name()), &entries)?);
        }
        Ok(files)
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
#[utoipa::path(get, path = "/api/words", tag = "words", params(EntryFilter, Page), responses((status = 200, body = MeterView)))]
pub(super) async fn list_words(
    app: App,
    user: User,
    Query(filter): Query<EntryFilter>,
    page: Page,
) -> Result<Json<MeterView>> {
    view(&app, &user, Meter::Words, filter, page).await
}

/// Pages left to check this month, and the ledger
#[utoipa::path(get, path = "/api/pages", tag = "pages", params(EntryFilter, Page), responses((status = 200, body = MeterView)))]
pub(super) async fn list_pages(
    app: App,
    user: User,
    Query(filter): Query<EntryFilter>,
    page: Page,
) -> Result<Json<MeterView>> {
    view(&app, &user, Meter::Pages, filter, page).await
}

async fn view(
    app: &App,
    user: &User,
    meter: Meter,
    filter: EntryFilter,
    page: Page,
) -> Result<Json<MeterView>> {
    // One snapshot, so that balance and entries are consistent.
    let mut tx = app.db.read().begin().await?;
    let have = allowance(&mut tx, meter.of(&user.id)).await?;
    let total: i64 = db::query_scalar(
        "SELECT count(*) FROM meter_entries WHERE holder = $1 AND meter = $2 AND ($3 IS NULL OR kind = $3)",
    )
    .binds((&user.id, meter, filter.kind))
    .fetch_one(&mut *tx)
    .await?;
    let entries = db::query_as(
        "SELECT seq, kind, amount, balance, reason, run_id, tool, created_at FROM meter_entries
         WHERE holder = $1 AND meter = $2 AND ($3 IS NULL OR kind = $3) ORDER BY seq DESC LIMIT $4 OFFSET $5",
    )
    .binds((&user.id, meter, filter.kind, page.limit(), page.offset()))
    .fetch_all(&mut *tx)
    .await?;
    Ok(Json(MeterView { have, entries, page: page.page, per_page: page.per_page, total }))
}
