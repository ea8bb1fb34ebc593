//! Health: is the process alive, can it work, what are its figures.

use std::time::Duration;

use axum::{
    extract::State,
    http::{StatusCode, header},
    response::IntoResponse,
};
use tokio::time::{MissedTickBehavior, interval};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    app::App,
    db,
    error::{Problem, Result},
};

/// How often the samples of histograms are folded into their buckets.
const FOLD_EVERY: Duration = Duration::from_secs(5);

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(get_health))
        .routes(routes!(get_readiness))
        .routes(routes!(get_metrics))
}

/// Keeps the figures small.
pub fn start(app: &App) {
    let (stop, metrics) = (app.stop.clone(), app.metrics.clone());
    app.tasks.spawn(async move {
        let mut ticks = interval(FOLD_EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        while stop.run_until_cancelled(ticks.tick()).await.is_some() {
            metrics.fold();
        }
    });
}

/// Whether the process is alive
#[utoipa::path(get, path = "/healthz", tag = "health", security(()), responses((status = 200, description = "It is", body = String, content_type = "text/plain")))]
async fn get_health() -> &'static str {
    "ok\n"
}

/// Whether the server can do its work
#[utoipa::path(get, path = "/readyz", tag = "health", security(()),
    responses((status = 200, description = "It can", body = String, content_type = "text/plain"), (status = 503, description = "It cannot, or it is stopping")))]
async fn get_readiness(State(app): State<App>) -> Result<&'static str> {
    let unready = || Problem::new(StatusCode::SERVICE_UNAVAILABLE, "server.not-ready").retry_after(5);
    if app.stop.is_cancelled() {
        return Err(unready());
    }
    let _: i64 = db::query_scalar("SELECT CAST(1 AS BIGINT)")
        .fetch_one(app.db.read())
        .await
        .map_err(|error| unready().because(error))?;
    Ok("ready\n")
}

/// Figures for Prometheus
#[utoipa::path(get, path = "/metrics", tag = "health", security(()), responses((status = 200, description = "Prometheus' text format", body = String, content_type = "text/plain")))]
async fn get_metrics(State(app): State<App>) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], app.metrics.render())
}
