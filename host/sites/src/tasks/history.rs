//! The history of a task: who changed what.

use super::store;
use crate::platform::auth::TasksRead;
use crate::platform::prelude::*;

/// Changes that are kept of each task.
const KEPT: i64 = 200;

/// Who changes a task.
#[derive(Debug, Clone)]
pub struct Actor {
    kind: ActorKind,
    name: String,
}

/// What kind of author a change has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = TaskActor)]
pub(super) enum ActorKind {
    User,
    /// An administrator who impersonated the user.
    Administrator,
    /// A program or an agent with an API key.
    Program,
    /// An audit of the website.
    Audit,
}

text_column!(ActorKind);

impl Actor {
    /// The sender of a request.
    pub fn of(caller: &Caller) -> Self {
        match &caller.key {
            Some(key) => Self { kind: ActorKind::Program, name: key.name.clone() },
            None if caller.impersonator_id.is_some() => {
                Self { kind: ActorKind::Administrator, name: String::new() }
            }
            None => Self { kind: ActorKind::User, name: caller.name.clone() },
        }
    }

    /// An audit that runs without a request.
    pub fn audit() -> Self {
        Self { kind: ActorKind::Audit, name: String::new() }
    }
}

/// What kind of change it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = TaskChangeKind)]
pub(super) enum ChangeKind {
    Created,
    Edited,
    /// A check confirmed that the finding is gone.
    Verified,
    /// The finding is back.
    Returned,
}

text_column!(ChangeKind);

/// A part of a task that changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum TaskField {
    Title,
    /// Its texts are not kept.
    Note,
    /// By name.
    Owner,
    Due,
    State,
}

/// A changed part of a task.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = TaskFieldChange)]
pub(super) struct FieldChange {
    pub field: TaskField,
    #[schema(required)]
    pub old: Option<String>,
    #[schema(required)]
    pub new: Option<String>,
}

/// A change of a task.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
pub(super) struct TaskChange {
    id: String,
    kind: ChangeKind,
    actor: ActorKind,
    /// Of the user or the API key at that time; empty for the others.
    name: String,
    /// What changed; empty for a new task.
    #[sqlx(try_from = "Stored<Vec<FieldChange>>")]
    fields: Vec<FieldChange>,
    created_at: Timestamp,
}

/// Records a change in its transaction.
pub(super) async fn record(
    tx: &mut Conn,
    task: &str,
    kind: ChangeKind,
    actor: &Actor,
    fields: &[FieldChange],
) -> Result<()> {
    db::query(
        "DELETE FROM task_changes WHERE task_id = $1 AND kind <> 'created' AND id <=
             (SELECT id FROM task_changes WHERE task_id = $1 ORDER BY id DESC LIMIT 1 OFFSET $2)",
    )
    .binds((task, KEPT - 1))
    .run(&mut *tx)
    .await?;
    let insert = db::query(
        "INSERT INTO task_changes (id, task_id, kind, actor, name, fields, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7)",
    );
    insert
        .binds((db::new_id(), task, kind, actor.kind, &actor.name, Stored(fields), Timestamp::now()))
        .run(tx)
        .await
}

/// What was changed of a task and by whom, newest first
#[utoipa::path(get, path = "/api/tasks/{id}/changes", tag = "tasks", security(("key" = ["tasks:read"])), params(("id" = String, Path), Page),
    responses((status = 200, body = Paged<TaskChange>)))]
pub(super) async fn list_task_changes(
    app: App,
    caller: Scoped<TasksRead>,
    Id(id): Id,
    page: Page,
) -> Result<Json<Paged<TaskChange>>> {
    let mut tx = app.db.read().begin().await?;
    store::find_open(&mut tx, &caller, &id).await?;
    let count = db::query_scalar("SELECT count(*) FROM task_changes WHERE task_id = $1").bind(&id);
    let rows = db::query_as(
        "SELECT id, kind, actor, name, fields, created_at FROM task_changes WHERE task_id = $1
         ORDER BY id DESC LIMIT $2 OFFSET $3",
    );
    page.fetch(&mut tx, count, rows.bind(&id)).await.map(Json)
}
