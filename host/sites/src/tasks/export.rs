//! Tasks as a table.

use super::TaskState;
use super::list::{Chosen, Order, TaskFilter};
use super::store::Row;
use crate::platform::auth::TasksRead;
use crate::platform::prelude::*;
use crate::platform::xlsx_file::Cell;
use crate::workspace::projects;

/// The format of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum TableFormat {
    Csv,
    Xlsx,
}

/// The names of the columns.
const HEAD: [&str; 11] = [
    "tasks.column.title",
    "tasks.column.state",
    "tasks.column.due",
    "tasks.column.owner",
    "tasks.column.project",
    "tasks.column.page",
    "tasks.column.rule",
    "tasks.column.note",
    "tasks.column.created",
    "tasks.column.closed",
    "tasks.column.verified",
];

/// Tasks as a table: those that match the filter, or all
///
/// The names of the columns and states are in the reader's language.
#[utoipa::path(get, path = "/api/tasks/export/{format}", tag = "tasks", security(("key" = ["tasks:read"])),
    params(("format" = inline(TableFormat), Path), TaskFilter, Order),
    responses((status = 200, description = "The table", content(
        (Vec<u8> = "text/csv"),
        (Vec<u8> = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    )), (status = 422, description = "A day is not one"), (status = 429, description = "Another conversion of the account is running")))]
pub(super) async fn export_tasks(
    app: App,
    caller: Scoped<TasksRead>,
    locale: Locale,
    Path(format): Path<String>,
    Query(filter): Query<TaskFilter>,
    Query(order): Query<Order>,
) -> Result<Response> {
    let format = match format.as_str() {
        "csv" => TableFormat::Csv,
        "xlsx" => TableFormat::Xlsx,
        _ => return Err(Problem::not_found()),
    };
    let chosen = Chosen::of(&caller, filter)?;
    let turn = app.conversions.turn(&caller.id).await?;
    let mut tx = app.db.read().begin().await?;
    let rows = chosen.all(&mut tx, &order).await?;
    let projects = projects::list(&mut tx, &caller.id).await?;
    drop(tx);
    let projects: HashMap<i64, String> =
        projects.into_iter().map(|project| (project.id, projects::shown(&project.domain))).collect();
    let name = say(locale, "tasks.file");
    let made = turn.run(move || {
        let head = HEAD.map(|key| say(locale, key)).to_vec();
        let lines = rows.into_iter().map(|row| line(row, &projects, locale));
        match format {
            TableFormat::Csv => {
                let lines = lines.map(|cells| cells.into_iter().map(Cell::into_text).collect());
                csv_file::table(std::iter::once(head).chain(lines), csv_file::separator(locale))
            }
            TableFormat::Xlsx => xlsx_file::table(&head, lines),
        }
    });
    let bytes = made.await??;
    Ok(match format {
        TableFormat::Csv => csv_file::file(bytes, &name),
        TableFormat::Xlsx => xlsx_file::file(bytes, &name),
    })
}

fn say(locale: Locale, key: &str) -> String {
    locale.say(key, &Params::new())
}

fn state_key(state: TaskState) -> &'static str {
    match state {
        TaskState::Open => "tasks.state.open",
        TaskState::Doing => "tasks.state.doing",
        TaskState::Done => "tasks.state.done",
    }
}

fn line(row: Row, projects: &HashMap<i64, String>, locale: Locale) -> Vec<Cell> {
    let day = |day: Option<String>| day.map_or(Cell::Text(String::new()), Cell::Date);
    let text = |text: Option<String>| Cell::Text(text.unwrap_or_default());
    vec![
        Cell::Text(row.title),
        Cell::Text(say(locale, state_key(row.state))),
        day(row.due),
        text(row.owner_name),
        text(projects.get(&row.project_id).cloned()),
        text(row.page_url),
        text(row.rule),
        Cell::Text(row.note),
        Cell::Date(row.created_at.date()),
        day(row.closed_at.map(Timestamp::date)),
        day(row.verified_at.map(Timestamp::date)),
    ]
}
