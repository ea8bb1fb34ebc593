//! The installed tools: built-in ones, and plugins from packages.

use super::figures::{self, PluginFigures};
use super::store::{self, PluginRow};
use crate::catalogue::models::Models;
use crate::catalogue::tools::{Shelf, Tools};
use crate::platform::prelude::*;

/// A plugin, in a list.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PluginSummary {
    #[schema(example = "facebook-post")]
    pub id: String,
    /// In the reader's language; the id if no version is usable.
    pub name: String,
    pub publisher: String,
    /// The version that serves everyone.
    #[schema(required)]
    pub version: Option<String>,
    /// Its package; null for a built-in tool.
    #[schema(required)]
    pub digest: Option<String>,
    /// Whether there is a built-in tool with this id.
    pub bundled: bool,
    pub pinned: bool,
    /// Whether it is currently closed.
    pub closed: bool,
    /// Number of versions that wait for approval.
    pub waiting: i64,
    /// Whether a version is being rolled out.
    pub staged: bool,
    /// The signature level of the version that serves everyone; null for a built-in tool.
    #[schema(required, example = "partner")]
    pub level: Option<String>,
    /// Of the last 30 days; zeros with a single plugin, which has a report of its own.
    #[serde(flatten)]
    pub figures: PluginFigures,
}

/// A column that sorts the list.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum PluginSort {
    #[default]
    Id,
    Name,
    Publisher,
    Runs,
    Failed,
    Words,
    Cost,
}

/// The state of a plugin; one may have several.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum PluginState {
    /// It is built in.
    Bundled,
    /// It was installed from a package.
    Installed,
    /// A version waits for approval.
    Waiting,
    /// A version is being rolled out.
    Staged,
    Pinned,
    /// It is currently closed.
    Closed,
}

/// Which plugins to list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct PluginFilter {
    /// Words that name, id or publisher must contain; case and Polish accents are ignored.
    q: Option<String>,
    /// Only plugins in this state.
    #[param(inline)]
    state: Option<PluginState>,
    /// Only plugins of this publisher.
    publisher: Option<String>,
    /// Only plugins with this signature level.
    level: Option<String>,
    #[serde(default)]
    #[param(inline, value_type = Option<PluginSort>)]
    sort: PluginSort,
    #[serde(default)]
    #[param(inline, value_type = Option<Direction>)]
    order: Direction,
}

impl PluginFilter {
    fn finds(&self, plugin: &PluginSummary) -> bool {
        let is_in = |state: PluginState| match state {
            PluginState::Bundled => plugin.is_ours(),
            PluginState::Installed => !plugin.is_ours(),
            PluginState::Waiting => plugin.waiting > 0,
            PluginState::Staged => plugin.staged,
            PluginState::Pinned => plugin.pinned,
            PluginState::Closed => plugin.closed,
        };
        let named = || fold(&format!("{} {} {}", plugin.name, plugin.id, plugin.publisher));
        self.state.is_none_or(is_in)
            && self.publisher.as_ref().is_none_or(|publisher| *publisher == plugin.publisher)
            && self.level.as_ref().is_none_or(|level| plugin.level.as_ref() == Some(level))
            && self.q.as_deref().map(fold).is_none_or(|words| {
                let named = named();
                words.split(' ').all(|word| named.contains(word))
            })
    }

    /// The list is sorted by id before, so that equal plugins stay in that order.
    fn sort(&self, plugins: &mut [PluginSummary]) {
        let by = |one: &PluginSummary, other: &PluginSummary| match self.sort {
            PluginSort::Id => one.id.cmp(&other.id),
            PluginSort::Name => fold(&one.name).cmp(&fold(&other.name)),
            PluginSort::Publisher => one.publisher.cmp(&other.publisher),
            PluginSort::Runs => one.figures.runs.cmp(&other.figures.runs),
            PluginSort::Failed => one.figures.failed.cmp(&other.figures.failed),
            PluginSort::Words => one.figures.words.cmp(&other.figures.words),
            PluginSort::Cost => one.figures.cost_usd.total_cmp(&other.figures.cost_usd),
        };
        plugins.sort_by(|one, other| self.order.turn(by(one, other)));
    }
}

impl PluginSummary {
    /// Whether the built-in tool serves. A package that is rolled out or waits does not replace it yet.
    fn is_ours(&self) -> bool {
        self.bundled && self.digest.is_none()
    }

    /// `row` is `None` for a tool that is only built in.
    pub fn of(tools: &Tools, shelf: &Shelf, id: &str, row: Option<&PluginRow>, locale: Locale) -> Self {
        let tool = shelf.any(id);
        let current = shelf.current(id);
        Self {
            id: id.to_owned(),
            name: shelf.name_of(id, locale),
            publisher: row
                .map(|row| row.publisher.clone())
                .or_else(|| tool.map(|tool| tool.publisher.clone()))
                .unwrap_or_default(),
            version: current.map(|tool| tool.version.clone()),
            digest: current.and_then(|tool| tool.package.clone()),
            bundled: tools.bundled().contains_key(id),
            pinned: row.is_some_and(|row| row.pinned),
            closed: current.is_some_and(|tool| tool.closed().is_some()),
            waiting: 0,
            staged: shelf.audience(id).is_some(),
            level: None,
            figures: PluginFigures::default(),
        }
    }
}

/// Every plugin
#[utoipa::path(get, path = "/api/admin/plugins", tag = "admin", params(PluginFilter, Page), responses((status = 200, body = Paged<PluginSummary>)))]
pub async fn list_plugins(
    app: App,
    _: Admin,
    locale: Locale,
    Query(filter): Query<PluginFilter>,
    page: Page,
) -> Result<Json<Paged<PluginSummary>>> {
    app.part::<Models>().store_usage().await;
    let mut tx = app.db.read().begin().await?;
    let figures = figures::of_all(&mut tx).await?;
    let rows: BTreeMap<String, PluginRow> =
        store::plugins(&mut tx).await?.into_iter().map(|row| (row.id.clone(), row)).collect();
    let query = db::query_as("SELECT plugin, COUNT(*) FROM packages WHERE state = 'waiting' GROUP BY plugin");
    let waiting: Vec<(String, i64)> = query.fetch_all(&mut *tx).await?;
    let levels: BTreeMap<String, Option<String>> = levels(&mut tx).await?.into_iter().collect();
    drop(tx);
    let waiting: BTreeMap<String, i64> = waiting.into_iter().collect();
    let tools = app.part::<Tools>();
    let shelf = tools.shelf();
    let ids: BTreeSet<&String> = tools.bundled().keys().chain(rows.keys()).collect();
    let mut found: Vec<PluginSummary> = ids
        .into_iter()
        .map(|id| PluginSummary {
            waiting: waiting.get(id).copied().unwrap_or_default(),
            level: levels.get(id).cloned().flatten(),
            figures: figures.get(id).copied().unwrap_or_default(),
            ..PluginSummary::of(tools, &shelf, id, rows.get(id), locale)
        })
        .filter(|plugin| filter.finds(plugin))
        .collect();
    filter.sort(&mut found);
    Ok(Json(page.cut(found)))
}

/// The signature level of each plugin's version that serves everyone.
async fn levels(conn: &mut Conn) -> Result<Vec<(String, Option<String>)>> {
    let levels = db::query_as(
        "SELECT p.id, k.level FROM plugins p JOIN packages k ON k.digest = p.current_digest WHERE p.installed",
    );
    Ok(levels.fetch_all(conn).await?)
}
