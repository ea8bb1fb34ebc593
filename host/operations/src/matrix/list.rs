//! Reads the matrix: its plans once, its tools in pages.

use super::filter::{Stage, ToolFilter};
use crate::billing::plans::{self, Ceilings, Cells, Plan, exceptions};
use crate::catalogue::tools::{Category, Shelf, Tool, Tools, categories_of};
use crate::platform::prelude::*;

/// A column of the matrix.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct MatrixPlan {
    id: i64,
    /// In the reader's language.
    name: String,
    on_offer: bool,
    /// Whether it includes tools that are installed later.
    all_tools: bool,
    /// Must be sent with a change, so that concurrent changes are detected.
    revision: i64,
}

/// A plan's terms for a tool.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct MatrixCell {
    product_id: i64,
    /// Whether the plan includes the tool.
    open: bool,
    ceilings: Ceilings,
}

/// A row of the matrix.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct MatrixTool {
    id: String,
    /// In the reader's language.
    name: String,
    category: String,
    publisher: String,
    stage: Stage,
    /// Usual words of a run.
    words: u32,
    /// Hosts in its manifest.
    hosts: Vec<String>,
    /// Accounts with an active exception.
    exceptions: i64,
    /// By plan, in order.
    cells: Vec<MatrixCell>,
}

/// A page of the matrix.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Matrix {
    plans: Vec<MatrixPlan>,
    /// The options of the category filter.
    categories: Vec<Category>,
    publishers: BTreeSet<String>,
    /// Most memory of a run on this server, in MiB.
    memory_mib: i64,
    data: Vec<MatrixTool>,
    page: u32,
    per_page: u32,
    /// Tools on all pages.
    total: i64,
}

/// Which plan includes which tool, with which limits
#[utoipa::path(get, path = "/api/admin/matrix", tag = "admin", params(ToolFilter, Page), responses((status = 200, body = Matrix)))]
pub(super) async fn get_matrix(
    app: App,
    _: Admin,
    locale: Locale,
    Query(filter): Query<ToolFilter>,
    page: Page,
) -> Result<Json<Matrix>> {
    let shelf = app.part::<Tools>().shelf();
    let Paged { data: shown, total, .. } = page.cut(filter.tools(&shelf, locale));
    let mut tx = app.db.read().begin().await?;
    let (plans, cells) = (plans::list(&mut tx).await?, Cells::read(&mut tx).await?);
    let revisions = plans::revisions(&mut tx).await?;
    let ids: Vec<&str> = shown.iter().map(|tool| tool.id.as_str()).collect();
    let exceptions = exceptions::count_active(&mut tx, &ids).await?;
    drop(tx);
    let data = shown.iter().map(|tool| {
        let exceptions = exceptions.get(&tool.id).copied().unwrap_or_default();
        row(&shelf, tool, &plans, &cells, exceptions, locale)
    });
    let data = data.collect();
    Ok(Json(Matrix {
        plans: plans.iter().map(|plan| column(plan, &revisions, locale)).collect(),
        categories: categories_of(locale, shelf.all(locale)),
        publishers: shelf.all(locale).map(|tool| tool.publisher.clone()).collect(),
        memory_mib: most_memory(&app),
        data,
        page: page.page,
        per_page: page.per_page,
        total,
    }))
}

fn column(plan: &Plan, revisions: &HashMap<i64, i64>, locale: Locale) -> MatrixPlan {
    MatrixPlan {
        id: plan.id,
        name: plan.name_in(locale).to_owned(),
        on_offer: plan.on_offer,
        all_tools: plan.all_tools,
        revision: revisions.get(&plan.id).copied().unwrap_or_default(),
    }
}

fn row(
    shelf: &Shelf,
    tool: &Tool,
    plans: &[Plan],
    cells: &Cells,
    exceptions: i64,
    locale: Locale,
) -> MatrixTool {
    let cell = |plan: &Plan| {
        let cell = cells.of(plan, &tool.id);
        MatrixCell { product_id: plan.id, open: cell.open, ceilings: cell.ceilings }
    };
    MatrixTool {
        id: tool.id.clone(),
        name: tool.text(locale).name.clone(),
        category: tool.category.clone(),
        publisher: tool.publisher.clone(),
        stage: Stage::of(shelf, &tool.id),
        words: tool.words,
        hosts: tool.grants.hosts.iter().map(ToString::to_string).collect(),
        exceptions,
        cells: plans.iter().map(cell).collect(),
    }
}

/// Most memory that the engine gives a run, in MiB.
pub(super) fn most_memory(app: &App) -> i64 {
    i64::try_from(app.config.plugin_memory_bytes / (1024 * 1024)).unwrap_or(i64::MAX)
}
