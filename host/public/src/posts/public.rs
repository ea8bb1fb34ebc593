//! Published posts, for the pages of the site.

use super::addresses::{Former, former};
use super::render::{Heading, is_title};
use super::store::{self, Row, Tag};
use super::view::minutes;
use super::{PostKind, PostStatus, path, pictures as own_pictures};
use crate::pictures::{self, Picture};
use crate::platform::prelude::*;

/// Posts at the end of a post.
const MOST_RELATED: i64 = 3;
/// Posts of a feed.
const MOST_IN_FEED: i64 = 20;

/// A post in a list of the blog.
#[derive(Debug)]
pub struct Card {
    pub id: String,
    pub path: String,
    pub title: String,
    pub description: String,
    pub published_at: Timestamp,
    pub minutes: i64,
    pub author: Option<String>,
    pub tags: Vec<Tag>,
    pub cover: Option<Picture>,
    pub cover_alt: String,
}

/// An author as readers see one.
#[derive(Debug, sqlx::FromRow)]
pub struct Person {
    pub name: String,
    pub slug: String,
    bio_en: String,
    bio_pl: String,
    pub link: String,
    picture_id: Option<String>,
    #[sqlx(skip)]
    pub picture: Option<Picture>,
}

impl Person {
    pub fn bio(&self, locale: Locale) -> &str {
        locale.pick(&self.bio_en, &self.bio_pl)
    }
}

/// A whole post.
#[derive(Debug)]
pub struct Shown {
    pub kind: PostKind,
    pub language: Locale,
    pub is_published: bool,
    pub card: Card,
    /// With its pictures.
    pub html: String,
    /// Markdown.
    pub text: String,
    pub outline: Vec<Heading>,
    pub words: i64,
    pub updated_at: Timestamp,
    pub author: Option<Person>,
    /// The path of the published translation.
    pub twin: Option<String>,
}

/// What is at an address.
pub enum Found {
    Post(Box<Shown>),
    /// The post is at this path now.
    Moved(String),
    Gone,
    Nothing,
}

#[derive(sqlx::FromRow)]
struct CardRow {
    id: String,
    slug: String,
    title: String,
    description: String,
    cover_id: Option<String>,
    cover_alt: String,
    words: i64,
    published_at: Timestamp,
    author: Option<String>,
}

const CARD: &str = "SELECT p.id, p.slug, p.title, p.description, p.cover_id, p.cover_alt, p.words, p.published_at, a.name AS author
    FROM posts p LEFT JOIN authors a ON a.id = p.author_id";
const OPEN: &str = "p.kind = 'post' AND p.status = 'published' AND p.language = $1";

async fn cards(conn: &mut Conn, language: Locale, rows: Vec<CardRow>) -> Result<Vec<Card>> {
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let select = format!(
        "SELECT post_id, slug, name FROM post_tags WHERE post_id IN ({}) ORDER BY place",
        db::places(1, rows.len())
    );
    let query = rows.iter().fold(db::query_as(AssertSqlSafe(select)), |query, row| query.bind(&row.id));
    let mut tags: HashMap<String, Vec<Tag>> = HashMap::new();
    let named: Vec<(String, String, String)> = query.fetch_all(&mut *conn).await?;
    for (post, slug, name) in named {
        tags.entry(post).or_default().push(Tag { slug, name });
    }
    let covers: Vec<String> = rows.iter().filter_map(|row| row.cover_id.clone()).collect();
    let covers = pictures::find(conn, &covers).await?;
    let card = |row: CardRow| Card {
        path: path(PostKind::Post, language, &row.slug),
        tags: tags.remove(&row.id).unwrap_or_default(),
        cover: row.cover_id.and_then(|id| covers.get(&id).cloned()),
        minutes: minutes(row.words),
        id: row.id,
        title: row.title,
        description: row.description,
        published_at: row.published_at,
        author: row.author,
        cover_alt: row.cover_alt,
    };
    Ok(rows.into_iter().map(card).collect())
}

/// Which posts a list has.
#[derive(Debug, Default, Clone, Copy)]
pub struct Wanted<'a> {
    /// With the tag of this slug.
    pub tag: Option<&'a str>,
    /// Of the author with this slug.
    pub author: Option<&'a str>,
}

/// The posts of one page of a list, newest first, and the number of all.
pub struct Published {
    pub cards: Vec<Card>,
    pub total: i64,
}

/// Errors: none if the list is empty.
pub async fn published(
    conn: &mut Conn,
    language: Locale,
    wanted: Wanted<'_>,
    page: Page,
) -> Result<Published> {
    let conditions = format!(
        "{OPEN} AND ($2 IS NULL OR p.id IN (SELECT post_id FROM post_tags WHERE slug = $2)) AND ($3 IS NULL OR a.slug = $3)"
    );
    let count =
        format!("SELECT count(*) FROM posts p LEFT JOIN authors a ON a.id = p.author_id WHERE {conditions}");
    let count = db::query_scalar(AssertSqlSafe(count)).binds((language, wanted.tag, wanted.author));
    let rows =
        format!("{CARD} WHERE {conditions} ORDER BY p.published_at DESC, p.id DESC LIMIT $4 OFFSET $5");
    let rows = db::query_as(AssertSqlSafe(rows)).binds((language, wanted.tag, wanted.author));
    let Paged { data, total, .. } = page.fetch(conn, count, rows).await?;
    Ok(Published { cards: cards(conn, language, data).await?, total })
}

/// Whether the blog has posts in a language.
pub async fn is_published(conn: &mut Conn, language: Locale) -> Result<bool> {
    let exists = format!("SELECT EXISTS (SELECT 1 FROM posts p WHERE {OPEN})");
    Ok(db::query_scalar(AssertSqlSafe(exists)).bind(language).fetch_one(conn).await?)
}

/// Whether a post has this slug in any language.
pub async fn exists(conn: &mut Conn, kind: PostKind, slug: &str) -> Result<bool> {
    let exists = "SELECT EXISTS (SELECT 1 FROM posts
        WHERE kind = $1 AND language IN ('en', 'pl') AND slug = $2 AND slug <> '' AND status = 'published')";
    Ok(db::query_scalar(exists).binds((kind, slug)).fetch_one(conn).await?)
}

/// Whether a tag or an author has posts in any language.
pub async fn is_listed(conn: &mut Conn, wanted: Wanted<'_>) -> Result<bool> {
    let exists = "SELECT EXISTS (SELECT 1 FROM posts p LEFT JOIN authors a ON a.id = p.author_id
        WHERE p.kind = 'post' AND p.status = 'published'
          AND ($1 IS NULL OR p.id IN (SELECT post_id FROM post_tags WHERE slug = $1)) AND ($2 IS NULL OR a.slug = $2))";
    Ok(db::query_scalar(exists).binds((wanted.tag, wanted.author)).fetch_one(conn).await?)
}

/// The post at an address, or where it is now.
pub async fn find(conn: &mut Conn, kind: PostKind, language: Locale, slug: &str) -> Result<Found> {
    let select = format!(
        "SELECT {} FROM posts p WHERE p.kind = $1 AND p.language = $2 AND p.slug = $3 AND p.status = 'published'",
        store::COLUMNS
    );
    let row: Option<Row> =
        db::query_as(AssertSqlSafe(select)).binds((kind, language, slug)).fetch_optional(&mut *conn).await?;
    Ok(match row {
        Some(row) => Found::Post(Box::new(shown(conn, row).await?)),
        None => match former(conn, kind, language, slug).await? {
            Former::Moved(slug) => Found::Moved(path(kind, language, &slug)),
            Former::Gone => Found::Gone,
            Former::Nothing => Found::Nothing,
        },
    })
}

/// The post of a secret address, of any state.
pub async fn preview(conn: &mut Conn, token: &str) -> Result<Option<Shown>> {
    let select = format!("SELECT {} FROM posts p WHERE p.token = $1", store::COLUMNS);
    let row: Option<Row> = db::query_as(AssertSqlSafe(select)).bind(token).fetch_optional(&mut *conn).await?;
    match row {
        Some(row) => shown(conn, row).await.map(Some),
        None => Ok(None),
    }
}

async fn shown(conn: &mut Conn, row: Row) -> Result<Shown> {
    let twin = db::query_as("SELECT kind, language, slug FROM posts WHERE id = $1 AND status = 'published'");
    let twin: Option<(PostKind, Locale, String)> = twin.bind(&row.twin_id).fetch_optional(&mut *conn).await?;
    let author = match &row.author_id {
        Some(id) => person(conn, "a.id", id).await?,
        None => None,
    };
    Ok(Shown {
        html: own_pictures::shown(conn, &row).await?,
        twin: twin.map(|(kind, language, slug)| path(kind, language, &slug)),
        kind: row.kind,
        language: row.language,
        is_published: row.status == PostStatus::Published,
        card: Card {
            tags: store::tags(conn, &row.id).await?,
            cover: own_pictures::one(conn, row.cover_id.as_deref()).await?,
            path: path(row.kind, row.language, &row.slug),
            minutes: minutes(row.words),
            published_at: row.published_at.or(row.publish_at).unwrap_or(row.updated_at),
            author: author.as_ref().map(|author| author.name.clone()),
            id: row.id,
            title: row.title,
            description: row.description,
            cover_alt: row.cover_alt,
        },
        text: row.text,
        outline: row.outline,
        words: row.words,
        updated_at: row.updated_at,
        author,
    })
}

async fn person(conn: &mut Conn, column: &'static str, value: &str) -> Result<Option<Person>> {
    let select = format!(
        "SELECT a.name, a.slug, a.bio_en, a.bio_pl, a.link, a.picture_id FROM authors a WHERE {column} = $1"
    );
    let person: Option<Person> =
        db::query_as(AssertSqlSafe(select)).bind(value).fetch_optional(&mut *conn).await?;
    let Some(mut person) = person else { return Ok(None) };
    person.picture = own_pictures::one(conn, person.picture_id.as_deref()).await?;
    Ok(Some(person))
}

/// The author with this slug.
pub async fn author(conn: &mut Conn, slug: &str) -> Result<Option<Person>> {
    person(conn, "a.slug", slug).await
}

/// Posts to read next: those with the same tags, and then the newest.
pub async fn related(conn: &mut Conn, post: &Shown) -> Result<Vec<Card>> {
    let select = format!(
        "{CARD} LEFT JOIN (SELECT t.post_id, count(*) AS shared FROM post_tags t JOIN post_tags o ON o.slug = t.slug
             WHERE o.post_id = $2 GROUP BY t.post_id) s ON s.post_id = p.id
         WHERE {OPEN} AND p.id <> $2 ORDER BY COALESCE(s.shared, 0) DESC, p.published_at DESC, p.id DESC LIMIT $3"
    );
    let rows = db::query_as(AssertSqlSafe(select)).binds((post.language, &post.card.id, MOST_RELATED));
    let rows = rows.fetch_all(&mut *conn).await?;
    cards(conn, post.language, rows).await
}

/// The newest posts with their texts.
pub async fn feed(conn: &mut Conn, language: Locale) -> Result<Vec<Shown>> {
    let select = format!(
        "SELECT {} FROM posts p WHERE {OPEN} ORDER BY p.published_at DESC, p.id DESC LIMIT $2",
        store::COLUMNS
    );
    let rows: Vec<Row> =
        db::query_as(AssertSqlSafe(select)).binds((language, MOST_IN_FEED)).fetch_all(&mut *conn).await?;
    let mut all = Vec::with_capacity(rows.len());
    for row in rows {
        all.push(shown(conn, row).await?);
    }
    Ok(all)
}

/// A published post in the maps of the site.
#[derive(Debug, sqlx::FromRow)]
pub struct Mapped {
    pub kind: PostKind,
    pub language: Locale,
    slug: String,
    pub title: String,
    pub description: String,
    pub changed_at: Timestamp,
    twin_slug: Option<String>,
}

impl Mapped {
    pub fn path(&self) -> String {
        path(self.kind, self.language, &self.slug)
    }

    /// The path of the published translation.
    pub fn twin(&self) -> Option<String> {
        let other = self.language.pick(Locale::Pl, Locale::En);
        self.twin_slug.as_ref().map(|slug| path(self.kind, other, slug))
    }
}

/// All published posts and pages, newest first.
pub async fn mapped(conn: &mut Conn) -> Result<Vec<Mapped>> {
    let select = db::query_as(
        "SELECT p.kind, p.language, p.slug, p.title, p.description, t.slug AS twin_slug,
             CASE WHEN p.updated_at > p.published_at THEN p.updated_at ELSE p.published_at END AS changed_at
         FROM posts p LEFT JOIN posts t ON t.id = p.twin_id AND t.status = 'published'
         WHERE p.status = 'published' ORDER BY p.published_at DESC, p.id DESC",
    );
    Ok(select.fetch_all(conn).await?)
}

/// The slugs of tags and authors that have published posts in a language: the further lists of the blog.
pub async fn lists(conn: &mut Conn, language: Locale) -> Result<(Vec<String>, Vec<String>)> {
    let tags = format!(
        "SELECT DISTINCT t.slug FROM post_tags t JOIN posts p ON p.id = t.post_id WHERE {OPEN} ORDER BY t.slug"
    );
    let tags = db::query_scalar(AssertSqlSafe(tags)).bind(language).fetch_all(&mut *conn).await?;
    let authors = format!(
        "SELECT DISTINCT a.slug FROM authors a JOIN posts p ON p.author_id = a.id WHERE {OPEN} ORDER BY a.slug"
    );
    Ok((tags, db::query_scalar(AssertSqlSafe(authors)).bind(language).fetch_all(conn).await?))
}

/// A post as Markdown with its title, for programs.
pub fn markdown(post: &Shown) -> String {
    let text = post.text.trim();
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    let is_title = first.strip_prefix("# ").is_some_and(|heading| is_title(heading, &post.card.title));
    let text = if is_title { rest.trim_start() } else { text };
    format!("# {}\n\n> {}\n\n{text}\n", post.card.title, post.card.description)
}
