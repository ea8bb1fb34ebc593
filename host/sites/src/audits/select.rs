//! Which findings of an audit a list has. The counts of the rules say where a page of the list begins, so that it reads only
//! the findings that it shows.

use super::store::{Audit, FindingData};
use crate::platform::prelude::*;

/// Which findings.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct WantedFindings {
    /// Only of this rule.
    rule: Option<String>,
    /// Only of rules of this category.
    category: Option<String>,
    /// Only on the page with this number.
    #[param(minimum = 0)]
    page_number: Option<i64>,
    /// Only on pages whose address contains this.
    q: Option<String>,
    /// Only of this level.
    #[param(inline)]
    level: Option<Level>,
    /// Only those that are `new`, came `back`, are `ignored`, or were `verified` as fixed.
    #[param(inline)]
    show: Option<Show>,
}

#[derive(Debug, Clone, Copy, PartialEq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Level {
    Error,
    Warning,
    Notice,
}

#[derive(Debug, Clone, Copy, PartialEq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Show {
    New,
    Back,
    Ignored,
    Verified,
}

impl Show {
    fn condition(self) -> &'static str {
        match self {
            Self::New => "f.change = 1 AND f.verified IS NULL",
            Self::Back => "f.change = 2 AND f.verified IS NULL",
            Self::Ignored => "f.ignored AND f.verified IS NULL",
            Self::Verified => "f.verified IS NOT NULL",
        }
    }
}

#[derive(sqlx::FromRow)]
pub(super) struct Row {
    pub rule: String,
    pub number: i64,
    pub page: i64,
    pub severity: i64,
    pub change: i64,
    pub verified: Option<Timestamp>,
    pub ignored: bool,
    pub data: Stored<FindingData>,
    pub url: Option<String>,
    pub title: Option<String>,
    pub batch: Option<i64>,
}

impl Row {
    /// Its rule and page, by which a table is ordered.
    pub(super) fn place(&self) -> (i64, i64) {
        (self.number, self.page)
    }
}

/// The findings of a rule that count, the first ones.
pub(super) async fn first(conn: &mut Conn, audit: &Audit, rule: &str, most: i64) -> Result<Vec<Row>> {
    let wanted = WantedFindings { rule: Some(rule.to_owned()), ..WantedFindings::default() };
    following(conn, audit, &wanted, None, most).await
}

/// The findings that match and follow this rule and page, by rule and page: the order of the key.
pub(super) async fn following(
    conn: &mut Conn,
    audit: &Audit,
    wanted: &WantedFindings,
    after: Option<(i64, i64)>,
    most: i64,
) -> Result<Vec<Row>> {
    let (last, page) = after.unwrap_or((-1, i64::MIN));
    let sql = format!(
        "{COLUMNS} {} AND f.rule = $4 AND f.page > $5 ORDER BY f.page LIMIT $6",
        matching(wanted, wanted.level)
    );
    let mut found: Vec<Row> = Vec::new();
    for rule in rules_of(conn, audit, wanted).await?.into_iter().filter(|rule| rule.number >= last) {
        let left = most - found.len() as i64;
        if left <= 0 {
            break;
        }
        let after = if rule.number == last { page } else { i64::MIN };
        let rows = db::query_as(AssertSqlSafe(sql.clone()))
            .binds((audit.number, wanted.page_number, wanted.pattern()))
            .binds((rule.number, after, left));
        found.extend(rows.fetch_all(&mut *conn).await?);
    }
    Ok(found)
}

const COLUMNS: &str = "SELECT r.rule, r.number, f.page, f.severity, f.change, f.verified, f.ignored, f.data, p.url, p.title, p.batch";

/// The findings of the audit `$1` that match, of all rules and categories; `$2` is a page, and `$3` a pattern of addresses.
/// A condition that is not wanted is not part of the statement, so that the database uses its indexes.
fn matching(wanted: &WantedFindings, level: Option<Level>) -> String {
    let level = level.map_or("TRUE", |level| match level {
        Level::Error => "f.severity = 0",
        Level::Warning => "f.severity = 1",
        Level::Notice => "f.severity = 2",
    });
    let show = wanted.show.map_or("f.verified IS NULL AND NOT f.ignored", Show::condition);
    let page = wanted.page_number.map_or("$2 IS NULL", |_| "f.page = $2");
    let q = wanted.q.as_ref().map_or("$3 IS NULL", |_| "p.url LIKE $3 ESCAPE '!'");
    format!(
        "FROM audit_findings f JOIN audit_rules r ON r.audit = f.audit AND r.number = f.rule
         LEFT JOIN audit_pages p ON p.audit = f.audit AND p.number = f.page
         WHERE f.audit = $1 AND {level} AND {show} AND {page} AND {q}"
    )
}

/// A rule with its counts.
#[derive(sqlx::FromRow)]
struct Counted {
    number: i64,
    errors: i64,
    warnings: i64,
    notices: i64,
    ignored: i64,
    fresh: i64,
    returned: i64,
}

impl Counted {
    fn of(&self, level: Level) -> i64 {
        match level {
            Level::Error => self.errors,
            Level::Warning => self.warnings,
            Level::Notice => self.notices,
        }
    }

    /// Whether it may have a finding that matches.
    fn may_match(&self, wanted: &WantedFindings) -> bool {
        match wanted.show {
            None => wanted.levels().any(|level| self.of(level) > 0),
            Some(Show::New) => self.fresh > 0,
            Some(Show::Back) => self.returned > 0,
            Some(Show::Ignored) => self.ignored > 0,
            Some(Show::Verified) => true,
        }
    }
}

impl WantedFindings {
    fn levels(&self) -> impl Iterator<Item = Level> {
        let wanted = self.level;
        [Level::Error, Level::Warning, Level::Notice]
            .into_iter()
            .filter(move |level| wanted.is_none_or(|wanted| wanted == *level))
    }

    fn pattern(&self) -> Option<String> {
        self.q.as_deref().map(contains)
    }

    /// Whether the counts of the rules say how many findings match.
    fn is_counted(&self) -> bool {
        self.q.is_none() && self.page_number.is_none() && self.show.is_none()
    }
}

/// The rules that may have findings that match, by number.
async fn rules_of(conn: &mut Conn, audit: &Audit, wanted: &WantedFindings) -> Result<Vec<Counted>> {
    let rules: Vec<Counted> = db::query_as(
        "SELECT number, errors, warnings, notices, ignored, fresh, returned FROM audit_rules
         WHERE audit = $1 AND ($2 IS NULL OR rule = $2) AND ($3 IS NULL OR category = $3) ORDER BY number",
    )
    .binds((audit.number, wanted.rule.as_deref(), wanted.category.as_deref()))
    .fetch_all(conn)
    .await?;
    Ok(rules.into_iter().filter(|rule| rule.may_match(wanted)).collect())
}

pub(super) async fn select(
    tx: &mut Conn,
    audit: &Audit,
    wanted: &WantedFindings,
    page: Page,
) -> Result<Paged<Row>> {
    let rules = rules_of(tx, audit, wanted).await?;
    if rules.is_empty() {
        return Ok(page.of(Vec::new(), 0));
    }
    if wanted.is_counted() {
        return select_counted(tx, audit, wanted, &rules, page).await;
    }
    // Numbers of the database.
    let numbers: Vec<String> = rules.iter().map(|rule| rule.number.to_string()).collect();
    let from = format!("{} AND f.rule IN ({})", matching(wanted, wanted.level), numbers.join(", "));
    let count = format!("SELECT count(*) {from}");
    let rows = format!("{COLUMNS} {from} ORDER BY f.severity, f.rule, f.page LIMIT $4 OFFSET $5");
    let pattern = wanted.pattern();
    let values = (audit.number, wanted.page_number, pattern.as_deref());
    let (count, rows) = (db::query_scalar(AssertSqlSafe(count)), db::query_as(AssertSqlSafe(rows)));
    page.fetch(tx, count.binds(values), rows.binds(values)).await
}

/// The same where the counts of the rules say which rules the page of the list shows: only their findings are read.
async fn select_counted(
    tx: &mut Conn,
    audit: &Audit,
    wanted: &WantedFindings,
    rules: &[Counted],
    page: Page,
) -> Result<Paged<Row>> {
    let (mut total, mut found) = (0, Vec::new());
    let end = page.offset() + page.limit();
    for level in wanted.levels() {
        let sql = format!(
            "{COLUMNS} {} AND f.rule = $4 ORDER BY f.page LIMIT $5 OFFSET $6",
            matching(wanted, Some(level))
        );
        for rule in rules.iter().filter(|rule| rule.of(level) > 0) {
            let (first, past) = (page.offset().max(total), end.min(total + rule.of(level)));
            if first < past {
                let rows = db::query_as(AssertSqlSafe(sql.clone()))
                    .binds((audit.number, None::<i64>, None::<&str>))
                    .binds((rule.number, past - first, first - total));
                found.extend(rows.fetch_all(&mut *tx).await?);
            }
            total += rule.of(level);
        }
    }
    Ok(page.of(found, total))
}

/// The pattern of `LIKE` for texts that contain this one, with `!` as its escape.
pub(super) fn contains(text: &str) -> String {
    let escaped = text.replace('!', "!!").replace('%', "!%").replace('_', "!_");
    format!("%{escaped}%")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_to_contain_is_no_pattern() {
        assert_eq!(contains("50%_!"), "%50!%!_!!%");
    }
}
