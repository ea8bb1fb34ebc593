//! The findings of an audit: what a rule found where, with the values and the rows that show it.

use sitewright_engine::rules::{Placeholder, Rule};
use sitewright_facts::{Batch, Kind, Page as Facts, TABLES};

use super::ignores::{self, AuditIgnore};
use super::rules::{self, Texts};
use super::select::{Row, WantedFindings, select};
use super::site::Batches;
use super::store::{self, SITE};
use super::verified::{self, LinkedTask};
use crate::platform::auth::AuditsRead;
use crate::platform::days::spoken;
use crate::platform::prelude::*;
use crate::platform::typography;
use crate::tasks::Finding;

/// A finding.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct AuditFinding {
    rule: String,
    /// The title of the rule.
    title: String,
    /// `error`, `warning` or `notice`.
    level: &'static str,
    /// The number of the page; null for the whole site.
    #[schema(required)]
    page: Option<i64>,
    #[schema(required)]
    url: Option<String>,
    /// The title of the page.
    page_title: String,
    /// What was found, in the reader's language.
    what: String,
    /// `same`, `new`, `back`, or null if there is no earlier audit.
    #[schema(required)]
    change: Option<&'static str>,
    ignored: bool,
    /// Why it is ignored, if it is.
    #[schema(required)]
    ignore: Option<AuditIgnore>,
    /// When a check of the page no longer found it.
    #[schema(required)]
    verified_at: Option<Timestamp>,
    /// Its task; null if it has none.
    #[schema(required)]
    task: Option<LinkedTask>,
    /// Where it is on the page.
    evidence: Vec<Snippet>,
}

/// A row of the page's facts that shows a finding.
#[derive(Debug, Serialize, ToSchema)]
struct Snippet {
    /// The table, such as `links`.
    table: String,
    row: u32,
    /// Its columns with a text or a number that says something.
    values: BTreeMap<&'static str, Value>,
}

/// The findings of an audit, errors first
#[utoipa::path(get, path = "/api/audits/{id}/findings", tag = "audits", security(("key" = ["audits:read"])), params(("id" = String, Path), WantedFindings, Page), responses((status = 200, body = Paged<AuditFinding>)))]
pub(super) async fn list_audit_findings(
    app: App,
    caller: Scoped<AuditsRead>,
    locale: Locale,
    Path(id): Path<String>,
    Query(wanted): Query<WantedFindings>,
    page: Page,
) -> Result<Json<Paged<AuditFinding>>> {
    let mut tx = app.db.read().begin().await?;
    let audit = store::find(&mut tx, &caller, &id).await?;
    let rows = select(&mut tx, &audit, &wanted, page).await?;
    let named = rows.data.iter().map(|row| Finding { rule: &row.rule, page_url: row.url.as_deref() });
    let tasks = verified::tasks_of(&mut tx, audit.project_id, &named.collect::<Vec<_>>()).await?;
    let is_ignored = rows.data.iter().any(|row| row.ignored);
    let ignores = if is_ignored { ignores::all(&mut tx, audit.project_id).await? } else { Vec::new() };
    drop(tx);
    let texts = Texts::load(&app, &caller.id, locale).await?;
    let mut batches = Batches::new(&app, audit.number);
    let mut views = Vec::with_capacity(rows.data.len());
    for (row, task) in rows.data.into_iter().zip(tasks) {
        let ignore =
            ignores.iter().filter(|_| row.ignored).find(|one| one.is_of(&row.rule, row.url.as_deref()));
        let ignore = ignore.cloned();
        views.push(AuditFinding { task, ignore, ..view(&mut batches, row, &texts, locale).await? });
    }
    Ok(Json(page.of(views, rows.total)))
}

/// A finding as a line of a table.
pub(super) struct Line<'a> {
    pub rule: &'a str,
    pub title: String,
    pub level: &'static str,
    pub url: Option<&'a str>,
    pub page_title: Option<&'a str>,
    pub what: String,
    /// The key of its state in a word.
    pub state: &'static str,
}

impl Row {
    pub(super) fn line(&self, texts: &Texts, locale: Locale) -> Line<'_> {
        let rule = texts.rule(&self.rule);
        let state = match self.change {
            _ if self.verified.is_some() => "audits.state.verified",
            _ if self.ignored => "audits.state.ignored",
            1 => "audits.state.new",
            2 => "audits.state.back",
            _ => "audits.state.open",
        };
        Line {
            rule: &self.rule,
            title: texts.title(&self.rule),
            level: rules::level(self.severity),
            url: self.url.as_deref(),
            page_title: self.title.as_deref(),
            what: rule.map(|rule| fill(rule, &self.data.0.values, locale)).unwrap_or_default(),
            state,
        }
    }
}

async fn view(batches: &mut Batches, row: Row, texts: &Texts, locale: Locale) -> Result<AuditFinding> {
    let rule = texts.rule(&row.rule);
    let what = rule.map(|rule| fill(rule, &row.data.0.values, locale)).unwrap_or_default();
    let evidence = match row.batch.filter(|batch| *batch >= 0 && !row.data.0.evidence.is_empty()) {
        Some(batch) => {
            let tables = batches.get(batch).await?;
            let view = tables.view();
            let page = view.numbered(row.page);
            page.map(|page| snippets(&view, page, &row.data.0.evidence)).unwrap_or_default()
        }
        None => Vec::new(),
    };
    Ok(AuditFinding {
        title: texts.title(&row.rule),
        level: rules::level(row.severity),
        page: (row.page != SITE).then_some(row.page),
        url: row.url,
        page_title: row.title.unwrap_or_default(),
        what,
        change: ["same", "new", "back"].get(row.change as usize).copied(),
        ignored: row.ignored,
        ignore: None,
        verified_at: row.verified,
        task: None,
        evidence,
        rule: row.rule,
    })
}

/// The rows that show a finding, with the columns that have a value.
fn snippets(batch: &Batch<'_>, page: Facts<'_>, evidence: &[(String, u32)]) -> Vec<Snippet> {
    let snippet = |(table, row): &(String, u32)| {
        let rows = batch.rows_of_page(page.index() as usize, table)?;
        let layout = TABLES.iter().find(|layout| layout.name == table)?;
        let at = rows.start.checked_add(*row).filter(|at| rows.contains(at))?;
        let cells = batch.get(table)?.row(at as usize);
        let mut values = BTreeMap::new();
        for column in layout.columns {
            let (cell, kind) = layout.column(column.name)?;
            let value = match kind {
                Kind::Text => Some(cells.text(cell)).filter(|text| !text.is_empty()).map(Value::from),
                Kind::Maybe => cells.maybe(cell).map(Value::from),
                Kind::Number => {
                    Some(cells.number(cell)).filter(|number| *number != u32::MAX).map(Value::from)
                }
                Kind::Flag => Some(Value::Bool(cells.number(cell) != 0)),
                Kind::Wide | Kind::Rows(_) => None,
            };
            values.extend(value.map(|value| (column.name, value)));
        }
        Some(Snippet { table: table.clone(), row: *row, values })
    };
    evidence.iter().filter_map(snippet).collect()
}

/// The sentence about a finding, with its values as the language writes them.
pub(super) fn fill(rule: &Rule, values: &Map<String, Value>, locale: Locale) -> String {
    let mut sentence = rule.what.clone();
    for Placeholder { name, kind } in &rule.values {
        let value = values.get(name).map(|value| written(value, kind, locale)).unwrap_or_default();
        sentence = sentence.replace(&format!("{{{name}}}"), &value);
    }
    typography::glued(&sentence, locale)
}

fn written(value: &Value, kind: &str, locale: Locale) -> String {
    let number = value.as_f64().unwrap_or_default();
    match kind {
        "number" => decimals(locale, number, 2),
        "percent" => format!("{}{}", decimals(locale, number, 1), locale.pick("%", "\u{a0}%")),
        "ms" if number >= 1_000.0 => format!("{}\u{a0}s", decimals(locale, number / 1_000.0, 1)),
        "ms" => format!("{}\u{a0}ms", decimals(locale, number, 0)),
        "bytes" if number >= 1_048_576.0 => format!("{}\u{a0}MB", decimals(locale, number / 1_048_576.0, 1)),
        "bytes" if number >= 1_024.0 => format!("{}\u{a0}KB", decimals(locale, number / 1_024.0, 0)),
        "bytes" => format!("{}\u{a0}B", decimals(locale, number, 0)),
        "date" => spoken(Timestamp((number as i64).saturating_mul(DAY_MS)), locale),
        _ => value.as_str().map_or_else(|| value.to_string(), str::to_owned),
    }
}

/// A number with at most this many decimals, as the language writes it.
pub(super) fn decimals(locale: Locale, number: f64, places: usize) -> String {
    let text = format!("{number:.places$}");
    let (whole, rest) = text.split_once('.').unwrap_or((&text, ""));
    let whole = crate::platform::locale::grouped(locale, whole);
    match rest.trim_end_matches('0') {
        "" => whole,
        rest => format!("{whole}{}{rest}", locale.pick('.', ',')),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_written_as_the_language_does() {
        let of = |value: Value, kind, locale| written(&value, kind, locale).replace('\u{a0}', "~");
        assert_eq!(of(json!(1234), "number", Locale::En), "1,234");
        assert_eq!(of(json!(12.5), "percent", Locale::Pl), "12,5~%");
        assert_eq!(of(json!(1830), "ms", Locale::Pl), "1,8~s");
        assert_eq!(of(json!(2_621_440), "bytes", Locale::En), "2.5~MB");
        assert_eq!(of(json!(20_000), "date", Locale::Pl), "4 października 2024");
        assert_eq!(of(json!("/a"), "url", Locale::En), "/a");
    }
}
