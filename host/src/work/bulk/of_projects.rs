//! Bulk jobs of a deleted project.

use futures::future::BoxFuture;

use super::{store, turns};
use crate::{
    platform::{app::App, error::Result},
    workspace::projects::Belonging,
};

/// Bulk jobs belong to projects.
pub struct OfProjects;

impl Belonging for OfProjects {
    /// Cancels open jobs, so that no row starts another run.
    fn end<'a>(&'a self, app: &'a App, account: &'a str, project: i64) -> BoxFuture<'a, Result<()>> {
        Box::pin(async move {
            for job in store::open_of(&mut app.db.read().acquire().await?, project).await? {
                match turns::cancel(app, account, &job).await {
                    // It has just ended or been deleted.
                    Err(problem) if problem.status().is_client_error() => {}
                    done => done?,
                }
            }
            Ok(())
        })
    }
}
