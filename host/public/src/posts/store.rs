//! The table `posts`.

use super::render::{Heading, Rendered};
use super::{PostKind, PostStatus, pictures};
use crate::platform::prelude::*;

/// A row of `posts`.
#[derive(Debug, Clone, sqlx::FromRow)]
pub struct Row {
    pub id: String,
    pub kind: PostKind,
    pub language: Locale,
    pub status: PostStatus,
    pub title: String,
    pub slug: String,
    pub description: String,
    pub author_id: Option<String>,
    pub cover_id: Option<String>,
    pub cover_alt: String,
    pub twin_id: Option<String>,
    pub document_id: Option<String>,
    /// Markdown.
    pub text: String,
    pub html: String,
    #[sqlx(try_from = "Stored<Vec<Heading>>")]
    pub outline: Vec<Heading>,
    pub words: i64,
    pub token: String,
    pub publish_at: Option<Timestamp>,
    pub published_at: Option<Timestamp>,
    pub updated_at: Timestamp,
}

pub const COLUMNS: &str = "p.id, p.kind, p.language, p.status, p.title, p.slug, p.description, p.author_id, p.cover_id, \
    p.cover_alt, p.twin_id, p.document_id, p.text, p.html, p.outline, p.words, p.token, p.publish_at, \
    p.published_at, p.updated_at";

pub async fn find(conn: &mut Conn, id: &str) -> Result<Row> {
    let select = format!("SELECT {COLUMNS} FROM posts p WHERE p.id = $1");
    let found = db::query_as(AssertSqlSafe(select)).bind(id).fetch_optional(conn).await?;
    found.ok_or_else(Problem::not_found)
}

/// A post that is created.
pub struct New<'a> {
    pub kind: PostKind,
    pub language: Locale,
    pub title: &'a str,
    pub slug: &'a str,
    pub document: (&'a str, i64),
    pub text: &'a str,
    pub rendered: &'a Rendered,
    pub words: i64,
}

pub async fn insert(tx: &mut Conn, new: New<'_>) -> Result<String> {
    let (id, now) = (db::new_id(), Timestamp::now());
    db::query(
        "INSERT INTO posts (id, kind, language, status, title, folded, slug, description, cover_alt, document_id,
             document_version, text, html, outline, words, token, created_at, updated_at)
         VALUES ($1, $2, $3, 'draft', $4, $5, $6, '', '', $7, $8, $9, $10, $11, $12, $13, $14, $14)",
    )
    .binds((&id, new.kind, new.language, new.title, fold(new.title), new.slug, new.document.0, new.document.1))
    .binds((new.text, &new.rendered.html, Stored(&new.rendered.outline), new.words, new_secret(), now))
    .run(&mut *tx)
    .await?;
    pictures::keep(tx, &id, new.text).await?;
    Ok(id)
}

/// Stores the fields that administrators change.
pub async fn save(tx: &mut Conn, row: &Row) -> Result<()> {
    db::query(
        "UPDATE posts SET title = $2, folded = $3, slug = $4, description = $5, author_id = $6, cover_id = $7, cover_alt = $8,
             html = $9, outline = $10, updated_at = $11 WHERE id = $1",
    )
    .binds((&row.id, &row.title, fold(&row.title), &row.slug, &row.description, &row.author_id))
    .binds((&row.cover_id, &row.cover_alt, &row.html, Stored(&row.outline), Timestamp::now()))
    .run(tx)
    .await
}

/// Stores a text of this version of a document.
pub async fn save_text(
    tx: &mut Conn,
    id: &str,
    document: (&str, i64),
    text: &str,
    rendered: &Rendered,
    words: i64,
) -> Result<()> {
    db::query(
        "UPDATE posts SET document_id = $2, document_version = $3, text = $4, html = $5, outline = $6, words = $7, updated_at = $8
         WHERE id = $1",
    )
    .binds((id, document.0, document.1, text, &rendered.html, Stored(&rendered.outline), words, Timestamp::now()))
    .run(&mut *tx)
    .await?;
    pictures::keep(tx, id, text).await
}

/// A tag of a post.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, sqlx::FromRow)]
pub struct Tag {
    pub slug: String,
    pub name: String,
}

pub async fn tags(conn: &mut Conn, id: &str) -> Result<Vec<Tag>> {
    let select = db::query_as("SELECT slug, name FROM post_tags WHERE post_id = $1 ORDER BY place");
    Ok(select.bind(id).fetch_all(conn).await?)
}

pub async fn set_tags(tx: &mut Conn, id: &str, tags: &[Tag]) -> Result<()> {
    db::query("DELETE FROM post_tags WHERE post_id = $1").bind(id).execute(&mut *tx).await?;
    for (place, tag) in (0_i64..).zip(tags) {
        db::query("INSERT INTO post_tags (post_id, place, slug, name) VALUES ($1, $2, $3, $4)")
            .binds((id, place, &tag.slug, &tag.name))
            .execute(&mut *tx)
            .await?;
    }
    Ok(())
}

/// Makes two posts translations of each other, or parts a post from its translation.
pub async fn set_twin(tx: &mut Conn, id: &str, twin: Option<&str>) -> Result<()> {
    let part = db::query("UPDATE posts SET twin_id = NULL WHERE id IN ($1, $2) OR twin_id IN ($1, $2)");
    part.binds((id, twin.unwrap_or(id))).execute(&mut *tx).await?;
    if let Some(twin) = twin {
        let join = db::query("UPDATE posts SET twin_id = $2 WHERE id = $1");
        join.binds((id, twin)).execute(&mut *tx).await?;
        let join = db::query("UPDATE posts SET twin_id = $2 WHERE id = $1");
        join.binds((twin, id)).execute(&mut *tx).await?;
    }
    Ok(())
}
