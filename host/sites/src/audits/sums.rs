//! Sums of the pages and findings of an audit. They are stored in the transaction that changes what they count, so that no
//! screen counts a large audit.
//!
//! - `audit_page_sums` counts fetched addresses that are alike.
//! - `audit_rules` counts the findings of each rule.
//! - `audit_pages` counts the findings on each page, from the end of the audit on.

use super::store::{self, FindingRow, Of};
use crate::platform::prelude::*;

/// Pages of one transaction at the end of an audit: other writers wait for it.
const PAGES: i64 = 5_000;

/// A finding: its rule, and its page or [`store::SITE`].
pub(super) type Key = (i64, i64);

/// Whether what is counted is added to the sums, or taken away.
#[derive(Clone, Copy)]
enum Sign {
    Plus,
    Minus,
}

impl Sign {
    fn text(self) -> &'static str {
        match self {
            Self::Plus => "+",
            Self::Minus => "-",
        }
    }
}

/// A page that was fetched.
pub(super) struct FetchedRow {
    pub number: u32,
    pub url: String,
    pub role: u32,
    pub found: u32,
    pub depth: u32,
    pub status: u32,
    pub flags: u32,
    pub title: String,
}

/// Stores pages that were fetched; one that is there is replaced.
pub(super) async fn put_fetched(
    conn: &mut Conn,
    audit: i64,
    batch: i64,
    fetched: &[FetchedRow],
) -> Result<()> {
    let row = |row: &FetchedRow| {
        let FetchedRow { number, url, role, found, depth, status, flags, title } = row;
        json!([number, url, role, found, depth, batch, status, flags, title])
    };
    let numbers: Vec<Value> = fetched.iter().map(|row| json!([row.number])).collect();
    add_pages(conn, audit, &numbers, Sign::Minus).await?;
    store::put_rows(
        conn,
        &[
            ("number", Of::Number),
            ("url", Of::Text),
            ("role", Of::Number),
            ("found", Of::Number),
            ("depth", Of::Number),
            ("batch", Of::Number),
            ("status", Of::Number),
            ("flags", Of::Number),
            ("title", Of::Text),
        ],
        "INSERT INTO audit_pages (audit, number, url, role, found, depth, batch, status, flags, title)
         SELECT * FROM given WHERE TRUE
         ON CONFLICT (audit, number) DO UPDATE SET batch = excluded.batch, status = excluded.status,
             flags = audit_pages.flags & CASE WHEN excluded.status = 200 AND excluded.flags & 2 = 0 THEN 48 ELSE 16 END
                 | excluded.flags, title = excluded.title",
        audit,
        &fetched.iter().map(row).collect::<Vec<_>>(),
    )
    .await?;
    add_pages(conn, audit, &numbers, Sign::Plus).await
}

/// Adds the pages with these numbers to the sums, or takes them away.
async fn add_pages(conn: &mut Conn, audit: i64, numbers: &[Value], sign: Sign) -> Result<()> {
    let sql = format!(
        "INSERT INTO audit_page_sums (audit, role, class, flags, depth, pages)
         SELECT p.audit, p.role, p.status / 100, p.flags & 33, p.depth, {}count(*)
         FROM given JOIN audit_pages p ON p.audit = given.audit AND p.number = given.number
         WHERE p.batch >= 0 GROUP BY 1, 2, 3, 4, 5
         ON CONFLICT (audit, role, class, flags, depth) DO UPDATE SET pages = audit_page_sums.pages + excluded.pages",
        sign.text()
    );
    store::put_rows(conn, &[("number", Of::Number)], &sql, audit, numbers).await
}

/// Counts all pages again, whose depth and flags are known at the end of an audit.
pub(super) async fn recount_pages(conn: &mut Conn, audit: i64) -> Result<()> {
    db::query("DELETE FROM audit_page_sums WHERE audit = $1").bind(audit).run(&mut *conn).await?;
    db::query(
        "INSERT INTO audit_page_sums (audit, role, class, flags, depth, pages)
         SELECT audit, role, status / 100, flags & 33, depth, count(*) FROM audit_pages
         WHERE audit = $1 AND batch >= 0 GROUP BY 1, 2, 3, 4, 5",
    )
    .bind(audit)
    .run(conn)
    .await
}

/// Stores findings; one that is there is replaced.
pub(super) async fn put_findings(conn: &mut Conn, audit: i64, findings: &[FindingRow]) -> Result<()> {
    let mut rows = Vec::with_capacity(findings.len());
    for FindingRow { rule, page, severity, data } in findings {
        rows.push(json!([rule, page, severity, serde_json::to_string(data)?]));
    }
    let keys: BTreeSet<Key> = findings.iter().map(|finding| (finding.rule, finding.page)).collect();
    change(
        conn,
        audit,
        &keys,
        &[("rule", Of::Number), ("page", Of::Number), ("severity", Of::Number), ("data", Of::Text)],
        "INSERT INTO audit_findings (audit, rule, page, severity, data) SELECT * FROM given WHERE TRUE
         ON CONFLICT (audit, rule, page) DO UPDATE SET severity = excluded.severity, data = excluded.data, verified = NULL",
        &rows,
    )
    .await
}

const KEY: [(&str, Of); 2] = [("rule", Of::Number), ("page", Of::Number)];

fn rows_of(keys: &BTreeSet<Key>) -> Vec<Value> {
    keys.iter().map(|(rule, page)| json!([rule, page])).collect()
}

/// Marks findings as gone.
pub(super) async fn verify(conn: &mut Conn, audit: i64, gone: &BTreeSet<Key>) -> Result<()> {
    let sql = format!(
        "UPDATE audit_findings SET verified = {} FROM given WHERE audit_findings.audit = given.audit
         AND audit_findings.rule = given.rule AND audit_findings.page = given.page",
        Timestamp::now().0
    );
    change(conn, audit, gone, &KEY, &sql, &rows_of(gone)).await
}

/// Ignores findings that were not ignored, and the other way round.
pub(super) async fn turn_ignored(conn: &mut Conn, audit: i64, turned: &BTreeSet<Key>) -> Result<()> {
    let sql =
        "UPDATE audit_findings SET ignored = NOT ignored FROM given WHERE audit_findings.audit = given.audit
         AND audit_findings.rule = given.rule AND audit_findings.page = given.page";
    change(conn, audit, turned, &KEY, sql, &rows_of(turned)).await
}

/// Runs a statement that changes the findings with these keys. The counts of their rules follow.
async fn change(
    conn: &mut Conn,
    audit: i64,
    keys: &BTreeSet<Key>,
    columns: &[(&str, Of)],
    statement: &str,
    rows: &[Value],
) -> Result<()> {
    let keys = rows_of(keys);
    add_findings(conn, audit, &keys, Sign::Minus).await?;
    store::put_rows(conn, columns, statement, audit, rows).await?;
    add_findings(conn, audit, &keys, Sign::Plus).await
}

/// What is counted of findings `f` that are not verified.
const COUNTS: &str = "SUM(CASE WHEN f.severity = 0 AND NOT f.ignored THEN 1 ELSE 0 END) AS errors,
    SUM(CASE WHEN f.severity = 1 AND NOT f.ignored THEN 1 ELSE 0 END) AS warnings,
    SUM(CASE WHEN f.severity = 2 AND NOT f.ignored THEN 1 ELSE 0 END) AS notices,
    SUM(CASE WHEN f.ignored THEN 1 ELSE 0 END) AS ignored";

/// Adds findings to the counts of their rules, or takes them away.
async fn add_findings(conn: &mut Conn, audit: i64, keys: &[Value], sign: Sign) -> Result<()> {
    let sign = sign.text();
    let sql = format!(
        "UPDATE audit_rules SET errors = audit_rules.errors {sign} d.errors, warnings = audit_rules.warnings {sign} d.warnings,
             notices = audit_rules.notices {sign} d.notices, ignored = audit_rules.ignored {sign} d.ignored
         FROM (SELECT f.audit, f.rule, {COUNTS} FROM given
             JOIN audit_findings f ON f.audit = given.audit AND f.rule = given.rule AND f.page = given.page
             WHERE f.verified IS NULL GROUP BY f.audit, f.rule) AS d
         WHERE audit_rules.audit = d.audit AND audit_rules.number = d.rule"
    );
    store::put_rows(conn, &KEY, &sql, audit, keys).await
}

/// Counts all findings again, by rule and by page, at the end of an audit: an earlier version of the server may have stored
/// some of them without counting.
pub(super) async fn recount_findings(app: &App, account: &str, audit: i64) -> Result<()> {
    let rules: Vec<i64> = db::query_scalar("SELECT number FROM audit_rules WHERE audit = $1")
        .bind(audit)
        .fetch_all(app.db.read())
        .await?;
    let sql = format!(
        "UPDATE audit_rules SET (errors, warnings, notices, ignored) = (SELECT COALESCE(d.errors, 0), COALESCE(d.warnings, 0),
             COALESCE(d.notices, 0), COALESCE(d.ignored, 0)
             FROM (SELECT {COUNTS} FROM audit_findings f WHERE f.audit = $1 AND f.rule = $2 AND f.verified IS NULL) AS d)
         WHERE audit = $1 AND number = $2"
    );
    for rule in rules {
        let mut tx = app.db.write_for(account).await?;
        db::query(AssertSqlSafe(sql.clone())).binds((audit, rule)).run(&mut tx).await?;
        tx.commit().await?;
    }
    let last: Option<i64> = db::query_scalar("SELECT MAX(number) FROM audit_pages WHERE audit = $1")
        .bind(audit)
        .fetch_one(app.db.read())
        .await?;
    let sql = format!("{ON_PAGES} WHERE audit = $1 AND number >= $2 AND number < $3");
    for from in (0..=last.unwrap_or(-1)).step_by(PAGES as usize) {
        let mut tx = app.db.write_for(account).await?;
        db::query(AssertSqlSafe(sql.clone())).binds((audit, from, from + PAGES)).run(&mut tx).await?;
        tx.commit().await?;
    }
    Ok(())
}

const ON_PAGES: &str = "UPDATE audit_pages SET (errors, warnings, notices) = (SELECT
        COALESCE(SUM(CASE WHEN f.severity = 0 THEN 1 ELSE 0 END), 0),
        COALESCE(SUM(CASE WHEN f.severity = 1 THEN 1 ELSE 0 END), 0),
        COALESCE(SUM(CASE WHEN f.severity = 2 THEN 1 ELSE 0 END), 0)
        FROM audit_findings f WHERE f.audit = audit_pages.audit AND f.page = audit_pages.number
            AND f.verified IS NULL AND NOT f.ignored)";

/// Counts the findings on pages again, after some of theirs changed.
pub(super) async fn recount_on(conn: &mut Conn, audit: i64, pages: &BTreeSet<i64>) -> Result<()> {
    let numbers: Vec<Value> = pages.iter().map(|page| json!([page])).collect();
    let sql = format!("{ON_PAGES} WHERE audit = $1 AND number IN (SELECT number FROM given)");
    store::put_rows(conn, &[("number", Of::Number)], &sql, audit, &numbers).await
}

/// Pages that are alike.
#[derive(sqlx::FromRow)]
pub(super) struct PageSum {
    pub role: i64,
    pub class: i64,
    pub flags: i64,
    /// Clicks from the start; `None` if no path of links leads to them.
    pub depth: Option<i64>,
    pub pages: i64,
}

impl PageSum {
    pub(super) fn is_html(&self) -> bool {
        self.flags & 1 == 1
    }

    pub(super) fn is_indexable(&self) -> bool {
        self.flags & 32 == 32
    }
}

/// The sums of the fetched addresses of an audit.
pub(super) async fn pages(conn: &mut Conn, audit: i64) -> Result<Vec<PageSum>> {
    let sums = db::query_as(
        "SELECT role, class, flags, NULLIF(depth, 4294967295) AS depth, pages FROM audit_page_sums
         WHERE audit = $1 AND pages > 0",
    );
    Ok(sums.bind(audit).fetch_all(conn).await?)
}

/// The HTML pages of an audit that were fetched.
pub(super) async fn html_pages(conn: &mut Conn, audit: i64) -> Result<i64> {
    let sums = pages(conn, audit).await?;
    Ok(sums.iter().filter(|sum| sum.role == 0 && sum.is_html()).map(|sum| sum.pages).sum())
}
