//! What shops report by themselves.

use super::*;

async fn reporting(products: usize) -> World {
    let shop = quick(products).await;
    let port = shop.port;
    let app = TestApp::with(|config| {
        settings(config, port);
        config.shop_messages = Some(true);
    });
    World { app: app.await, shop }
}

/// The objects of a resource.
fn all(shop: &Shoper, kind: &str) -> Vec<Value> {
    shop.database()[kind].as_array().cloned().unwrap_or_default()
}

/// The addresses of the webhooks that the shop has.
fn hooks(shop: &Shoper) -> Vec<String> {
    all(shop, "webhooks").iter().map(|hook| hook["url"].as_str().unwrap_or_default().to_owned()).collect()
}

fn id(object: &Value, field: &str) -> u64 {
    object[field].as_str().and_then(|id| id.parse().ok()).expect("an id")
}

#[tokio::test]
async fn a_changed_item_is_read_again() {
    let world = reporting(6).await;
    let (mut client, shop) = world.connected().await;
    assert_eq!(client.shop(&shop).await["reports"]["on"], true);
    let known = hooks(&world.shop);
    assert_eq!(known.len(), 1, "{known:?}");
    assert!(known[0].ends_with(&format!("/api/incoming/shops/{shop}")), "{known:?}");

    let id = id(&all(&world.shop, "products")[0], "product_id");
    let changed = json!({ "translations": { "pl_PL": { "seo_title": "Nowy tytuł z panelu" } } });
    world.shop.edit("products", id, changed);
    assert_eq!(world.shop.deliver("product.edit", id).await, [204]);
    let path = format!("/api/shops/{shop}/items/product/{id}");
    let read = async || {
        let item = client.get(&path).await.is(200).body;
        let texts = item["texts"].as_array().cloned().unwrap_or_default();
        texts.iter().any(|text| text["value"] == "Nowy tytuł z panelu").then_some(())
    };
    eventually("the item is not read again", read).await;

    // A deleted one disappears.
    world.shop.remove("products", id);
    assert_eq!(world.shop.deliver("product.delete", id).await, [204]);
    let gone = async || (client.get(&path).await.status == 404).then_some(());
    eventually("the item is still there", gone).await;

    // Reading the shop again keeps one webhook.
    client.call(Method::POST, &format!("/api/shops/{shop}/read"), None).await.is(204);
    client.shop_read(&shop).await;
    assert_eq!(hooks(&world.shop).len(), 1);

    client.delete(&format!("/api/shops/{shop}")).await.is(204);
    assert_eq!(hooks(&world.shop), Vec::<String>::new());
    world.stop().await;
}

#[tokio::test]
async fn a_message_without_a_right_signature_changes_nothing() {
    let world = reporting(3).await;
    let (mut client, shop) = world.connected().await;
    let product = id(&all(&world.shop, "products")[0], "product_id");
    let hook = id(&all(&world.shop, "webhooks")[0], "id");
    let url = format!("{}/api/incoming/shops/{shop}", world.app.app.url());
    let signed = world.shop.webhook(hook, "product.edit", &json!({ "product_id": product }));
    for (name, value) in [("x-webhook-sha1", "0".repeat(40)), ("x-webhook-id", (hook + 1).to_string())] {
        let mut wrong = signed.clone();
        wrong
            .headers
            .iter_mut()
            .filter(|(known, _)| *known == name)
            .for_each(|(_, known)| *known = value.clone());
        assert_eq!(shoper::send(&url, &wrong).await, 403, "{name}");
    }
    let mut other = signed.clone();
    other.body.push(' ');
    assert_eq!(shoper::send(&url, &other).await, 403);
    assert_eq!(shoper::send(&url, &signed).await, 204);
    // The secret of one shop does not sign messages of another one.
    let mut stranger = world.app.user().await;
    let theirs = stranger.connect_shop().await.is(201).id();
    stranger.shop_read(&theirs).await;
    let url = format!("{}/api/incoming/shops/{theirs}", world.app.app.url());
    assert_eq!(shoper::send(&url, &signed).await, 403);
    let url = format!("{}/api/incoming/shops/{}", world.app.app.url(), db::new_id());
    assert_eq!(shoper::send(&url, &signed).await, 404);
    assert_eq!(client.get(&format!("/api/shops/{shop}/findings")).await.status, 200);
    world.stop().await;
}

#[tokio::test]
async fn a_missing_right_is_named_and_does_not_disturb() {
    let world = reporting(3).await;
    world.shop.set(|settings| settings.scopes.retain(|scope| !scope.starts_with("webhooks")));
    let (mut client, shop) = world.connected().await;
    let view = client.shop(&shop).await;
    assert_eq!((&view["status"], &view["reports"]["on"]), (&json!("connected"), &json!(false)));
    mentions(&view["reports"]["problem"]["message"], "webhooks_");
    world.stop().await;
}
