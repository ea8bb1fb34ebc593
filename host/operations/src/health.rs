//! Health: liveness, readiness, and metrics.

use axum::extract::FromRequestParts as _;
use subtle::ConstantTimeEq as _;
use tokio::time::{MissedTickBehavior, interval};

use crate::platform::prelude::*;

pub const SLICE: Slice = Slice { routes, start: Some(|app| Box::pin(start(app))), ..Slice::new("health") };

/// How often histogram samples are moved into their buckets.
const FOLD_EVERY: Duration = Duration::from_secs(5);

fn routes() -> OpenApiRouter<App> {
    endpoints![get_health, get_readiness, get_metrics]
}

/// Keeps the metrics small.
async fn start(app: App) -> anyhow::Result<App> {
    let (stop, metrics) = (app.stop.clone(), app.metrics.clone());
    app.tasks.spawn(async move {
        let mut ticks = interval(FOLD_EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        while stop.run_until_cancelled(ticks.tick()).await.is_some() {
            metrics.fold();
        }
    });
    Ok(app)
}

/// Whether the process is alive
#[utoipa::path(get, path = "/healthz", tag = "health", security(()), responses((status = 200, description = "The process is alive", body = String, content_type = "text/plain")))]
async fn get_health() -> &'static str {
    "ok\n"
}

/// Whether the server is ready
#[utoipa::path(get, path = "/readyz", tag = "health", security(()),
    responses((status = 200, description = "The server is ready", body = String, content_type = "text/plain"), (status = 503, description = "The server is not ready, or is stopping")))]
async fn get_readiness(app: App) -> Result<&'static str> {
    let unready = || Problem::new(StatusCode::SERVICE_UNAVAILABLE, "server.not-ready").retry_after(5);
    refuse_if(app.stop.is_cancelled(), unready)?;
    let _: i64 = db::query_scalar("SELECT CAST(1 AS BIGINT)")
        .fetch_one(app.db.read())
        .await
        .map_err(|error| unready().because(error))?;
    Ok("ready\n")
}

/// Metrics for Prometheus
///
/// For administrators, and for programs with the token of the setting `metrics_token`: the metrics name tools that
/// others do not see.
#[utoipa::path(get, path = "/metrics", tag = "health", responses((status = 200, description = "Prometheus' text format", body = String, content_type = "text/plain")))]
async fn get_metrics(app: App, mut parts: Parts) -> Result<impl IntoResponse> {
    if !has_token(&app, &parts) {
        Admin::from_request_parts(&mut parts, &app).await?;
    }
    let kind = "text/plain; version=0.0.4; charset=utf-8";
    Ok(([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "no-store")], app.metrics.render()))
}

/// Whether a request contains the token for the metrics.
fn has_token(app: &App, parts: &Parts) -> bool {
    let Some(token) = app.config.metrics_token.as_deref().filter(|token| !token.is_empty()) else {
        return false;
    };
    let sent = parts.headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let sent = sent
        .and_then(|value| value.split_once(' '))
        .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"));
    sent.is_some_and(|(_, sent)| bool::from(sent.trim().as_bytes().ct_eq(token.as_bytes())))
}
