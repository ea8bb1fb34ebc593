//! Tasks: what a user wants to do for a website, by hand or because of a finding of an audit.
//!
//! A task about a finding closes itself when a check confirms that the finding is gone, and opens again when it is back:
//! the slice of audits calls the functions of `findings.rs`. A finding has at most one task.

mod change;
mod due;
mod export;
mod findings;
mod history;
mod list;
mod mcp;
mod personal;
mod store;

use crate::messages::realtime;
use crate::messages::webhooks::{self, WebhookEvent};
use crate::platform::auth::TasksRead;
use crate::platform::prelude::*;
use crate::work;

pub use due::notify_due;
pub use findings::{
    Finding, FindingTask, NewFindingTask, Opened, of_findings, open_for, returned, verified, with_findings,
};
pub use history::Actor;

pub const SLICE: Slice = Slice {
    routes,
    tables: &[Table::personal("tasks", &["account_id"]), Table::new("task_changes")],
    personal_data: personal::belongings,
    open: |app| work::mcp::offer(app, &mcp::OFFER),
    jobs: &[Kind::periodic("tasks.notify-due", Schedule::HOURLY, |app| {
        Box::pin(async move { notify_due(&app, Timestamp::now()).await })
    })],
    ..Slice::new("tasks")
};

fn routes() -> OpenApiRouter<App> {
    endpoints![
        (list::list_tasks, change::add_task),
        export::export_tasks,
        (get_task, change::edit_task, change::delete_task),
        history::list_task_changes
    ]
}

/// What has become of a task.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum TaskState {
    #[default]
    Open,
    Doing,
    Done,
}

text_column!(TaskState);

/// A task.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Task {
    pub id: String,
    /// The number of its project.
    pub project_id: i64,
    pub title: String,
    /// Markdown; empty if there is none.
    pub note: String,
    /// Who does it; null if it has no owner.
    #[schema(required)]
    pub owner: Option<TaskOwner>,
    /// The day on which it should be done; null if there is none.
    #[schema(required, example = "2026-12-01")]
    pub due: Option<String>,
    pub state: TaskState,
    /// The finding that it is about; null if it was added by hand.
    #[schema(required)]
    pub finding: Option<TaskFinding>,
    /// When a check confirmed that the finding is gone; null if none has.
    #[schema(required)]
    pub verified_at: Option<Timestamp>,
    /// When it was done; null if it is not.
    #[schema(required)]
    pub closed_at: Option<Timestamp>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// Who does a task.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct TaskOwner {
    /// Of the account.
    pub id: String,
    pub name: String,
    #[schema(required)]
    pub avatar: Option<String>,
}

/// The finding of a task.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct TaskFinding {
    /// The id of the rule.
    #[schema(example = "title-missing")]
    pub rule: String,
    /// The page; null if it is about the whole site.
    #[schema(required)]
    pub page_url: Option<String>,
    /// The audit that found it; it may be deleted.
    pub audit_id: String,
}

/// One task
#[utoipa::path(get, path = "/api/tasks/{id}", tag = "tasks", security(("key" = ["tasks:read"])), params(("id" = String, Path)), responses((status = 200, body = Task)))]
async fn get_task(app: App, caller: Scoped<TasksRead>, Id(id): Id) -> Result<Json<Task>> {
    let mut conn = app.db.read().acquire().await?;
    Ok(Json(store::find_open(&mut conn, &caller, &id).await?.view()))
}

/// Tells open pages and webhooks of an event of a task.
async fn announce(app: &App, tx: &mut Conn, account: &str, event: WebhookEvent, task: &Task) -> Result<()> {
    // A page of a task that is gone must not read it again.
    let gone = event == WebhookEvent::TaskDeleted;
    let name = if gone { "task.deleted" } else { "task.changed" };
    realtime::publish(app, tx, account, name, &json!({ "id": task.id, "gone": gone }));
    webhooks::emit(app, tx, account, event, task).await
}
