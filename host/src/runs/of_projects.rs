//! The runs of a project that is deleted.

use futures::future::{BoxFuture, try_join_all};

use super::{Runs, store};
use crate::{app::App, db::Conn, error::Result, projects::Belonging};

/// Runs belong to projects.
pub struct OfProjects;

impl Belonging for OfProjects {
    /// Cancels what waits and works, each to its end, so that its words are settled.
    fn end<'a>(&'a self, app: &'a App, account: &'a str, project: i64) -> BoxFuture<'a, Result<()>> {
        Box::pin(async move {
            let unfinished = store::unfinished_of(&mut app.db.read().acquire().await?, project).await?;
            let runs = app.part::<Runs>();
            try_join_all(unfinished.iter().map(|id| runs.cancel(account, id))).await.map(drop)
        })
    }

    fn is_at_rest<'a>(&'a self, tx: &'a mut Conn, project: i64) -> BoxFuture<'a, Result<bool>> {
        Box::pin(async move { Ok(store::unfinished_of(tx, project).await?.is_empty()) })
    }
}
