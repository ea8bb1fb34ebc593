//! Documents: the archive of results, with folders, search, editing, trash and export.

mod docx;
mod draft;
mod edit;
mod examples;
mod export;
mod export_many;
mod folders;
mod gaps;
mod history;
mod list;
mod many;
mod personal;
mod room;
mod search;
mod share;
mod snippet;
mod title;
mod titles;
mod trash;

use crate::platform::auth::DocumentsRead;
use crate::platform::prelude::*;

pub use draft::draft;
pub use export::fragment as html_of;
pub use gaps::count as gaps_in;
pub use list::{DocumentSummary, newest};
pub use personal::{belongings, count};
pub use room::{MOST_DOCUMENTS, expect_room};
pub use search::index_missing;
pub use title::{Names, of_content as title_of};
pub use trash::{TRASH_DAYS, clear_trash};

const JOBS: &[Kind] = &[
    Kind::periodic("documents.clear-trash", Schedule::HOURLY, |app| {
        Box::pin(async move { clear_trash(&app, Timestamp::now()).await.map(drop) })
    }),
    Kind::periodic("documents.index", Schedule::HOURLY, |app| {
        Box::pin(async move { index_missing(&app).await })
    }),
];

const TABLES: &[Table] = &[
    Table::personal("documents", &["account_id"]),
    Table::new("document_versions"),
    Table::new("document_shares"),
    Table::new("indexed_documents"),
    Table::new("document_words"),
    Table::personal("folders", &["account_id"]),
    Table::personal("archives", &["account_id"]),
];

pub const SLICE: Slice = Slice {
    routes,
    tables: TABLES,
    views: &["archive_sizes", "archived_documents", "document_editions", "document_gaps", "document_ratings"],
    personal_data: belongings,
    jobs: JOBS,
    ..Slice::new("documents")
};

fn routes() -> OpenApiRouter<App> {
    endpoints![
        list::list_documents,
        titles::list_titles,
        many::move_documents,
        (trash::trash_documents, trash::empty_trash),
        trash::restore_documents,
        trash::delete_documents,
        export_many::export_documents,
        (folders::list_folders, folders::create_folder),
        (folders::update_folder, folders::delete_folder),
        (get_document, edit::update_document, trash::delete_document),
        trash::restore_document,
        edit::rate_document,
        (edit::mark_document, edit::unmark_document),
        history::list_versions,
        history::get_version,
        history::restore_version,
        export_document,
        (share::get_share, share::share_document, share::unshare_document),
        share::get_shared_document,
        examples::add_style_example
    ]
}

/// Characters of a title; a longer one of a plugin is cut.
pub const TITLE_CHARS: usize = 300;
/// Bytes of a text, and of its data.
pub const TEXT_BYTES: usize = 1024 * 1024;

/// The result of a run for the archive.
#[derive(Debug)]
pub struct NewDocument<'a> {
    pub account: &'a str,
    pub project: Option<i64>,
    pub run: &'a str,
    pub tool: &'a str,
    pub tool_version: &'a str,
    /// Digest of the tool's package.
    pub package: Option<&'a str>,
    pub title: &'a str,
    pub text: &'a str,
    /// JSON.
    pub data: &'a str,
    pub words: i64,
    pub drafted: bool,
}

/// A new document: its id, and the statements that store and index it, for the transaction that ends its run.
pub async fn creation(new: NewDocument<'_>) -> Result<(String, Vec<db::Query<'_>>)> {
    let (id, now) = (db::new_id(), Timestamp::now());
    let title: String = new.title.chars().take(TITLE_CHARS).collect();
    let insert = db::query(
        // The project may have been deleted while the run ran.
        "INSERT INTO documents (id, account_id, run_id, tool, tool_version, title, text, data, folded, words, drafted, version, created_at, updated_at, project_id, package_digest, gaps)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 1, $12, $12, (SELECT id FROM project_domains WHERE id = $13), $14, $15)",
    )
    .binds((id.clone(), new.account, new.run, new.tool, new.tool_version, title.clone(), new.text, new.data))
    .binds((fold(&title), new.words, new.drafted, now, new.project, new.package))
    .bind(gaps::count(new.text));
    let index = search::index(new.account, id.clone(), &title, new.text).await?;
    Ok((id, vec![insert, index]))
}

/// The current data of these documents of an account, JSON by id; deleted ones are omitted.
pub async fn parts(conn: &mut Conn, account: &str, ids: &[String]) -> Result<Vec<(String, String)>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let sql = format!(
        "SELECT id, data FROM documents WHERE account_id = $1 AND deleted_at IS NULL AND id IN ({})",
        db::places(2, ids.len())
    );
    let query = db::query_as(AssertSqlSafe(sql)).bind(account);
    let parts = ids.iter().fold(query, |query, id| query.bind(id)).fetch_all(conn).await?;
    Ok(parts)
}

/// A document with its text.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
pub struct Document {
    pub id: String,
    pub title: String,
    /// Markdown.
    pub text: String,
    /// Structured data, as the tool's output schema describes it.
    #[sqlx(try_from = "String")]
    #[schema(value_type = Object)]
    pub data: Data,
    pub run_id: String,
    pub tool: String,
    pub tool_version: String,
    pub words: i64,
    pub drafted: bool,
    pub rating: Option<Rating>,
    pub favourite: bool,
    /// The folder; null if it is in none.
    #[schema(required)]
    pub folder_id: Option<String>,
    /// Its project; null if it was created without one.
    #[schema(required)]
    project_id: Option<i64>,
    /// Incremented by every edit; send it with an edit to detect concurrent edits.
    pub version: i64,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// The user's rating of a document.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Rating {
    Good,
    Bad,
}

text_column!(Rating);

/// JSON that is passed through as stored.
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

/// A document of a user's archive; 404 if there is none.
pub async fn find(conn: &mut Conn, user: &User, id: &str) -> Result<Document> {
    db::query_as(
        "SELECT id, title, text, data, run_id, tool, tool_version, words, drafted, rating, favourite, folder_id, project_id, version, created_at, updated_at
         FROM documents WHERE id = $1 AND account_id = $2 AND deleted_at IS NULL",
    )
    .binds((id, &user.id))
    .fetch_optional(conn)
    .await?
    .ok_or_else(Problem::not_found)
}

/// A document that the caller may access: for a key, of its tools and its project.
pub async fn find_open(conn: &mut Conn, caller: &Caller, id: &str) -> Result<Document> {
    let document = find(conn, caller, id).await?;
    caller.expect_reach(&document.tool, document.project_id)?;
    Ok(document)
}

/// The project of a document. Refuses one that the caller may not access, or of another tool.
pub async fn project_of(app: &App, caller: &Caller, id: &str, tool: &str) -> Result<Option<i64>> {
    let project: Option<Option<i64>> = db::query_scalar(
        "SELECT project_id FROM documents WHERE id = $1 AND account_id = $2 AND tool = $3 AND deleted_at IS NULL",
    )
    .binds((id, &caller.id, tool))
    .fetch_optional(app.db.read())
    .await?;
    let project = project.filter(|project| caller.reaches(tool, *project));
    project.ok_or_else(|| Problem::invalid_field("revises", Text::key("validation.no-such-document")))
}

/// One document
#[utoipa::path(get, path = "/api/documents/{id}", tag = "documents", security(("key" = ["documents:read"])), params(("id" = String, Path)), responses((status = 200, body = Document)))]
async fn get_document(app: App, caller: Scoped<DocumentsRead>, Path(id): Path<String>) -> Result<Response> {
    let mut conn = app.db.read().acquire().await?;
    let mut found = find_open(&mut conn, &caller, &id).await?;
    found.title = Names::of(&app).shown(found.title, &found.tool, found.version);
    Ok(answer(found))
}

fn answer(document: Document) -> Response {
    let tag = format!("\"{}\"", document.version);
    ([(header::ETAG, tag)], Json(document)).into_response()
}

/// A document as a file: `md`, `html` or `docx`
#[utoipa::path(get, path = "/api/documents/{id}/export/{format}", tag = "documents", security(("key" = ["documents:read"])),
    params(("id" = String, Path), ("format" = inline(export::Format), Path)),
    responses((status = 200, description = "The file", content(
        (Vec<u8> = "text/markdown"),
        (Vec<u8> = "text/html"),
        (Vec<u8> = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
    )), (status = 422, description = "It has too much formatting for this format"),
        (status = 429, description = "Another conversion of the account is running")))]
async fn export_document(
    app: App,
    caller: Scoped<DocumentsRead>,
    Path((id, format)): Path<(String, String)>,
) -> Result<Response> {
    let format = export::Format::of(&format).ok_or_else(Problem::not_found)?;
    let turn = app.conversions.turn(&caller.id).await?;
    let mut conn = app.db.read().acquire().await?;
    let document = find_open(&mut conn, &caller, &id).await?;
    drop(conn);
    export::file(turn, document.title, document.text, format).await
}
