//! Deleting a project with everything that belongs to it.
//!
//! Rows are deleted by `ON DELETE CASCADE`, in one transaction. Running work is ended first: a run writes its end and
//! settles its words, and only the row of an ended run may be deleted.

use super::{ProjectDone, publish, store};
use crate::platform::prelude::*;

/// Attempts to end the work before the user is asked to retry: new work may start in between.
const ATTEMPTS: u32 = 3;
/// `Retry-After` while the project has running work, in seconds.
const TRY_AGAIN: u64 = 5;

/// A slice that stores data of projects. It comes after this slice and registers itself with [`super::keep`].
pub trait Belonging: Send + Sync {
    /// Runs when the account gets its first project: data without a project may move to it.
    fn adopt<'a>(&'a self, _: &'a mut Conn, _account: &'a str, _project: i64) -> BoxFuture<'a, Result<()>> {
        Box::pin(async { Ok(()) })
    }

    /// Ends the work of a project that will be deleted.
    fn end<'a>(&'a self, _: &'a App, _account: &'a str, _project: i64) -> BoxFuture<'a, Result<()>> {
        Box::pin(async { Ok(()) })
    }

    /// Whether the project has no running work; checked in the transaction that deletes it.
    fn is_at_rest<'a>(&'a self, _: &'a mut Conn, _project: i64) -> BoxFuture<'a, Result<bool>> {
        Box::pin(async { Ok(true) })
    }
}

/// These slices, the highest first.
#[derive(Default)]
pub struct Belongings(Vec<Arc<dyn Belonging>>);

impl Belongings {
    pub(super) fn with(&self, belonging: impl Belonging + 'static) -> Self {
        let mut all: Vec<Arc<dyn Belonging>> = vec![Arc::new(belonging)];
        all.extend(self.0.iter().cloned());
        Self(all)
    }

    pub(super) async fn adopt(&self, tx: &mut Conn, account: &str, project: i64) -> Result<()> {
        for belonging in &self.0 {
            belonging.adopt(tx, account, project).await?;
        }
        Ok(())
    }

    async fn end(&self, app: &App, account: &str, project: i64) -> Result<()> {
        for belonging in &self.0 {
            belonging.end(app, account, project).await?;
        }
        Ok(())
    }

    async fn are_at_rest(&self, tx: &mut Conn, project: i64) -> Result<bool> {
        for belonging in &self.0 {
            if !belonging.is_at_rest(tx, project).await? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The project to delete.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ProjectToDelete {
    #[serde(rename = "projectID")]
    #[schema(minimum = 1)]
    project_id: i64,
}

/// Delete a project with all related data: its documents, runs, bulk jobs and brand kit
///
/// Running work is cancelled first. Used words are not restored.
#[utoipa::path(post, path = "/api/project/deleteProject", tag = "projects", request_body = ProjectToDelete,
    responses((status = 200, body = ProjectDone), (status = 404, description = "It does not exist, or it is not yours"),
        (status = 503, description = "Something still runs for it; `Retry-After` says when to retry")))]
pub(super) async fn delete_project(
    app: App,
    user: User,
    json::Json(wanted): json::Json<ProjectToDelete>,
) -> Result<Json<ProjectDone>> {
    let (account, id) = (user.id.clone(), wanted.project_id);
    // Finishes even if the client disconnects: otherwise work might be cancelled without deleting the project.
    let removal = app.tasks.spawn({
        let app = app.clone();
        async move { remove(&app, &account, id).await }
    });
    removal.await.map_err(Problem::internal)??;
    Ok(ProjectDone::answer())
}

async fn remove(app: &App, account: &str, id: i64) -> Result<()> {
    let belongings = app.part::<Belongings>();
    store::expect_own(&mut app.db.read().acquire().await?, account, id).await?;
    for _ in 0..ATTEMPTS {
        belongings.end(app, account, id).await?;
        let mut tx = app.db.write().await?;
        if belongings.are_at_rest(&mut tx, id).await? {
            store::delete(&mut tx, account, id).await?;
            publish(app, &mut tx, account);
            tx.commit().await?;
            return Ok(());
        }
    }
    Err(Problem::new(StatusCode::SERVICE_UNAVAILABLE, "projects.at-work").retry_after(TRY_AGAIN))
}
