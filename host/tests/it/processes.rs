//! Several servers on one database, which requires PostgreSQL.

use crate::crash::Server;
use crate::prelude::*;
use crate::util::store::on_postgres;
use crate::util::tools::{Event, Events};

/// Two servers, and a run on the first for which the model has started to write.
struct Two {
    store: Store,
    bundle: TempDir,
    model: ModelServer,
    first: Server,
    second: Server,
    token: String,
    id: String,
}

async fn two_with_a_run() -> Two {
    let (store, bundle) = (Store::new(), bundle());
    let model = ModelServer::start([Reply::Holds(vec!["Three good ".into()])]).await;
    let first = Server::start(&store, bundle.path(), Some(&model));
    let second = Server::beside(&store, bundle.path(), Some(&model));
    let token = first.accounts().await.swap_remove(0);
    let id = first.client(&token).begin(json!({ "topic": "tea" })).await;
    model.until("the model writes", |seen| seen.open == 1).await;
    Two { store, bundle, model, first, second, token, id }
}

#[tokio::test]
async fn runs_of_a_dead_server_are_taken_over_by_another() {
    if !on_postgres() {
        return;
    }
    let Two { bundle: _bundle, store, model, first, second, token, id } = two_with_a_run().await;

    // The other server knows the run, and can watch it while it runs.
    let mut there = second.client(&token);
    there.get(&format!("/api/runs/{id}")).await.is(200).has(json!({ "status": "running" }));

    model.then([Reply::text("Three good words.")]);
    first.kill();
    there.ended(&id).await.has(json!({ "status": "succeeded", "words": 3 }));
    second.ends(&store).await;
}

#[tokio::test]
async fn a_run_that_cannot_be_taken_over_at_first_is_taken_over_later() {
    if !on_postgres() {
        return;
    }
    let Two { bundle: _bundle, store, model, first, second, token, id } = two_with_a_run().await;

    // The plans' terms cannot be read, so the run's limits are unknown.
    let db = store.open(store.path()).await;
    let mut conn = db.write_alone().await.expect("a connection");
    db::query("ALTER TABLE plan_tools RENAME TO plan_tools_away").execute(&mut conn).await.expect("renamed");
    model.then([Reply::text("Three good words.")]);
    first.kill();
    // The other server claims it and then fails to load it.
    let claimed = "SELECT EXISTS (SELECT 1 FROM runs WHERE attempt = 2)";
    let claimed = async || db::query_scalar::<bool>(claimed).fetch_one(&mut conn).await.expect("an answer");
    becomes("it is claimed", claimed).await;
    db::query("ALTER TABLE plan_tools_away RENAME TO plan_tools").execute(&mut conn).await.expect("renamed");
    // A client reconnects, as a browser does, until the run continues.
    let mut client = second.client(&token);
    let run = eventually("it is not taken over", async || {
        let last = client.events(&id, None).await.pop().expect("an event");
        (last.name == "finished").then(|| last.data["run"].clone())
    })
    .await;
    assert_eq!((&run["status"], &run["words"]), (&json!("succeeded"), &json!(3)), "{run}");
    drop(conn);
    db.close().await;
    second.ends(&store).await;
}

#[tokio::test]
async fn a_run_is_cancelled_from_another_server() {
    if !on_postgres() {
        return;
    }
    let Two { bundle: _bundle, store, model: _model, first, second, token, id } = two_with_a_run().await;
    second.client(&token).post(&format!("/api/runs/{id}/cancel"), json!({})).await.is(200);
    assert_eq!(first.client(&token).ended(&id).await["status"], "cancelled");
    second.kill();
    first.ends(&store).await;
}

/// What a screen with these events shows: each label with its text.
fn shown(events: &[Event]) -> Vec<(String, String)> {
    let mut texts: Vec<(String, String)> = Vec::new();
    for event in events {
        let Some(label) = event.data["label"].as_str().filter(|_| event.name != "progress") else { continue };
        let place = texts.iter().position(|(known, _)| known == label).unwrap_or_else(|| {
            texts.push((label.to_owned(), String::new()));
            texts.len() - 1
        });
        match event.name.as_str() {
            "replace" => texts[place].1.clear(),
            _ => texts[place].1.push_str(event.data["text"].as_str().expect("a text")),
        }
    }
    texts
}

/// Reads until the screen shows this text.
async fn until_shown(events: &mut Events, text: &str) -> Vec<Event> {
    let mut seen = Vec::new();
    while !shown(&seen).iter().any(|(_, written)| written == text) {
        let event =
            events.next().await.unwrap_or_else(|| panic!("the stream ended before {text:?}: {seen:?}"));
        seen.push(event);
    }
    seen
}

#[tokio::test]
async fn a_run_is_watched_live_on_another_server_and_resumed_there() {
    let Some(redis) = RedisServer::start().await.filter(|_| on_postgres()) else { return };
    let (store, bundle) = (Store::new(), bundle());
    let model = ModelServer::start([Reply::Holds(["Three ", "good "].map(str::to_owned).to_vec())]).await;
    let [first, second] = Server::pair(&store, bundle.path(), &model, &redis);
    let token = first.accounts().await.swap_remove(0);
    let (mut here, mut there) = (first.client(&token), second.client(&token));
    let id = here.begin(json!({ "topic": "tea" })).await;
    model.until("the model writes", |seen| seen.open == 1).await;

    // The run has not ended: the events come live.
    let mut live = there.follow(&id, None).await;
    let seen = tokio::time::timeout(Duration::from_secs(10), until_shown(&mut live, "Three good ")).await;
    let seen = seen.expect("the text comes while the model still writes");
    assert_eq!(model.seen().open, 1);
    // Both servers return the same events under the same numbers to a client that has seen the first.
    let mut rest = Vec::new();
    for client in [&mut here, &mut there] {
        let mut events = client.follow(&id, Some("1-1")).await;
        rest.push(until_shown(&mut events, "Three good ").await);
    }
    assert_eq!(rest[0], rest[1]);
    assert!(rest[0].iter().all(|event| event.id.is_some()), "{rest:?}");

    // A client that loses the connection here resumes there, without gaps or duplicates.
    let last = seen.last().and_then(|event| event.id.clone()).expect("a number");
    model.open_gate();
    let (ended_here, ended_there) =
        (here.events(&id, Some(&last)).await, there.events(&id, Some(&last)).await);
    for (events, of) in [(&ended_here, "here"), (&ended_there, "there")] {
        let end = events.last().expect("an end");
        assert_eq!(
            (end.name.as_str(), &end.data["run"]["status"]),
            ("finished", &json!("succeeded")),
            "{of}"
        );
        assert_eq!(shown(events), [], "{of}");
    }
    assert_eq!(
        live.until("finished").await.data["run"]["outcome"]["text"],
        ended_here[ended_here.len() - 1].data["run"]["outcome"]["text"]
    );
    first.kill();
    second.ends(&store).await;
}

#[tokio::test]
async fn a_watcher_elsewhere_gets_the_end_although_the_runs_server_dies() {
    let Some(redis) = RedisServer::start().await.filter(|_| on_postgres()) else { return };
    let (store, bundle) = (Store::new(), bundle());
    let model = ModelServer::start([Reply::Holds(vec!["Half a ".into()])]).await;
    let [first, second] = Server::pair(&store, bundle.path(), &model, &redis);
    let token = first.accounts().await.swap_remove(0);
    let id = first.client(&token).begin(json!({ "topic": "tea" })).await;
    model.until("the model writes", |seen| seen.open == 1).await;
    let mut live = second.client(&token).follow(&id, None).await;
    let mut seen = until_shown(&mut live, "Half a ").await;

    model.then([Reply::Holds(vec!["Three good words.".into()])]);
    first.kill();
    // In the same stream: the text of the dead server's attempt is replaced by the new one. The model holds it until it is
    // shown, since a stream may get no more than the end of a run that ends at once.
    seen.extend(until_shown(&mut live, "Three good words.").await);
    model.open_gate();
    while let Some(event) = live.next().await {
        seen.push(event);
    }
    let end = seen.pop().expect("an end");
    assert_eq!(
        (end.name.as_str(), &end.data["run"]["status"]),
        ("finished", &json!("succeeded")),
        "{seen:?}"
    );
    assert_eq!(end.data["run"]["words"], 3);
    let texts = shown(&seen);
    assert_eq!(
        texts.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>(),
        ["Three good words."],
        "{seen:?}"
    );
    second.ends(&store).await;
}
