//! `/broadcasting/auth`: permits to subscribe.

use sitewright::messages::realtime;

use super::server;
use crate::prelude::*;

fn own_channel(user: &Client) -> String {
    format!("private-user.{}", user.user_id.as_deref().expect("an id"))
}

async fn follow(app: &TestApp, user: &mut Client) -> Socket {
    let mut socket = Socket::open(app.address).await;
    let channel = own_channel(user);
    let answer =
        user.post("/broadcasting/auth", json!({ "socket_id": socket.id, "channel_name": channel })).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    let heard =
        socket.subscribe(json!({ "channel": channel, "auth": answer.body["auth"] })).await.subscribed();
    assert_eq!(heard.channel.as_deref(), Some(&*channel));
    socket
}

#[tokio::test]
async fn users_receive_only_their_own_events() {
    // With generated keys.
    let app = TestApp::start().await;
    let (mut anna, mut ewa) = (app.user().await, app.user().await);
    let key = anna.get("/api/realtime").await.string("key");
    assert_eq!(key.len(), 20);
    let open = async || {
        let mut socket = Socket::raw(app.address, &format!("/app/{key}?protocol=7"), &[]).await;
        socket.id = socket.hear().await.data["socket_id"].as_str().expect("an id").to_owned();
        socket
    };
    let (mut of_anna, mut of_ewa) = (open().await, open().await);
    for (user, socket) in [(&mut anna, &mut of_anna), (&mut ewa, &mut of_ewa)] {
        let wish = json!({ "socket_id": socket.id, "channel_name": own_channel(user) });
        let permit = user.post("/broadcasting/auth", wish).await.body;
        socket.subscribe(json!({ "channel": own_channel(user), "auth": permit["auth"] })).await;
    }
    let user = anna.user_id.clone().expect("an id");
    realtime::publish_now(&app.app, &user, "words.changed", &json!({ "left": 5 }));
    let heard = of_anna.hear().await;
    assert_eq!((heard.event.as_str(), &heard.data), ("words.changed", &json!({ "left": 5 })));
    of_ewa.is_silent().await;
    app.stop().await;
}

#[app_test(server(|_| {}))]
async fn forms_and_json_cookies_and_tokens_are_all_understood(app: TestApp, mut user: user) {
    let mut program = user.program();
    let wish = format!("socket_id=1.2&channel_name={}", own_channel(&user));
    let as_form = |client: &Client| {
        let request = client.request(Method::POST, "/broadcasting/auth");
        request.header("content-type", "application/x-www-form-urlencoded").body(wish.clone())
    };
    user.fetch_csrf_token().await;
    let form = user.send(as_form(&user)).await.is(200);
    let json = program
        .post("/broadcasting/auth", json!({ "socket_id": "1.2", "channel_name": own_channel(&user) }))
        .await;
    assert_eq!(form.body, json.body);

    let text = program.request(Method::POST, "/broadcasting/auth").header("content-type", "text/plain");
    program.send(text.body("socket_id=1.2")).await.refused(415, "request.not-json");
    let mut visitor = app.visitor();
    assert_eq!(visitor.send(as_form(&visitor)).await.status, 419, "a browser must prove that it meant it");
}

#[app_test(server(|_| {}))]
async fn foreign_channels_are_refused(app: TestApp, user: user, other: user) {
    let mut program = user.program();
    for channel in [
        &own_channel(&other),
        "private-user.",
        "private-orders",
        "presence-project.0190d0a0-0000-7000-8000-000000000000",
        "presence-anything",
        "news",
    ] {
        let wish = json!({ "socket_id": "1.2", "channel_name": channel });
        assert_eq!(
            program.post("/broadcasting/auth", wish).await.problem(),
            (403, "auth.forbidden"),
            "{channel}"
        );
    }
    // A signed text must not be valid as something else.
    for (socket, field) in
        [(json!("1.2:private-user.x"), "socket_id"), (json!("1"), "socket_id"), (json!(null), "socket_id")]
    {
        let wish = json!({ "socket_id": socket, "channel_name": own_channel(&user) });
        program.post("/broadcasting/auth", wish).await.wrong(field);
    }
    let wish = json!({ "socket_id": "1.2", "channel_name": "no such name!" });
    assert!(program.post("/broadcasting/auth", wish).await.body["errors"]["channel_name"].is_array());

    let mut guest = app.visitor();
    let wish = json!({ "socket_id": "1.2", "channel_name": own_channel(&user) });
    guest.post("/broadcasting/auth", wish).await.is(401);
}

#[app_test(server(|_| {}))]
async fn project_members_are_shown_in_its_channel(app: TestApp, mut user: user, other: user) {
    let project = json!({ "domain": "example.com", "language_code": "pl", "location_code": 2616 });
    let added = user.post("/api/project/addProject", project).await.is(201);
    let channel = format!("presence-project.{}", added.body["project"]["id"]);
    let mut socket = Socket::open(app.address).await;
    let wish = json!({ "socket_id": socket.id, "channel_name": channel });
    let permit = user.post("/broadcasting/auth", wish.clone()).await.body;
    let data = json!({ "channel": channel, "auth": permit["auth"], "channel_data": permit["channel_data"] });
    let heard = socket.subscribe(data).await;
    let id = user.user_id.clone().expect("an id");
    assert_eq!(heard.data["presence"]["hash"][&id], json!({ "name": "Test Person" }), "{heard:?}");
    other.program().post("/broadcasting/auth", wish).await.refused(403, "auth.forbidden");
}

#[app_test(server(|_| {}))]
async fn a_permit_is_good_for_one_socket_and_one_channel(app: TestApp, mut user: user) {
    let first = follow(&app, &mut user).await;
    let channel = own_channel(&user);
    let wish = json!({ "socket_id": first.id, "channel_name": channel });
    let auth = user.post("/broadcasting/auth", wish).await.body["auth"].clone();
    let mut second = Socket::open(app.address).await;
    for (channel, auth) in [
        (channel.as_str(), auth.clone()),
        (channel.as_str(), json!("test-key:0000")),
        (channel.as_str(), json!(null)),
        ("private-user.other", auth.clone()),
    ] {
        let refused = second.subscribe(json!({ "channel": channel, "auth": auth })).await;
        assert_eq!(refused.event, "pusher:subscription_error", "{refused:?}");
        assert_eq!((&refused.data["type"], &refused.data["status"]), (&json!("AuthError"), &json!(401)));
        assert_eq!(refused.channel.as_deref(), Some(channel));
    }
    realtime::publish_now(&app.app, user.user_id.as_deref().expect("an id"), "words.changed", &json!({}));
    second.is_silent().await;
}

#[app_test(server(|_| {}))]
async fn signing_out_ends_the_events(app: TestApp, mut user: user) {
    let mut socket = follow(&app, &mut user).await;
    user.post("/logout", json!({})).await.is(204);
    assert_eq!(socket.closed().await, (Some(4200), 4200));
    let wish = json!({ "socket_id": "1.2", "channel_name": own_channel(&user) });
    user.post("/broadcasting/auth", wish).await.is(401);
}
