//! A post as administrators see it.

use super::problems::{self, PostProblem};
use super::store::{self, Row};
use super::{PostKind, PostStatus, path, pictures, title_end};
use crate::pictures::Picture;
use crate::platform::prelude::*;

/// Words that are read in a minute; the archive has the same.
const READ_PER_MINUTE: i64 = 200;

pub fn minutes(words: i64) -> i64 {
    ((words + READ_PER_MINUTE / 2) / READ_PER_MINUTE).max(1)
}

/// A post in a list.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
pub(super) struct PostSummary {
    pub id: String,
    kind: PostKind,
    language: Locale,
    status: PostStatus,
    title: String,
    slug: String,
    /// The address that it has, or will have; empty without a slug.
    #[sqlx(skip)]
    pub url: String,
    /// When it will be published; null unless it is scheduled.
    #[schema(required)]
    publish_at: Option<Timestamp>,
    /// When it was published first; null if it never was.
    #[schema(required)]
    published_at: Option<Timestamp>,
    updated_at: Timestamp,
    /// The author's name.
    #[schema(required)]
    author: Option<String>,
    words: i64,
    /// The same text in the other language.
    #[schema(required)]
    twin_id: Option<String>,
    /// The title of that text.
    #[schema(required)]
    twin_title: Option<String>,
    /// Whether the document was edited after its text was taken over. Only the owner of the document sees it.
    is_behind: bool,
}

/// The columns of a summary. The id of the reader is the value at this place.
pub(super) fn summary_columns(reader: usize) -> String {
    format!(
        "p.id, p.kind, p.language, p.status, p.title, p.slug, p.publish_at, p.published_at, p.updated_at, a.name AS author, p.words,
         p.twin_id, (SELECT t.title FROM posts t WHERE t.id = p.twin_id) AS twin_title, EXISTS (SELECT 1 FROM document_editions e
             WHERE e.id = p.document_id AND e.account_id = ${reader} AND e.version > p.document_version) AS is_behind"
    )
}

impl PostSummary {
    pub fn with_url(self, app: &App) -> Self {
        let url = url(app, self.kind, self.language, &self.slug);
        Self { url, ..self }
    }
}

/// The public address of a post.
pub(super) fn url(app: &App, kind: PostKind, language: Locale, slug: &str) -> String {
    match slug {
        "" => String::new(),
        slug => app.origin(language) + &path(kind, language, slug),
    }
}

/// A picture of the site.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Cover {
    id: String,
    width: i64,
    height: i64,
    url: String,
}

/// The same text in the other language.
#[derive(Debug, Serialize, ToSchema)]
struct Twin {
    id: String,
    title: String,
    language: Locale,
    url: String,
}

/// A post.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Post {
    #[serde(flatten)]
    summary: PostSummary,
    /// What the page appends to the title.
    title_end: String,
    description: String,
    tags: Vec<String>,
    #[schema(required)]
    author_id: Option<String>,
    #[schema(required)]
    cover: Option<Cover>,
    cover_alt: String,
    #[schema(required)]
    twin: Option<Twin>,
    /// The document in the reader's archive; null if it was deleted, or belongs to another administrator.
    #[schema(required)]
    document_id: Option<String>,
    /// A secret address that shows the post before it is published.
    preview_url: String,
    /// Minutes that reading takes.
    minutes: i64,
    /// The text as HTML, as the page shows it.
    html: String,
    problems: Vec<PostProblem>,
}

/// One post
#[utoipa::path(get, path = "/api/admin/posts/{id}", tag = "admin", params(("id" = String, Path)), responses((status = 200, body = Post)))]
pub(super) async fn get_post(
    app: App,
    Admin(admin): Admin,
    locale: Locale,
    Id(id): Id,
) -> Result<Json<Post>> {
    let mut tx = app.db.read().begin().await?;
    view(&app, &mut tx, &admin, &id, locale).await.map(Json)
}

pub(super) async fn view(
    app: &App,
    conn: &mut Conn,
    reader: &User,
    id: &str,
    locale: Locale,
) -> Result<Post> {
    let row = store::find(conn, id).await?;
    let columns = summary_columns(2);
    let summary =
        format!("SELECT {columns} FROM posts p LEFT JOIN authors a ON a.id = p.author_id WHERE p.id = $1");
    let summary: PostSummary =
        db::query_as(AssertSqlSafe(summary)).binds((id, &reader.id)).fetch_one(&mut *conn).await?;
    let tags = store::tags(conn, id).await?.into_iter().map(|tag| tag.name).collect();
    let own = db::query_scalar("SELECT id FROM document_editions WHERE id = $1 AND account_id = $2");
    let document_id = own.binds((&row.document_id, &reader.id)).fetch_optional(&mut *conn).await?;
    let title_end = title_end(app);
    Ok(Post {
        tags,
        cover: cover(conn, &row).await?,
        twin: twin(app, conn, &row).await?,
        document_id,
        preview_url: app.origin(row.language) + &preview_path(&row),
        minutes: minutes(row.words),
        html: pictures::shown(conn, &row).await?,
        problems: problems::view(&row, &title_end, locale),
        description: row.description,
        author_id: row.author_id,
        cover_alt: row.cover_alt,
        summary: summary.with_url(app),
        title_end,
    })
}

fn preview_path(row: &Row) -> String {
    format!("{}/{}", row.language.pick("/blog/preview", "/pl/blog/preview"), row.token)
}

async fn cover(conn: &mut Conn, row: &Row) -> Result<Option<Cover>> {
    let found = pictures::one(conn, row.cover_id.as_deref()).await?;
    let one = |picture: Picture| Cover {
        url: picture.url(),
        id: picture.id,
        width: picture.width,
        height: picture.height,
    };
    Ok(found.map(one))
}

async fn twin(app: &App, conn: &mut Conn, row: &Row) -> Result<Option<Twin>> {
    let Some(id) = &row.twin_id else { return Ok(None) };
    let twin = store::find(conn, id).await?;
    let url = url(app, twin.kind, twin.language, &twin.slug);
    Ok(Some(Twin { id: twin.id, title: twin.title, language: twin.language, url }))
}
