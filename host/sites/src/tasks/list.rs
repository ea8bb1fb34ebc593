//! The list of tasks, with its filter.

use super::store::{self, Row};
use super::{Task, TaskState};
use crate::platform::auth::TasksRead;
use crate::platform::fold::like;
use crate::platform::prelude::*;

/// A day after all others, where tasks without a due date are sorted.
const NEVER: &str = "'9999-12-31'";

/// Which tasks, by their state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum WantedState {
    /// Open or doing.
    Unfinished,
    Open,
    Doing,
    Done,
}

text_column!(WantedState);

/// Which tasks, by who does them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum WantedOwner {
    /// Those of the user who asks.
    Me,
    /// Those without an owner.
    None,
}

text_column!(WantedOwner);

/// Where a task comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum TaskOrigin {
    /// It was added by hand.
    Hand,
    /// It is about a finding of an audit.
    Finding,
}

text_column!(TaskOrigin);

/// The filter of tasks.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct TaskFilter {
    /// Words of the title or the note, in this order; case and Polish accents are ignored.
    q: Option<String>,
    /// Only tasks of the project with this number.
    project: Option<i64>,
    #[param(inline)]
    state: Option<WantedState>,
    #[param(inline)]
    owner: Option<WantedOwner>,
    #[param(inline)]
    origin: Option<TaskOrigin>,
    /// Only tasks that are due on this day or later, such as `2026-12-01`.
    due_from: Option<String>,
    /// Only tasks that are due on this day or earlier.
    due_to: Option<String>,
    /// Only tasks without a due date.
    #[serde(default)]
    undated: bool,
}

/// What a list is sorted by.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum TaskSort {
    /// Tasks without a due date are last.
    #[default]
    Due,
    Title,
    State,
    Created,
    Updated,
}

#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Order {
    #[serde(default)]
    #[param(inline)]
    sort: TaskSort,
    /// Ascending if absent; descending for times.
    #[param(inline)]
    order: Option<Direction>,
}

impl Order {
    fn sql(&self) -> String {
        let is_time = matches!(self.sort, TaskSort::Created | TaskSort::Updated);
        let direction = self.order.unwrap_or(Direction::rising(!is_time));
        let due = format!("COALESCE(t.due, {NEVER})");
        let state = "CASE t.state WHEN 'open' THEN 0 WHEN 'doing' THEN 1 ELSE 2 END";
        let columns: &[&str] = match self.sort {
            TaskSort::Due => &[&due, "t.id"],
            TaskSort::Title => &["t.folded", "t.id"],
            TaskSort::State => &[state, &due, "t.id"],
            TaskSort::Created => &["t.id"],
            TaskSort::Updated => &["t.updated_at", "t.id"],
        };
        direction.of(columns)
    }
}

/// A filter that was checked, for one caller.
pub(super) struct Chosen {
    account: String,
    /// The project that the caller is bound to.
    bound: Option<i64>,
    pattern: Option<String>,
    filter: TaskFilter,
}

/// Its values are those of [`Chosen::binds`].
const WHERE: &str =
    "WHERE t.account_id = $1 AND ($2 IS NULL OR t.project_id = $2) AND ($3 IS NULL OR t.project_id = $3)
    AND ($4 IS NULL OR t.folded LIKE $4 ESCAPE '!')
    AND ($5 IS NULL OR t.state = $5 OR ($5 = 'unfinished' AND t.state <> 'done'))
    AND ($6 IS NULL OR ($6 = 'me' AND t.owner_id = $1) OR ($6 = 'none' AND t.owner_id IS NULL))
    AND ($7 IS NULL OR ($7 = 'finding') = (t.rule IS NOT NULL))
    AND ($8 IS NULL OR t.due >= $8) AND ($9 IS NULL OR t.due <= $9) AND (NOT $10 OR t.due IS NULL)";

impl Chosen {
    pub fn of(caller: &Caller, filter: TaskFilter) -> Result<Self> {
        for (field, day) in [("due_from", &filter.due_from), ("due_to", &filter.due_to)] {
            if let Some(day) = day {
                expect_day(field, day)?;
            }
        }
        let pattern = filter.q.as_deref().filter(|q| !q.trim().is_empty()).map(like);
        Ok(Self { account: caller.id.clone(), bound: caller.project(), pattern, filter })
    }

    fn project(&self) -> (Option<i64>, Option<i64>) {
        (self.filter.project, self.bound)
    }

    /// A page of the tasks.
    pub async fn page(&self, conn: &mut Conn, order: &Order, page: Page) -> Result<Paged<Row>> {
        let (project, bound) = self.project();
        let TaskFilter { state, owner, origin, due_from, due_to, undated, .. } = &self.filter;
        let rest = format!("{WHERE} ORDER BY {} LIMIT $11 OFFSET $12", order.sql());
        let first = (&self.account, project, bound, &self.pattern, *state);
        let second = (*owner, *origin, due_from, due_to, *undated);
        let count = AssertSqlSafe(format!("SELECT count(*) FROM tasks t {WHERE}"));
        let count = db::query_scalar(count).binds(first).binds(second);
        page.fetch(conn, count, db::query_as(store::selected(&rest)).binds(first).binds(second)).await
    }

    /// All of the tasks.
    pub async fn all(&self, conn: &mut Conn, order: &Order) -> Result<Vec<Row>> {
        let (project, bound) = self.project();
        let TaskFilter { state, owner, origin, due_from, due_to, undated, .. } = &self.filter;
        let rest = format!("{WHERE} ORDER BY {} LIMIT $11", order.sql());
        let rows = db::query_as(store::selected(&rest))
            .binds((&self.account, project, bound, &self.pattern, *state))
            .binds((*owner, *origin, due_from, due_to, *undated, store::MOST));
        Ok(rows.fetch_all(conn).await?)
    }
}

/// Refuses what is not a day such as `2026-12-01`.
pub(super) fn expect_day(field: &str, day: &str) -> Result<()> {
    let wrong = || Problem::invalid_field(field, Text::key("tasks.due"));
    refuse_if(Timestamp::of_date(day).is_none(), wrong)
}

/// Tasks, those that are due first at the top
#[utoipa::path(get, path = "/api/tasks", tag = "tasks", security(("key" = ["tasks:read"])), params(TaskFilter, Order, Page),
    responses((status = 200, body = Paged<Task>), (status = 422, description = "A day is not one")))]
pub(super) async fn list_tasks(
    app: App,
    caller: Scoped<TasksRead>,
    Query(filter): Query<TaskFilter>,
    Query(order): Query<Order>,
    page: Page,
) -> Result<Json<Paged<Task>>> {
    let chosen = Chosen::of(&caller, filter)?;
    // One snapshot, so that the rows match the total.
    let mut tx = app.db.read().begin().await?;
    Ok(Json(chosen.page(&mut tx, &order, page).await?.map(Row::view)))
}

/// The name of a state, as the API writes it.
pub(super) fn name_of(state: TaskState) -> &'static str {
    match state {
        TaskState::Open => "open",
        TaskState::Doing => "doing",
        TaskState::Done => "done",
    }
}
