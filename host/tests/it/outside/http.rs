//! Requests of plugins: allowed targets, allowed content, responses, and where secrets never appear.

use super::{World, connect, reply, world, world_with};
use crate::prelude::*;
use crate::util::peer::dribbling;

const SECRET: &str = "s3cret+token/value";

#[app_test(world(r#"["shop.test", "*.shop.test"]"#, |_| {}))]
async fn a_request_goes_to_a_host_of_the_manifest_and_its_answer_comes_back(world: World, mut client: user) {
    let post = format!("POST {}", world.url("shop.test", "/echo?a=b"));
    let answer = reply(&mut client, ["send", &post, "X-One: 1¦Content-Type: text/plain", "Chleb"]).await;
    assert!(answer.starts_with("200\n") && answer.contains("POST /echo?a=b\n"), "{answer}");
    assert!(answer.contains("x-one=1\n") && answer.ends_with("\nChleb"), "{answer}");
    let came = &world.peer.came()[0];
    assert_eq!(came.headers["host"], format!("shop.test:{}", world.peer.port).as_str());
    assert!(came.headers["user-agent"].to_str().is_ok_and(|name| name.starts_with("Sitewright/")));
    for name in ["cookie", "referer", "accept-encoding", "authorization"] {
        assert!(!came.headers.contains_key(name), "{name}");
    }
    let below = format!("GET {}", world.url("a.shop.test", "/status?status=503"));
    assert!(reply(&mut client, ["send", &below]).await.starts_with("503\n"), "any status is an answer");
}

/// None of these reaches the peer, under any name.
#[app_test(world(r#"["*.shop.test", "private.test"]"#, |_| {}))]
async fn no_other_host_is_called_however_it_is_written(world: World, mut client: user) {
    let port = world.peer.port;
    for host in [
        "shop.test",
        "other.test",
        "evil-shop.test",
        "a.shop.test.evil.test",
        "b.a.shop.test",
        "a.shop.test.",
        "127.0.0.1",
        "2130706433",
        "0x7f000001",
        "0177.0.0.1",
        "127.1",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "localhost",
        "a。shop.test.other.test",
        "а.shop.tеst",
    ] {
        let answer = reply(&mut client, ["send", &format!("GET http://{host}:{port}/echo")]).await;
        assert!(answer.starts_with("refused: The tool may not call "), "{host}: {answer}");
    }
    for (url, why) in [
        (format!("http://x@a.shop.test:{port}/"), "a name or a password"),
        (format!("http://a.shop.test:{port}@other.test:{port}/"), "a name or a password"),
        ("http://a.shop.test/".to_owned(), "by HTTPS on port 443 only"),
        ("https://a.shop.test:8443/".to_owned(), "by HTTPS on port 443 only"),
        (format!("ftp://a.shop.test:{port}/"), "by HTTPS on port 443 only"),
        ("/echo".to_owned(), "not a web address"),
        // Its name is allowed, but its address is not public.
        (format!("http://private.test:{port}/echo"), "does not lead to a public address"),
    ] {
        let answer = reply(&mut client, ["send", &format!("GET {url}")]).await;
        assert!(answer.starts_with("refused: ") && answer.contains(why), "{url}: {answer}");
    }
    for method in ["CONNECT", "TRACE", "OPTIONS", "get", ""] {
        let url = world.url("a.shop.test", "/echo");
        let answer = reply(&mut client, ["send", &format!("{method} {url}")]).await;
        assert!(answer.contains("a method that is not allowed"), "{method}: {answer}");
    }
    assert!(world.peer.came().is_empty(), "{:?}", world.peer.came());
}

#[app_test(world(r#"["shop.test", "a.shop.test", "private.test"]"#, |_| {}))]
async fn each_redirect_is_checked_like_the_first_address(world: World, mut client: user) {
    let redirect = |to: &str| format!("GET {}", world.url("shop.test", &format!("/redirect?to={to}")));
    let followed = reply(&mut client, ["send", &redirect(&world.url("a.shop.test", "/echo"))]).await;
    assert!(followed.starts_with("200\n"), "{followed}");
    for (to, why) in [
        (world.url("other.test", "/echo"), "The tool may not call other.test"),
        (world.url("127.0.0.1", "/echo"), "The tool may not call 127.0.0.1"),
        (world.url("private.test", "/echo"), "private.test does not lead to a public address"),
        ("http://169.254.169.254/latest/meta-data/".to_owned(), "The tool may not call 169.254.169.254"),
        ("file:///etc/passwd".to_owned(), "The tool may not call"),
        ("https://a.shop.test:1/".to_owned(), "by HTTPS on port 443 only"),
    ] {
        let answer = reply(&mut client, ["send", &redirect(&to)]).await;
        assert!(answer.starts_with("refused: ") && answer.contains(why), "{to}: {answer}");
    }
    let before = world.peer.came().len();
    let answer = reply(&mut client, ["send", &format!("GET {}", world.url("shop.test", "/loop"))]).await;
    assert_eq!(answer, "unavailable: shop.test redirects too many times.");
    assert_eq!(world.peer.came().len() - before, 6, "five redirects are followed");
    assert!(world.peer.came().iter().all(|came| came.path != "/echo"
        || came.headers["host"].to_str().is_ok_and(|host| host.starts_with("a.shop"))));
}

#[app_test(world(r#"["shop.test"]"#, |_| {}))]
async fn headers_cannot_inject_another_request(world: World, mut client: user) {
    let get = format!("GET {}", world.url("shop.test", "/echo"));
    for header in [
        "X-A: b\r\nHost: other.test",
        "X-A: b\nX-B: c",
        "X-A\r\nX-B: c",
        "Host: other.test",
        "Content-Length: 100",
        "Transfer-Encoding: chunked",
        "Connection: keep-alive",
        "Proxy-Authorization: x",
        "Accept-Encoding: gzip",
        "Upgrade: h2c",
    ] {
        let answer = reply(&mut client, ["send", &get, header]).await;
        assert!(answer.starts_with("refused: The tool may not set the header"), "{header:?}: {answer}");
    }
    assert!(world.peer.came().is_empty());
}

#[app_test(world(r#"["shop.test"]"#, |config| config.plugin_host_call_bytes = 256 * 1024))]
async fn no_answer_is_larger_than_it_may_be(world: World, mut client: user) {
    for (url, refusal) in [
        (world.url("shop.test", "/bomb"), "unavailable: shop.test sent a compressed response"),
        (world.url("shop.test", "/endless"), "unavailable: The response is larger than 256 KB."),
        (world.url("shop.test", "/large?bytes=300000"), "unavailable: The response is larger than 256 KB."),
    ] {
        let answer = reply(&mut client, ["send", &format!("GET {url}")]).await;
        assert!(answer.starts_with(refusal), "{url}: {answer}");
    }
    let fits =
        reply(&mut client, ["send", &format!("GET {}", world.url("shop.test", "/large?bytes=100000"))]).await;
    assert!(fits.starts_with("200\n") && fits.len() > 100_000);
}

#[tokio::test]
async fn no_answer_takes_longer_than_it_may() {
    let slow = dribbling().await;
    let quick = |config: &mut sitewright::platform::config::Config| {
        config.plugin_http_timeout = Duration::from_millis(300);
    };
    let world = world_with(r#"["shop.test", "slow.test"]"#, Some(slow), quick).await;
    let mut client = world.user().await;
    let silent = reply(&mut client, ["send", &format!("GET {}", world.url("shop.test", "/silence"))]).await;
    assert_eq!(silent, "unavailable: shop.test did not answer in time. Try again later.");
    let dribbled = reply(&mut client, ["send", &format!("GET http://slow.test:{slow}/")]).await;
    assert_eq!(dribbled, "unavailable: slow.test did not answer in time. Try again later.");
    world.stop().await;
}

#[app_test(world(r#"["other.test"]"#, |_| {}))]
async fn a_secret_leaves_for_its_own_host_and_never_enters_the_sandbox(world: World, mut client: user) {
    connect(&mut client, "shop.test", SECRET).await;
    assert_eq!(reply(&mut client, ["connections"]).await, "shop shop.test shop.test jan token\n");

    let post = format!("POST {}", world.url("shop.test", "/echo"));
    let answer = reply(
        &mut client,
        ["send", &post, "X-Token: Bearer {secret:token}¦X-Basic: {basic:token}", "t={secret:token}"],
    )
    .await;
    let came = world.peer.came();
    assert_eq!(came[0].headers["x-token"], format!("Bearer {SECRET}").as_str());
    assert_eq!(came[0].body, format!("t={SECRET}"));
    let basic = "amFuOnMzY3JldCt0b2tlbi92YWx1ZQ";
    assert_eq!(came[0].headers["x-basic"], format!("{basic}==").as_str());
    assert!(answer.contains("x-echo: Bearer [secret]\n"), "{answer}");
    assert!(answer.contains("x-token=Bearer [secret]\n") && answer.ends_with("t=[secret]"), "{answer}");
    assert!(!answer.contains(SECRET) && !answer.contains(basic), "{answer}");

    // No secret is sent to a host of the manifest, or to another name of the same machine.
    let other = format!("POST {}", world.url("other.test", "/echo"));
    for (headers, body) in
        [("X-Token: {secret:token}", ""), ("X-Token: {basic:token}", ""), ("", "{secret:token}")]
    {
        let answer = reply(&mut client, ["send", &other, headers, body]).await;
        assert_eq!(answer, "refused: There is no secret “token” for other.test. Add it to your connection.");
    }
    assert_eq!(world.peer.came().len(), 1);
}

#[app_test(world(r#"["other.test"]"#, |_| {}))]
async fn w5_a_secret_is_not_read_in_pieces(world: World, mut client: user) {
    client.language = Some("en");
    let (own, other) = (world.url("shop.test", "/echo"), world.url("other.test", "/echo"));
    // Without connections a run may request parts.
    let part = reply(&mut client, ["send", &format!("GET {other}"), "Range: bytes=0-4"]).await;
    assert!(part.starts_with("200\n"), "{part}");
    connect(&mut client, "shop.test", SECRET).await;
    for header in ["Range: bytes=0-4", "range: bytes=-5", "If-Range: \"v1\""] {
        for (url, secret) in [(&own, "¦X-Token: {secret:token}"), (&own, ""), (&other, "")] {
            let headers = format!("{header}{secret}");
            let answer = reply(&mut client, ["send", &format!("GET {url}"), &headers]).await;
            assert!(
                answer.starts_with("refused: This tool requested a part of a response"),
                "{headers}: {answer}"
            );
        }
    }
    assert_eq!(world.peer.came().len(), 1);
}

#[app_test(world(r#"["other.test"]"#, |_| {}))]
async fn a_secret_does_not_follow_a_redirect_to_another_host(world: World, mut client: user) {
    connect(&mut client, "shop.test", SECRET).await;
    let to = world.url("other.test", "/echo");
    let get = format!("GET {}", world.url("shop.test", &format!("/redirect?to={to}")));
    let headers = "X-Token: {secret:token}¦Authorization: Basic {basic:token}¦Cookie: a=b¦X-Plain: stays";
    let answer = reply(&mut client, ["send", &get, headers]).await;
    assert!(answer.starts_with("200\n") && answer.contains("x-plain=stays"), "{answer}");
    let came = world.peer.came();
    assert!(came[0].headers.contains_key("x-token") && came[0].headers.contains_key("authorization"));
    for name in ["x-token", "authorization", "cookie"] {
        assert!(!came[1].headers.contains_key(name), "{name}");
    }

    // A body with a secret is not sent again.
    let again = format!("POST {}", world.url("shop.test", &format!("/redirect?status=307&to={to}")));
    let answer = reply(&mut client, ["send", &again, "", "{secret:token}"]).await;
    assert_eq!(answer, "refused: The response redirects to other.test, which your secret is not for.");
    assert_eq!(world.peer.came().len(), 3);
    // A redirect to GET drops the body.
    let see = format!("POST {}", world.url("shop.test", &format!("/redirect?status=303&to={to}")));
    assert!(reply(&mut client, ["send", &see, "", "{secret:token}"]).await.starts_with("200\n"));
    let last = world.peer.came().pop().expect("a request");
    assert_eq!((last.method.as_str(), last.body.len()), ("GET", 0));
}

#[app_test(world("[]", |_| {}))]
async fn a_foreign_connection_cannot_be_used(world: World, mut owner: user, mut other: user) {
    let add = |domain: &str| json!({ "domain": domain, "language_code": "pl", "location_code": 2616 });
    let first = owner.post("/api/project/addProject", add("first.pl")).await.body["project"]["id"].clone();
    let new = json!({
        "kind": "shop", "host": "shop.test", "secrets": { "token": SECRET }, "project_id": first,
    });
    owner.post("/api/connections", new).await.is(201);
    let unknown = json!({ "kind": "bank", "host": "other.test", "secrets": { "token": SECRET } });
    owner.post("/api/connections", unknown).await.is(201);

    let get = format!("GET {}", world.url("shop.test", "/echo"));
    assert!(reply(&mut owner, ["send", &get, "X-Token: {secret:token}"]).await.starts_with("200\n"));
    assert_eq!(
        reply(&mut owner, ["connections"]).await,
        "shop shop.test shop.test  token\n",
        "of its kinds only"
    );
    let bank = format!("GET {}", world.url("other.test", "/echo"));
    assert!(
        reply(&mut owner, ["send", &bank]).await.starts_with("refused: The tool may not call other.test")
    );

    assert_eq!(reply(&mut other, ["connections"]).await, "");
    assert!(reply(&mut other, ["send", &get]).await.starts_with("refused: The tool may not call shop.test"));
    owner.post("/api/project/addProject", add("second.pl")).await;
    assert_eq!(reply(&mut owner, ["connections"]).await, "", "the other project has not connected it");
    assert!(reply(&mut owner, ["send", &get]).await.starts_with("refused: The tool may not call shop.test"));
    assert_eq!(world.peer.came().len(), 1);
}

#[app_test(world(r#"["shop.test"]"#, |_| {}))]
async fn a_refusal_that_the_plugin_returns_is_the_runs_problem(world: World, mut client: user) {
    let input = json!({ "do": "pass-on", "a": "GET http://other.test/" });
    let run = client.run_to_end(super::OUTSIDE, input).await;
    has(&run.body, json!({ "status": "failed", "problem": { "code": "outside.host-not-permitted" } }));
    assert_eq!(run.body["problem"]["host"], "other.test");
}
