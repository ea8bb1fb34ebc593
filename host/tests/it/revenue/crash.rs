//! The server is killed while it closes a month.

use super::{Ran, check, count_from, month, store_package, store_run, subscribe};
use crate::crash::Server;
use crate::prelude::*;

/// Enough tools to make the transaction slow.
const TOOLS: usize = 200;

#[tokio::test]
async fn closing_a_month_is_atomic_when_the_server_dies() {
    let (data, bundle) = (Store::new(), bundle());
    let server = Server::start(&data, bundle.path(), None);
    let tokens = server.accounts().await;
    server.kill();
    let (name, first_day) = month(1);
    let db = data.open(data.path()).await;
    let accounts: Vec<String> =
        db::query_scalar("SELECT id FROM users ORDER BY email").fetch_all(db.read()).await.expect("accounts");
    let mut tx = db.write().await.expect("a transaction");
    for sql in [
        "UPDATE users SET role = 'admin' WHERE email = '0@example.com'",
        "INSERT INTO publishers (id, name, level, created_at) VALUES ('acme', 'Acme', 'partner', 1)",
        "INSERT INTO revenue_agreements (publisher_id, seq, from_month, share_bps, decided_by, created_at) VALUES ('acme', 1, 0, 3333, 'x', 1)",
        "DELETE FROM revenue_count",
    ] {
        db::query(sql).execute(&mut *tx).await.expect("the statement runs");
    }
    count_from(&mut tx, first_day).await;
    for account in &accounts[1..] {
        subscribe(&mut tx, account, 1).await;
    }
    for number in 0..TOOLS {
        let tool = format!("tool-{number}");
        let digest = store_package(&mut tx, "acme", &tool).await;
        let ran = Ran {
            account: &accounts[1],
            package: Some(&digest),
            tool: &tool,
            status: "succeeded",
            acted: false,
            day: first_day,
        };
        store_run(&mut tx, ran, number).await;
    }
    tx.commit().await.expect("committed");
    db.close().await;

    let go = json!({ "usd": 100_003, "pln": 7_919 });
    // The time of closing does not matter: it must be complete.
    for wait in [0, 15, 30, 60, 120] {
        let server = Server::start(&data, bundle.path(), None);
        let mut admin = server.client(&tokens[0]);
        let path = format!("/api/admin/revenue/months/{name}");
        let mut preview = admin.post(&format!("{path}/preview"), go.clone()).await;
        while preview.problem() == (409, "revenue.not-over") {
            // The server counts the days at its start.
            preview = admin.post(&format!("{path}/preview"), go.clone()).await;
        }
        if preview.status == 200 {
            let mut body = go.clone();
            body["digest"] = preview.body["digest"].clone();
            let close = admin.request(Method::POST, &format!("{path}/close")).json(&body).send();
            let _ = tokio::time::timeout(Duration::from_millis(wait), close).await;
        } else {
            assert_eq!(preview.problem(), (409, "revenue.closed"), "{}", preview.body);
        }
        server.kill();
        let db = data.open(data.path()).await;
        check(&db).await;
        db.close().await;
    }

    let server = Server::start(&data, bundle.path(), None);
    let mut admin = server.client(&tokens[0]);
    let path = format!("/api/admin/revenue/months/{name}");
    let preview = admin.post(&format!("{path}/preview"), go.clone()).await;
    if preview.status == 200 {
        let mut body = go;
        body["digest"] = preview.body["digest"].clone();
        admin.post(&format!("{path}/close"), body).await.is(200);
    }
    let closed = admin.get(&path).await.body;
    assert_eq!(closed["tools"].as_array().map(Vec::len), Some(TOOLS), "{closed}");
    server.kill();
    let db = data.open(data.path()).await;
    check(&db).await;
    db.close().await;
}
