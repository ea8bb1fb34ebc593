//! In a trial the plan's terms apply as for a new customer, without exceptions.

use super::apart::reply;
use super::{FREE, scripted, serve};
use crate::matrix::ceilings;
use crate::outside;
use crate::outside::World;
use crate::prelude::*;

async fn set(admin: &mut Client, tool: &str, change: Value) {
    let mut cells = json!({ "tools": [tool] });
    cells.as_object_mut().expect("an object").extend(change.as_object().expect("an object").clone());
    admin.set_cells(FREE, cells).await.is(200);
}

#[app_test(serve([Reply::text("Fresh tea every day.")], |_| {}))]
async fn a_plan_without_the_tool_answers_as_it_answers_a_customer(app: TestApp, mut admin: administrator) {
    set(&mut admin, SCRIPTED, json!({ "open": false })).await;
    let mut customer = app.user().await;
    customer.language = Some("en");
    let asked = customer.run(json!({ "topic": "tea" })).await;

    // The administrator's own exception does not apply.
    let own = admin.own_id();
    let excepted = json!({ "access": "allow", "ceilings": null, "reason": "Tests", "ends_at": null });
    admin.except(&own, SCRIPTED, excepted).await.is(200);
    let trial = admin.trial(scripted(), FREE).await;
    let view = admin.trial_view(&trial).await;
    assert_eq!(view["tool"]["lock"], customer.get(&format!("/api/tools/{SCRIPTED}")).await.body["lock"]);
    let answer = admin.tries(&trial, json!({ "topic": "tea" })).await;
    assert_eq!(answer.problem(), asked.problem(), "{}", answer.body);
    assert_eq!((answer.status, &answer.body["message"]), (402, &asked.body["message"]));
    assert_eq!(admin.trial_view(&trial).await["runs_begun"], 0);

    // In the language of the trial, not the administrator's.
    let polish = json!({ "tool": SCRIPTED, "product_id": FREE, "language": "pl" });
    let polish = admin.post("/api/admin/trials", polish).await.body;
    let answer = admin.tries(polish["id"].as_str().expect("an id"), json!({ "topic": "tea" })).await;
    mentions(&answer.body["message"], "Darmowy");

    let starter = admin.trial(scripted(), 1).await;
    admin.tries(&starter, json!({ "topic": "tea" })).await.has(json!({ "status": "succeeded" }));
}

#[app_test(serve([Reply::text("Fresh tea every day.")], |_| {}))]
async fn ceilings_of_runs_and_words_are_counted_within_the_trial(app: TestApp, mut admin: administrator) {
    set(&mut admin, SCRIPTED, json!({ "ceilings": ceilings(json!({ "runs_per_day": 2 })) })).await;
    let trial = admin.trial(scripted(), FREE).await;
    for _ in 0..2 {
        admin.tries(&trial, json!({ "topic": "tea" })).await.is(201);
    }
    admin.tries(&trial, json!({ "topic": "tea" })).await.refused(402, "ceilings.runs");
    // Another trial has its own day, and the administrator's own is not used.
    let other = admin.trial(scripted(), FREE).await;
    admin.tries(&other, json!({ "topic": "tea" })).await.is(201);
    admin.run(json!({ "topic": "tea" })).await.is(201);
    assert_eq!(app.value::<i64>("SELECT CAST(SUM(runs) AS BIGINT) FROM tool_days").await, 1);

    // A run reserves 50 words, and costs 4; three at once exceed the limit, and the two answers are charged.
    set(&mut admin, SCRIPTED, json!({ "ceilings": ceilings(json!({ "words_per_month": 100 })) })).await;
    let trial = admin.trial(scripted(), FREE).await;
    let greedy = admin.tries(&trial, json!({ "topic": "tea", "do": "ask-all" })).await.body;
    assert_eq!(greedy["problem"]["code"], "ceilings.words", "{greedy}");
    assert_eq!(admin.tries(&trial, json!({ "topic": "tea" })).await.body["words"], 4);
    set(&mut admin, SCRIPTED, json!({ "ceilings": ceilings(json!({ "words_per_month": 53 })) })).await;
    let refused = admin.tries(&trial, json!({ "topic": "tea" })).await.refused(402, "ceilings.words");
    assert_eq!((&refused.body["left"], &refused.body["max"]), (&json!(41), &json!(53)));
}

#[app_test(serve([Reply::text("Fresh tea every day.")], |config| config.free_words = 53))]
async fn the_plans_words_are_limited_in_a_trial_too(app: TestApp, mut admin: administrator) {
    let trial = admin.trial(scripted(), FREE).await;
    assert_eq!(admin.tries(&trial, json!({ "topic": "tea" })).await.body["words"], 4);
    let refused = admin.tries(&trial, json!({ "topic": "tea" })).await.refused(402, "words.exhausted");
    assert_eq!((&refused.body["left"], &refused.body["needed"]), (&json!(49), &json!(50)));
}

#[app_test(serve([], |_| {}))]
async fn a_ceiling_of_memory_is_enforced(app: TestApp, mut admin: administrator) {
    set(&mut admin, HOSTILE, json!({ "ceilings": ceilings(json!({ "memory_mib": 8 })) })).await;
    let trial = admin.trial(json!({ "tool": HOSTILE }), FREE).await;
    let run = admin.tries(&trial, json!({ "do": "memory" })).await.body;
    has(&run["problem"], json!({ "code": "ceilings.memory", "max": 8 }));
    let view = admin.trial_view(&trial).await.has(json!({ "terms": { "ceilings": { "memory_mib": 8 } } }));
    assert_eq!(view["runs"][0]["problem"]["code"], "ceilings.memory", "{view}");
}

#[app_test(outside::world(r#"["shop.test", "a.shop.test"]"#, |_| {}))]
async fn hosts_are_those_of_the_plan_and_connections_the_administrators_own(world: World) {
    let mut admin = administrator(&world.app).await;
    let mut customer = world.app.user().await;
    outside::connect(&mut customer, "shop.test", "of-the-customer").await;
    set(&mut admin, outside::OUTSIDE, json!({ "ceilings": ceilings(json!({ "hosts": ["shop.test"] })) }))
        .await;
    let trial = admin.trial(json!({ "tool": outside::OUTSIDE }), FREE).await;
    let open = format!("GET {}", world.url("shop.test", "/echo"));
    assert!(reply(&mut admin, &trial, ["send", &open]).await.starts_with("200\n"));
    let closed = format!("GET {}", world.url("a.shop.test", "/echo"));
    let answer = reply(&mut admin, &trial, ["send", &closed]).await;
    assert!(answer.contains("Your Free plan doesn't let") && answer.contains("a.shop.test"), "{answer}");

    assert_eq!(reply(&mut admin, &trial, ["connections"]).await, "");
    outside::connect(&mut admin, "shop.test", "of-the-administrator").await;
    assert!(reply(&mut admin, &trial, ["connections"]).await.contains("shop.test"));
}
