//! Single requests: their limits, their failures, and which addresses they reach.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures::future::BoxFuture;
use sitewright_crawler::fetch::{
    BodyEnd, Credentials, Failure, FailureKind, Fetcher, Limits, Network, Reply, Request, Settings,
    Validators, Version, Wanted,
};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;
use url::Url;

use crate::server::{Answer, Server, fetch_settings, html, redirect, status};

async fn get(settings: &Settings, url: &Url) -> Result<Reply, Failure> {
    Fetcher::new(settings).expect("a client").fetch(Request::get(url)).await
}

fn kind(reply: Result<Reply, Failure>) -> Result<u16, FailureKind> {
    reply.map(|reply| reply.status).map_err(|failure| failure.kind)
}

#[tokio::test]
async fn an_answer_has_its_facts() {
    let server = Server::start(|_| html("<p>Hello")).await;
    let reply = get(&fetch_settings(), &server.url("/a?b")).await.expect("an answer");
    assert_eq!((reply.status, reply.version, reply.body_end), (200, Version::Http11, BodyEnd::Complete));
    assert_eq!((&reply.body[..], reply.transferred), (&b"<p>Hello"[..], 8));
    assert!(reply.is_page() && reply.first_byte <= reply.total);
    let asked = &server.asked()[0];
    assert_eq!(asked.path, "/a?b");
    assert_eq!(asked.header("user-agent"), Some("Sitewright/0.1 (+https://sitewright.example/crawler)"));
    assert_eq!(asked.header("accept-language"), Some("pl,en;q=0.5"));
    assert_eq!(asked.header("accept-encoding"), Some("gzip, br, zstd, deflate"));
}

#[tokio::test]
async fn redirects_are_returned_and_not_followed() {
    let server = Server::start(|asked| redirect(if asked.path == "/" { "../ł?a" } else { "http://[" })).await;
    let reply = get(&fetch_settings(), &server.url("/")).await.expect("an answer");
    assert_eq!(reply.location(&server.url("/")), Some(server.url("/%C5%82?a")));
    let reply = get(&fetch_settings(), &server.url("/bad")).await.expect("an answer");
    assert_eq!(reply.location(&server.url("/")), None);
    assert_eq!(server.paths(), ["/", "/bad"]);
}

#[tokio::test]
async fn bodies_end_at_their_limits() {
    let html_head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n";
    let server = Server::start(move |asked| match asked.path.as_str() {
        "/large" => Answer::Endless(html_head.to_owned(), vec![b'x'; 64 * 1024], Duration::ZERO),
        "/slow" => Answer::Endless(html_head.to_owned(), b"x".to_vec(), Duration::from_millis(10)),
        "/silent" => Answer::Endless(html_head.to_owned(), Vec::new(), Duration::from_secs(60)),
        "/broken" => Answer::Raw(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc".to_vec()),
        _ => Answer::Whole(200, vec![("Content-Type", "application/pdf".to_owned())], vec![0; 2000]),
    })
    .await;
    let mut settings = fetch_settings();
    settings.limits = Limits {
        body: 1_000_000,
        slow_after: Duration::from_millis(50),
        first_byte: Duration::from_millis(1_000),
        whole: Duration::from_millis(10_000),
        ..Limits::default()
    };
    for (path, end, least, most) in [
        ("/large", BodyEnd::TooLarge, 1_000_000, 1_000_000),
        ("/slow", BodyEnd::TooSlow, 1, 1_000),
        ("/silent", BodyEnd::TooSlow, 0, 0),
        ("/broken", BodyEnd::Broken, 3, 3),
    ] {
        let reply = get(&settings, &server.url(path)).await.expect("an answer");
        assert_eq!(reply.body_end, end, "{path}");
        assert!((least..=most).contains(&reply.body.len()), "{path}: {}", reply.body.len());
    }
    settings.limits.whole = Duration::from_millis(500);
    let reply = get(&settings, &server.url("/silent")).await.expect("an answer");
    assert_eq!(reply.body_end, BodyEnd::TimedOut);

    let fetcher = Fetcher::new(&settings).expect("a client");
    let url = server.url("/file.pdf");
    for (wanted, length) in [(Wanted::Pages, 0), (Wanted::Start(10), 10)] {
        let reply = fetcher.fetch(Request { wanted, ..Request::get(&url) }).await.expect("an answer");
        assert_eq!((reply.body.len(), reply.body_end), (length, BodyEnd::NotWanted));
    }
    let reply = fetcher.fetch(Request { wanted: Wanted::Most(10), ..Request::get(&url) }).await;
    assert_eq!(reply.expect("an answer").body_end, BodyEnd::TooLarge);
}

#[tokio::test]
async fn failures_have_their_kinds() {
    let server = Server::start(|asked| match asked.path.as_str() {
        "/silence" => Answer::Silence,
        "/close" => Answer::Raw(Vec::new()),
        "/other" => Answer::Raw(b"SSH-2.0-OpenSSH_9.6\r\n\r\n".to_vec()),
        "/many-headers" => {
            let headers: String = (0..100_000).map(|number| format!("X-{number}: a\r\n")).collect();
            Answer::Raw(format!("HTTP/1.1 200 OK\r\n{headers}\r\n").into_bytes())
        }
        _ => Answer::Whole(200, vec![("X-Long", "a".repeat(100_000))], Vec::new()),
    })
    .await;
    let mut settings = fetch_settings();
    settings.limits.first_byte = Duration::from_millis(2_000);
    for (path, expected) in [
        ("/silence", FailureKind::TimedOut),
        ("/close", FailureKind::Reset),
        ("/other", FailureKind::Invalid),
        ("/many-headers", FailureKind::Headers),
        ("/long-header", FailureKind::Headers),
    ] {
        assert_eq!(kind(get(&settings, &server.url(path)).await), Err(expected), "{path}");
    }
    let unused = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let port = unused.local_addr().expect("an address").port();
    drop(unused);
    let refused = Url::parse(&format!("http://127.0.0.1:{port}/")).expect("a URL");
    assert_eq!(kind(get(&settings, &refused).await), Err(FailureKind::Refused));
    for (text, expected) in [
        ("http://127.0.0.2:8080/", FailureKind::AddressDenied),
        ("http://[::1]:8080/", FailureKind::AddressDenied),
        ("http://10.0.0.1/", FailureKind::AddressDenied),
        ("http://127.0.0.1:25/", FailureKind::AddressDenied),
        ("ftp://127.0.0.1/", FailureKind::Invalid),
    ] {
        assert_eq!(kind(get(&settings, &Url::parse(text).expect("a URL")).await), Err(expected), "{text}");
    }
}

#[tokio::test]
async fn an_answer_without_encryption_is_a_failure_of_tls() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let port = listener.local_addr().expect("an address").port();
    let served = tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.expect("a connection");
        stream.read_u8().await.expect("the start of a handshake");
        stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n").await.expect("a client");
        // The client sees the answer before the end of the connection.
        while stream.read_u8().await.is_ok() {}
    });
    let url = Url::parse(&format!("https://127.0.0.1:{port}/")).expect("a URL");
    assert_eq!(kind(get(&fetch_settings(), &url).await), Err(FailureKind::Tls));
    served.await.expect("no panic");
}

/// A name server that answers each query with the next addresses.
struct Names(Mutex<Vec<Vec<IpAddr>>>);

impl Network for Names {
    fn allows(&self, _: &str, address: IpAddr) -> bool {
        address.to_string() == "127.0.0.1"
    }

    fn look_up(&self, _: &str) -> BoxFuture<'static, io::Result<Vec<SocketAddr>>> {
        let answer = self.0.lock().expect("no test panics here").pop();
        let answer =
            answer.map(|found| found.into_iter().map(|address| SocketAddr::new(address, 0)).collect());
        Box::pin(async move { answer.ok_or_else(|| io::Error::other("no such name")) })
    }
}

#[tokio::test]
async fn a_name_that_changes_its_address_does_not_lead_into_a_private_network() {
    let server =
        Server::start(|_| Answer::Raw(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".to_vec())).await;
    let address = |text: &str| text.parse::<IpAddr>().expect("an address");
    // Taken from the end: an allowed address, one that is not, and no address.
    let answers =
        vec![vec![], vec![address("127.0.0.2"), address("::ffff:10.0.0.1")], vec![address("127.0.0.1")]];
    let settings = Settings { network: Arc::new(Names(Mutex::new(answers))), ..fetch_settings() };
    let fetcher = Fetcher::new(&settings).expect("a client");
    let url = Url::parse(&format!("http://rebinding.example:{}/", server.port)).expect("a URL");
    let mut found = Vec::new();
    for _ in 0..4 {
        found.push(kind(fetcher.fetch(Request::get(&url)).await));
    }
    let dns = Err(FailureKind::Dns);
    assert_eq!(found, [Ok(200), Err(FailureKind::AddressDenied), dns, dns]);
}

#[tokio::test]
async fn credentials_reach_their_server_only() {
    let server = Server::start(|_| status(200)).await;
    let other = Server::start(|_| status(200)).await;
    let credentials = Credentials::basic(&server.url("/"), "user", "word").expect("credentials");
    let settings = Settings { credentials: Some(credentials), ..fetch_settings() };
    for server in [&server, &other] {
        get(&settings, &server.url("/")).await.expect("an answer");
    }
    assert_eq!(server.asked()[0].header("authorization"), Some("Basic dXNlcjp3b3Jk"));
    assert_eq!(other.asked()[0].header("authorization"), None);
}

#[tokio::test]
async fn a_conditional_request_sends_what_the_last_answer_said() {
    let server = Server::start(|_| {
        let modified = "Wed, 21 Oct 2015 07:28:00 GMT".to_owned();
        Answer::Whole(200, vec![("ETag", "W/\"a\"".to_owned()), ("Last-Modified", modified)], Vec::new())
    })
    .await;
    let fetcher = Fetcher::new(&fetch_settings()).expect("a client");
    let url = server.url("/");
    let validators: Option<Validators> =
        fetcher.fetch(Request::get(&url)).await.expect("an answer").validators();
    let again = Request { validators: validators.as_ref(), ..Request::get(&url) };
    fetcher.fetch(again).await.expect("an answer");
    let asked = &server.asked()[1];
    assert_eq!(asked.header("if-none-match"), Some("W/\"a\""));
    assert_eq!(asked.header("if-modified-since"), Some("Wed, 21 Oct 2015 07:28:00 GMT"));
}

#[tokio::test]
async fn retry_after_is_a_time_or_a_date() {
    for (value, expected) in [
        ("120", Some(120)),
        ("Thu, 01 Jan 1970 00:02:00 GMT", Some(20)),
        ("Thu, 01 Jan 1970 00:00:00 GMT", Some(0)),
        ("soon", None),
    ] {
        let server =
            Server::start(move |_| Answer::Whole(503, vec![("Retry-After", value.to_owned())], Vec::new()))
                .await;
        let reply = get(&fetch_settings(), &server.url("/")).await.expect("an answer");
        assert_eq!(reply.retry_after(100), expected.map(Duration::from_secs), "{value}");
    }
}
