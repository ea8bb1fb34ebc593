//! The whole way of a text: read, found missing, ordered, approved, written, undone.

use super::*;

#[tokio::test]
async fn texts_are_read_written_and_undone() {
    let world = world(30).await;
    let before = world.shop.database();
    let (mut client, shop) = world.connected().await;
    let view = client.shop(&shop).await;
    assert_eq!((&view["status"], &view["languages"]), (&json!("connected"), &json!(["pl", "en"])), "{view}");

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
    assert_eq!(client.latest_news().await, ("shop-proposed".to_owned(), json!(shop)));
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

#[tokio::test]
async fn texts_for_new_products_are_written_every_night() {
    let world = world(9).await;
    let (mut client, shop) = world.connected().await;
    let nightly =
        json!({ "tool": "product-description", "kind": "product", "field": "html", "fields": ["html"] });
    let wrong = json!({ "nightly": { "tool": "email", "kind": "product", "field": "html" } });
    client.patch(&format!("/api/shops/{shop}"), wrong).await.is(422);
    let view = client.patch(&format!("/api/shops/{shop}"), json!({ "nightly": nightly })).await.is(200);
    assert_eq!(view.body["nightly"]["field"], "html", "{}", view.body);

    sitewright::sites::shops::read_nightly(&world.app.app).await.expect("the night begins");
    let done = |shop: &Value| shop["changes"]["proposed"].as_i64() >= Some(3) && shop["reading"].is_null();
    client.shop_until(&shop, done).await;
    let first = client.changes(&shop, "state=proposed").await;
    client.get("/api/bulk").await.is(200).has(json!({ "total": 1 }));

    // What a user has rejected is not written again the next night.
    let ids: Vec<&Value> = first.iter().map(|change| &change["id"]).collect();
    let decision = json!({ "decision": "reject", "ids": ids });
    client.post(&format!("/api/shops/{shop}/changes/decide"), decision).await.is(200);
    sitewright::sites::shops::read_nightly(&world.app.app).await.expect("the next night");
    client.shop_read(&shop).await;
    client.get("/api/bulk").await.is(200).has(json!({ "total": 1 }));
    world.stop().await;
}

#[tokio::test]
async fn proposals_are_edited_one_by_one_and_as_a_table() {
    let world = world(6).await;
    let (mut client, shop) = world.connected().await;
    let filter = json!({ "kind": "product", "finding": "missing", "field": "html" });
    client.order(&shop, json!({ "tool": "product-description", "fields": ["html"], "filter": filter })).await;
    let change = client.changes(&shop, "state=proposed").await.swap_remove(0);
    let path = format!("/api/shops/{shop}/changes/{}", change["id"].as_str().expect("an id"));
    let invented = json!({ "new": "<p>Nowy opis za 99999 zł.</p><script>alert(1)</script>" });
    let edited = client.patch(&path, invented).await.is(200).body;
    assert_eq!((&edited["new"], &edited["passes"]), (&json!("<p>Nowy opis za 99999 zł.</p>"), &json!(false)));
    let messages = edited["checks"].to_string();
    assert!(messages.contains("99999"), "{messages}");

    let table = client.get(&format!("/api/shops/{shop}/changes.csv?state=proposed")).await.is(200);
    let text = table.text();
    assert!(text.contains("\"id\",\"item\",\"title\""), "{text}");
    let back = text.replace("Nowy opis za 99999 zł.", "Nowy opis.");
    let answer = client
        .upload(Method::POST, &format!("/api/shops/{shop}/changes.csv"), "text/csv", back)
        .await
        .is(200);
    answer.has(json!({ "changed": 1, "skipped": 0 }));
    let some = format!("id,new\nunknown,x\n{},\n", change["id"].as_str().expect("an id"));
    let path = format!("/api/shops/{shop}/changes.csv");
    let answer = client.upload(Method::POST, &path, "text/csv", some).await.is(200);
    answer.has(json!({ "changed": 0, "skipped": 2 }));
    let again = client.changes(&shop, "state=proposed").await;
    assert!(again.iter().any(|change| change["new"] == "<p>Nowy opis.</p>"), "{again:?}");
    world.stop().await;
}

#[tokio::test]
async fn an_order_that_was_made_twice_writes_once() {
    let world = world(9).await;
    let (mut client, shop) = world.connected().await;
    let path = format!("/api/shops/{shop}/orders");
    let filter = json!({ "kind": "product", "finding": "missing", "field": "html" });
    let order = json!({ "tool": "product-description", "fields": ["html"], "filter": filter });
    let first = client.post(&path, order.clone()).await.is(201).id();
    let second = client.post(&path, order).await.is(201).id();
    client.post(&format!("{path}/{first}/start"), json!({})).await.is(200);
    // The first one is being written, or waits for approval already.
    let again = client.post(&format!("{path}/{second}/start"), json!({})).await;
    again.refused(409, "shops.nothing-to-write");
    world.stop().await;
}

/// Whether a request to the model contains an image.
fn shows_an_image(request: &Value) -> bool {
    let url =
        |part: &Value| part["image_url"]["url"].as_str().is_some_and(|url| url.starts_with("data:image/"));
    let messages = request["messages"].as_array().expect("messages");
    messages.iter().any(|message| message["content"].as_array().is_some_and(|parts| parts.iter().any(url)))
}

#[tokio::test]
async fn alternative_texts_are_written_from_the_images() {
    let shop = quick(3).await;
    let port = shop.port;
    let says = [Reply::text("Niebieski kubek na jasnym blacie")];
    let app = TestApp::with_model_and(says, |config| {
        settings(config, port);
    })
    .await;
    let world = World { app, shop };
    let (mut client, shop) = world.connected().await;

    let filter = json!({ "kind": "product", "language": "pl" });
    let order =
        client.order(&shop, json!({ "tool": "image-alt", "fields": ["alt"], "filter": filter })).await;
    let bodies = world.app.model().bodies();
    assert!(!bodies.is_empty() && bodies.iter().all(shows_an_image), "{order}");
    let proposed = client.approve_all(&shop).await;
    assert!(!proposed.is_empty());
    for change in &proposed {
        assert!(change["field"].as_str().is_some_and(|field| field.starts_with("alt:")), "{change}");
        assert_eq!(change["new"], "Niebieski kubek na jasnym blacie", "{change}");
    }

    client.work(&shop, json!({ "do": "write" })).await;
    let written = client.changes(&shop, "state=written").await;
    assert_eq!(written.len(), proposed.len());
    assert!(world.shop.database().to_string().contains("Niebieski kubek"));
    let ids: Vec<&Value> = written.iter().map(|change| &change["id"]).collect();
    client.work(&shop, json!({ "do": "undo", "ids": ids })).await;
    assert_eq!(client.changes(&shop, "state=undone").await.len(), written.len());
    let after = world.shop.database().to_string();
    assert!(!after.contains("Niebieski kubek"), "{after}");
    world.stop().await;
}
