//! Users' favourite tools.

use std::collections::HashSet;

use axum::{
    extract::{Path, State},
    response::Response,
};

use super::Tools;
use crate::{
    messages::realtime,
    platform::{
        app::App,
        auth::User,
        clock::Timestamp,
        db::{self, Conn},
        error::Result,
        http::no_content,
    },
};

/// The favourites of an account.
pub(super) async fn of(app: &App, account: &str) -> Result<HashSet<String>> {
    let favourites: Vec<String> = db::query_scalar("SELECT tool FROM favourites WHERE account_id = $1")
        .bind(account)
        .fetch_all(app.db.read())
        .await?;
    Ok(favourites.into_iter().collect())
}

pub(super) async fn remove(tx: &mut Conn, account: &str, tool: &str) -> Result<()> {
    db::query("DELETE FROM favourites WHERE account_id = $1 AND tool = $2")
        .bind(account)
        .bind(tool)
        .execute(tx)
        .await?;
    Ok(())
}

/// Mark a tool as favourite
#[utoipa::path(put, path = "/api/tools/{id}/favourite", tag = "tools", params(("id" = String, Path)), responses((status = 204)))]
pub(super) async fn put_favourite(
    State(app): State<App>,
    user: User,
    Path(id): Path<String>,
) -> Result<Response> {
    app.part::<Tools>().find_for(&app, &user.id, &id).await?;
    let mut tx = app.db.write_for(&user.id).await?;
    db::query(
        "INSERT INTO favourites (account_id, tool, created_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
    )
    .bind(&user.id)
    .bind(&id)
    .bind(Timestamp::now())
    .execute(&mut *tx)
    .await?;
    realtime::publish(
        &app,
        &mut tx,
        &user.id,
        "favourite.changed",
        &serde_json::json!({ "id": id, "favourite": true }),
    );
    tx.commit().await?;
    Ok(no_content())
}

/// Unmark a favourite
#[utoipa::path(delete, path = "/api/tools/{id}/favourite", tag = "tools", params(("id" = String, Path)), responses((status = 204)))]
pub(super) async fn delete_favourite(
    State(app): State<App>,
    user: User,
    Path(id): Path<String>,
) -> Result<Response> {
    app.part::<Tools>().find(&id)?;
    let mut tx = app.db.write_for(&user.id).await?;
    remove(&mut tx, &user.id, &id).await?;
    realtime::publish(
        &app,
        &mut tx,
        &user.id,
        "favourite.changed",
        &serde_json::json!({ "id": id, "favourite": false }),
    );
    tx.commit().await?;
    Ok(no_content())
}
