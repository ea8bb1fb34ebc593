//! The audit log.

use crate::prelude::*;

#[app_test]
async fn the_log_only_grows(app: TestApp, mut admin: administrator, user: anna) {
    let path = format!("/api/admin/users/{}/words", id(&user));
    admin.post(&path, json!({"amount": 5, "reason": "x"})).await.is(201);
    for sql in ["UPDATE audit_entries SET action = 'nothing'", "DELETE FROM audit_entries"] {
        let mut tx = app.app.db.write().await.expect("a transaction");
        let refused = db::query(sql).execute(&mut *tx).await.expect_err("refused");
        assert!(refused.to_string().contains("append-only"), "{refused}");
    }
}

#[app_test]
async fn the_log_is_paged_and_filtered(app: TestApp, mut admin: administrator, user: anna) {
    let path = format!("/api/admin/users/{}", id(&user));
    for words in 1..=3 {
        let gift = json!({"amount": words, "reason": "x"});
        admin.post(&format!("{path}/words"), gift).await.is(201);
    }
    admin.delete(&format!("{path}/sessions")).await.is(204);

    let page = admin.get("/api/admin/audit-log?per_page=2&page=2").await.body;
    assert_eq!((&page["total"], page["data"].as_array().map(Vec::len)), (&json!(4), Some(2)));
    assert_eq!(page["data"][0]["details"]["words"], 2, "newest first");
    let ended = admin.get("/api/admin/audit-log?action=user.sessions-ended").await.body;
    assert_eq!((&ended["total"], &ended["data"][0]["details"]), (&json!(1), &json!({"count": 1})));
    for (query, total) in [
        ("actor=adam%40example.com", 4),
        ("actor=ADAM%40example.com&action=user.words-given", 3),
        ("actor=anna%40example.com", 0),
        ("subject=anna%40example.com", 4),
        ("subject=adam%40example.com", 0),
        ("from=2020-01-01T00:00:00Z", 4),
        ("to=2020-01-01T00:00:00%2B02:00", 0),
        ("action=", 4),
        ("action=no.such", 0),
    ] {
        let found = admin.get(&format!("/api/admin/audit-log?{query}")).await.body;
        assert_eq!(found["total"], total, "{query}");
    }
    admin.get(&format!("/api/admin/audit-log?subject={}", id(&user))).await.has(json!({ "total": 4 }));
    admin.get("/api/admin/audit-log?from=yesterday").await.wrong("from");
}
