//! Whether the lists of the catalogue show a plugin. An unlisted one works for whoever has its address.

use std::collections::HashSet;

use axum::{
    extract::{Path, State},
    response::Response,
};
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

use super::{change::Change, reviewed::set_listed, store};
use crate::{
    app::App,
    audit::{self, Actor, Subject},
    auth::Admin,
    db::{self, Conn},
    error::Result,
    http::no_content,
    json::Json,
};

/// Whether the lists show it.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Listing {
    listed: bool,
}

/// Show a plugin in the catalogue, or leave it to those who have its address
#[utoipa::path(put, path = "/api/admin/plugins/{id}/listing", tag = "admin", params(("id" = String, Path)), request_body = Listing,
    responses((status = 204)))]
pub(super) async fn put_listing(
    State(app): State<App>,
    _: Admin,
    actor: Actor,
    Path(id): Path<String>,
    Json(listing): Json<Listing>,
) -> Result<Response> {
    let mut change = Change::begin(&app, "listing").await?;
    let tx = &mut change.tx;
    store::expect_plugin(tx, &id).await?;
    if set_listed(tx, &id, listing.listed).await? {
        let details = json!({ "listed": listing.listed });
        audit::record(tx, &actor, "plugin.listing", Subject::of("plugin", &id, &id), details).await?;
        change.finish(&[&id]).await?;
    }
    Ok(no_content())
}

/// The plugins that changed after a generation and that no list shows.
pub async fn unlisted_since(conn: &mut Conn, generation: i64) -> Result<HashSet<String>> {
    let ids = db::query_scalar("SELECT id FROM plugins WHERE installed AND NOT listed AND generation > $1");
    let ids: Vec<String> = ids.bind(generation).fetch_all(conn).await?;
    Ok(ids.into_iter().collect())
}
