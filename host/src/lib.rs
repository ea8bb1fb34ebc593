//! Sitewright: the web service and the command line.
//!
//! The spine (`app` to `rules` below) knows no slice. A slice is one file or folder with its routes, shapes, handlers and
//! SQL; it is merged here, in one line.

// The spine.
pub mod app;
pub mod auth;
pub mod bundle;
pub mod clock;
pub mod config;
pub mod db;
pub mod error;
pub mod fold;
pub mod http;
pub mod json;
pub mod locale;
pub mod metrics;
pub mod model;
pub mod openapi;
pub mod page;
mod rules;

// The slices.
pub mod documents;
pub mod runs;
pub mod tools;
pub mod words;

use axum::Router;
use utoipa::openapi::OpenApi;
use utoipa_axum::router::OpenApiRouter;

use crate::app::App;

/// Opens the application and the parts of its slices.
pub async fn open(config: config::Config) -> anyhow::Result<App> {
    let app = App::open(config).await?;
    let tools = tools::Tools::open(&app.config, &app.bundle).await?;
    let model = model::open(model::settings(&app.config))?;
    let app = app.with(tools);
    let runs = runs::Runs::open(&app, model).await?;
    Ok(app.with(runs))
}

/// All routes with their documentation: one line for each slice.
fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(openapi::document())
        .merge(tools::routes())
        .merge(runs::routes())
        .merge(words::routes())
        .merge(documents::routes())
}

/// The document of the API.
pub fn openapi() -> OpenApi {
    routes().into_openapi()
}

/// The server's routes with the edge around them.
pub fn router(app: App) -> Router {
    let (router, _) = routes().split_for_parts();
    http::around(&app, router.fallback(http::unknown)).with_state(app)
}
