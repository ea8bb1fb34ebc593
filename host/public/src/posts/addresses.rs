//! Slugs of posts: each is unique among the posts of its kind and language, and a former one leads on.

use super::PostKind;
use super::slug::{SLUG_CHARS, numbered, slug_of};
use super::store::Row;
use crate::platform::prelude::*;

/// A free slug for a title; empty without a title.
pub async fn made(
    tx: &mut Conn,
    kind: PostKind,
    language: Locale,
    title: &str,
    own: Option<&str>,
) -> Result<String> {
    if title.is_empty() {
        return Ok(String::new());
    }
    let base = Some(slug_of(title)).filter(|slug| !slug.is_empty());
    let base = base.unwrap_or_else(|| language.pick("text", "tekst").to_owned());
    // A former address of another post is not taken over by chance.
    let taken = db::query_scalar(
        "SELECT slug FROM posts WHERE kind = $1 AND language = $2 AND slug LIKE $3 AND id <> $4
         UNION SELECT slug FROM post_addresses WHERE kind = $1 AND language = $2 AND slug LIKE $3 AND COALESCE(post_id, '') <> $4",
    );
    let taken: Vec<String> =
        taken.binds((kind, language, format!("{base}%"), own.unwrap_or_default())).fetch_all(tx).await?;
    Ok(numbered(&base, &taken.into_iter().collect()))
}

/// Checks a slug that was written by hand.
pub async fn expect_free(tx: &mut Conn, row: &Row, slug: &str) -> Result<()> {
    let wrong = |key| Problem::invalid_field("slug", Text::key(key));
    refuse_if(slug.is_empty(), || wrong("validation.required"))?;
    refuse_if(slug != slug_of(slug) || slug.len() > SLUG_CHARS, || wrong("posts.wrong-slug"))?;
    let taken = db::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM posts WHERE kind = $1 AND language = $2 AND slug = $3 AND id <> $4)",
    );
    let taken: bool = taken.binds((row.kind, row.language, slug, &row.id)).fetch_one(tx).await?;
    refuse_if(taken, || wrong("posts.slug-taken"))
}

/// Remembers the former slug of a post that readers know, and ends the redirect from its new one.
pub async fn moved(tx: &mut Conn, row: &Row, slug: &str) -> Result<()> {
    if row.published_at.is_none() {
        return Ok(());
    }
    take(tx, row, slug).await?;
    keep(tx, row, Some(&row.id)).await
}

/// Ends the redirect from a slug, at which a post is now. A draft is at none: readers still follow the redirect.
pub async fn take(tx: &mut Conn, row: &Row, slug: &str) -> Result<()> {
    let take = db::query("DELETE FROM post_addresses WHERE kind = $1 AND language = $2 AND slug = $3");
    take.binds((row.kind, row.language, slug)).run(tx).await
}

/// Remembers that a post was here, when it is deleted.
pub async fn gone(tx: &mut Conn, row: &Row) -> Result<()> {
    if row.published_at.is_some() { keep(tx, row, None).await } else { Ok(()) }
}

async fn keep(tx: &mut Conn, row: &Row, post: Option<&str>) -> Result<()> {
    let insert = db::query(
        "INSERT INTO post_addresses (kind, language, slug, post_id) VALUES ($1, $2, $3, $4)
         ON CONFLICT (kind, language, slug) DO UPDATE SET post_id = excluded.post_id",
    );
    insert.binds((row.kind, row.language, &row.slug, post)).run(tx).await
}

/// What is at an address without a published post.
pub enum Former {
    /// The post has this slug now.
    Moved(String),
    Gone,
    Nothing,
}

pub async fn former(conn: &mut Conn, kind: PostKind, language: Locale, slug: &str) -> Result<Former> {
    let known = db::query_as(
        "SELECT a.post_id, p.slug FROM post_addresses a LEFT JOIN posts p ON p.id = a.post_id AND p.status = 'published'
         WHERE a.kind = $1 AND a.language = $2 AND a.slug = $3",
    );
    let known: Option<(Option<String>, Option<String>)> =
        known.binds((kind, language, slug)).fetch_optional(conn).await?;
    Ok(match known {
        Some((_, Some(slug))) => Former::Moved(slug),
        Some((None, None)) => Former::Gone,
        _ => Former::Nothing,
    })
}
