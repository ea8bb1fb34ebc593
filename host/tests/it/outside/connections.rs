//! Connections: validation, and that secrets are never returned.

use super::{World, connect, reply, world};
use crate::prelude::*;

const SECRET: &str = "s3cret-of-the-shop";

#[app_test(world("[]", |_| {}))]
async fn a_connection_never_shows_its_secrets(world: World, mut client: user) {
    let new = json!({
        "kind": "shop", "name": " Pod\nLipą ", "host": "https://Sklep.Żółw.pl/admin", "login": "jan",
        "secrets": { "token": SECRET, "other": "another-secret" },
    });
    let made = client.post("/api/connections", new.clone()).await.is(201);
    has(&made.body, json!({ "host": "sklep.xn--w-uga1v8h.pl", "name": "Pod Lipą", "login": "jan" }));
    assert_eq!((&made.body["secrets"], &made.body["project_id"]), (&json!(["other", "token"]), &Value::Null));
    client.post("/api/connections", new).await.refused(409, "connections.exists");

    let id = made.id();
    let list = client.get("/api/connections").await;
    assert_eq!((&list.body["total"], &list.body["data"][0]), (&json!(1), &made.body));
    let changed = json!({ "name": "Lipa", "secrets": { "other": null, "token": "a-new-secret" } });
    let changed = client.patch(&format!("/api/connections/{id}"), changed).await;
    assert_eq!((changed.status, &changed.body["secrets"]), (200, &json!(["token"])), "{}", changed.body);
    for answer in [&made, &list, &changed, &client.get("/api/user/export").await] {
        let text = String::from_utf8_lossy(&answer.bytes);
        assert!(!text.contains(SECRET) && !text.contains("a-new-secret"), "{text}");
    }
    let kept: String = world.app.value("SELECT secrets FROM connections").await;
    assert!(!kept.contains("secret") && !kept.contains("token"), "{kept}");
    client.delete(&format!("/api/connections/{id}")).await.is(204);
    client.delete(&format!("/api/connections/{id}")).await.is(404);
}

/// A user who could change the host could have the secret sent to their own server.
#[app_test(world("[]", |_| {}))]
async fn a_secret_stays_with_its_host(world: World, mut client: user) {
    let id = connect(&mut client, "shop.test", SECRET).await;
    for field in ["host", "kind", "project_id"] {
        let change = client.patch(&format!("/api/connections/{id}"), json!({ field: "other.test" })).await;
        assert_eq!(change.problem(), (422, "validation.failed"), "{field}");
    }

    // Even write access to the database cannot redirect it to another host or account.
    world.execute("UPDATE connections SET host = 'other.test'").await;
    assert_eq!(reply(&mut client, ["connections"]).await, "");
    let post = format!("POST {}", world.url("other.test", "/echo"));
    assert!(reply(&mut client, ["send", &post, "", "{secret:token}"]).await.starts_with("refused: "));
    assert!(world.peer.came().is_empty());
}

#[app_test(world("[]", |_| {}))]
async fn errors_of_a_connection_are_reported_at_its_field(world: World, mut client: user) {
    for (field, value, at) in [
        ("kind", json!(""), "kind"),
        ("kind", json!("Shop!"), "kind"),
        ("host", json!(""), "host"),
        ("host", json!("127.0.0.1"), "host"),
        ("host", json!("shop.test:8080"), "host"),
        ("host", json!("user@shop.test"), "host"),
        ("name", json!("n".repeat(81)), "name"),
        ("login", json!("a:b"), "login"),
        ("secrets", json!({ "Token": SECRET }), "secrets"),
        ("secrets", json!({ "token": "short" }), "secrets.token"),
        ("secrets", json!({ "token": "with\r\nline-break" }), "secrets.token"),
        ("secrets", json!({ "token": "z ogonkami ąęś" }), "secrets.token"),
        ("secrets", (0..11).map(|n| (format!("s{n}"), json!(SECRET))).collect::<Value>(), "secrets"),
        ("unknown", json!(1), "unknown"),
    ] {
        let mut new = json!({ "kind": "shop", "host": "shop.test", "secrets": { "token": SECRET } });
        new[field] = value.clone();
        let answer = client.post("/api/connections", new).await;
        assert_eq!(answer.status, 422, "{field}: {value}: {}", answer.body);
        assert!(answer.body["errors"].get(at).is_some(), "{field}: {value}: {}", answer.body);
    }
    let foreign = json!({ "kind": "shop", "host": "shop.test", "project_id": 999_999_999 });
    client.post("/api/connections", foreign).await.is(404);
    assert_eq!(client.get("/api/connections").await.body["total"], 0);
}

#[app_test(world("[]", |_| {}))]
async fn the_kinds_are_those_that_tools_use(world: World, mut client: user) {
    let kinds = client.get("/api/connections/kinds").await;
    assert_eq!(kinds.body, json!({ "kinds": [{ "kind": "shop", "tools": ["Outside", "Outside"] }] }));
    // Connections are deleted with the account.
    connect(&mut client, "shop.test", SECRET).await;
    reply(&mut client, ["set", "key", "value"]).await;
    client.delete_with("/api/user", json!({ "password": "correct horse" })).await.is(204);
    for table in ["SELECT count(*) FROM connections", "SELECT count(*) FROM plugin_store"] {
        assert_eq!(world.app.value::<i64>(table).await, 0, "{table}");
    }
}
