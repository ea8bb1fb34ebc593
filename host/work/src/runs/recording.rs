//! The recording of a run, for its owner.

use crate::platform::auth::RunsRead;
use crate::platform::prelude::*;
use crate::recordings;

/// The host calls of a run, with their answers
///
/// Exists for a week if the run was started with `record`, or on a version in development.
#[utoipa::path(get, path = "/api/runs/{id}/recording", tag = "plugins", security(("key" = ["runs:read"])),
    params(("id" = String, Path, description = "The id of the run, or at least the first eight characters of it")),
    responses(
        (status = 200, description = "The recording", content_type = "application/json"),
        (status = 409, description = "Several recordings begin with these characters"),
    ))]
pub(super) async fn get_recording(
    app: App,
    caller: Scoped<RunsRead>,
    Path(id): Path<String>,
) -> Result<Response> {
    let mut conn = app.db.read().acquire().await?;
    let (run, content) = recordings::find(&mut conn, &caller.id, &id).await?;
    let (tool, project): (String, Option<i64>) =
        db::query_as("SELECT tool, project_id FROM runs WHERE id = $1")
            .bind(run)
            .fetch_one(&mut conn)
            .await?;
    caller.expect_reach(&tool, project)?;
    Ok(([(header::CONTENT_TYPE, "application/json")], content).into_response())
}
