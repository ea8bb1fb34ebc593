//! Jobs: price, start, pause, resume, retry, cancel, the result, and ownership.

use super::{counts, statuses, topics};
use crate::prelude::*;

#[app_test(TestApp::with_plugins(|_| {}))]
async fn the_price_is_shown_before_and_nothing_runs_until_the_start(app: TestApp, mut user: user) {
    let job = user.table(topics(["tea", "coffee"])).await;
    let view = user.job(&job).await;
    assert_eq!(
        view["words"],
        json!({ "per_row": 0, "expected": 0, "charged": 0, "left": 10_000 }),
        "exactly nothing"
    );
    assert_eq!(user.get("/api/runs").await.body["total"], 0);
    app.stop().await;

    let model = ModelServer::start([Reply::text("Three good words.")]).await;
    let app = TestApp::with_plugins(|config| model.connect(config)).await;
    let mut user = app.user().await;
    let job = user.table(topics(["tea", "coffee"])).await;
    let view = user.job(&job).await;
    assert_eq!(view["words"], json!({ "per_row": 50, "expected": 100, "charged": 0, "left": 10_000 }));
    assert_eq!(model.seen().requests, 0);

    assert_eq!(user.turn(&job, "start").await.body["status"], "running");
    let view = user.job_with(&job, "done").await;
    assert_eq!(view["words"], json!({ "per_row": 3, "expected": 0, "charged": 6, "left": 9_994 }));
    user.turn(&job, "start").await.refused(409, "bulk.not-now");
    user.get("/api/bulk").await.has(json!({ "total": 1, "/data/0/rows/succeeded": 2 }));
}

#[app_test(TestApp::with_model([Reply::Holds(vec!["Three good words.".into()])]))]
async fn a_paused_job_finishes_running_rows_and_is_resumed_later(app: TestApp, model: model, mut user: user) {
    let job = user.table(topics(0..20)).await;
    user.turn(&job, "start").await;
    model.until("four rows are at work", |seen| seen.open == 4).await;
    assert_eq!(user.turn(&job, "pause").await.body["status"], "paused");
    model.open_gate();
    let view = user.job_with(&job, "paused").await;
    assert_eq!(counts(&view), json!({ "total": 20, "waiting": 16, "succeeded": 4 }));
    assert_eq!(model.seen().requests, 4, "no new run was started");

    user.turn(&job, "resume").await;
    let view = user.job_with(&job, "done").await;
    assert_eq!(
        (counts(&view), &view["words"]["charged"]),
        (json!({ "total": 20, "succeeded": 20 }), &json!(60))
    );
    assert_eq!(model.seen().requests, 20);
}

#[app_test(TestApp::with_model([Reply::Holds(vec!["Slow.".into()])]))]
async fn a_table_does_not_delay_other_runs(app: TestApp, model: model, mut user: user) {
    let job = user.table(topics(0..100)).await;
    user.turn(&job, "start").await;
    model.until("the table has all its places", |seen| seen.open == 4).await;
    model.then([Reply::text("Quick.")]);
    assert_eq!(user.run(json!({ "topic": "tea" })).await.body["status"], "succeeded");
    user.turn(&job, "cancel").await.is(200);
}

#[app_test(TestApp::with_model([Reply::status(400)]))]
async fn only_failed_rows_are_retried(app: TestApp, model: model, mut user: user) {
    let job = user.table("topic,do\ntea,ask\ncoffee,refuse\nmilk,ask\n").await;
    user.turn(&job, "start").await;
    let view = user.job_with(&job, "done").await;
    assert_eq!(counts(&view), json!({ "total": 3, "failed": 3 }));
    let rows = user.rows(&job).await;
    assert_eq!(rows[1]["problem"]["code"], "plugin.refused");

    model.then([Reply::text("Three good words.")]);
    user.turn(&job, "retry-failed").await;
    user.job_with(&job, "done").await;
    let again = user.rows(&job).await;
    assert_eq!(statuses(&again), ["succeeded", "failed", "succeeded"]);
    user.turn(&job, "retry-failed").await;
    user.job_with(&job, "done").await.has(json!({ "words": { "charged": 6 } }));
    let last = user.rows(&job).await;
    assert_eq!((&last[0]["run_id"], &last[2]["run_id"]), (&again[0]["run_id"], &again[2]["run_id"]));
    assert_ne!(last[1]["run_id"], again[1]["run_id"], "the failed row has a new run");
    let failed = user.get(&format!("/api/bulk/{job}/rows?status=failed")).await;
    assert_eq!((&failed.body["total"], &failed.body["data"][0]["number"]), (&json!(1), &json!(2)));
}

#[app_test(TestApp::with_model_and([Reply::text("Three good words.")], |config| {
    config.free_words = 70;
    config.bulk_per_account = 1;
}))]
async fn a_job_without_words_pauses_with_a_reason(app: TestApp, mut user: user) {
    let job = user.table(topics(0..20)).await;
    user.turn(&job, "start").await;
    // 70, 67, 64, 61, 58, 55, 52 and then 49, which is less than a run needs.
    let view = user.job_with(&job, "paused").await;
    assert_eq!(counts(&view), json!({ "total": 20, "succeeded": 7, "waiting": 13 }), "{view}");
    assert_eq!((&view["problem"]["code"], &view["problem"]["left"]), (&json!("words.exhausted"), &json!(49)));

    let mut tx = app.app.db.write().await.expect("a transaction");
    let account = user.user_id.clone().expect("signed in");
    meters::grant(&mut tx, Meter::Words.of(&account), 1000, "top-up").await.expect("granted");
    tx.commit().await.expect("committed");
    assert_eq!(user.turn(&job, "resume").await.body["problem"], json!(null));
    let view = user.job_with(&job, "done").await;
    assert_eq!(view["words"], json!({ "per_row": 3, "expected": 0, "charged": 60, "left": 1010 }));
}

#[app_test(TestApp::with_model_and([Reply::text("Three good words.")], |config| config.free_words = 90))]
async fn words_that_run_out_in_the_middle_of_a_run_fail_no_row(app: TestApp, mut user: user) {
    // It requests 2,000 words at once, which the check at admission does not foresee.
    let job = user.table("topic,do\ntea,ask-greedily\n").await;
    user.turn(&job, "start").await;
    let view = user.job_with(&job, "paused").await;
    assert_eq!(
        (counts(&view), &view["problem"]["code"]),
        (json!({ "total": 1, "waiting": 1 }), &json!("words.exhausted"))
    );
}

#[app_test(TestApp::with_model([Reply::status(500)]))]
async fn a_job_pauses_if_the_model_is_unavailable(app: TestApp, model: model, mut user: user) {
    let job = user.table(topics(0..100)).await;
    user.turn(&job, "start").await;
    let view = user.job_with(&job, "paused").await;
    let failed = view["rows"]["failed"].as_i64().expect("a number");
    assert!((10..=14).contains(&failed), "{view}");
    assert!(view["problem"]["code"].as_str().is_some_and(|code| code.starts_with("model.")), "{view}");

    model.then([Reply::text("Three good words.")]);
    user.turn(&job, "retry-failed").await;
    let view = user.job_with(&job, "done").await;
    assert_eq!(counts(&view), json!({ "total": 100, "succeeded": 100 }));
}

#[app_test(TestApp::with_model([Reply::Holds(vec!["Three good words".into()])]))]
async fn a_cancelled_job_ends_its_runs_and_a_deleted_one_is_gone(app: TestApp, model: model, mut user: user) {
    let job = user.table(topics(0..10)).await;
    user.turn(&job, "start").await;
    model.until("four rows are at work", |seen| seen.open == 4).await;
    assert_eq!(user.turn(&job, "cancel").await.body["status"], "cancelled");
    let view = user.job_with(&job, "cancelled").await;
    assert_eq!(counts(&view), json!({ "total": 10, "cancelled": 10 }));
    user.turn(&job, "resume").await.refused(409, "bulk.not-now");
    user.turn(&job, "retry-failed").await.refused(409, "bulk.nothing-failed");

    let other = user.table(topics(0..10)).await;
    user.turn(&other, "start").await;
    model.until("four more are at work", |seen| seen.open == 4 && seen.requests == 8).await;
    user.delete(&format!("/api/bulk/{other}")).await.is(204);
    model.until("they are given up", |seen| seen.open == 0).await;
    user.get(&format!("/api/bulk/{other}")).await.is(404);
    assert_eq!(user.get("/api/bulk").await.body["total"], 1);
}

#[app_test(TestApp::with_plugins(|_| {}))]
async fn the_result_is_a_table_that_a_spreadsheet_may_open(app: TestApp, mut user: user) {
    user.cookies.insert("locale".to_owned(), "pl".to_owned());
    let job =
        user.table("Temat;Uwagi;do\nŻółty ser;=1+1;ask\n@cmd;-5;refuse\n;\"a \"\"b\"\"; c\";ask\n").await;
    let early = user.get(&format!("/api/bulk/{job}/result.csv")).await;
    let line = r#""Żółty ser";"'=1+1";"ask";"czeka";"";"0";"""#;
    assert!(early.text().contains(&format!("\r\n{line}\r\n")), "{}", early.text());
    user.turn(&job, "start").await;
    user.job_with(&job, "done").await;
    let rows = user.rows(&job).await;
    let document = rows[0]["document_id"].as_str().expect("a document");
    let result = user.get(&format!("/api/bulk/{job}/result.csv")).await;
    assert_eq!(result.header("content-type"), "text/csv; charset=utf-8");
    assert!(result.header("content-disposition").contains("filename=\"table.csv\""));
    let link = format!("http://{}/app/archiwum/{document}", app.address);
    assert_eq!(
        result.text(),
        [
            "\u{feff}".to_owned()
                + r#""Temat";"Uwagi";"do";"text";"Stan";"Problem";"Zużyte słowa";"Dokument""#,
            format!(r#""Żółty ser";"'=1+1";"ask";"A draft about Żółty ser.";"gotowy";"";"0";"{link}""#),
            r#""'@cmd";"-5";"refuse";"";"błąd";"Not today.";"0";"""#.to_owned(),
            r#""";"a ""b""; c";"ask";"";"nieprawidłowy";"Temat: Wypełnij to pole.";"0";"""#.to_owned(),
            String::new(),
        ]
        .join("\r\n")
    );
}

/// A cell that becomes a formula with another separator is escaped too, and escaped cells are read back unchanged.
#[app_test(TestApp::with_plugins(|_| {}))]
async fn w7_a_result_is_safe_with_any_separator_and_reads_back_unchanged(app: TestApp, mut user: user) {
    let cells = ["foo,=1+cmd|A1,bar", "+48 600 100 200", "-1,5", "'=x", "- bułki"];
    let file: String = cells.iter().map(|cell| format!("\"{cell}\";ask\n")).collect();
    let job = user.table(format!("Topic;do\n{file}")).await;
    let result = user.get(&format!("/api/bulk/{job}/result.csv")).await;
    assert!(result.text().contains("\"foo,'=1+cmd|A1,bar\""), "{}", result.text());
    assert!(result.text().contains("\"'+48 600 100 200\""), "{}", result.text());

    let again = user.table(result.bytes.to_vec()).await;
    let read: Vec<_> = user.rows(&again).await.iter().map(|row| row["cells"][0].clone()).collect();
    // The user's own apostrophe before a formula is taken for an escape the first time.
    assert_eq!(read, [cells[0], cells[1], cells[2], "=x", cells[4]]);
}

/// The result is written row by row; the number of columns for variants and parts is bounded, even if a user stored
/// many.
#[app_test(TestApp::with_plugins(|_| {}))]
async fn v2_a_result_has_a_bounded_number_of_columns(app: TestApp, mut user: user) {
    let job = user.table(topics(0..45)).await;
    user.turn(&job, "start").await;
    user.job_with(&job, "done").await;
    let rows = user.rows(&job).await;
    for (row, data) in rows.iter().zip([
        json!({ "variants": vec![json!({}); 100_000] }),
        Value::Object((0..20_000).map(|n| (format!("part {n}"), json!("x"))).collect()),
    ]) {
        let path = format!("/api/documents/{}", row["document_id"].as_str().expect("a document"));
        user.patch(&path, json!({ "data": data })).await.is(200);
    }
    let result = user.get(&format!("/api/bulk/{job}/result.csv")).await;
    let lines: Vec<&str> = result.text().trim_end().split("\r\n").collect();
    assert_eq!(lines.len(), 1 + 45);
    assert_eq!(lines[0].split(',').count(), 1 + 500 + 4);
}
