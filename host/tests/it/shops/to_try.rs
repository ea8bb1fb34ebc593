//! A shop to try the product with, which the browser tests use too. It prints the settings of the server that reaches it,
//! and an address to control it.
//!
//! `SHOP_SYSTEM` chooses the system, `SHOP_PRODUCTS` the number of products. `SHOP_QUICK` leaves out the limit of
//! requests, if the system has one.

use axum::extract::{Path, State};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;

use super::*;
use crate::util::serve;
use crate::util::shops::prestashop::{self, PrestaShop};
use crate::util::shops::shopify::{self, Shopify};
use crate::util::shops::woocommerce::{self, WooCommerce};
use crate::util::shops::{Fault, Faults, Hold, Log, on};

/// A shop of any system.
trait Stand: Clone + Send + Sync + 'static {
    fn port(&self) -> u16;
    fn faults(&self) -> Faults;
    fn log(&self) -> Log;
    fn object(&self, kind: &str, id: u64) -> Option<Value>;
    fn edit(&self, kind: &str, id: u64, patch: Value);
}

macro_rules! stands {
    ($($shop:ty),*) => { $(impl Stand for $shop {
        fn port(&self) -> u16 {
            self.port
        }

        fn faults(&self) -> Faults {
            self.faults.clone()
        }

        fn log(&self) -> Log {
            self.log()
        }

        fn object(&self, kind: &str, id: u64) -> Option<Value> {
            self.object(kind, id)
        }

        fn edit(&self, kind: &str, id: u64, patch: Value) {
            self.edit(kind, id, patch);
        }
    })* };
}

stands!(Shoper, WooCommerce, PrestaShop, Shopify);

/// `cargo test --test it a_shop_to_try -- --ignored --nocapture`, then a server with the settings that it prints.
#[tokio::test]
#[ignore = "it runs until it is ended"]
async fn a_shop_to_try() {
    let system = std::env::var("SHOP_SYSTEM").unwrap_or_else(|_| "shoper".to_owned());
    let products = std::env::var("SHOP_PRODUCTS").map_or(480, |count| count.parse().expect("a number"));
    let new = |login: &str, secrets: Value| json!({ "system": system, "host": HOST, "login": login, "secrets": secrets });
    match system.as_str() {
        "shoper" if std::env::var_os("SHOP_QUICK").is_some() => {
            open(quick(products).await, new("", json!({ "token": shoper::TOKEN }))).await;
        }
        "shoper" => {
            let shop = Shoper::start().await;
            shop.fill(products, SEED);
            open(shop, new("", json!({ "token": shoper::TOKEN }))).await;
        }
        "woocommerce" => {
            let shop = WooCommerce::start().await;
            shop.fill(products, SEED);
            open(shop, new(woocommerce::KEY, json!({ "secret": woocommerce::SECRET }))).await;
        }
        "prestashop" => {
            let shop = PrestaShop::start().await;
            shop.fill(products, SEED);
            open(shop, new("", json!({ "key": prestashop::KEY }))).await;
        }
        "shopify" => {
            let shop = Shopify::start().await;
            shop.fill(products, SEED);
            open(shop, new("", json!({ "token": shopify::TOKEN }))).await;
        }
        other => panic!("there is no shop system {other}"),
    }
}

/// Prints how the shop is reached, and serves it until the program is ended.
async fn open<S: Stand>(shop: S, new: Value) {
    let port = shop.port();
    println!("SITEWRIGHT_FETCH_PRIVATE=127.0.0.1 SITEWRIGHT_FETCH_NAMES={HOST}=127.0.0.1 \\");
    println!("SITEWRIGHT_PLUGIN_HTTP_PLAIN={HOST}:{port} target/debug/sitewright serve --login-link");
    println!("Connect {new}");
    println!("Control http://{}", serve(control(shop)).await);
    std::future::pending::<()>().await;
}

/// What a test reads and changes in the shop, without its API and its limits.
fn control<S: Stand>(shop: S) -> Router {
    Router::new()
        .route("/objects/{kind}/{id}", get(object::<S>).patch(edit::<S>))
        .route("/writes", get(writes::<S>))
        .route("/holds", post(hold::<S>).delete(release::<S>))
        .route("/faults", post(fail::<S>))
        .with_state(shop)
}

/// An object as the shop stores it.
async fn object<S: Stand>(State(shop): State<S>, Path((kind, id)): Path<(String, u64)>) -> Response {
    shop.object(&kind, id)
        .map_or(StatusCode::NOT_FOUND.into_response(), |object| Json(object).into_response())
}

/// Changes fields of an object, as its owner does in the panel.
async fn edit<S: Stand>(
    State(shop): State<S>,
    Path((kind, id)): Path<(String, u64)>,
    Json(patch): Json<Value>,
) {
    shop.edit(&kind, id, patch);
}

/// The fields that requests have written, in order.
async fn writes<S: Stand>(State(shop): State<S>) -> Json<Value> {
    let writes = shop.log().writes();
    let shown = writes.iter().map(|write| {
        json!({ "object": write.object, "field": write.field, "before": write.before, "after": write.after })
    });
    Json(shown.collect())
}

/// Holds the answers to requests such as `GET /products`, until all holds are released for good.
async fn hold<S: Stand>(State(shop): State<S>, Json(of): Json<Value>) {
    shop.faults().always(on(of["on"].as_str().expect("requests")), Fault::HoldAnswer(Hold::Gate));
}

async fn release<S: Stand>(State(shop): State<S>) {
    shop.faults().open_gate();
}

/// Refuses requests with a status, this many times.
async fn fail<S: Stand>(State(shop): State<S>, Json(fault): Json<Value>) {
    let status = fault["status"].as_u64().and_then(|status| u16::try_from(status).ok()).expect("a status");
    let times = fault["times"].as_u64().map_or(1, |times| times as usize);
    shop.faults().times(times, on(fault["on"].as_str().expect("requests")), Fault::Refuse(status));
}
