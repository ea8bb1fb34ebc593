//! Deleting a project with all that belongs to it.
//!
//! Rows go by `ON DELETE CASCADE`, in one transaction. What is at work for the project is ended first: a run writes its end
//! and settles its words, and only a run that is over may lose its row.

use std::sync::Arc;

use axum::{Json, extract::State, http::StatusCode};
use futures::future::BoxFuture;
use serde::Deserialize;
use utoipa::ToSchema;

use super::{ProjectDone, store, tell};
use crate::platform::{
    app::App,
    auth::User,
    db::Conn,
    error::{Problem, Result},
    json,
};

/// Times that work is ended before the person is asked to try again: something may have begun in between.
const ATTEMPTS: u32 = 3;
/// When somebody whose project is still at work may try again, in seconds.
const TRY_AGAIN: u64 = 5;

/// A slice that stores data of projects. It is above this slice and registers itself with [`super::keep`].
pub trait Belonging: Send + Sync {
    /// The account has its first project: what it kept without one may become the project's.
    fn adopt<'a>(&'a self, _: &'a mut Conn, _account: &'a str, _project: i64) -> BoxFuture<'a, Result<()>> {
        Box::pin(async { Ok(()) })
    }

    /// Ends what is at work for a project that will be deleted.
    fn end<'a>(&'a self, _: &'a App, _account: &'a str, _project: i64) -> BoxFuture<'a, Result<()>> {
        Box::pin(async { Ok(()) })
    }

    /// Whether nothing is at work for the project; asked in the transaction that deletes it.
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
/// What is at work for it is cancelled first. The words that it used stay used.
#[utoipa::path(post, path = "/api/project/deleteProject", tag = "projects", request_body = ProjectToDelete,
    responses((status = 200, body = ProjectDone), (status = 404, description = "It does not exist, or it is not yours"),
        (status = 503, description = "Something is still at work for it; `Retry-After` says when to try again")))]
pub(super) async fn delete_project(
    State(app): State<App>,
    user: User,
    json::Json(wanted): json::Json<ProjectToDelete>,
) -> Result<Json<ProjectDone>> {
    let (account, id) = (user.id.clone(), wanted.project_id);
    // To the end, even if the client hangs up: half of it would leave work cancelled and the project there.
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
            tx.commit().await?;
            tell(app, account);
            return Ok(());
        }
    }
    Err(Problem::new(StatusCode::SERVICE_UNAVAILABLE, "projects.at-work").retry_after(TRY_AGAIN))
}
