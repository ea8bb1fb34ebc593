//! Requests to non-public addresses: none of them arrives.

use sitewright::platform::config::HostPorts;
use sitewright::platform::fetch::Names;

use super::Line;
use crate::outside::{World, reply, world, world_of};
use crate::prelude::*;

const GROUP: &str = "Forbidden requests";
const HOSTS: &str = r#"["shop.test", "*.wild.test", "private.test", "mapped.test", "loop6.test", "meta.test", "nat.test", "old6.test", "zero.test", "local6.test", "either.test"]"#;
/// Names that the plugin may call, with addresses that are forbidden.
const NAMES: &str = "shop.test=127.0.0.1, a.wild.test=127.0.0.1, private.test=127.0.0.2, mapped.test=::ffff:127.0.0.2, loop6.test=::1, \
     meta.test=169.254.169.254, nat.test=64:ff9b::7f00:2, old6.test=2002:7f00:2::, zero.test=0.0.0.0, local6.test=fd00:ec2::254, \
     either.test=10.0.0.1, either.test=127.0.0.2";

/// A URL and why it is not called. `PORT` is that of the test server.
struct Reach {
    name: &'static str,
    url: &'static str,
    end: &'static str,
}

const fn reach(name: &'static str, url: &'static str, end: &'static str) -> Reach {
    Reach { name, url, end }
}

const HOST: &str = "The tool may not call";
const PRIVATE: &str = "does not lead to a public address";
const PORT: &str = "by HTTPS on port 443 only";
const LOGIN: &str = "a name or a password";

const SENT: &[Reach] = &[
    reach("localhost", "http://localhost:PORT/", HOST),
    reach("localhost with a trailing dot", "http://localhost.:PORT/", HOST),
    reach("a loopback address", "http://127.0.0.1:PORT/", HOST),
    reach("a loopback address as one number", "http://2130706433:PORT/", HOST),
    reach("a loopback address in octal", "http://0177.0.0.01:PORT/", HOST),
    reach("a loopback address in hexadecimal", "http://0x7f000001:PORT/", HOST),
    reach("a shortened loopback address", "http://127.1:PORT/", HOST),
    reach("a loopback address in full-width digits", "http://１２７.０.０.１:PORT/", HOST),
    reach("an IPv6 loopback address", "http://[::1]:PORT/", HOST),
    reach("an IPv4-mapped IPv6 address", "http://[::ffff:127.0.0.1]:PORT/", HOST),
    reach("a cloud's metadata address", "http://169.254.169.254/latest/meta-data/", HOST),
    reach("a cloud's metadata host", "http://metadata.google.internal/", HOST),
    reach("an allowed host with a trailing dot", "http://shop.test.:PORT/", HOST),
    reach("two labels for one wildcard", "http://b.a.wild.test:PORT/", HOST),
    reach("no label for a wildcard", "http://wild.test:PORT/", HOST),
    reach("an allowed host as a prefix of another", "http://shop.test.evil.test:PORT/", HOST),
    reach("an allowed host in another alphabet", "http://sh\u{43e}p.test:PORT/", HOST),
    reach("an ideographic full stop", "http://shop。test.evil.test:PORT/", HOST),
    reach("an allowed host as a user name", "http://shop.test:PORT@evil.test:PORT/", LOGIN),
    reach("a user name at an allowed host", "http://evil.test%40x@shop.test:PORT/", LOGIN),
    reach("an allowed host after a backslash", "http://evil.test\\@shop.test:PORT/", HOST),
    reach("an allowed host after a hash", "http://evil.test#@shop.test:PORT/", HOST),
    reach("another port of an allowed host", "https://shop.test:22/", PORT),
    reach("an allowed host without encryption", "http://shop.test/", PORT),
    reach("another protocol", "gopher://shop.test:PORT/_GET", PORT),
    reach("a file", "file:///etc/passwd", HOST),
    reach("an allowed host with a private address", "http://private.test:PORT/", PRIVATE),
    reach("an allowed host with an IPv4-mapped address", "http://mapped.test:PORT/", PRIVATE),
    reach("an allowed host with the IPv6 loopback address", "http://loop6.test:PORT/", PRIVATE),
    reach("an allowed host with a cloud's metadata address", "http://meta.test:PORT/", PRIVATE),
    reach("an allowed host with a cloud's IPv6 metadata address", "http://local6.test:PORT/", PRIVATE),
    reach("an allowed host with a NAT64 address", "http://nat.test:PORT/", PRIVATE),
    reach("an allowed host with a 6to4 address", "http://old6.test:PORT/", PRIVATE),
    reach("an allowed host with an unspecified address", "http://zero.test:PORT/", PRIVATE),
    reach("an allowed host with several private addresses", "http://either.test:PORT/", PRIVATE),
];

/// Redirect targets of an allowed host.
const REDIRECTED: &[Reach] = &[
    reach("a redirect to a loopback address", "http://127.0.0.1:PORT/echo", HOST),
    reach("a redirect to a cloud's metadata address", "http://169.254.169.254/latest/meta-data/", HOST),
    reach("a redirect to an allowed host with a private address", "http://private.test:PORT/echo", PRIVATE),
    reach("a redirect to a host that is not allowed", "http://evil.test:PORT/echo", HOST),
    reach("a redirect to another port", "https://shop.test:6379/", PORT),
    reach("a redirect to a file", "file:///etc/passwd", HOST),
    reach("a redirect with user information", "http://x@shop.test:PORT/echo", LOGIN),
];

/// Pages, for which manifests name no hosts.
const READ: &[Reach] = &[
    reach("a page at a loopback address", "http://127.0.0.2:PORT/", PRIVATE),
    reach("a page at a loopback address as one number", "http://2130706434:PORT/", PRIVATE),
    reach("a page at the IPv6 loopback address", "http://[::1]:PORT/", PRIVATE),
    reach("a page at an IPv4-mapped address", "http://[::ffff:127.0.0.2]:PORT/", PRIVATE),
    reach("a page at a cloud's metadata address", "http://169.254.169.254/latest/meta-data/", PRIVATE),
    reach("a page at a host with a private address", "http://private.test:PORT/", PRIVATE),
    reach("a page at the port of a mail server", "http://shop.test:25/", PRIVATE),
    reach("a page at a file address", "file:///etc/passwd", "not a web address"),
];

/// See the test; that each connection resolves once and calls the checked address is tested with the resolver.
const MOVED: Reach = reach(
    "a host that changes to a private address after the first call",
    "http://shop.test:PORT/echo",
    PRIVATE,
);

pub fn lines() -> impl Iterator<Item = Line> {
    let all = SENT.iter().chain(REDIRECTED).chain(READ).chain([&MOVED]);
    all.map(|one| Line { group: GROUP, name: one.name, end: one.end })
}

async fn hostile_world() -> World {
    world_of(&guest("outside"), HOSTS, None, |config, port| {
        config.fetch_names = Names::parse(NAMES).expect("names");
        let hosts = NAMES.split(',').filter_map(|pair| pair.trim().split_once('='));
        let open: Vec<String> = hosts.map(|(host, _)| format!("{host}:{port}")).collect();
        config.plugin_http_ports = HostPorts::parse(&open.join(",")).expect("ports");
    })
    .await
}

async fn refused(world: &World, client: &mut Client, call: [&str; 2], reach: &Reach) {
    let answer = reply(client, call).await;
    assert!(answer.starts_with("refused: ") && answer.contains(reach.end), "{}: {answer}", reach.name);
    let came = world.peer.came();
    assert!(came.iter().all(|came| came.path == "/redirect"), "{}: {came:?}", reach.name);
}

#[app_test(hostile_world())]
async fn no_request_reaches_what_is_not_public(world: World, mut client: user) {
    let port = world.peer.port.to_string();
    for reach in SENT {
        let get = format!("GET {}", reach.url.replace("PORT", &port));
        refused(&world, &mut client, ["send", &get], reach).await;
    }
    for reach in REDIRECTED {
        let to = format!("/redirect?to={}", reach.url.replace("PORT", &port));
        refused(&world, &mut client, ["send", &format!("GET {}", world.url("shop.test", &to))], reach).await;
    }
    assert_eq!(world.peer.came().len(), REDIRECTED.len(), "the redirects themselves");
    for reach in READ {
        refused(&world, &mut client, ["read", &reach.url.replace("PORT", &port)], reach).await;
    }
    // And an allowed request works.
    let good = format!("GET {}", world.url("a.wild.test", "/echo"));
    assert!(reply(&mut client, ["send", &good]).await.starts_with("200\n"));
}

#[app_test(world(r#"["shop.test"]"#, |_| {}))]
async fn a_name_is_checked_at_each_call(world: World) {
    let call = format!("GET {}", MOVED.url.replace("PORT", &world.peer.port.to_string()));
    let mut client = world.user().await;
    assert!(reply(&mut client, ["send", &call]).await.starts_with("200\n"));
    let world = world.moved("shop.test=127.0.0.2").await;
    let mut client = world.user().await;
    let answer = reply(&mut client, ["send", &call]).await;
    assert!(answer.starts_with("refused: ") && answer.contains(MOVED.end), "{answer}");
    assert_eq!(world.peer.came().len(), 1);
}
