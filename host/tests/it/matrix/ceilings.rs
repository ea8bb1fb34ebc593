//! The server enforces each limit, with its own message.

use super::ceilings;
use crate::mail::administrator;
use crate::outside;
use crate::outside::World;
use crate::prelude::*;

const FREE: i64 = 0;

#[app_test(TestApp::with_plugins(|_| {}))]
async fn a_tool_is_taken_from_a_plan_that_has_all_and_given_back(app: TestApp, mut admin: administrator) {
    let mut client = app.user().await;
    client.language = Some("en");
    client.run(json!({ "topic": "tea" })).await.is(201);
    let changed = admin.set_cells(FREE, json!({ "tools": [SCRIPTED], "open": false })).await;
    assert_eq!((changed.status, &changed.body), (200, &json!({ "cells": 1 })), "{}", changed.body);
    assert_eq!(admin.cell(SCRIPTED, FREE).await["open"], false);

    client.run(json!({ "topic": "tea" })).await.refused(402, "plans.tool-locked");
    let lock = client.get(&format!("/api/tools/{SCRIPTED}")).await.body["lock"].clone();
    assert_eq!(lock, json!({ "plan": "Starter" }));
    let offer = client.get("/api/plans").await.body["data"][0].clone();
    assert_eq!((&offer["all_tools"], offer["tools"].as_array().map(Vec::len)), (&json!(false), Some(1)));
    // The plan still includes tools that are installed later.
    let products = admin.get("/api/admin/products").await.body;
    assert_eq!((&products["data"][0]["id"], &products["data"][0]["all_tools"]), (&json!(0), &json!(true)));

    admin.set_cells(FREE, json!({ "tools": [SCRIPTED], "open": true })).await.is(200);
    client.run(json!({ "topic": "tea" })).await.is(201);
}

#[app_test(TestApp::with_plugins(|_| {}))]
async fn requests_at_once_do_not_run_a_tool_more_often_than_its_ceiling(app: TestApp) {
    let mut admin = administrator(&app).await;
    let client = app.user().await;
    let runs = json!({ "tools": [SCRIPTED], "ceilings": ceilings(json!({ "runs_per_day": 2 })) });
    admin.set_cells(FREE, runs).await.is(200);
    let mut clients: Vec<_> = (0..6).map(|_| client.program()).collect();
    let answers = join_all(clients.iter_mut().map(|client| client.run(json!({ "topic": "tea" })))).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 201).count(), 2, "{answers:?}");
    for refused in answers.iter().filter(|answer| answer.status != 201) {
        assert_eq!(refused.problem(), (402, "ceilings.runs"), "{}", refused.body);
        assert_eq!(refused.body["max"], 2);
    }
    // Other tools are not counted.
    let mut client = client;
    client.run_to_end(HOSTILE, json!({ "do": "nothing" })).await.is(201);
    client.cookies.insert("locale".into(), "pl".into());
    let refused = client.run(json!({ "topic": "tea" })).await;
    let message = refused.body["message"].as_str().unwrap_or_default();
    assert!(message.starts_with("Plan Darmowy pozwala na 2 uruchomienia narzędzia "), "{message}");
}

#[app_test(TestApp::with_model([Reply::text("Fresh tea every day.")]))]
async fn words_of_a_month_are_counted_by_tool_also_within_a_run(app: TestApp, mut admin: administrator) {
    let mut client = app.user().await;
    let words =
        |max: i64| json!({ "tools": [SCRIPTED], "ceilings": ceilings(json!({ "words_per_month": max })) });
    // A run reserves 50 words; three at once exceed the limit, which shows only while it runs.
    admin.set_cells(FREE, words(100)).await.is(200);
    let run = client.run(json!({ "topic": "tea", "do": "ask-all" })).await.body;
    has(&run, json!({ "status": "failed", "problem": { "code": "ceilings.words" } }));
    // Two answers were complete before the third was refused.
    assert_eq!(run["words"], 8);
    let run = client.run(json!({ "topic": "tea" })).await.body;
    assert_eq!((&run["status"], &run["words"]), (&json!("succeeded"), &json!(4)), "{run}");
    // Less is left than a run needs: it is not started.
    admin.set_cells(FREE, words(61)).await.is(200);
    let refused = client.run(json!({ "topic": "tea" })).await.refused(402, "ceilings.words");
    assert_eq!((&refused.body["left"], &refused.body["max"]), (&json!(49), &json!(61)));
    admin.set_cells(FREE, words(62)).await.is(200);
    assert_eq!(client.run(json!({ "topic": "tea" })).await.body["status"], "succeeded");
}

#[app_test(TestApp::with_plugins(|config| config.quarantine_traps = 2))]
async fn a_run_that_exceeds_its_plans_memory_is_not_the_plugins_fault(app: TestApp) {
    let mut admin = administrator(&app).await;
    let mut client = app.user().await;
    let memory = json!({ "tools": [HOSTILE], "ceilings": ceilings(json!({ "memory_mib": 8 })) });
    admin.set_cells(FREE, memory).await.is(200);
    for _ in 0..3 {
        let run = client.run_to_end(HOSTILE, json!({ "do": "memory" })).await.body;
        has(&run["problem"], json!({ "code": "ceilings.memory", "max": 8 }));
    }
    let run = client.run_to_end(HOSTILE, json!({ "do": "nothing" })).await.body;
    assert_eq!(run["status"], "succeeded", "it is not in quarantine: {run}");
}

#[app_test(outside::world(r#"["shop.test", "a.shop.test"]"#, |_| {}))]
async fn a_host_that_the_plan_excludes_is_not_called_even_by_a_redirect(world: World) {
    let mut admin = administrator(&world.app).await;
    let mut client = world.app.user().await;
    client.language = Some("en");
    let hosts = json!({ "tools": ["outside"], "ceilings": ceilings(json!({ "hosts": ["shop.test"] })) });
    admin.set_cells(FREE, hosts).await.is(200);
    let open = format!("GET {}", world.url("shop.test", "/echo"));
    assert!(outside::reply(&mut client, ["send", &open]).await.starts_with("200\n"));
    let came = world.peer.came().len();
    let closed = world.url("a.shop.test", "/echo");
    for request in [
        format!("GET {closed}"),
        format!("GET {}", world.url("shop.test", &format!("/redirect?to={closed}"))),
    ] {
        let answer = outside::reply(&mut client, ["send", &request]).await;
        assert!(answer.contains("Your Free plan doesn't let") && answer.contains("a.shop.test"), "{answer}");
    }
    let calls: Vec<_> = world.peer.came().iter().skip(came).map(|one| one.headers["host"].clone()).collect();
    assert!(calls.iter().all(|host| !host.to_str().unwrap_or_default().starts_with("a.")), "{calls:?}");
    // Not as the user's own connection either.
    outside::connect(&mut client, "a.shop.test", "secret-token").await;
    let answer = outside::reply(&mut client, ["send", &format!("GET {closed}")]).await;
    assert!(answer.contains("Your Free plan doesn't let"), "{answer}");
}

#[app_test(TestApp::with_plugins(|_| {}))]
async fn an_invalid_ceiling_is_refused_at_its_field(app: TestApp, mut admin: administrator) {
    for (change, at) in [
        (json!({ "tools": [SCRIPTED] }), "open"),
        (json!({ "tools": ["no-such-tool"], "open": false }), "tools"),
        (json!({ "tools": [], "open": false }), "tools"),
        (json!({ "tools": [SCRIPTED, HOSTILE], "open": false }), "open"),
        (
            json!({ "tools": [SCRIPTED], "ceilings": ceilings(json!({ "runs_per_day": 0 })) }),
            "ceilings.runs_per_day",
        ),
        (
            json!({ "tools": [SCRIPTED], "ceilings": ceilings(json!({ "memory_mib": 4_000 })) }),
            "ceilings.memory_mib",
        ),
        (
            json!({ "tools": [SCRIPTED], "ceilings": ceilings(json!({ "hosts": ["evil.test"] })) }),
            "ceilings.hosts",
        ),
        (
            json!({ "tools": [SCRIPTED, HOSTILE], "ceilings": ceilings(json!({ "hosts": [] })) }),
            "ceilings.hosts",
        ),
        (json!({ "tools": [SCRIPTED], "ceilings": { "memory": 1 } }), "ceilings.memory"),
    ] {
        admin.set_cells(FREE, change.clone()).await.wrong(at);
    }
    assert_eq!(admin.revision(FREE).await, Value::from(0), "nothing was changed");
}
