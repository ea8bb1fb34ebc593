//! The export of a user's documents.

use futures::StreamExt as _;
use futures::stream::BoxStream;

use crate::platform::prelude::*;

use super::export::markdown;
use super::folders::{self, Folder};
use super::share::own_shares;

/// The personal data of this slice.
pub fn belongings() -> Belongings {
    Belongings { export: Some(own_shares), files: Some(own_files), ..Default::default() }
}

/// The number of an account's documents, except in the trash.
pub async fn count(conn: &mut Conn, account: &str) -> Result<i64> {
    let count =
        db::query_scalar("SELECT count(*) FROM documents WHERE account_id = $1 AND deleted_at IS NULL");
    Ok(count.bind(account).fetch_one(conn).await?)
}

#[derive(sqlx::FromRow)]
struct Own {
    title: String,
    text: String,
    tool: String,
    folder_id: Option<String>,
    created_at: Timestamp,
    updated_at: Timestamp,
}

/// Each document as Markdown, including those in the trash, named by time and title in its folder.
fn own_files(app: App, account: String) -> BoxStream<'static, Result<File>> {
    let files = async_stream::try_stream! {
        let mut conn = app.db.read().acquire().await.map_err(Problem::from)?;
        let folders = folders::all(&mut conn, &account).await?;
        let ids: Vec<String> = db::query_scalar("SELECT id FROM documents WHERE account_id = $1 ORDER BY id")
            .bind(&account)
            .fetch_all(&mut conn)
            .await
            .map_err(Problem::from)?;
        // A slow client must not hold a database connection.
        drop(conn);
        for (index, id) in ids.iter().enumerate() {
            let own: Option<Own> =
                db::query_as("SELECT title, text, tool, folder_id, created_at, updated_at FROM documents WHERE id = $1")
                    .bind(id)
                    .fetch_optional(app.db.read())
                    .await
                    .map_err(Problem::from)?;
            if let Some(own) = own {
                let path = path(index + 1, &own, &folders);
                let content = markdown(&own.title, &own.text).into_bytes();
                yield File { path, content, changed_at: own.updated_at };
            }
        }
    };
    files.boxed()
}

fn path(number: usize, own: &Own, folders: &[Folder]) -> String {
    let folder = own.folder_id.as_deref().map(|id| folders::path(folders, id)).unwrap_or_default();
    let within: String = folder.iter().map(|name| format!("{}/", plain(name))).collect();
    let (day, title) = (own.created_at.rfc3339(), plain(&own.title));
    format!("documents/{within}{}-{number:04}-{}-{title}.md", day.get(..10).unwrap_or_default(), own.tool)
}

/// The first words of a title, in letters and digits that every system supports.
fn plain(title: &str) -> String {
    let folded = fold(title);
    let words = folded.split(|char: char| !char.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.take(8).collect::<Vec<_>>().join("-")
}
