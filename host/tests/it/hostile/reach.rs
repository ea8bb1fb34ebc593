//! Requests to non-public addresses: none of them arrives.

use sitewright::platform::config::HostPorts;
use sitewright::platform::fetch::Names;

use super::Line;
use crate::outside::{World, reply, world, world_of};
use crate::prelude::*;

const GROUP: &str = "Requests to where none may go";
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
    reach("this machine by its name", "http://localhost:PORT/", HOST),
    reach("this machine by its name with a dot", "http://localhost.:PORT/", HOST),
    reach("this machine in figures", "http://127.0.0.1:PORT/", HOST),
    reach("this machine in one figure", "http://2130706433:PORT/", HOST),
    reach("this machine in octal figures", "http://0177.0.0.01:PORT/", HOST),
    reach("this machine in hexadecimal figures", "http://0x7f000001:PORT/", HOST),
    reach("this machine in few figures", "http://127.1:PORT/", HOST),
    reach("this machine in wide figures", "http://１２７.０.０.１:PORT/", HOST),
    reach("this machine in IPv6", "http://[::1]:PORT/", HOST),
    reach("IPv4 within IPv6", "http://[::ffff:127.0.0.1]:PORT/", HOST),
    reach("a cloud's secrets", "http://169.254.169.254/latest/meta-data/", HOST),
    reach("a cloud's secrets by their name", "http://metadata.google.internal/", HOST),
    reach("an allowed host with a dot behind it", "http://shop.test.:PORT/", HOST),
    reach("two labels for one star", "http://b.a.wild.test:PORT/", HOST),
    reach("no label for a star", "http://wild.test:PORT/", HOST),
    reach("an allowed host in front of another", "http://shop.test.evil.test:PORT/", HOST),
    reach("an allowed host in another alphabet", "http://sh\u{43e}p.test:PORT/", HOST),
    reach("a dot of another alphabet", "http://shop。test.evil.test:PORT/", HOST),
    reach("an allowed host as a user name", "http://shop.test:PORT@evil.test:PORT/", LOGIN),
    reach("a user name at an allowed host", "http://evil.test%40x@shop.test:PORT/", LOGIN),
    reach("an allowed host behind a backslash", "http://evil.test\\@shop.test:PORT/", HOST),
    reach("an allowed host behind a hash", "http://evil.test#@shop.test:PORT/", HOST),
    reach("another port of an allowed host", "https://shop.test:22/", PORT),
    reach("an allowed host without encryption", "http://shop.test/", PORT),
    reach("another protocol", "gopher://shop.test:PORT/_GET", PORT),
    reach("a file", "file:///etc/passwd", HOST),
    reach("an allowed name of a private address", "http://private.test:PORT/", PRIVATE),
    reach("an allowed name of IPv4 within IPv6", "http://mapped.test:PORT/", PRIVATE),
    reach("an allowed name of this machine in IPv6", "http://loop6.test:PORT/", PRIVATE),
    reach("an allowed name of a cloud's secrets", "http://meta.test:PORT/", PRIVATE),
    reach("an allowed name of a cloud's secrets in IPv6", "http://local6.test:PORT/", PRIVATE),
    reach("an allowed name of IPv4 behind NAT64", "http://nat.test:PORT/", PRIVATE),
    reach("an allowed name of IPv4 behind 6to4", "http://old6.test:PORT/", PRIVATE),
    reach("an allowed name of no address", "http://zero.test:PORT/", PRIVATE),
    reach("an allowed name of several private addresses", "http://either.test:PORT/", PRIVATE),
];

/// Redirect targets of an allowed host.
const REDIRECTED: &[Reach] = &[
    reach("a redirect to this machine", "http://127.0.0.1:PORT/echo", HOST),
    reach("a redirect to a cloud's secrets", "http://169.254.169.254/latest/meta-data/", HOST),
    reach("a redirect to an allowed name of a private address", "http://private.test:PORT/echo", PRIVATE),
    reach("a redirect to a host that is not allowed", "http://evil.test:PORT/echo", HOST),
    reach("a redirect to another port", "https://shop.test:6379/", PORT),
    reach("a redirect to a file", "file:///etc/passwd", HOST),
    reach("a redirect with a user name", "http://x@shop.test:PORT/echo", LOGIN),
];

/// Pages, for which manifests name no hosts.
const READ: &[Reach] = &[
    reach("a page of this machine", "http://127.0.0.2:PORT/", PRIVATE),
    reach("a page of this machine in one figure", "http://2130706434:PORT/", PRIVATE),
    reach("a page of this machine in IPv6", "http://[::1]:PORT/", PRIVATE),
    reach("a page of IPv4 within IPv6", "http://[::ffff:127.0.0.2]:PORT/", PRIVATE),
    reach("a page of a cloud's secrets", "http://169.254.169.254/latest/meta-data/", PRIVATE),
    reach("a page of a name of a private address", "http://private.test:PORT/", PRIVATE),
    reach("a page of the mail server", "http://shop.test:25/", PRIVATE),
    reach("a page of a file", "file:///etc/passwd", "not a web address"),
];

/// See the test; that each connection resolves once and calls the checked address is tested with the resolver.
const MOVED: Reach = reach(
    "a name that has moved to a private address since it was called",
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
async fn no_request_reaches_what_is_not_public(world: World) {
    let mut client = world.user().await;
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
