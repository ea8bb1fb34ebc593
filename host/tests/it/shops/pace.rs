//! The pace of requests: never above the shop's limit, and close to it.

use std::time::Instant;

use super::*;
use crate::crash::Server;
use crate::util::store::on_postgres;

/// Reads as many products as the shop allows in some seconds, and looks at the shop's own record.
#[tokio::test]
async fn requests_keep_the_pace_that_the_shop_allows() {
    let shop = Shoper::start().await;
    shop.set(|settings| (settings.limit, settings.bandwidth) = (10.0, 20.0));
    shop.fill(200, 3);
    let port = shop.port;
    let world = World { app: TestApp::with(|config| settings(config, port)).await, shop };
    let (mut client, id) = world.connected().await;
    world.shop.log().clear();
    // Small pages: many requests.
    for _ in 0..4 {
        client.call(Method::POST, &format!("/api/shops/{id}/read"), None).await.is(204);
        client.shop_read(&id).await;
    }
    assert_eq!(world.shop.bucket().refused, 0, "{:?}", world.shop.bucket().highest);
    assert!(world.shop.bucket().highest <= 10.0, "{}", world.shop.bucket().highest);
    world.stop().await;
}

/// Two processes share the pace of a shop. `MINUTES=10` reads for ten minutes at Shoper's usual limit, and prints how much of
/// it was used.
#[tokio::test]
async fn two_servers_share_the_pace_of_a_shop() {
    if !on_postgres() {
        return;
    }
    let minutes = std::env::var("MINUTES").ok().and_then(|minutes| minutes.parse::<u64>().ok());
    let bandwidth = if minutes.is_some() { 2.0 } else { 20.0 };
    let store = Store::new();
    let shop = Shoper::start().await;
    shop.set(|settings| (settings.limit, settings.bandwidth) = (10.0, bandwidth));
    shop.fill(if minutes.is_some() { 2_000 } else { 100 }, 3);
    let (names, plain) = (format!("{HOST}=127.0.0.1"), format!("{HOST}:{}", shop.port));
    let settings = [
        ("SITEWRIGHT_FETCH_PRIVATE", "127.0.0.1"),
        ("SITEWRIGHT_FETCH_NAMES", names.as_str()),
        ("SITEWRIGHT_PLUGIN_HTTP_PLAIN", plain.as_str()),
    ];
    let first = Server::start_with(&store, &shop_bundle(), &settings);
    let token = first.accounts().await.swap_remove(0);
    let second = Server::beside_with(&store, &shop_bundle(), &settings);
    let (mut here, mut there) = (first.client(&token), second.client(&token));
    let id = here.connect_shop().await.is(201).id();
    here.shop_read(&id).await;
    let path = format!("/api/shops/{id}/read");
    let until = minutes.map(|minutes| Instant::now() + Duration::from_secs(60 * minutes));
    let mut rounds = 0;
    while rounds < 3 || until.is_some_and(|until| Instant::now() < until) {
        here.call(Method::POST, &path, None).await.is(204);
        there.call(Method::POST, &path, None).await.is(204);
        there.shop_read(&id).await;
        rounds += 1;
    }
    let bucket = shop.bucket();
    assert_eq!(bucket.refused, 0, "{:?}", bucket.highest);
    if minutes.is_some() {
        let (used, taken) = (100.0 * bucket.used(), bucket.taken);
        println!(
            "{used:.1} % of the pace used, {taken} requests, at most {:.1} in the bucket",
            bucket.highest
        );
        assert!(used >= 90.0);
    }
    first.kill();
    second.kill();
}
