//! Documents: the archive of what runs produced, found, edited, deleted with undo, exported.

mod docx;
mod edit;
mod export;
mod history;
mod personal;

use axum::{
    Json,
    extract::{Path, Query, State},
    http::header,
    response::{IntoResponse, Response},
};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use sqlx::AssertSqlSafe;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    app::App,
    auth::User,
    clock::Timestamp,
    db::{self, Conn},
    error::{Problem, Result, Text},
    fold::{fold, like},
    page::{Page, Paged},
};

pub use export::disposition;

pub use personal::{belongings, count};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_documents))
        .routes(routes!(get_document, edit::update_document, edit::delete_document))
        .routes(routes!(edit::restore_document))
        .routes(routes!(edit::rate_document))
        .routes(routes!(history::list_versions))
        .routes(routes!(history::get_version))
        .routes(routes!(history::restore_version))
        .routes(routes!(export_document))
}

/// Characters of a title; a plugin's longer one is cut.
pub const TITLE_CHARS: usize = 300;
/// Bytes of a text and of its data, each.
pub const TEXT_BYTES: usize = 1024 * 1024;
/// Characters of the text that a list shows.
const EXCERPT_CHARS: usize = 200;

/// More words in a search are one person's mistake and everybody's wait.
const SEARCH_WORDS: usize = 8;

/// What a run hands over to the archive.
#[derive(Debug)]
pub struct NewDocument<'a> {
    pub account: &'a str,
    pub project: Option<i64>,
    pub run: &'a str,
    pub tool: &'a str,
    pub tool_version: &'a str,
    pub title: &'a str,
    pub text: &'a str,
    /// JSON.
    pub data: &'a str,
    pub words: i64,
    pub drafted: bool,
}

/// Stores the document of a run inside the run's own transaction and returns its id.
pub async fn create(tx: &mut Conn, new: NewDocument<'_>) -> Result<String> {
    let (id, now) = (db::new_id(), Timestamp::now());
    let title: String = new.title.chars().take(TITLE_CHARS).collect();
    db::query(
        "INSERT INTO documents (id, account_id, run_id, tool, tool_version, title, text, data, folded, words, drafted, version, created_at, updated_at, project_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 1, $12, $12, $13)",
    )
    .bind(&id)
    .bind(new.account)
    .bind(new.run)
    .bind(new.tool)
    .bind(new.tool_version)
    .bind(&title)
    .bind(new.text)
    .bind(new.data)
    .bind(folded(&title, new.text))
    .bind(new.words)
    .bind(new.drafted)
    .bind(now)
    .bind(new.project)
    .execute(tx)
    .await?;
    Ok(id)
}

fn folded(title: &str, text: &str) -> String {
    format!("{}\n{}", fold(title), fold(text))
}

/// The parts of these documents of an account as they are now, JSON by id; what was deleted is left out.
pub async fn parts(conn: &mut Conn, account: &str, ids: &[String]) -> Result<Vec<(String, String)>> {
    let places = (0..ids.len()).map(|index| format!("${}", index + 2)).collect::<Vec<_>>().join(", ");
    let sql = format!(
        "SELECT id, data FROM documents WHERE account_id = $1 AND deleted_at IS NULL AND id IN ({places})"
    );
    let query = db::query_as(AssertSqlSafe(sql)).bind(account);
    let parts = ids.iter().fold(query, |query, id| query.bind(id)).fetch_all(conn).await?;
    Ok(parts)
}

/// A document in a list.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
pub struct DocumentSummary {
    pub id: String,
    pub title: String,
    /// The beginning of the text, without Markdown signs.
    #[sqlx(rename = "opening", try_from = "String")]
    #[schema(value_type = String)]
    pub excerpt: Excerpt,
    pub tool: String,
    /// Words charged for it.
    pub words: i64,
    /// Whether it is a plugin's own draft, made without a model.
    pub drafted: bool,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// The beginning of a text on one line.
#[derive(Debug, Serialize)]
pub struct Excerpt(String);

impl From<String> for Excerpt {
    fn from(opening: String) -> Self {
        // "Variant 1" and the names of the parts say nothing about the text.
        let is_label = |line: &str| line.starts_with('#') || (line.starts_with("**") && line.ends_with("**"));
        let told: Vec<&str> = opening.lines().filter(|line| !is_label(line.trim())).collect();
        let told = export::plain(&told.join("\n"));
        let told = if told.is_empty() { export::plain(&opening) } else { told };
        Self(told.chars().take(EXCERPT_CHARS).collect())
    }
}

/// A whole document.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
pub struct Document {
    pub id: String,
    pub title: String,
    /// Markdown.
    pub text: String,
    /// The result in parts, as the tool's output schema describes it.
    #[sqlx(try_from = "String")]
    #[schema(value_type = Object)]
    pub data: Data,
    pub run_id: String,
    pub tool: String,
    pub tool_version: String,
    pub words: i64,
    pub drafted: bool,
    pub rating: Option<Rating>,
    /// Goes up with every edit; send it back with an edit so that nobody's changes are lost.
    pub version: i64,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// What the person thinks of a document.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema, sqlx::Type)]
#[serde(rename_all = "lowercase")]
#[sqlx(rename_all = "lowercase", type_name = "TEXT")]
pub enum Rating {
    Good,
    Bad,
}

/// JSON that passes through as it was stored.
#[derive(Debug, Serialize)]
#[serde(transparent)]
pub struct Data(Box<RawValue>);

impl Data {
    fn json(&self) -> &str {
        self.0.get()
    }
}

impl TryFrom<String> for Data {
    type Error = serde_json::Error;

    fn try_from(json: String) -> Result<Self, serde_json::Error> {
        RawValue::from_string(json).map(Self)
    }
}

/// What to look for in the archive.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Search {
    /// Words that title or text must contain; upper case and Polish letters do not matter.
    q: Option<String>,
    /// Only documents of this tool.
    tool: Option<String>,
    /// Only documents of the project with this number.
    project: Option<i64>,
}

/// Documents, newest first
#[utoipa::path(get, path = "/api/documents", tag = "documents", params(Search, Page), responses((status = 200, body = Paged<DocumentSummary>)))]
async fn list_documents(
    State(app): State<App>,
    user: User,
    Query(search): Query<Search>,
    page: Page,
) -> Result<Json<Paged<DocumentSummary>>> {
    let patterns: Vec<String> =
        search.q.as_deref().unwrap_or_default().split_whitespace().take(SEARCH_WORDS).map(like).collect();
    // Only the number of patterns goes into the text of the queries, never a word of the search.
    let found = (0..patterns.len()).fold(
        "FROM documents WHERE account_id = $1 AND deleted_at IS NULL AND ($2 IS NULL OR tool = $2) AND ($3 IS NULL OR project_id = $3)"
            .to_owned(),
        |sql, index| sql + &format!(" AND folded LIKE ${} ESCAPE '!'", index + 4),
    );
    let (limit, offset) = (patterns.len() + 4, patterns.len() + 5);
    let count = format!("SELECT count(*) {found}");
    let rows = format!(
        "SELECT id, title, substr(text, 1, 600) AS opening, tool, words, drafted, created_at, updated_at {found}
         ORDER BY id DESC LIMIT ${limit} OFFSET ${offset}"
    );

    // One snapshot, so that the rows belong to the total.
    let mut tx = app.db.read().begin().await?;
    let mut count =
        db::query_scalar(AssertSqlSafe(count)).bind(&user.id).bind(&search.tool).bind(search.project);
    let mut rows = db::query_as(AssertSqlSafe(rows)).bind(&user.id).bind(&search.tool).bind(search.project);
    for pattern in &patterns {
        (count, rows) = (count.bind(pattern), rows.bind(pattern));
    }
    let rows = rows.bind(page.limit()).bind(page.offset());
    let total: i64 = count.fetch_one(&mut *tx).await?;
    let rows = rows.fetch_all(&mut *tx).await?;
    Ok(Json(page.of(rows, total)))
}

async fn find(conn: &mut Conn, user: &User, id: &str) -> Result<Document> {
    db::query_as(
        "SELECT id, title, text, data, run_id, tool, tool_version, words, drafted, rating, version, created_at, updated_at
         FROM documents WHERE id = $1 AND account_id = $2 AND deleted_at IS NULL",
    )
    .bind(id)
    .bind(&user.id)
    .fetch_optional(conn)
    .await?
    .ok_or_else(Problem::not_found)
}

/// The project of a document. Refuses one that this person does not have or another tool made.
pub async fn project_of(app: &App, user: &User, id: &str, tool: &str) -> Result<Option<i64>> {
    let project: Option<Option<i64>> = db::query_scalar(
        "SELECT project_id FROM documents WHERE id = $1 AND account_id = $2 AND tool = $3 AND deleted_at IS NULL",
    )
    .bind(id)
    .bind(&user.id)
    .bind(tool)
    .fetch_optional(app.db.read())
    .await?;
    project.ok_or_else(|| Problem::invalid_field("revises", Text::key("validation.no-such-document")))
}

/// One document
#[utoipa::path(get, path = "/api/documents/{id}", tag = "documents", params(("id" = String, Path)), responses((status = 200, body = Document)))]
async fn get_document(State(app): State<App>, user: User, Path(id): Path<String>) -> Result<Response> {
    let mut conn = app.db.read().acquire().await?;
    Ok(answer(find(&mut conn, &user, &id).await?))
}

fn answer(document: Document) -> Response {
    let tag = format!("\"{}\"", document.version);
    ([(header::ETAG, tag)], Json(document)).into_response()
}

/// A document as a file: `md`, `html` or `docx`
#[utoipa::path(get, path = "/api/documents/{id}/export/{format}", tag = "documents",
    params(("id" = String, Path), ("format" = inline(export::Format), Path)),
    responses((status = 200, description = "The file", content(
        (Vec<u8> = "text/markdown"),
        (Vec<u8> = "text/html"),
        (Vec<u8> = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
    ))))]
async fn export_document(
    State(app): State<App>,
    user: User,
    Path((id, format)): Path<(String, String)>,
) -> Result<Response> {
    let format = export::Format::of(&format).ok_or_else(Problem::not_found)?;
    let mut conn = app.db.read().acquire().await?;
    let document = find(&mut conn, &user, &id).await?;
    drop(conn);
    export::file(document.title, document.text, format).await
}
