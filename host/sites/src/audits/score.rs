//! What the findings of an audit come to: counts, the score, what each rule costs, and what changed.
//!
//! The score is `100 * (1 - E / P) - min(20, 5 * S)`, not below 0: E are HTML pages with an error that counts, P are the HTML
//! pages that were fetched, and S are the errors of the whole site. Files do not dilute it. It is stored in hundredths.

use super::store::{ANSWERED, Audit, SITE};
use crate::platform::prelude::*;

/// Hundredths of a point for each error of the whole site, and at most.
const SITE_ERROR: i64 = 500;
const SITE_ERRORS: i64 = 2_000;
/// Earlier audits in which a finding is looked for, to tell one that came back from a new one.
const LOOKED_BACK: i64 = 5;

/// The score in hundredths of a point.
pub(super) fn score(pages: i64, broken: i64, site_errors: i64) -> i64 {
    if pages == 0 {
        return 0;
    }
    let of_pages = 10_000 - (10_000 * broken + pages / 2) / pages;
    (of_pages - (SITE_ERROR * site_errors).min(SITE_ERRORS)).max(0)
}

/// The errors that count, by page and rule.
#[derive(Default)]
pub(super) struct Errors {
    /// Rules of each page with an error; of a page that has more than one, how many.
    of_pages: HashMap<i64, (i64, u32)>,
    of_site: HashMap<i64, i64>,
}

impl Errors {
    /// Of the page, or [`SITE`], and the rule of each error.
    pub(super) fn of(rows: Vec<(i64, i64)>) -> Self {
        let mut errors = Self::default();
        for (page, rule) in rows {
            if page == SITE {
                *errors.of_site.entry(rule).or_default() += 1;
            } else {
                errors.of_pages.entry(page).and_modify(|(_, rules)| *rules += 1).or_insert((rule, 1));
            }
        }
        errors
    }

    pub(super) fn broken(&self) -> i64 {
        self.of_pages.len() as i64
    }

    pub(super) fn site_errors(&self) -> i64 {
        self.of_site.values().sum()
    }

    /// What the score gains if all errors of a rule are fixed.
    pub(super) fn gains(&self, pages: i64) -> HashMap<i64, i64> {
        let mut only: HashMap<i64, i64> = HashMap::new();
        for (rule, rules) in self.of_pages.values() {
            if *rules == 1 {
                *only.entry(*rule).or_default() += 1;
            }
        }
        let now = score(pages, self.broken(), self.site_errors());
        let rules: HashSet<i64> = only.keys().chain(self.of_site.keys()).copied().collect();
        let gain = |rule: &i64| {
            let broken = self.broken() - only.get(rule).copied().unwrap_or_default();
            let site_errors = self.site_errors() - self.of_site.get(rule).copied().unwrap_or_default();
            score(pages, broken, site_errors) - now
        };
        rules.iter().map(|rule| (*rule, gain(rule))).collect()
    }
}

/// Counts the findings of an audit again: after it, after pages were checked again, and after something was ignored.
pub(super) async fn recount(tx: &mut Conn, audit: &Audit) -> Result<()> {
    ignore(tx, audit).await?;
    let number = audit.number;
    let counted = "SELECT f.page, f.rule FROM audit_findings f JOIN audit_rules r ON r.audit = f.audit AND r.number = f.rule
         LEFT JOIN audit_pages p ON p.audit = f.audit AND p.number = f.page
         WHERE (f.page < 0 OR (p.role = 0 AND p.flags & 1 = 1)) AND f.audit = $1 AND f.severity = 0 AND r.score AND NOT f.ignored AND f.verified IS NULL";
    let rows: Vec<(i64, i64)> = db::query_as(counted).bind(number).fetch_all(&mut *tx).await?;
    let errors = Errors::of(rows);
    let pages: i64 = db::query_scalar(
        "SELECT count(*) FROM audit_pages WHERE audit = $1 AND role = 0 AND batch >= 0 AND flags & 1 = 1",
    )
    .bind(number)
    .fetch_one(&mut *tx)
    .await?;
    db::query(
        "UPDATE audit_rules SET gain = 0, (errors, warnings, notices, ignored) = (SELECT
             COALESCE(SUM(CASE WHEN severity = 0 AND NOT ignored THEN 1 ELSE 0 END), 0),
             COALESCE(SUM(CASE WHEN severity = 1 AND NOT ignored THEN 1 ELSE 0 END), 0),
             COALESCE(SUM(CASE WHEN severity = 2 AND NOT ignored THEN 1 ELSE 0 END), 0),
             COALESCE(SUM(CASE WHEN ignored THEN 1 ELSE 0 END), 0)
             FROM audit_findings f WHERE f.audit = audit_rules.audit AND f.rule = audit_rules.number AND f.verified IS NULL)
         WHERE audit = $1",
    )
    .bind(number)
    .run(&mut *tx)
    .await?;
    for (rule, gain) in errors.gains(pages) {
        db::query("UPDATE audit_rules SET gain = $3 WHERE audit = $1 AND number = $2")
            .binds((number, rule, gain))
            .run(&mut *tx)
            .await?;
    }
    db::query(
        "UPDATE audits SET pages = $2, broken = $3, site_errors = $4, score = $5, (errors, warnings, notices) = (SELECT
             COALESCE(SUM(r.errors), 0), COALESCE(SUM(r.warnings), 0), COALESCE(SUM(r.notices), 0)
             FROM audit_rules r WHERE r.audit = audits.number)
         WHERE number = $1",
    )
    .binds((number, pages, errors.broken(), errors.site_errors()))
    .bind(score(pages, errors.broken(), errors.site_errors()))
    .run(tx)
    .await
}

/// Marks the findings that the project ignores now.
async fn ignore(tx: &mut Conn, audit: &Audit) -> Result<()> {
    let ignored = "EXISTS (SELECT 1 FROM audit_ignores i JOIN audit_rules r ON r.rule = i.rule
             WHERE i.project_id = $2 AND (i.until IS NULL OR i.until > $3)
               AND r.audit = audit_findings.audit AND r.number = audit_findings.rule
               AND (i.url = '' OR i.url = (SELECT p.url FROM audit_pages p
                   WHERE p.audit = audit_findings.audit AND p.number = audit_findings.page)))";
    // Only rules that are or were ignored: the others have millions of findings that stay as they are.
    let sql = format!(
        "UPDATE audit_findings SET ignored = {ignored} WHERE audit = $1 AND rule IN (
             SELECT r.number FROM audit_rules r WHERE r.audit = $1
               AND (r.ignored > 0 OR EXISTS (SELECT 1 FROM audit_ignores i WHERE i.project_id = $2 AND i.rule = r.rule)))"
    );
    db::query(AssertSqlSafe(sql)).binds((audit.number, audit.project_id, Timestamp::now())).run(tx).await
}

/// Counts the findings of each page, for lists of pages.
pub(super) async fn count_on_pages(tx: &mut Conn, audit: i64) -> Result<()> {
    db::query(
        "UPDATE audit_pages SET errors = c.errors, warnings = c.warnings, notices = c.notices FROM (
             SELECT page, SUM(CASE WHEN severity = 0 THEN 1 ELSE 0 END) AS errors,
                 SUM(CASE WHEN severity = 1 THEN 1 ELSE 0 END) AS warnings,
                 SUM(CASE WHEN severity = 2 THEN 1 ELSE 0 END) AS notices
             FROM audit_findings WHERE audit = $1 AND page >= 0 AND verified IS NULL AND NOT ignored GROUP BY page
         ) AS c WHERE audit_pages.audit = $1 AND audit_pages.number = c.page",
    )
    .bind(audit)
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
    // The same page is the page with the same address; the site is the same site.
    let same = "((f.page < 0 AND audit_findings.page < 0) OR f.page IN (SELECT p.number FROM audit_pages p
        WHERE p.audit = f.audit AND p.url = (SELECT o.url FROM audit_pages o
            WHERE o.audit = audit_findings.audit AND o.number = audit_findings.page)))";
    let sql = format!(
        "UPDATE audit_findings SET change = CASE
             WHEN EXISTS (SELECT 1 FROM audit_findings f WHERE f.audit = $3 AND f.rule = $4 AND f.verified IS NULL AND {same}) THEN 0
             WHEN EXISTS (SELECT 1 FROM audit_findings f JOIN audit_rules r ON r.audit = f.audit AND r.number = f.rule
                 WHERE r.rule = $5 AND f.audit IN (SELECT a.number FROM audits a WHERE a.project_id = $6 AND a.number < $1
                     AND a.state = 'done' ORDER BY a.number DESC LIMIT {LOOKED_BACK}) AND {same}) THEN 2
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_score_is_the_share_of_pages_without_errors_less_the_errors_of_the_site() {
        assert_eq!(score(100, 0, 0), 10_000);
        assert_eq!(score(100, 25, 0), 7_500);
        assert_eq!(score(100, 25, 1), 7_000);
        assert_eq!(score(100, 25, 9), 5_500);
        assert_eq!(score(3, 1, 0), 6_667);
        assert_eq!((score(10, 10, 3), score(0, 0, 0)), (0, 0));
    }

    #[test]
    fn a_page_with_errors_of_two_rules_is_gained_by_neither_alone() {
        let errors = Errors::of(vec![(0, 1), (0, 2), (1, 1), (2, 2), (3, 2), (SITE, 7)]);
        let gains = errors.gains(10);
        assert_eq!((errors.broken(), errors.site_errors()), (4, 1));
        assert_eq!((gains[&1], gains[&2], gains[&7]), (1_000, 2_000, 500));
    }
}
