//! What the open pages of a tool are told while somebody works on it: that there is another version, or why there is none.

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

/// Lines that say what is wrong, and characters of each.
const MOST_MISTAKES: usize = 20;
const MISTAKE_CHARS: usize = 500;

/// Why the last change of a plugin's folder did not become a version.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Mistakes {
    /// What is wrong, each in a line with its place.
    #[garde(length(min = 1, max = MOST_MISTAKES), inner(length(chars, min = 1, max = MISTAKE_CHARS)))]
    #[schema(min_items = 1, max_items = 20)]
    mistakes: Vec<String>,
}

/// Tell why there is no newer version of what one works on
///
/// The open pages of the tool show it beside the version before, until there is a newer one. Nothing of it is kept.
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

/// Tells the author's open pages that there is another version, or why there is none.
pub(super) fn tell(app: &App, account: &str, plugin: &str, mistakes: &[String]) {
    realtime::publish_now(
        app,
        account,
        "development.changed",
        &json!({ "id": plugin, "mistakes": mistakes }),
    );
}
