//! Sitewright: the web service and the command line.
//!
//! The spine knows no slice. A slice is one file or folder with its routes, shapes, handlers and SQL; it is merged here,
//! in one line, and where it keeps something in memory or works in the background it is started here, in another.

// The spine.
pub mod app;
pub mod archive;
pub mod auth;
pub mod bundle;
pub mod bus;
pub mod cli;
pub mod clock;
pub mod config;
pub mod conversions;
pub mod db;
pub mod download;
pub mod error;
pub mod fetch;
pub mod fold;
pub mod http;
pub mod json;
pub mod line;
pub mod locale;
pub mod logs;
pub mod metrics;
pub mod model;
pub mod openapi;
pub mod page;
pub mod personal;
pub mod process;
pub mod program;
pub mod rate;
mod rules;
pub mod sheet;

// The slices.
pub mod accounts;
pub mod admin;
pub mod audit;
pub mod brand;
pub mod bulk;
pub mod connections;
pub mod documents;
pub mod health;
pub mod keys;
pub mod mail;
pub mod matrix;
pub mod mcp;
pub mod notifications;
pub mod outside;
pub mod plans;
pub mod projects;
pub mod publishers;
pub mod realtime;
pub mod recordings;
pub mod registry;
pub mod revenue;
pub mod runs;
pub mod tools;
pub mod trials;
pub mod words;

use axum::{Router, middleware::from_fn_with_state};
use futures::future::BoxFuture;
use tokio::net::TcpListener;
use utoipa::openapi::OpenApi;
use utoipa_axum::router::OpenApiRouter;

use crate::{app::App, config::Config, locale::Locale, personal::Personal};

/// Opens the application and starts the parts of its slices, those that work in the background too.
pub async fn open(config: Config) -> anyhow::Result<App> {
    let app = open_quietly(config).await?;
    app.process.live(app.stop.clone(), &app.tasks).await?;
    let app = plans::start(tools::start(app).await?, tool_names).await?;
    let app = registry::start(app).await?.with(bundle::KnownTools(has_tool));
    let app = app.with(registry::PagesOfTrials(trials::page_of_trial));
    let app = app.with(registry::PublisherOfChecks(|app, account| {
        Box::pin(publishers::publisher_of_check(app, account))
    }));
    let app = app.with(registry::TellPublisher(publishers::tell_decision));
    let app = runs::start(outside::start(app)?).await?;
    bulk::start(app).await
}

/// Opens the application without background work, for a command that runs beside a server.
pub async fn open_quietly(config: Config) -> anyhow::Result<App> {
    // Two libraries bring rustls; both use the one provider that is built in. A second call finds it installed.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let app = realtime::start(App::open(config).await?, owns_project);
    let app = mail::start(app.with(personal()))?;
    let app = projects::start(accounts::start(app), belongings());
    brand::start(app)
}

/// The slices that keep things of projects; those that start work for others come first.
fn belongings() -> projects::Belongings {
    projects::Belongings(vec![
        Box::new(bulk::OfProjects),
        Box::new(runs::OfProjects),
        Box::new(brand::OfProjects),
        Box::new(outside::OfProjects),
    ])
}

/// Whether there is such a tool, for the addresses of pages.
fn has_tool(app: &App, id: &str) -> bool {
    app.part::<tools::Tools>().shelf().any(id).is_some()
}

/// Whether a project is an account's own, for the channels of projects.
fn owns_project<'a>(app: &'a App, account: &'a str, project: &'a str) -> BoxFuture<'a, error::Result<bool>> {
    Box::pin(async move {
        let Ok(project) = project.parse() else { return Ok(false) };
        projects::owns(&mut app.db.read().acquire().await?, account, project).await
    })
}

/// The installed tools as plans name them.
fn tool_names(app: &App, locale: Locale) -> Vec<plans::PlanTool> {
    let shelf = app.part::<tools::Tools>().shelf();
    let tools = app.part::<tools::Tools>().list_all(locale).into_iter();
    let named = tools.map(|tool| plans::PlanTool {
        id: tool.id.clone(),
        name: tool.text(locale).name.clone(),
        category: tool.category.clone(),
        unlisted: shelf.is_unlisted(&tool.id),
    });
    named.collect()
}

/// What all slices keep about a person: for the export of somebody's data, and for the end of an account.
fn personal() -> Personal {
    Personal(vec![
        accounts::belongings(),
        documents::belongings(),
        brand::belongings(),
        words::belongings(),
        plans::belongings(),
        matrix::belongings(),
        bulk::belongings(),
        runs::belongings(),
        recordings::belongings(),
        keys::belongings(),
        tools::belongings(),
        trials::belongings(),
        registry::belongings(),
        publishers::belongings(),
        revenue::belongings(),
        notifications::belongings(),
        connections::belongings(),
        outside::belongings(),
        projects::belongings(),
    ])
}

/// All routes with their documentation: one line for each slice.
fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(openapi::document())
        .merge(accounts::routes())
        .merge(projects::routes())
        .merge(tools::routes())
        .merge(registry::routes())
        .merge(trials::routes())
        .merge(publishers::routes())
        .merge(revenue::routes())
        .merge(runs::routes())
        .merge(recordings::routes())
        .merge(keys::routes())
        .merge(bulk::routes())
        .merge(documents::routes())
        .merge(brand::routes())
        .merge(connections::routes())
        .merge(mail::routes())
        .merge(health::routes())
        .merge(realtime::routes())
        .merge(notifications::routes())
        .merge(words::routes())
        .merge(plans::routes())
        .merge(matrix::routes())
        .merge(audit::routes())
        .merge(admin::routes())
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
        .fallback(bundle::get_file)
        .method_not_allowed_fallback(bundle::get_page)
        .layer(from_fn_with_state(app.clone(), accounts::watch));
    http::around(&app, router).merge(realtime::signed_routes(&app)).merge(mcp::routes(&app)).with_state(app)
}

/// Serves until the application is told to stop, then lets the requests at hand end.
pub async fn serve(app: App, listener: TcpListener) -> anyhow::Result<()> {
    for contradiction in app.config.contradictions() {
        tracing::warn!("settings: {contradiction}");
    }
    health::start(&app);
    accounts::sweep(&app);
    documents::sweep(&app);
    plans::sweep(&app);
    recordings::sweep(&app);
    revenue::sweep(&app);
    trials::sweep(&app);
    realtime::open_port(&app).await?;
    app.listens(listener.local_addr()?);
    mail::deliver(&app);
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
