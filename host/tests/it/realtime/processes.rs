//! Several processes connected by Redis.

use sitewright::messages::realtime;

use super::server;
use crate::prelude::*;

/// Two servers on one Redis, once they are connected.
async fn pair(redis: &RedisServer) -> (TestApp, TestApp) {
    let url = || Some(redis.url.clone());
    let (one, two) =
        (server(|config| config.redis_url = url()).await, server(|config| config.redis_url = url()).await);
    for (here, there) in [(&one, &two), (&two, &one)] {
        until_heard(here, there).await;
    }
    (one, two)
}

/// Publishes here until it is received there: the connection to Redis is made in the background.
async fn until_heard(here: &TestApp, there: &TestApp) {
    let mut socket = Socket::open(there.address).await;
    socket.listen("private-user.nobody", None).await;
    let heard = async { socket.until("hello").await };
    let saying = async {
        loop {
            realtime::publish_now(&here.app, "nobody", "hello", &json!({}));
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::select! {
        _ = heard => {}
        () = saying => {}
    }
}

/// All members are listed, at once or after the other process has answered.
async fn sees_all(socket: &mut Socket, present: &Frame, wanted: &[&str]) {
    let ids = present.data["presence"]["ids"].as_array().expect("a list");
    let mut seen: BTreeSet<String> = ids.iter().filter_map(|id| id.as_str().map(str::to_owned)).collect();
    while seen.len() < wanted.len() {
        let added = socket.until("pusher_internal:member_added").await;
        seen.insert(added.data["user_id"].as_str().expect("an id").to_owned());
    }
    assert_eq!(seen.iter().map(String::as_str).collect::<Vec<_>>(), wanted);
}

#[tokio::test]
async fn events_of_one_process_are_received_in_the_other() {
    let Some(redis) = RedisServer::start().await else { return };
    let (one, two) = pair(&redis).await;
    let (mut here, mut there) = (Socket::open(one.address).await, Socket::open(two.address).await);
    for socket in [&mut here, &mut there] {
        socket.listen("private-user.anna", None).await;
    }
    realtime::publish_now(&one.app, "anna", "words.changed", &json!({ "left": 1 }));
    for socket in [&mut here, &mut there] {
        assert_eq!(socket.hear().await.data, json!({ "left": 1 }));
        socket.is_silent().await;
    }
    here.say(json!({ "event": "client-hi", "channel": "private-user.anna", "data": {} })).await;
    assert_eq!(there.hear().await.event, "client-hi");
    realtime::reconnect_now(&one.app, "anna");
    assert_eq!(there.closed().await, (Some(4200), 4200));
    one.stop().await;
    two.stop().await;
}

#[tokio::test]
async fn members_are_known_in_all_processes_and_go_with_theirs() {
    let Some(redis) = RedisServer::start().await else { return };
    let (one, two) = pair(&redis).await;
    let mut anna = Socket::open(one.address).await;
    anna.listen("presence-a", Some("anna")).await;
    let mut ewa = Socket::open(two.address).await;
    ewa.listen("presence-a", Some("ewa")).await;
    assert_eq!(anna.until("pusher_internal:member_added").await.data["user_id"], "ewa");

    // A process that starts later receives the members.
    let three = server(|config| config.redis_url = Some(redis.url.clone())).await;
    until_heard(&one, &three).await;
    let mut ola = Socket::open(three.address).await;
    let present = ola.listen("presence-a", Some("ola")).await;
    sees_all(&mut ola, &present, &["anna", "ewa", "ola"]).await;
    assert_eq!(anna.until("pusher_internal:member_added").await.data["user_id"], "ola");

    two.stop().await;
    assert_eq!(anna.until("pusher_internal:member_removed").await.data["user_id"], "ewa");
    one.stop().await;
    three.stop().await;
}

#[tokio::test]
async fn members_are_restored_when_redis_comes_back() {
    let Some(mut redis) = RedisServer::start().await else { return };
    let (one, two) = pair(&redis).await;
    let mut anna = Socket::open(one.address).await;
    anna.listen("presence-a", Some("anna")).await;
    redis.restart().await;
    until_heard(&one, &two).await;
    until_heard(&two, &one).await;
    let mut ewa = Socket::open(two.address).await;
    let present = ewa.listen("presence-a", Some("ewa")).await;
    sees_all(&mut ewa, &present, &["anna", "ewa"]).await;
    one.stop().await;
    two.stop().await;
}

#[app_test(server(|config| config.redis_url = Some("redis://127.0.0.1:1".into())))]
async fn without_its_redis_a_server_works_alone(app: TestApp) {
    let mut socket = Socket::open(app.address).await;
    socket.listen("private-user.anna", None).await;
    realtime::publish_now(&app.app, "anna", "words.changed", &json!({}));
    assert_eq!(socket.hear().await.event, "words.changed");
}
