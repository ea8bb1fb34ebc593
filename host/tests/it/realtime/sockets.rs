//! Opening and closing sockets: admission, and the errors of refused ones.

use tokio_tungstenite::tungstenite::Message;

use super::server;
use crate::prelude::*;
use crate::util::QUERY;

/// The separate socket port. It is open before any request is answered.
async fn own_port(app: &TestApp) -> u16 {
    app.visitor().get("/healthz").await.is(200);
    *app.app.socket_port.get().expect("a port")
}

#[app_test(server(|_| {}))]
async fn a_socket_gets_an_id_and_answers_pings(app: TestApp) {
    let (mut one, two) = (Socket::open(app.address).await, Socket::open(app.address).await);
    assert_ne!(one.id, two.id);
    assert_eq!(one.activity_timeout, 120);
    let numbers: Vec<u64> = one.id.split('.').map(|part| part.parse().expect("a number")).collect();
    assert_eq!(numbers.len(), 2);
    one.is_silent().await;
}

#[app_test(server(|config| config.realtime_port = Some(0)))]
async fn each_reason_to_refuse_has_its_code(app: TestApp) {
    let home = format!("http://{}", app.address);
    type Headers = &'static [(&'static str, &'static str)];
    let cases: &[(&str, Headers, u16)] = &[
        (&format!("/app/other?{QUERY}"), &[], 4001),
        (&format!("/app/{KEY}?protocol=7&version=abc"), &[], 4006),
        (&format!("/app/{KEY}?protocol=x"), &[], 4006),
        (&format!("/app/{KEY}?protocol=4"), &[], 4007),
        (&format!("/app/{KEY}?protocol=8"), &[], 4007),
        (&format!("/app/{KEY}?client=js"), &[], 4008),
        (&format!("/app/{KEY}?{QUERY}"), &[("origin", "https://elsewhere.example")], 4009),
        (&format!("/app/{KEY}?{QUERY}"), &[("origin", "null")], 4009),
    ];
    let port = own_port(&app).await;
    for address in [app.address, SocketAddr::from(([127, 0, 0, 1], port))] {
        for (path, headers, code) in cases {
            let closed = Socket::raw(address, path, headers).await.closed().await;
            assert_eq!(closed, (Some((*code).into()), *code), "{path} {headers:?}");
        }
        let at_home =
            Socket::raw(address, &format!("/app/{KEY}?{QUERY}"), &[("origin", &home)]).await.hear().await;
        assert_eq!(at_home.event, "pusher:connection_established");
    }
    let nowhere =
        Socket::raw(SocketAddr::from(([127, 0, 0, 1], port)), "/elsewhere", &[]).await.closed().await;
    assert_eq!(nowhere, (Some(4005), 4005));
}

#[app_test(server(|_| {}))]
async fn q6_clients_of_protocols_5_to_7_are_served(app: TestApp) {
    for version in 5..=7 {
        let path = format!("/app/{KEY}?protocol={version}&client=PythonPusherClient&version=1.0.8");
        let mut socket = Socket::raw(app.address, &path, &[]).await;
        assert_eq!(socket.hear().await.event, "pusher:connection_established", "{version}");
        let heard = socket.subscribe(json!({ "channel": "news" })).await;
        assert_eq!(heard.event, "pusher_internal:subscription_succeeded", "{version}");
        socket.is_silent().await;
    }
}

#[tokio::test]
async fn disabled_and_full_servers_refuse_sockets_with_a_code() {
    let closed = server(|config| config.realtime = false).await;
    let path = format!("/app/{KEY}?{QUERY}");
    assert_eq!(Socket::raw(closed.address, &path, &[]).await.closed().await, (Some(4003), 4003));
    closed.stop().await;

    let full = server(|config| config.realtime_connections = 1).await;
    // A socket without a permit would be closed to make room.
    let mut first = Socket::open(full.address).await;
    first.listen("private-user.anna", None).await;
    assert_eq!(Socket::raw(full.address, &path, &[]).await.closed().await, (Some(4100), 4100));
    first.close().await;
    full.stop().await;

    let secure = server(|config| (config.secure_cookies, config.trust_forwarded) = (Some(true), true)).await;
    let plain = Socket::raw(secure.address, &path, &[("x-forwarded-proto", "http")]).await.closed().await;
    assert_eq!(plain, (Some(4000), 4000));
    secure.stop().await;
}

#[tokio::test]
async fn a_client_that_does_not_answer_a_ping_is_disconnected() {
    let short = Duration::from_millis(300);
    let app = server(|config| {
        (config.realtime_activity_timeout, config.realtime_pong_timeout) = (short, short);
    })
    .await;
    let mut answering = Socket::open(app.address).await;
    let mut silent = Socket::open(app.address).await;
    for _ in 0..2 {
        answering.until("pusher:ping").await;
        answering.say(json!({ "event": "pusher:pong", "data": {} })).await;
    }
    assert_eq!(silent.closed().await, (Some(4201), 4201));
    answering.until("pusher:ping").await;
    app.stop().await;
}

#[app_test(server(|_| {}))]
async fn an_invalid_frame_is_reported_and_a_too_large_one_closes_the_socket(app: TestApp) {
    let mut socket = Socket::open(app.address).await;
    for (text, message) in [
        ("{", "Invalid message format"),
        ("[]", "Invalid message format"),
        (r#"{"event":"pusher:subscribe"}"#, "Invalid message format"),
        (r#"{"event":"pusher:fly","data":{}}"#, "Unknown event"),
    ] {
        socket.send(Message::text(text)).await;
        socket.hear().await.is("pusher:error").has(json!({ "message": message }));
    }
    socket.send(Message::binary(vec![1, 2, 3])).await;
    assert_eq!(socket.closed().await, (None, 1003));

    let mut large = Socket::open(app.address).await;
    large.try_send(Message::text("x".repeat(64 * 1024))).await;
    assert!(
        matches!(large.closed().await, (None, 1009 | 0)),
        "it is closed, with the reason where that still arrives"
    );
}

#[tokio::test]
async fn a_stopping_server_asks_clients_to_reconnect() {
    let app = server(|_| {}).await;
    let mut socket = Socket::open(app.address).await;
    let stopping = tokio::spawn(app.stop());
    assert_eq!(socket.closed().await, (Some(4200), 4200));
    stopping.await.expect("it stops");
}

#[app_test(server(|config| config.realtime_port = Some(0)))]
async fn pages_keep_their_addresses_and_may_talk_to_the_socket_only(app: TestApp, port: own_port) {
    let mut browser = app.user().await;
    let request = browser.request(Method::GET, "/app/dashboard").header("accept", "text/html");
    let page = browser.send(request).await;
    assert_eq!((page.status, page.header("content-type")), (200, "text/html; charset=utf-8"));
    let policy = page.header("content-security-policy").to_owned();
    assert!(policy.ends_with(&format!("connect-src 'self' ws://127.0.0.1:{port}")), "{policy}");
    // Headers of a "not modified" response replace the cached ones.
    let tag = page.header("etag").to_owned();
    let again = browser.request(Method::GET, "/app/dashboard").header("accept", "text/html");
    let again = browser.send(again.header("if-none-match", tag)).await;
    assert_eq!((again.status, again.header("content-security-policy")), (304, &*policy));

    let place = browser.get("/api/realtime").await.body;
    has(&place, json!({ "host": "127.0.0.1", "port": port, "tls": false }));
    assert_eq!(place["channel"], format!("private-user.{}", browser.user_id.clone().expect("an id")));
}

#[tokio::test]
async fn a_server_starts_without_a_socket_port_that_is_in_use() {
    let taken = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let port = taken.local_addr().expect("an address").port();
    let app = server(|config| config.realtime_port = Some(port)).await;
    let place = app.user().await.get("/api/realtime").await.body;
    assert_eq!(place["port"], app.address.port());
    let socket = Socket::open(app.address).await;
    socket.close().await;
    app.stop().await;
}

#[app_test(server(|config| {
    (config.realtime_port, config.public_url) = (Some(0), Some("https://example.com".into()));
}))]
async fn behind_tls_the_socket_is_at_the_address_of_the_page_unless_it_has_its_own(app: TestApp) {
    let mut user = app.user().await;
    user.get("/api/realtime").await.has(json!({ "tls": true, "port": app.address.port() }));
    let app = app.restart(|config| config.realtime_url = Some("wss://ws.example.com:2087".into())).await;
    let place = app.user().await.get("/api/realtime").await.body;
    has(&place, json!({ "tls": true, "host": "ws.example.com", "port": 2087 }));
}
