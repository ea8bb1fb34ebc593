//! Revenue shares: counting, closing a month, and the ledger of publishers.

mod closing;
mod crash;
mod payouts;

use sitewright::market::revenue;
use sitewright::platform::clock::DAY_MS;
use time::{Date, Month, OffsetDateTime};

use crate::prelude::*;
use crate::publishers::register;

/// The month this many months ago, in the API's format, and its first day since the Unix epoch.
pub fn month(back: i32) -> (String, i64) {
    let today = OffsetDateTime::now_utc().date();
    let number = today.year() * 12 + i32::from(u8::from(today.month())) - 1 - back;
    let name = Month::try_from(u8::try_from(number % 12 + 1).expect("a month")).expect("a month");
    let first = Date::from_calendar_date(number / 12, name, 1).expect("a day");
    let day = OffsetDateTime::new_utc(first, time::Time::MIDNIGHT).unix_timestamp() / 86_400;
    (format!("{:04}-{:02}", first.year(), u8::from(name)), day)
}

/// A run to store in the database.
#[derive(Clone, Copy)]
pub struct Ran<'a> {
    pub account: &'a str,
    /// The package of a publisher's tool; `None` for a built-in tool.
    pub package: Option<&'a str>,
    pub tool: &'a str,
    pub status: &'a str,
    pub acted: bool,
    pub day: i64,
}

/// Stores a run at noon of its day; `number` makes it unique.
pub async fn store_run(tx: &mut db::Tx, ran: Ran<'_>, number: usize) {
    let noon = ran.day * DAY_MS + DAY_MS / 2;
    let hex = format!("{noon:012x}");
    let run = format!("{}-{}-7000-8000-{number:012x}", &hex[..8], &hex[8..]);
    let done = ran.status == "succeeded";
    db::query(
        "INSERT INTO runs (id, account_id, tool, tool_version, language, status, input, outcome, document_id, words, created_at,
             finished_at, package_digest, acted)
         VALUES ($1, $2, $3, '1.0.0', 'en', $4, '{}', $5, $5, 10, $6, $6, $7, $8)",
    )
    .binds((run, ran.account.to_owned(), ran.tool.to_owned(), ran.status.to_owned()))
    .binds((done.then_some("{}"), noon, ran.package.map(str::to_owned), ran.acted))
    .execute(&mut **tx)
    .await
    .expect("a run");
}

/// Stores a package of a publisher's tool as installed; returns its digest.
pub async fn store_package(tx: &mut db::Tx, publisher: &str, tool: &str) -> String {
    let digest = sitewright_package::digest(tool.as_bytes());
    db::query(
        "INSERT INTO packages (digest, plugin, version, publisher, level, bytes, component, component_bytes, permissions, manifest,
             descriptors, icon, state, source, created_at, updated_at)
         VALUES ($1, $2, '1.0.0', $3, 'partner', 1, $1, 1, '[]', '{}', '{}', '', 'removed', 'upload', 1, 1)",
    )
    .binds((&digest, tool.to_owned(), publisher.to_owned()))
    .execute(&mut **tx)
    .await
    .expect("a package");
    digest
}

/// Assigns a plan to an account, starting long ago.
pub async fn subscribe(tx: &mut db::Tx, account: &str, product: i64) {
    db::query(
        "INSERT INTO subscriptions (account_id, product_id, period, since, term, term_ends_at) VALUES ($1, $2, 'monthly', 0, 1, $3)
         ON CONFLICT (account_id) DO UPDATE SET product_id = excluded.product_id, since = 0",
    )
    .binds((account.to_owned(), product, Timestamp::now().plus_ms(40 * DAY_MS)))
    .execute(&mut **tx)
    .await
    .expect("a plan");
}

/// Starts the counting at a day. Use the transaction that stores the data to count, since the server may count at any
/// time.
pub async fn count_from(tx: &mut db::Tx, day: i64) {
    db::query(
        "INSERT INTO revenue_count (id, first_day, next_day) VALUES (1, $1, $1)
         ON CONFLICT (id) DO UPDATE SET first_day = excluded.first_day, next_day = excluded.next_day",
    )
    .bind(day)
    .execute(&mut **tx)
    .await
    .expect("a day");
}

/// A server on which last month's use of the publisher `acme` is counted: Kasia pays and ran `motto` three times and
/// a built-in tool once; Jan pays the same and used none of acme's tools.
pub struct Shop {
    pub app: TestApp,
    pub admin: Client,
    /// The owner of acme.
    pub anna: Client,
    pub kasia: String,
    pub digest: String,
    pub month: String,
}

impl Shop {
    pub async fn open() -> Self {
        let app = TestApp::start().await;
        let admin = administrator(&app).await;
        let mut anna = crate::admin::anna(&app).await;
        register(&mut anna).await;
        let (kasia, jan) = (id(&app.user().await), id(&app.user().await));
        let (month, first_day) = month(1);
        let mut tx = app.app.db.write().await.expect("a transaction");
        // A publisher has no share before its first month.
        db::query("UPDATE publishers SET created_at = $1 WHERE id = 'acme'")
            .bind(first_day * DAY_MS)
            .execute(&mut *tx)
            .await
            .expect("registered before");
        let digest = store_package(&mut tx, "acme", "motto").await;
        count_from(&mut tx, first_day).await;
        subscribe(&mut tx, &kasia, 1).await;
        subscribe(&mut tx, &jan, 1).await;
        let ran = Ran {
            account: &kasia,
            package: None,
            tool: "slogan",
            status: "succeeded",
            acted: false,
            day: first_day,
        };
        let motto = Ran { package: Some(&digest), tool: "motto", ..ran };
        for (number, ran) in [motto, motto, Ran { day: first_day + 5, ..motto }, ran].into_iter().enumerate()
        {
            store_run(&mut tx, ran, number).await;
        }
        store_run(&mut tx, Ran { account: &jan, ..ran }, 100).await;
        tx.commit().await.expect("committed");
        revenue::count_days(&app.app).await.expect("counted");
        Self { app, admin, anna, kasia, digest, month }
    }

    pub async fn stop(self) {
        self.app.stop().await;
    }

    pub fn path(&self, what: &str) -> String {
        format!("/api/admin/revenue/months/{}/{what}", self.month)
    }

    /// Agrees a share, starting with a month.
    pub async fn agree(&mut self, share_bps: i64, from: &str) {
        let body = json!({ "share_bps": share_bps, "from": from });
        self.admin.post("/api/admin/revenue/publishers/acme/agreements", body).await.is(201);
    }

    pub async fn preview(&mut self, usd: i64, pln: i64) -> Value {
        let path = self.path("preview");
        let preview = self.admin.post(&path, json!({ "usd": usd, "pln": pln })).await.is(200);
        preview.body
    }

    /// Closes the month with 30 % for acme and returns the digest of the confirmed preview.
    pub async fn close(&mut self, usd: i64, pln: i64) -> Value {
        let from = self.month.clone();
        self.agree(3_000, &from).await;
        let body = json!({ "usd": usd, "pln": pln, "digest": self.preview(usd, pln).await["digest"] });
        let path = self.path("close");
        self.admin.post(&path, body.clone()).await.is(200);
        body
    }
}

/// Sets the payout details.
pub async fn give_details(client: &mut Client, name: &str) {
    let payout = json!({ "legal_name": name, "address": "Poznań", "tax_id": "7811234567",
        "account": "PL61109010140000071219812874" });
    client.put_with("/api/publisher/payout", payout).await.is(200);
}

/// Invariants of every ledger: each month sums up, each balance follows from the previous one, and publishers got the
/// amounts of their lines.
pub async fn check(db: &Db) {
    for (rule, sql) in [
        ("what is split sums up",
            "SELECT count(*) FROM revenue_months m WHERE usd <> platform_usd + COALESCE((SELECT SUM(usd) FROM revenue_lines l WHERE l.month = m.month), 0)
             OR pln <> platform_pln + COALESCE((SELECT SUM(pln) FROM revenue_lines l WHERE l.month = m.month), 0)"),
        ("each balance follows from the one before",
            "SELECT count(*) FROM revenue_entries e WHERE balance <> amount + COALESCE((SELECT balance FROM revenue_entries p
             WHERE p.publisher_id = e.publisher_id AND p.currency = e.currency AND p.seq = e.seq - 1), 0)"),
        ("what fell to a publisher is in its ledger",
            "SELECT count(*) FROM (SELECT month, publisher_id, SUM(usd) AS usd, SUM(pln) AS pln FROM revenue_lines GROUP BY month, publisher_id) l
             WHERE usd <> COALESCE((SELECT amount FROM revenue_entries e WHERE e.kind = 'accrual' AND e.publisher_id = l.publisher_id AND e.month = l.month AND e.currency = 'USD'), 0)
             OR pln <> COALESCE((SELECT amount FROM revenue_entries e WHERE e.kind = 'accrual' AND e.publisher_id = l.publisher_id AND e.month = l.month AND e.currency = 'PLN'), 0)"),
    ] {
        let broken: i64 = db::query_scalar(sql).fetch_one(db.read()).await.expect("the query runs");
        assert_eq!(broken, 0, "{rule}");
    }
}
