//! Encrypted connections: the version of HTTP, and what is wrong with certificates.

use std::sync::Arc;

use bytes::Bytes;
use rcgen::{CertificateParams, KeyPair, date_time_ymd};
use rustls::pki_types::PrivateKeyDer;
use sitewright_crawler::fetch::{Failure, FailureKind, Fetcher, Reply, Request, Settings, Version};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;
use url::Url;

use crate::server::fetch_settings;

/// The end of the certificates that are valid: 1 January 2099.
const UNTIL: i64 = 4_070_908_800;

/// Requests a page of a server with a new certificate for a name.
async fn get(name: &str, last_year: i32, is_trusted: bool) -> Result<Reply, Failure> {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let mut parameters = CertificateParams::new([name.to_owned()]).expect("a name");
    parameters.not_after = date_time_ymd(last_year, 1, 1);
    let key = KeyPair::generate().expect("a key");
    let certificate = parameters.self_signed(&key).expect("a certificate");
    let private = PrivateKeyDer::Pkcs8(key.serialize_der().into());
    let server = rustls::ServerConfig::builder().with_no_client_auth();
    let mut server = server.with_single_cert(vec![certificate.der().clone()], private).expect("a server");
    server.alpn_protocols = vec![b"h2".to_vec()];

    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let port = listener.local_addr().expect("an address").port();
    let acceptor = TlsAcceptor::from(Arc::new(server));
    let served = tokio::spawn(async move {
        let (stream, _) = listener.accept().await.expect("a connection");
        answer(&acceptor, stream).await
    });
    let roots = if is_trusted { vec![certificate.der().to_vec()] } else { Vec::new() };
    let fetcher = Fetcher::new(&Settings { roots, ..fetch_settings() }).expect("a client");
    let url = Url::parse(&format!("https://127.0.0.1:{port}/")).expect("a URL");
    let reply = fetcher.fetch(Request::get(&url)).await;
    served.abort();
    reply
}

async fn answer(acceptor: &TlsAcceptor, stream: TcpStream) -> Option<()> {
    let stream = acceptor.accept(stream).await.ok()?;
    let mut connection = h2::server::handshake(stream).await.ok()?;
    while let Some(Ok((_, mut respond))) = connection.accept().await {
        let head = http::Response::builder().header("content-type", "text/html").body(()).ok()?;
        respond.send_response(head, false).ok()?.send_data(Bytes::from_static(b"page"), true).ok()?;
    }
    Some(())
}

#[tokio::test]
async fn an_encrypted_answer_has_its_version_and_the_end_of_the_certificate() {
    let reply = get("127.0.0.1", 2099, true).await.expect("an answer");
    assert_eq!((reply.version, &reply.body[..]), (Version::Http2, &b"page"[..]));
    assert_eq!(reply.certificate_until, Some(UNTIL));
}

#[tokio::test]
async fn a_certificate_that_is_not_valid_is_a_failure_of_its_kind() {
    for (name, last_year, is_trusted, expected) in [
        ("127.0.0.1", 2099, false, FailureKind::TlsUntrusted),
        ("127.0.0.1", 2020, true, FailureKind::TlsExpired),
        ("other.example", 2099, true, FailureKind::TlsWrongHost),
    ] {
        let failure = get(name, last_year, is_trusted).await.expect_err("a failure");
        assert_eq!(failure.kind, expected, "{failure}");
    }
}
