//! Plans: limits, subscriptions, and monthly words.

mod admin;
mod limits;
mod months;
mod requests;

use sitewright::billing::plans::{self, Period};

use crate::prelude::*;

/// A plan with defaults for what a test does not set.
fn product(changes: Value) -> Value {
    let mut product = json!({
        "name_en": "Bakery", "name_pl": "Piekarnia", "description_en": "", "description_pl": "",
        "monthly_usd": 4900, "annual_usd": 49000, "monthly_pln": 12900, "annual_pln": 129000,
        "ai_words": 50_000, "pages": 2_500, "projects": null, "runs_per_day": null, "bulk_rows": null,
        "all_tools": true, "tools": [], "own_model": false, "position": 9, "on_offer": true,
    });
    for (field, value) in changes.as_object().expect("changes") {
        product[field] = value.clone();
    }
    product
}

impl Client {
    /// Creates a plan and returns its number.
    async fn make_plan(&mut self, changes: Value) -> i64 {
        let made = self.post("/api/admin/products", product(changes)).await.is(201);
        made.body["id"].as_i64().expect("a number")
    }

    async fn change_plan(&mut self, id: i64, changes: Value) -> Answer {
        self.put_with(&format!("/api/admin/products/{id}"), product(changes)).await
    }

    /// The plan and the words left in `/api/user`.
    async fn subscription(&mut self) -> (Value, Value) {
        let user = self.get("/api/user").await.body;
        (user["subscription"].clone(), user["words"]["left"].clone())
    }

    fn id(&self) -> String {
        self.user_id.clone().expect("signed in")
    }
}

/// Assigns a plan to an account, as an administrator.
async fn give(admin: &mut Client, account: &str, product_id: i64, period: &str) -> Answer {
    let choice = json!({ "product_id": product_id, "period": period });
    admin.put_with(&format!("/api/admin/users/{account}/plan"), choice).await
}

/// Ends the month of an account now.
async fn end_month(app: &TestApp, account: &str) {
    let over = db::query("UPDATE subscriptions SET term_ends_at = 1 WHERE account_id = $1");
    app.change(over.bind(account)).await;
}

/// The ledger of an account's words: kind, reason and amount.
async fn ledger(app: &TestApp, account: &str) -> Vec<(String, Option<String>, i64)> {
    ledger_of(app, account, Meter::Words).await
}

async fn ledger_of(app: &TestApp, account: &str, meter: Meter) -> Vec<(String, Option<String>, i64)> {
    db::query_as(
        "SELECT kind, reason, amount FROM meter_entries WHERE holder = $1 AND meter = $2 ORDER BY seq",
    )
    .binds((account, meter))
    .fetch_all(app.app.db.read())
    .await
    .expect("the ledger")
}

fn entry(kind: &str, reason: &str, amount: i64) -> (String, Option<String>, i64) {
    (kind.to_owned(), Some(reason.to_owned()), amount)
}

#[app_test(TestApp::with(|config| config.bundle = None))]
async fn available_plans_are_shown_in_the_readers_language(app: TestApp, mut guest: visitor) {
    let offer = guest.get("/api/plans").await.is(200);
    let plans = offer.body["data"].as_array().expect("plans");
    let names: Vec<_> = plans.iter().map(|plan| plan["name"].as_str().expect("a name")).collect();
    assert_eq!(names, ["Free", "Starter", "Pro", "Agency"]);
    // The values of the marketing pages.
    assert_eq!((&plans[0]["id"], &plans[0]["ai_words"]), (&json!(0), &json!(10_000)));
    assert_eq!(plans[1]["monthly"], json!({ "usd": 3900, "pln": 9900 }));
    let pages: Vec<_> = plans.iter().map(|plan| plan["pages"].as_i64().expect("a number")).collect();
    assert_eq!(pages, [500, 5_000, 15_000, 50_000]);
    // A catalogue may have thousands of tools, so a plan with all of them names none.
    assert!(plans[1]["tool_count"].as_u64().is_some_and(|count| count > 20), "{}", plans[1]);
    assert_eq!((&plans[1]["all_tools"], &plans[1]["tools"]), (&json!(true), &json!([])));
    guest.language = Some("pl");
    assert_eq!(guest.get("/api/plans").await.body["data"][3]["name"], "Agencja");
}

#[app_test]
async fn a_new_account_has_the_free_plan(app: TestApp, mut client: user) {
    let own = client.get("/api/plan").await.is(200);
    has(&own.body, json!({ "plan": { "id": 0 }, "period": "monthly", "renews_at": null, "request": null }));
    assert!(own.body["words_renew_at"].as_str() > own.body["since"].as_str());
    assert_eq!(ledger(&app, &client.id()).await, [entry("grant", "welcome", 10_000)]);
    assert_eq!(ledger_of(&app, &client.id(), Meter::Pages).await, [entry("grant", "welcome", 500)]);
}

#[app_test]
async fn a_plan_brings_its_words_and_the_older_ones_expire(app: TestApp, client: user) {
    let mut tx = app.app.db.write().await.expect("a transaction");
    assert!(plans::set_plan(&mut tx, &client.id(), 2, Period::Annual).await.expect("the plan is set"));
    assert!(!plans::set_plan(&mut tx, &client.id(), 2, Period::Annual).await.expect("it is set already"));
    tx.commit().await.expect("committed");
    let mut client = client;
    let (subscription, left) = client.subscription().await;
    assert_eq!(
        subscription,
        json!({ "product_id": 2, "ai_words": 0, "product": { "ai_words": 300_000 } }),
        "the shape that clients of this family know"
    );
    assert_eq!(left, 300_000);
    let expected = [
        entry("grant", "welcome", 10_000),
        entry("expire", "term-over", -10_000),
        entry("grant", "plan", 300_000),
    ];
    assert_eq!(ledger(&app, &client.id()).await, expected);
    client.get("/api/words?kind=grant").await.has(json!({ "total": 2, "/entries/0/reason": "plan" }));
    let pages = client.get("/api/pages").await.is(200);
    has(&pages.body, json!({ "allowance": 15_000, "used": 0, "left": 15_000, "total": 3 }));
}

#[app_test]
async fn a_missing_payment_provider_is_reported(app: TestApp, mut client: user) {
    let body = json!({ "currentUrl": "https://example.com/app/settings/billing" });
    let answer = client.post("/api/user/getBillingPortalStripe", body).await;
    assert_eq!((answer.status, &answer.body["error"]), (200, &json!(true)));
    assert!(answer.body["message"].as_str().is_some_and(|message| !message.is_empty()));
}
