//! Background jobs for administrators: the lanes, and their jobs.

use crate::messages::audit_log::{ByAdmin, Subject};
use crate::platform::jobs::{self, JobRow, JobSort, JobStatus, LaneCount};
use crate::platform::prelude::*;

pub const SLICE: Slice = Slice { routes, ..Slice::new("jobs") };

fn routes() -> OpenApiRouter<App> {
    endpoints![list_jobs, list_lanes, retry_job, drop_job]
}

/// A lane of background jobs.
#[derive(Debug, Default, Serialize, ToSchema)]
#[schema(as = JobLane)]
struct LaneView {
    #[schema(example = "mail")]
    name: String,
    /// Jobs whose due time has not come.
    #[schema(minimum = 0)]
    scheduled: i64,
    /// Due jobs that wait for a slot.
    #[schema(minimum = 0)]
    ready: i64,
    #[schema(minimum = 0)]
    running: i64,
    /// Jobs that used up their attempts and wait for an administrator.
    #[schema(minimum = 0)]
    failed: i64,
    /// The due time of the oldest job that waits for a slot.
    #[schema(required)]
    waits_since: Option<Timestamp>,
}

impl LaneView {
    fn of(counts: &[LaneCount]) -> Self {
        let mut lane = Self::default();
        for count in counts {
            lane.name.clone_from(&count.lane);
            match count.status {
                JobStatus::Scheduled => lane.scheduled = count.jobs,
                JobStatus::Running => lane.running = count.jobs,
                JobStatus::Failed => lane.failed = count.jobs,
                JobStatus::Ready => (lane.ready, lane.waits_since) = (count.jobs, Some(count.oldest)),
            }
        }
        lane
    }
}

/// The lanes that have jobs
#[utoipa::path(get, path = "/api/admin/jobs/lanes", tag = "admin", responses((status = 200, body = [LaneView])))]
async fn list_lanes(app: App, _: Admin) -> Result<Json<Vec<LaneView>>> {
    let counts = jobs::lanes(&mut app.db.read().acquire().await?).await?;
    Ok(Json(counts.chunk_by(|one, next| one.lane == next.lane).map(LaneView::of).collect()))
}

/// Which jobs to list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Filter {
    lane: Option<String>,
    #[param(inline)]
    status: Option<JobStatus>,
    #[serde(default)]
    #[param(inline, value_type = Option<JobSort>)]
    sort: JobSort,
    #[serde(default)]
    #[param(inline, value_type = Option<Direction>)]
    order: Direction,
}

/// Background jobs; by default, earliest due first
#[utoipa::path(get, path = "/api/admin/jobs", tag = "admin", params(Filter, Page), responses((status = 200, body = Paged<JobRow>)))]
async fn list_jobs(
    app: App,
    _: Admin,
    Query(filter): Query<Filter>,
    page: Page,
) -> Result<Json<Paged<JobRow>>> {
    let Filter { lane, status, sort, order } = filter;
    let filter = jobs::Filter { lane: lane.as_deref(), status, sort, order };
    let (jobs, total) = jobs::list(&mut *app.db.read().begin().await?, filter, page).await?;
    Ok(Json(page.of(jobs, total)))
}

/// Run a failed or scheduled job now
#[utoipa::path(post, path = "/api/admin/jobs/{id}/retry", tag = "admin", params(("id" = String, Path, description = "Id of the job")), responses(
    (status = 202, description = "It runs as soon as its lane has a free slot"),
    (status = 409, description = "It runs, or is about to"),
))]
async fn retry_job(app: App, by: ByAdmin, Path(id): Path<String>) -> Result<Response> {
    let mut tx = app.db.write().await?;
    let kind = jobs::retry(&app, &mut tx, &id).await?;
    by.record(&mut tx, "job.retried", Subject::of("job", &id, kind), json!({})).await?;
    committed(tx, StatusCode::ACCEPTED.into_response()).await
}

/// Drop a job; one that runs is cancelled
#[utoipa::path(delete, path = "/api/admin/jobs/{id}", tag = "admin", params(("id" = String, Path, description = "Id of the job")),
    responses((status = 202, description = "It is dropped, or its cancellation is requested"), (status = 409, description = "It is periodic")))]
async fn drop_job(app: App, by: ByAdmin, Path(id): Path<String>) -> Result<Response> {
    let mut tx = app.db.write().await?;
    let kind = jobs::drop_job(&mut tx, &id).await?;
    by.record(&mut tx, "job.dropped", Subject::of("job", &id, kind), json!({})).await?;
    committed(tx, StatusCode::ACCEPTED.into_response()).await
}
