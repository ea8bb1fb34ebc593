//! The edge of the server: connections, file permissions, headers, cookies.

use std::os::unix::fs::MetadataExt as _;

use tokio::io::AsyncReadExt as _;
use tokio::net::TcpSocket;

use crate::accounts::registration;
use crate::prelude::*;

/// Longer than any limit that the tests set, shorter than the defaults.
const PATIENCE: Duration = Duration::from_secs(8);

/// A connection that has sent these bytes.
async fn sent(address: SocketAddr, bytes: &str) -> TcpStream {
    let mut line = TcpStream::connect(address).await.expect("a connection");
    line.write_all(bytes.as_bytes()).await.expect("sent");
    line
}

/// Waits until the server has closed a connection.
async fn is_closed(line: &mut TcpStream) -> bool {
    let mut rest = Vec::new();
    tokio::time::timeout(PATIENCE, line.read_to_end(&mut rest)).await.is_ok()
}

/// Whether a request over this connection is answered.
async fn answers(line: &mut TcpStream) -> bool {
    let request = b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n";
    if line.write_all(request).await.is_err() {
        return false;
    }
    let mut answer = [0; 12];
    let read = tokio::time::timeout(PATIENCE, line.read_exact(&mut answer)).await;
    matches!(read, Ok(Ok(_))) && &answer == b"HTTP/1.1 200"
}

#[app_test(TestApp::with(|config| config.header_timeout = Duration::from_millis(200)))]
async fn v8_an_incomplete_request_times_out(app: TestApp) {
    for half in ["GET / HT", "GET / HTTP/1.1\r\nHost: a\r\n", "POST /login HTTP/1.1\r\nX: "] {
        let mut line = sent(app.address, half).await;
        assert!(is_closed(&mut line).await, "{half:?}");
    }
    // A slow stream of bytes does not extend the limit.
    let mut line = sent(app.address, "GET / HTTP/1.1\r\n").await;
    let dripping = async {
        while line.write_all(b"X: y\r\n").await.is_ok() {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(PATIENCE, dripping).await.expect("it is cut");
    let mut client = app.visitor();
    client.get("/healthz").await.is(200);
}

#[app_test]
async fn a_client_that_sends_everything_first_reads_the_refusal(app: TestApp) {
    let body = vec![b'x'; 21 << 20];
    let head = format!(
        "POST /api/admin/pictures HTTP/1.1\r\nHost: a\r\nContent-Type: image/png\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    let mut line = sent(app.address, &head).await;
    line.write_all(&body).await.expect("the server reads on");
    let mut answer = [0; 10];
    let read = tokio::time::timeout(PATIENCE, line.read_exact(&mut answer)).await;
    assert!(matches!(read, Ok(Ok(_))) && &answer == b"HTTP/1.1 4", "{read:?}");
}

#[app_test(TestApp::with(|config| {
    config.idle_timeout = Duration::from_millis(200);
    config.body_timeout = Duration::from_millis(200);
}))]
async fn v8_an_idle_connection_ends_and_a_body_may_not_drip(app: TestApp) {
    let mut silent = TcpStream::connect(app.address).await.expect("a connection");
    assert!(is_closed(&mut silent).await);
    let mut line = TcpStream::connect(app.address).await.expect("a connection");
    assert!(answers(&mut line).await);
    assert!(is_closed(&mut line).await, "after its first request as well");
    let head = "POST /login HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{";
    let mut slow = sent(app.address, head).await;
    let mut answer = [0; 12];
    tokio::time::timeout(PATIENCE, slow.read_exact(&mut answer)).await.expect("in time").expect("an answer");
    assert_eq!(&answer, b"HTTP/1.1 408");
}

#[app_test(TestApp::with(|config| config.connections_per_address = 5))]
async fn v8_one_address_has_so_many_connections_and_others_have_theirs(app: TestApp) {
    let mut lines = Vec::new();
    for _ in 0..5 {
        let mut line = TcpStream::connect(app.address).await.expect("a connection");
        assert!(answers(&mut line).await);
        lines.push(line);
    }
    let mut more = TcpStream::connect(app.address).await.expect("the kernel connects");
    assert!(!answers(&mut more).await, "one too many");
    let elsewhere = TcpSocket::new_v4().expect("a socket");
    elsewhere.bind("127.0.0.9:0".parse().expect("an address")).expect("bound");
    let mut elsewhere = elsewhere.connect(app.address).await.expect("a connection");
    assert!(answers(&mut elsewhere).await);
    drop(lines.pop());
    let again = async || {
        let mut line = TcpStream::connect(app.address).await.expect("the kernel connects");
        answers(&mut line).await
    };
    becomes("there is room again", again).await;
}

#[app_test(TestApp::with(|config| (config.connections_per_address, config.trust_forwarded) = (2, true)))]
async fn v8_behind_a_proxy_its_address_is_not_limited(app: TestApp) {
    let mut lines = Vec::new();
    for _ in 0..6 {
        let mut line = TcpStream::connect(app.address).await.expect("a connection");
        assert!(answers(&mut line).await);
        lines.push(line);
    }
}

#[app_test(TestApp::with(|config| config.connections = Some(20)))]
async fn v8_a_full_server_makes_room_and_keeps_signed_in_users(app: TestApp, mut person: user) {
    let token = person.token.clone().expect("a token");
    let request = format!("GET /api/user HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer {token}\r\n\r\n");
    let mut known = sent(app.address, &request).await;
    let mut first = [0; 12];
    known.read_exact(&mut first).await.expect("an answer");
    assert_eq!(&first, b"HTTP/1.1 200");
    let mut floods = Vec::new();
    for _ in 0..200 {
        floods.push(sent(app.address, "GET / HT").await);
    }
    assert_eq!(person.get("/api/user").await.status, 200, "a signed-in user finds room");
    let mut guest = TcpStream::connect(app.address).await.expect("a connection");
    assert!(answers(&mut guest).await, "so does a guest with a request");
    let request = format!(
        "GET /api/plan HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer {token}\r\nConnection: close\r\n\r\n"
    );
    known.write_all(request.as_bytes()).await.expect("it is still open");
    let mut rest = String::new();
    tokio::time::timeout(PATIENCE, known.read_to_string(&mut rest)).await.expect("in time").expect("UTF-8");
    assert!(rest.contains("HTTP/1.1 "), "{rest}");
}

#[app_test(TestApp::with(|config| config.write_timeout = Duration::from_millis(300)))]
async fn v8_a_client_that_does_not_read_is_disconnected(app: TestApp) {
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.set_recv_buffer_size(4096).expect("a small buffer");
    let mut line = socket.connect(app.address).await.expect("a connection");
    // Enough responses to exceed the buffers of a connection.
    let cut = async {
        while line.write_all(b"GET /api/openapi.json HTTP/1.1\r\nHost: a\r\n\r\n").await.is_ok() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(PATIENCE, cut).await.expect("the server gives up");
}

#[tokio::test]
async fn v8_a_stopping_server_does_not_wait_for_an_incomplete_request() {
    let app = TestApp::start().await;
    let _half = sent(app.address, "GET / HTTP/1.1\r\nX: ").await;
    let mut line = TcpStream::connect(app.address).await.expect("a connection");
    assert!(answers(&mut line).await);
    tokio::time::timeout(PATIENCE, app.stop()).await.expect("it stops");
}

fn mode(path: &Path) -> u32 {
    std::fs::symlink_metadata(path).expect("a file").mode() & 0o777
}

/// Every file and folder that other users of the machine could read.
fn open_to_others(folder: &Path, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_symlink() {
            continue;
        }
        if mode(&path) & 0o077 != 0 {
            found.push(format!("{} {:o}", path.display(), mode(&path)));
        }
        if path.is_dir() {
            open_to_others(&path, found);
        }
    }
}

#[tokio::test]
async fn w2_only_the_servers_own_user_reads_its_files() {
    let store = Arc::new(Store::new());
    let data = store.path().join("data");
    std::fs::create_dir_all(data.join("old")).expect("a folder");
    std::fs::write(data.join("old/left.txt"), "by the version before").expect("a file");
    for path in [&data, &data.join("old"), &data.join("old/left.txt")] {
        let mode = if path.is_dir() { 0o755 } else { 0o644 };
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).expect("opened");
    }
    let app = TestApp::in_folder(store.clone(), |_| {}).await;
    app.user().await;
    assert_eq!(mode(&data), 0o700);
    let mut found = Vec::new();
    open_to_others(&data, &mut found);
    assert!(found.is_empty(), "{found:?}");
    app.stop().await;
}

#[app_test(TestApp::with(|config| config.verify_email = Some(true)))]
async fn w2_the_database_contains_no_working_link(app: TestApp) {
    app.visitor().post("/register", registration("anna@example.com")).await.is(201);
    let letter = app.letter(Some("verify-email")).await;
    let token =
        letter.split("token=").nth(1).and_then(|rest| rest.split_whitespace().next()).expect("a link");
    let stored: String = app.value("SELECT text || html || subject FROM mails").await;
    assert!(!stored.contains(token) && !stored.contains("token="), "{stored}");
}

#[app_test]
async fn w2_mails_of_the_version_before_are_encrypted_at_the_start(app: TestApp) {
    let plain = db::query(
        "INSERT INTO mails (id, recipient, language, template, subject, text, html, status, due_at, created_at)
         VALUES ('m', 'a@example.com', 'en', 'verify-email', 's', 'plain text', '<p>plain', 'kept', $1, $1)",
    );
    app.change(plain.bind(Timestamp::now())).await;
    let app = app.restart(|_| {}).await;
    let text = async || app.value::<String>("SELECT text || html FROM mails WHERE id = 'm'").await;
    becomes("it is encrypted", async || !text().await.contains("plain")).await;
}

#[app_test(TestApp::with(|config| config.metrics_token = Some("a long token".into())))]
async fn w4_metrics_are_for_administrators_and_for_the_token(app: TestApp, mut guest: visitor) {
    guest.get("/metrics").await.refused(401, "auth.unauthenticated");
    app.user().await.get("/metrics").await.refused(403, "auth.forbidden");
    for (token, status) in [("a long token", 200), ("a long toke", 401), ("", 401), ("a long token2", 401)] {
        guest.bearer = Some(token.into());
        assert_eq!(guest.get("/metrics").await.status, status, "{token}");
    }
    app.stop().await;
    let app = TestApp::with(|config| config.metrics_token = Some(String::new())).await;
    let mut guest = app.visitor();
    guest.bearer = Some(String::new());
    assert_eq!(guest.get("/metrics").await.status, 401, "an empty token opens nothing");
}

#[app_test(TestApp::with(|config| config.public_url = Some("HTTPS://example.com".into())))]
async fn w6_an_https_address_makes_cookies_secure_and_browsers_stay_with_https(app: TestApp) {
    let mut client = app.visitor();
    let made = client.post("/register", registration("a@example.com")).await;
    assert_eq!(made.header("strict-transport-security"), "max-age=31536000");
    let cookies: Vec<&str> =
        made.headers.get_all("set-cookie").iter().filter_map(|cookie| cookie.to_str().ok()).collect();
    let session = cookies.iter().find(|cookie| cookie.contains("sitewright_session")).expect("a session");
    assert!(session.starts_with("__Host-sitewright_session="), "{session}");
    contains_all(session, &["; Secure", "; Path=/", "; HttpOnly"]);
    assert!(!session.contains("Domain"), "{session}");
    client.get("/api/user").await.is(200);
    client.post("/logout", json!({})).await.is(204);
    assert!(client.cookies.keys().all(|name| !name.contains("session")), "{:?}", client.cookies);
    app.stop().await;
    let app = TestApp::start().await;
    assert_eq!(app.visitor().get("/healthz").await.header("strict-transport-security"), "");
}

#[app_test]
async fn w6_a_session_from_before_https_is_taken_over_once(app: TestApp, mut client: user) {
    let secret = client.cookies["sitewright_session"].clone();
    let app = app.restart(|config| config.public_url = Some("https://example.com".into())).await;
    let mut moved = app.visitor();
    moved.cookies.insert("sitewright_session".into(), secret.clone());
    moved.get("/api/user").await.is(200);
    assert_eq!(moved.cookies.get("__Host-sitewright_session"), Some(&secret));
    assert!(!moved.cookies.contains_key("sitewright_session"), "the former one is removed");
    let id = moved.get("/api/user").await.id();
    app.app.sessions.forget_user_now(&id);
    client = app.visitor();
    client.cookies.insert("sitewright_session".into(), secret);
    assert_eq!(client.get("/api/user").await.status, 401, "a second time it is not");

    // Another host of the domain can set a cookie without the prefix: an attacker's session must not be accepted that
    // way.
    let mut attacker = app.user().await;
    attacker.get("/api/user").await.is(200);
    let own = attacker.cookies["__Host-sitewright_session"].clone();
    let mut victim = app.visitor();
    victim.cookies.insert("sitewright_session".into(), own);
    victim.get("/api/user").await.is(401);
}

#[app_test(TestApp::with_plugins(|config| config.streams_per_account = 0))]
async fn v8_event_streams_of_an_account_are_limited(app: TestApp, mut client: user) {
    let id = client.run(json!({ "topic": "tea" })).await.id();
    let refused = client.send(client.request(Method::GET, &format!("/api/runs/{id}/events"))).await;
    assert_eq!(refused.problem(), (429, "runs.too-many-streams"));
    assert_eq!(refused.header("retry-after"), "5");
}
