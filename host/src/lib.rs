//! Sitewright: the web service and the command line.
//!
//! The platform does not depend on slices. A slice is one file or folder with its routes, types, handlers and SQL, and
//! one line in [`SLICES`].

// The floors, from the lowest. A floor uses those below it.
pub use sitewright_billing as billing;
pub use sitewright_catalogue as catalogue;
pub use sitewright_market as market;
pub use sitewright_messages as messages;
pub use sitewright_operations as operations;
pub use sitewright_people as people;
pub use sitewright_platform as platform;
pub use sitewright_public as public;
pub use sitewright_sites as sites;
pub use sitewright_work as work;
pub use sitewright_workspace as workspace;
// Commands use all of them.
pub mod cli;

use axum::middleware::{from_fn, from_fn_with_state};
use utoipa::openapi::OpenApi;

use crate::billing::{meters, plans};
use crate::catalogue::{models, tools};
use crate::market::{publishers, registry, revenue};
use crate::messages::{audit_log, mail, notifications, realtime, webhooks};
use crate::operations::{admin, health, matrix, trials};
use crate::people::accounts;
use crate::platform::personal_data::Personal;
use crate::platform::prelude::*;
use crate::platform::starting::Progress;
use crate::platform::{bundle, http, jobs, openapi};
use crate::public::{operator, pictures, posts, site, visits};
use crate::sites::{dashboard, shops, tasks};
use crate::work::{bulk, connections, egress, keys, mcp, recordings, runs, voices};
use crate::workspace::{brand, documents, projects};

/// All slices, from the lowest floor. A slice uses those before it.
pub const SLICES: &[Slice] = &[
    audit_log::SLICE,
    mail::SLICE,
    realtime::SLICE,
    notifications::SLICE,
    webhooks::SLICE,
    meters::SLICE,
    plans::SLICE,
    accounts::SLICE,
    projects::SLICE,
    brand::SLICE,
    documents::SLICE,
    models::SLICE,
    tools::SLICE,
    keys::SLICE,
    connections::SLICE,
    egress::SLICE,
    recordings::SLICE,
    runs::SLICE,
    bulk::SLICE,
    voices::SLICE,
    mcp::SLICE,
    shops::SLICE,
    tasks::SLICE,
    dashboard::SLICE,
    registry::SLICE,
    publishers::SLICE,
    revenue::SLICE,
    visits::SLICE,
    pictures::SLICE,
    operator::SLICE,
    posts::SLICE,
    site::SLICE,
    trials::SLICE,
    matrix::SLICE,
    admin::SLICE,
    operations::jobs::SLICE,
    health::SLICE,
];

/// Opens the application, loads what its slices keep in memory, and starts their tasks.
pub async fn open(config: Config) -> anyhow::Result<App> {
    open_reporting(config, Progress::default()).await
}

/// The same, and reports how far it is.
pub async fn open_reporting(config: Config, progress: Progress) -> anyhow::Result<App> {
    let mut app = open_quietly(config).await?.with(progress);
    app.process.live(app.stop.clone(), &app.tasks).await?;
    for step in
        SLICES.iter().filter_map(|slice| slice.load).chain(SLICES.iter().filter_map(|slice| slice.start))
    {
        app = step(app).await?;
    }
    Ok(app)
}

/// Opens the application without background work, for a command that may run next to a server.
pub async fn open_quietly(config: Config) -> anyhow::Result<App> {
    // Two libraries use rustls with the only provider that is built in. A second call finds it installed.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let belongings = SLICES.iter().map(|slice| (slice.personal_data)()).collect();
    let tables = platform::TABLES.iter().chain(SLICES.iter().flat_map(|slice| slice.tables));
    let app = App::open(config).await?.with(Personal { belongings, tables: tables.copied().collect() });
    SLICES.iter().try_fold(app, |app, slice| (slice.open)(app))
}

/// All routes with their documentation.
fn routes() -> OpenApiRouter<App> {
    let first = OpenApiRouter::with_openapi(openapi::document());
    SLICES.iter().fold(first, |all, slice| all.merge((slice.routes)()))
}

/// The document of the API.
pub fn openapi() -> OpenApi {
    openapi::complete(routes().into_openapi())
}

/// The server's routes with the edge around them.
pub fn router(app: App) -> Router {
    let (router, document) = routes().split_for_parts();
    let router = router
        .merge(openapi::routes(document))
        .merge(registry::pages())
        .merge(pictures::files())
        .merge(site::files())
        .fallback(bundle::get_file)
        .method_not_allowed_fallback(bundle::get_page)
        .layer(from_fn(projects::of_tab))
        .layer(from_fn_with_state(app.clone(), accounts::watch));
    http::around(&app, router)
        .merge(realtime::signed_routes(&app))
        .merge(mcp::routes(&app))
        .merge(site::forms(&app))
        .with_state(app)
}

/// Serves until the application stops, then waits for the open requests.
pub async fn serve(app: App, listener: TcpListener) -> anyhow::Result<()> {
    for contradiction in app.config.contradictions() {
        tracing::warn!("settings: {contradiction}");
    }
    realtime::open_port(&app).await?;
    app.listens(listener.local_addr()?);
    jobs::start(&app, SLICES.iter().flat_map(|slice| slice.jobs).copied()).await?;
    let server = http::serve(&app, listener, router(app.clone()));
    let late = async {
        app.stop.cancelled().await;
        tokio::time::sleep(app.config.stop_timeout).await;
    };
    tokio::select! {
        () = server => {}
        () = late => tracing::warn!("some requests did not end in time"),
    }
    app.close().await;
    Ok(())
}
