//! Downloads: the result of a job, and a template table.

use futures::Stream;

use super::shapes::problem_view;
use super::{BulkRowStatus, Column, Job, Row, columns, rows, store};
use crate::catalogue::tools::{Described, Tools};
use crate::platform::conversions::Turn;
use crate::platform::prelude::*;
use crate::workspace::documents;

/// Rows whose documents are loaded at the same time; each document has up to a MB.
const AT_ONCE: i64 = 20;
/// Columns for parts of results.
const MOST_TITLES: usize = 500;
/// Variants of one result that get columns. Tools write up to thirty; an edited document may contain any number.
const MOST_VARIANTS: usize = 50;
/// The field with the format of a text, as tools name it.
const FORMAT: &str = "format";
/// Parts of a result that measure it and are not its text.
const MEASURES: [&str; 2] = ["checks", "drafted"];

/// The result of a bulk job: its columns, the results, and links to the documents
///
/// UTF-8 with a byte order mark, with the separator of the uploaded file; opens in Excel. Cells that a spreadsheet
/// would evaluate begin with an apostrophe, which is removed when the table is uploaded again.
#[utoipa::path(get, path = "/api/bulk/{id}/result.csv", tag = "bulk", params(("id" = String, Path)),
    responses((status = 200, description = "The table", body = Vec<u8>, content_type = "text/csv"),
        (status = 429, description = "Another conversion of the account is running")))]
pub(super) async fn get_bulk_result(
    app: App,
    user: User,
    locale: Locale,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response> {
    let turn = app.conversions.turn(&user.id).await?;
    let job = store::find(&mut app.db.read().acquire().await?, &user.id, &id).await?;
    let tool = match app.part::<Tools>().find_for(&app, &user.id, &job.tool).await {
        Ok(tool) => Some(tool.described().await?),
        Err(_) => None,
    };
    let archive = archive(&app, &headers, locale);
    let name = job.name.rsplit_once('.').map_or(job.name.as_str(), |(name, _)| name).to_owned();
    let sheet = Sheet { columns: job.columns()?, titles: Vec::new(), job, tool, archive, locale };
    let source = Source { app, turn };
    let sheet = Arc::new(source.titled(sheet).await?);
    Ok(csv_file::stream(source.lines(sheet), &name))
}

/// Loads the rows of a job in batches.
struct Source {
    app: App,
    turn: Turn,
}

/// Rows with their results, JSON by document.
struct Produced {
    rows: Vec<Row>,
    parts: HashMap<String, String>,
    /// The numbers of the rows that ordered HTML; empty if only the titles of the results are needed.
    html: HashSet<i64>,
}

impl Source {
    async fn rows(&self, job: &Job, offset: i64) -> Result<Produced> {
        let mut conn = self.app.db.read().acquire().await?;
        let (rows, _) = rows::list(&mut conn, &job.id, rows::Wanted::default(), AT_ONCE, offset).await?;
        let ids: Vec<String> = rows.iter().filter_map(|row| row.document_id.clone()).collect();
        let parts = documents::parts(&mut conn, &job.account_id, &ids).await?;
        Ok(Produced { rows, parts: parts.into_iter().collect(), html: HashSet::new() })
    }

    async fn html(&self, job: &Job, offset: i64) -> Result<HashSet<i64>> {
        let mut conn = self.app.db.read().acquire().await?;
        let inputs = rows::inputs_of(&mut conn, &job.id, AT_ONCE, offset).await?;
        Ok(inputs.into_iter().filter(|(_, input)| orders_html(input)).map(|(number, _)| number).collect())
    }

    /// Collects the columns of the results. Rows may have more or fewer variants; each column is listed once, in the
    /// order of its first appearance.
    async fn titled(&self, mut sheet: Sheet) -> Result<Sheet> {
        let mut known = HashSet::new();
        for offset in (0..).step_by(AT_ONCE as usize) {
            let produced = self.rows(&sheet.job, offset).await?;
            if produced.rows.is_empty() {
                break;
            }
            (sheet, known) = self.turn.run(move || sheet.find_titles(&produced, known)).await?;
        }
        Ok(sheet)
    }

    fn lines(self, sheet: Arc<Sheet>) -> impl Stream<Item = Result<Vec<u8>>> {
        async_stream::try_stream! {
            yield sheet.encode(vec![sheet.heading()])?;
            for offset in (0..).step_by(AT_ONCE as usize) {
                let mut produced = self.rows(&sheet.job, offset).await?;
                if produced.rows.is_empty() {
                    break;
                }
                produced.html = self.html(&sheet.job, offset).await?;
                let sheet = sheet.clone();
                yield self.turn.run(move || sheet.write(produced)).await??;
            }
        }
    }
}

/// A template table with the tool's fields and its example
#[utoipa::path(get, path = "/api/tools/{id}/bulk/template.csv", tag = "bulk", params(("id" = String, Path)),
    responses((status = 200, description = "The table", body = Vec<u8>, content_type = "text/csv")))]
pub(super) async fn get_bulk_template(
    app: App,
    user: User,
    locale: Locale,
    Path(id): Path<String>,
) -> Result<Response> {
    let tool = app.part::<Tools>().find_for(&app, &user.id, &id).await?;
    let described = tool.described().await?;
    let example: Value = serde_json::from_str(&described.text(locale).example)?;
    let (fields, titles): (Vec<String>, Vec<String>) =
        columns::titles(&described, locale).into_iter().unzip();
    let row = fields.iter().map(|field| flat(&example[field.as_str()])).collect();
    let separator = csv_file::separator(locale);
    Ok(csv_file::file(csv_file::table([titles, row], separator)?, &tool.text(locale).name))
}

/// The URL of the documents page.
fn archive(app: &App, headers: &HeaderMap, locale: Locale) -> String {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or("localhost");
    let scheme = if app.config.has_secure_cookies() { "https" } else { "http" };
    let server = match &app.config.public_url {
        Some(url) => url.trim_end_matches('/').to_owned(),
        None => format!("{scheme}://{host}"),
    };
    match locale {
        Locale::En => format!("{server}/app/archive"),
        Locale::Pl => format!("{server}/app/archiwum"),
    }
}

/// The state for writing the rows of a result.
struct Sheet {
    job: Job,
    columns: Vec<Column>,
    /// Titles of the result columns.
    titles: Vec<String>,
    tool: Option<Arc<Described>>,
    archive: String,
    locale: Locale,
}

impl Sheet {
    fn find_titles(mut self, produced: &Produced, mut known: HashSet<String>) -> (Self, HashSet<String>) {
        for row in &produced.rows {
            for (title, _) in self.result_of(row, produced) {
                if self.titles.len() < MOST_TITLES && known.insert(title.clone()) {
                    self.titles.push(title);
                }
            }
        }
        (self, known)
    }

    fn heading(&self) -> Vec<String> {
        let none = Params::new();
        let mut heading: Vec<String> = self.columns.iter().map(|column| column.name.clone()).collect();
        heading.extend(self.titles.iter().cloned());
        heading.extend([
            self.locale.say("bulk.column.status", &none),
            self.locale.say("bulk.column.problem", &none),
            self.locale.say("bulk.column.words", &none),
            self.locale.say("bulk.column.document", &none),
        ]);
        heading
    }

    fn write(&self, mut produced: Produced) -> Result<Vec<u8>> {
        let rows = std::mem::take(&mut produced.rows);
        let mut lines = Vec::with_capacity(rows.len());
        for row in rows {
            let mut result: HashMap<String, String> =
                self.result_of(&row, &produced).into_iter().rev().collect();
            let mut line: Vec<String> = serde_json::from_str(&row.cells)?;
            line.resize(self.columns.len(), String::new());
            line.extend(self.titles.iter().map(|title| result.remove(title).unwrap_or_default()));
            line.extend(self.ending(row)?);
            lines.push(line);
        }
        self.encode(lines)
    }

    fn encode(&self, lines: Vec<Vec<String>>) -> Result<Vec<u8>> {
        csv_file::rows(lines, self.job.separator.chars().next().unwrap_or(','))
    }

    fn ending(&self, row: Row) -> Result<[String; 4]> {
        let none = Params::new();
        let status = match row.status {
            BulkRowStatus::Invalid => self.locale.say("bulk.status.invalid", &none),
            BulkRowStatus::Waiting => self.locale.say("bulk.status.waiting", &none),
            BulkRowStatus::Running => self.locale.say("bulk.status.running", &none),
            // A text with places to fill in is not ready to use.
            BulkRowStatus::Succeeded if row.gaps > 0 => {
                self.locale.say("bulk.status.gaps", &params([("places", row.gaps.into())]))
            }
            BulkRowStatus::Succeeded => self.locale.say("bulk.status.succeeded", &none),
            BulkRowStatus::Failed => self.locale.say("bulk.status.failed", &none),
            BulkRowStatus::Cancelled => self.locale.say("bulk.status.cancelled", &none),
        };
        let problems = row.problems(&self.columns, self.locale)?;
        let said: Vec<String> = problems
            .into_iter()
            .map(|problem| match problem.column.or(problem.field) {
                Some(place) => format!("{place}: {}", problem.message),
                None => problem.message,
            })
            .collect();
        let problem = match problem_view(row.problem.as_deref(), self.locale)? {
            Some(problem) if said.is_empty() => problem.message,
            _ => said.join(" "),
        };
        let link = row.document_id.map(|id| format!("{}/{id}", self.archive)).unwrap_or_default();
        Ok([status, problem, row.words.to_string(), link])
    }

    /// The parts of a row's result: title and text.
    fn result_of(&self, row: &Row, produced: &Produced) -> Vec<(String, String)> {
        let as_html = produced.html.contains(&row.number);
        let data = row.document_id.as_ref().and_then(|id| produced.parts.get(id));
        let data: Option<Value> = data.and_then(|json| serde_json::from_str(json).ok());
        let Some(Value::Object(data)) = data else { return Vec::new() };
        let variants = data.get("variants").and_then(Value::as_array);
        let Some(variants) = variants.filter(|variants| variants.iter().all(Value::is_object)) else {
            return self.titled(&data, &["properties"], "", as_html);
        };
        let parts = ["properties", "variants", "items", "properties"];
        let variants = variants.iter().filter_map(Value::as_object).take(MOST_VARIANTS).enumerate();
        variants
            .flat_map(|(place, variant)| {
                // The first variant has no number, so that tables with one variant have plain names.
                let suffix = if place > 0 { format!(" {}", place + 1) } else { String::new() };
                self.titled(variant, &parts, &suffix, as_html)
            })
            .collect()
    }

    /// Parts in the order of the schema at this path, with their titles; `as_html` converts those in Markdown.
    fn titled(
        &self,
        parts: &Map<String, Value>,
        path: &[&str],
        suffix: &str,
        as_html: bool,
    ) -> Vec<(String, String)> {
        let schema = self.tool.as_ref().map(|tool| &tool.text(self.locale).output);
        let known = schema.map(|schema| schema.names(path)).unwrap_or_default();
        let of_part = |name: &str, what: &str| {
            let start = schema.map(|schema| schema.document());
            let at = path.iter().try_fold(start?, |at, name| at.get(name))?;
            at.get(name)?[what].as_str()
        };
        let cell = |name: &str| match parts[name].as_str() {
            Some(text) if as_html && of_part(name, "x-format") == Some("markdown") => {
                documents::html_of(text)
            }
            _ => flat(&parts[name]),
        };
        let mut names: Vec<&String> =
            parts.keys().filter(|name| !MEASURES.contains(&name.as_str())).collect();
        names.sort_by_key(|name| known.iter().position(|known| known == *name).unwrap_or(usize::MAX));
        let cells = names
            .into_iter()
            .map(|name| (format!("{}{suffix}", of_part(name, "title").unwrap_or(name)), cell(name)));
        cells.collect()
    }
}

/// Whether a row's input chooses HTML: tools write Markdown, which other programs convert.
fn orders_html(input: &str) -> bool {
    let input: Option<Map<String, Value>> = serde_json::from_str(input).ok();
    input.is_some_and(|input| input.get(FORMAT).and_then(Value::as_str) == Some("html"))
}

/// A value as one cell; lists in the format of uploads.
fn flat(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(items) if items.iter().all(|item| !item.is_object() && !item.is_array()) => {
            items.iter().map(flat).collect::<Vec<_>>().join(" | ")
        }
        value => value.to_string(),
    }
}
