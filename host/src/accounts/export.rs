//! Everything that is kept about somebody, in one file that they can take along.

use std::io::{Cursor, Write as _};

use axum::{
    extract::State,
    http::header,
    response::{IntoResponse, Response},
};
use futures::future::BoxFuture;
use zip::{ZipWriter, write::SimpleFileOptions};

use crate::{
    app::App,
    auth::User,
    db::Conn,
    error::{Problem, Result},
    personal::{File, Personal},
};

use super::{Attempts, attempts::HOUR, password, profile, sessions};

/// Take one's data along
///
/// A ZIP archive: documents as Markdown, everything else as JSON.
#[utoipa::path(get, path = "/api/user/export", tag = "accounts", responses(
    (status = 200, description = "The archive", body = Vec<u8>, content_type = "application/zip"),
    (status = 429, description = "It was made several times lately; `Retry-After` says when to come back"),
))]
pub(crate) async fn export_user(State(app): State<App>, user: User) -> Result<Response> {
    password::refuse_impersonator(&user)?;
    app.part::<Attempts>().limit("export", &user.id, 10, HOUR)?;
    // One snapshot, so that all files tell the same story.
    let mut tx = app.db.read().begin().await?;
    let mut files = Vec::new();
    for belongings in &app.part::<Personal>().0 {
        if let Some(export) = belongings.export {
            files.extend(export(&mut tx, &user.id).await?);
        }
    }
    drop(tx);
    let archive = tokio::task::spawn_blocking(move || pack(&files)).await.map_err(Problem::internal)??;
    let headers = [
        (header::CONTENT_TYPE, "application/zip"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"sitewright.zip\""),
        (header::CACHE_CONTROL, "no-store"),
    ];
    Ok((headers, archive).into_response())
}

fn pack(files: &[File]) -> Result<Vec<u8>> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for file in files {
        zip.start_file(&file.path, SimpleFileOptions::default()).map_err(Problem::internal)?;
        zip.write_all(&file.content).map_err(Problem::internal)?;
    }
    Ok(zip.finish().map_err(Problem::internal)?.into_inner())
}

/// Who somebody is, and where they are signed in.
pub(super) fn own_files<'a>(conn: &'a mut Conn, user_id: &'a str) -> BoxFuture<'a, Result<Vec<File>>> {
    Box::pin(async move {
        let user = profile::view(conn, user_id, None).await?;
        let sessions = sessions::sessions_of(conn, user_id, "").await?;
        Ok(vec![File::json("account.json", &user)?, File::json("sessions.json", &sessions)?])
    })
}
