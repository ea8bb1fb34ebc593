//! The registry: plugins installed from packages, from the file to the tool in the catalogue, and their removal.
//!
//! Invariants, even if a process dies:
//! - Each step in the life of a package is one transaction, including its file. Nothing is half installed, and a
//!   start only reads the rows.
//! - Everything in the catalogue was read, checked, compiled and tried out before; a start runs no component.
//! - A package is identified by its digest: for running, in the record of a run, and for revocation.
//! - A run ends with the version that it started with (see `tools/shelf.rs`); a revoked version ends at once.

mod approval;
mod catalogue;
mod change;
mod check;
mod decided;
mod developed;
mod development;
mod fetch;
mod figures;
mod install;
mod list;
mod listing;
mod oci;
mod one;
mod package_tool;
mod packages;
mod preflight;
mod preview;
mod publisher_change;
mod publishers;
mod quarantine;
mod reason;
mod release;
mod removal;
mod review_gate;
mod rights;
mod rule;
mod stats;
mod store;
mod turns;
mod ui;
mod version_stats;

use axum::routing::get;

use crate::platform::bus::{Subscriber, Topic};
use crate::platform::prelude::*;

pub use catalogue::remake;
pub use change::Change;
pub use check::{Checked, check, drawn, looks_ours, more_than, shown_key};
pub use decided::{Decision, NotifyPublisher, VersionStanding, standing};
pub use developed::page_of_file;
pub use fetch::most;
pub use install::{Incoming, install, waits};
pub use listing::{
    Decider, Listed, ListingRequest, count_users, listing_of, listing_request, listing_requests,
    remove_listing_request, request_listing, set_listed,
};
pub use preview::{file_to_try, is_known, page_to_try, to_try};
pub use publishers::{
    PublisherKey, PublisherLevel, add_publisher, keys_of, rename_publisher, retire_key, trust_key,
};
pub use reason::{PackageProblem, Reason};
pub use release::Rollout;
pub use review_gate::{
    Facts, Judged, PackageFile, Reviewed, Serving, Texts, is_on_its_way, is_tried_by, judge, let_in, serving,
    take_out,
};
pub use rights::PublisherOfChecks;
pub use stats::settle;
pub use store::Stage;
pub use ui::PagesOfTrials;

const TABLES: &[Table] = &[
    Table::new("registry"),
    Table::new("publishers"),
    Table::new("publisher_keys"),
    Table::new("plugins"),
    Table::new("packages"),
    Table::new("package_files"),
    Table::new("package_ui"),
    Table::personal("plugin_releases", &["account_id"]),
    Table::personal("plugin_developments", &["account_id"]),
    Table::new("listing_requests"),
    Table::new("revocations"),
    Table::new("version_stats"),
];

pub const SLICE: Slice = Slice {
    routes,
    tables: TABLES,
    views: &["publisher_names", "plugin_listings", "package_versions", "package_hours"],
    load: Some(|app| Box::pin(load(app))),
    start: Some(|app| Box::pin(start(app))),
    ..Slice::new("registry")
};

fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list::list_plugins, install::install_plugin))
        .routes(routes!(fetch::fetch_plugin))
        .routes(routes!(one::get_plugin, removal::uninstall_plugin))
        .routes(routes!(figures::get_plugin_figures))
        .routes(routes!(release::release_version))
        .routes(routes!(release::roll_back))
        .routes(routes!(one::pin_plugin, one::unpin_plugin))
        .routes(routes!(packages::list_packages))
        .routes(routes!(packages::get_package))
        .routes(routes!(approval::approve_package))
        .routes(routes!(quarantine::quarantine_package, quarantine::release_package))
        .routes(routes!(quarantine::revoke_package))
        .routes(routes!(quarantine::list_affected))
        .routes(routes!(version_stats::get_stats))
        .routes(routes!(version_stats::list_runs_of_package))
        .routes(routes!(version_stats::get_run_of_package))
        .routes(routes!(publishers::list_publishers, publishers::create_publisher))
        .routes(routes!(publishers::add_key))
        .routes(routes!(publisher_change::change_publisher))
        .routes(routes!(publisher_change::get_publisher_reach))
        .routes(routes!(quarantine::revoke_key))
        .routes(routes!(development::list_developments, development::put_development))
        .routes(routes!(development::delete_development))
        .routes(routes!(development::report_errors))
        .routes(routes!(development::get_package_file))
        .routes(routes!(preflight::check_package))
}

pub fn pages() -> Router<App> {
    Router::new().route("/plugin-ui/{digest}/{*path}", get(ui::get_file))
}

struct Registry {
    /// The generation that this process's catalogue shows; locked while it is replaced, so that an older one never
    /// replaces a newer one.
    shown: tokio::sync::Mutex<Option<catalogue::Generation>>,
    topic: Topic<i64>,
    /// Downloads packages from other servers.
    fetcher: Fetcher,
    /// Queues package checks.
    turns: turns::Turns,
    /// Digests of the versions that are closed in this process and whose alarm was sent.
    alarmed: Mutex<HashSet<String>>,
}

impl Registry {
    fn alarmed(&self) -> MutexGuard<'_, HashSet<String>> {
        self.alarmed.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Loads the installed packages and follows the changes of other processes.
async fn load(app: App) -> anyhow::Result<App> {
    let (app, subscriber) = open(app).await?;
    app.tasks.spawn(catalogue::follow(app.clone(), subscriber));
    Ok(app)
}

async fn start(app: App) -> anyhow::Result<App> {
    app.tasks.spawn(catalogue::prepare(app.clone()));
    app.tasks.spawn(stats::watch(app.clone()));
    Ok(app)
}

/// Loads the installed packages, for a command that runs while a server runs.
pub async fn load_quietly(app: App) -> anyhow::Result<App> {
    Ok(open(app).await?.0)
}

async fn open(app: App) -> anyhow::Result<(App, Subscriber<i64>)> {
    let (topic, subscriber) = app.bus.topic("registry");
    let fetcher = Fetcher::new(&app.config)?;
    let (shown, turns, alarmed) = Default::default();
    let app = app.with(Registry { shown, topic, fetcher, turns, alarmed });
    removal::clear(&app.db).await?;
    catalogue::refresh(&app).await?;
    Ok((app, subscriber))
}
