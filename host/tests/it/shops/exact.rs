//! A server that is killed at any moment, and a shop that fails in every way: each approved field is written once, and
//! nothing else changes.

use super::*;
use crate::crash::{Server, check};
use crate::util::shops::{Dice, Fault, Hold, on};

/// A number from the environment: `PRODUCTS=2000 KILLS=20` takes some minutes.
fn number(name: &str, usual: usize) -> usize {
    std::env::var(name).ok().and_then(|number| number.parse().ok()).unwrap_or(usual)
}

/// A server whose requests to the shop end after a second.
fn start(store: &Store, port: u16) -> Server {
    let names = format!("{HOST}=127.0.0.1");
    let plain = format!("{HOST}:{port}");
    let settings = [
        ("SITEWRIGHT_FETCH_PRIVATE", "127.0.0.1"),
        ("SITEWRIGHT_FETCH_NAMES", &names),
        ("SITEWRIGHT_PLUGIN_HTTP_PLAIN", &plain),
        ("SITEWRIGHT_PLUGIN_HTTP_TIMEOUT", "1s"),
    ];
    Server::start_with(store, &shop_bundle(), &settings)
}

/// Faults of a bad day for requests that write.
fn bad_day() -> Vec<(f64, Fault)> {
    vec![
        (0.05, Fault::TooMany(1)),
        (0.05, Fault::Refuse(500)),
        (0.05, Fault::FailAfter(500)),
        (0.02, Fault::CutBefore),
        (0.02, Fault::CutAfter),
        (0.05, Fault::HoldAnswer(Hold::For(Duration::from_millis(300)))),
        (0.03, Fault::HoldWork(Hold::For(Duration::from_millis(300)))),
    ]
}

#[tokio::test]
async fn every_field_is_written_once_whatever_dies() {
    let (products, kills) = (number("PRODUCTS", 400), number("KILLS", 6));
    let store = Store::new();
    let shop = quick(products).await;
    let server = start(&store, shop.port);
    let token = server.accounts().await.swap_remove(0);
    crate::util::test_app::lift_limits(&store.open(store.path()).await).await;
    let mut client = server.client(&token);
    let id = client.connect_shop().await.is(201).id();
    client.shop_read(&id).await;
    let order = json!({ "tool": "seo-metatags", "fields": ["seo-title", "seo-description"], "filter": { "kind": "product" } });
    client.order(&id, order).await;
    let approved = client.approve_all(&id).await;
    assert!(approved.len() > products, "{}", approved.len());

    let before = shop.database();
    shop.log().clear();
    shop.faults.random(11, bad_day());
    client.post(&format!("/api/shops/{id}/work"), json!({ "do": "write" })).await.is(202);
    let mut dice = Dice::new(5);
    let mut server = Some(server);
    for _ in 0..kills {
        // A new server takes the work over when the lease of the dead one has ended.
        tokio::time::sleep(Duration::from_millis(800 + dice.below(2_000) as u64)).await;
        server.take().expect("a server").kill();
        server = Some(start(&store, shop.port));
    }
    let server = server.expect("a server");
    let mut client = server.client(&token);
    client.shop_until(&id, |shop| shop["working"].is_null()).await;
    shop.faults.clear();

    let written = client.changes(&id, "state=written").await;
    let other = client.changes(&id, "state=failed").await;
    assert_eq!((written.len(), other), (approved.len(), Vec::new()));
    assert_eq!(shop.log().written_twice(), Vec::<String>::new());
    assert_eq!(shop.database(), expected(before, &written));
    drop(client);
    server.kill();
    check(&store).await;
}

/// The shop's database with these changes and no others.
fn expected(mut database: Value, written: &[Value]) -> Value {
    for change in written {
        let field = match change["field"].as_str() {
            Some("seo-title") => "seo_title",
            _ => "seo_description",
        };
        let text = if change["stored"].is_null() { &change["new"] } else { &change["stored"] };
        let products = database["products"].as_array_mut().expect("the products");
        let product = products.iter_mut().find(|product| product["product_id"] == change["item_id"]);
        product.expect("the product")["translations"]["pl_PL"][field] = text.clone();
    }
    database
}

#[tokio::test]
async fn a_shop_that_answers_500_after_it_has_written_is_not_written_again() {
    let world = world(6).await;
    let (mut client, shop) = world.connected().await;
    let order = json!({ "tool": "seo-metatags", "filter": { "kind": "product" } });
    client.order(&shop, order).await;
    let approved = client.approve_all(&shop).await;
    world.shop.log().clear();
    world
        .shop
        .faults
        .next(on("POST /webapi/rest/bulk"), Fault::HoldAnswer(Hold::For(Duration::from_secs(3))));
    world.shop.faults.times(3, on("PUT /webapi/rest/products"), Fault::FailAfter(500));
    client.work(&shop, json!({ "do": "write" })).await;
    assert_eq!(client.changes(&shop, "state=written").await.len(), approved.len());
    assert_eq!(world.shop.log().written_twice(), Vec::<String>::new());
    world.stop().await;
}
