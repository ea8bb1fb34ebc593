//! Previews show the effects of a change; two administrators do not overwrite each other.

use super::ceilings;
use crate::mail::administrator;
use crate::prelude::*;

const FREE: i64 = 0;
const PRO: i64 = 2;

async fn send_table(client: &mut Client) -> Value {
    let path = format!("/api/tools/{SCRIPTED}/bulk");
    client.upload(Method::POST, &path, "text/csv", "Topic\r\ntea\r\n").await.is(201).body
}

#[app_test(TestApp::with_plugins(|_| {}))]
async fn a_preview_counts_affected_accounts_and_changes_nothing(app: TestApp, mut admin: administrator) {
    let (mut busy, mut calm, mut excepted) = (app.user().await, app.user().await, app.user().await);
    for (client, times) in [(&mut busy, 3), (&mut calm, 1), (&mut excepted, 1)] {
        for _ in 0..times {
            client.run(json!({ "topic": "tea" })).await.is(201);
        }
    }
    send_table(&mut busy).await;
    busy.key(json!({ "tools": [SCRIPTED] })).await;
    let (_, mut program) = busy.key(json!({})).await;
    program.run(json!({ "topic": "tea" })).await.is(201);
    calm.key(json!({})).await;
    let kept = json!({ "access": "allow", "reason": "A contract of its own." });
    admin.except(&excepted.own_id(), SCRIPTED, kept).await.is(200);

    let closing = admin.preview(FREE, json!({ "tools": [SCRIPTED], "open": false })).await.is(200);
    let effects = &closing.body;
    has(effects, json!({ "cells": 1, "losing": 2, "bulk_jobs": 1, "keys": 2 }));
    assert_eq!(effects["touched"][0]["id"], busy.own_id(), "{effects}");
    assert_eq!(
        (&effects["touched"][0]["runs"], effects["touched"].as_array().map(Vec::len)),
        (&json!(4), Some(2))
    );

    let runs =
        json!({ "tools": [SCRIPTED], "ceilings": ceilings(json!({ "runs_per_day": 2, "memory_mib": 8 })) });
    admin.preview(FREE, runs).await.has(json!({ "losing": 0, "runs": 1, "memory": 3 }));
    // The plan has no subscribers.
    let effects = admin.preview(PRO, json!({ "tools": [SCRIPTED], "open": false })).await.body;
    has(&effects, json!({ "accounts": 0, "losing": 0, "keys": 0 }));
    assert_eq!(admin.cell(SCRIPTED, FREE).await["open"], true);
}

#[app_test(TestApp::with_plugins(|_| {}))]
async fn the_second_save_gets_a_conflict_and_overwrites_nothing(app: TestApp, mut admin: administrator) {
    let mut other = administrator(&app).await;
    let wish = admin.wish(FREE, json!({ "tools": [SCRIPTED], "open": false })).await;
    let theirs = json!({ "tools": [HOSTILE], "ceilings": ceilings(json!({ "runs_per_day": 7 })) });
    other.set_cells(FREE, theirs).await.is(200);
    for (method, path) in [(Method::PUT, "/api/admin/matrix"), (Method::POST, "/api/admin/matrix/preview")] {
        let refused = admin.call(method, path, Some(wish.clone())).await;
        assert_eq!(refused.problem(), (409, "matrix.changed-meanwhile"), "{}", refused.body);
        mentions(&refused.body["message"], "Free");
    }
    assert_eq!(admin.cell(HOSTILE, FREE).await["ceilings"]["runs_per_day"], 7);
    // A concurrent change of the plan's tools on the page of products is refused too.
    let wish = admin.wish(1, json!({ "tools": [SCRIPTED], "open": false })).await;
    let mut product = other.get("/api/admin/products").await.body["data"][1].clone();
    let id = product["id"].clone();
    product["all_tools"] = json!(false);
    product["tools"] = json!([HOSTILE]);
    let saved = other.put_with(&format!("/api/admin/products/{id}"), product).await;
    assert_eq!((saved.status, &id), (200, &json!(1)), "{}", saved.body);
    admin.put_with("/api/admin/matrix", wish).await.refused(409, "matrix.changed-meanwhile");
}

#[app_test(TestApp::with_plugins(|_| {}))]
async fn a_whole_column_is_changed_at_once_and_logged(app: TestApp, mut admin: administrator) {
    let all =
        json!({ "matching": { "category": "content" }, "ceilings": ceilings(json!({ "runs_per_day": 9 })) });
    let changed = admin.set_cells(PRO, all.clone()).await;
    assert_eq!(changed.body, json!({ "cells": 2 }), "{}", changed.body);
    assert_eq!(admin.set_cells(PRO, all).await.body, json!({ "cells": 0 }), "it is so already");
    for tool in [SCRIPTED, HOSTILE] {
        assert_eq!(admin.cell(tool, PRO).await["ceilings"]["runs_per_day"], 9);
        assert_eq!(admin.cell(tool, FREE).await["ceilings"]["runs_per_day"], Value::Null);
    }
    let log = admin.get("/api/admin/audit-log?action=product.tools-changed").await.body;
    assert_eq!((&log["total"], &log["data"][0]["details"]["count"]), (&json!(1), &json!(2)), "{log}");
    let matrix =
        admin.get("/api/admin/matrix?category=content&stage=all&publisher=tests&q=scripted").await.body;
    assert_eq!((&matrix["total"], &matrix["data"][0]["id"]), (&json!(1), &json!(SCRIPTED)));
    assert_eq!(admin.get("/api/admin/matrix?stage=me").await.body["total"], 0);
    assert_eq!(admin.get("/api/admin/matrix?category=none").await.body["total"], 0);
}

#[app_test(TestApp::with_plugins(|_| {}))]
async fn switches_of_several_plans_are_saved_together_or_not_at_all(app: TestApp, mut admin: administrator) {
    let mut user = app.user().await;
    user.run(json!({ "topic": "tea" })).await.is(201);
    let runs = json!({ "tools": [SCRIPTED], "ceilings": ceilings(json!({ "runs_per_day": 7 })) });
    admin.set_cells(FREE, runs).await.is(200);
    let plans = json!([
        { "id": FREE, "revision": admin.revision(FREE).await },
        { "id": PRO, "revision": admin.revision(PRO).await },
    ]);
    let change = json!({ "plans": plans, "switches": [
        { "plan": FREE, "tool": SCRIPTED, "open": false },
        { "plan": PRO, "tool": SCRIPTED, "open": false },
        { "plan": PRO, "tool": HOSTILE, "open": true },
    ] });
    let effects = admin.post("/api/admin/matrix/preview", change.clone()).await.is(200).body;
    has(&effects, json!({ "cells": 2, "losing": 1 }));
    assert_eq!(effects["touched"][0]["id"], user.own_id());

    let mut other = administrator(&app).await;
    other.set_cells(PRO, json!({ "tools": [HOSTILE], "open": false })).await.is(200);
    admin.put_with("/api/admin/matrix", change.clone()).await.refused(409, "matrix.changed-meanwhile");
    assert_eq!(admin.cell(SCRIPTED, FREE).await["open"], true, "nothing was saved");

    let mut again = change;
    again["plans"][1]["revision"] = admin.revision(PRO).await;
    assert_eq!(admin.put_with("/api/admin/matrix", again).await.is(200).body, json!({ "cells": 3 }));
    let cell = admin.cell(SCRIPTED, FREE).await;
    assert_eq!((&cell["open"], &cell["ceilings"]["runs_per_day"]), (&json!(false), &json!(7)), "limits stay");
    assert_eq!(admin.cell(HOSTILE, PRO).await["open"], true);
    let log = admin.get("/api/admin/audit-log?action=product.tools-changed").await.body;
    let entries: Vec<_> = (0..3)
        .map(|at| (&log["data"][at]["details"]["open"], &log["data"][at]["details"]["tools"]))
        .collect();
    for entry in [(&json!(true), &json!(HOSTILE)), (&json!(false), &json!(SCRIPTED))] {
        assert!(entries.contains(&entry), "{log}");
    }
}

#[app_test(TestApp::with_plugins(|_| {}))]
async fn an_invalid_switch_is_refused(app: TestApp, mut admin: administrator) {
    let one = json!({ "plan": FREE, "tool": SCRIPTED, "open": false });
    for (change, at) in [
        (json!({ "switches": [] }), "switches"),
        (json!({ "switches": [one, one] }), "switches"),
        (json!({ "switches": [{ "plan": PRO, "tool": SCRIPTED, "open": false }] }), "switches"),
        (json!({ "switches": [{ "plan": FREE, "tool": "no-such-tool", "open": false }] }), "switches"),
        (json!({ "switches": [one], "open": true }), "switches"),
        (json!({ "switches": [one], "tools": [SCRIPTED] }), "switches"),
        (json!({ "switches": [one, { "plan": FREE, "tool": HOSTILE, "open": false }] }), "open"),
    ] {
        admin.set_cells(FREE, change).await.wrong(at);
    }
    assert_eq!(admin.revision(FREE).await, Value::from(0), "nothing was changed");
}
