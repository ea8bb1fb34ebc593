//! The projects of an account with what was used and written in each.

use super::days::{self, Days};
use crate::platform::prelude::*;
use crate::workspace::projects::{self, ProjectItem};

/// The time zone of the reader.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Wanted {
    /// Minutes by which the reader's clock is ahead of UTC: its midnight begins a day.
    #[serde(default, deserialize_with = "days::offset")]
    #[param(minimum = -840, maximum = 840)]
    utc_offset: i64,
}

/// A project with its use.
#[derive(Debug, Serialize, ToSchema)]
struct ProjectSummary {
    #[serde(flatten)]
    project: ProjectItem,
    created_at: Timestamp,
    /// When a text was last written or edited, or a tool was run in the last thirty days; null if never.
    #[schema(required)]
    active_at: Option<Timestamp>,
    /// Texts, without those in the trash.
    documents: i64,
    /// Texts and words of the last thirty days.
    texts: i64,
    words: i64,
    /// Words per day, oldest first; the last day is today.
    days: Vec<i64>,
}

/// All projects of an account, oldest first.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ProjectSummaries {
    projects: Vec<ProjectSummary>,
    /// Null if there are none.
    #[schema(required)]
    selected_project: Option<i64>,
}

/// What the archive has of a project.
#[derive(sqlx::FromRow)]
struct Archived {
    project_id: i64,
    documents: i64,
    texts: i64,
    active_at: Timestamp,
}

/// The runs of a project on one day.
#[derive(sqlx::FromRow)]
struct DayOfRuns {
    project_id: i64,
    day: i64,
    words: i64,
    last_at: Timestamp,
}

/// Your projects, with their use in the last thirty days
#[utoipa::path(get, path = "/api/projects", tag = "projects", params(Wanted), responses((status = 200, body = ProjectSummaries)))]
pub(super) async fn list_projects(
    app: App,
    user: User,
    Query(Wanted { utc_offset }): Query<Wanted>,
) -> Result<Json<ProjectSummaries>> {
    let days = Days::until(Timestamp::now(), utc_offset);
    let mut tx = app.db.read().begin().await?;
    let all = projects::list(&mut tx, &user.id).await?;
    let selected_project = projects::selected(&mut tx, &user.id).await?.map(|project| project.id);
    let archived = archived(&mut tx, &user.id, &days).await?;
    let runs = runs(&mut tx, &user.id, &days).await?;
    drop(tx);
    let mut summaries: Vec<ProjectSummary> = all.iter().map(ProjectSummary::new).collect();
    let places: HashMap<i64, usize> = all.iter().enumerate().map(|(place, each)| (each.id, place)).collect();
    let place = |project: i64| places.get(&project).copied();
    for row in archived {
        if let Some(summary) = place(row.project_id).and_then(|place| summaries.get_mut(place)) {
            summary.archive(&row);
        }
    }
    for row in runs {
        if let Some(summary) = place(row.project_id).and_then(|place| summaries.get_mut(place)) {
            summary.run(&row, &days);
        }
    }
    Ok(Json(ProjectSummaries { projects: summaries, selected_project }))
}

impl ProjectSummary {
    fn new(project: &projects::Project) -> Self {
        Self {
            project: project.item(),
            created_at: project.created_at,
            active_at: None,
            documents: 0,
            texts: 0,
            words: 0,
            days: Days::zeros(),
        }
    }

    fn archive(&mut self, row: &Archived) {
        (self.documents, self.texts) = (row.documents, row.texts);
        self.active_at = self.active_at.max(Some(row.active_at));
    }

    fn run(&mut self, row: &DayOfRuns, days: &Days) {
        self.words += row.words;
        self.active_at = self.active_at.max(Some(row.last_at));
        if let Some(day) = days.place(row.day).and_then(|place| self.days.get_mut(place)) {
            *day += row.words;
        }
    }
}

async fn archived(conn: &mut Conn, account: &str, days: &Days) -> Result<Vec<Archived>> {
    let rows = db::query_as(
        "SELECT project_id, count(*) AS documents, max(updated_at) AS active_at,
             CAST(SUM(CASE WHEN created_at >= $2 THEN 1 ELSE 0 END) AS BIGINT) AS texts
         FROM archived_documents WHERE account_id = $1 AND project_id IS NOT NULL GROUP BY project_id",
    );
    Ok(rows.binds((account, days.since())).fetch_all(conn).await?)
}

async fn runs(conn: &mut Conn, account: &str, days: &Days) -> Result<Vec<DayOfRuns>> {
    let rows = db::query_as(
        "SELECT project_id, CAST((created_at + $4) / 86400000 AS BIGINT) AS day, CAST(SUM(words) AS BIGINT) AS words,
             max(created_at) AS last_at
         FROM customer_runs WHERE account_id = $1 AND id >= $2 AND created_at >= $3 AND project_id IS NOT NULL
         GROUP BY project_id, day",
    );
    Ok(rows.binds((account, days.first_id(), days.since(), days.offset_ms())).fetch_all(conn).await?)
}
