//! Runs of a deleted project.

use futures::future::try_join_all;

use super::{Runs, elsewhere, store};
use crate::platform::prelude::*;
use crate::workspace::projects::Belonging;

/// How long to wait for the end of a run in another process.
const PATIENCE: Duration = Duration::from_secs(5);

/// Runs belong to projects.
pub struct OfProjects;

impl Belonging for OfProjects {
    /// Cancels queued and running runs and waits for them, so that their words are settled.
    fn end<'a>(&'a self, app: &'a App, account: &'a str, project: i64) -> BoxFuture<'a, Result<()>> {
        Box::pin(async move {
            let unfinished = store::unfinished_of(&mut app.db.read().acquire().await?, project).await?;
            try_join_all(unfinished.iter().map(|id| cancel(app, account, id))).await.map(drop)
        })
    }

    fn is_at_rest<'a>(&'a self, tx: &'a mut Conn, project: i64) -> BoxFuture<'a, Result<bool>> {
        Box::pin(async move { Ok(store::unfinished_of(tx, project).await?.is_empty()) })
    }
}

/// Cancels a run in any process, and waits a while for its end.
async fn cancel(app: &App, account: &str, id: &str) -> Result<()> {
    if app.part::<Runs>().cancel(account, id).await?.is_some() {
        return Ok(());
    }
    elsewhere::cancel(app, account, id).await?;
    match tokio::time::timeout(PATIENCE, elsewhere::end(app, account, id)).await {
        Ok(ended) => ended.map(drop),
        Err(_) => Ok(()),
    }
}
