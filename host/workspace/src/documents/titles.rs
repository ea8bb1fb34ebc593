//! The titles of an account's documents in one compact response, so that the command palette finds a document without a
//! request for each key.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use axum::body::Bytes;

use super::list::{Chosen, Filter};
use super::title::Names;
use crate::platform::auth::DocumentsRead;
use crate::platform::prelude::*;

/// Documents of the response; older ones are found by the search of the archive.
const MOST_TITLES: usize = 10_000;

/// The newest documents, newest first, in columns: the names of fields would be half of the response.
#[derive(Debug, Default, Serialize, ToSchema)]
pub(super) struct DocumentTitles {
    id: Vec<String>,
    title: Vec<String>,
    /// The position of the tool in `tools`.
    tool: Vec<usize>,
    /// Null for a document that was created without a project.
    #[schema(value_type = Vec<Option<i64>>)]
    project: Vec<Option<i64>>,
    created_at: Vec<Timestamp>,
    /// The ids of the tools.
    #[schema(example = json!(["facebook-post"]))]
    tools: Vec<String>,
    /// Documents outside the trash, including those that are too old for this response.
    total: i64,
}

#[derive(sqlx::FromRow)]
struct Row {
    id: String,
    title: String,
    tool: String,
    project_id: Option<i64>,
    created_at: Timestamp,
    version: i64,
}

impl DocumentTitles {
    fn push(&mut self, row: Row, names: &Names) {
        let title = names.shown(row.title, &row.tool, row.version);
        let place = self.tools.iter().position(|known| *known == row.tool).unwrap_or_else(|| {
            self.tools.push(row.tool);
            self.tools.len() - 1
        });
        self.id.push(row.id);
        self.title.push(title);
        self.tool.push(place);
        self.project.push(row.project_id);
        self.created_at.push(row.created_at);
    }
}

/// The titles of the newest ten thousand documents
///
/// The response has an `ETag`: with `If-None-Match`, an unchanged list is not sent again.
#[utoipa::path(get, path = "/api/documents/titles", tag = "documents", security(("key" = ["documents:read"])),
    responses((status = 200, body = DocumentTitles), (status = 304, description = "The list has not changed")))]
pub(super) async fn list_titles(
    app: App,
    caller: Scoped<DocumentsRead>,
    headers: HeaderMap,
) -> Result<Response> {
    let chosen = Chosen::open_to(&caller, Filter::default());
    let mut tx = app.db.read().begin().await?;
    let (total,): (i64,) = chosen.select(&tx, "count(*)", "").fetch_one(&mut *tx).await?;
    let columns = "d.id, d.title, d.tool, d.project_id, d.created_at, d.version";
    let newest = format!("ORDER BY d.id DESC LIMIT {MOST_TITLES}");
    let rows: Vec<Row> = chosen.select(&tx, columns, &newest).fetch_all(&mut *tx).await?;
    drop(tx);
    let mut titles = DocumentTitles { total, ..DocumentTitles::default() };
    let names = Names::of(&app);
    rows.into_iter().for_each(|row| titles.push(row, &names));
    Ok(unless_known(&headers, &caller.id, serde_json::to_vec(&titles)?))
}

/// The body, or "not modified" if the client has it. The tag differs between accounts that share a browser.
fn unless_known(headers: &HeaderMap, account: &str, body: Vec<u8>) -> Response {
    let mut hasher = DefaultHasher::new();
    (account, &body).hash(&mut hasher);
    let tag = format!("\"{:016x}\"", hasher.finish());
    let is_known = headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let kept = [(header::ETAG, tag), (header::CACHE_CONTROL, "private, no-cache".to_owned())];
    if is_known {
        return (StatusCode::NOT_MODIFIED, kept).into_response();
    }
    (kept, [(header::CONTENT_TYPE, "application/json")], Bytes::from(body)).into_response()
}
