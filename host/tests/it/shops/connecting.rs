//! Connecting and disconnecting.

use super::*;

#[tokio::test]
async fn a_shop_that_refuses_the_token_is_not_connected() {
    let world = world(1).await;
    let mut client = world.app.user().await;
    let wrong = json!({ "system": "shoper", "host": HOST, "secrets": { "token": "not-the-token" } });
    let answer = client.post("/api/shops", wrong).await.is(422);
    assert!(answer.body["errors"]["secrets.token"].is_array(), "{}", answer.body);
    let empty = json!({ "system": "shoper", "host": "", "secrets": {} });
    let answer = client.post("/api/shops", empty).await.is(422);
    let fields: Vec<&String> = answer.body["errors"].as_object().expect("errors").keys().collect();
    assert_eq!(fields, ["host", "secrets.token"], "{}", answer.body);
    let unknown =
        json!({ "system": "shoper", "host": "nowhere.test", "secrets": { "token": "not-the-token" } });
    let answer = client.post("/api/shops", unknown).await.is(422);
    assert!(answer.body["errors"]["host"].is_array(), "{}", answer.body);
    // Nothing is left of an attempt.
    assert_eq!(client.get("/api/shops").await.body["total"], 0);
    assert_eq!(client.get("/api/connections").await.body["total"], 0);
    world.stop().await;
}

#[tokio::test]
async fn a_shop_is_connected_once_and_disconnected_with_everything() {
    let world = world(3).await;
    let before = world.shop.database();
    let (mut client, shop) = world.connected().await;
    assert_eq!(client.connect_shop().await.is(409).body["code"], "connections.exists");
    client.delete(&format!("/api/shops/{shop}")).await.is(204);
    assert_eq!(client.get("/api/connections").await.body["total"], 0);
    let left: i64 = world.app.value("SELECT count(*) FROM shop_items").await;
    assert_eq!((left, world.shop.database()), (0, before));
    world.stop().await;
}
