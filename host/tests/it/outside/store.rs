//! The store of a plugin: separate by project and account, with a quota.

use super::{STRANGER, World, reply, reply_from, world};
use crate::prelude::*;

#[app_test(world("[]", |_| {}))]
async fn a_stored_value_is_read_by_its_key(world: World, mut client: user) {
    assert_eq!(reply(&mut client, ["get", "shop/1"]).await, "nothing");
    assert_eq!(reply(&mut client, ["set", "shop/1", "Chleb żytni"]).await, "kept");
    assert_eq!(reply(&mut client, ["set", "shop/1", "Chleb pszenny"]).await, "kept");
    assert_eq!(reply(&mut client, ["get", "shop/1"]).await, "Chleb pszenny");
    for key in ["shop/ż", "shop/Z", "shop%", "other"] {
        assert_eq!(reply(&mut client, ["set", key, ""]).await, "kept");
    }
    assert_eq!(reply(&mut client, ["get", "other"]).await, "", "an empty value is a value");
    assert_eq!(reply(&mut client, ["keys", "shop/"]).await, "shop/1 shop/Z shop/ż");
    assert_eq!(reply(&mut client, ["keys", "shop%"]).await, "shop%");
    assert_eq!(reply(&mut client, ["keys", ""]).await, "other shop% shop/1 shop/Z shop/ż");
    assert_eq!(reply(&mut client, ["delete", "shop/1"]).await, "gone");
    assert_eq!(reply(&mut client, ["delete", "shop/1"]).await, "gone");
    assert_eq!(reply(&mut client, ["get", "shop/1"]).await, "nothing");
}

#[app_test(world("[]", |_| {}))]
async fn keys_of_others_are_separate(world: World, mut owner: user, mut other: user) {
    let add = |domain: &str| json!({ "domain": domain, "language_code": "pl", "location_code": 2616 });
    assert_eq!(reply(&mut owner, ["set", "key", "before any project"]).await, "kept");
    let first = owner.post("/api/project/addProject", add("first.pl")).await;
    assert_eq!(
        reply(&mut owner, ["get", "key"]).await,
        "before any project",
        "the first project takes it over"
    );
    owner.post("/api/project/addProject", add("second.pl")).await.is(201);
    assert_eq!(reply(&mut owner, ["get", "key"]).await, "nothing", "another project has separate data");
    assert_eq!(reply(&mut owner, ["set", "key", "of the second"]).await, "kept");

    assert_eq!(
        reply_from(&mut owner, STRANGER, ["get", "key"]).await,
        "nothing",
        "and so has another plugin"
    );
    assert_eq!(reply_from(&mut owner, STRANGER, ["keys", ""]).await, "");
    assert_eq!(reply_from(&mut owner, STRANGER, ["delete", "key"]).await, "gone");
    assert_eq!(reply(&mut other, ["get", "key"]).await, "nothing", "and another account");
    assert_eq!(reply(&mut other, ["delete", "key"]).await, "gone");
    assert_eq!(reply(&mut owner, ["get", "key"]).await, "of the second");

    // Stored data is deleted with its project.
    let first = first.body["project"]["id"].as_i64().expect("a number");
    owner.post("/api/project/deleteProject", json!({ "projectID": first })).await.is(200);
    assert_eq!(world.app.value::<i64>("SELECT count(*) FROM plugin_store").await, 1);
}

#[app_test(world("[]", |config| (config.plugin_store_bytes, config.plugin_store_keys) = (4096, 5)))]
async fn the_quota_is_enforced(world: World, mut client: user) {
    assert_eq!(reply(&mut client, ["set-bytes", "large", "4000"]).await, "kept");
    let full = "limit-reached: The tool's store for this project is full: 5 keys and 4 KB at most.";
    assert_eq!(reply(&mut client, ["set-bytes", "more", "200"]).await, full);
    assert_eq!(reply(&mut client, ["get", "more"]).await, "nothing", "nothing is stored partially");
    assert_eq!(
        reply(&mut client, ["set-bytes", "large", "4091"]).await,
        "kept",
        "what is replaced makes room"
    );
    assert_eq!(reply(&mut client, ["set-bytes", "large", "4092"]).await, full);
    assert_eq!(reply(&mut client, ["delete", "large"]).await, "gone");
    assert_eq!(reply(&mut client, ["set-many", "6"]).await, full);
    assert_eq!(reply(&mut client, ["keys", ""]).await, "key-00000 key-00001 key-00002 key-00003 key-00004");
    client.cookies.insert("locale".into(), "pl".into());
    let polish =
        "limit-reached: Narzędzie przechowuje dla tego projektu tyle, ile może: najwyżej 5 kluczy i 4 KB.";
    assert_eq!(reply(&mut client, ["set", "sixth", "x"]).await, polish);
}

#[app_test(world("[]", |_| {}))]
async fn a_key_is_a_short_line(world: World, mut client: user) {
    let refused =
        "refused: The tool used a key that is empty, longer than 200 bytes or contains control characters.";
    let (long, longest) = ("k".repeat(201), "k".repeat(200));
    for key in ["", "a\nb", "a\u{7f}", long.as_str()] {
        assert_eq!(reply(&mut client, ["set", key, "x"]).await, refused, "{key:?}");
        assert_eq!(reply(&mut client, ["get", key]).await, refused, "{key:?}");
    }
    assert_eq!(reply(&mut client, ["set", &longest, "x"]).await, "kept");
    assert_eq!(reply(&mut client, ["set", "' OR '1'='1", "x"]).await, "kept");
    assert_eq!(reply(&mut client, ["get", "' OR '1'='1"]).await, "x");
}
