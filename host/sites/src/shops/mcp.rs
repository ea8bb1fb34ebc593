//! Operations for agents over the Model Context Protocol. Each calls the handler of the API, so that both have the same rules;
//! `mcp.json` has their texts and schemas. Results are bounded: short pages, and long texts are cut.

use super::changes::{self, Change, ShopChange};
use super::{items, orders, progress, recipes, store, write};
use crate::platform::auth::ShopsRead;
use crate::platform::prelude::*;
use crate::work::mcp::{Asked, Offer, result};
use crate::work::operations;

/// Shops of a page, and orders.
const SHOPS: u32 = 20;
/// Items of a page.
const ITEMS: u32 = 50;
/// Changes of a page: each has two texts.
const CHANGES: u32 = 10;
/// Characters of a text in a list.
const TEXT_CHARS: usize = 4_000;
/// What is cut in a change.
const TEXTS: [&str; 4] = ["old", "new", "stored", "found"];

pub(super) const OFFER: Offer = Offer {
    operations: operations! {
        "list-shops" ShopsRead Reads list_shops
        "get-shop-findings" ShopsRead Reads get_findings
        "list-shop-items" ShopsRead Reads list_items
        "get-shop-item" ShopsRead Reads get_item
        "list-shop-writers" ShopsRead Reads list_writers
        "list-shop-orders" ShopsRead Reads list_orders
        "list-shop-changes" ShopsRead Reads list_changes
        "get-shop-change" ShopsRead Reads get_change
        "order-shop-texts" ShopsWrite Adds order_texts
        "start-shop-order" ShopsWrite Sets start_order
        "cancel-shop-order" ShopsWrite Sets cancel_order
        "decide-shop-changes" ShopsWrite Sets decide
        "edit-shop-change" ShopsWrite Sets edit_change
        "compare-shop-changes" ShopsWrite Sets compare
        "write-shop-changes" ShopsWrite Replaces write_changes
        "undo-shop-changes" ShopsWrite Replaces undo
    },
    texts: include_str!("mcp.json"),
};

/// The shop of the call, which the bodies of the API do not contain.
fn shop_of(call: &mut Asked) -> Path<String> {
    Path(call.take("shop"))
}

/// Cuts long texts of an object, and notes whether it did.
fn cut(object: &mut Value, fields: &[&str]) {
    let mut is_cut = false;
    for field in fields {
        let Some(text) = object[*field].as_str() else { continue };
        if let Some((end, _)) = text.char_indices().nth(TEXT_CHARS) {
            object[*field] = format!("{}…", &text[..end]).into();
            is_cut = true;
        }
    }
    object["cut"] = is_cut.into();
}

async fn list_shops(app: App, call: Asked) -> Result<Value> {
    result(super::list_shops(app, call.caller()?, call.locale, call.page(SHOPS)).await?)
}

async fn get_findings(app: App, mut call: Asked) -> Result<Value> {
    result(items::get_shop_findings(app, call.caller()?, shop_of(&mut call)).await?)
}

async fn list_items(app: App, mut call: Asked) -> Result<Value> {
    let (caller, page, shop) = (call.caller()?, call.page(ITEMS), shop_of(&mut call));
    result(items::list_shop_items(app, caller, shop, Query(call.rest()?), page).await?)
}

async fn get_item(app: App, mut call: Asked) -> Result<Value> {
    let (caller, Path(shop)) = (call.caller()?, shop_of(&mut call));
    let path = Path((shop, call.take("kind"), call.take("item")));
    let mut item = result(items::get_shop_item(app, caller, path).await?)?;
    let wanted = [("language", call.take("language")), ("field", call.take("field"))];
    if let Some(texts) = item["texts"].as_array_mut() {
        let is_wanted = |text: &Value| wanted.iter().all(|(name, of)| of.is_empty() || text[*name] == **of);
        texts.retain(is_wanted);
        // One field is wanted as a whole.
        if wanted[1].1.is_empty() {
            texts.iter_mut().for_each(|text| cut(text, &["value"]));
        }
    }
    Ok(item)
}

async fn list_writers(app: App, mut call: Asked) -> Result<Value> {
    result(recipes::list_shop_writers(app, call.caller()?, call.locale, shop_of(&mut call)).await?)
}

async fn list_orders(app: App, mut call: Asked) -> Result<Value> {
    let (caller, page) = (call.caller()?, call.page(SHOPS));
    result(orders::list_shop_orders(app, caller, call.locale, shop_of(&mut call), page).await?)
}

async fn order_texts(app: App, mut call: Asked) -> Result<Value> {
    let (caller, locale, shop) = (call.caller()?, call.locale, shop_of(&mut call));
    let new = json::Json(call.rest()?);
    result(orders::create_shop_order(app, caller, locale, shop, HeaderMap::new(), new).await?.1)
}

async fn start_order(app: App, mut call: Asked) -> Result<Value> {
    let path = Path((call.take("shop"), call.take("order")));
    result(progress::start_shop_order(app, call.caller()?, call.locale, path).await?)
}

async fn cancel_order(app: App, mut call: Asked) -> Result<Value> {
    let path = Path((call.take("shop"), call.take("order")));
    result(progress::cancel_shop_order(app, call.caller()?, call.locale, path).await?)
}

async fn list_changes(app: App, mut call: Asked) -> Result<Value> {
    let (caller, locale, page, shop) = (call.caller()?, call.locale, call.page(CHANGES), shop_of(&mut call));
    let filter = Query(call.rest()?);
    let mut list = result(changes::list_shop_changes(app, caller, locale, shop, filter, page).await?)?;
    let changes = list["data"].as_array_mut().into_iter().flatten();
    changes.for_each(|change| cut(change, &TEXTS));
    Ok(list)
}

async fn get_change(app: App, mut call: Asked) -> Result<Value> {
    let (shop, change) = (call.take("shop"), call.take("change"));
    let caller: Scoped<ShopsRead> = call.caller()?;
    let mut tx = app.db.read().begin().await?;
    store::find_open(&mut tx, &caller, &shop).await?;
    let found = db::query_as(changes::selected("WHERE shop_id = $1 AND id = $2")).binds((&shop, &change));
    let change: Option<Change> = found.fetch_optional(&mut *tx).await?;
    let change: ShopChange = change.ok_or_else(Problem::not_found)?.view(call.locale);
    result(Json(change))
}

async fn decide(app: App, mut call: Asked) -> Result<Value> {
    let (caller, shop) = (call.caller()?, shop_of(&mut call));
    result(changes::decide_shop_changes(app, caller, shop, json::Json(call.rest()?)).await?)
}

async fn edit_change(app: App, mut call: Asked) -> Result<Value> {
    let (caller, locale) = (call.caller()?, call.locale);
    let path = Path((call.take("shop"), call.take("change")));
    result(changes::edit_shop_change(app, caller, locale, path, json::Json(call.rest()?)).await?)
}

async fn compare(app: App, call: Asked) -> Result<Value> {
    work(app, call, "compare").await
}

async fn write_changes(app: App, call: Asked) -> Result<Value> {
    work(app, call, "write").await
}

async fn undo(app: App, call: Asked) -> Result<Value> {
    work(app, call, "undo").await
}

async fn work(app: App, mut call: Asked, what: &str) -> Result<Value> {
    let (caller, shop) = (call.caller()?, shop_of(&mut call));
    call.input["do"] = what.into();
    result(write::write_shop_changes(app, caller, shop, json::Json(call.rest()?)).await?.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_cut_and_marked() {
        let mut change =
            json!({ "old": "ż".repeat(TEXT_CHARS), "new": "ż".repeat(TEXT_CHARS + 1), "stored": null });
        cut(&mut change, &TEXTS);
        assert_eq!(change["old"], "ż".repeat(TEXT_CHARS));
        assert_eq!(change["new"], format!("{}…", "ż".repeat(TEXT_CHARS)));
        assert_eq!((&change["cut"], &change["stored"]), (&json!(true), &Value::Null));
    }
}
