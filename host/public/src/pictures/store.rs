//! The rows of pictures and of their files.

use super::Picture;
use crate::platform::picture::Format;
use crate::platform::prelude::*;

pub(super) const COLUMNS: &str = "id, width, height, is_transparent, has_avif";

/// A file of a picture.
pub(super) struct File {
    pub width: i64,
    pub format: Format,
    pub content: Vec<u8>,
}

/// These pictures by id; unknown ids are omitted.
pub async fn find(conn: &mut Conn, ids: &[String]) -> Result<HashMap<String, Picture>> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let sql = format!("SELECT {COLUMNS} FROM pictures WHERE id IN ({})", db::places(1, ids.len()));
    let query = ids.iter().fold(db::query_as(AssertSqlSafe(sql)), |query, id| query.bind(id));
    let found: Vec<Picture> = query.fetch_all(conn).await?;
    Ok(found.into_iter().map(|picture| (picture.id.clone(), picture)).collect())
}

/// One picture.
pub(super) async fn one(conn: &mut Conn, id: &str) -> Result<Option<Picture>> {
    Ok(find(conn, &[id.to_owned()]).await?.remove(id))
}

/// Stores a picture with its first files.
pub(super) async fn insert(conn: &mut Conn, picture: &Picture, files: &[File]) -> Result<()> {
    db::query(
        "INSERT INTO pictures (id, width, height, is_transparent, created_at) VALUES ($1, $2, $3, $4, $5)",
    )
    .binds((&picture.id, picture.width, picture.height, picture.is_transparent, Timestamp::now()))
    .run(&mut *conn)
    .await?;
    insert_files(conn, &picture.id, files).await
}

/// Stores files of a picture that exists.
pub(super) async fn insert_files(conn: &mut Conn, picture: &str, files: &[File]) -> Result<()> {
    for file in files {
        db::query(
            "INSERT INTO picture_files (picture_id, width, format, content) VALUES ($1, $2, $3, $4)
             ON CONFLICT (picture_id, width, format) DO NOTHING",
        )
        .binds((picture, file.width, file.format.ending(), file.content.as_slice()))
        .run(&mut *conn)
        .await?;
    }
    Ok(())
}

/// The content of a file.
pub(super) async fn content(app: &App, picture: &str, width: i64, format: Format) -> Result<Option<Vec<u8>>> {
    let select = db::query_scalar(
        "SELECT content FROM picture_files WHERE picture_id = $1 AND width = $2 AND format = $3",
    );
    let select = select.binds((picture, width, format.ending()));
    Ok(select.fetch_optional(app.db.read()).await?)
}
