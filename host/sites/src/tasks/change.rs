//! Adding, changing and deleting a task.

use super::history::{self, Actor, ChangeKind, FieldChange, TaskField};
use super::list::{expect_day, name_of};
use super::store::{self, Row};
use super::{Task, TaskState, announce};
use crate::messages::webhooks::WebhookEvent;
use crate::platform::auth::TasksWrite;
use crate::platform::prelude::*;
use crate::workspace::projects;

/// Characters of a title and of a note.
pub(super) const TITLE_CHARS: usize = 200;
pub(super) const NOTE_CHARS: usize = 10_000;

/// A task to add.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewTask)]
pub(super) struct NewTask {
    #[serde(default, deserialize_with = "single_line::filled")]
    #[garde(required, inner(length(chars, max = TITLE_CHARS)))]
    #[schema(required, value_type = String, min_length = 1, max_length = 200, example = "Shorten the title of the home page")]
    title: Option<String>,
    /// Markdown.
    #[serde(default)]
    #[garde(length(chars, max = NOTE_CHARS))]
    #[schema(max_length = 10000)]
    note: String,
    /// Who does it: the id of your account, or null for no owner.
    #[garde(skip)]
    owner_id: Option<String>,
    /// The day on which it should be done.
    #[garde(skip)]
    #[schema(example = "2026-12-01")]
    due: Option<String>,
    #[serde(default)]
    #[garde(skip)]
    #[schema(required = false)]
    state: TaskState,
    /// The number of its project; the selected one if absent.
    #[garde(skip)]
    project_id: Option<i64>,
}

/// Add a task
#[utoipa::path(post, path = "/api/tasks", tag = "tasks", security(("key" = ["tasks:write"])), request_body = NewTask, responses(
    (status = 201, body = Task), (status = 404, description = "The project does not exist, or it is not yours"),
    (status = 409, description = "There is no project, or the limit is reached")))]
pub(super) async fn add_task(
    app: App,
    caller: Scoped<TasksWrite>,
    Valid(new): Valid<NewTask>,
) -> Result<(StatusCode, Json<Task>)> {
    if let Some(due) = &new.due {
        expect_day("due", due)?;
    }
    expect_owner(&caller, new.owner_id.as_deref())?;
    let mut tx = app.db.write_for(&caller.id).await?;
    let project = project_of(&mut tx, &caller, new.project_id).await?;
    store::expect_room(&mut tx, &caller.id).await?;
    let now = Timestamp::now();
    let mut row = blank(&caller.id, project, new.title.unwrap_or_default(), new.note, now);
    row.owner_id = new.owner_id;
    row.set_due(new.due, now);
    row.set_state(new.state, now);
    let task = add(&app, &mut tx, row, &Actor::of(&caller)).await?;
    committed(tx, (StatusCode::CREATED, Json(task))).await
}

/// A new open task that is not stored yet.
pub(super) fn blank(account: &str, project_id: i64, title: String, note: String, now: Timestamp) -> Row {
    Row {
        id: db::new_id(),
        account_id: account.to_owned(),
        project_id,
        title,
        note,
        owner_id: None,
        owner_name: None,
        owner_avatar: None,
        due: None,
        state: TaskState::Open,
        rule: None,
        page_url: None,
        audit_id: None,
        verified_at: None,
        closed_at: None,
        notified_due: None,
        created_at: now,
        updated_at: now,
    }
}

/// Stores a new task.
pub(super) async fn add(app: &App, tx: &mut Conn, row: Row, actor: &Actor) -> Result<Task> {
    store::insert(tx, &row).await?;
    history::record(tx, &row.id, ChangeKind::Created, actor, &[]).await?;
    let task = store::load(tx, &row.id).await?.view();
    announce(app, tx, &row.account_id, WebhookEvent::TaskCreated, &task).await?;
    Ok(task)
}

/// The project of a new task.
async fn project_of(tx: &mut Conn, caller: &Caller, wanted: Option<i64>) -> Result<i64> {
    let bound = caller.project();
    if let Some(project) = wanted.or(bound) {
        refuse_if(bound.is_some_and(|bound| bound != project), Problem::not_found)?;
        return projects::expect_own(tx, &caller.id, project).await;
    }
    let selected = projects::selected(tx, &caller.id).await?;
    selected.map(|project| project.id).ok_or_else(|| Problem::conflict("tasks.no-project"))
}

/// Refuses an owner who does not work on the project. A project has one user so far: the account itself.
fn expect_owner(caller: &Caller, owner: Option<&str>) -> Result<()> {
    let is_known = owner.is_none_or(|owner| owner == caller.id);
    refuse_if(!is_known, || Problem::invalid_field("owner_id", Text::key("validation.not-a-choice")))
}

/// The changes; absent fields keep their value.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct TaskEdit {
    #[serde(default, deserialize_with = "single_line::written")]
    #[garde(inner(length(chars, min = 1, max = TITLE_CHARS)))]
    title: Option<String>,
    /// Markdown.
    #[garde(inner(length(chars, max = NOTE_CHARS)))]
    note: Option<String>,
    /// Null for no owner.
    #[serde(default, deserialize_with = "json::present")]
    #[garde(skip)]
    #[schema(value_type = Option<String>)]
    owner_id: Option<Option<String>>,
    /// Null for no day.
    #[serde(default, deserialize_with = "json::present")]
    #[garde(skip)]
    #[schema(value_type = Option<String>, example = "2026-12-01")]
    due: Option<Option<String>>,
    #[garde(skip)]
    state: Option<TaskState>,
}

/// Change a task
#[utoipa::path(patch, path = "/api/tasks/{id}", tag = "tasks", security(("key" = ["tasks:write"])), params(("id" = String, Path)), request_body = TaskEdit,
    responses((status = 200, body = Task)))]
pub(super) async fn edit_task(
    app: App,
    caller: Scoped<TasksWrite>,
    Id(id): Id,
    Valid(edit): Valid<TaskEdit>,
) -> Result<Json<Task>> {
    if let Some(Some(due)) = &edit.due {
        expect_day("due", due)?;
    }
    expect_owner(&caller, edit.owner_id.as_ref().and_then(Option::as_deref))?;
    let mut tx = app.db.write_for(&caller.id).await?;
    let old = store::find_open(&mut tx, &caller, &id).await?;
    let now = Timestamp::now();
    let mut row = old.clone();
    row.title = edit.title.unwrap_or(row.title);
    row.note = edit.note.unwrap_or(row.note);
    row.owner_id = edit.owner_id.unwrap_or(row.owner_id);
    if let Some(due) = edit.due.filter(|due| *due != old.due) {
        row.set_due(due, now);
    }
    row.set_state(edit.state.unwrap_or(old.state), now);
    let task = save(&app, &mut tx, &old, row, ChangeKind::Edited, &Actor::of(&caller)).await?;
    committed(tx, Json(task)).await
}

/// Stores a changed task with its history. A task that is the same stays as it is.
pub(super) async fn save(
    app: &App,
    tx: &mut Conn,
    old: &Row,
    row: Row,
    kind: ChangeKind,
    actor: &Actor,
) -> Result<Task> {
    if row == *old {
        return Ok(row.view());
    }
    store::update(tx, &Row { updated_at: Timestamp::now(), ..row }).await?;
    // With the name of its owner.
    let new = store::load(tx, &old.id).await?;
    history::record(tx, &old.id, kind, actor, &differences(old, &new)).await?;
    let task = new.view();
    announce(app, tx, &old.account_id, WebhookEvent::TaskChanged, &task).await?;
    Ok(task)
}

fn differences(old: &Row, new: &Row) -> Vec<FieldChange> {
    let state = |row: &Row| Some(name_of(row.state).to_owned());
    let mut all = vec![
        FieldChange { field: TaskField::Title, old: Some(old.title.clone()), new: Some(new.title.clone()) },
        FieldChange { field: TaskField::Owner, old: old.owner_name.clone(), new: new.owner_name.clone() },
        FieldChange { field: TaskField::Due, old: old.due.clone(), new: new.due.clone() },
        FieldChange { field: TaskField::State, old: state(old), new: state(new) },
    ];
    all.retain(|change| change.old != change.new);
    if old.note != new.note {
        all.push(FieldChange { field: TaskField::Note, old: None, new: None });
    }
    all
}

/// Delete a task with its history
#[utoipa::path(delete, path = "/api/tasks/{id}", tag = "tasks", security(("key" = ["tasks:write"])), params(("id" = String, Path)), responses((status = 204)))]
pub(super) async fn delete_task(app: App, caller: Scoped<TasksWrite>, Id(id): Id) -> Result<Response> {
    let mut tx = app.db.write_for(&caller.id).await?;
    let task = store::find_open(&mut tx, &caller, &id).await?.view();
    db::query("DELETE FROM tasks WHERE id = $1").bind(&id).run(&mut tx).await?;
    announce(&app, &mut tx, &caller.id, WebhookEvent::TaskDeleted, &task).await?;
    committed(tx, no_content()).await
}
