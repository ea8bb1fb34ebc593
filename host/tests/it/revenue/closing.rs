//! Counting, and closing a month.

use sitewright::market::revenue;

use super::{Ran, Shop, check, month, store_run, subscribe};
use crate::prelude::*;

#[app_test(Shop::open())]
async fn a_month_is_split_by_the_use_of_paying_accounts(mut shop: Shop) {
    let from = shop.month.clone();
    shop.agree(3_000, &from).await;
    let preview = shop.preview(10_000, 40_000).await;
    // Half belongs to Kasia, three quarters of that to motto, and 30 % of that to acme.
    let tool = &preview["tools"][0];
    assert_eq!((&tool["publisher"], &tool["tool"]), (&json!("acme"), &json!("motto")), "{preview}");
    assert_eq!((&tool["runs"], &tool["words"], &tool["accounts"]), (&json!(3), &json!(30), &json!(1)));
    assert_eq!(tool["gross"], json!({ "usd": 3_750, "pln": 15_000 }));
    assert_eq!(tool["amount"], json!({ "usd": 1_125, "pln": 4_500 }));
    assert_eq!(preview["platform"], json!({ "usd": 8_875, "pln": 35_500 }));
    assert_eq!(shop.app.value::<i64>("SELECT count(*) FROM revenue_entries").await, 0);

    // Counting again, or deleting data, does not change the counts.
    assert_eq!(revenue::count_days(&shop.app.app).await.expect("counted"), 0);
    shop.app.execute("DELETE FROM runs").await;
    shop.app.execute("DELETE FROM subscriptions").await;
    assert_eq!(shop.preview(10_000, 40_000).await["digest"], preview["digest"]);

    let body = shop.close(10_000, 40_000).await;
    let (close, get) = (shop.path("close"), format!("/api/admin/revenue/months/{}", shop.month));
    shop.admin.post(&close, body).await.refused(409, "revenue.closed");
    assert_eq!(shop.admin.get(&get).await.body, preview);
    let expected = json!({ "/data/0/state": "counting", "/data/1/state": "closed" });
    shop.admin.get("/api/admin/revenue/months").await.has(expected);
    assert_eq!(actions(&mut shop.admin).await[..2], ["revenue.closed", "revenue.agreed"]);
    check(&shop.app.app.db).await;
}

#[app_test(Shop::open())]
async fn a_publisher_sees_the_revenue_of_its_tools(mut shop: Shop) {
    shop.anna.cookies.insert("locale".into(), "pl".into());
    let none = shop.anna.get("/api/publisher/revenue").await.body;
    assert_eq!((&none["share_bps"], &none["agreements"]), (&json!(0), &json!([])));
    shop.close(10_000, 40_000).await;
    let own = shop.anna.get("/api/publisher/revenue").await.body;
    assert_eq!((&own["share_bps"], &own["has_payout"]), (&json!(3_000), &json!(false)));
    assert_eq!(
        own["balances"][1],
        json!({ "currency": "PLN", "balance": 4_500, "seq": 1, "minimum": 20_000 })
    );
    let months = shop.anna.get("/api/publisher/revenue/months").await.body;
    assert_eq!(months["data"][0]["amount"], json!({ "usd": 1_125, "pln": 4_500 }), "{months}");
    let path = format!("/api/publisher/revenue/months/{}", shop.month);
    let tools = shop.anna.get(&path).await;
    assert_eq!(tools.body["tools"][0]["gross"], json!({ "usd": 3_750, "pln": 15_000 }));
    assert!(!tools.text().contains(&shop.kasia), "{}", tools.text());
    let table = shop.anna.get(&format!("{path}/statement.csv")).await;
    let line = [shop.month.as_str(), "motto", "3", "30", "1", "30.00", "37.50", "150.00", "11.25", "45.00"]
        .map(|cell| format!("\"{cell}\""))
        .join(";");
    assert!(table.text().contains(&line), "{}", table.text());
    let entries = shop.anna.get("/api/publisher/revenue/entries?currency=USD").await.body;
    assert_eq!((&entries["total"], &entries["data"][0]["kind"]), (&json!(1), &json!("accrual")), "{entries}");

    let bell = shop.anna.get("/api/notifications").await.body;
    assert_eq!(bell["data"][0]["kind"], "revenue-shared");
    assert!(
        bell["data"][0]["text"].as_str().is_some_and(|text| text.ends_with("11,25\u{a0}$ i 45,00\u{a0}zł.")),
        "{bell}"
    );
    let letter = shop.app.letter(Some("revenue-shared")).await;
    assert!(letter.contains("/app/publisher/earnings") && letter.contains("11.25"), "{letter}");

    // Others see none of it.
    shop.admin.get(&path).await.refused(409, "publishers.none");
    let mut other = shop.app.user().await;
    other.get("/api/admin/revenue/months").await.is(403);
    shop.anna.get("/api/publisher/revenue/months/2020-01").await.is(404);
}

#[app_test(Shop::open())]
async fn unpaid_use_does_not_count(mut shop: Shop) {
    let free = id(&shop.app.user().await);
    let (admin, anna) = (id(&shop.admin), id(&shop.anna));
    // A month is counted once; these runs belong to the next one, which is not counted yet.
    let (_, first_day) = month(0);
    let mut tx = shop.app.app.db.write().await.expect("a transaction");
    super::count_from(&mut tx, first_day - 1).await;
    let day = first_day - 1;
    let ran = Ran {
        account: &shop.kasia,
        package: Some(&shop.digest),
        tool: "motto",
        status: "succeeded",
        acted: false,
        day,
    };
    subscribe(&mut tx, &admin, 2).await;
    subscribe(&mut tx, &anna, 2).await;
    let runs = [
        // A free plan, an administrator, the publisher's own account.
        Ran { account: &free, ..ran },
        Ran { account: &admin, ..ran },
        Ran { account: &anna, ..ran },
        // An impersonated run, and a failed one.
        Ran { acted: true, ..ran },
        Ran { status: "failed", ..ran },
    ];
    for (number, ran) in runs.into_iter().enumerate() {
        store_run(&mut tx, ran, 1_000 + number).await;
    }
    tx.commit().await.expect("committed");
    revenue::count_days(&shop.app.app).await.expect("counted");
    let preview = shop.preview(10_000, 0).await;
    assert_eq!(preview["tools"][0]["runs"], 3, "{preview}");
    // Anna pays like others, and the administrator pays nothing.
    let payers: i64 = shop.app.value("SELECT count(DISTINCT account_id) FROM revenue_fees").await;
    assert_eq!(payers, 3);
}

#[app_test(TestApp::with_plugins(|_| {}))]
async fn an_impersonated_run_is_marked(app: TestApp) {
    let (mut admin, anna) = (crate::admin::administrator(&app).await, crate::admin::anna(&app).await);
    let path = format!("/api/admin/users/{}/impersonate", id(&anna));
    admin.post(&path, json!({})).await.is(200);
    let mut own = anna;
    for client in [&mut admin, &mut own] {
        client.run(json!({ "topic": "tea" })).await.is(201);
    }
    let stored: i64 = app.value("SELECT count(*) FROM runs").await;
    let acted: i64 = app.value("SELECT count(*) FROM runs WHERE acted").await;
    assert_eq!((stored, acted), (2, 1));
}

#[app_test(Shop::open())]
async fn two_administrators_close_a_month_once(mut shop: Shop) {
    let from = shop.month.clone();
    shop.agree(3_000, &from).await;
    let body = json!({ "usd": 10_001, "pln": 7, "digest": shop.preview(10_001, 7).await["digest"] });
    let mut other = crate::admin::super_administrator(&shop.app).await;
    let path = shop.path("close");
    let (one, two) = tokio::join!(shop.admin.post(&path, body.clone()), other.post(&path, body));
    let mut answers = [one.problem(), two.problem()];
    answers.sort_unstable();
    assert_eq!(answers, [(200, ""), (409, "revenue.closed")]);
    assert_eq!(shop.app.value::<i64>("SELECT count(*) FROM revenue_months").await, 1);
    check(&shop.app.app.db).await;
}

#[app_test(Shop::open())]
async fn a_preview_that_is_out_of_date_closes_nothing(mut shop: Shop) {
    let from = shop.month.clone();
    shop.agree(3_000, &from).await;
    let digest = shop.preview(10_000, 0).await["digest"].clone();
    shop.agree(2_500, &from).await;
    let path = shop.path("close");
    for usd in [10_000, 10_001] {
        let closed = shop.admin.post(&path, json!({ "usd": usd, "pln": 0, "digest": digest })).await;
        assert_eq!(closed.problem(), (409, "revenue.preview-old"));
    }
    shop.admin.post(&path, json!({ "usd": -1, "pln": 0, "digest": digest })).await.wrong("usd");
    assert_eq!(shop.app.value::<i64>("SELECT count(*) FROM revenue_months").await, 0);

    // The current month, one before the counting began, and an invalid one.
    let go = json!({ "usd": 1, "pln": 1 });
    for (month, problem) in [
        (month(0).0, (409, "revenue.not-over")),
        (month(2).0, (404, "not-found")),
        ("2026-13".into(), (404, "not-found")),
    ] {
        let path = format!("/api/admin/revenue/months/{month}/preview");
        assert_eq!(shop.admin.post(&path, go.clone()).await.problem(), problem, "{month}");
    }
}

#[app_test(Shop::open())]
async fn months_are_closed_in_their_order(mut shop: Shop) {
    let (before, first_day) = month(2);
    let mut tx = shop.app.app.db.write().await.expect("a transaction");
    super::count_from(&mut tx, first_day).await;
    tx.commit().await.expect("committed");
    revenue::count_days(&shop.app.app).await.expect("counted");
    let path = shop.path("preview");
    shop.admin.post(&path, json!({ "usd": 1, "pln": 1 })).await.refused(409, "revenue.earlier-first");
    let months = shop.admin.get("/api/admin/revenue/months").await.body;
    let states: Vec<&str> =
        months["data"].as_array().expect("months").iter().filter_map(|one| one["state"].as_str()).collect();
    assert_eq!(states, ["counting", "waiting", "open"]);
    assert_eq!(months["data"][2]["month"], before.as_str());
}

#[app_test(Shop::open())]
async fn an_agreement_is_effective_from_its_month_and_fixed_for_closed_ones(mut shop: Shop) {
    let (this, last) = (month(0).0, shop.month.clone());
    shop.agree(2_000, &last).await;
    shop.agree(5_000, &this).await;
    assert_eq!(shop.preview(10_000, 0).await["tools"][0]["share_bps"], 2_000);
    // Of two agreements for the same month the newer one is effective; a repeated request is one agreement.
    shop.agree(1_000, &last).await;
    shop.agree(1_000, &last).await;
    assert_eq!(shop.preview(10_000, 0).await["tools"][0]["share_bps"], 1_000);
    let book = shop.admin.get("/api/admin/revenue/publishers/acme").await.body;
    // Replaced agreements are not listed.
    let listed =
        |of: &Value| (of["agreements"].as_array().map(Vec::len), of["agreements"][0]["share_bps"].clone());
    assert_eq!(listed(&book), (Some(1), json!(1_000)), "{book}");
    let own = shop.anna.get("/api/publisher/revenue").await.body;
    assert_eq!(listed(&own), (Some(1), json!(1_000)), "{own}");

    shop.close(10_000, 0).await;
    let path = "/api/admin/revenue/publishers/acme/agreements";
    for (share, from, field) in [
        (9_000, last.as_str(), "from"),
        (9_000, "soon", "from"),
        (9_000, "2999-01", "from"),
        (10_001, this.as_str(), "share_bps"),
        (-1, this.as_str(), "share_bps"),
    ] {
        shop.admin.post(path, json!({ "share_bps": share, "from": from })).await.wrong(field);
    }
    let refused = shop.admin.post(path, json!({ "share_bps": 10_001, "from": this })).await;
    let output = "Enter a share between 0 and 100%, with at most two decimals.";
    assert_eq!(refused.body["errors"]["share_bps"], json!([output]));
    let nobody = "/api/admin/revenue/publishers/nobody/agreements";
    shop.admin.post(nobody, json!({ "share_bps": 1, "from": this })).await.is(404);
    assert_eq!(shop.anna.get("/api/notifications").await.body["data"][1]["kind"], "revenue-agreed");
}

#[app_test(Shop::open())]
async fn no_share_is_agreed_for_months_before_the_publisher_existed(mut shop: Shop) {
    let path = "/api/admin/revenue/publishers/acme/agreements";
    for from in ["1999-01", month(2).0.as_str()] {
        shop.admin.post(path, json!({ "share_bps": 1, "from": from })).await.wrong("from");
    }
    let first = shop.month.clone();
    shop.agree(1, &first).await;
}
