//! Guessing ids of others: another account, another project, another plugin.

use super::Line;
use crate::outside::{OUTSIDE, STRANGER, World, connect, reply, reply_from, world};
use crate::prelude::*;

const GROUP: &str = "Data of other users";

/// Calls of another plugin, project or account to the store, and their results.
const ASKED: &[(&str, [&str; 3], &str)] = &[
    ("the same key", ["get", "key", ""], "nothing"),
    ("all keys", ["keys", "", ""], ""),
    ("keys with the same prefix", ["keys", "k", ""], ""),
    ("a key with SQL injection", ["get", "' OR '1'='1", ""], "nothing"),
    ("a key with a SQL wildcard", ["keys", "%", ""], ""),
    ("a key with another plugin's name", ["get", "outside/key", ""], "nothing"),
    ("a key with a path traversal", ["get", "../outside/key", ""], "nothing"),
    ("deleting the same key", ["delete", "key", ""], "gone"),
];

/// Calls with ids of another account.
const CALLS: &[(&str, &str, &str)] = &[
    ("reading a run by its id", "GET", "/api/runs/RUN"),
    ("following a run by its id", "GET", "/api/runs/RUN/events"),
    ("cancelling a run by its id", "POST", "/api/runs/RUN/cancel"),
    ("reading a document by its id", "GET", "/api/documents/DOCUMENT"),
    ("exporting a document by its id", "GET", "/api/documents/DOCUMENT/export/html"),
    ("changing a connection by its id", "PATCH", "/api/connections/CONNECTION"),
    ("deleting a connection by its id", "DELETE", "/api/connections/CONNECTION"),
];

const REST: [(&str, &str); 4] = [
    ("sending with another user's connection", "The tool may not call"),
    ("a connection for another user's project", "404"),
    ("installing a plugin without being an administrator", "403"),
    ("releasing a plugin without being an administrator", "403"),
];

pub fn lines() -> impl Iterator<Item = Line> {
    let line = |name, end| Line { group: GROUP, name, end };
    let asked =
        ASKED.iter().map(move |(name, _, end)| line(*name, if end.is_empty() { "no keys" } else { *end }));
    let calls = CALLS.iter().map(move |(name, ..)| line(*name, "404"));
    asked.chain(calls).chain(REST.map(move |(name, end)| line(name, end)))
}

async fn keys_of(client: &mut Client, domain: &str) -> Value {
    let project = json!({ "domain": domain, "language_code": "pl", "location_code": 2616 });
    client.post("/api/project/addProject", project).await.body["project"]["id"].clone()
}

#[app_test(world("[]", |_| {}))]
async fn stored_data_is_not_found_by_others(world: World) {
    let (mut owner, mut other) = (world.app.user().await, world.app.user().await);
    keys_of(&mut owner, "first.pl").await;
    assert_eq!(reply(&mut owner, ["set", "key", "of the owner"]).await, "kept");
    for (name, input, end) in ASKED {
        assert_eq!(reply(&mut other, *input).await, *end, "{name}, from another account");
        assert_eq!(reply_from(&mut owner, STRANGER, *input).await, *end, "{name}, from another plugin");
    }
    assert_eq!(reply(&mut owner, ["get", "key"]).await, "of the owner");
    keys_of(&mut owner, "second.pl").await;
    for (name, input, end) in ASKED {
        assert_eq!(reply(&mut owner, *input).await, *end, "{name}, from another project");
    }
    assert_eq!(world.app.value::<i64>("SELECT count(*) FROM plugin_store").await, 1);
}

#[app_test(world("[]", |_| {}))]
async fn an_id_gives_no_access(world: World) {
    let (mut owner, mut other) = (world.app.user().await, world.app.user().await);
    let project = keys_of(&mut owner, "first.pl").await;
    let connection = connect(&mut owner, "shop.test", "s3cret-of-the-owner").await;
    let run = owner.run_to_end(OUTSIDE, json!({ "do": "connections" })).await;
    let run = run.id();
    let document =
        owner.get("/api/documents").await.body["data"][0]["id"].as_str().expect("a document").to_owned();
    let fill = |path: &str| {
        path.replace("RUN", &run).replace("DOCUMENT", &document).replace("CONNECTION", &connection)
    };
    for (name, method, path) in CALLS {
        let method: Method = method.parse().expect("a method");
        let body = (method == Method::PATCH).then(|| json!({ "name": "Mine" }));
        let answer = other.call(method, &fill(path), body).await;
        assert_eq!(answer.status, 404, "{name}: {}", answer.body);
    }
    let get = format!("GET {}", world.url("shop.test", "/echo"));
    let sent = reply(&mut other, ["send", &get, "X-Token: {secret:token}"]).await;
    assert!(sent.starts_with("refused: The tool may not call"), "{sent}");
    assert!(world.peer.came().is_empty());
    let connection = json!({ "kind": "shop", "host": "shop.test", "project_id": project, "secrets": { "token": "s3cret-of-mine" } });
    other.post("/api/connections", connection).await.is(404);
    other.install(b"PK".to_vec(), "").await.is(403);
    other.post("/api/admin/plugins/outside/release", json!({ "digest": "x", "stage": "all" })).await.is(403);
}
