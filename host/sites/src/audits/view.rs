//! Audits as the API shows them.

use super::store::{self, Audit};
use super::sums::{self, PageSum};
use super::{AuditState, Cause, Settings};
use crate::platform::prelude::*;

/// Earlier audits in the history of an overview.
const HISTORY: i64 = 52;

/// An audit.
#[derive(Debug, Serialize, ToSchema)]
pub struct AuditView {
    pub id: String,
    pub project_id: i64,
    /// The address at which the crawl starts.
    pub start: String,
    pub state: AuditState,
    pub cause: Cause,
    /// Why it failed.
    #[schema(required)]
    pub problem: Option<ProblemView>,
    /// The limit that ended the crawl, such as `pages`; null if it ended by itself.
    #[schema(required)]
    pub limit: Option<String>,
    /// Addresses that are known, and that were fetched.
    pub found: i64,
    pub fetched: i64,
    /// HTML pages that were fetched, and those with an error that counts.
    pub pages: i64,
    pub broken: i64,
    /// Errors of the whole site that count.
    pub site_errors: i64,
    pub errors: i64,
    pub warnings: i64,
    pub notices: i64,
    /// From 0 to 100, with two decimals; null until the audit is done.
    #[schema(required)]
    pub score: Option<f64>,
    /// Pages that a browser rendered.
    pub rendered: i64,
    /// Pages that have not changed since the audit before: they were not fetched, and are not charged.
    pub unchanged: i64,
    pub created_at: Timestamp,
    #[schema(required)]
    pub started_at: Option<Timestamp>,
    #[schema(required)]
    pub ended_at: Option<Timestamp>,
}

/// Hundredths of a point as points.
pub(super) fn points(hundredths: i64) -> f64 {
    hundredths as f64 / 100.0
}

pub(super) fn of(audit: Audit, locale: Locale) -> AuditView {
    AuditView {
        id: audit.id,
        project_id: audit.project_id,
        start: audit.start,
        state: audit.state,
        cause: audit.cause,
        problem: audit.problem.map(|problem| problem.render(locale)),
        limit: Some(audit.limit_name).filter(|limit| !limit.is_empty()),
        found: audit.found,
        fetched: audit.fetched,
        pages: audit.pages,
        broken: audit.broken,
        site_errors: audit.site_errors,
        errors: audit.errors,
        warnings: audit.warnings,
        notices: audit.notices,
        score: audit.score.map(points),
        rendered: audit.rendered,
        unchanged: audit.unchanged,
        created_at: audit.created_at,
        started_at: audit.started_at,
        ended_at: audit.ended_at,
    }
}

/// An audit with its settings and the audits before it.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct AuditOverview {
    #[serde(flatten)]
    pub audit: AuditView,
    settings: Settings,
    /// What changed since the audit before; null for the first one.
    #[schema(required)]
    pub changes: Option<AuditChanges>,
    /// The score and the counts of the project's audits that are done, oldest first; this one is the last.
    pub history: Vec<AuditPoint>,
    /// Pages by the class of their status, such as 2 for 200 to 299; 0 did not answer.
    statuses: Vec<StatusCount>,
    /// Pages by clicks from the start.
    depths: Vec<DepthCount>,
}

/// What changed since the audit before.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
pub(super) struct AuditChanges {
    /// The audit before.
    pub id: String,
    #[sqlx(skip)]
    pub score: Option<f64>,
    #[serde(skip)]
    pub hundredths: Option<i64>,
    pub ended_at: Option<Timestamp>,
    /// Findings that are new, that came back, and that are gone.
    pub fresh: i64,
    pub returned: i64,
    pub fixed: i64,
}

/// An audit of the history.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct AuditPoint {
    pub id: String,
    pub ended_at: Timestamp,
    pub score: f64,
    pub errors: i64,
    pub warnings: i64,
    pub notices: i64,
}

#[derive(Debug, Serialize, ToSchema)]
struct StatusCount {
    class: i64,
    pages: i64,
}

#[derive(Debug, Serialize, ToSchema)]
struct DepthCount {
    /// Null if no path of links leads to the pages.
    depth: Option<i64>,
    pages: i64,
}

pub(super) async fn overview(conn: &mut Conn, audit: Audit, locale: Locale) -> Result<AuditOverview> {
    let changes = changes(conn, &audit).await?;
    let history = history(conn, &audit).await?;
    let sums = sums::pages(conn, audit.number).await?;
    let pages: Vec<&PageSum> = sums.iter().filter(|sum| sum.role == 0).collect();
    let classes = summed(pages.iter().map(|sum| (sum.class, sum.pages)));
    let statuses = classes.into_iter().map(|(class, pages)| StatusCount { class, pages }).collect();
    // Those without a depth come last.
    let html = pages.iter().filter(|sum| sum.is_html());
    let depths = summed(html.map(|sum| ((sum.depth.is_none(), sum.depth), sum.pages)));
    let depths = depths.into_iter().map(|((_, depth), pages)| DepthCount { depth, pages }).collect();
    let settings = audit.settings.clone();
    Ok(AuditOverview { audit: of(audit, locale), settings, changes, history, statuses, depths })
}

fn summed<K: Ord>(parts: impl Iterator<Item = (K, i64)>) -> BTreeMap<K, i64> {
    let mut sums = BTreeMap::new();
    parts.for_each(|(key, pages)| *sums.entry(key).or_default() += pages);
    sums
}

async fn changes(conn: &mut Conn, audit: &Audit) -> Result<Option<AuditChanges>> {
    let Some(earlier) = &audit.earlier else { return Ok(None) };
    let changes: Option<AuditChanges> = db::query_as(
        "SELECT a.id, a.score AS hundredths, a.ended_at,
             CAST(COALESCE((SELECT SUM(fresh) FROM audit_rules WHERE audit = $2), 0) AS BIGINT) AS fresh,
             CAST(COALESCE((SELECT SUM(returned) FROM audit_rules WHERE audit = $2), 0) AS BIGINT) AS returned,
             CAST(COALESCE((SELECT SUM(fixed) FROM audit_rules WHERE audit = $2), 0) AS BIGINT) AS fixed
         FROM audits a WHERE a.id = $1",
    )
    .binds((earlier, audit.number))
    .fetch_optional(conn)
    .await?;
    Ok(changes.map(|changes| AuditChanges { score: changes.hundredths.map(points), ..changes }))
}

async fn history(conn: &mut Conn, audit: &Audit) -> Result<Vec<AuditPoint>> {
    let rows: Vec<Audit> = db::query_as(store::selected(
        "WHERE project_id = $1 AND number <= $2 AND state = 'done' ORDER BY number DESC LIMIT $3",
    ))
    .binds((audit.project_id, audit.number, HISTORY))
    .fetch_all(conn)
    .await?;
    let point = |audit: Audit| {
        Some(AuditPoint {
            id: audit.id,
            ended_at: audit.ended_at?,
            score: points(audit.score?),
            errors: audit.errors,
            warnings: audit.warnings,
            notices: audit.notices,
        })
    };
    Ok(rows.into_iter().rev().filter_map(point).collect())
}

/// All audits of an account, for its export.
pub(super) fn own_files<'a>(conn: &'a mut Conn, account: &'a str) -> BoxFuture<'a, Result<Vec<File>>> {
    Box::pin(async move {
        let audits: Vec<Audit> = db::query_as(store::selected("WHERE account_id = $1 ORDER BY number"))
            .bind(account)
            .fetch_all(conn)
            .await?;
        let audits: Vec<AuditView> = audits.into_iter().map(|audit| of(audit, Locale::default())).collect();
        Ok(vec![File::json("audits.json", &audits)?])
    })
}
