//! Tables that go out: the result of a job, and a template to fill in.

use std::collections::HashMap;

use axum::{
    extract::{Path, State},
    http::{HeaderMap, header},
    response::Response,
};
use serde_json::{Map, Value};

use super::{BulkRowStatus, Job, MOST_ROWS, Row, columns, rows, shapes::told, store};
use crate::{
    app::App,
    auth::User,
    documents,
    error::{Problem, Result},
    locale::{Locale, Params},
    sheet,
    tools::{Described, Tools},
};

/// Documents that are fetched at once.
const AT_ONCE: usize = 200;
/// Parts of a result that measure it and are none of its text.
const MEASURES: [&str; 2] = ["checks", "drafted"];

/// The result of a bulk job: its columns, what was written, and where the documents are
///
/// UTF-8 with a mark, separated as the file that was sent; opens in Excel. Cells that a spreadsheet would calculate begin
/// with an apostrophe.
#[utoipa::path(get, path = "/api/bulk/{id}/result.csv", tag = "bulk", params(("id" = String, Path)),
    responses((status = 200, description = "The table", body = Vec<u8>, content_type = "text/csv")))]
pub(super) async fn get_bulk_result(
    State(app): State<App>,
    user: User,
    locale: Locale,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response> {
    let mut tx = app.db.read().begin().await?;
    let job = store::find(&mut tx, &user.id, &id).await?;
    let (rows, _) = rows::list(&mut tx, &id, None, MOST_ROWS as i64, 0).await?;
    let ids: Vec<String> = rows.iter().filter_map(|row| row.document_id.clone()).collect();
    let mut parts = HashMap::new();
    for ids in ids.chunks(AT_ONCE) {
        parts.extend(documents::parts(&mut tx, &user.id, ids).await?);
    }
    drop(tx);
    let tool = match app.part::<Tools>().find_for(&app, &user.id, &job.tool).await {
        Ok(tool) => Some(tool.described().await?),
        Err(_) => None,
    };
    let archive = archive(&app, &headers, locale);
    let name = job.name.rsplit_once('.').map_or(job.name.as_str(), |(name, _)| name).to_owned();
    // Thousands of texts take a while to lay out.
    let table = tokio::task::spawn_blocking(move || {
        let sheet = Sheet { job: &job, tool: tool.as_deref(), parts, archive, locale };
        sheet.write(rows)
    });
    Ok(sheet::file(table.await.map_err(Problem::internal)??, &name))
}

/// A table to fill in, with the tool's fields and its example
#[utoipa::path(get, path = "/api/tools/{id}/bulk/template.csv", tag = "bulk", params(("id" = String, Path)),
    responses((status = 200, description = "The table", body = Vec<u8>, content_type = "text/csv")))]
pub(super) async fn get_bulk_template(
    State(app): State<App>,
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
    let separator = sheet::separator(locale);
    Ok(sheet::file(sheet::table([titles, row], separator)?, &tool.text(locale).name))
}

/// The address under which documents are read.
fn archive(app: &App, headers: &HeaderMap, locale: Locale) -> String {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or("localhost");
    let scheme = if app.config.secure_cookies { "https" } else { "http" };
    let server = match &app.config.public_url {
        Some(url) => url.trim_end_matches('/').to_owned(),
        None => format!("{scheme}://{host}"),
    };
    match locale {
        Locale::En => format!("{server}/app/archive"),
        Locale::Pl => format!("{server}/app/archiwum"),
    }
}

/// Everything that the rows of a result are made of.
struct Sheet<'a> {
    job: &'a Job,
    tool: Option<&'a Described>,
    /// JSON by document.
    parts: HashMap<String, String>,
    archive: String,
    locale: Locale,
}

impl Sheet<'_> {
    fn write(&self, rows: Vec<Row>) -> Result<Vec<u8>> {
        let results: Vec<Vec<(String, String)>> = rows.iter().map(|row| self.result_of(row)).collect();
        // Rows may have more or fewer variants; each column comes once, in the order of its first appearance.
        let mut titles: Vec<String> = Vec::new();
        for (title, _) in results.iter().flatten() {
            if !titles.contains(title) {
                titles.push(title.clone());
            }
        }
        let mut heading: Vec<String> = self.job.columns()?.into_iter().map(|column| column.name).collect();
        let width = heading.len();
        heading.extend(titles.iter().cloned());
        let none = Params::new();
        heading.extend([
            self.locale.say("bulk.column.status", &none),
            self.locale.say("bulk.column.problem", &none),
            self.locale.say("bulk.column.words", &none),
            self.locale.say("bulk.column.document", &none),
        ]);
        let mut lines = vec![heading];
        for (row, result) in rows.into_iter().zip(results) {
            let mut line: Vec<String> = serde_json::from_str(&row.cells)?;
            line.resize(width, String::new());
            let of =
                |title: &String| result.iter().find(|(own, _)| own == title).map(|(_, text)| text.clone());
            line.extend(titles.iter().map(|title| of(title).unwrap_or_default()));
            line.extend(self.ending(row)?);
            lines.push(line);
        }
        sheet::table(lines, self.job.separator.chars().next().unwrap_or(','))
    }

    fn ending(&self, row: Row) -> Result<[String; 4]> {
        let none = Params::new();
        let status = match row.status {
            BulkRowStatus::Invalid => self.locale.say("bulk.status.invalid", &none),
            BulkRowStatus::Waiting => self.locale.say("bulk.status.waiting", &none),
            BulkRowStatus::Running => self.locale.say("bulk.status.running", &none),
            BulkRowStatus::Succeeded => self.locale.say("bulk.status.succeeded", &none),
            BulkRowStatus::Failed => self.locale.say("bulk.status.failed", &none),
            BulkRowStatus::Cancelled => self.locale.say("bulk.status.cancelled", &none),
        };
        let columns = self.job.columns()?;
        let problems = row.problems(&columns, self.locale)?;
        let said: Vec<String> = problems
            .into_iter()
            .map(|problem| match problem.column.or(problem.field) {
                Some(place) => format!("{place}: {}", problem.message),
                None => problem.message,
            })
            .collect();
        let problem = match told(row.problem.as_deref(), self.locale)? {
            Some(problem) if said.is_empty() => problem.message,
            _ => said.join(" "),
        };
        let link = row.document_id.map(|id| format!("{}/{id}", self.archive)).unwrap_or_default();
        Ok([status, problem, row.words.to_string(), link])
    }

    /// The parts of a row's result: title and text.
    fn result_of(&self, row: &Row) -> Vec<(String, String)> {
        let data = row.document_id.as_ref().and_then(|id| self.parts.get(id));
        let data: Option<Value> = data.and_then(|json| serde_json::from_str(json).ok());
        let Some(Value::Object(data)) = data else { return Vec::new() };
        let variants = data.get("variants").and_then(Value::as_array);
        let Some(variants) = variants.filter(|variants| variants.iter().all(Value::is_object)) else {
            return self.titled(&data, &["properties"], "");
        };
        let parts = ["properties", "variants", "items", "properties"];
        let variants = variants.iter().filter_map(Value::as_object).enumerate();
        variants
            .flat_map(|(place, variant)| {
                // The first variant has the plain name, so that tables of one variant have it too.
                let suffix = if place > 0 { format!(" {}", place + 1) } else { String::new() };
                self.titled(variant, &parts, &suffix)
            })
            .collect()
    }

    /// Parts in the order of the schema at this path, with their titles.
    fn titled(&self, parts: &Map<String, Value>, path: &[&str], suffix: &str) -> Vec<(String, String)> {
        let schema = self.tool.map(|tool| &tool.text(self.locale).output);
        let known = schema.map(|schema| schema.names(path)).unwrap_or_default();
        let title = |name: &str| {
            let start = schema.map(|schema| schema.document());
            let at = path.iter().try_fold(start?, |at, name| at.get(name))?;
            at.get(name)?["title"].as_str()
        };
        let mut names: Vec<&String> =
            parts.keys().filter(|name| !MEASURES.contains(&name.as_str())).collect();
        names.sort_by_key(|name| known.iter().position(|known| known == *name).unwrap_or(usize::MAX));
        let cells = names
            .into_iter()
            .map(|name| (format!("{}{suffix}", title(name).unwrap_or(name)), flat(&parts[name])));
        cells.collect()
    }
}

/// A value as one cell; lists as they are read back.
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
