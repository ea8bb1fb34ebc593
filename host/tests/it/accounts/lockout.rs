//! A hundred wrong passwords lock out the attacker, and no other client.

use std::net::IpAddr;

use reqwest::StatusCode;

use super::registration;
use crate::prelude::*;

const RIGHT: &str = "correct horse";
const ATTEMPTS: usize = 100;

/// A client with its own address on the loopback network, as a server sees it that trusts no header.
struct Place {
    http: reqwest::Client,
    url: String,
}

impl Place {
    fn new(app: &TestApp, address: &str) -> Self {
        let address: IpAddr = address.parse().expect("an address");
        let http = reqwest::Client::builder().no_proxy().local_address(address).build().expect("a client");
        Self { http, url: format!("http://{}/login", app.address) }
    }

    /// Tries to sign in; `forwarded` is the header with the client's address.
    async fn sign_in(&self, email: &str, password: &str, forwarded: &str) -> StatusCode {
        let request = self.http.post(&self.url).json(&json!({ "email": email, "password": password }));
        // An invalid bearer token replaces the CSRF token.
        let request = request.bearer_auth("nobody").header("x-forwarded-for", forwarded);
        request.send().await.expect("the server answers").status()
    }

    /// How many of a hundred attempts were refused without checking the password.
    async fn attack(&self, target: impl Fn(usize) -> (String, String)) -> usize {
        let mut refused = 0;
        for attempt in 0..ATTEMPTS {
            let (email, forwarded) = target(attempt);
            match self.sign_in(&email, "wrong horse", &forwarded).await {
                StatusCode::TOO_MANY_REQUESTS => refused += 1,
                status => assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY),
            }
        }
        refused
    }
}

/// A server with two accounts.
async fn server(change: impl FnOnce(&mut Config)) -> TestApp {
    let app = TestApp::with(change).await;
    for email in ["anna@example.com", "ewa@example.com"] {
        app.visitor().post("/register", registration(email)).await.is(201);
    }
    app
}

fn anna(forwarded: impl Into<String>) -> (String, String) {
    ("anna@example.com".into(), forwarded.into())
}

#[app_test(server(|_| {}))]
async fn without_a_proxy_the_attacker_is_identified_by_the_connection_and_not_by_headers(app: TestApp) {
    let (attacker, owner) = (Place::new(&app, "127.0.0.2"), Place::new(&app, "127.0.0.3"));
    let refused = attacker.attack(|attempt| anna(format!("203.0.113.{attempt}"))).await;
    assert_eq!(refused, ATTEMPTS - 5, "five may be mistyped");
    assert_eq!(attacker.sign_in("anna@example.com", RIGHT, "203.0.113.200").await, 429);
    // The owner is a different client, even with the attacker's address in the header.
    assert_eq!(owner.sign_in("anna@example.com", RIGHT, "127.0.0.2").await, 200);
    assert_eq!(owner.sign_in("ewa@example.com", RIGHT, "").await, 200);
    assert_eq!(attacker.sign_in("ewa@example.com", RIGHT, "").await, 200, "an office shares an address");
}

#[app_test(server(|config| config.trust_forwarded = true))]
async fn behind_a_proxy_the_attacker_is_identified_by_the_proxys_header(app: TestApp) {
    let proxy = Place::new(&app, "127.0.0.2");
    // The proxy writes the last address; earlier ones are forged by the attacker.
    let refused = proxy.attack(|attempt| anna(format!("198.51.100.{attempt}, 203.0.113.7"))).await;
    assert_eq!(refused, ATTEMPTS - 5);
    assert_eq!(proxy.sign_in("anna@example.com", RIGHT, "198.51.100.9, 203.0.113.7").await, 429);
    assert_eq!(proxy.sign_in("anna@example.com", RIGHT, "198.51.100.9").await, 200);
    assert_eq!(proxy.sign_in("ewa@example.com", RIGHT, "198.51.100.9").await, 200);
}

#[app_test(server(|config| config.trust_forwarded = true))]
async fn a_whole_network_counts_as_one_attacker(app: TestApp) {
    let proxy = Place::new(&app, "127.0.0.2");
    let refused = proxy.attack(|attempt| anna(format!("2001:db8:0:1::{attempt:x}"))).await;
    assert_eq!(refused, ATTEMPTS - 5);
    assert_eq!(proxy.sign_in("anna@example.com", RIGHT, "2001:db8:0:2::1").await, 200);
}

#[app_test(server(|config| config.login_failures_per_address = 8))]
async fn trying_one_password_at_many_accounts_locks_out_of_all(app: TestApp) {
    let (attacker, owner) = (Place::new(&app, "127.0.0.2"), Place::new(&app, "127.0.0.3"));
    let refused = attacker.attack(|attempt| (format!("{attempt}@example.com"), String::new())).await;
    assert_eq!(refused, ATTEMPTS - 8);
    assert_eq!(attacker.sign_in("anna@example.com", RIGHT, "").await, 429);
    for email in ["anna@example.com", "ewa@example.com"] {
        assert_eq!(owner.sign_in(email, RIGHT, "").await, 200);
    }
}

#[app_test(server(|config| config.rate_counters = 64))]
async fn v5_a_flood_of_sign_ins_lifts_no_limit(app: TestApp, mut anna: visitor) {
    anna.post("/login", json!({ "email": "anna@example.com", "password": RIGHT })).await.is(200);
    let wrong = json!({ "password": "wrong horse" });
    for _ in 0..10 {
        anna.post("/api/user/confirm-password", wrong.clone()).await.is(422);
    }
    let attacker = Place::new(&app, "127.0.0.2");
    for _ in 0..5 {
        assert_eq!(attacker.sign_in("ewa@example.com", "wrong horse", "").await, 422);
    }
    // From other addresses, each with its own counters: more than there is room for.
    for place in 10..20 {
        let place = Place::new(&app, &format!("127.0.0.{place}"));
        for number in 0..10 {
            assert_eq!(place.sign_in(&format!("g{number}@example.com"), "wrong horse", "").await, 422);
        }
    }
    assert_eq!(attacker.sign_in("ewa@example.com", RIGHT, "").await, 429);
    anna.post("/api/user/confirm-password", wrong).await.is(429);
}

#[tokio::test]
async fn v5_processes_that_share_redis_share_the_limits() {
    let Some(redis) = RedisServer::start().await else { return };
    let pair = async || {
        let url = redis.url.clone();
        server(move |config| (config.redis_url, config.login_failures) = (Some(url), 12)).await
    };
    let (first, second) = (pair().await, pair().await);
    let (here, there) = (Place::new(&first, "127.0.0.2"), Place::new(&second, "127.0.0.2"));
    let mut tried = 0;
    // The connection to Redis may take a moment; counts from before are sent later.
    while there.sign_in("anna@example.com", "wrong horse", "").await != 429 {
        tried += 1;
        assert!(tried < 12, "the second process has not received the counts");
        here.sign_in("anna@example.com", "wrong horse", "").await;
        here.sign_in("anna@example.com", "wrong horse", "").await;
        tokio::time::sleep(Duration::from_millis(150)).await;
    }
    first.stop().await;
    second.stop().await;
}
