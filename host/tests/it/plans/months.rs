//! A month of words: opened once, by whichever request is first, without accumulation.

use sitewright::billing::meters::Charge;
use sitewright::billing::plans;

use super::{end_month, entry, ledger};
use crate::prelude::*;

fn charge<'a>(account: &'a str, run: &'a str) -> Charge<'a> {
    let purse = Meter::Words.of(account);
    Charge { purse, run, attempt: 1, tool: "facebook-post", ceilings: Vec::new() }
}

#[app_test]
async fn a_new_month_brings_its_words_and_what_was_left_expires(app: TestApp, mut client: user) {
    let account = client.id();
    let mut tx = app.app.db.write().await.expect("a transaction");
    meters::reserve(&mut tx, &charge(&account, "run-1"), 1, 600).await.expect("reserved");
    meters::settle(&mut tx, &charge(&account, "run-1"), 400).await.expect("settled");
    tx.commit().await.expect("committed");
    assert_eq!(client.subscription().await.0["ai_words"], 400);

    end_month(&app, &account).await;
    let (subscription, left) = client.subscription().await;
    assert_eq!((&subscription["ai_words"], left), (&json!(0), json!(10_000)), "the first request opens it");
    let all = ledger(&app, &account).await;
    assert_eq!(all[3..], [entry("expire", "term-over", -9_600), entry("grant", "renewal", 10_000)]);
    assert_eq!(client.get("/api/words").await.body["used"], 0);
    let pages = super::ledger_of(&app, &account, Meter::Pages).await;
    assert_eq!(pages[1..], [entry("expire", "term-over", -500), entry("grant", "renewal", 500)]);
}

#[app_test]
async fn a_month_is_opened_once_however_many_processes_look(app: TestApp) {
    let mut accounts = Vec::new();
    for _ in 0..5 {
        accounts.push(app.user().await.id());
    }
    // Like a second process on the same database.
    let other = sitewright::open_quietly((*app.app.config).clone()).await.expect("a second handle");
    for months in 2..=4 {
        for account in &accounts {
            end_month(&app, account).await;
        }
        // The server's own sweep may take a part: the ledger says what was opened.
        let sweeps = (0..8).map(|turn| plans::renew_all(if turn % 2 == 0 { &app.app } else { &other }));
        assert!(join_all(sweeps).await.iter().all(Result::is_ok));
        for account in &accounts {
            let grants = ledger(&app, account).await.into_iter().filter(|(kind, ..)| kind == "grant").count();
            assert_eq!(grants, months, "the welcome and one for each month");
        }
    }
    other.close().await;
}

#[app_test]
async fn words_reserved_in_one_month_are_not_released_in_the_next(app: TestApp, mut client: user) {
    let account = client.id();
    let run = charge(&account, "run-1");
    let mut tx = app.app.db.write().await.expect("a transaction");
    meters::reserve(&mut tx, &run, 1, 4_000).await.expect("reserved");
    tx.commit().await.expect("committed");
    end_month(&app, &account).await;

    let mut tx = app.app.db.write().await.expect("a transaction");
    assert!(plans::renew(&mut tx, &account).await.expect("renewed"));
    assert!(!plans::renew(&mut tx, &account).await.expect("nothing is due"));
    meters::reserve(&mut tx, &run, 2, 1_000).await.expect("the run continues in the new month");
    // 5,000 were reserved and 2,500 used, all of the older words, so the new month is complete again.
    assert_eq!(meters::settle(&mut tx, &run, 2_500).await.expect("settled"), 2_500);
    assert_eq!(meters::settle(&mut tx, &run, 2_500).await.expect("settled again"), 2_500);
    tx.commit().await.expect("committed");
    let (subscription, left) = client.subscription().await;
    assert_eq!((&subscription["ai_words"], left), (&json!(0), json!(10_000)));
}

#[app_test]
async fn the_next_month_opens_on_use_without_the_sweep(app: TestApp, client: user) {
    let account = client.id();
    let mut tx = app.app.db.write().await.expect("a transaction");
    meters::reserve(&mut tx, &charge(&account, "run-1"), 1, 10_000).await.expect("reserved");
    meters::settle(&mut tx, &charge(&account, "run-1"), 10_000).await.expect("settled");
    let refused = meters::reserve(&mut tx, &charge(&account, "run-2"), 1, 1).await.expect_err("none is left");
    assert_eq!(refused.code(), "words.exhausted");
    tx.commit().await.expect("committed");
    end_month(&app, &account).await;
    plans::renew_if_due(&app.app, &account).await.expect("renewed");
    let mut conn = app.app.db.read().acquire().await.expect("a connection");
    assert_eq!(meters::balance(&mut conn, Meter::Words.of(&account)).await.expect("a balance"), 10_000);
    drop(conn);
}

#[app_test(TestApp::with(|config| (config.free_words, config.free_pages) = (70, 7)))]
async fn the_settings_set_the_free_plan_until_an_administrator_edits_it(app: TestApp) {
    let mut first = app.user().await;
    assert_eq!(first.subscription().await.1, 70);
    assert_eq!(first.get("/api/pages").await.body["left"], 7);
    let mut admin = crate::mail::administrator(&app).await;
    let free = json!({
        "name_en": "Free", "name_pl": "Darmowy", "monthly_usd": 0, "annual_usd": 0, "monthly_pln": 0,
        "annual_pln": 0, "ai_words": 80, "pages": 8, "position": 0,
    });
    admin.change_plan(0, free).await.is(200);
    assert_eq!(first.subscription().await.1, 70, "words change with the next month");
    let app = app.restart(|config| (config.free_words, config.free_pages) = (90, 9)).await;
    let mut second = app.user().await;
    assert_eq!(second.subscription().await.1, 80);
    assert_eq!(second.get("/api/pages").await.body["left"], 8);
}

#[app_test(TestApp::with(|config| config.verify_email = Some(true)))]
async fn accounts_from_before_pages_were_counted_have_those_of_their_month(app: TestApp, mut guest: visitor) {
    // An account that has not begun has neither words nor pages.
    let new = json!({ "name": "Ewa", "email": "ewa@example.com", "password": PASSWORD, "password_confirmation": PASSWORD });
    guest.post("/register", new).await;
    let account: String = app.value("SELECT id FROM users").await;
    app.execute(
        "INSERT INTO subscriptions (account_id, product_id, period, since, term, term_ends_at)
         SELECT id, 2, 'monthly', 1, 2, 9000000000000 FROM users",
    )
    .await;
    app.execute(
        "INSERT INTO meter_entries (holder, meter, seq, kind, amount, balance, reason, created_at, term)
         SELECT id, 'words', 1, 'grant', 0, 0, 'welcome', 1, 1 FROM users
         UNION ALL SELECT id, 'words', 2, 'grant', 300000, 300000, 'plan', 1, 2 FROM users",
    )
    .await;
    const MIGRATION: &str = include_str!("../../../../migrations/0062_page_meter.sql");
    let (_, grants) =
        MIGRATION.split_once("so that they need not wait for the next one.\n").expect("a statement");
    app.execute(grants).await;
    assert_eq!(super::ledger_of(&app, &account, Meter::Pages).await, [entry("grant", "plan", 15_000)]);
    end_month(&app, &account).await;
    plans::renew_all(&app.app).await.expect("renewed");
    let pages = super::ledger_of(&app, &account, Meter::Pages).await;
    assert_eq!(pages[1..], [entry("expire", "term-over", -15_000), entry("grant", "renewal", 15_000)]);
}
