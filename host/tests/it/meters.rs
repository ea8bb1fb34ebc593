//! The ledger: reservations are released or charged, and nothing happens twice.

use sitewright::billing::meters::Charge;

use crate::prelude::*;

fn charge<'a>(client: &'a Client, run: &'a str, attempt: i64) -> Charge<'a> {
    let purse = Meter::Words.of(client.user_id.as_deref().expect("signed in"));
    Charge { purse, run, attempt, tool: "facebook-post", ceilings: Vec::new() }
}

fn charge_of_pages<'a>(client: &'a Client, audit: &'a str) -> Charge<'a> {
    let purse = Meter::Pages.of(client.user_id.as_deref().expect("signed in"));
    Charge { purse, tool: "audit", ..charge(client, audit, 1) }
}

#[app_test]
async fn a_run_pays_for_what_was_written(app: TestApp, mut client: user) {
    let mut tx = app.app.db.write().await.expect("a transaction");
    let run = charge(&client, "run-1", 1);
    meters::reserve(&mut tx, &run, 1, 600).await.expect("reserved");
    meters::reserve(&mut tx, &run, 2, 400).await.expect("reserved");
    meters::reserve(&mut tx, &run, 2, 400).await.expect("the same call again");
    assert_eq!(meters::balance(&mut tx, run.purse).await.expect("a balance"), 9_000);
    assert_eq!(meters::settle(&mut tx, &run, 250).await.expect("settled"), 250);
    assert_eq!(
        meters::settle(&mut tx, &run, 900).await.expect("settled again"),
        250,
        "a second settlement changes nothing"
    );
    tx.commit().await.expect("committed");

    let answer = client.get("/api/words?per_page=2").await.is(200);
    has(&answer.body, json!({ "allowance": 10_000, "used": 250, "left": 9_750, "total": 4 }));
    let settle = &answer.body["entries"][0];
    assert_eq!(
        (&settle["kind"], &settle["amount"], &settle["balance"], &settle["run_id"], &settle["tool"]),
        (&json!("settle"), &json!(750), &json!(9_750), &json!("run-1"), &json!("facebook-post"))
    );
    assert_eq!(answer.body["entries"].as_array().map(Vec::len), Some(2));
}

#[app_test]
async fn reservations_never_exceed_the_balance_and_charges_never_exceed_reservations(app: TestApp) {
    let client = app.user().await;
    let mut tx = app.app.db.write().await.expect("a transaction");
    let run = charge(&client, "run-1", 1);
    let refused = meters::reserve(&mut tx, &run, 1, 10_001).await.expect_err("too many");
    assert_eq!((refused.status().as_u16(), refused.code()), (402, "words.exhausted"));
    meters::reserve(&mut tx, &run, 1, 10_000).await.expect("all of them");
    assert_eq!(meters::settle(&mut tx, &run, 12_000).await.expect("settled"), 10_000);
    assert_eq!(meters::balance(&mut tx, run.purse).await.expect("a balance"), 0);
    tx.commit().await.expect("committed");
}

#[app_test]
async fn each_attempt_settles_its_own_reservations(app: TestApp, client: user) {
    let mut tx = app.app.db.write().await.expect("a transaction");
    let (first, second) = (charge(&client, "run-1", 1), charge(&client, "run-1", 2));
    meters::reserve(&mut tx, &first, 1, 500).await.expect("reserved");
    meters::settle(&mut tx, &first, 0).await.expect("the attempt was interrupted");
    meters::reserve(&mut tx, &second, 1, 500).await.expect("reserved again");
    meters::settle(&mut tx, &second, 120).await.expect("settled");
    assert_eq!(meters::balance(&mut tx, first.purse).await.expect("a balance"), 9_880);
    tx.commit().await.expect("committed");
}

#[app_test]
async fn an_interrupted_attempt_keeps_the_words_of_its_answers_until_the_run_ends(app: TestApp) {
    let client = app.user().await;
    let mut tx = app.app.db.write().await.expect("a transaction");
    for (run, charged) in [("run-1", 320), ("run-2", 0)] {
        let before = meters::balance(&mut tx, charge(&client, run, 1).purse).await.expect("a balance");
        let (first, second) = (charge(&client, run, 1), charge(&client, run, 2));
        meters::reserve(&mut tx, &first, 1, 500).await.expect("reserved");
        assert_eq!(meters::settle(&mut tx, &first, 200).await.expect("interrupted"), 200);
        meters::reserve(&mut tx, &second, 1, 500).await.expect("reserved");
        assert_eq!(meters::outstanding(&mut tx, &second).await.expect("a sum"), 700);
        for _ in 0..2 {
            assert_eq!(meters::settle(&mut tx, &second, charged).await.expect("settled"), i64::from(charged));
        }
        assert_eq!(meters::outstanding(&mut tx, &second).await.expect("a sum"), 0);
        let after = meters::balance(&mut tx, first.purse).await.expect("a balance");
        assert_eq!(before - after, i64::from(charged));
    }
    tx.commit().await.expect("committed");
}

#[app_test]
async fn the_ledger_only_grows(app: TestApp, _client: user) {
    for sql in ["UPDATE meter_entries SET amount = 1", "DELETE FROM meter_entries"] {
        let mut tx = app.app.db.write().await.expect("a transaction");
        let refused = db::query(sql).execute(&mut *tx).await.expect_err("refused");
        assert!(refused.to_string().contains("append-only"), "{refused}");
    }
}

#[app_test]
async fn an_audit_pays_for_the_pages_that_it_crawled_and_for_no_words(app: TestApp, mut client: user) {
    let mut tx = app.app.db.write().await.expect("a transaction");
    let audit = charge_of_pages(&client, "audit-1");
    meters::reserve(&mut tx, &audit, 1, 400).await.expect("reserved");
    assert_eq!(meters::settle(&mut tx, &audit, 120).await.expect("settled"), 120);
    tx.commit().await.expect("committed");

    let pages = client.get("/api/pages").await.is(200);
    has(&pages.body, json!({ "allowance": 500, "used": 120, "left": 380, "total": 3 }));
    has(&pages.body["entries"][0], json!({ "kind": "settle", "amount": 280, "run_id": "audit-1" }));
    client.get("/api/pages?kind=grant").await.has(json!({ "total": 1, "/entries/0/amount": 500 }));
    client.get("/api/words").await.has(json!({ "used": 0, "total": 1 }));
    client.get("/api/plan").await.has(json!({ "words_used": 0, "pages_used": 120 }));
}

#[app_test]
async fn too_few_pages_are_refused_with_their_numbers_in_both_languages(app: TestApp, client: user) {
    let audit = charge_of_pages(&client, "audit-1");
    let mut conn = app.app.db.read().acquire().await.expect("a connection");
    let refused = meters::check(&mut conn, &audit, 1_200).await.expect_err("too many");
    drop(conn);
    assert_eq!((refused.status().as_u16(), refused.code()), (402, "pages.exhausted"));
    for (locale, text) in [
        (
            Locale::En,
            "You can check 500 more pages this month, and this audit needs 1,200. Check fewer pages, or choose a larger plan.",
        ),
        (
            Locale::Pl,
            "W tym miesiącu możesz sprawdzić jeszcze 500 podstron, a ten audyt potrzebuje 1 200. Zmniejsz liczbę podstron albo wybierz większy plan.",
        ),
    ] {
        let said = serde_json::to_value(refused.render(locale)).expect("JSON");
        has(&said, json!({ "left": 500, "needed": 1_200 }));
        assert_eq!(said["message"].as_str().map(|said| said.replace('\u{a0}', " ")).as_deref(), Some(text));
    }
}
