//! Ids and names of publishers that look like others.

use super::{acme, register};
use crate::prelude::*;

#[app_test]
async fn ids_and_names_that_can_be_mistaken_are_refused(app: TestApp, mut anna: anna, mut jan: jan) {
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
        assert_eq!(jan.post("/api/publisher", new).await.fields(), [wrong]);
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
        assert_eq!(refused.fields(), wrong, "{id} {name} {}", refused.body);
    }
    let mut new = acme();
    (new["id"], new["name"]) = (json!("zen"), json!("Zen"));
    jan.post("/api/publisher", new).await.is(201);
    assert_eq!(jan.patch("/api/publisher", json!({ "name": "Acme" })).await.fields(), ["name"]);
    assert_eq!(jan.patch("/api/publisher", json!({ "name": "SiteWright" })).await.fields(), ["name"]);
    let own = jan.patch("/api/publisher", json!({ "name": "Zen!" })).await;
    assert_eq!(own.status, 200, "its name is unique: {}", own.body);
}
