//! The export of all data of a user, in one file.

use futures::{StreamExt as _, stream};
use tokio::runtime::Handle;

use crate::platform::archive;
use crate::platform::personal_data::Personal;
use crate::platform::prelude::*;

use super::profile;

/// Export your data
///
/// A ZIP archive: documents as Markdown, everything else as JSON.
#[utoipa::path(get, path = "/api/user/export", tag = "accounts", responses(
    (status = 200, description = "The archive", body = Vec<u8>, content_type = "application/zip"),
    (status = 429, description = "Too many exports; `Retry-After` says when to retry"),
))]
pub(crate) async fn export_user(app: App, user: User) -> Result<Response> {
    auth::refuse_impersonator(&user)?;
    app.rates.count("export", &user.id, Limit::new(10, HOUR))?;
    let turn = app.conversions.turn(&user.id).await?;
    let (held, account) = (app.clone(), user.id.clone());
    // Lists of thousands of rows take a while to write.
    let small = turn.run(move || Handle::current().block_on(small_files(&held, &account))).await??;
    let parts = app.part::<Personal>().belongings.iter();
    let large =
        parts.filter_map(|belongings| belongings.files.map(|files| files(app.clone(), user.id.clone())));
    let large = stream::iter(large.collect::<Vec<_>>()).flatten();
    let files = stream::iter(small.into_iter().map(Ok)).chain(large);
    Ok(archive::answer("sitewright", turn, files))
}

/// One snapshot, so that these files are consistent.
async fn small_files(app: &App, account: &str) -> Result<Vec<File>> {
    let mut tx = app.db.read().begin().await.map_err(Problem::from)?;
    let mut files = Vec::new();
    for belongings in &app.part::<Personal>().belongings {
        if let Some(export) = belongings.export {
            files.extend(export(&mut tx, account).await?);
        }
    }
    Ok(files)
}

/// The profile and the sessions of a user.
pub(super) fn own_files<'a>(conn: &'a mut Conn, user_id: &'a str) -> BoxFuture<'a, Result<Vec<File>>> {
    Box::pin(async move {
        let user = profile::view(conn, user_id, None).await?;
        let sessions = auth::sessions_of(conn, user_id, "").await?;
        Ok(vec![File::json("account.json", &user)?, File::json("sessions.json", &sessions)?])
    })
}
