//! In a trial the plan's terms apply as for a new customer, without exceptions.

use serde_json::{Value, json};

use super::{FREE, apart::told, scripted, serve};
use crate::{
    admin::administrator,
    matrix::ceilings,
    outside,
    util::{
        Client,
        model_server::{ModelServer, Reply},
        tools::{HOSTILE, SCRIPTED},
    },
};

async fn set(admin: &mut Client, tool: &str, change: Value) {
    let mut cells = json!({ "tools": [tool] });
    cells.as_object_mut().expect("an object").extend(change.as_object().expect("an object").clone());
    let changed = admin.set_cells(FREE, cells).await;
    assert_eq!(changed.status, 200, "{}", changed.body);
}

#[tokio::test]
async fn a_plan_without_the_tool_answers_as_it_answers_a_customer() {
    let model = ModelServer::start([Reply::text("Fresh tea every day.")]).await;
    let (app, _bundle, mut admin) = serve(&model, |_| {}).await;
    set(&mut admin, SCRIPTED, json!({ "open": false })).await;
    let mut customer = app.user().await;
    customer.language = Some("en");
    let asked = customer.run(json!({ "topic": "tea" })).await;

    // The administrator's own exception does not apply.
    let own = admin.own_id();
    let excepted = json!({ "access": "allow", "ceilings": null, "reason": "Tests", "ends_at": null });
    assert_eq!(admin.except(&own, SCRIPTED, excepted).await.status, 200);
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
    assert!(answer.body["message"].as_str().is_some_and(|said| said.contains("Darmowy")), "{}", answer.body);

    let starter = admin.trial(scripted(), 1).await;
    let run = admin.tries(&starter, json!({ "topic": "tea" })).await.body;
    assert_eq!(run["status"], "succeeded", "{run}");
    app.stop().await;
}

#[tokio::test]
async fn ceilings_of_runs_and_words_are_counted_within_the_trial() {
    let model = ModelServer::start([Reply::text("Fresh tea every day.")]).await;
    let (app, _bundle, mut admin) = serve(&model, |_| {}).await;
    set(&mut admin, SCRIPTED, json!({ "ceilings": ceilings(json!({ "runs_per_day": 2 })) })).await;
    let trial = admin.trial(scripted(), FREE).await;
    for _ in 0..2 {
        assert_eq!(admin.tries(&trial, json!({ "topic": "tea" })).await.status, 201);
    }
    let third = admin.tries(&trial, json!({ "topic": "tea" })).await;
    assert_eq!(third.problem(), (402, "ceilings.runs"), "{}", third.body);
    // Another trial has its own day, and the administrator's own is not used.
    let other = admin.trial(scripted(), FREE).await;
    assert_eq!(admin.tries(&other, json!({ "topic": "tea" })).await.status, 201);
    assert_eq!(admin.run(json!({ "topic": "tea" })).await.status, 201);
    assert_eq!(app.value::<i64>("SELECT CAST(SUM(runs) AS BIGINT) FROM tool_days").await, 1);

    // A run reserves 50 words, and costs 4; three at once exceed the limit, and the two answers are charged.
    set(&mut admin, SCRIPTED, json!({ "ceilings": ceilings(json!({ "words_per_month": 100 })) })).await;
    let trial = admin.trial(scripted(), FREE).await;
    let greedy = admin.tries(&trial, json!({ "topic": "tea", "do": "ask-all" })).await.body;
    assert_eq!(greedy["problem"]["code"], "ceilings.words", "{greedy}");
    assert_eq!(admin.tries(&trial, json!({ "topic": "tea" })).await.body["words"], 4);
    set(&mut admin, SCRIPTED, json!({ "ceilings": ceilings(json!({ "words_per_month": 53 })) })).await;
    let refused = admin.tries(&trial, json!({ "topic": "tea" })).await;
    assert_eq!(refused.problem(), (402, "ceilings.words"), "{}", refused.body);
    assert_eq!((&refused.body["left"], &refused.body["max"]), (&json!(41), &json!(53)));
    app.stop().await;
}

#[tokio::test]
async fn the_plans_words_are_limited_in_a_trial_too() {
    let model = ModelServer::start([Reply::text("Fresh tea every day.")]).await;
    let (app, _bundle, mut admin) = serve(&model, |config| config.free_words = 53).await;
    let trial = admin.trial(scripted(), FREE).await;
    assert_eq!(admin.tries(&trial, json!({ "topic": "tea" })).await.body["words"], 4);
    let refused = admin.tries(&trial, json!({ "topic": "tea" })).await;
    assert_eq!(refused.problem(), (402, "words.exhausted"), "{}", refused.body);
    assert_eq!((&refused.body["left"], &refused.body["needed"]), (&json!(49), &json!(50)));
    app.stop().await;
}

#[tokio::test]
async fn a_ceiling_of_memory_is_enforced() {
    let model = ModelServer::start([]).await;
    let (app, _bundle, mut admin) = serve(&model, |_| {}).await;
    set(&mut admin, HOSTILE, json!({ "ceilings": ceilings(json!({ "memory_mib": 8 })) })).await;
    let trial = admin.trial(json!({ "tool": HOSTILE }), FREE).await;
    let run = admin.tries(&trial, json!({ "do": "memory" })).await.body;
    assert_eq!(
        (&run["problem"]["code"], &run["problem"]["max"]),
        (&json!("ceilings.memory"), &json!(8)),
        "{run}"
    );
    let view = admin.trial_view(&trial).await;
    assert_eq!(view["terms"]["ceilings"]["memory_mib"], 8);
    assert_eq!(view["runs"][0]["problem"]["code"], "ceilings.memory", "{view}");
    app.stop().await;
}

#[tokio::test]
async fn hosts_are_those_of_the_plan_and_connections_the_administrators_own() {
    let world = outside::world(r#"["shop.test", "a.shop.test"]"#, |_| {}).await;
    let mut admin = administrator(&world.app).await;
    let mut customer = world.app.user().await;
    outside::connect(&mut customer, "shop.test", "of-the-customer").await;
    set(&mut admin, outside::OUTSIDE, json!({ "ceilings": ceilings(json!({ "hosts": ["shop.test"] })) }))
        .await;
    let trial = admin.trial(json!({ "tool": outside::OUTSIDE }), FREE).await;
    let open = format!("GET {}", world.url("shop.test", "/echo"));
    assert!(told(&mut admin, &trial, ["send", &open]).await.starts_with("200\n"));
    let closed = format!("GET {}", world.url("a.shop.test", "/echo"));
    let answer = told(&mut admin, &trial, ["send", &closed]).await;
    assert!(answer.contains("Your plan Free does not let") && answer.contains("a.shop.test"), "{answer}");

    assert_eq!(told(&mut admin, &trial, ["connections"]).await, "");
    outside::connect(&mut admin, "shop.test", "of-the-administrator").await;
    assert!(told(&mut admin, &trial, ["connections"]).await.contains("shop.test"));
    world.stop().await;
}
