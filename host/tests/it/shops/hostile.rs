//! A hostile shop harms nobody else.

use super::*;
use crate::util::shops::{Fault, on};

/// The shop misbehaves with its lists; connecting works.
async fn misbehaving(fault: Fault) -> (World, Client, String) {
    let world = world(3).await;
    let (mut client, shop) = world.connected().await;
    world.shop.faults.always(on("GET /webapi/rest/products"), fault);
    client.call(Method::POST, &format!("/api/shops/{shop}/read"), None).await.is(204);
    (world, client, shop)
}

#[tokio::test]
async fn slow_and_endless_answers_end_as_failures() {
    for fault in [
        Fault::Endless,
        Fault::Dribble(Duration::from_millis(50)),
        Fault::Redirect("http://127.0.0.1:9/".to_owned()),
        Fault::Redirect("http://169.254.169.254/latest/meta-data".to_owned()),
    ] {
        let (world, mut client, shop) = misbehaving(fault.clone()).await;
        // Other users are served meanwhile.
        let mut other = world.app.user().await;
        other.get("/api/tools").await.is(200);
        // The texts that were read before are still there.
        let items = client
            .get(&format!("/api/shops/{shop}/items?kind=product&page=1&per_page=50"))
            .await
            .is(200)
            .body;
        assert_eq!(items["total"], 3, "{fault:?}");
        assert!(world.shop.log().entries().len() < 200, "{fault:?}");
        world.app.stop().await;
    }
}

#[tokio::test]
async fn scripts_of_a_shop_are_data() {
    let world = world(3).await;
    let evil = "<p>Kubek</p><script>alert(1)</script><img src=x onerror=alert(1)>";
    let product = world.shop.add(
        "products",
        json!({ "translations": { "pl_PL": { "name": "Kubek <script>alert(1)</script>", "description": evil } } }),
    );
    let (mut client, shop) = world.connected().await;
    let item = client.get(&format!("/api/shops/{shop}/items/product/{product}")).await.is(200).body;
    let texts = item["texts"].as_array().expect("texts");
    let html =
        texts.iter().find(|text| text["language"] == "pl" && text["field"] == "html").expect("a description");
    // As data of JSON it is what the shop has; no page renders it without cleaning.
    assert!(html["value"].as_str().is_some_and(|value| value.contains("Kubek")), "{html}");
    world.stop().await;
}

/// The token of one user's shop is not sent for another user's shop.
#[tokio::test]
async fn shops_of_two_users_are_apart() {
    let world = world(3).await;
    let (_, shop) = world.connected().await;
    let mut other = world.app.user().await;
    for path in ["", "/items", "/findings", "/changes", "/orders", "/writers"] {
        other.get(&format!("/api/shops/{shop}{path}")).await.is(404);
    }
    let work = json!({ "do": "write" });
    other.post(&format!("/api/shops/{shop}/work"), work).await.is(404);
    // Another user may connect the same shop with an own token.
    let wrong = json!({ "system": "shoper", "host": HOST, "secrets": { "token": "the-wrong-token" } });
    other.post("/api/shops", wrong).await.is(422);
    world.stop().await;
}
