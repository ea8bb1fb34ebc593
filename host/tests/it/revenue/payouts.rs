//! The ledger of a publisher: corrections, transfers, and returned transfers.

use super::{Shop, check, give_details};
use crate::prelude::*;

const BOOK: &str = "/api/admin/revenue/publishers/acme";

fn today() -> String {
    Timestamp::now().rfc3339()[..10].to_owned()
}

async fn adjust(admin: &mut Client, amount: i64, seq: i64) -> Answer {
    let body = json!({ "currency": "PLN", "amount": amount, "reason": "Test", "seq": seq });
    admin.post(&format!("{BOOK}/adjustments"), body).await
}

async fn pay(admin: &mut Client, amount: i64, reference: &str, seq: i64) -> Answer {
    let body = json!({ "currency": "PLN", "amount": amount, "reference": reference, "paid_on": today(), "seq": seq });
    admin.post(&format!("{BOOK}/payouts"), body).await
}

fn balance(book: &Answer) -> (&Value, &Value) {
    let pln = &book.body["balances"][1];
    (&pln["balance"], &pln["seq"])
}

fn field(answer: &Answer, name: &str) -> bool {
    answer.status == 422 && answer.body["errors"][name].is_array()
}

#[app_test(Shop::open())]
async fn a_balance_is_paid_once_and_no_more_than_there_is(mut shop: Shop) {
    let admin = &mut shop.admin;
    adjust(admin, 30_000, 0).await.is(201);
    // A repeated request has not seen the new entry.
    adjust(admin, 30_000, 0).await.refused(409, "revenue.moved");
    assert!(field(&adjust(admin, 0, 1).await, "amount"));
    assert!(field(&pay(admin, 30_001, "T-1", 1).await, "amount"));
    for day in ["2999-01-01", "0001-01-01", "1999-12-31"] {
        let wrong = json!({ "currency": "PLN", "amount": 1, "reference": "T-0", "paid_on": day, "seq": 1 });
        assert!(field(&admin.post(&format!("{BOOK}/payouts"), wrong).await, "paid_on"), "{day}");
    }
    let paid = pay(admin, 25_000, "T-1", 1).await;
    assert_eq!((paid.status, balance(&paid)), (201, (&json!(5_000), &json!(2))), "{}", paid.body);
    pay(admin, 25_000, "T-1", 1).await.refused(409, "revenue.moved");
    assert!(field(&pay(admin, 1_000, "T-1", 2).await, "reference"));

    let back = json!({ "currency": "PLN", "payout": 2, "reason": "No such account" });
    let returned = admin.post(&format!("{BOOK}/returns"), back.clone()).await;
    assert_eq!(
        (returned.status, balance(&returned)),
        (201, (&json!(30_000), &json!(3))),
        "{}",
        returned.body
    );
    admin.post(&format!("{BOOK}/returns"), back).await.refused(409, "revenue.returned-before");
    let none = json!({ "currency": "PLN", "payout": 1, "reason": "It is no transfer" });
    admin.post(&format!("{BOOK}/returns"), none).await.is(404);

    // A correction may make the balance negative; a transfer may not.
    assert_eq!(balance(&adjust(admin, -30_500, 3).await).0, -500);
    assert!(field(&pay(admin, 1, "T-2", 4).await, "amount"));
    let entries = admin.get(&format!("{BOOK}/entries?currency=PLN")).await.body;
    let kinds: Vec<&str> =
        entries["data"].as_array().expect("entries").iter().filter_map(|one| one["kind"].as_str()).collect();
    assert_eq!(kinds, ["adjustment", "payout-returned", "payout", "adjustment"]);
    has(&entries["data"][2], json!({ "returned": true, "paid_on": today() }));
    let done = ["revenue.adjusted", "revenue.returned", "revenue.paid", "revenue.adjusted"];
    assert_eq!(actions(&mut shop.admin).await[..4], done);
    let bell = shop.anna.get("/api/notifications").await.body;
    let output: Vec<&str> =
        bell["data"].as_array().expect("all").iter().filter_map(|one| one["kind"].as_str()).collect();
    assert_eq!(output, ["revenue-adjusted", "revenue-returned", "revenue-paid", "revenue-adjusted"]);
    check(&shop.app.app.db).await;
}

#[app_test(Shop::open())]
async fn concurrent_payouts_are_entered_once(mut shop: Shop) {
    adjust(&mut shop.admin, 30_000, 0).await.is(201);
    let mut other = crate::admin::super_administrator(&shop.app).await;
    let (one, two) = tokio::join!(pay(&mut shop.admin, 20_000, "T-1", 1), pay(&mut other, 20_000, "T-2", 1));
    let mut answers = [one.problem(), two.problem()];
    answers.sort_unstable();
    assert_eq!(answers, [(201, ""), (409, "revenue.moved")]);
    check(&shop.app.app.db).await;
}

#[app_test(Shop::open())]
async fn payout_details_are_decrypted_for_due_payouts_and_logged(mut shop: Shop) {
    let path = "/api/admin/revenue/payable/PLN";
    give_details(&mut shop.anna, "=HYPERLINK(\"https://evil.example\")").await;
    adjust(&mut shop.admin, 19_999, 0).await.is(201);
    assert_eq!(shop.admin.get(path).await.body["total"], 0);
    assert_ne!(actions(&mut shop.admin).await[0], "revenue.details-read");
    adjust(&mut shop.admin, 1, 1).await.is(201);
    let due = shop.admin.get(path).await;
    has(&due.body, json!({ "total": 1, "/data/0/account": "PL61109010140000071219812874" }));
    assert_eq!(due.header("cache-control"), "no-store");
    assert_eq!(actions(&mut shop.admin).await[0], "revenue.details-read");

    let table = shop.admin.get(&format!("{path}/table.csv")).await;
    let line = r#""acme","Acme","'=HYPERLINK(""https://evil.example"")","Poznań","7811234567","PL61109010140000071219812874","PLN","200.00""#;
    assert!(table.text().contains(line), "{}", table.text());
    let logged: i64 = shop.app.value("SELECT count(*) FROM audit_entries WHERE details LIKE '%2874%'").await;
    assert_eq!(logged, 0);
    shop.admin.get("/api/admin/revenue/payable/EUR").await.is(404);
    shop.anna.get(path).await.is(403);
    // An administrator without a recent confirmation has to confirm first.
    shop.app.execute("UPDATE sessions SET confirmed_at = 1").await;
    shop.admin.get(path).await.is(423);
}

#[app_test(Shop::open())]
async fn nothing_of_the_ledger_is_ever_changed_or_deleted(mut shop: Shop) {
    shop.close(10_000, 40_000).await;
    for sql in [
        "UPDATE revenue_entries SET amount = 1",
        "DELETE FROM revenue_entries",
        "UPDATE revenue_months SET usd = 1",
        "DELETE FROM revenue_months",
        "UPDATE revenue_lines SET usd = 1",
        "DELETE FROM revenue_lines",
        "UPDATE revenue_agreements SET share_bps = 10000",
        "DELETE FROM revenue_agreements",
    ] {
        let mut conn = shop.app.app.db.write_alone().await.expect("a connection");
        assert!(db::query(sql).execute(&mut conn).await.is_err(), "{sql}");
    }
    // The account is deleted, and its publisher's ledger stays.
    let gone = shop.anna.delete_with("/api/user", json!({ "password": crate::admin::PASSWORD })).await;
    assert!(gone.status < 300, "{}", gone.body);
    let book = shop.admin.get(BOOK).await;
    assert_eq!((book.status, balance(&book).0), (200, &json!(4_500)), "{}", book.body);
    adjust(&mut shop.admin, 1, 1).await.is(201);
}
