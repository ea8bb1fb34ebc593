//! Several servers on one database, which only PostgreSQL allows.

use serde_json::json;

use crate::{
    crash::{Server, check},
    util::{
        Store,
        model_server::{ModelServer, Reply},
        store::on_postgres,
        tools::bundle,
    },
};

#[tokio::test]
async fn what_a_server_leaves_that_dies_is_taken_up_by_another() {
    if !on_postgres() {
        return;
    }
    let (store, bundle) = (Store::new(), bundle());
    let model = ModelServer::start([Reply::Holds(vec!["Three good ".into()])]).await;
    let first = Server::start(&store, bundle.path(), Some(&model));
    let second = Server::beside(&store, bundle.path(), Some(&model));
    let token = first.accounts().await.swap_remove(0);
    let id = first.client(&token).begin(json!({ "topic": "tea" })).await;
    model.until("the model writes", |seen| seen.open == 1).await;

    // The other one knows the run, and follows it while it is not over.
    let mut there = second.client(&token);
    let seen = there.get(&format!("/api/runs/{id}")).await;
    assert_eq!((seen.status, &seen.body["status"]), (200, &json!("running")), "{}", seen.body);

    model.then([Reply::text("Three good words.")]);
    first.kill();
    let run = there.ended(&id).await;
    assert_eq!((&run["status"], &run["words"]), (&json!("succeeded"), &json!(3)), "{run}");
    second.kill();
    check(&store).await;
}

#[tokio::test]
async fn a_run_is_cancelled_from_another_server() {
    if !on_postgres() {
        return;
    }
    let (store, bundle) = (Store::new(), bundle());
    let model = ModelServer::start([Reply::Holds(vec!["Three good ".into()])]).await;
    let first = Server::start(&store, bundle.path(), Some(&model));
    let second = Server::beside(&store, bundle.path(), Some(&model));
    let token = first.accounts().await.swap_remove(0);
    let id = first.client(&token).begin(json!({ "topic": "tea" })).await;
    model.until("the model writes", |seen| seen.open == 1).await;
    let asked = second.client(&token).post(&format!("/api/runs/{id}/cancel"), json!({})).await;
    assert_eq!(asked.status, 200, "{}", asked.body);
    assert_eq!(first.client(&token).ended(&id).await["status"], "cancelled");
    second.kill();
    first.kill();
    check(&store).await;
}
