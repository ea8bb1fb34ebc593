//! How much one socket, one account and one event may have.

use serde_json::json;
use sitewright::realtime;
use tokio_tungstenite::tungstenite::Message;

use super::server;
use crate::util::Socket;

#[tokio::test]
async fn a_socket_listens_to_so_many_channels_and_no_more() {
    let app = server(|config| config.realtime_channels = 2).await;
    let mut socket = Socket::open(app.address).await;
    for name in ["a", "b"] {
        assert_eq!(
            socket.subscribe(json!({ "channel": name })).await.event,
            "pusher_internal:subscription_succeeded"
        );
    }
    let refused = socket.subscribe(json!({ "channel": "c" })).await;
    assert_eq!(
        (refused.event.as_str(), &refused.data["type"]),
        ("pusher:subscription_error", &json!("LimitReached"))
    );
    app.stop().await;
}

#[tokio::test]
async fn an_account_has_so_many_sockets_and_no_more() {
    let app = server(|config| config.realtime_connections_per_account = 2).await;
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
    // Somebody else is not concerned, and one that closes makes room.
    let mut other = Socket::open(app.address).await;
    assert_eq!(other.listen("private-user.ewa", None).await.event, "pusher_internal:subscription_succeeded");
    open.pop().expect("a socket").close().await;
    let mut again = Socket::open(app.address).await;
    assert_eq!(again.listen("private-user.anna", None).await.event, "pusher_internal:subscription_succeeded");
    app.stop().await;
}

#[tokio::test]
async fn client_events_come_slowly_and_are_short() {
    let app =
        server(|config| (config.realtime_client_events, config.realtime_message_bytes) = (3, 1024)).await;
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
    app.stop().await;
}

#[tokio::test]
async fn a_flood_of_frames_ends_the_socket() {
    let app = server(|_| {}).await;
    let mut socket = Socket::open(app.address).await;
    for _ in 0..500 {
        if !socket.try_send(Message::text(r#"{"event":"pusher:pong","data":{}}"#)).await {
            break;
        }
    }
    assert!(matches!(socket.closed().await, (Some(4100), 4100) | (_, 0)));
    app.stop().await;
}

#[tokio::test]
async fn a_socket_that_does_not_read_is_closed_and_keeps_nobody_waiting() {
    let app = server(|config| config.realtime_message_bytes = 100_000).await;
    let (mut slow, mut quick) = (Socket::open(app.address).await, Socket::open(app.address).await);
    for socket in [&mut slow, &mut quick] {
        socket.listen("private-user.anna", None).await;
    }
    // More than the buffers of the kernel on both sides and the outbox hold.
    let text = "x".repeat(90_000);
    for number in 0..600 {
        realtime::publish(&app.app, "anna", "words.changed", &json!({ "number": number, "text": text }));
        assert_eq!(quick.hear().await.data["number"], number);
    }
    let (told, code) = slow.closed().await;
    assert!(matches!((told, code), (_, 4100 | 0)), "closed with {told:?}, {code}");
    app.stop().await;
}
