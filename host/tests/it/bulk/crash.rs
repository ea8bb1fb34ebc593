//! A server that dies twice during a table of a thousand rows.

use super::{counts, topics};
use crate::crash::Server;
use crate::prelude::*;
use crate::util::test_app::lift_limits;

const ROWS: usize = 1000;
const WORDS: usize = 3;

fn words() -> Reply {
    Reply::text("Three good words.")
}

/// Invariants of the rows once the job is done.
async fn check_rows(store: &Store) {
    let db = store.open(store.path()).await;
    for (rule, sql, expected) in [
        ("no row is lost", "SELECT count(*) FROM bulk_rows WHERE status = 'succeeded'", ROWS),
        ("each row has a run of its own", "SELECT count(DISTINCT run_id) FROM bulk_rows", ROWS),
        ("no row is done twice", "SELECT count(*) FROM runs", ROWS),
        ("each row has a document", "SELECT count(*) FROM documents", ROWS),
        (
            "each row has the run of its own input and its document",
            // The cell is the topic, so its text is in the input unchanged.
            "SELECT count(*) FROM bulk_rows b JOIN runs r ON r.id = b.run_id AND r.document_id = b.document_id
             WHERE r.input LIKE '%:' || substr(b.cells, 2, length(b.cells) - 2) || '%'",
            ROWS,
        ),
        ("the rows know what was charged", "SELECT CAST(SUM(words) AS BIGINT) FROM bulk_rows", ROWS * WORDS),
        (
            "the ledger took it once",
            "SELECT CAST(-SUM(amount) AS BIGINT) FROM meter_entries WHERE kind <> 'grant' AND holder IN (SELECT account_id FROM bulk_jobs)",
            ROWS * WORDS,
        ),
    ] {
        let found: i64 = db::query_scalar(sql).fetch_one(db.read()).await.expect("the query runs");
        assert_eq!(found, i64::try_from(expected).expect("a number"), "{rule}");
    }
    db.close().await;
}

#[tokio::test]
async fn no_row_is_lost_and_none_done_twice_when_the_server_dies_twice() {
    let (data, bundle) = (Store::new(), bundle());
    let model = ModelServer::start([words()]).await;
    let server = Server::start(&data, bundle.path(), Some(&model));
    let token = server.accounts().await.swap_remove(0);
    let db = data.open(data.path()).await;
    lift_limits(&db).await;
    db.close().await;
    let mut user = server.client(&token);
    let job = user.table(topics((0..ROWS).map(|row| format!("topic {row}")))).await;
    user.turn(&job, "start").await.is(200);

    // The first time it dies at full speed.
    model.until("a third is asked for", |seen| seen.requests >= ROWS / 3).await;
    server.kill();
    model.until("the streams are gone", |seen| seen.open == 0).await;
    let asked = model.seen().requests;

    // The second time all slots are taken and the model is writing. The job resumes without a request.
    let mut script = vec![words(); ROWS / 3];
    script.push(Reply::Holds(vec!["Three good ".into()]));
    model.then(script);
    let server = Server::start(&data, bundle.path(), Some(&model));
    model
        .until("the model holds the rows", |seen| seen.open == 4 && seen.requests >= asked + ROWS / 3 + 4)
        .await;
    server.client(&token).job(&job).await.has(json!({ "status": "running", "rows": { "running": 4 } }));
    server.kill();
    model.until("the streams are gone", |seen| seen.open == 0).await;

    model.then([words()]);
    let server = Server::start(&data, bundle.path(), Some(&model));
    let mut user = server.client(&token);
    let view = user.job_with(&job, "done").await;
    assert_eq!(counts(&view), json!({ "total": ROWS, "succeeded": ROWS }));
    assert_eq!(view["words"]["charged"], ROWS * WORDS);
    assert_eq!(view["words"]["left"], 10_000 - ROWS * WORDS);
    // The model was called again only for the running rows: at most four each time.
    let again = model.seen().requests - ROWS;
    assert!((4..=8).contains(&again), "{again} rows were repeated");
    server.ends(&data).await;
    check_rows(&data).await;
}

#[tokio::test]
async fn a_paused_job_stays_paused_and_its_running_rows_end() {
    let (data, bundle) = (Store::new(), bundle());
    let model = ModelServer::start([Reply::Holds(vec!["Three good ".into()])]).await;
    let server = Server::start(&data, bundle.path(), Some(&model));
    let token = server.accounts().await.swap_remove(0);
    let mut user = server.client(&token);
    let job = user.table(topics(0..20)).await;
    user.turn(&job, "start").await;
    model.until("four rows are at work", |seen| seen.open == 4).await;
    user.turn(&job, "pause").await;
    server.kill();
    model.until("the streams are gone", |seen| seen.open == 0).await;

    model.then([words()]);
    let server = Server::start(&data, bundle.path(), Some(&model));
    let mut user = server.client(&token);
    let view = user.job_with(&job, "paused").await;
    assert_eq!(counts(&view), json!({ "total": 20, "succeeded": 4, "waiting": 16 }));
    assert_eq!((&view["words"]["charged"], model.seen().requests), (&json!(12), 8), "nothing new was begun");
    user.turn(&job, "resume").await;
    user.job_with(&job, "done").await.has(json!({ "words": { "charged": 60 } }));
    server.ends(&data).await;
}
