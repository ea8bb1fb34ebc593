//! Users' favourite tools.

use std::collections::HashSet;

use super::Tools;
use crate::messages::realtime;
use crate::platform::prelude::*;

/// The favourites of an account.
pub(super) async fn of(app: &App, account: &str) -> Result<HashSet<String>> {
    let favourites = db::query_scalar("SELECT tool FROM favourites WHERE account_id = $1");
    let favourites: Vec<String> = favourites.bind(account).fetch_all(app.db.read()).await?;
    Ok(favourites.into_iter().collect())
}

pub(super) async fn remove(tx: &mut Conn, account: &str, tool: &str) -> Result<()> {
    let query = db::query("DELETE FROM favourites WHERE account_id = $1 AND tool = $2");
    query.binds((account, tool)).run(tx).await
}

/// Mark a tool as favourite
#[utoipa::path(put, path = "/api/tools/{id}/favourite", tag = "tools", params(("id" = String, Path)), responses((status = 204)))]
pub(super) async fn put_favourite(app: App, user: User, Path(id): Path<String>) -> Result<Response> {
    app.part::<Tools>().find_for(&app, &user.id, &id).await?;
    let mut tx = app.db.write_for(&user.id).await?;
    let query = db::query(
        "INSERT INTO favourites (account_id, tool, created_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
    );
    query.binds((&user.id, &id, Timestamp::now())).execute(&mut *tx).await?;
    publish(&app, &mut tx, &user, &id, true);
    committed(tx, no_content()).await
}

/// Unmark a favourite
#[utoipa::path(delete, path = "/api/tools/{id}/favourite", tag = "tools", params(("id" = String, Path)), responses((status = 204)))]
pub(super) async fn delete_favourite(app: App, user: User, Path(id): Path<String>) -> Result<Response> {
    app.part::<Tools>().find(&id)?;
    let mut tx = app.db.write_for(&user.id).await?;
    remove(&mut tx, &user.id, &id).await?;
    publish(&app, &mut tx, &user, &id, false);
    committed(tx, no_content()).await
}

fn publish(app: &App, tx: &mut Conn, user: &User, id: &str, favourite: bool) {
    realtime::publish(app, tx, &user.id, "favourite.changed", &json!({ "id": id, "favourite": favourite }));
}
