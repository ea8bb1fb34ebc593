//! Ids and names of publishers that look like others.

use super::{acme, fields, register};
use crate::prelude::*;

#[app_test]
async fn ids_and_names_that_can_be_mistaken_are_refused(app: TestApp) {
    let (mut anna, mut jan) = (anna(&app).await, person(&app, Role::User, "Jan", "jan@example.com").await);
    for (id, name, wrong) in [
        ("s1tewright", "Acme", "id"),
        ("sitewr1ght", "Acme", "id"),
        ("site-wright", "Acme", "id"),
        ("my-sitewright", "Acme", "id"),
        ("sitewrigth", "Acme", "id"),
        ("acme", "Sitewright Tools", "name"),
        ("acme", "Ѕіtеwright", "name"),
    ] {
        let mut new = acme();
        (new["id"], new["name"]) = (json!(id), json!(name));
        let refused = jan.post("/api/publisher", new).await;
        assert_eq!(fields(&refused), [wrong], "{id} {name} {}", refused.body);
    }
    register(&mut anna).await;
    for (id, name, wrong) in [
        ("ac-me", "Zen", vec!["id"]),
        ("acrne", "Zen", vec!["id"]),
        ("zen", "ACME", vec!["name"]),
        ("zen", "Асmе", vec!["name"]),
        ("acm-e", "A.c.m.e.", vec!["id", "name"]),
    ] {
        let mut new = acme();
        (new["id"], new["name"]) = (json!(id), json!(name));
        let refused = jan.post("/api/publisher", new).await;
        assert_eq!(fields(&refused), wrong, "{id} {name} {}", refused.body);
    }
    let mut new = acme();
    (new["id"], new["name"]) = (json!("zen"), json!("Zen"));
    jan.post("/api/publisher", new).await.is(201);
    let alike = jan.patch("/api/publisher", json!({ "name": "Acme" })).await;
    assert_eq!(fields(&alike), ["name"]);
    let ours = jan.patch("/api/publisher", json!({ "name": "SiteWright" })).await;
    assert_eq!(fields(&ours), ["name"]);
    let own = jan.patch("/api/publisher", json!({ "name": "Zen!" })).await;
    assert_eq!(own.status, 200, "its name is unique: {}", own.body);
}
