//! Shops: the texts of a connected shop are read into a mirror, tools write new ones as proposals, users approve them, and
//! the approved ones are written to the shop and can be undone.
//!
//! Plugins know how to talk to a shop system (see `client.rs`); this slice decides what is written. Invariants, even if a
//! process dies or the shop fails at any moment:
//! - A field is written only if the shop still has the text that the proposal was made from; else it is a conflict.
//! - A change is sent again only after the shop was read and did not have it (see `write.rs`).
//! - What the shop has stored is read back and kept; a change is undone only if the shop still has that.

mod admin;
mod applications;
mod changes;
mod client;
mod connect;
mod html;
mod items;
mod mcp;
mod news;
mod once;
mod orders;
mod progress;
mod read;
mod recipes;
mod reports;
mod rules;
mod store;
mod systems;
mod table;
mod view;
mod write;

use crate::messages::realtime;
use crate::platform::auth::ShopsRead;
use crate::platform::bundle::Framers;
use crate::platform::prelude::*;
use crate::work::{self, bulk};

pub use read::read_nightly;
pub use view::{ShopStatus, ShopView};

pub const SLICE: Slice = Slice {
    routes,
    tables: &[
        Table::personal("shops", &["account_id"]),
        Table::new("shop_items"),
        Table::new("shop_texts"),
        Table::new("shop_orders"),
        Table::new("shop_order_items"),
        Table::new("shop_changes"),
        Table::new("shop_touched"),
        Table::new("shop_installs"),
    ],
    views: &["ordered_texts", "shop_states"],
    personal_data: || Belongings { export: Some(store::own_files), ..Belongings::default() },
    open: |app| {
        let framers = Framers(|app, system, query| Box::pin(applications::framers(app, system, query)));
        let images = items::Images(Fetcher::new(&app.config)?);
        let app = app.with(systems::Systems::default()).with(framers).with(images);
        work::mcp::offer(bulk::hear(app, orders::OfShops), &mcp::OFFER)
    },
    jobs: &[
        Kind::of::<read::ReadShop>(),
        Kind::of::<write::WriteShop>(),
        Kind::of::<reports::ReadTouched>(),
        Kind::periodic("shops.nightly", Schedule::Cron("0 2 * * *"), |app| {
            Box::pin(async move { read::read_nightly(&app).await })
        }),
    ],
    ..Slice::new("shops")
};

fn routes() -> OpenApiRouter<App> {
    endpoints![
        systems::list_shop_systems,
        (list_shops, connect::connect_shop),
        (get_shop, edit_shop, connect::disconnect_shop),
        read::read_shop,
        (items::list_shop_items),
        items::get_shop_findings,
        items::get_shop_item,
        items::get_shop_image,
        recipes::list_shop_writers,
        (orders::list_shop_orders, orders::create_shop_order),
        progress::start_shop_order,
        progress::cancel_shop_order,
        changes::list_shop_changes,
        (table::get_shop_changes_table, table::put_shop_changes_table),
        changes::edit_shop_change,
        changes::decide_shop_changes,
        write::write_shop_changes,
        reports::receive_shop_message,
        applications::receive_application_message,
        applications::get_shop_opening,
        applications::claim_shop,
        admin::list_all_shops,
        applications::list_shop_applications,
        applications::edit_shop_application,
        applications::list_shop_installs
    ]
}

/// The shops of a user, newest first
#[utoipa::path(get, path = "/api/shops", tag = "shops", security(("key" = ["shops:read"])), params(Page), responses((status = 200, body = Paged<ShopView>)))]
async fn list_shops(
    app: App,
    caller: Scoped<ShopsRead>,
    locale: Locale,
    page: Page,
) -> Result<Json<Paged<ShopView>>> {
    let mut tx = app.db.read().begin().await?;
    let shops = store::list(&mut tx, &caller, page).await?;
    let mut views = Vec::with_capacity(shops.data.len());
    for shop in shops.data {
        views.push(view::of(&app, &mut tx, shop, locale).await?);
    }
    Ok(Json(page.of(views, shops.total)))
}

/// One shop: its state, and what is being read or written
#[utoipa::path(get, path = "/api/shops/{id}", tag = "shops", security(("key" = ["shops:read"])), params(("id" = String, Path)), responses((status = 200, body = ShopView)))]
async fn get_shop(
    app: App,
    caller: Scoped<ShopsRead>,
    locale: Locale,
    Path(id): Path<String>,
) -> Result<Json<ShopView>> {
    let mut tx = app.db.read().begin().await?;
    let shop = store::find_open(&mut tx, &caller, &id).await?;
    view::of(&app, &mut tx, shop, locale).await.map(Json)
}

/// The changes of a shop; absent fields keep their value.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ShopEdit {
    /// What is written every night for items without such a text; null for nothing.
    #[serde(default, deserialize_with = "json::present")]
    #[schema(value_type = Option<store::Nightly>)]
    nightly: Option<Option<store::Nightly>>,
}

/// Change a shop: what is written every night
#[utoipa::path(patch, path = "/api/shops/{id}", tag = "shops", params(("id" = String, Path)), request_body = ShopEdit, responses((status = 200, body = ShopView)))]
async fn edit_shop(
    app: App,
    user: User,
    locale: Locale,
    Path(id): Path<String>,
    json::Json(edit): json::Json<ShopEdit>,
) -> Result<Json<ShopView>> {
    let shop = store::find(&mut app.db.read().acquire().await?, &user.id, &id).await?;
    if let Some(nightly) = edit.nightly {
        if let Some(nightly) = &nightly {
            orders::check_nightly(&app, &shop, nightly, locale).await?;
        }
        let mut tx = app.db.write_for(&user.id).await?;
        db::query("UPDATE shops SET nightly = $2 WHERE id = $1")
            .binds((&id, Stored(nightly)))
            .execute(&mut *tx)
            .await?;
        changed(&app, &mut tx, &user.id, &id);
        tx.commit().await?;
    }
    let mut tx = app.db.read().begin().await?;
    let shop = store::find(&mut tx, &user.id, &id).await?;
    view::of(&app, &mut tx, shop, locale).await.map(Json)
}

/// Publishes that something of a shop changed.
fn changed(app: &App, tx: &mut Conn, account: &str, id: &str) {
    realtime::publish(app, tx, account, "shop.changed", &json!({ "id": id }));
}
