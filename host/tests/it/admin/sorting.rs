//! Lists of the administration in another order than their own.

use crate::prelude::*;
use crate::util::store::on_postgres;

/// The values of a column in the order of a list.
async fn column(admin: &mut Client, list: &str, query: &str, name: &str) -> Vec<String> {
    let list = admin.get(&format!("/api/admin/{list}?{query}")).await.is(200).body;
    let text = |row: &Value| row[name].as_str().map_or_else(|| row[name].to_string(), str::to_owned);
    list["data"].as_array().expect("rows").iter().map(text).collect()
}

#[app_test]
async fn jobs_are_sorted_by_due_time_kind_lane_status_and_failures(app: TestApp, mut admin: administrator) {
    for (id, kind, lane, status, due, failures) in [
        ("a", "test.one", "second", "failed", 9_000_000_000_003_i64, 1_i64),
        ("b", "test.two", "first", "scheduled", 9_000_000_000_001, 3),
        ("c", "test.three", "third", "scheduled", 9_000_000_000_002, 2),
    ] {
        let job = db::query(
            "INSERT INTO jobs (id, kind, lane, payload, status, turn, due_at, failures, created_at)
             VALUES ($1, $2, $3, 'null', $4, 0, $5, $6, 1)",
        );
        app.change(job.binds((id, kind, lane, status, due, failures))).await;
    }
    for (query, ids) in [
        ("", ["b", "c", "a"]),
        ("sort=due&order=desc", ["a", "c", "b"]),
        ("sort=kind", ["a", "c", "b"]),
        ("sort=lane", ["b", "a", "c"]),
        ("sort=status", ["a", "b", "c"]),
        ("sort=status&order=desc", ["c", "b", "a"]),
        ("sort=failures&order=desc", ["b", "c", "a"]),
    ] {
        let mut found = column(&mut admin, "jobs", &format!("{query}&per_page=100"), "id").await;
        // The server has periodic jobs too.
        found.retain(|id| id.len() == 1);
        assert_eq!(found, ids, "{query}");
    }
    admin.get("/api/admin/jobs?sort=payload").await.is(400);
}

/// Mails with the letters of their subjects in the order of their writing.
async fn mails(app: &TestApp) {
    app.execute("DELETE FROM mails").await;
    for (id, recipient, subject, status) in [
        ("1", "jan@example.com", "B", "sent"),
        ("2", "anna@example.com", "C", "failed"),
        ("3", "ewa@example.com", "A", "kept"),
    ] {
        let mail = db::query(
            "INSERT INTO mails (id, recipient, language, template, subject, text, html, status, due_at, created_at)
             VALUES ($1, $2, 'en', 'welcome', $3, '', '', $4, $5, $5)",
        );
        app.change(mail.binds((id, recipient, subject, status, Timestamp::now()))).await;
    }
}

#[app_test]
async fn the_outbox_is_sorted_by_recipient_subject_status_and_time(app: TestApp, mut admin: administrator) {
    mails(&app).await;
    for (query, subjects) in [
        ("", ["A", "C", "B"]),
        ("sort=created&order=asc", ["B", "C", "A"]),
        ("sort=recipient", ["C", "A", "B"]),
        ("sort=recipient&order=desc", ["B", "A", "C"]),
        ("sort=subject", ["A", "B", "C"]),
        ("sort=status", ["C", "A", "B"]),
    ] {
        assert_eq!(column(&mut admin, "outbox", query, "subject").await, subjects, "{query}");
    }
    admin.get("/api/admin/outbox?sort=text").await.is(400);
}

#[app_test]
async fn the_audit_log_is_sorted_by_action_and_time(_app: TestApp, mut admin: administrator, user: anna) {
    let path = format!("/api/admin/users/{}", id(&user));
    for words in 1..=2 {
        admin.post(&format!("{path}/words"), json!({ "amount": words, "reason": "x" })).await.is(201);
    }
    admin.delete(&format!("{path}/sessions")).await.is(204);
    let (given, ended) = ("user.words-given", "user.sessions-ended");
    for (query, expected) in [
        ("", [ended, given, given]),
        ("sort=created&order=asc", [given, given, ended]),
        ("sort=action", [ended, given, given]),
        ("sort=action&order=desc", [given, given, ended]),
    ] {
        assert_eq!(column(&mut admin, "audit-log", query, "action").await, expected, "{query}");
    }
    admin.get("/api/admin/audit-log?sort=action&order=desc").await.has(json!({ "/data/0/details/words": 2 }));
    admin.get("/api/admin/audit-log?sort=details").await.is(400);
}

#[app_test]
async fn publishers_are_sorted_by_name_without_case_and_accents_level_and_time(
    app: TestApp,
    mut admin: administrator,
) {
    for (id, name, level, created) in
        [("one", "lato", "partner", 1_i64), ("two", "Łąka", "official", 2), ("zero", "Mak", "private", 3)]
    {
        let query = db::query("INSERT INTO publishers (id, name, level, created_at) VALUES ($1, $2, $3, $4)");
        app.change(query.binds((id, name, level, created))).await;
    }
    for (query, ids) in [
        ("", ["one", "two", "zero"]),
        ("sort=name", ["two", "one", "zero"]),
        ("sort=name&order=desc", ["zero", "one", "two"]),
        ("sort=level", ["zero", "one", "two"]),
        ("sort=created&order=desc", ["zero", "two", "one"]),
    ] {
        assert_eq!(column(&mut admin, "publishers", query, "id").await, ids, "{query}");
    }
    let second = admin.get("/api/admin/publishers?sort=level&per_page=1&page=3").await;
    second.has(json!({ "total": 3, "/data/0/id": "two" }));
}

#[app_test]
async fn the_review_queue_is_sorted_by_plugin_publisher_and_time(app: TestApp, mut admin: administrator) {
    for (id, name) in [("one", "Beta"), ("two", "alpha")] {
        let query =
            db::query("INSERT INTO publishers (id, name, level, created_at) VALUES ($1, $2, 'community', 1)");
        app.change(query.binds((id, name))).await;
    }
    for (publisher, plugin, at) in [("one", "tea", 1_i64), ("two", "cup", 2), ("one", "box", 3)] {
        let query = db::query(
            "INSERT INTO submissions (id, publisher_id, digest, bytes, plugin, version, facts, state, submitted_at, created_at, updated_at)
             VALUES ($1, $2, $3, 1, $1, '1.0.0', 'null', 'submitted', $4, 1, 1)",
        );
        app.change(query.binds((plugin, publisher, format!("{at:064}"), at))).await;
    }
    for (query, plugins) in [
        ("", ["tea", "cup", "box"]),
        ("order=desc", ["box", "cup", "tea"]),
        ("sort=plugin", ["box", "cup", "tea"]),
        ("sort=publisher", ["cup", "box", "tea"]),
        ("sort=publisher&order=desc", ["tea", "box", "cup"]),
    ] {
        assert_eq!(column(&mut admin, "reviews", query, "plugin").await, plugins, "{query}");
    }
    admin.get("/api/admin/reviews?sort=facts").await.is(400);
}

/// Lists that grow without end have an index for each of their orders.
#[app_test]
async fn sorting_a_long_list_reads_an_index(app: TestApp) {
    if on_postgres() {
        return;
    }
    for (table, orders) in [
        ("mails", vec!["id", "recipient, id", "subject, id", "status, id"]),
        ("audit_entries", vec!["id", "action, id"]),
    ] {
        for order in orders {
            let sql = format!("EXPLAIN QUERY PLAN SELECT * FROM {table} ORDER BY {order} LIMIT 20");
            let plan: Vec<(i64, i64, i64, String)> =
                db::query_as(sqlx::AssertSqlSafe(sql)).fetch_all(app.app.db.read()).await.expect("a plan");
            let steps: Vec<&str> = plan.iter().map(|(_, _, _, step)| step.as_str()).collect();
            assert!(steps.iter().all(|step| step.contains("USING INDEX")), "{table} by {order}: {steps:?}");
        }
    }
}
