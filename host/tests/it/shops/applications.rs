//! An application that owners install in the panel of their shops.

use super::*;
use shoper::{APPSTORE_SECRET, CLIENT_ID, CLIENT_SECRET};

/// The address of the shop, as the shop system says it.
const URL: (&str, &str) = ("shop_url", "https://sklep.test/");

impl World {
    /// The operator has registered the application.
    async fn registered(products: usize) -> (Self, Client) {
        let world = world(products).await;
        let mut admin = crate::admin::person(&world.app, Role::Admin, "Zofia", "zofia@example.com").await;
        let secrets = json!({ "client-id": "sitewright", "client-secret": CLIENT_SECRET, "app-secret": APPSTORE_SECRET });
        assert_eq!(CLIENT_ID, "sitewright");
        let saved = admin.patch("/api/admin/shop-applications/shoper", json!({ "secrets": secrets })).await;
        assert_eq!(saved.is(200).body["is_ready"], true);
        (world, admin)
    }

    async fn event(&self, action: &str, extra: &[(&str, &str)]) -> u16 {
        let url = format!("{}/api/incoming/shop-applications/shoper", self.app.app.url());
        let extra: Vec<_> = [URL].into_iter().chain(extra.iter().copied()).collect();
        self.shop.send_event(&url, action, &extra).await.as_u16()
    }
}

fn opening(query: &str) -> String {
    let query: String = form_urlencoded::byte_serialize(query.as_bytes()).collect();
    format!("/api/shop-applications/shoper/opening?query={query}")
}

#[tokio::test]
async fn an_installed_application_becomes_a_shop() {
    let (world, mut admin) = World::registered(8).await;
    assert_eq!(world.event("install", &[]).await, 204);
    let mut owner = world.app.user().await;
    let query = world.shop.frame_query("orders", &[("locale", "pl_PL")]);
    let opened = owner.get(&opening(&query)).await.is(200).body;
    has(&opened, json!({ "host": HOST, "owner": "none", "state": "installed", "shop_id": null }));
    let ticket = json!({ "ticket": opened["ticket"] });
    let shop = owner.post("/api/shop-applications/shoper/claims", ticket.clone()).await.is(201).id();
    owner.shop_read(&shop).await;
    let opened = owner.get(&opening(&query)).await.is(200).body;
    has(&opened, json!({ "owner": "you", "shop_id": shop }));

    // Another account cannot take it.
    let mut stranger = world.app.user().await;
    has(&stranger.get(&opening(&query)).await.is(200).body, json!({ "owner": "other", "shop_id": null }));
    stranger
        .post("/api/shop-applications/shoper/claims", ticket)
        .await
        .refused(409, "shops.of-another-account");

    // Its tokens are renewed.
    world.shop.expire_tokens();
    owner.call(Method::POST, &format!("/api/shops/{shop}/read"), None).await.is(204);
    assert_eq!(owner.shop_read(&shop).await["status"], "connected");

    assert_eq!(world.event("upgrade", &[("application_version", "7")]).await, 204);
    assert_eq!(world.event("billing_subscription", &[]).await, 204);
    let installs = admin.get("/api/admin/shop-installs").await.is(200).body;
    has(
        &installs["data"][0],
        json!({ "host": HOST, "version": "7", "state": "installed", "paid": "subscription" }),
    );
    assert!(installs["data"][0]["account_id"].is_string());

    // The mirror and the history outlive the application.
    assert_eq!(world.event("uninstall", &[]).await, 204);
    let view = owner.shop(&shop).await;
    has(&view, json!({ "status": "denied", "problem": { "code": "shops.uninstalled" } }));
    assert_eq!(owner.get(&format!("/api/shops/{shop}/items")).await.is(200).body["total"], 8);
    assert_eq!(world.event("install", &[]).await, 204);
    let connected = |shop: &Value| shop["status"] == "connected" && shop["reading"].is_null();
    owner.shop_until(&shop, connected).await;

    // A disconnected shop has to be installed again.
    owner.delete(&format!("/api/shops/{shop}")).await.is(204);
    let opened = owner.get(&opening(&query)).await.is(200).body;
    has(&opened, json!({ "owner": "none", "state": "failed", "shop_id": null }));
    assert_eq!(world.event("install", &[]).await, 204);
    has(&owner.get(&opening(&query)).await.is(200).body, json!({ "owner": "none", "state": "installed" }));
    world.stop().await;
}

#[tokio::test]
async fn unsigned_and_old_messages_are_refused() {
    let (world, mut admin) = World::registered(1).await;
    let url = format!("{}/api/incoming/shop-applications/shoper", world.app.app.url());
    let mut form = world.shop.event("install", &[URL]);
    form.insert("shop_url".to_owned(), "https://attacker.test".to_owned());
    let body = form_urlencoded::Serializer::new(String::new()).extend_pairs(&form).finish();
    let kind = ("content-type", "application/x-www-form-urlencoded".to_owned());
    let message = shoper::Message { headers: vec![kind], body };
    assert_eq!(shoper::send(&url, &message).await, 403);
    assert_eq!(world.event("install", &[("timestamp", "2020-01-01 00:00:00")]).await, 403);
    assert_eq!(admin.get("/api/admin/shop-installs").await.is(200).body["total"], 0);

    // A code that was used does not end what works.
    assert_eq!(world.event("install", &[("auth_code", "unknown")]).await, 502);
    has(&admin.get("/api/admin/shop-installs").await.body["data"][0], json!({ "state": "failed" }));
    let mut owner = world.app.user().await;
    let query = world.shop.frame_query("orders", &[]);
    let opened = owner.get(&opening(&query)).await.is(200).body;
    let ticket = json!({ "ticket": opened["ticket"] });
    owner.post("/api/shop-applications/shoper/claims", ticket).await.refused(409, "shops.not-installed");
    assert_eq!(world.event("install", &[]).await, 204);
    assert_eq!(world.event("install", &[("auth_code", "unknown")]).await, 502);
    has(&admin.get("/api/admin/shop-installs").await.body["data"][0], json!({ "state": "installed" }));

    let old = world.shop.frame_query_at("orders", "2020-01-01 00:00:00", &[]);
    assert_eq!(owner.get(&opening(&old)).await.status, 403);
    let forged = query.replace("orders", "products");
    owner.get(&opening(&forged)).await.refused(403, "shops.message-refused");
    let forged = json!({ "ticket": "AAAA" });
    owner.post("/api/shop-applications/shoper/claims", forged).await.refused(403, "shops.opening-old");
    world.stop().await;
}

#[tokio::test]
async fn credentials_are_never_returned() {
    let (world, mut admin) = World::registered(1).await;
    let listed = admin.get("/api/admin/shop-applications").await.is(200);
    assert!(!listed.text().contains(APPSTORE_SECRET));
    has(&listed.body["data"][0], json!({ "system": "shoper", "is_ready": true }));
    let stored: String = world.app.value("SELECT secrets FROM applications").await;
    assert!(!stored.contains(APPSTORE_SECRET));
    let path = "/api/admin/shop-applications/shoper";
    admin.patch(path, json!({ "secrets": { "other": "12345678" } })).await.wrong("secrets.other");
    admin.patch(path, json!({ "secrets": { "app-secret": "short" } })).await.wrong("secrets.app-secret");
    let removed = admin.patch(path, json!({ "secrets": { "app-secret": null } })).await.is(200).body;
    assert_eq!(removed["is_ready"], false);
    assert_eq!(world.event("install", &[]).await, 403);
    admin.patch("/api/admin/shop-applications/email", json!({ "secrets": {} })).await.is(404);
    world.stop().await;
}

#[tokio::test]
async fn only_the_panel_of_the_shop_frames_the_page() {
    let (world, _) = World::registered(1).await;
    assert_eq!(world.event("install", &[]).await, 204);
    let mut visitor = world.app.visitor();
    let query = world.shop.frame_query("orders", &[]);
    let framed = visitor.get(&format!("/shop-panel/shoper?{query}")).await.is(200);
    contains_all(framed.header("content-security-policy"), &["frame-ancestors 'self' https://sklep.test;"]);
    assert_eq!(framed.header("x-frame-options"), "");
    let forged = visitor.get("/shop-panel/shoper?place=x&shop=y&timestamp=z&hash=0").await.is(200);
    contains_all(forged.header("content-security-policy"), &["frame-ancestors 'self';"]);
    assert_eq!(forged.header("x-frame-options"), "SAMEORIGIN");
    world.stop().await;
}
