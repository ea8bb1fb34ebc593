//! A trial has no effects outside of itself, is invisible to others, and is deleted when it ends.

use sitewright::operations::trials;

use super::{FREE, scripted, serve};
use crate::outside;
use crate::outside::World;
use crate::prelude::*;
use crate::util::packages::LONGEST;

/// Whether the ledger has entries of trials.
const HAS_ENTRIES: &str = "SELECT EXISTS (SELECT 1 FROM meter_entries WHERE trial_id IS NOT NULL)";

/// Row counts of all tables and views that show runs of customers.
async fn traces(app: &TestApp) -> Vec<i64> {
    let mut found = Vec::new();
    for sql in [
        "SELECT count(*) FROM customer_runs",
        "SELECT count(*) FROM documents",
        "SELECT count(*) FROM meter_entries WHERE trial_id IS NULL",
        "SELECT count(*) FROM run_days",
        "SELECT count(*) FROM tool_days",
        "SELECT count(*) FROM version_stats",
        "SELECT CAST(COALESCE(SUM(runs), 0) AS BIGINT) FROM plugin_releases",
        "SELECT count(*) FROM notifications",
        "SELECT count(*) FROM plugin_store",
        "SELECT count(*) FROM run_recordings",
    ] {
        found.push(app.value(sql).await);
    }
    found
}

#[app_test(serve([Reply::text("Fresh tea every day.")], |_| {}))]
async fn a_trial_leaves_nothing_but_itself(app: TestApp, mut admin: administrator) {
    let digest = admin.installs(Plain::new("motto", "1.0.0").pack(&app).await).await;
    let mut user = anna(&app).await;
    assert_eq!(version(&mut user, "motto").await, "1.0.0");
    registry::settle(&app.app).await.expect("settled");
    let (before, words) = (traces(&app).await, admin.get("/api/user").await.body["words"].clone());

    let trial = admin.trial(scripted(), FREE).await;
    let run = admin.tries(&trial, json!({ "topic": "tea" })).await;
    assert_eq!((run.status, &run.body["status"]), (201, &json!("succeeded")), "{}", run.body);
    assert_eq!((&run.body["words"], &run.body["document_id"]), (&json!(4), &json!(null)));
    assert!(run.body["outcome"]["text"].as_str().expect("a text").contains("Fresh tea"), "{}", run.body);
    let packaged = admin.trial(json!({ "package": digest }), FREE).await;
    let run = admin.tries(&packaged, json!({ "topic": "tea" })).await;
    assert_eq!(run.body["outcome"]["text"], "1.0.0", "{}", run.body);

    registry::settle(&app.app).await.expect("settled");
    assert_eq!(traces(&app).await, before);
    assert_eq!(admin.get("/api/user").await.body["words"], words);
    assert_eq!(admin.get("/api/runs").await.body["total"], 0);
    let failed = admin.get(&format!("/api/admin/packages/{digest}/runs")).await.body;
    assert_eq!(failed["total"], 1, "Anna's run alone: {failed}");

    let view = admin.trial_view(&trial).await.has(json!({ "words_used": 4, "runs_begun": 1 }));
    assert_eq!((&view["runs"][0]["words"], &view["runs"][0]["model_calls"]), (&json!(4), &json!(1)));
    assert!(view["runs"][0]["guest_cpu_us"].as_i64().is_some_and(|time| time > 0), "{view}");
    assert!(view["runs"][0]["peak_memory_bytes"].as_i64().is_some_and(|bytes| bytes > 0), "{view}");
    let facts = run.body["id"].as_str().map(|id| format!("/api/admin/packages/{digest}/runs/{id}"));
    admin.get(&facts.expect("an id")).await.has(json!({ "trial": true, "input": { "topic": "tea" } }));
    let mut log = actions(&mut admin).await;
    log.retain(|action| action.starts_with("trial."));
    assert_eq!(log, ["trial.run", "trial.begun", "trial.run", "trial.begun"]);

    // After its end nothing is left.
    trials::clear(&app.app, Timestamp::now().plus_ms(2 * 24 * 3_600_000)).await.expect("cleared");
    admin.get(&format!("/api/admin/trials/{trial}")).await.is(404);
    assert!(!app.value::<bool>("SELECT EXISTS (SELECT 1 FROM runs WHERE trial_id IS NOT NULL)").await);
    assert!(!app.value::<bool>(HAS_ENTRIES).await);
}

#[app_test(serve([Reply::Holds(vec!["Fresh ".into()])], |_| {}))]
async fn only_the_administrator_who_started_a_trial_watches_and_cancels_it(app: TestApp) {
    let mut admin = administrator(&app).await;
    let mut other = person(&app, Role::SuperAdmin, "Zofia", "zofia@example.com").await;
    let mut user = anna(&app).await;
    let trial = admin.trial(scripted(), FREE).await;
    let id = admin.tries_with(&trial, json!({ "topic": "tea" }), None).await.is(202).id();
    let mut events = admin.follow(&id, None).await;
    assert_eq!(events.until("delta").await.data["text"], "Fresh ");
    drop(events);

    for stranger in [&mut other, &mut user] {
        for path in [format!("/api/runs/{id}"), format!("/api/runs/{id}/events")] {
            assert_eq!(stranger.get(&path).await.status, 404, "{path}");
        }
        stranger.post(&format!("/api/runs/{id}/cancel"), json!({})).await.is(404);
    }
    other.get(&format!("/api/admin/trials/{trial}")).await.is(404);
    other.tries(&trial, json!({ "topic": "tea" })).await.is(404);
    user.get(&format!("/api/admin/trials/{trial}")).await.is(403);

    let cancelled = admin.post(&format!("/api/runs/{id}/cancel"), json!({})).await;
    assert_eq!(cancelled.body["status"], "cancelled", "{}", cancelled.body);
    assert_eq!(cancelled.body["words"], 1, "the written text would have been charged");
    assert_eq!(admin.get(&format!("/api/runs/{id}")).await.body["status"], "cancelled");
}

#[app_test(serve([Reply::Holds(vec!["Fresh ".into()])], |_| {}))]
async fn a_run_that_outlives_its_trial_leaves_nothing(app: TestApp, model: model, mut admin: administrator) {
    let trial = admin.trial(scripted(), FREE).await;
    let run = admin.tries_with(&trial, json!({ "topic": "tea" }), None).await.body;
    let id = run["id"].as_str().expect("an id").to_owned();
    model.until("it is asked", |seen| seen.requests == 1).await;
    assert!(app.value::<bool>(HAS_ENTRIES).await, "the words of the call are reserved");
    trials::clear(&app.app, Timestamp::now().plus_ms(2 * 24 * 3_600_000)).await.expect("cleared");
    let cancelled = admin.post(&format!("/api/runs/{id}/cancel"), json!({})).await.body;
    assert_eq!((&cancelled["status"], &cancelled["words"]), (&json!("cancelled"), &json!(0)), "{cancelled}");
    admin.get(&format!("/api/runs/{id}")).await.is(404);
    assert!(!app.value::<bool>(HAS_ENTRIES).await);
}

#[app_test(serve([Reply::Holds(vec!["Fresh ".into()])], |_| {}))]
async fn runs_interrupted_by_a_restart_are_ended(app: TestApp, mut admin: administrator, model: model) {
    let trial = admin.trial(scripted(), FREE).await;
    let run = admin.tries_with(&trial, json!({ "topic": "tea" }), None).await.body;
    let id = run["id"].as_str().expect("an id").to_owned();
    model.until("it is asked", |seen| seen.requests == 1).await;
    let bearer = admin.program().bearer;
    let app = app.restart(|config| config.model_url = Some(model.url.clone())).await;
    let mut admin = app.visitor();
    admin.bearer = bearer;
    let run = admin.get(&format!("/api/runs/{id}")).await.body;
    has(&run, json!({ "status": "failed", "problem": { "code": "trials.interrupted" } }));
    assert_eq!(admin.events(&id, None).await.last().expect("an event").name, "finished");
    assert_eq!(model.seen().requests, 1, "it is not started again");
}

#[app_test(serve([], |config| config.quarantine_traps = 2))]
async fn a_version_that_traps_in_a_trial_stays_open_for_others(app: TestApp, mut admin: administrator) {
    let digest = admin.installs(Plain::new("motto", "1.0.0").pack(&app).await).await;
    let mut user = anna(&app).await;
    assert_eq!(version(&mut user, "motto").await, "1.0.0");
    let trial = admin.trial(json!({ "package": digest }), FREE).await;
    for _ in 0..4 {
        let run = admin.tries(&trial, json!({ "topic": "x".repeat(LONGEST) })).await.body;
        assert_eq!(run["problem"]["code"], "plugin.trap", "{run}");
    }
    assert_eq!(version(&mut user, "motto").await, "1.0.0");
    registry::settle(&app.app).await.expect("settled");
    admin.get(&format!("/api/admin/packages/{digest}/stats")).await.has(json!({ "runs": 2, "traps": 0 }));
}

/// The result of the egress plugin in a trial.
pub async fn reply<const N: usize>(admin: &mut Client, trial: &str, input: [&str; N]) -> String {
    let fields = ["do", "a", "b"].into_iter().zip(input);
    let input: Value = fields.map(|(name, value)| (name.to_owned(), json!(value))).collect();
    let run = admin.tries(trial, input).await.has(json!({ "status": "succeeded" })).body;
    run["outcome"]["text"].as_str().expect("a text").to_owned()
}

#[app_test(outside::world("[]", |_| {}))]
async fn data_stored_in_a_trial_belongs_to_that_trial(world: World) {
    let mut admin = crate::admin::administrator(&world.app).await;
    assert_eq!(outside::reply(&mut admin, ["set", "key", "my own"]).await, "kept");
    let tool = json!({ "tool": outside::OUTSIDE });
    let (first, second) = (admin.trial(tool.clone(), FREE).await, admin.trial(tool, FREE).await);
    assert_eq!(reply(&mut admin, &first, ["get", "key"]).await, "nothing");
    assert_eq!(reply(&mut admin, &first, ["set", "key", "tried"]).await, "kept");
    assert_eq!(reply(&mut admin, &first, ["get", "key"]).await, "tried");
    assert_eq!(reply(&mut admin, &first, ["keys", ""]).await, "key");
    assert_eq!(reply(&mut admin, &second, ["get", "key"]).await, "nothing");
    assert_eq!(outside::reply(&mut admin, ["get", "key"]).await, "my own");
    trials::clear(&world.app.app, Timestamp::now().plus_ms(2 * 24 * 3_600_000)).await.expect("cleared");
    assert_eq!(world.app.value::<i64>("SELECT count(*) FROM plugin_store").await, 1);
}

#[app_test(serve([], |_| {}))]
async fn a_trial_needs_a_version_and_a_plan(app: TestApp, mut admin: administrator) {
    let both = json!({ "tool": SCRIPTED, "package": "0".repeat(64) });
    for (tried, plan, field) in
        [(json!({}), FREE, "package"), (both, FREE, "package"), (scripted(), 4_711, "product_id")]
    {
        admin.begins_trial(tried, plan).await.wrong(field);
    }
    for tried in [json!({ "tool": "none" }), json!({ "package": "0".repeat(64) })] {
        admin.begins_trial(tried, FREE).await.is(404);
    }
    let trial = admin.trial(scripted(), FREE).await;
    admin.tries(&trial, json!({})).await.is(422);
    admin.call(Method::DELETE, &format!("/api/admin/trials/{trial}"), None).await.is(405);
}
