//! Somebody's documents as files to take along.

use futures::future::BoxFuture;

use crate::{
    clock::Timestamp,
    db::{self, Conn},
    error::Result,
    fold::fold,
    personal::{Belongings, File},
};

use super::export::markdown;

/// What this slice keeps about a person.
pub fn belongings() -> Belongings {
    Belongings { tables: &[("documents", "account_id")], export: Some(own_files), busy: None }
}

/// How many documents an account has, those in the trash left out.
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
    created_at: Timestamp,
}

/// Each document as Markdown, those in the trash as well. They are named by time and title.
fn own_files<'a>(conn: &'a mut Conn, account: &'a str) -> BoxFuture<'a, Result<Vec<File>>> {
    Box::pin(async move {
        let documents: Vec<Own> = db::query_as(
            "SELECT title, text, tool, created_at FROM documents WHERE account_id = $1 ORDER BY id",
        )
        .bind(account)
        .fetch_all(&mut *conn)
        .await?;
        let file = |(index, own): (usize, &Own)| File {
            path: path(index + 1, own),
            content: markdown(&own.title, &own.text).into_bytes(),
        };
        Ok(documents.iter().enumerate().map(file).collect())
    })
}

fn path(number: usize, own: &Own) -> String {
    let folded = fold(&own.title);
    let words: Vec<&str> = folded
        .split(|char: char| !char.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .take(8)
        .collect();
    let day = own.created_at.rfc3339();
    format!("documents/{}-{number:04}-{}-{}.md", day.get(..10).unwrap_or_default(), own.tool, words.join("-"))
}
