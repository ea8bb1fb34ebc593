//! The whole way of a text: read, found missing, ordered, approved, written, undone.

use super::*;

#[tokio::test]
async fn texts_are_read_written_and_undone() {
    let world = world(30).await;
    let before = world.shop.database();
    let (mut client, shop) = world.connected().await;
    let view = client.shop(&shop).await;
    assert_eq!(
        (&view["status"], &view["languages"]),
        (&json!("connected"), &json!(["pl", "en-US"])),
        "{view}"
    );

    // What is missing is found.
    let findings = client.get(&format!("/api/shops/{shop}/findings")).await.is(200).body;
    let html =
        findings["data"].as_array().expect("a list").iter().find(|found| {
            found["kind"] == "product" && found["language"] == "pl" && found["field"] == "html"
        });
    let html = html.expect("findings of descriptions");
    assert_eq!(html["total"], 30, "{html}");
    let missing = html["missing"].as_i64().expect("a number");
    assert!(missing >= 8, "{html}");

    // They are ordered, and their price is known before the start.
    let order = json!({ "tool": "product-description", "fields": ["html", "seo-title", "seo-description"],
        "filter": { "kind": "product", "language": "pl", "finding": "missing", "field": "html" } });
    let order = client.order(&shop, order).await;
    assert_eq!(order["items"], missing, "{order}");
    let proposed = client.approve_all(&shop).await;
    assert!(proposed.len() as i64 >= missing, "{}", proposed.len());
    assert_eq!(world.shop.database(), before, "nothing is written before a user wants it");

    // A comparison writes nothing.
    client.work(&shop, json!({ "do": "compare" })).await;
    let approved = client.changes(&shop, "state=approved").await;
    assert!(approved.iter().all(|change| change["forecast"] == "write"), "{approved:?}");
    assert_eq!(world.shop.database(), before);

    // Writing changes the approved fields alone, each once.
    world.shop.log().clear();
    client.work(&shop, json!({ "do": "write" })).await;
    let written = client.changes(&shop, "state=written").await;
    assert_eq!(written.len(), proposed.len());
    assert_eq!(world.shop.log().written_twice(), Vec::<String>::new());
    assert_eq!(world.shop.log().writes().len(), written.len());

    // And all of it can be undone.
    let ids: Vec<&Value> = written.iter().map(|change| &change["id"]).collect();
    client.work(&shop, json!({ "do": "undo", "ids": ids })).await;
    assert_eq!(client.changes(&shop, "state=undone").await.len(), written.len());
    assert_eq!(world.shop.database(), before);
    world.stop().await;
}
