//! Nothing that was edited in the shop is overwritten.

use super::*;

/// A proposal for the description of a product, which the user has approved.
async fn approved(world: &World) -> (Client, String, Value) {
    let (mut client, shop) = world.connected().await;
    let order = json!({ "tool": "product-description", "fields": ["html"],
        "filter": { "kind": "product", "language": "pl", "finding": "missing", "field": "html" } });
    client.order(&shop, order).await;
    let change = client.approve_all(&shop).await.swap_remove(0);
    (client, shop, change)
}

fn number(change: &Value) -> u64 {
    change["item_id"].as_str().and_then(|id| id.parse().ok()).expect("a number")
}

fn edit(world: &World, change: &Value, text: &str) {
    let patch = json!({ "translations": { "pl_PL": { "description": text } } });
    world.shop.edit("products", number(change), patch);
}

fn description(world: &World, change: &Value) -> Value {
    let product = world.shop.object("products", number(change)).expect("the product");
    product["translations"]["pl_PL"]["description"].clone()
}

#[tokio::test]
async fn a_text_that_was_edited_in_the_shop_is_not_overwritten() {
    let world = world(6).await;
    let (mut client, shop, change) = approved(&world).await;
    edit(&world, &change, "<p>Napisane w sklepie.</p>");
    client.work(&shop, json!({ "do": "write", "ids": [change["id"]] })).await;
    let conflict = client.changes(&shop, "state=conflict").await.swap_remove(0);
    assert_eq!((&conflict["id"], &conflict["found"]), (&change["id"], &json!("<p>Napisane w sklepie.</p>")));
    assert_eq!(description(&world, &change), "<p>Napisane w sklepie.</p>");
    assert_eq!(client.latest_news().await, ("shop-partly-written".to_owned(), json!(shop)));
    world.stop().await;
}

#[tokio::test]
async fn a_text_that_was_edited_after_it_was_written_is_not_undone() {
    let world = world(6).await;
    let (mut client, shop, change) = approved(&world).await;
    client.work(&shop, json!({ "do": "write", "ids": [change["id"]] })).await;
    edit(&world, &change, "<p>Poprawione później.</p>");
    client.work(&shop, json!({ "do": "undo", "ids": [change["id"]] })).await;
    let conflict = client.changes(&shop, "state=undo-conflict").await.swap_remove(0);
    assert_eq!(conflict["found"], "<p>Poprawione później.</p>");
    assert_eq!(description(&world, &change), "<p>Poprawione później.</p>");
    has(&client.shop(&shop).await["changes"], json!({ "conflict": 0, "undo_conflict": 1 }));
    assert_eq!(client.latest_news().await, ("shop-partly-undone".to_owned(), json!(shop)));

    // The owner keeps what the shop has.
    let keep = json!({ "decision": "keep", "ids": [change["id"]] });
    let decided = client.post(&format!("/api/shops/{shop}/changes/decide"), keep).await.is(200);
    decided.has(json!({ "changed": 1 }));
    has(&client.shop(&shop).await["changes"], json!({ "written": 1, "undo_conflict": 0 }));
    world.stop().await;
}

#[tokio::test]
async fn a_decision_made_elsewhere_stays() {
    let world = world(6).await;
    let (mut client, shop, change) = approved(&world).await;
    let path = format!("/api/shops/{shop}/changes/decide");
    let late = json!({ "decision": "reject", "from": "proposed", "ids": [change["id"]] });
    client.post(&path, late).await.is(200).has(json!({ "changed": 0 }));
    // Both conditions count.
    let both = json!({ "decision": "reopen", "passing": true, "ids": [change["id"]] });
    client.post(&path, both).await.is(200).has(json!({ "changed": 0 }));
    let reopen = json!({ "decision": "reopen", "from": "approved", "ids": [change["id"]] });
    client.post(&path, reopen).await.is(200).has(json!({ "changed": 1 }));
    world.stop().await;
}

#[tokio::test]
async fn a_product_that_is_gone_fails_alone() {
    let world = world(6).await;
    let (mut client, shop, change) = approved(&world).await;
    world.shop.remove("products", number(&change));
    client.work(&shop, json!({ "do": "write" })).await;
    let failed = client.changes(&shop, "state=failed").await;
    assert_eq!(failed.len(), 1);
    assert_eq!(failed[0]["problem"]["code"], "shops.gone", "{}", failed[0]);
    assert!(client.changes(&shop, "state=approved").await.is_empty());
    world.stop().await;
}
