//! Webhooks: what a user's own server receives, and what happens if it does not respond.

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;
use sitewright::messages::webhooks::{GIVEN_UP_AFTER, clear};
use sitewright::platform::fetch::Networks;

use crate::prelude::*;
use crate::util::serve;

/// A server that keeps what it receives and responds with a status.
#[derive(Clone)]
pub struct Receiver {
    pub url: String,
    received: Arc<Mutex<Vec<(HeaderMap, String)>>>,
    status: Arc<Mutex<u16>>,
}

impl Receiver {
    pub async fn start() -> Self {
        let (received, status) = (Arc::new(Mutex::new(Vec::new())), Arc::new(Mutex::new(200)));
        let kept = Self { url: String::new(), received, status };
        let route = post(async |State(kept): State<Self>, headers: HeaderMap, body: String| {
            kept.received.lock().expect("unharmed").push((headers, body));
            StatusCode::from_u16(*kept.status.lock().expect("unharmed")).expect("a status")
        });
        let address = serve(Router::new().route("/hook", route).with_state(kept.clone())).await;
        Self { url: format!("http://{address}/hook"), ..kept }
    }

    fn responds(&self, status: u16) {
        *self.status.lock().expect("unharmed") = status;
    }

    fn received(&self) -> Vec<(HeaderMap, String)> {
        self.received.lock().expect("unharmed").clone()
    }

    /// The types of what it received, in order.
    pub fn types(&self) -> Vec<String> {
        let all = self.received().into_iter().map(|(_, body)| serde_json::from_str::<Value>(&body));
        all.map(|body| body.expect("JSON")["type"].as_str().expect("a type").to_owned()).collect()
    }

    /// The data of the message with this number.
    pub fn data(&self, number: usize) -> Value {
        serde_json::from_str::<Value>(&self.received()[number].1).expect("JSON")["data"].clone()
    }

    pub async fn has(&self, count: usize) {
        becomes("the messages arrive", async || self.received().len() >= count).await;
    }
}

/// A server that may call this machine.
pub async fn local() -> TestApp {
    TestApp::with(|config| config.fetch_private = Networks::parse("127.0.0.1").expect("a network")).await
}

/// Adds a webhook; its id and its secret.
pub async fn add(client: &mut Client, url: &str, events: &[&str]) -> (String, String) {
    let made = client.post("/api/webhooks", json!({ "url": url, "events": events })).await.is(201);
    let id = made.body["webhook"]["id"].as_str().expect("an id").to_owned();
    (id, made.string("secret"))
}

/// Checks a signature as Standard Webhooks describes.
fn is_signed(secret: &str, headers: &HeaderMap, body: &str) -> bool {
    let of = |name: &str| headers[name].to_str().expect("text");
    let key = STANDARD.decode(secret.strip_prefix("whsec_").expect("a prefix")).expect("Base64");
    let mac = Hmac::<Sha256>::new_from_slice(&key).expect("a key");
    let mac = mac.chain_update(format!("{}.{}.{body}", of("webhook-id"), of("webhook-timestamp")));
    of("webhook-signature") == format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes()))
}

#[app_test(local())]
async fn a_delivery_is_signed_and_logged(app: TestApp, mut client: user, mut other: user) {
    let receiver = Receiver::start().await;
    let (id, secret) = add(&mut client, &receiver.url, &["task.created"]).await;
    let path = format!("/api/webhooks/{id}");
    client
        .post(&format!("{path}/test"), json!({}))
        .await
        .is(202)
        .has(json!({ "event": "test", "state": "waiting" }));
    receiver.has(1).await;
    let (headers, body) = receiver.received()[0].clone();
    assert!(is_signed(&secret, &headers, &body));
    assert!(!is_signed(&secret, &headers, &body.replace("test", "tess")));
    assert_eq!(headers["content-type"], "application/json");

    client.project("example.com").await;
    client.post("/api/tasks", json!({ "title": "Tea" })).await.is(201);
    let done = async || {
        let log = client.get(&format!("{path}/deliveries")).await.is(200).body;
        (log["data"][0]["state"] == "delivered" && log["data"][1]["state"] == "delivered").then_some(log)
    };
    let log = crate::util::eventually("the deliveries end", done).await;
    has(
        &log,
        json!({ "total": 2, "/data/0/event": "task.created", "/data/0/status": 200, "/data/0/attempts": 1, "/data/0/problem": null }),
    );
    assert_eq!(receiver.types(), ["test", "task.created"]);
    assert_eq!(receiver.data(1)["title"], "Tea");

    other.get(&format!("{path}/deliveries")).await.refused(404, "not-found");
    let list = client.get("/api/webhooks").await.body.to_string();
    assert!(!list.contains("whsec_") && !list.contains("secret"), "{list}");
    client.delete(&path).await.is(204);
    client.get(&format!("{path}/deliveries")).await.is(404);
}

#[app_test(local())]
async fn a_failed_delivery_is_retried_and_given_up(app: TestApp, mut client: user) {
    let receiver = Receiver::start().await;
    let (id, _) = add(&mut client, &receiver.url, &["task.created"]).await;
    let path = format!("/api/webhooks/{id}");
    receiver.responds(503);
    let sent = client.post(&format!("{path}/test"), json!({})).await.is(202).id();
    let log = format!("{path}/deliveries");
    let tried = async || {
        let log = client.get(&log).await.body["data"][0].clone();
        (log["attempts"] == 1 && !log["tried_at"].is_null()).then_some(log)
    };
    let tried = crate::util::eventually("it is tried", tried).await;
    has(
        &tried,
        json!({ "state": "waiting", "status": 503, "problem": "Your server responded with status 503." }),
    );
    // The attempt is stored before its job is.
    let paused = "SELECT COUNT(*) FROM jobs j, webhook_deliveries d
        WHERE j.kind = 'webhooks.deliver' AND j.due_at > d.tried_at AND j.status = 'scheduled'";
    becomes("it pauses first", async || app.value::<i64>(paused).await == 1).await;

    // The last attempt.
    let skip = db::query("UPDATE webhook_deliveries SET attempts = $1").bind(GIVEN_UP_AFTER - 1);
    app.change(skip).await;
    client.patch(&path, json!({ "enabled": true })).await.is(200);
    let again = app.value::<String>("SELECT id FROM jobs WHERE kind = 'webhooks.deliver'").await;
    let mut tx = app.app.db.write().await.expect("a transaction");
    sitewright::platform::jobs::retry(&app.app, &mut tx, &again).await.expect("ready");
    tx.commit().await.expect("committed");
    becomes("it is given up", async || client.get(&log).await.body["data"][0]["state"] == "failed").await;
    assert_eq!(client.get("/api/webhooks").await.body["data"][0]["enabled"], false);
    let note = client.get("/api/notifications").await.body["data"][0].clone();
    has(&note, json!({ "kind": "webhook-turned-off", "about": id }));

    // It is not called, until it is turned on.
    client.post(&format!("{path}/test"), json!({})).await.refused(409, "webhooks.turned-off");
    client.post(&format!("{log}/{sent}/send"), json!({})).await.refused(409, "webhooks.turned-off");
    receiver.responds(204);
    client.patch(&path, json!({ "enabled": true })).await.is(200);
    client.post(&format!("{log}/{sent}/send"), json!({})).await.is(202);
    becomes("it arrives", async || client.get(&log).await.body["data"][0]["state"] == "delivered").await;
    let ids: BTreeSet<String> = receiver
        .received()
        .iter()
        .map(|(headers, _)| headers["webhook-id"].to_str().expect("text").to_owned())
        .collect();
    assert_eq!(ids, BTreeSet::from([sent]), "one id for all attempts");

    clear(&app.app, Timestamp::now()).await.expect("cleared");
    assert_eq!(client.get(&log).await.body["total"], 1);
    clear(&app.app, Timestamp::now().plus_ms(31 * 24 * 60 * 60 * 1000)).await.expect("cleared");
    assert_eq!(client.get(&log).await.body["total"], 0);
}

#[app_test]
async fn private_and_unencrypted_addresses_are_refused(app: TestApp, mut client: user) {
    for url in [
        "http://example.com/",
        "https://127.0.0.1/",
        "https://[::1]/",
        "https://10.0.0.1/",
        "https://user:password@example.com/",
        "https://example.com:25/",
        "ftp://example.com/",
        "example.com",
    ] {
        client.post("/api/webhooks", json!({ "url": url, "events": ["task.created"] })).await.wrong("url");
    }
    let good = "https://example.com/";
    client.post("/api/webhooks", json!({ "url": good, "events": [] })).await.wrong("events");
    client.post("/api/webhooks", json!({ "url": good, "events": ["test"] })).await.wrong("events.0");
    for _ in 0..10 {
        client.post("/api/webhooks", json!({ "url": good, "events": ["task.created"] })).await.is(201);
    }
    let more = client.post("/api/webhooks", json!({ "url": good, "events": ["task.created"] })).await;
    more.refused(409, "webhooks.too-many");
}
