//! The pictures of posts and authors.

use super::render::with_pictures;
use super::store::Row;
use crate::pictures::{self, Picture, Use};
use crate::platform::prelude::*;

/// How wide a picture of a text is shown.
const SIZES: &str = "(min-width: 48em) 44rem, 100vw";

/// Refuses a picture that does not exist.
pub(super) async fn expect(conn: &mut Conn, field: &str, id: &str) -> Result<()> {
    let found = pictures::find(conn, &[id.to_owned()]).await?;
    refuse_if(found.is_empty(), || Problem::invalid_field(field, Text::key("posts.no-such-picture")))
}

pub(super) async fn one(conn: &mut Conn, id: Option<&str>) -> Result<Option<Picture>> {
    let Some(id) = id else { return Ok(None) };
    Ok(pictures::find(conn, &[id.to_owned()]).await?.remove(id))
}

/// The HTML of a text with its pictures. The first is loaded at once, unless the page begins with a cover.
pub(super) async fn shown(conn: &mut Conn, row: &Row) -> Result<String> {
    let mut ids = Vec::new();
    with_pictures(&row.html, |id, _| {
        ids.push(id.to_owned());
        String::new()
    });
    if ids.is_empty() {
        return Ok(row.html.clone());
    }
    let found = pictures::find(conn, &ids).await?;
    let mut is_first = row.cover_id.is_none();
    Ok(with_pictures(&row.html, |id, alt| match found.get(id) {
        Some(picture) => pictures::html(picture, alt, SIZES, std::mem::take(&mut is_first)),
        None => String::new(),
    }))
}

/// Stores which pictures the text of a post shows.
pub(super) async fn keep(tx: &mut Conn, post: &str, text: &str) -> Result<()> {
    db::query("DELETE FROM post_pictures WHERE post_id = $1").bind(post).execute(&mut *tx).await?;
    let ids: BTreeSet<String> =
        super::render::pictures_of(text).into_iter().filter_map(|used| used.id).collect();
    for id in ids {
        let insert = db::query("INSERT INTO post_pictures (post_id, picture_id) VALUES ($1, $2)");
        insert.binds((post, id)).execute(&mut *tx).await?;
    }
    Ok(())
}

/// The posts and authors that show these pictures.
pub(super) fn uses<'a>(conn: &'a mut Conn, ids: &'a [String]) -> BoxFuture<'a, Result<Vec<Use>>> {
    Box::pin(async move {
        let mut all = Vec::new();
        let places = db::places(1, ids.len());
        for (kind, select) in [
            ("post", "SELECT cover_id, id, title FROM posts WHERE cover_id"),
            (
                "post",
                "SELECT u.picture_id, p.id, p.title FROM post_pictures u JOIN posts p ON p.id = u.post_id WHERE u.picture_id",
            ),
            ("author", "SELECT picture_id, id, name FROM authors WHERE picture_id"),
        ] {
            let query = db::query_as(AssertSqlSafe(format!("{select} IN ({places})")));
            let rows: Vec<(String, String, String)> =
                ids.iter().fold(query, |query, id| query.bind(id)).fetch_all(&mut *conn).await?;
            all.extend(rows.into_iter().map(|(picture, id, title)| Use { picture, kind, id, title }));
        }
        Ok(all)
    })
}
