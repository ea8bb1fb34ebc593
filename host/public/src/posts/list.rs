//! Lists of posts.

use super::view::{PostSummary, summary_columns};
use super::{PostKind, PostStatus};
use crate::platform::db::{QueryAs, QueryScalar};
use crate::platform::fold::like;
use crate::platform::prelude::*;

/// Most words of a search.
const SEARCH_WORDS: usize = 8;

/// A column that sorts the list.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum PostSort {
    /// By the last change.
    #[default]
    Updated,
    /// By the day of publication, planned or past.
    Published,
    Title,
    Status,
    Author,
    Words,
}

impl PostSort {
    fn columns(self) -> &'static [&'static str] {
        match self {
            Self::Updated => &["p.updated_at", "p.id"],
            Self::Published => &["COALESCE(p.publish_at, p.published_at, 0)", "p.id"],
            Self::Title => &["p.folded", "p.id"],
            Self::Status => &["p.status", "p.id"],
            Self::Author => &["COALESCE(a.name, '')", "p.id"],
            Self::Words => &["p.words", "p.id"],
        }
    }
}

/// The filter of posts.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Search {
    #[param(inline)]
    kind: Option<PostKind>,
    #[param(inline)]
    status: Option<PostStatus>,
    #[param(inline)]
    language: Option<Locale>,
    /// Words that the title must contain; case and Polish accents are ignored.
    q: Option<String>,
    #[serde(default)]
    #[param(inline, value_type = Option<PostSort>)]
    sort: PostSort,
    /// By default titles, states and authors ascend, and all else descends.
    #[param(inline)]
    order: Option<Direction>,
}

impl Search {
    fn patterns(&self) -> Vec<String> {
        self.q.as_deref().unwrap_or_default().split_whitespace().take(SEARCH_WORDS).map(like).collect()
    }

    /// The conditions after the first value. Only the number of patterns is part of the SQL, never a search word.
    fn conditions(&self) -> String {
        let first = "WHERE ($1 IS NULL OR p.kind = $1) AND ($2 IS NULL OR p.status = $2) AND ($3 IS NULL OR p.language = $3)";
        (0..self.patterns().len()).fold(first.to_owned(), |sql, index| {
            sql + &format!(" AND p.folded LIKE ${} ESCAPE '!'", index + 4)
        })
    }

    fn order(&self) -> String {
        let is_rising = matches!(self.sort, PostSort::Title | PostSort::Status | PostSort::Author);
        self.order.unwrap_or(Direction::rising(is_rising)).of(self.sort.columns())
    }
}

/// Posts and pages; by default, the last changed first
#[utoipa::path(get, path = "/api/admin/posts", tag = "admin", params(Search, Page), responses((status = 200, body = Paged<PostSummary>)))]
pub(super) async fn list_posts(
    app: App,
    Admin(admin): Admin,
    Query(search): Query<Search>,
    page: Page,
) -> Result<Json<Paged<PostSummary>>> {
    let mut tx = app.db.read().begin().await?;
    let (conditions, reader) = (search.conditions(), search.patterns().len() + 4);
    let count = format!("SELECT count(*) FROM posts p {conditions}");
    let count = db::query_scalar(AssertSqlSafe(count)).binds((search.kind, search.status, search.language));
    let count = search.patterns().into_iter().fold(count, QueryScalar::bind);
    let rows = format!(
        "SELECT {} FROM posts p LEFT JOIN authors a ON a.id = p.author_id {conditions} ORDER BY {} LIMIT ${} OFFSET ${}",
        summary_columns(reader),
        search.order(),
        reader + 1,
        reader + 2
    );
    let rows = db::query_as(AssertSqlSafe(rows)).binds((search.kind, search.status, search.language));
    let rows = search.patterns().into_iter().fold(rows, QueryAs::bind).bind(&admin.id);
    let found: Paged<PostSummary> = page.fetch(&mut tx, count, rows).await?;
    Ok(Json(found.map(|summary| summary.with_url(&app))))
}

/// The post of a document.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct DocumentPost {
    /// Null if the document is not published, and no draft has its text.
    #[schema(required)]
    post: Option<PostSummary>,
}

/// The post that has the text of a document, for administrators
#[utoipa::path(get, path = "/api/documents/{id}/post", tag = "documents", params(("id" = String, Path)), responses((status = 200, body = DocumentPost)))]
pub(super) async fn get_document_post(
    app: App,
    Admin(admin): Admin,
    Id(id): Id,
) -> Result<Json<DocumentPost>> {
    let mut conn = app.db.read().acquire().await?;
    crate::workspace::documents::find(&mut conn, &admin, &id).await?;
    let select = format!(
        "SELECT {} FROM posts p LEFT JOIN authors a ON a.id = p.author_id WHERE p.document_id = $1 ORDER BY p.id LIMIT 1",
        summary_columns(2)
    );
    let post: Option<PostSummary> =
        db::query_as(AssertSqlSafe(select)).binds((&id, &admin.id)).fetch_optional(&mut conn).await?;
    Ok(Json(DocumentPost { post: post.map(|post| post.with_url(&app)) }))
}
