//! The browser that renders pages of audits, where an administrator has connected one.

use sitewright_crawler::crawl;
use sitewright_crawler::render::{Filled, Renderer, SOURCE};
use sitewright_facts::{Page as Facts, Tables, layouts};
use sitewright_renderer::{Browser, Endpoint, Limits};

use super::columns::columns;
use super::settings::Settings;
use super::store::Audit;
use super::{crawler, history};
use crate::platform::prelude::*;

/// What rules about rendered pages need.
pub(super) const NEED: &str = "render";

/// The browser of this server.
#[derive(Clone)]
struct Connected(Option<Arc<Browser>>);

/// Adds the browser of the settings to the server.
///
/// Errors: an address that is none.
pub(super) fn connect(app: App) -> anyhow::Result<App> {
    let browser = match &app.config.browser_url {
        None => None,
        Some(url) => {
            let endpoint: Endpoint = url
                .parse()
                .map_err(|expected| anyhow::anyhow!("SITEWRIGHT_BROWSER_URL must be {expected}"))?;
            let limits = Limits { pages: app.config.browser_pages, ..Limits::default() };
            Some(Arc::new(Browser::new(endpoint, limits)))
        }
    };
    Ok(app.with(Connected(browser)))
}

pub(super) fn browser(app: &App) -> Option<Arc<Browser>> {
    app.part::<Connected>().0.clone()
}

/// Whether pages of an audit with these settings are rendered.
pub(super) fn is_on(app: &App, settings: &Settings) -> bool {
    settings.render > 0 && browser(app).is_some()
}

/// What rules may need and is there, in an audit of this server.
pub(super) fn connected(app: &App, audit: &Audit) -> Vec<&'static str> {
    let browser = is_on(app, &audit.settings).then_some(NEED);
    let history = audit.earlier.as_ref().map(|_| history::NEED);
    crawler::connected(&audit.settings).into_iter().chain(browser).chain(history).collect()
}

/// What renders the pages of a crawl; `None` if nothing does.
pub(super) fn renderer(
    app: &App,
    audit: &Settings,
    crawl: &crawl::Settings,
    start: &Url,
    today: u32,
) -> Result<Option<Renderer>> {
    let Some(browser) = browser(app).filter(|_| audit.render > 0) else { return Ok(None) };
    let renderer = Renderer::new(browser, crawl, start, today);
    renderer.map(Some).map_err(|failure| Problem::internal(anyhow::anyhow!("{failure}")))
}

/// Renders pages that are checked again, all or none: with some of them, what is gone could not be told from what was not
/// seen. Returns whether all were rendered.
pub(super) async fn again(renderer: Option<Renderer>, around: &Tables, pages: &mut Tables) -> bool {
    let Some(mut renderer) = renderer else { return false };
    renderer.obey(around);
    let Filled { asked, rendered } = renderer.fill(pages, crawl::Batch::<Tables>::MOST).await;
    let documents = pages.view().pages().filter(|page| page.role() == 0 && page.html()).count();
    asked == rendered && asked as usize == documents
}

/// The rendered view of a page.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PageRendering {
    /// `rendered`, or why it was not: `failed`, `limit` (others were rendered before it), `off` (by the settings),
    /// `unconnected` (no browser is connected).
    state: &'static str,
    /// How it failed, such as `timed-out`; empty otherwise.
    problem: String,
    /// The columns of the table `rendered` of the facts; empty if it was not rendered.
    facts: BTreeMap<&'static str, Value>,
}

/// The rendered view of a page, or why there is none; `None` for what is no page.
pub(super) fn view(
    app: &App,
    settings: &Settings,
    page: Facts<'_>,
    tables: &Tables,
) -> Option<PageRendering> {
    if page.role() != 0 || page.status() != 200 || !page.html() {
        return None;
    }
    if let Some(row) = page.rendered().next() {
        let row = tables.view().rendered.row(row.index() as usize);
        let facts = columns(layouts::rendered, row);
        return Some(PageRendering { state: "rendered", problem: String::new(), facts });
    }
    let failed = page.known().find(|known| known.source() == SOURCE);
    let state = match failed {
        Some(_) => "failed",
        None if settings.render == 0 => "off",
        None if browser(app).is_none() => "unconnected",
        None => "limit",
    };
    let said = failed.and_then(|known| serde_json::from_str::<Value>(known.json()).ok()).unwrap_or_default();
    let problem = said["problem"].as_str().unwrap_or_default().to_owned();
    Some(PageRendering { state, problem, facts: BTreeMap::new() })
}
