//! Shops for agents, over the Model Context Protocol.

use sitewright::catalogue::tools::Schema;

use super::*;
use crate::util::agent::{call, problem, send, tools};

const ALL: [&str; 3] = ["shops:read", "shops:write", "runs:write"];

/// Polls until nothing is being done with the shop.
async fn rests(program: &mut Client) {
    let done = async || {
        let shops = call(program, "list-shops", json!({})).await;
        shops["data"][0]["working"].is_null().then_some(())
    };
    eventually("the work with the shop does not end", done).await;
}

#[tokio::test]
async fn an_agent_takes_texts_the_whole_way() {
    let world = world(9).await;
    let before = world.shop.database();
    let (mut user, shop) = world.connected().await;
    let (_, mut agent) = user.key(json!({ "scopes": ALL })).await;

    let shops = call(&mut agent, "list-shops", json!({})).await;
    has(&shops, json!({ "total": 1, "/data/0/id": shop, "/data/0/languages": ["pl", "en"] }));
    let findings = call(&mut agent, "get-shop-findings", json!({ "shop": shop })).await;
    let html = findings["data"].as_array().expect("a list").iter();
    let mut html = html
        .filter(|found| found["kind"] == "product" && found["language"] == "pl" && found["field"] == "html");
    let missing = html.next().expect("descriptions")["missing"].clone();
    let filter = json!({ "kind": "product", "finding": "missing", "field": "html" });
    let mut wanted = filter.clone();
    wanted["shop"] = json!(shop);
    let items = call(&mut agent, "list-shop-items", wanted).await;
    assert_eq!((&items["total"], &items["per_page"]), (&missing, &json!(50)));
    let item = items["data"][0]["id"].clone();
    let one = json!({ "shop": shop, "kind": "product", "item": item, "language": "pl", "field": "html" });
    let texts = call(&mut agent, "get-shop-item", one).await["texts"].clone();
    assert_eq!(texts.as_array().map(Vec::len), Some(1), "{texts}");

    let writers = call(&mut agent, "list-shop-writers", json!({ "shop": shop })).await;
    let writers = writers["data"].as_array().expect("a list");
    let writes = |writer: &&Value| {
        let fields = writer["fields"].as_array().expect("fields");
        writer["kind"] == "product" && writer["translates"] == false && fields.contains(&json!("html"))
    };
    let tool = &writers.iter().find(writes).expect("a writer of descriptions")["tool"];
    let order = json!({ "shop": shop, "tool": tool, "fields": ["html"], "filter": filter });
    let order = call(&mut agent, "order-shop-texts", order).await;
    has(&order["work"], json!({ "status": "ready", "rows": { "total": missing } }));
    call(&mut agent, "start-shop-order", json!({ "shop": shop, "order": order["id"] })).await;
    let written = async || {
        let orders = call(&mut agent, "list-shop-orders", json!({ "shop": shop })).await;
        (orders["data"][0]["work"]["status"] == "done").then_some(())
    };
    eventually("the texts are not written", written).await;

    let proposed = json!({ "shop": shop, "state": "proposed" });
    let proposals = call(&mut agent, "list-shop-changes", proposed).await;
    assert_eq!(proposals["total"], missing);
    let change = proposals["data"][0]["id"].clone();
    let edit = json!({ "shop": shop, "change": change, "new": "<p>Opis za 99999 zł.</p>" });
    let edited = call(&mut agent, "edit-shop-change", edit).await;
    assert_eq!(edited["passes"], false, "{edited}");
    let one = json!({ "shop": shop, "change": change });
    assert_eq!(call(&mut agent, "get-shop-change", one).await["new"], "<p>Opis za 99999 zł.</p>");
    let reject = json!({ "shop": shop, "decision": "reject", "ids": [change] });
    assert_eq!(call(&mut agent, "decide-shop-changes", reject).await["changed"], 1);
    // A draft with places to fill in does not pass.
    let approve = json!({ "shop": shop, "decision": "approve", "passing": true });
    assert_eq!(call(&mut agent, "decide-shop-changes", approve.clone()).await["changed"], 0);
    let draft = &proposals["data"][1];
    let filled = draft["new"].as_str().and_then(|text| text.split("<p>[").next()).expect("a draft");
    let edit = json!({ "shop": shop, "change": draft["id"], "new": filled });
    assert_eq!(call(&mut agent, "edit-shop-change", edit).await["passes"], true);
    let approved = call(&mut agent, "decide-shop-changes", approve).await["changed"].clone();
    assert!(approved.as_i64() > Some(0), "{approved}");
    assert_eq!(world.shop.database(), before, "nothing was written yet");

    call(&mut agent, "compare-shop-changes", json!({ "shop": shop })).await;
    rests(&mut agent).await;
    assert_eq!(world.shop.database(), before, "a comparison writes nothing");
    call(&mut agent, "write-shop-changes", json!({ "shop": shop })).await;
    rests(&mut agent).await;
    let changes = call(&mut agent, "list-shop-changes", json!({ "shop": shop, "state": "written" })).await;
    assert_eq!(changes["total"], approved);
    assert_ne!(world.shop.database(), before);
    let ids: Vec<Value> =
        user.changes(&shop, "state=written").await.into_iter().map(|change| change["id"].clone()).collect();
    call(&mut agent, "undo-shop-changes", json!({ "shop": shop, "ids": ids })).await;
    rests(&mut agent).await;
    assert_eq!(world.shop.database(), before);
    world.stop().await;
}

#[tokio::test]
async fn operations_are_listed_by_scope_with_their_effects_in_both_languages() {
    let world = world(3).await;
    let (mut user, shop) = world.connected().await;
    let (_, mut agent) = user.key(json!({ "scopes": ALL })).await;
    let all = tools(&mut agent).await;
    let names: Vec<&str> = all.iter().filter_map(|tool| tool["name"].as_str()).collect();
    assert_eq!(names.len(), 16, "without tools:read no other tools: {names:?}");
    for tool in &all {
        let name = tool["name"].as_str().expect("a name");
        let hints = &tool["annotations"];
        let writes = ["write-shop-changes", "undo-shop-changes"].contains(&name);
        assert_eq!(hints["destructiveHint"], writes, "{name}");
        assert_eq!(hints["readOnlyHint"], name.starts_with("list-") || name.starts_with("get-"), "{name}");
        assert_eq!(hints["idempotentHint"], name != "order-shop-texts", "{name}");
        Schema::of_input(&tool["inputSchema"].to_string()).expect("a schema");
        Schema::of_output(&tool["outputSchema"].to_string()).expect("a schema");
        assert!(!tool["description"].as_str().unwrap_or_default().is_empty(), "{name}");
    }
    agent.language = Some("pl");
    let polish = tools(&mut agent).await;
    for (english, polish) in all.iter().zip(&polish) {
        assert_ne!(english["description"], polish["description"], "{}", english["name"]);
        let names = |tool: &Value| {
            tool["inputSchema"]["properties"].as_object().map(|all| all.keys().cloned().collect::<Vec<_>>())
        };
        assert_eq!(names(english), names(polish));
        let texts = polish.to_string();
        assert!(!texts.contains("\"use\"") && !texts.contains("\"en\""), "{texts}");
    }

    let (_, mut reader) = user.key(json!({ "scopes": ["tools:read", "shops:read"] })).await;
    let tools = tools(&mut reader).await;
    let of_shops =
        tools.iter().filter(|tool| tool["name"].as_str().is_some_and(|name| name.contains("-shop")));
    assert!(of_shops.clone().all(|tool| tool["annotations"]["readOnlyHint"] == true), "{tools:?}");
    assert!(of_shops.count() == 8 && tools.len() > 8);
    let write = json!({ "name": "write-shop-changes", "arguments": { "shop": shop } });
    let refused = send(&mut reader, "tools/call", write).await;
    has(&refused["error"], json!({ "code": -32600, "data": { "code": "keys.scope-missing" } }));
    let run = json!({ "name": "product-description", "arguments": {} });
    let refused = send(&mut reader, "tools/call", run).await;
    assert_eq!(refused["error"]["data"]["code"], "keys.scope-missing");
    world.stop().await;
}

#[tokio::test]
async fn problems_are_returned_to_the_agent() {
    let world = world(3).await;
    let (mut user, shop) = world.connected().await;
    let (_, mut agent) = user.key(json!({ "scopes": ["shops:read", "shops:write"] })).await;
    for (name, arguments, code) in [
        ("list-shop-items", json!({}), "validation.failed"),
        ("list-shop-items", json!({ "shop": shop, "finding": "ugly" }), "validation.failed"),
        ("list-shop-items", json!({ "shop": shop, "page": 0 }), "validation.failed"),
        ("list-shop-items", json!({ "shop": shop, "every": true }), "validation.failed"),
        ("get-shop-findings", json!({ "shop": "none" }), "not-found"),
        ("get-shop-change", json!({ "shop": shop, "change": "none" }), "not-found"),
        ("start-shop-order", json!({ "shop": shop, "order": "none" }), "not-found"),
        ("write-shop-changes", json!({ "shop": shop }), "shops.nothing-to-do"),
        ("undo-shop-changes", json!({ "shop": shop, "ids": [] }), "validation.failed"),
        ("decide-shop-changes", json!({ "shop": shop, "decision": "reject" }), "validation.failed"),
        ("order-shop-texts", json!({ "shop": shop, "tool": "none", "items": ["1"] }), "validation.failed"),
        (
            "order-shop-texts",
            json!({ "shop": shop, "tool": "product-description", "items": ["1"], "start": true }),
            "keys.scope-missing",
        ),
    ] {
        assert_eq!(problem(&mut agent, name, arguments.clone()).await, code, "{name} {arguments}");
    }
    let mut other = world.app.user().await;
    let (_, mut foreign) = other.key(json!({ "scopes": ALL })).await;
    assert_eq!(problem(&mut foreign, "get-shop-findings", json!({ "shop": shop })).await, "not-found");
    assert_eq!(call(&mut foreign, "list-shops", json!({})).await["total"], 0);
    world.stop().await;
}
