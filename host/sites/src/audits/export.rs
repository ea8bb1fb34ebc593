//! Findings and addresses of an audit as tables. They are read some thousand rows at a time, so that memory does not grow
//! with the audit.

use super::pages::{self, WantedPages};
use super::rules::Texts;
use super::select::{self, WantedFindings};
use super::store::{self, Audit};
use crate::platform::auth::AuditsRead;
use crate::platform::conversions::Turn;
use crate::platform::prelude::*;
use crate::platform::xlsx_file::{Cell, Writer};

/// Rows that are read at a time.
const ROWS: i64 = 2_000;
/// A workbook has no longer texts.
const MOST_CHARS: usize = 32_000;

/// The format of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ToSchema)]
#[schema(rename_all = "lowercase")]
enum Format {
    Csv,
    Xlsx,
}

impl Format {
    fn of(text: &str) -> Result<Self> {
        match text {
            "csv" => Ok(Self::Csv),
            "xlsx" => Ok(Self::Xlsx),
            _ => Err(Problem::not_found()),
        }
    }
}

/// A table to export.
trait Source: Send + 'static {
    /// The keys of the names of its columns, and their widths.
    const HEAD: &'static [(&'static str, u16)];
    /// The key of the name of the file.
    const NAME: &'static str;

    /// The next rows; none at the end.
    fn next(&mut self) -> impl Future<Output = Result<Vec<Vec<Cell>>>> + Send;
}

/// The findings of an audit as a table: those that match the filter
///
/// Texts are in the reader's language. Cells of CSV that a spreadsheet would evaluate begin with an apostrophe.
#[utoipa::path(get, path = "/api/audits/{id}/findings/export/{format}", tag = "audits", security(("key" = ["audits:read"])),
    params(("id" = String, Path), ("format" = inline(Format), Path), WantedFindings),
    responses((status = 200, description = "The table", content(
        (Vec<u8> = "text/csv"),
        (Vec<u8> = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    )), (status = 429, description = "Another conversion of the account is running")))]
pub(super) async fn export_audit_findings(
    app: App,
    caller: Scoped<AuditsRead>,
    locale: Locale,
    Path((id, format)): Path<(String, String)>,
    Query(wanted): Query<WantedFindings>,
) -> Result<Response> {
    let format = Format::of(&format)?;
    let audit = store::find(&mut app.db.read().acquire().await?, &caller, &id).await?;
    let turn = app.conversions.turn(&caller.id).await?;
    let texts = Texts::load(&app, &caller.id, locale).await?;
    let host = audit.host();
    let source = Findings { app: app.clone(), audit, wanted, texts, locale, after: None };
    send(format, source, turn, &host, locale).await
}

/// The fetched addresses of an audit as a table: those that match the filter
///
/// In the order in which the crawl found them. Cells of CSV that a spreadsheet would evaluate begin with an apostrophe.
#[utoipa::path(get, path = "/api/audits/{id}/pages/export/{format}", tag = "audits", security(("key" = ["audits:read"])),
    params(("id" = String, Path), ("format" = inline(Format), Path), WantedPages),
    responses((status = 200, description = "The table", content(
        (Vec<u8> = "text/csv"),
        (Vec<u8> = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    )), (status = 429, description = "Another conversion of the account is running")))]
pub(super) async fn export_audit_pages(
    app: App,
    caller: Scoped<AuditsRead>,
    locale: Locale,
    Path((id, format)): Path<(String, String)>,
    Query(wanted): Query<WantedPages>,
) -> Result<Response> {
    let format = Format::of(&format)?;
    let audit = store::find(&mut app.db.read().acquire().await?, &caller, &id).await?;
    let turn = app.conversions.turn(&caller.id).await?;
    let host = audit.host();
    let source = Addresses { app: app.clone(), audit, wanted, locale, after: -1 };
    send(format, source, turn, &host, locale).await
}

/// CSV is sent while it is made; a workbook has to be complete before.
async fn send<S: Source>(
    format: Format,
    mut source: S,
    turn: Turn,
    host: &str,
    locale: Locale,
) -> Result<Response> {
    let name = format!("{} {host}", say(locale, S::NAME));
    let head = S::HEAD.iter().map(|(key, width)| (say(locale, key), *width));
    if format == Format::Xlsx {
        let mut writer = Writer::new(head.collect())?;
        loop {
            let rows = source.next().await?;
            if rows.is_empty() {
                break;
            }
            writer = turn.run(move || writer.add(rows).map(|()| writer)).await??;
        }
        return Ok(xlsx_file::file(turn.run(move || writer.finish()).await??, &name));
    }
    let separator = csv_file::separator(locale);
    let head = csv_file::rows([head.map(|(name, _)| name).collect()], separator)?;
    let pieces = async_stream::try_stream! {
        yield head;
        loop {
            let rows = source.next().await?;
            if rows.is_empty() {
                break;
            }
            let lines = rows.into_iter().map(|cells| cells.into_iter().map(Cell::into_text).collect());
            let lines: Vec<Vec<String>> = lines.collect();
            yield turn.run(move || csv_file::rows(lines, separator)).await??;
        }
    };
    Ok(csv_file::stream(pieces, &name))
}

fn say(locale: Locale, key: &str) -> String {
    locale.say(key, &Params::new())
}

/// A text of a site, which may be of any length.
fn text(text: &str) -> Cell {
    Cell::Text(text.chars().take(MOST_CHARS).collect())
}

fn level_key(level: &str) -> &'static str {
    match level {
        "error" => "audits.level.error",
        "warning" => "audits.level.warning",
        _ => "audits.level.notice",
    }
}

struct Findings {
    app: App,
    audit: Audit,
    wanted: WantedFindings,
    texts: Texts,
    locale: Locale,
    /// The rule and the page of the last row.
    after: Option<(i64, i64)>,
}

impl Source for Findings {
    const HEAD: &'static [(&'static str, u16)] = &[
        ("audits.column.level", 12),
        ("audits.column.rule", 40),
        ("audits.column.page", 60),
        ("audits.column.title", 40),
        ("audits.column.what", 80),
        ("audits.column.state", 14),
        ("audits.column.id", 30),
    ];
    const NAME: &'static str = "audits.file.findings";

    async fn next(&mut self) -> Result<Vec<Vec<Cell>>> {
        let mut conn = self.app.db.read().acquire().await?;
        let rows = select::following(&mut conn, &self.audit, &self.wanted, self.after, ROWS).await?;
        self.after = rows.last().map(select::Row::place).or(self.after);
        let line = |row: &select::Row| {
            let line = row.line(&self.texts, self.locale);
            vec![
                Cell::Text(say(self.locale, level_key(line.level))),
                text(&line.title),
                text(line.url.unwrap_or_default()),
                text(line.page_title.unwrap_or_default()),
                text(&line.what),
                Cell::Text(say(self.locale, line.state)),
                text(line.rule),
            ]
        };
        Ok(rows.iter().map(line).collect())
    }
}

struct Addresses {
    app: App,
    audit: Audit,
    wanted: WantedPages,
    locale: Locale,
    /// The number of the last row.
    after: i64,
}

impl Source for Addresses {
    const HEAD: &'static [(&'static str, u16)] = &[
        ("audits.column.page", 60),
        ("audits.column.title", 40),
        ("audits.column.status", 10),
        ("audits.column.indexable", 12),
        ("audits.column.depth", 10),
        ("audits.column.incoming", 10),
        ("audits.column.errors", 10),
        ("audits.column.warnings", 10),
        ("audits.column.notices", 10),
    ];
    const NAME: &'static str = "audits.file.pages";

    async fn next(&mut self) -> Result<Vec<Vec<Cell>>> {
        let mut conn = self.app.db.read().acquire().await?;
        let rows = pages::following(&mut conn, &self.audit, &self.wanted, self.after, ROWS).await?;
        self.after = rows.last().map_or(self.after, |page| page.number);
        let line = |page: pages::AuditPage| {
            let is_indexable = if page.indexable { "audits.yes" } else { "audits.no" };
            vec![
                text(&page.url),
                text(&page.title),
                Cell::Number(page.status),
                Cell::Text(say(self.locale, is_indexable)),
                page.depth.map_or(Cell::Text(String::new()), Cell::Number),
                Cell::Number(page.incoming),
                Cell::Number(page.errors),
                Cell::Number(page.warnings),
                Cell::Number(page.notices),
            ]
        };
        Ok(rows.into_iter().map(line).collect())
    }
}
