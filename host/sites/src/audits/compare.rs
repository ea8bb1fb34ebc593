//! Any two audits of a project side by side: what is new, came back, is still there, is gone, or was not checked again.
//!
//! A finding is the same if its rule and the address of its page are. Ignored findings are left out.

use super::rules::{self, Texts};
use super::store::{self, ANSWERED, Audit};
use super::view::{self, AuditView};
use super::{AuditState, select};
use crate::platform::auth::AuditsRead;
use crate::platform::prelude::*;

/// Audits before both in which a finding is looked for, to tell one that came back from a new one.
const LOOKED_BACK: i64 = 5;

/// What became of a finding between two audits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum FindingChange {
    /// Only the later audit has it, and none before.
    New,
    /// Only the later audit has it, and one before the earlier audit had it.
    Back,
    /// Both have it.
    Same,
    /// Only the earlier audit has it, and the later one checked for it.
    Fixed,
    /// Only the earlier audit has it; the later one did not check the rule, or did not fetch the page.
    Unchecked,
}

text_column!(FindingChange);

/// Findings by what became of them.
#[derive(Debug, Clone, Copy, Default, Serialize, ToSchema, sqlx::FromRow)]
struct FindingChangeCounts {
    fresh: i64,
    returned: i64,
    same: i64,
    fixed: i64,
    unchecked: i64,
}

const COUNTS: &str = "CAST(SUM(CASE WHEN change = 'new' THEN 1 ELSE 0 END) AS BIGINT) AS fresh,
    CAST(SUM(CASE WHEN change = 'back' THEN 1 ELSE 0 END) AS BIGINT) AS returned,
    CAST(SUM(CASE WHEN change = 'same' THEN 1 ELSE 0 END) AS BIGINT) AS same,
    CAST(SUM(CASE WHEN change = 'fixed' THEN 1 ELSE 0 END) AS BIGINT) AS fixed,
    CAST(SUM(CASE WHEN change = 'unchecked' THEN 1 ELSE 0 END) AS BIGINT) AS unchecked";

/// Two audits and their differences by rule.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct AuditComparison {
    before: AuditView,
    after: AuditView,
    total: FindingChangeCounts,
    /// Rules with findings in one of both: those with the most changes first.
    rules: Vec<RuleComparison>,
}

/// What became of the findings of a rule.
#[derive(Debug, Serialize, ToSchema)]
struct RuleComparison {
    rule: String,
    title: String,
    category: String,
    /// `error`, `warning` or `notice`.
    severity: &'static str,
    #[serde(flatten)]
    counts: FindingChangeCounts,
}

/// What became of the findings of a page.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
pub(super) struct PageComparison {
    /// Null for the whole site.
    #[schema(required)]
    url: Option<String>,
    #[serde(flatten)]
    #[sqlx(flatten)]
    counts: FindingChangeCounts,
}

/// A finding of two audits.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ComparedFinding {
    rule: String,
    title: String,
    /// `error`, `warning` or `notice`.
    level: &'static str,
    change: FindingChange,
    /// Null for the whole site.
    #[schema(required)]
    url: Option<String>,
    /// The number of the page in the audit that has the finding, the later one if both do; null for the whole site.
    #[schema(required)]
    page: Option<i64>,
}

/// Which findings.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct WantedChanges {
    #[param(inline)]
    change: Option<FindingChange>,
    /// Only of this rule.
    rule: Option<String>,
    /// Only on pages whose address contains this.
    q: Option<String>,
}

/// All findings of the later audit `$1` and the earlier one `$2` of the project `$3`, each once, as the table `found`.
fn found() -> String {
    // The same page is the page with the same address: its number in another audit.
    let page_in = |audit: &str| {
        format!(
            "CASE WHEN f.page < 0 THEN f.page ELSE
             (SELECT q.number FROM audit_pages q WHERE q.audit = {audit} AND q.url = p.url LIMIT 1) END"
        )
    };
    let (in_before, in_after, in_older) = (page_in("$2"), page_in("$1"), page_in("k.audit"));
    format!(
        "WITH found AS (
            SELECT r.rule, r.category, r.severity AS usual, f.severity, f.page, p.url, CASE
                WHEN EXISTS (SELECT 1 FROM audit_findings o WHERE o.audit = $2 AND o.rule = b.number
                    AND o.verified IS NULL AND o.page = {in_before}) THEN 'same'
                WHEN EXISTS (SELECT 1 FROM audit_findings o JOIN audit_rules k ON k.audit = o.audit AND k.number = o.rule
                    WHERE k.rule = r.rule AND k.audit IN (SELECT a.number FROM audits a WHERE a.project_id = $3
                        AND a.state = 'done' AND a.number <= $2 ORDER BY a.number DESC LIMIT {LOOKED_BACK} + 1)
                    AND o.page = {in_older}) THEN 'back'
                ELSE 'new' END AS change
            FROM audit_findings f
            JOIN audit_rules r ON r.audit = f.audit AND r.number = f.rule
            LEFT JOIN audit_rules b ON b.audit = $2 AND b.rule = r.rule
            LEFT JOIN audit_pages p ON p.audit = f.audit AND p.number = f.page
            WHERE f.audit = $1 AND f.verified IS NULL AND NOT f.ignored
            UNION ALL
            SELECT r.rule, r.category, r.severity AS usual, f.severity, f.page, p.url, CASE
                WHEN n.state = 'checked' AND CASE WHEN f.page < 0
                    THEN EXISTS (SELECT 1 FROM audit_pages q WHERE q.audit = $1 AND q.role = 0 AND {ANSWERED})
                    ELSE EXISTS (SELECT 1 FROM audit_pages q WHERE q.audit = $1 AND q.url = p.url AND {ANSWERED})
                    END THEN 'fixed'
                ELSE 'unchecked' END AS change
            FROM audit_findings f
            JOIN audit_rules r ON r.audit = f.audit AND r.number = f.rule
            LEFT JOIN audit_rules n ON n.audit = $1 AND n.rule = r.rule
            LEFT JOIN audit_pages p ON p.audit = f.audit AND p.number = f.page
            WHERE f.audit = $2 AND f.verified IS NULL AND NOT f.ignored
                AND NOT EXISTS (SELECT 1 FROM audit_findings o WHERE o.audit = $1 AND o.rule = n.number
                    AND o.verified IS NULL AND o.page = {in_after}))"
    )
}

/// Finds two audits of a project that are done, the later one first.
async fn pair(conn: &mut Conn, caller: &Caller, after: &str, before: &str) -> Result<(Audit, Audit)> {
    let after = store::find(conn, caller, after).await?;
    let before = store::find(conn, caller, before).await?;
    refuse_if(after.project_id != before.project_id, Problem::not_found)?;
    let is_done = |audit: &Audit| audit.state == AuditState::Done;
    refuse_if(!is_done(&after) || !is_done(&before), || Problem::conflict("audits.state"))?;
    refuse_if(after.number <= before.number, || {
        Problem::invalid_field("before", Text::key("audits.not-earlier"))
    })?;
    Ok((after, before))
}

/// A rule of one of both audits.
#[derive(sqlx::FromRow)]
struct Row {
    rule: String,
    category: String,
    severity: i64,
    #[sqlx(flatten)]
    counts: FindingChangeCounts,
}

/// Two audits of a project, and what became of the findings of each rule
///
/// Of findings that only the later audit has, those are `returned` that one before the earlier audit had, too.
#[utoipa::path(get, path = "/api/audits/{id}/compare/{before}", tag = "audits", security(("key" = ["audits:read"])),
    params(("id" = String, Path), ("before" = String, Path, description = "An earlier audit of the same project")),
    responses((status = 200, body = AuditComparison), (status = 409, description = "One of them is not done"), (status = 422, description = "The other audit is not earlier")))]
pub(super) async fn compare_audits(
    app: App,
    caller: Scoped<AuditsRead>,
    locale: Locale,
    Path((id, before)): Path<(String, String)>,
) -> Result<Json<AuditComparison>> {
    let mut tx = app.db.read().begin().await?;
    let (after, before) = pair(&mut tx, &caller, &id, &before).await?;
    let sql = format!(
        "{} SELECT rule, MAX(category) AS category, MIN(usual) AS severity, {COUNTS} FROM found GROUP BY rule",
        found()
    );
    let rows: Vec<Row> = db::query_as(AssertSqlSafe(sql))
        .binds((after.number, before.number, after.project_id))
        .fetch_all(&mut *tx)
        .await?;
    drop(tx);
    let texts = Texts::load(&app, &caller.id, locale).await?;
    let mut total = FindingChangeCounts::default();
    let mut views = Vec::with_capacity(rows.len());
    for Row { rule, category, severity, counts } in rows {
        total.add(counts);
        let title = texts.title(&rule);
        views.push((
            severity,
            RuleComparison { rule, title, category, severity: rules::level(severity), counts },
        ));
    }
    views.sort_by(|(one, a), (other, b)| {
        b.counts.changed().cmp(&a.counts.changed()).then(one.cmp(other)).then_with(|| a.rule.cmp(&b.rule))
    });
    Ok(Json(AuditComparison {
        before: view::of(before, locale),
        after: view::of(after, locale),
        total,
        rules: views.into_iter().map(|(_, rule)| rule).collect(),
    }))
}

impl FindingChangeCounts {
    fn add(&mut self, other: Self) {
        self.fresh += other.fresh;
        self.returned += other.returned;
        self.same += other.same;
        self.fixed += other.fixed;
        self.unchecked += other.unchecked;
    }

    fn changed(self) -> i64 {
        self.fresh + self.returned + self.fixed
    }
}

/// Two audits of a project, and what became of the findings of each page
#[utoipa::path(get, path = "/api/audits/{id}/compare/{before}/pages", tag = "audits", security(("key" = ["audits:read"])),
    params(("id" = String, Path), ("before" = String, Path), WantedChanges, Page),
    responses((status = 200, body = Paged<PageComparison>), (status = 409, description = "One of them is not done"), (status = 422, description = "The other audit is not earlier")))]
pub(super) async fn compare_audit_pages(
    app: App,
    caller: Scoped<AuditsRead>,
    Path((id, before)): Path<(String, String)>,
    Query(wanted): Query<WantedChanges>,
    page: Page,
) -> Result<Json<Paged<PageComparison>>> {
    let mut tx = app.db.read().begin().await?;
    let (after, before) = pair(&mut tx, &caller, &id, &before).await?;
    let matching = "FROM found WHERE ($4 IS NULL OR change = $4) AND ($5 IS NULL OR rule = $5) AND ($6 IS NULL OR url LIKE $6 ESCAPE '!') GROUP BY url";
    let found = found();
    let count = format!("{found} SELECT count(*) FROM (SELECT url {matching}) AS pages");
    let rows = format!(
        "{found} SELECT url, {COUNTS} {matching}
         ORDER BY SUM(CASE WHEN change IN ('new', 'back', 'fixed') THEN 1 ELSE 0 END) DESC, count(*) DESC, url LIMIT $7 OFFSET $8"
    );
    let q = wanted.q.as_deref().map(select::contains);
    let pair = (after.number, before.number, after.project_id);
    let filter = (wanted.change, wanted.rule.as_deref(), q.as_deref());
    let count = db::query_scalar(AssertSqlSafe(count)).binds(pair).binds(filter);
    let rows = db::query_as(AssertSqlSafe(rows)).binds(pair).binds(filter);
    Ok(Json(page.fetch(&mut tx, count, rows).await?))
}

/// The findings of two audits of a project, each once
#[utoipa::path(get, path = "/api/audits/{id}/compare/{before}/findings", tag = "audits", security(("key" = ["audits:read"])),
    params(("id" = String, Path), ("before" = String, Path), WantedChanges, Page),
    responses((status = 200, body = Paged<ComparedFinding>), (status = 409, description = "One of them is not done"), (status = 422, description = "The other audit is not earlier")))]
pub(super) async fn compare_audit_findings(
    app: App,
    caller: Scoped<AuditsRead>,
    locale: Locale,
    Path((id, before)): Path<(String, String)>,
    Query(wanted): Query<WantedChanges>,
    page: Page,
) -> Result<Json<Paged<ComparedFinding>>> {
    let mut tx = app.db.read().begin().await?;
    let (after, before) = pair(&mut tx, &caller, &id, &before).await?;
    let matching = "FROM found WHERE ($4 IS NULL OR change = $4) AND ($5 IS NULL OR rule = $5) AND ($6 IS NULL OR url LIKE $6 ESCAPE '!')";
    let found = found();
    let count = format!("{found} SELECT count(*) {matching}");
    let rows = format!(
        "{found} SELECT rule, severity, change, url, page {matching} ORDER BY severity, rule, url, page LIMIT $7 OFFSET $8"
    );
    let q = wanted.q.as_deref().map(select::contains);
    let pair = (after.number, before.number, after.project_id);
    let filter = (wanted.change, wanted.rule.as_deref(), q.as_deref());
    let count = db::query_scalar(AssertSqlSafe(count)).binds(pair).binds(filter);
    let rows = db::query_as(AssertSqlSafe(rows)).binds(pair).binds(filter);
    let rows: Paged<(String, i64, FindingChange, Option<String>, i64)> =
        page.fetch(&mut tx, count, rows).await?;
    drop(tx);
    let texts = Texts::load(&app, &caller.id, locale).await?;
    Ok(Json(rows.map(|(rule, severity, change, url, page)| ComparedFinding {
        title: texts.title(&rule),
        level: rules::level(severity),
        change,
        url,
        page: (page != store::SITE).then_some(page),
        rule,
    })))
}
