//! A shop as the API shows it.

use super::store::{Nightly, Reading, Reports, Shop, Working};
use super::systems::{self, SystemKind};
use crate::platform::prelude::*;

/// Whether a shop can be reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ShopStatus {
    Connected,
    /// It refuses the credentials, or a right is missing.
    Denied,
    /// It does not answer.
    Unreachable,
}

text_column!(ShopStatus);

/// Changes of a shop's texts by state.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
pub struct ChangeCounts {
    pub proposed: i64,
    /// Proposed, and without an objection of the rules.
    pub passing: i64,
    pub approved: i64,
    pub rejected: i64,
    /// Being written or undone.
    pub writing: i64,
    pub written: i64,
    pub conflict: i64,
    /// Written, and edited in the shop before it could be undone.
    pub undo_conflict: i64,
    pub failed: i64,
    pub undone: i64,
}

/// Whether a shop reports changed items by itself.
#[derive(Debug, Serialize, ToSchema)]
pub struct ShopReports {
    pub on: bool,
    /// Why it does not, such as a missing right.
    pub problem: Option<ProblemView>,
}

impl ShopReports {
    pub(super) fn of(reports: Reports, locale: Locale) -> Self {
        Self { on: reports.on, problem: reports.problem.map(|problem| problem.render(locale)) }
    }
}

/// A connected shop.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Shop)]
pub struct ShopView {
    pub id: String,
    /// The tool that is its shop system.
    #[schema(example = "shoper")]
    pub system: String,
    /// The name of the shop system.
    #[schema(example = "Shoper")]
    pub system_name: String,
    pub host: String,
    pub name: String,
    /// Its public address.
    pub url: String,
    pub project_id: Option<i64>,
    /// The languages of its texts, the main one first.
    pub languages: Vec<String>,
    /// The kinds of items with their fields; empty if the shop system is not installed.
    pub kinds: Vec<SystemKind>,
    pub status: ShopStatus,
    /// Why it is not connected, or why the last work with it failed.
    pub problem: Option<ProblemView>,
    /// The reading in progress.
    pub reading: Option<Reading>,
    /// When the whole shop was read last.
    pub read_at: Option<Timestamp>,
    /// What is being done with changes.
    pub working: Option<Working>,
    /// What is written every night for new items.
    pub nightly: Option<Nightly>,
    /// Whether the shop reports changed items by itself; null if its system cannot.
    pub reports: Option<ShopReports>,
    pub changes: ChangeCounts,
    pub created_at: Timestamp,
}

pub(super) async fn of(app: &App, conn: &mut Conn, shop: Shop, locale: Locale) -> Result<ShopView> {
    let changes = counts(conn, &shop.id).await?;
    let system = systems::find(app, &shop.account_id, &shop.plugin).await.ok();
    let described = match &system {
        Some(system) => Some(system.described(locale).await?),
        None => None,
    };
    Ok(ShopView {
        id: shop.id,
        system_name: described.as_ref().map_or_else(|| shop.plugin.clone(), |system| system.name.clone()),
        system: shop.plugin,
        host: shop.host,
        name: shop.name,
        url: shop.url,
        project_id: shop.project_id,
        languages: shop.languages,
        kinds: described.map(|system| SystemKind::all(&system)).unwrap_or_default(),
        status: shop.status,
        problem: shop.problem.map(|problem| problem.render(locale)),
        reading: shop.reading,
        read_at: shop.read_at,
        working: shop.working,
        nightly: shop.nightly,
        reports: shop.reports.map(|reports| ShopReports::of(reports, locale)),
        changes,
        created_at: shop.created_at,
    })
}

async fn counts(conn: &mut Conn, shop: &str) -> Result<ChangeCounts> {
    let sums = db::query_as(
        "SELECT state, count(*), count(*) FILTER (WHERE passes) FROM shop_changes WHERE shop_id = $1 GROUP BY state",
    );
    let sums: Vec<(String, i64, i64)> = sums.bind(shop).fetch_all(conn).await?;
    let mut counts = ChangeCounts::default();
    for (state, count, passing) in sums {
        match state.as_str() {
            "proposed" => {
                counts.proposed += count;
                counts.passing += passing;
            }
            "approved" => counts.approved += count,
            "rejected" => counts.rejected += count,
            "writing" | "undoing" => counts.writing += count,
            "written" => counts.written += count,
            "conflict" => counts.conflict += count,
            "undo-conflict" => counts.undo_conflict += count,
            "failed" => counts.failed += count,
            _ => counts.undone += count,
        }
    }
    Ok(counts)
}
