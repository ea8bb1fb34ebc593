//! Requests of programs with the secret.

use md5::{Digest as _, Md5};

use super::server;
use crate::prelude::*;
use crate::util::sign;

/// A signed request, as Pusher's server libraries make it.
async fn call(app: &TestApp, method: &str, path: &str, extra: &str, body: Option<Value>) -> Answer {
    call_at(app, method, path, extra, body, sitewright::platform::clock::Timestamp::now().0 / 1000).await
}

async fn call_at(
    app: &TestApp,
    method: &str,
    path: &str,
    extra: &str,
    body: Option<Value>,
    time: i64,
) -> Answer {
    let text = body.map(|body| body.to_string()).unwrap_or_default();
    let mut params =
        vec![format!("auth_key={KEY}"), format!("auth_timestamp={time}"), "auth_version=1.0".to_owned()];
    params.extend((!extra.is_empty()).then(|| extra.to_owned()));
    if !text.is_empty() {
        params.push(format!("body_md5={}", hex::encode(Md5::digest(&text))));
    }
    params.sort();
    let query = params.join("&");
    let signature = sign(&format!("{method}\n{path}\n{query}"));
    let mut client = app.visitor();
    let request = client
        .request(method.parse().expect("a method"), &format!("{path}?{query}&auth_signature={signature}"))
        .header("content-type", "application/json")
        .body(text);
    client.send(request).await
}

const EVENTS: &str = "/apps/sitewright/events";

#[app_test(server(|_| {}))]
async fn a_signed_event_reaches_all_its_channels_but_not_the_socket_it_comes_from(app: TestApp) {
    let (mut one, mut two) = (Socket::open(app.address).await, Socket::open(app.address).await);
    one.subscribe(json!({ "channel": "a" })).await;
    two.subscribe(json!({ "channel": "b" })).await;
    let data = json!({ "hello": "świat" }).to_string();
    let event = json!({ "name": "greeting", "channels": ["a", "b"], "data": data, "socket_id": two.id });
    let answer = call(&app, "POST", EVENTS, "", Some(event)).await;
    assert_eq!((answer.status, &answer.body), (200, &json!({})));
    let heard = one.hear().await;
    assert_eq!((heard.event.as_str(), heard.channel.as_deref()), ("greeting", Some("a")));
    assert_eq!(heard.data, json!({ "hello": "świat" }));
    two.is_silent().await;

    let batch = json!({ "batch": [
        { "name": "first", "channel": "a", "data": "plain text" },
        { "name": "second", "channel": "b", "data": "{}" },
    ] });
    call(&app, "POST", "/apps/sitewright/batch_events", "", Some(batch)).await.is(200);
    assert_eq!(one.hear().await.data, json!("plain text"));
    assert_eq!(two.hear().await.event, "second");
}

#[app_test(server(|_| {}))]
async fn a_call_without_a_valid_recent_signature_is_refused(app: TestApp) {
    let event = || Some(json!({ "name": "a", "channel": "a", "data": "{}" }));
    let mut visitor = app.visitor();
    let unsigned = visitor.request(Method::POST, EVENTS).json(&event());
    visitor.send(unsigned).await.refused(401, "realtime.unsigned");
    let old = sitewright::platform::clock::Timestamp::now().0 / 1000 - 700;
    call_at(&app, "POST", EVENTS, "", event(), old).await.is(401);
    call(&app, "POST", "/apps/other/events", "", event()).await.is(404);

    // The signature of one body is invalid for another.
    let now = sitewright::platform::clock::Timestamp::now().0 / 1000;
    let query = format!(
        "auth_key={KEY}&auth_timestamp={now}&auth_version=1.0&body_md5={}",
        hex::encode(Md5::digest("{}"))
    );
    let signature = sign(&format!("POST\n{EVENTS}\n{query}"));
    let changed = visitor.request(Method::POST, &format!("{EVENTS}?{query}&auth_signature={signature}"));
    visitor.send(changed.json(&event())).await.is(401);
}

#[app_test(server(|_| {}))]
async fn errors_of_an_event_are_reported(app: TestApp) {
    let many: Vec<String> = (0..101).map(|number| format!("c{number}")).collect();
    for (event, status, field) in [
        (json!({ "name": "a", "channel": "a", "data": "x".repeat(10_241) }), 413, ""),
        (json!({ "name": "pusher:error", "channel": "a", "data": "" }), 422, "name"),
        (json!({ "name": "a", "data": "" }), 422, "channels"),
        (json!({ "name": "a", "channel": "a b", "data": "" }), 422, "channels"),
        (json!({ "name": "a", "channels": many, "data": "" }), 422, "channels"),
        (json!({ "name": "a", "channel": "a", "data": "", "socket_id": "x" }), 422, "socket_id"),
        (json!({ "name": "a", "channel": "a", "data": {} }), 422, "data"),
    ] {
        let answer = call(&app, "POST", EVENTS, "", Some(event)).await;
        assert_eq!(answer.status, status, "{}", answer.body);
        assert!(field.is_empty() || answer.body["errors"][field].is_array(), "{}", answer.body);
    }
}

#[app_test(server(|_| {}))]
async fn channels_can_be_queried(app: TestApp) {
    let (mut one, mut two) = (Socket::open(app.address).await, Socket::open(app.address).await);
    one.listen("presence-a", Some("anna")).await;
    two.listen("presence-a", Some("ewa")).await;
    two.subscribe(json!({ "channel": "news" })).await;
    let all = call(&app, "GET", "/apps/sitewright/channels", "", None).await;
    assert_eq!(all.body, json!({ "channels": { "news": {}, "presence-a": {} } }));
    let counted = call(
        &app,
        "GET",
        "/apps/sitewright/channels",
        "filter_by_prefix=presence-&info=user_count,subscription_count",
        None,
    );
    let counts = json!({ "user_count": 2, "subscription_count": 2 });
    assert_eq!(counted.await.body, json!({ "channels": { "presence-a": counts } }));
    let some = call(&app, "GET", "/apps/sitewright/channels", "filter_by_prefix=presence-", None).await;
    assert_eq!(some.body, json!({ "channels": { "presence-a": {} } }));
    let one_channel =
        call(&app, "GET", "/apps/sitewright/channels/presence-a", "info=user_count,subscription_count", None)
            .await;
    assert_eq!(one_channel.body, json!({ "occupied": true, "user_count": 2, "subscription_count": 2 }));
    let empty = call(&app, "GET", "/apps/sitewright/channels/nothing", "", None).await;
    assert_eq!(empty.body, json!({ "occupied": false }));
    let mut users = call(&app, "GET", "/apps/sitewright/channels/presence-a/users", "", None).await.body;
    users["users"].as_array_mut().expect("a list").sort_by_key(|user| user["id"].to_string());
    assert_eq!(users, json!({ "users": [{ "id": "anna" }, { "id": "ewa" }] }));
}

#[app_test(server(|_| {}))]
async fn q6_a_users_sockets_can_be_closed_with_or_without_a_body(app: TestApp) {
    let mut ewa = Socket::open(app.address).await;
    ewa.listen("private-user.ewa", None).await;
    let path = "/apps/sitewright/users/anna/terminate_connections";
    // Pusher's library sends an empty object.
    for body in [None, Some(json!({}))] {
        let mut anna = Socket::open(app.address).await;
        anna.listen("private-user.anna", None).await;
        call(&app, "POST", path, "", body).await.is(200);
        assert_eq!(anna.closed().await, (Some(4200), 4200));
    }
    call(&app, "POST", path, "", Some(json!([1]))).await.is(400);
    ewa.is_silent().await;
}

#[app_test(server(|_| {}))]
async fn q6_publishing_may_return_channel_attributes(app: TestApp) {
    let (mut one, mut two) = (Socket::open(app.address).await, Socket::open(app.address).await);
    one.listen("presence-a", Some("anna")).await;
    two.subscribe(json!({ "channel": "news" })).await;
    let event = |channels: &[&str], info: &str| {
        Some(json!({ "name": "greeting", "channels": channels, "data": "{}", "info": info }))
    };
    let both = &["presence-a", "news", "nobody"];
    let answer = call(&app, "POST", EVENTS, "", event(both, "user_count,subscription_count")).await;
    assert_eq!(
        answer.body,
        json!({ "channels": {
            "presence-a": { "user_count": 1, "subscription_count": 1 },
            "news": { "subscription_count": 1 },
            "nobody": { "subscription_count": 0 },
        } })
    );
    let batch = json!({ "batch": [
        { "name": "a", "channel": "presence-a", "data": "{}", "info": "user_count" },
        { "name": "b", "channel": "news", "data": "{}" },
        { "name": "c", "channel": "news", "data": "{}", "info": "subscription_count" },
    ] });
    let answer = call(&app, "POST", "/apps/sitewright/batch_events", "", Some(batch)).await;
    assert_eq!(answer.body, json!({ "batch": [{ "user_count": 1 }, {}, { "subscription_count": 1 }] }));
    assert_eq!(one.hear().await.event, "greeting");
    assert_eq!(one.hear().await.event, "a");

    // All or nothing: if a query is invalid, nothing is published.
    call(&app, "POST", EVENTS, "", event(both, "weather")).await.refused(400, "realtime.no-such-info");
    one.is_silent().await;
}

#[app_test(server(|_| {}))]
async fn q6_an_unsupported_channel_attribute_is_a_400(app: TestApp) {
    const CHANNELS: &str = "/apps/sitewright/channels";
    for (path, query) in [
        ("/news", "info=user_count"),
        ("/news", "info=subscription_count,user_count"),
        ("/private-a", "info=user_count"),
        ("/presence-a", "info=weather"),
        ("/news/users", ""),
        ("", "info=user_count"),
        ("", "filter_by_prefix=private-&info=user_count"),
    ] {
        let refused = call(&app, "GET", &format!("{CHANNELS}{path}"), query, None).await;
        assert_eq!(refused.problem(), (400, "realtime.no-such-info"), "{path} {query}");
    }
}

#[app_test(server(|_| {}))]
async fn q6_a_cache_channel_sends_new_subscribers_its_last_event(app: TestApp) {
    let tell = |channel: &str, number: u32| {
        let data = json!({ "number": number }).to_string();
        call(&app, "POST", EVENTS, "", Some(json!({ "name": "price", "channel": channel, "data": data })))
    };
    for (channel, member) in [
        ("cache-price", None),
        ("private-cache-price", None),
        ("private-encrypted-cache-price", None),
        ("presence-cache-price", Some("anna")),
    ] {
        let mut first = Socket::open(app.address).await;
        first.listen(channel, member).await;
        let missed = first.hear().await;
        assert_eq!((missed.event.as_str(), missed.channel.as_deref()), ("pusher:cache_miss", Some(channel)));
        for number in 1..=2 {
            tell(channel, number).await;
            assert_eq!(first.hear().await.data["number"], number);
        }
        let mut second = Socket::open(app.address).await;
        second.listen(channel, member).await.subscribed();
        let kept = second.hear().await;
        assert_eq!((kept.event.as_str(), &kept.data["number"]), ("price", &json!(2)), "{channel}");
        second.is_silent().await;
        // Client events are not kept.
        if channel == "private-cache-price" {
            first.say(json!({ "event": "client-hello", "channel": channel, "data": {} })).await;
            assert_eq!(second.hear().await.event, "client-hello");
            let mut third = Socket::open(app.address).await;
            third.listen(channel, None).await;
            assert_eq!(third.hear().await.event, "price");
        }
    }
    // Other channels keep nothing.
    tell("news", 1).await;
    let mut late = Socket::open(app.address).await;
    late.subscribe(json!({ "channel": "news" })).await;
    late.is_silent().await;
}
