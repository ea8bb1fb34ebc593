//! Shops: reading, ordering texts, deciding, writing and undoing, against servers that behave like real shops.

mod agents;
mod applications;
mod conflicts;
mod connecting;
mod exact;
mod hostile;
mod keys;
mod others;
mod pace;
mod reports;
mod texts;
mod to_try;

use std::ops::Deref;

use sitewright::platform::config::HostPorts;
use sitewright::platform::fetch::{Names, Networks};

use crate::prelude::*;
use crate::util::shops::shoper::{self, Shoper};
use crate::util::tools::link;

/// The name under which the server reaches the shop.
pub const HOST: &str = "sklep.test";
/// How long a test waits for work with a shop.
const PATIENCE: Duration = Duration::from_secs(120);
/// The goods of every shop.
const SEED: u64 = 7;

/// A server and a shop.
pub struct World {
    pub app: TestApp,
    pub shop: Shoper,
}

impl Deref for World {
    type Target = TestApp;

    fn deref(&self) -> &TestApp {
        &self.app
    }
}

/// The plugins of shops, and those that write for them.
pub fn shop_bundle() -> PathBuf {
    static BUNDLE: LazyLock<PathBuf> = LazyLock::new(|| {
        let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/bundle");
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bundle-of-shops");
        fs::create_dir_all(folder.join("plugins")).expect("a folder");
        for name in [
            "modules",
            "web",
            "routes.json",
            "template-runner.wasm",
            "plugins/image-alt",
            "plugins/product-description",
            "plugins/prestashop",
            "plugins/seo-metatags",
            "plugins/shoper",
            "plugins/shopify",
            "plugins/translate",
            "plugins/woocommerce",
        ] {
            // The checkout may have moved.
            let _ = fs::remove_file(folder.join(name));
            link(&built.join(name), &folder.join(name));
        }
        folder
    });
    BUNDLE.clone()
}

/// The address of the shop.
pub fn settings(config: &mut Config, port: u16) {
    config.bundle = Some(shop_bundle());
    config.fetch_private = Networks::parse("127.0.0.1").expect("a network");
    config.fetch_names = Names::parse(&format!("{HOST}=127.0.0.1,other.test=127.0.0.1")).expect("names");
    config.plugin_http_plain = HostPorts::parse(&format!("{HOST}:{port}")).expect("a port");
    config.plugin_http_timeout = Duration::from_secs(2);
}

/// A server and a quick shop with this number of products.
pub async fn world(products: usize) -> World {
    let shop = quick(products).await;
    let port = shop.port;
    let app = TestApp::with(|config| settings(config, port)).await;
    World { app, shop }
}

/// A shop that does not keep tests waiting.
pub async fn quick(products: usize) -> Shoper {
    let shop = Shoper::start().await;
    shop.set(|settings| (settings.limit, settings.bandwidth) = (200.0, 400.0));
    shop.fill(products, SEED);
    shop
}

impl World {
    /// A user whose shop is connected and read; the shop's id.
    pub async fn connected(&self) -> (Client, String) {
        let mut client = self.app.user().await;
        let shop = client.connect_shop().await.is(201).id();
        client.shop_read(&shop).await;
        (client, shop)
    }

    pub async fn stop(self) {
        self.app.stop().await;
    }
}

impl Client {
    pub async fn connect_shop(&mut self) -> Answer {
        let new = json!({ "system": "shoper", "host": HOST, "secrets": { "token": shoper::TOKEN } });
        self.post("/api/shops", new).await
    }

    pub async fn shop(&mut self, shop: &str) -> Value {
        self.get(&format!("/api/shops/{shop}")).await.is(200).body
    }

    /// Polls until the shop satisfies the condition.
    pub async fn shop_until(&mut self, shop: &str, condition: impl Fn(&Value) -> bool) -> Value {
        let mut ticks = tokio::time::interval(Duration::from_millis(20));
        let mut last = Value::Null;
        let met = tokio::time::timeout(PATIENCE, async {
            loop {
                ticks.tick().await;
                last = self.shop(shop).await;
                if condition(&last) {
                    return;
                }
            }
        });
        assert!(met.await.is_ok(), "waited in vain: {last}");
        last
    }

    /// Waits until the shop was read.
    pub async fn shop_read(&mut self, shop: &str) -> Value {
        self.shop_until(shop, |shop| shop["reading"].is_null() && !shop["read_at"].is_null()).await
    }

    /// Orders texts and waits until they are proposals. Returns the order.
    pub async fn order(&mut self, shop: &str, order: Value) -> Value {
        let order = self.post(&format!("/api/shops/{shop}/orders"), order).await.is(201).body;
        let bulk = order["bulk_id"].as_str().expect("a bulk job").to_owned();
        self.call(Method::POST, &format!("/api/bulk/{bulk}/start"), None).await.is(200);
        let done = async || {
            let job = self.get(&format!("/api/bulk/{bulk}")).await.body;
            (job["status"] == "done").then_some(())
        };
        eventually("the texts are not written", done).await;
        order
    }

    /// The kind of the newest notification, and what it is about.
    pub async fn latest_news(&mut self) -> (String, Value) {
        let news = self.get("/api/notifications").await.is(200).body;
        let newest = &news["data"][0];
        (newest["kind"].as_str().expect("a kind").to_owned(), newest["about"].clone())
    }

    /// Approves everything that is proposed.
    pub async fn approve_all(&mut self, shop: &str) -> Vec<Value> {
        let proposed = self.changes(shop, "state=proposed").await;
        for part in proposed.chunks(500) {
            let ids: Vec<&Value> = part.iter().map(|change| &change["id"]).collect();
            let decision = json!({ "decision": "approve", "ids": ids });
            self.post(&format!("/api/shops/{shop}/changes/decide"), decision).await.is(200);
        }
        proposed
    }

    /// All changes of a filter.
    pub async fn changes(&mut self, shop: &str, filter: &str) -> Vec<Value> {
        let mut all = Vec::new();
        for page in 1.. {
            let path = format!("/api/shops/{shop}/changes?{filter}&per_page=100&page={page}");
            let answer = self.get(&path).await.is(200).body;
            let data = answer["data"].as_array().expect("a list");
            all.extend(data.iter().cloned());
            if data.len() < 100 {
                break;
            }
        }
        all
    }

    /// Writes, undoes or compares, and waits for the end.
    pub async fn work(&mut self, shop: &str, work: Value) -> Value {
        self.post(&format!("/api/shops/{shop}/work"), work).await.is(202);
        self.shop_until(shop, |shop| shop["working"].is_null()).await
    }
}
