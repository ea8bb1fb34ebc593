//! Tools: the catalogue of installed plugins, in the reader's language, and users' favourites.

mod code;
mod cost;
mod described;
mod favourites;
mod guests;
mod input;
mod install;
mod invitations;
mod list;
mod package;
mod packs;
mod schema;
mod shelf;
mod status;
mod tool;
mod version;
mod view;
mod warm;

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use serde_json::value::RawValue;
use sitewright_engine::Engine;
use sitewright_package::PAGE;

use tool::Own;

use crate::billing::plans::{self, Lock, Locks};
use crate::models::ModelTerms;
use crate::platform::auth::{Scoped, ToolsRead};
use crate::platform::bundle::{self, Bundle};
use crate::platform::model::Connected;
use crate::platform::prelude::*;
use crate::platform::starting::Progress;

pub use code::{Code, Fetch, Stored, Workshop};
pub use cost::{Averages, RunCost, RunCosts};
pub use described::{Bring, Described, DescribedText};
pub use guests::{Guest, Guests, IsMember, Reach, admit, count_invited, remove_invited};
pub use input::{FieldPath, LANGUAGE, offers_language, prefer_language, prepare, prepare_aside};
pub use install::{COMPILE, engine_settings};
pub use invitations::{
    Invitation, NewInvitation, count_open_invitations, find_invitation, has_all, invitations_of, invite,
    revoke_invitation, revoke_invitations_by,
};
pub use list::{Catalogue, Category, categories_of};
pub use package::{describe, ended, failure_name, rehearsal_context, rehearse, verify, without_account};
pub use packs::{RulePack, packs_of, packs_of_everyone};
pub use schema::{Effort, Schema, aside};
pub use shelf::{Audience, Developments, Reader, Shelf, Staged, Versions};
pub use sitewright_package::{AUDIT, CATEGORIES};
pub use status::RunStatus;
pub use tool::{Name, Parts, Tool};
pub use version::{Closed, Counts, End, Gate, Tally};
pub use view::{
    Grants, ListedTool, NeedsModel, PermissionView, ToolFace, ToolLock, ToolUi, ToolView, permissions,
};

pub const SLICE: Slice = Slice {
    routes,
    tables: &[
        Table::personal("favourites", &["account_id"]),
        Table::personal("tool_guests", &["account_id"]),
        Table::new("tool_invitations"),
    ],
    views: &["favourite_tools"],
    open,
    load: Some(|app| Box::pin(load(app))),
    ..Slice::new("tools")
};

fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list::list_tools))
        .routes(routes!(get_tool))
        .routes(routes!(favourites::put_favourite, favourites::delete_favourite))
        .routes(routes!(get_icon))
        .routes(routes!(invitations::leave_tool))
        .routes(routes!(invitations::look_at_tool_invitation))
        .routes(routes!(invitations::accept_tool_invitation))
}

fn open(app: App) -> anyhow::Result<App> {
    Ok(app.with(bundle::KnownTools(page_texts)).with(plans::ToolNames(tool_names)))
}

/// The texts of a tool for the opening of its page; empty for one that only some accounts may see.
fn page_texts(app: &App, id: &str, locale: Locale) -> Option<bundle::ToolTexts> {
    let shelf = app.part::<Tools>().shelf();
    shelf.any(id)?;
    let listed = shelf.current(id).filter(|_| !shelf.is_unlisted(id));
    let texts = listed.map(|tool| {
        let text = tool.text(locale);
        bundle::ToolTexts { name: text.name.clone(), summary: text.summary.clone() }
    });
    Some(texts.unwrap_or_default())
}

/// The installed tools as plans name them.
fn tool_names(app: &App, locale: Locale) -> Vec<plans::PlanTool> {
    let tools = app.part::<Tools>();
    let shelf = tools.shelf();
    let named = tools.list_all(locale).into_iter().map(|tool| plans::PlanTool {
        id: tool.id.clone(),
        name: tool.text(locale).name.clone(),
        category: tool.category.clone(),
        unlisted: shelf.is_unlisted(&tool.id),
    });
    named.collect()
}

/// Installs the tools of the bundle.
async fn load(app: App) -> anyhow::Result<App> {
    let connected = app.part::<Connected>().clone();
    let pace = Pace::Now(app.part::<Progress>());
    let tools = Tools::open(&app.config, &app.bundle, connected, pace).await?;
    Ok(app.with(tools))
}

/// The same for a command, which needs few of them: a tool is compiled when it is needed.
pub async fn load_lazily(app: App) -> anyhow::Result<App> {
    let connected = app.part::<Connected>().clone();
    let tools = Tools::open(&app.config, &app.bundle, connected, Pace::Lazily).await?;
    Ok(app.with(tools))
}

/// The installed tools and the engine that runs them.
#[derive(Clone)]
pub struct Tools {
    workshop: Workshop,
    bundled: Arc<Installed>,
    /// Locked only while its content is cloned or replaced.
    shelf: Arc<RwLock<Arc<Shelf>>>,
    costs: Arc<cost::Costs>,
    /// UI modules of tools from packages, by name.
    modules: Arc<Mutex<HashMap<String, ToolUi>>>,
    packs: packs::Descriptions,
}

/// When plugins are compiled.
#[derive(Clone, Copy)]
pub enum Pace<'p> {
    /// At once, with reports of the progress.
    Now(&'p Progress),
    /// When one is needed, unless its names are not in the bundle.
    Lazily,
}

/// The result of installing the bundle.
#[derive(Default)]
struct Installed {
    tools: BTreeMap<String, Arc<Tool>>,
    /// Folder and reason.
    refused: Vec<(String, String)>,
}

impl Installed {
    /// A catalogue of these tools only.
    fn shelf(&self) -> Shelf {
        let mut shelf = Shelf::default();
        for (id, tool) in &self.tools {
            shelf.put(id, Versions { current: Some(tool.clone()), ..Versions::default() });
        }
        shelf
    }
}

impl Tools {
    /// Installs every plugin of the bundle. One that cannot be installed is logged and left out.
    pub async fn open(
        config: &Config,
        bundle: &Bundle,
        connected: Connected,
        pace: Pace<'_>,
    ) -> anyhow::Result<Self> {
        let workshop = Workshop::new(Engine::new(install::engine_settings(config))?, bundle);
        let bundled = Arc::new(install::all(&workshop, bundle, &connected, pace).await);
        let shelf = Arc::new(RwLock::new(Arc::new(bundled.shelf())));
        Ok(Self {
            workshop,
            bundled,
            shelf,
            costs: Arc::default(),
            modules: Arc::default(),
            packs: packs::descriptions(),
        })
    }

    pub fn engine(&self) -> &Engine {
        self.workshop.engine()
    }

    /// Prepares plugins to run.
    pub fn workshop(&self) -> &Workshop {
        &self.workshop
    }

    /// The current catalogue.
    pub fn shelf(&self) -> Arc<Shelf> {
        Arc::clone(&self.shelf.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Replaces the catalogue. Runs keep the versions that they started with.
    pub fn replace(&self, shelf: Shelf) {
        *self.shelf.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(shelf);
    }

    /// The version of a tool that serves everyone; 404 if there is none.
    pub fn find(&self, id: &str) -> Result<Arc<Tool>> {
        self.shelf().current(id).cloned().ok_or_else(|| no_tool(id))
    }

    /// The version of a listed tool that serves everyone, as `list` has it; `None` if there is none.
    pub fn find_listed(&self, id: &str) -> Option<Arc<Tool>> {
        self.shelf().find(id, Reader { account: "", plan: None, reach: Reach::Listed }).cloned()
    }

    /// The version of a tool that serves this account; 404 if there is none.
    pub async fn find_for(&self, app: &App, account: &str, id: &str) -> Result<Arc<Tool>> {
        let shelf = self.shelf();
        let plan = match shelf.asks_for_plan(id) {
            true => Some(plans::of_account(&mut app.db.read().acquire().await?, account).await?.plan.id),
            false => None,
        };
        let reach = reach(app, &shelf, account, id).await?;
        shelf.find(id, Reader { account, plan, reach }).cloned().ok_or_else(|| no_tool(id))
    }

    /// Average words of a run, by tool: of this account's runs, or of all runs if those are few.
    pub async fn averages(&self, app: &App, account: &str) -> Result<Averages> {
        self.costs.of(app, account).await
    }

    /// The catalogue of built-in tools.
    pub fn bundled_shelf(&self) -> Shelf {
        self.bundled.shelf()
    }

    /// The built-in tools, by id.
    pub fn bundled(&self) -> &BTreeMap<String, Arc<Tool>> {
        &self.bundled.tools
    }

    /// Makes a tool of a package. `bring` reads its descriptions.
    pub fn make(&self, app: &App, parts: Parts, bring: Bring) -> anyhow::Result<Tool> {
        let ui = match (parts.manifest.module.as_str(), &parts.package) {
            (PAGE, Some(digest)) => ToolUi::page(parts.development.as_deref().unwrap_or(digest)),
            (module, _) => self.module(app, module),
        };
        install::stored(ui, app.part::<Connected>(), parts, self.workshop.warm(), bring)
    }

    /// A UI module of the bundle, read once.
    fn module(&self, app: &App, module: &str) -> ToolUi {
        let known = self.modules.lock().unwrap_or_else(PoisonError::into_inner).get(module).cloned();
        known.unwrap_or_else(|| {
            let read = install::ui(&app.bundle, module.to_owned());
            let mut modules = self.modules.lock().unwrap_or_else(PoisonError::into_inner);
            modules.entry(module.to_owned()).or_insert(read).clone()
        })
    }

    /// The plugins that could not be installed, with the reason.
    pub fn refused(&self) -> &[(String, String)] {
        &self.bundled.refused
    }

    /// The tools that serve everyone, in display order: by category, then by name.
    pub fn list(&self, locale: Locale) -> Vec<Arc<Tool>> {
        self.shelf().of(Reader { account: "", plan: None, reach: Reach::Listed }, locale).cloned().collect()
    }

    /// The same with unlisted tools, for administrators.
    pub fn list_all(&self, locale: Locale) -> Vec<Arc<Tool>> {
        self.shelf().of(Reader { account: "", plan: None, reach: Reach::All }, locale).cloned().collect()
    }
}

fn no_tool(id: &str) -> Problem {
    Problem::not_found().with("tool", id)
}

fn category_place(category: &str) -> usize {
    CATEGORIES.iter().position(|known| *known == category).unwrap_or(CATEGORIES.len())
}

pub fn category_title(locale: Locale, category: &str) -> String {
    locale.say(&format!("tools.category.{category}"), &Params::new())
}

/// One tool
#[utoipa::path(get, path = "/api/tools/{id}", tag = "tools", security(("key" = ["tools:read"])), params(("id" = String, Path)), responses((status = 200, body = ToolView)))]
async fn get_tool(
    app: App,
    caller: Scoped<ToolsRead>,
    locale: Locale,
    Path(id): Path<String>,
) -> Result<Response> {
    let tools = app.part::<Tools>();
    caller.expect_tool(&id)?;
    let Terms { plan, locks, has_model } = terms(&app, &caller.id).await?;
    let shelf = tools.shelf();
    let reach = reach(&app, &shelf, &caller.id, &id).await?;
    let reader = Reader { account: &caller.id, plan: Some(plan), reach };
    let tool = shelf.find(&id, reader).ok_or_else(|| no_tool(&id))?;
    let guests = guests_of(&app, &shelf, &caller.id).await?;
    let favourite = favourites::of(&app, &caller.id).await?.contains(&id);
    let costs = tools.costs.of(&app, &caller.id).await?;
    let mut body = String::new();
    let own = Own {
        publisher: shelf.publisher_name(&tool.publisher),
        average: costs.get(&id).copied(),
        favourite,
        lock: locks.of(&id),
        guest: shelf.guest(&guests, &id),
        has_model,
    };
    tool.write(locale, own, Some(tool.described().await?.text(locale)), &mut body)?;
    Ok(json(body))
}

/// A version of a tool as JSON, for a user without any data; `lock` is set if their plan does not include it.
pub async fn shown(app: &App, tool: &Tool, locale: Locale, lock: Option<Lock<'_>>) -> Result<Box<RawValue>> {
    let mut json = String::new();
    let shelf = app.part::<Tools>().shelf();
    let publisher = shelf.publisher_name(&tool.publisher);
    let own = Own { publisher, average: None, favourite: false, lock, guest: None, has_model: false };
    tool.write(locale, own, Some(tool.described().await?.text(locale)), &mut json)?;
    Ok(RawValue::from_string(json)?)
}

fn json(body: String) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], body).into_response()
}

/// The unlisted tools of an account.
async fn guests_of(app: &App, shelf: &Shelf, account: &str) -> Result<Guests> {
    if !shelf.has_unlisted() {
        return Ok(Guests::default());
    }
    Guests::of(&mut app.db.read().acquire().await?, shelf, account).await
}

/// Whether an unlisted tool is available to an account. For a listed tool no query is made.
async fn reach(app: &App, shelf: &Shelf, account: &str, id: &str) -> Result<Reach<'static>> {
    if !shelf.is_unlisted(id) {
        return Ok(Reach::Listed);
    }
    let has = guests::has(app, shelf, account, id).await?;
    Ok(if has { Reach::All } else { Reach::Listed })
}

/// What an account may use.
struct Terms {
    plan: i64,
    /// The tools that the plan does not include.
    locks: Locks,
    /// Whether an own model answers the account's runs.
    has_model: bool,
}

async fn terms(app: &App, account: &str) -> Result<Terms> {
    let mut tx = app.db.read().begin().await?;
    let plan = plans::of_account(&mut tx, account).await?.plan;
    let locks = plans::locks(&mut tx, account, &plan).await?;
    let has_model = ModelTerms::of(&plan).uses_own(&mut tx, account).await?;
    Ok(Terms { plan: plan.id, locks, has_model })
}

/// The tools that an account may run now, in display order.
pub async fn open_to(app: &App, account: &str, locale: Locale) -> Result<Vec<Arc<Tool>>> {
    let Terms { plan, locks, .. } = terms(app, account).await?;
    let shelf = app.part::<Tools>().shelf();
    let guests = guests_of(app, &shelf, account).await?;
    let all = shelf.of(Reader { account, plan: Some(plan), reach: Reach::Guest(&guests) }, locale);
    Ok(all.filter(|tool| locks.of(&tool.id).is_none() && tool.closed().is_none()).cloned().collect())
}

/// The tool's icon, an SVG image
#[utoipa::path(get, path = "/api/tools/{id}/icon.svg", tag = "tools", security(()), params(("id" = String, Path)),
    responses((status = 200, description = "The image", content_type = "image/svg+xml")))]
async fn get_icon(app: App, Path(id): Path<String>) -> Result<Response> {
    let shelf = app.part::<Tools>().shelf();
    let icon: Bytes = shelf.any(&id).ok_or_else(|| no_tool(&id))?.described().await?.icon.clone();
    let headers = [
        (header::CONTENT_TYPE, "image/svg+xml"),
        (header::CACHE_CONTROL, "public, max-age=3600"),
        // Opened directly it is a page of this origin; it was checked, and must still run nothing.
        (header::CONTENT_SECURITY_POLICY, "default-src 'none'; sandbox"),
    ];
    Ok((headers, icon).into_response())
}
