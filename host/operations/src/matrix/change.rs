//! Changes cells of the matrix, optionally many at once; and previews the effects of a change.

use super::effects::{self, MatrixEffects};
use super::filter::ToolFilter;
use super::list::most_memory;
use crate::billing::plans::{self, Ceilings, Cell, Cells, Plan};
use crate::catalogue::tools::{Tool, Tools};
use crate::messages::audit_log::{ByAdmin, Subject};
use crate::platform::prelude::*;

/// Tool ids in an entry of the audit log.
const NAMED: usize = 20;

/// A plan in the revision that the administrator saw.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SeenPlan {
    #[garde(skip)]
    id: i64,
    #[garde(skip)]
    revision: i64,
}

/// A switch of the matrix.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CellSwitch {
    #[garde(skip)]
    plan: i64,
    #[garde(length(min = 1, max = 1000))]
    #[schema(min_length = 1, max_length = 1000)]
    tool: String,
    /// Whether the plan includes the tool.
    #[garde(skip)]
    open: bool,
}

/// A change: these tools in these plans, or single switches.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct MatrixChange {
    #[garde(length(min = 1, max = 100), dive)]
    #[schema(min_items = 1, max_items = 100)]
    plans: Vec<SeenPlan>,
    /// Ids of the tools; absent for all that `matching` finds.
    #[serde(default)]
    #[garde(inner(length(min = 1, max = 1000)))]
    #[schema(min_items = 1, max_items = 1000)]
    tools: Option<Vec<String>>,
    #[serde(default)]
    #[garde(dive)]
    matching: ToolFilter,
    /// Whether the plans include the tools; absent to leave it unchanged.
    #[serde(default)]
    #[garde(skip)]
    open: Option<bool>,
    /// The new limits; absent to keep the old ones. The hosts of several tools always stay.
    #[serde(default)]
    #[garde(dive)]
    ceilings: Option<Ceilings>,
    /// Single switches of these plans, each once, instead of the same change for all `tools`. Limits stay.
    #[serde(default)]
    #[garde(length(min = 1, max = 2000), dive)]
    #[schema(min_items = 1, max_items = 2000)]
    switches: Option<Vec<CellSwitch>>,
}

/// A cell that changes.
pub(super) struct Changed {
    /// Index of the plan in the change.
    pub plan: usize,
    pub tool: Arc<Tool>,
    pub before: Cell,
    pub after: Cell,
}

/// A change compared with the current state.
pub(super) struct Prepared {
    pub plans: Vec<Plan>,
    pub cells: Vec<Changed>,
}

/// The effects of a change, without making it
#[utoipa::path(post, path = "/api/admin/matrix/preview", tag = "admin", request_body = MatrixChange,
    responses((status = 200, body = MatrixEffects), (status = 409, description = "Another administrator changed a plan in the meantime")))]
pub(super) async fn preview_matrix(
    app: App,
    _: Admin,
    locale: Locale,
    Valid(change): Valid<MatrixChange>,
) -> Result<Json<MatrixEffects>> {
    let mut tx = app.db.read().begin().await?;
    let prepared = change.prepare(&app, &mut tx, locale).await?;
    Ok(Json(effects::of(&mut tx, &prepared, locale).await?))
}

/// The result of a change.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct MatrixChanged {
    /// Number of changed cells.
    cells: usize,
}

/// Change which plans include which tools, with which limits
///
/// It applies to runs that start from now on.
#[utoipa::path(put, path = "/api/admin/matrix", tag = "admin", request_body = MatrixChange,
    responses((status = 200, body = MatrixChanged), (status = 409, description = "Another administrator changed a plan in the meantime")))]
pub(super) async fn change_matrix(
    app: App,
    by: ByAdmin,
    locale: Locale,
    Valid(change): Valid<MatrixChange>,
) -> Result<Json<MatrixChanged>> {
    let mut tx = app.db.write().await?;
    let Prepared { plans, cells } = change.prepare(&app, &mut tx, locale).await?;
    for (place, plan) in plans.iter().enumerate() {
        let its: Vec<&Changed> = cells.iter().filter(|cell| cell.plan == place).collect();
        if its.is_empty() {
            continue;
        }
        let seen = change.plans.get(place).map_or(0, |seen| seen.revision);
        refuse_if(!plans::begin_change(&mut tx, plan.id, seen).await?, || changed_meanwhile(Some(plan)))?;
        for cell in &its {
            plans::save_cell(&mut tx, plan, &cell.tool.id, &cell.after).await?;
        }
        change.record(&mut tx, &by, plan, &its).await?;
    }
    committed(tx, Json(MatrixChanged { cells: cells.len() })).await
}

impl MatrixChange {
    /// Writes the change of a plan to the audit log: switches on and off are two entries.
    async fn record(&self, tx: &mut Tx, by: &ByAdmin, plan: &Plan, its: &[&Changed]) -> Result<()> {
        let is = |open: bool| its.iter().copied().filter(|cell| cell.after.open == open).collect::<Vec<_>>();
        let parts = match self.switches {
            Some(_) => vec![(Some(true), is(true)), (Some(false), is(false))],
            None => vec![(self.open, its.to_vec())],
        };
        for (open, cells) in parts.into_iter().filter(|(_, cells)| !cells.is_empty()) {
            let named: Vec<&str> = cells.iter().take(NAMED).map(|cell| cell.tool.id.as_str()).collect();
            let details = json!({
                "count": cells.len(), "tools": named.join(", "), "open": open, "ceilings": self.ceilings,
            });
            let subject = Subject::of("product", plan.id.to_string(), plan.name_en.clone());
            by.record(tx, "product.tools-changed", subject, details).await?;
        }
        Ok(())
    }

    /// The cells that would change. Refuses invalid changes, and plans that changed since the administrator saw them.
    async fn prepare(&self, app: &App, conn: &mut Conn, locale: Locale) -> Result<Prepared> {
        let plans = self.plans(conn).await?;
        let now = Cells::read(conn).await?;
        let cells = match &self.switches {
            Some(switches) => self.switched(app, switches, &plans, &now)?,
            None => self.alike(app, &plans, &now, locale)?,
        };
        let prepared = Prepared { plans, cells };
        prepared.expect_tools(app, &now)?;
        Ok(prepared)
    }

    /// The cells that single switches change.
    fn switched(
        &self,
        app: &App,
        switches: &[CellSwitch],
        plans: &[Plan],
        now: &Cells,
    ) -> Result<Vec<Changed>> {
        let has_more = self.tools.is_some() || self.open.is_some() || self.ceilings.is_some();
        let refused = || Problem::invalid_field("switches", Text::key("validation.not-a-choice"));
        refuse_if(has_more, refused)?;
        let (shelf, mut seen, mut cells) = (app.part::<Tools>().shelf(), HashSet::new(), Vec::new());
        for CellSwitch { plan, tool, open } in switches {
            let place = plans.iter().position(|one| one.id == *plan).ok_or_else(refused)?;
            refuse_if(!seen.insert((place, tool.as_str())), refused)?;
            let tool = shelf.any(tool).cloned().ok_or_else(|| unknown_tool("switches", tool))?;
            let before = now.of(&plans[place], &tool.id);
            if before.open != *open {
                let after = Cell { open: *open, ceilings: before.ceilings.clone() };
                cells.push(Changed { plan: place, tool, before, after });
            }
        }
        Ok(cells)
    }

    /// The cells that the same change for all tools changes.
    fn alike(&self, app: &App, plans: &[Plan], now: &Cells, locale: Locale) -> Result<Vec<Changed>> {
        let is_empty = self.open.is_none() && self.ceilings.is_none();
        refuse_if(is_empty, || Problem::invalid_field("open", Text::key("validation.required")))?;
        let tools = self.tools(app, locale)?;
        self.check(app, &tools)?;
        let mut cells = Vec::new();
        for (place, plan) in plans.iter().enumerate() {
            for tool in &tools {
                let before = now.of(plan, &tool.id);
                let after = self.after(&before);
                if before != after {
                    cells.push(Changed { plan: place, tool: tool.clone(), before, after });
                }
            }
        }
        Ok(cells)
    }

    async fn plans(&self, conn: &mut Conn) -> Result<Vec<Plan>> {
        let (all, revisions) = (plans::list(conn).await?, plans::revisions(conn).await?);
        let mut plans = Vec::with_capacity(self.plans.len());
        for (place, seen) in self.plans.iter().enumerate() {
            let is_repeated = self.plans[..place].iter().any(|before| before.id == seen.id);
            refuse_if(is_repeated, || Problem::invalid_field("plans", Text::key("validation.not-a-choice")))?;
            let plan = all.iter().find(|plan| plan.id == seen.id);
            match plan.filter(|plan| revisions.get(&plan.id) == Some(&seen.revision)) {
                Some(plan) => plans.push(plan.clone()),
                None => return Err(changed_meanwhile(plan)),
            }
        }
        Ok(plans)
    }

    fn tools(&self, app: &App, locale: Locale) -> Result<Vec<Arc<Tool>>> {
        let shelf = app.part::<Tools>().shelf();
        let Some(ids) = &self.tools else { return Ok(self.matching.tools(&shelf, locale)) };
        let mut ids: Vec<&String> = ids.iter().collect();
        ids.sort();
        ids.dedup();
        ids.into_iter().map(|id| shelf.any(id).cloned().ok_or_else(|| unknown_tool("tools", id))).collect()
    }

    fn check(&self, app: &App, tools: &[Arc<Tool>]) -> Result<()> {
        let Some(ceilings) = &self.ceilings else { return Ok(()) };
        if ceilings.hosts.is_some() && !self.is_of_one_tool() {
            return Err(Problem::invalid_field("ceilings.hosts", Text::key("ceilings.hosts-of-one")));
        }
        check_ceilings(app, ceilings, tools.first().map(AsRef::as_ref))
    }

    /// Hosts belong to a single tool: with several tools, each keeps its own.
    fn is_of_one_tool(&self) -> bool {
        self.tools.as_ref().is_some_and(|ids| ids.len() == 1)
    }

    fn after(&self, before: &Cell) -> Cell {
        let mut ceilings = self.ceilings.clone().unwrap_or_else(|| before.ceilings.clone());
        if !self.is_of_one_tool() {
            ceilings.hosts = before.ceilings.hosts.clone();
        }
        Cell { open: self.open.unwrap_or(before.open), ceilings }
    }
}

impl Prepared {
    /// Refuses a plan without any tool.
    fn expect_tools(&self, app: &App, now: &Cells) -> Result<()> {
        let shelf = app.part::<Tools>().shelf();
        for (place, plan) in self.plans.iter().enumerate() {
            let its = || self.cells.iter().filter(|cell| cell.plan == place);
            if !its().any(|cell| cell.before.open && !cell.after.open) || its().any(|cell| cell.after.open) {
                continue;
            }
            let closed: HashSet<&str> = its().map(|cell| cell.tool.id.as_str()).collect();
            let mut left = shelf.all(Locale::En).filter(|tool| !closed.contains(tool.id.as_str()));
            let has_tools = left.any(|tool| now.of(plan, &tool.id).open);
            refuse_if(!has_tools, || Problem::invalid_field("open", Text::key("plans.no-tools")))?;
        }
        Ok(())
    }
}

/// Refuses more memory than the server allows, and hosts that the tool's manifest does not contain.
pub(super) fn check_ceilings(app: &App, ceilings: &Ceilings, tool: Option<&Tool>) -> Result<()> {
    let most = most_memory(app);
    let text = Text::key("validation.at-most").with("max", most);
    let is_beyond = ceilings.memory_mib.is_some_and(|mib| mib > most);
    refuse_if(is_beyond, || Problem::invalid_field("ceilings.memory_mib", text))?;
    let named = |host: &String| {
        tool.is_some_and(|tool| tool.grants.hosts.iter().any(|pattern| pattern.to_string() == *host))
    };
    match ceilings.hosts.iter().flatten().find(|host| !named(host)) {
        Some(host) => {
            let text = Text::key("ceilings.unknown-host").with("host", host.as_str());
            Err(Problem::invalid_field("ceilings.hosts", text))
        }
        None => Ok(()),
    }
}

fn unknown_tool(field: &str, id: &str) -> Problem {
    Problem::invalid_field(field, Text::key("plans.unknown-tool").with("tool", id.to_owned()))
}

fn changed_meanwhile(plan: Option<&Plan>) -> Problem {
    let problem = Problem::conflict("matrix.changed-meanwhile");
    match plan {
        Some(plan) => problem.with("plan", plan.name()),
        None => problem.named("matrix.plan-is-gone"),
    }
}
