//! Shops with API keys: what a key reaches, and what its orders cost.

use super::*;

const READ: &str = "shops:read";
const WRITE: &str = "shops:write";

/// An order of missing descriptions.
fn missing(start: bool) -> Value {
    let filter = json!({ "kind": "product", "finding": "missing", "field": "html" });
    json!({ "tool": "product-description", "fields": ["html"], "filter": filter, "start": start })
}

impl Client {
    /// Polls the orders until the newest one has ended or paused.
    async fn ordered(&mut self, shop: &str) -> Value {
        let mut last = Value::Null;
        let done = async || {
            last = self.get(&format!("/api/shops/{shop}/orders")).await.is(200).body["data"][0].clone();
            (last["work"]["status"] != "running").then_some(())
        };
        eventually("the order does not end", done).await;
        last
    }
}

#[tokio::test]
async fn a_program_orders_decides_writes_and_undoes_with_a_key() {
    let world = world(9).await;
    let before = world.shop.database();
    let (mut user, shop) = world.connected().await;
    let (key, mut program) = user.key(json!({ "scopes": [READ, WRITE, "runs:write"] })).await;
    program.get("/api/shops").await.is(200).has(json!({ "total": 1, "/data/0/id": shop }));
    let findings = program.get(&format!("/api/shops/{shop}/findings")).await.is(200).body;
    assert!(!findings["data"].as_array().expect("a list").is_empty());
    let writers = program.get(&format!("/api/shops/{shop}/writers")).await.is(200).body;
    let mut writers = writers["data"].as_array().expect("a list").iter();
    assert!(writers.any(|writer| writer["tool"] == "product-description"), "the descriptions have a writer");

    // The price is known first; then the order is started.
    let order = program.post(&format!("/api/shops/{shop}/orders"), missing(false)).await.is(201).body;
    has(&order["work"], json!({ "status": "ready", "left_out": [], "words": { "charged": 0 } }));
    let total = order["work"]["rows"]["total"].as_i64().expect("a number");
    assert!(total >= 3 && order["work"]["rows"]["waiting"] == total, "{order}");
    let path = format!("/api/shops/{shop}/orders/{}", order["id"].as_str().expect("an id"));
    program.post(&format!("{path}/start"), json!({})).await.is(200);
    let ended = program.ordered(&shop).await;
    has(&ended["work"], json!({ "status": "done", "rows": { "succeeded": total, "failed": 0 } }));
    program.post(&format!("{path}/start"), json!({})).await.refused(409, "bulk.not-now");
    program.post(&format!("{path}/cancel"), json!({})).await.refused(409, "bulk.not-now");
    let of_key = "SELECT count(*) FROM runs WHERE key_id IS NOT NULL";
    assert_eq!(world.value::<i64>(of_key).await, total, "they are runs of the key {key}");

    let proposed = program.approve_all(&shop).await;
    program.work(&shop, json!({ "do": "write" })).await;
    let written = program.changes(&shop, "state=written").await;
    assert_eq!(written.len(), proposed.len());
    assert_ne!(world.shop.database(), before);
    let ids: Vec<&Value> = written.iter().map(|change| &change["id"]).collect();
    program.work(&shop, json!({ "do": "undo", "ids": ids })).await;
    assert_eq!(world.shop.database(), before);
    program.post(&format!("/api/shops/{shop}/read"), json!({})).await.is(204);

    // Credentials and settings are for users.
    program.connect_shop().await.refused(403, "keys.not-here");
    let path = format!("/api/shops/{shop}");
    program.patch(&path, json!({ "nightly": null })).await.refused(403, "keys.not-here");
    program.delete(&path).await.refused(403, "keys.not-here");
    world.stop().await;
}

#[tokio::test]
async fn a_key_reaches_the_shops_of_its_project_and_its_systems() {
    let world = world(9).await;
    let mut user = world.app.user().await;
    let mut project = async |domain: &str| {
        let new = json!({ "domain": domain, "language_code": "pl", "location_code": 2616 });
        let made = user.post("/api/project/addProject", new).await.is(201);
        made.body["project"]["id"].as_i64().expect("a number")
    };
    let (own, other) = (project("example.com").await, project("example.org").await);
    user.post("/api/project/saveSelectedProject", json!({ "selectedProject": own })).await.is(200);
    let shop = user.connect_shop().await.is(201).id();
    user.shop_read(&shop).await;

    let both = [READ, WRITE];
    for (wishes, is_open) in [
        (json!({ "scopes": both, "project_id": own }), true),
        (json!({ "scopes": both, "project_id": own, "tools": ["shoper", "translate"] }), true),
        (json!({ "scopes": both, "project_id": other }), false),
        (json!({ "scopes": both, "tools": ["product-description"] }), false),
    ] {
        let (_, mut program) = user.key(wishes.clone()).await;
        program.get("/api/shops").await.is(200).has(json!({ "total": i64::from(is_open) }));
        for path in ["", "/findings", "/items", "/writers", "/orders", "/changes", "/changes.csv"] {
            let answer = program.get(&format!("/api/shops/{shop}{path}")).await;
            let expected = if is_open { 200 } else { 404 };
            assert_eq!(answer.status, expected, "{wishes} {path}: {}", answer.body);
        }
        for (path, body) in [
            ("/orders", missing(false)),
            ("/changes/decide", json!({ "decision": "approve", "passing": true })),
            ("/work", json!({ "do": "write" })),
            ("/read", json!({})),
        ] {
            let answer = program.post(&format!("/api/shops/{shop}{path}"), body).await;
            assert_eq!(answer.status == 404, !is_open, "{wishes} {path}: {}", answer.body);
        }
    }

    // A key for some tools orders by these tools.
    let (_, mut some) = user.key(json!({ "scopes": both, "tools": ["shoper", "translate"] })).await;
    let orders = format!("/api/shops/{shop}/orders");
    some.post(&orders, missing(false)).await.refused(403, "keys.tool-missing");
    let writers = some.get(&format!("/api/shops/{shop}/writers")).await.is(200).body;
    let tools = writers["data"].as_array().expect("a list").iter().map(|writer| &writer["tool"]);
    assert!(tools.clone().count() > 0 && tools.clone().all(|tool| tool == "translate"), "{writers}");
    let order = user.get(&orders).await.is(200).body["data"][0]["id"].clone();
    let path = format!("{orders}/{}/start", order.as_str().expect("an id"));
    some.post(&path, json!({})).await.refused(403, "keys.tool-missing");

    // Writing texts costs words.
    let (_, mut thrifty) = user.key(json!({ "scopes": both })).await;
    let refused = thrifty.post(&orders, missing(true)).await.refused(403, "keys.scope-missing");
    mentions(&refused.body["message"], "runs:write");
    thrifty.post(&path, json!({})).await.refused(403, "keys.scope-missing");
    let (_, mut reader) = user.key(json!({ "scopes": [READ] })).await;
    let refused = reader.post(&orders, missing(false)).await.refused(403, "keys.scope-missing");
    mentions(&refused.body["message"], WRITE);
    assert_eq!(world.value::<i64>("SELECT count(*) FROM runs").await, 0);
    world.stop().await;
}

#[tokio::test]
async fn an_order_of_a_key_pauses_at_its_limit_until_a_user_resumes_it() {
    let shop = quick(9).await;
    let model = ModelServer::start([Reply::text("no text of a shop")]).await;
    let port = shop.port;
    let app = TestApp::with(|config| {
        settings(config, port);
        model.connect(config);
    });
    let world = World { app: app.await, shop };
    let (mut user, shop) = world.connected().await;
    let wishes = json!({ "scopes": [READ, WRITE, "runs:write"], "monthly_words": 0 });
    let (_, mut program) = user.key(wishes).await;
    let path = format!("/api/shops/{shop}/orders");
    let order = program.post(&path, missing(true)).await.is(201).body;
    assert!(order["work"]["words"]["expected"].as_i64() > Some(0), "the price in words: {order}");
    let paused = program.ordered(&shop).await;
    has(&paused["work"], json!({ "status": "paused", "problem": { "code": "keys.spent" } }));
    assert_eq!(world.value::<i64>("SELECT count(*) FROM runs").await, 0);

    let start = format!("{path}/{}/start", order["id"].as_str().expect("an id"));
    user.post(&start, json!({})).await.is(200);
    let resumed = user.ordered(&shop).await;
    assert_ne!(resumed["work"]["problem"]["code"], "keys.spent", "{resumed}");
    assert!(world.value::<i64>("SELECT count(*) FROM runs").await > 0, "{resumed}");
    assert_eq!(world.value::<i64>("SELECT count(*) FROM runs WHERE key_id IS NOT NULL").await, 0);
    user.post(&start.replace("/start", "/cancel"), json!({})).await;
    world.stop().await;
}

#[tokio::test]
async fn a_repeated_order_is_made_once() {
    let world = world(9).await;
    let (mut user, shop) = world.connected().await;
    let (_, mut program) = user.key(json!({ "scopes": [READ, WRITE, "runs:write"] })).await;
    let path = format!("/api/shops/{shop}/orders");
    let order = async |client: &mut Client, body: Value| {
        client.fetch_csrf_token().await;
        let request = client.request(Method::POST, &path).header("idempotency-key", "one").json(&body);
        client.send(request).await
    };
    let first = order(&mut program, missing(true)).await.is(201).id();
    program.ordered(&shop).await;
    let runs = world.value::<i64>("SELECT count(*) FROM runs").await;
    assert_eq!(order(&mut program, missing(true)).await.is(201).id(), first);
    assert_eq!(world.value::<i64>("SELECT count(*) FROM runs").await, runs);
    order(&mut program, missing(false)).await.refused(409, "runs.key-reused");
    // The keys of a user are others.
    order(&mut user, missing(false)).await.refused(409, "shops.nothing-to-write");
    program.get(&path).await.is(200).has(json!({ "total": 1 }));
    world.stop().await;
}

/// The requests of the example in a page of the docs: the path below the shop, and the body.
fn example(language: &str) -> Vec<(String, Value)> {
    let pages = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/pages");
    let page = fs::read_to_string(pages.join(language).join("shoper-integration.md")).expect("a page");
    let lines = page.lines().filter_map(|line| line.strip_prefix("send ")?.split_once(' '));
    let body = |text: &str| serde_json::from_str(text.trim_matches('\'')).expect("JSON");
    lines.map(|(path, text)| (path.to_owned(), body(text))).collect()
}

#[tokio::test]
async fn the_example_of_the_docs_writes_missing_descriptions() {
    let world = world(9).await;
    let before = world.shop.database();
    let (mut user, shop) = world.connected().await;
    let (_, mut program) = user.key(json!({ "scopes": [READ, WRITE, "runs:write"] })).await;
    let requests = example("en");
    assert_eq!((requests.len(), &requests), (3, &example("pl")));
    for (path, body) in requests {
        let answer = program.post(&format!("/api/shops/{shop}/{path}"), body).await;
        assert!((200..300).contains(&answer.status), "{path}: {}", answer.body);
        program.ordered(&shop).await;
        // Without a model there are drafts, with places to fill in.
        for draft in program.changes(&shop, "state=proposed").await {
            let filled = draft["new"].as_str().and_then(|text| text.split("<p>[").next()).expect("a draft");
            let path = format!("/api/shops/{shop}/changes/{}", draft["id"].as_str().expect("an id"));
            program.patch(&path, json!({ "new": filled })).await.is(200);
        }
    }
    program.shop_until(&shop, |shop| shop["working"].is_null()).await;
    assert!(!program.changes(&shop, "state=written").await.is_empty());
    assert_ne!(world.shop.database(), before);
    world.stop().await;
}
