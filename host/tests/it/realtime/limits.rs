//! Limits per socket, per account and per event.

use sitewright::messages::realtime;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::{Error, Message};

use super::server;
use crate::prelude::*;
use crate::util::QUERY;

#[app_test(server(|config| config.realtime_channels = 2))]
async fn subscriptions_per_socket_are_limited(app: TestApp) {
    let mut socket = Socket::open(app.address).await;
    for name in ["a", "b"] {
        socket.subscribe(json!({ "channel": name })).await.subscribed();
    }
    let refused = socket.subscribe(json!({ "channel": "c" })).await;
    refused.is("pusher:subscription_error").has(json!({ "type": "LimitReached" }));
}

#[app_test(server(|config| config.realtime_connections_per_account = 2))]
async fn sockets_per_account_are_limited(app: TestApp) {
    let mut open = Vec::new();
    for _ in 0..2 {
        let mut socket = Socket::open(app.address).await;
        socket.listen("private-user.anna", None).await;
        open.push(socket);
    }
    let mut third = Socket::open(app.address).await;
    third.say(json!({ "event": "pusher:subscribe", "data": {
        "channel": "private-user.anna", "auth": crate::util::permit(&third.id, "private-user.anna", None) } })).await;
    assert_eq!(third.closed().await, (Some(4004), 4004));
    // Other accounts are not affected, and a closed socket makes room.
    let mut other = Socket::open(app.address).await;
    other.listen("private-user.ewa", None).await.subscribed();
    open.pop().expect("a socket").close().await;
    let mut again = Socket::open(app.address).await;
    again.listen("private-user.anna", None).await.subscribed();
}

#[app_test(server(|config| (config.realtime_client_events, config.realtime_message_bytes) = (3, 1024)))]
async fn client_events_are_limited_in_rate_and_size(app: TestApp) {
    let (mut one, mut two) = (Socket::open(app.address).await, Socket::open(app.address).await);
    for socket in [&mut one, &mut two] {
        socket.listen("private-a", None).await;
    }
    one.say(json!({ "event": "client-a", "channel": "private-a", "data": "x".repeat(2000) })).await;
    assert_eq!(one.hear().await.data["code"], 4301);
    for number in 0..4 {
        one.say(json!({ "event": "client-a", "channel": "private-a", "data": { "number": number } })).await;
    }
    assert_eq!(one.hear().await.data["code"], 4301, "the fourth within a second");
    for number in 0..3 {
        assert_eq!(two.hear().await.data["number"], number);
    }
    two.is_silent().await;
}

#[app_test(server(|_| {}))]
async fn a_flood_of_frames_ends_the_socket(app: TestApp) {
    let mut socket = Socket::open(app.address).await;
    for _ in 0..500 {
        if !socket.try_send(Message::text(r#"{"event":"pusher:pong","data":{}}"#)).await {
            break;
        }
    }
    assert!(matches!(socket.closed().await, (Some(4100), 4100) | (_, 0)));
}

#[app_test(server(|config| config.realtime_message_bytes = 100_000))]
async fn a_socket_that_does_not_read_is_closed_without_delaying_others(app: TestApp) {
    let (mut slow, mut quick) = (Socket::open(app.address).await, Socket::open(app.address).await);
    for socket in [&mut slow, &mut quick] {
        socket.listen("private-user.anna", None).await;
    }
    // More than the kernel buffers on both sides and the outbox hold.
    let text = "x".repeat(90_000);
    for number in 0..600 {
        realtime::publish_now(&app.app, "anna", "words.changed", &json!({ "number": number, "text": text }));
        assert_eq!(quick.hear().await.data["number"], number);
    }
    let (output, code) = slow.closed().await;
    assert!(matches!((output, code), (_, 4100 | 0)), "closed with {output:?}, {code}");
}

#[app_test(server(|config| config.realtime_sign_in_timeout = Duration::from_millis(300)))]
async fn v8_an_idle_socket_is_closed(app: TestApp) {
    let mut listening = Socket::open(app.address).await;
    listening.subscribe(json!({ "channel": "news" })).await;
    let mut signed_in = Socket::open(app.address).await;
    signed_in.listen("private-user.anna", None).await;
    signed_in.say(json!({ "event": "pusher:unsubscribe", "data": { "channel": "private-user.anna" } })).await;
    let mut idle = Socket::open(app.address).await;
    // Pings do not extend the limit.
    idle.is_silent().await;
    assert_eq!(idle.closed().await, (Some(4009), 4009));
    listening.is_silent().await;
    signed_in.is_silent().await;
    listening.say(json!({ "event": "pusher:unsubscribe", "data": { "channel": "news" } })).await;
    assert_eq!(listening.closed().await, (Some(4009), 4009), "it asks for nothing any more");
}

#[tokio::test]
async fn v8_sockets_without_a_permit_exclude_no_others() {
    const ROOM: usize = 20;
    let app = server(|config| config.realtime_connections = ROOM).await;
    let mut flood = Vec::new();
    for number in 0..ROOM {
        let mut socket = Socket::open(app.address).await;
        // Half of them subscribe to a public channel.
        if number % 2 == 0 {
            socket.subscribe(json!({ "channel": "news" })).await;
        }
        flood.push(socket);
    }
    assert_eq!(flood[0].closed().await, (Some(4100), 4100), "the oldest makes room");
    let mut people = Vec::new();
    for number in 0..ROOM {
        let mut person = Socket::open(app.address).await;
        person.listen(&format!("private-user.{number}"), None).await.subscribed();
        people.push(person);
    }
    for person in &mut people {
        person.is_silent().await;
    }
    // Now there is no room left, and no socket with a permit is closed.
    let path = format!("/app/{KEY}?{QUERY}");
    assert_eq!(Socket::raw(app.address, &path, &[]).await.closed().await, (Some(4100), 4100));
    app.stop().await;
}

#[app_test(server(|config| (config.realtime_connections_per_address, config.trust_forwarded) = (2, true)))]
async fn v8_sockets_without_a_permit_are_limited_per_address(app: TestApp) {
    let path = format!("/app/{KEY}?{QUERY}");
    let open = async |address: &str| {
        let mut socket = Socket::raw(app.address, &path, &[("x-forwarded-for", address)]).await;
        let hello = socket.hear().await;
        socket.id = hello.data["socket_id"].as_str().expect("an id").to_owned();
        socket
    };
    let (mut first, mut second) = (open("192.0.2.1").await, open("192.0.2.1").await);
    let mut other = open("192.0.2.2").await;
    second.listen("private-a", None).await;
    let mut third = open("192.0.2.1").await;
    first.is_silent().await;
    let mut fourth = open("192.0.2.1").await;
    assert_eq!(first.closed().await, (Some(4100), 4100));
    for socket in [&mut second, &mut third, &mut fourth, &mut other] {
        socket.is_silent().await;
    }
    // An IPv6 network counts as one address.
    let mut v6 = [open("2001:db8::1").await, open("2001:db8::2").await, open("2001:db8::3").await];
    assert_eq!(v6[0].closed().await, (Some(4100), 4100));
}

#[app_test(server(|config| (config.realtime_handshakes_per_address, config.trust_forwarded) = (3, true)))]
async fn v8_handshakes_of_one_address_are_counted(app: TestApp) {
    let mut statuses = Vec::new();
    for query in [QUERY, QUERY, "protocol=7&version=x", QUERY] {
        match connect_async(format!("ws://{}/app/{KEY}?{query}", app.address)).await {
            Ok((_, answer)) => statuses.push(answer.status().as_u16()),
            Err(Error::Http(answer)) => {
                assert!(answer.headers().contains_key("retry-after"));
                statuses.push(answer.status().as_u16());
            }
            Err(error) => panic!("{error}"),
        }
    }
    assert_eq!(statuses, [101, 101, 101, 429], "those that are refused count, too");
    // Neither other addresses nor pages are affected.
    let path = format!("/app/{KEY}?{QUERY}");
    let mut other = Socket::raw(app.address, &path, &[("x-forwarded-for", "192.0.2.1")]).await;
    assert_eq!(other.hear().await.event, "pusher:connection_established");
    let mut visitor = app.visitor();
    let page = visitor.request(Method::GET, "/app/dashboard").header("accept", "text/html");
    assert_ne!(visitor.send(page).await.status, 429);
}

#[app_test(server(|config| (config.realtime_channels, config.realtime_client_events) = (2, 1)))]
async fn v8_all_sockets_of_an_account_share_its_subscriptions_and_its_events(app: TestApp) {
    // Ten times a single socket's limit, however many sockets there are.
    let mut own = Vec::new();
    for _ in 0..11 {
        let mut socket = Socket::open(app.address).await;
        socket.listen("private-user.anna", None).await.subscribed();
        own.push(socket);
    }
    let mut refused = 0;
    for socket in &mut own {
        let heard = socket.listen("private-talk", None).await;
        refused += usize::from(heard.data["type"] == "LimitReached");
    }
    assert_eq!(refused, 2, "twenty channels in all");
    own[0].say(json!({ "event": "pusher:unsubscribe", "data": { "channel": "private-talk" } })).await;
    own[0].is_silent().await;
    let heard = own[10].listen("private-talk", None).await;
    assert_eq!(heard.event, "pusher_internal:subscription_succeeded", "there is room again");
}
