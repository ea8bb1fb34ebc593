//! What is installed: the tools that came with the server, and the plugins that came in packages.

use std::collections::{BTreeMap, BTreeSet};

use axum::{Json, extract::State};
use serde::Serialize;
use utoipa::ToSchema;

use super::store::{self, PluginRow};
use crate::{
    app::App,
    auth::Admin,
    db,
    error::Result,
    locale::Locale,
    page::{Page, Paged},
    tools::{Shelf, Tools},
};

/// A plugin, in a line.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PluginSummary {
    #[schema(example = "facebook-post")]
    pub id: String,
    /// In the reader's language; the id where no version of it can be used.
    pub name: String,
    pub publisher: String,
    /// The version that serves everybody.
    #[schema(required)]
    pub version: Option<String>,
    /// The package of that; null where it came with the server.
    #[schema(required)]
    pub digest: Option<String>,
    /// Whether a tool of this name came with the server.
    pub bundled: bool,
    pub pinned: bool,
    /// Whether it may not run at the moment.
    pub closed: bool,
    /// How many versions wait for an administrator.
    pub waiting: i64,
}

impl PluginSummary {
    /// `row`: none for a tool that only came with the server.
    pub fn of(tools: &Tools, shelf: &Shelf, id: &str, row: Option<&PluginRow>, locale: Locale) -> Self {
        let tool = shelf.any(id);
        let current = shelf.current(id);
        Self {
            id: id.to_owned(),
            name: tool.map_or_else(|| id.to_owned(), |tool| tool.text(locale).name.clone()),
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
        }
    }
}

/// Every plugin, in the order of their ids
#[utoipa::path(get, path = "/api/admin/plugins", tag = "admin", params(Page), responses((status = 200, body = Paged<PluginSummary>)))]
pub(super) async fn list_plugins(
    State(app): State<App>,
    _: Admin,
    locale: Locale,
    page: Page,
) -> Result<Json<Paged<PluginSummary>>> {
    let mut tx = app.db.read().begin().await?;
    let rows: BTreeMap<String, PluginRow> =
        store::plugins(&mut tx).await?.into_iter().map(|row| (row.id.clone(), row)).collect();
    let waiting: Vec<(String, i64)> =
        db::query_as("SELECT plugin, COUNT(*) FROM packages WHERE state = 'waiting' GROUP BY plugin")
            .fetch_all(&mut *tx)
            .await?;
    drop(tx);
    let waiting: BTreeMap<String, i64> = waiting.into_iter().collect();
    let tools = app.part::<Tools>();
    let shelf = tools.shelf();
    let ids: BTreeSet<&String> = tools.bundled().keys().chain(rows.keys()).collect();
    let total = i64::try_from(ids.len()).unwrap_or(i64::MAX);
    let from = usize::try_from(page.offset()).unwrap_or(usize::MAX);
    let shown = ids.into_iter().skip(from).take(page.per_page as usize).map(|id| PluginSummary {
        waiting: waiting.get(id).copied().unwrap_or_default(),
        ..PluginSummary::of(tools, &shelf, id, rows.get(id), locale)
    });
    Ok(Json(page.of(shown.collect(), total)))
}
