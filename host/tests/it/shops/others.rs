//! The other shop systems: the same way of a text.

use super::*;
use crate::util::shops::prestashop::{self, PrestaShop};
use crate::util::shops::shopify::{self, Shopify};
use crate::util::shops::woocommerce::{self, WooCommerce};

/// Products of each shop.
const PRODUCTS: usize = 12;

/// Descriptions are written where they are missing, and undone; nothing else of the shop changes.
async fn whole_way(port: u16, new: Value, database: impl Fn() -> Value) {
    let app = TestApp::with(|config| settings(config, port)).await;
    let mut client = app.user().await;
    let wrong = {
        let mut wrong = new.clone();
        for secret in wrong["secrets"].as_object_mut().expect("secrets").values_mut() {
            *secret = json!("not-the-right-secret");
        }
        wrong
    };
    let refused = client.post("/api/shops", wrong).await.is(422);
    assert!(refused.body["errors"].to_string().contains("secrets."), "{}", refused.body);
    let before = database();
    let shop = client.post("/api/shops", new).await.is(201).id();
    let view = client.shop_read(&shop).await;
    assert_eq!(view["status"], "connected", "{view}");
    let items =
        client.get(&format!("/api/shops/{shop}/items?kind=product&page=1&per_page=50")).await.is(200).body;
    assert_eq!(items["total"], PRODUCTS, "{items}");

    let filter = json!({ "kind": "product", "finding": "missing", "field": "html" });
    let order = json!({ "tool": "product-description", "fields": ["html"], "filter": filter });
    client.order(&shop, order).await;
    let proposed = client.approve_all(&shop).await;
    assert!(proposed.len() >= 3, "{}", proposed.len());
    assert_eq!(database(), before, "nothing is written before a user wants it");
    client.work(&shop, json!({ "do": "write" })).await;
    let written = client.changes(&shop, "state=written").await;
    let failed = client.changes(&shop, "state=failed").await;
    assert_eq!((written.len(), failed), (proposed.len(), Vec::new()));
    assert_ne!(database(), before);

    let ids: Vec<&Value> = written.iter().map(|change| &change["id"]).collect();
    client.work(&shop, json!({ "do": "undo", "ids": ids })).await;
    let undone = client.changes(&shop, "state=undone").await;
    assert_eq!(undone.len(), written.len(), "{:?}", client.changes(&shop, "").await);
    assert_eq!(database(), before);
    app.stop().await;
}

#[tokio::test]
async fn texts_of_woocommerce_are_written_and_undone() {
    let shop = WooCommerce::start().await;
    shop.fill(PRODUCTS, 7);
    let secrets = json!({ "secret": woocommerce::SECRET });
    let new = json!({ "system": "woocommerce", "host": HOST, "login": woocommerce::KEY, "secrets": secrets });
    whole_way(shop.port, new, || shop.database()).await;
}

#[tokio::test]
async fn texts_of_prestashop_are_written_and_undone() {
    let shop = PrestaShop::start().await;
    shop.fill(PRODUCTS, 7);
    let new = json!({ "system": "prestashop", "host": HOST, "secrets": { "key": prestashop::KEY } });
    whole_way(shop.port, new, || shop.database()).await;
}

#[tokio::test]
async fn texts_of_shopify_are_written_and_undone() {
    let shop = Shopify::start().await;
    shop.fill(PRODUCTS, 7);
    let new = json!({ "system": "shopify", "host": HOST, "secrets": { "token": shopify::TOKEN } });
    whole_way(shop.port, new, || shop.database()).await;
}
