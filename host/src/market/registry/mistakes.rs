//! Events to the open pages of a tool in development: a new version, or the errors that prevented it.

use axum::{
    extract::{Path, State},
    response::Response,
};
use garde::Validate;
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

use super::rights::Developer;
use crate::{
    messages::realtime,
    platform::{
        app::App,
        db,
        error::{Problem, Result},
        http::no_content,
        json::Valid,
    },
};

/// Errors per report, and characters of each.
const MOST_MISTAKES: usize = 20;
const MISTAKE_CHARS: usize = 500;

/// Why the last change of a plugin's folder did not become a version.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Mistakes {
    /// The errors, one per line with its position.
    #[garde(length(min = 1, max = MOST_MISTAKES), inner(length(chars, min = 1, max = MISTAKE_CHARS)))]
    #[schema(min_items = 1, max_items = 20)]
    mistakes: Vec<String>,
}

/// Report why there is no newer version in development
///
/// Open pages of the tool show it with the previous version, until there is a newer one. Nothing is stored.
#[utoipa::path(put, path = "/api/development/plugins/{id}/mistakes", tag = "plugins", security(("key" = ["plugins:write"])),
    params(("id" = String, Path)), request_body = Mistakes, responses((status = 204)))]
pub(super) async fn tell_mistakes(
    State(app): State<App>,
    Developer(caller): Developer,
    Path(id): Path<String>,
    Valid(told): Valid<Mistakes>,
) -> Result<Response> {
    let is_there: bool = db::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM plugin_developments WHERE account_id = $1 AND plugin = $2)",
    )
    .bind(&caller.id)
    .bind(&id)
    .fetch_one(app.db.read())
    .await?;
    if !is_there {
        return Err(Problem::not_found());
    }
    tell(&app, &caller.id, &id, &told.mistakes);
    Ok(no_content())
}

/// Publishes to the author's open pages that there is a new version, or its errors.
pub(super) fn tell(app: &App, account: &str, plugin: &str, mistakes: &[String]) {
    realtime::publish_now(
        app,
        account,
        "development.changed",
        &json!({ "id": plugin, "mistakes": mistakes }),
    );
}
