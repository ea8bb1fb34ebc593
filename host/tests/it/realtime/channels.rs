//! Public and presence channels, and client events.

use super::server;
use crate::prelude::*;
use crate::util::sign;

#[app_test(server(|_| {}))]
async fn anyone_can_subscribe_to_a_public_channel_and_leave(app: TestApp) {
    let mut socket = Socket::open(app.address).await;
    let heard = socket.subscribe(json!({ "channel": "news" })).await.subscribed();
    assert_eq!(heard.data, json!({}));
    let again = socket.subscribe(json!({ "channel": "news" })).await;
    assert_eq!(again.data["message"], "Existing subscription to channel news");
    let wrong = socket.subscribe(json!({ "channel": "no such name" })).await;
    assert_eq!(wrong.data["type"], "InvalidChannel");

    socket.say(json!({ "event": "pusher:unsubscribe", "data": { "channel": "news" } })).await;
    socket.subscribe(json!({ "channel": "news" })).await.subscribed();
}

#[app_test(server(|_| {}))]
async fn members_of_a_presence_channel_see_one_another(app: TestApp) {
    let (mut anna, mut anna_too, mut ewa) =
        (Socket::open(app.address).await, Socket::open(app.address).await, Socket::open(app.address).await);
    let channel = "presence-project.1";
    let alone = anna.listen(channel, Some("anna")).await;
    assert_eq!(
        alone.data["presence"],
        json!({ "count": 1, "ids": ["anna"], "hash": { "anna": { "name": "anna" } } })
    );

    let both = ewa.listen(channel, Some("ewa")).await;
    assert_eq!(both.data["presence"]["count"], 2);
    assert_eq!(both.data["presence"]["hash"]["anna"], json!({ "name": "anna" }));
    let added = anna.hear().await;
    assert_eq!(added.event, "pusher_internal:member_added");
    assert_eq!(added.data, json!({ "user_id": "ewa", "user_info": { "name": "ewa" } }));

    let second_tab = anna_too.listen(channel, Some("anna")).await;
    assert_eq!(second_tab.data["presence"]["count"], 2, "one person with two sockets is one member");
    anna_too.close().await;
    ewa.is_silent().await;

    anna.say(json!({ "event": "pusher:unsubscribe", "data": { "channel": channel } })).await;
    let removed = ewa.hear().await;
    assert_eq!(
        (removed.event.as_str(), removed.data),
        ("pusher_internal:member_removed", json!({ "user_id": "anna" }))
    );
}

#[app_test(server(|_| {}))]
async fn a_disconnected_member_leaves_the_channel(app: TestApp) {
    let (mut anna, mut ewa) = (Socket::open(app.address).await, Socket::open(app.address).await);
    anna.listen("presence-a", Some("anna")).await;
    ewa.listen("presence-a", Some("ewa")).await;
    drop(ewa);
    anna.until("pusher_internal:member_added").await;
    assert_eq!(anna.until("pusher_internal:member_removed").await.data["user_id"], "ewa");
}

#[app_test(server(|_| {}))]
async fn a_member_that_differs_from_the_signed_one_is_refused(app: TestApp) {
    let mut socket = Socket::open(app.address).await;
    let signed = json!({ "user_id": "anna" }).to_string();
    let auth = format!("{KEY}:{}", sign(&format!("{}:presence-a:{signed}", socket.id)));
    let other = json!({ "user_id": "admin" }).to_string();
    let refused =
        socket.subscribe(json!({ "channel": "presence-a", "auth": auth, "channel_data": other })).await;
    assert_eq!(refused.data["type"], "AuthError");
    for data in ["{}", "x", &json!({ "user_id": "x".repeat(129) }).to_string()] {
        let auth = format!("{KEY}:{}", sign(&format!("{}:presence-a:{data}", socket.id)));
        let refused =
            socket.subscribe(json!({ "channel": "presence-a", "auth": auth, "channel_data": data })).await;
        assert_eq!(refused.data["type"], "InvalidData", "{data}");
    }
}

#[app_test(server(|_| {}))]
async fn client_events_go_to_the_others_in_the_channel(app: TestApp) {
    let (mut anna, mut ewa, mut outside) =
        (Socket::open(app.address).await, Socket::open(app.address).await, Socket::open(app.address).await);
    anna.listen("presence-a", Some("anna")).await;
    ewa.listen("presence-a", Some("ewa")).await;
    anna.until("pusher_internal:member_added").await;
    outside.listen("private-b", None).await;

    anna.say(json!({ "event": "client-typing", "channel": "presence-a", "data": { "at": 3 } })).await;
    let heard = ewa.hear().await;
    assert_eq!((heard.event.as_str(), &heard.data), ("client-typing", &json!({ "at": 3 })));
    assert_eq!(heard.user_id.as_deref(), Some("anna"), "the server adds the sender");
    anna.is_silent().await;
    outside.is_silent().await;
}

#[app_test(server(|_| {}))]
async fn client_events_are_refused_in_public_encrypted_and_unsubscribed_channels(app: TestApp) {
    let mut socket = Socket::open(app.address).await;
    socket.subscribe(json!({ "channel": "news" })).await;
    socket.listen("private-encrypted-a", None).await;
    for channel in ["news", "private-encrypted-a", "private-not-subscribed"] {
        socket.say(json!({ "event": "client-hello", "channel": channel, "data": {} })).await;
        let error = socket.hear().await;
        assert_eq!((error.event.as_str(), &error.data["code"]), ("pusher:error", &json!(4301)), "{channel}");
    }
}

#[app_test(server(|_| {}))]
async fn a_client_can_prove_who_it_is(app: TestApp) {
    let mut socket = Socket::open(app.address).await;
    let user = json!({ "id": "anna" }).to_string();
    let own = json!({ "channel": "#server-to-user-anna" });
    assert_eq!(socket.subscribe(own.clone()).await.data["type"], "AuthError", "not before");
    let auth = format!("{KEY}:{}", sign(&format!("{}::user::{user}", socket.id)));
    socket.say(json!({ "event": "pusher:signin", "data": { "auth": auth, "user_data": user } })).await;
    assert_eq!(socket.hear().await.event, "pusher:signin_success");
    socket.subscribe(own).await.subscribed();
    let others = socket.subscribe(json!({ "channel": "#server-to-user-ewa" })).await;
    assert_eq!(others.data["type"], "AuthError");

    let mut liar = Socket::open(app.address).await;
    let admin = json!({ "id": "admin" }).to_string();
    liar.say(json!({ "event": "pusher:signin", "data": { "auth": auth, "user_data": admin } })).await;
    assert_eq!(liar.closed().await, (Some(4009), 4009));
}
