//! What the findings of an audit come to: which of them count, the score, the plan of fixes, and what changed.

use super::errors::Errors;
use super::plan;
use super::store::{ANSWERED, Audit};
use super::sums::{self, Key};
use crate::platform::prelude::*;

/// Earlier audits in which a finding is looked for, to tell one that came back from a new one.
const LOOKED_BACK: i64 = 5;

/// Follows a change of some findings, or of what the project ignores: what is ignored does not count, and the score and the
/// plan are those of the other findings.
pub(super) async fn follow(tx: &mut Conn, audit: &Audit, changed: &BTreeSet<Key>) -> Result<()> {
    let turned = turn_ignored(tx, audit).await?;
    let pages = changed.union(&turned).map(|(_, page)| *page).filter(|page| *page >= 0).collect();
    sums::recount_on(tx, audit.number, &pages).await?;
    settle(tx, audit).await
}

/// Marks the findings that the project ignores now, and no others. Returns those that changed.
pub(super) async fn turn_ignored(tx: &mut Conn, audit: &Audit) -> Result<BTreeSet<Key>> {
    let ignored = "EXISTS (SELECT 1 FROM audit_ignores i JOIN audit_rules r ON r.rule = i.rule
             WHERE i.project_id = $2 AND (i.until IS NULL OR i.until > $3) AND r.audit = f.audit AND r.number = f.rule
               AND (i.url = '' OR i.url = (SELECT p.url FROM audit_pages p WHERE p.audit = f.audit AND p.number = f.page)))";
    // Only rules that are or were ignored: the others have millions of findings that stay as they are.
    let sql = format!(
        "SELECT f.rule, f.page FROM audit_findings f WHERE f.audit = $1 AND f.rule IN (
             SELECT r.number FROM audit_rules r WHERE r.audit = $1
               AND (r.ignored > 0 OR EXISTS (SELECT 1 FROM audit_ignores i WHERE i.project_id = $2 AND i.rule = r.rule)))
         AND f.ignored <> {ignored}"
    );
    let turned: Vec<Key> = db::query_as(AssertSqlSafe(sql))
        .binds((audit.number, audit.project_id, Timestamp::now()))
        .fetch_all(&mut *tx)
        .await?;
    let turned: BTreeSet<Key> = turned.into_iter().collect();
    sums::turn_ignored(tx, audit.number, &turned).await?;
    Ok(turned)
}

/// The errors of an audit that count.
async fn errors(tx: &mut Conn, audit: i64) -> Result<Errors> {
    let rows: Vec<(i64, i64)> = db::query_as(
        "SELECT f.page, f.rule FROM audit_findings f LEFT JOIN audit_pages p ON p.audit = f.audit AND p.number = f.page
         WHERE f.audit = $1 AND f.rule IN (SELECT number FROM audit_rules WHERE audit = $1 AND score AND errors > 0)
           AND f.severity = 0 AND NOT f.ignored AND f.verified IS NULL
           AND (f.page < 0 OR (p.role = 0 AND p.flags & 1 = 1))",
    )
    .bind(audit)
    .fetch_all(&mut *tx)
    .await?;
    Ok(Errors::of(sums::html_pages(tx, audit).await?, rows))
}

/// Stores the score and the plan that the findings come to.
pub(super) async fn settle(tx: &mut Conn, audit: &Audit) -> Result<()> {
    let number = audit.number;
    let errors = Arc::new(errors(tx, number).await?);
    let steps = {
        let errors = errors.clone();
        blocking(move || plan::steps(&errors)).await?
    };
    db::query("UPDATE audit_rules SET gain = 0, step = NULL, step_gain = 0 WHERE audit = $1")
        .bind(number)
        .run(&mut *tx)
        .await?;
    for (rule, gain) in errors.gains() {
        db::query("UPDATE audit_rules SET gain = $3 WHERE audit = $1 AND number = $2")
            .binds((number, rule, gain))
            .run(&mut *tx)
            .await?;
    }
    for (place, step) in (1..).zip(&steps) {
        for rule in &step.rules {
            db::query("UPDATE audit_rules SET step = $3, step_gain = $4 WHERE audit = $1 AND number = $2")
                .binds((number, *rule, place, step.gain))
                .run(&mut *tx)
                .await?;
        }
    }
    db::query(
        "UPDATE audits SET pages = $2, broken = $3, site_errors = $4, score = $5, (errors, warnings, notices) = (SELECT
             COALESCE(SUM(r.errors), 0), COALESCE(SUM(r.warnings), 0), COALESCE(SUM(r.notices), 0)
             FROM audit_rules r WHERE r.audit = audits.number)
         WHERE number = $1",
    )
    .binds((number, errors.pages(), errors.broken(), errors.site_errors(), errors.score()))
    .run(tx)
    .await
}

/// A rule of this audit, and its number in the earlier one.
#[derive(sqlx::FromRow)]
struct Pair {
    rule: String,
    number: i64,
    before: Option<i64>,
}

/// Compares the findings with those of the earlier audit, rule by rule, each in its own transaction.
pub(super) async fn compare(app: &App, audit: &Audit) -> Result<()> {
    let Some(earlier) = earlier(app, audit).await? else { return Ok(()) };
    let pairs: Vec<Pair> = db::query_as(
        "SELECT r.rule, r.number, (SELECT e.number FROM audit_rules e WHERE e.audit = $2 AND e.rule = r.rule) AS before
         FROM audit_rules r WHERE r.audit = $1 AND r.state = 'checked'",
    )
    .binds((audit.number, earlier))
    .fetch_all(app.db.read())
    .await?;
    for pair in pairs {
        let mut tx = app.db.write_for(&audit.account_id).await?;
        compare_rule(&mut tx, audit, earlier, &pair).await?;
        tx.commit().await?;
    }
    Ok(())
}

/// The number of the audit with which this one is compared.
async fn earlier(app: &App, audit: &Audit) -> Result<Option<i64>> {
    let Some(earlier) = &audit.earlier else { return Ok(None) };
    let number = db::query_scalar("SELECT number FROM audits WHERE id = $1").bind(earlier);
    Ok(number.fetch_optional(app.db.read()).await?)
}

async fn compare_rule(tx: &mut Conn, audit: &Audit, earlier: i64, pair: &Pair) -> Result<()> {
    // The same page is the page with the same address; the site is the same site. SQLite keeps the order of a CROSS JOIN, in
    // which each table is found by a key: a million pages must not be compared with a million.
    let url = "(SELECT o.url FROM audit_pages o WHERE o.audit = audit_findings.audit AND o.number = audit_findings.page)";
    let older = format!(
        "FROM audit_rules r CROSS JOIN audit_findings f WHERE r.audit IN (SELECT a.number FROM audits a
             WHERE a.project_id = $6 AND a.number < $1 AND a.state = 'done' ORDER BY a.number DESC LIMIT {LOOKED_BACK})
         AND r.rule = $5 AND f.audit = r.audit AND f.rule = r.number"
    );
    let older_page = older.replacen("audit_findings f", "audit_pages p CROSS JOIN audit_findings f", 1);
    let sql = format!(
        "UPDATE audit_findings SET change = CASE
             WHEN page < 0 AND EXISTS (SELECT 1 FROM audit_findings f
                 WHERE f.audit = $3 AND f.rule = $4 AND f.page < 0 AND f.verified IS NULL) THEN 0
             WHEN page >= 0 AND EXISTS (SELECT 1 FROM audit_pages p CROSS JOIN audit_findings f
                 WHERE p.audit = $3 AND p.url = {url}
                   AND f.audit = $3 AND f.rule = $4 AND f.page = p.number AND f.verified IS NULL) THEN 0
             WHEN page < 0 AND EXISTS (SELECT 1 {older} AND f.page < 0) THEN 2
             WHEN page >= 0 AND EXISTS (SELECT 1 {older_page}
                 AND p.audit = r.audit AND p.url = {url} AND f.page = p.number) THEN 2
             ELSE 1 END
         WHERE audit = $1 AND rule = $2"
    );
    db::query(AssertSqlSafe(sql))
        .binds((audit.number, pair.number, earlier, pair.before.unwrap_or(-1)))
        .binds((&pair.rule, audit.project_id))
        .run(&mut *tx)
        .await?;
    let fixed: i64 = db::query_scalar(AssertSqlSafe(format!("SELECT count(*) {}", fixed())))
        .binds((audit.number, pair.number, earlier, pair.before.unwrap_or(-1)))
        .fetch_one(&mut *tx)
        .await?;
    db::query(
        "UPDATE audit_rules SET fixed = $3, (fresh, returned) = (SELECT
             COALESCE(SUM(CASE WHEN change = 1 THEN 1 ELSE 0 END), 0),
             COALESCE(SUM(CASE WHEN change = 2 THEN 1 ELSE 0 END), 0)
             FROM audit_findings WHERE audit = $1 AND rule = $2)
         WHERE audit = $1 AND number = $2",
    )
    .binds((audit.number, pair.number, fixed))
    .run(tx)
    .await
}

/// Findings `f` of the rule `$4` of the earlier audit `$3` that the rule `$2` of the audit `$1` no longer has, although their
/// pages `p` answered, and for the site any page.
fn fixed() -> String {
    format!(
        "FROM audit_findings f LEFT JOIN audit_pages p ON p.audit = f.audit AND p.number = f.page
         WHERE f.audit = $3 AND f.rule = $4 AND f.verified IS NULL AND (
             (f.page < 0 AND NOT EXISTS (SELECT 1 FROM audit_findings n WHERE n.audit = $1 AND n.rule = $2 AND n.page < 0)
                 AND EXISTS (SELECT 1 FROM audit_pages q WHERE q.audit = $1 AND q.role = 0 AND {ANSWERED}))
             OR EXISTS (SELECT 1 FROM audit_pages q WHERE q.audit = $1 AND q.url = p.url AND {ANSWERED}
                 AND NOT EXISTS (SELECT 1 FROM audit_findings n WHERE n.audit = $1 AND n.rule = $2 AND n.page = q.number)))"
    )
}
