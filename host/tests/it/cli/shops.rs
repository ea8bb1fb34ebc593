//! The conformance suite of shop systems in `plugin test`.

use crate::prelude::*;
use crate::util::shops::prestashop::{self, PrestaShop};
use crate::util::shops::shoper::{self, Shoper};
use crate::util::shops::shopify::{self, Shopify};
use crate::util::shops::woocommerce::{self, WooCommerce};

const HOST: &str = "sklep.test";
/// Products of a recorded shop: more than a page.
const PRODUCTS: usize = 8;
const SYSTEMS: [&str; 4] = ["prestashop", "shoper", "shopify", "woocommerce"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// A developer with the folder of a built-in shop system, without its conversations.
fn partner(system: &str) -> Partner {
    let partner = Partner::new();
    let (built, source) =
        (root().join("target/bundle/plugins").join(system), root().join("plugins").join(system));
    let folder = format!("plugins/{system}");
    for inner in ["texts", "examples", "recordings/shop"] {
        fs::create_dir_all(partner.path(&format!("{folder}/{inner}"))).expect("a folder");
    }
    for name in ["plugin.toml", "icon.svg", "texts/en.toml", "texts/pl.toml", "component.wasm"] {
        partner.write(&format!("{folder}/{name}"), fs::read(built.join(name)).expect(name));
    }
    for name in ["examples/en.json", "examples/pl.json"] {
        partner.write(&format!("{folder}/{name}"), fs::read(source.join(name)).expect(name));
    }
    partner.write(&format!("{folder}/LICENSE"), "Do what you like.\n");
    partner
}

fn file_of(system: &str) -> String {
    format!("plugins/{system}/recordings/shop/{HOST}.json")
}

/// The stored conversation of a built-in shop system.
fn conversation(system: &str) -> Value {
    let file = root().join(file_of(system));
    serde_json::from_slice(&fs::read(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display())))
        .expect("JSON")
}

/// The result of the suite with this conversation.
fn tested(partner: &Partner, system: &str, conversation: &Value) -> (i32, Value) {
    partner.write(&file_of(system), conversation.to_string());
    let (code, printed, messages) = partner.types(&["test", &format!("plugins/{system}"), "--json"]);
    let report =
        serde_json::from_str(&printed).unwrap_or_else(|error| panic!("{error}: {printed}{messages}"));
    (code, report)
}

/// The findings as `call: expected; made`.
fn findings(report: &Value) -> Vec<String> {
    let cases = report["cases"].as_array().expect("cases").iter();
    let all = cases.filter_map(|case| case["findings"].as_array()).flatten();
    all.map(|it| [&it["call"], &it["expected"], &it["made"]].map(|it| it.as_str().unwrap_or("?")).join("; "))
        .collect()
}

/// Records a conversation with a shop at this port, as the suite plays it.
fn record(system: &str, port: u16, login: &str, secret: (&str, &str)) -> Value {
    let partner = partner(system);
    let (name, value) = secret;
    let plain = format!("{HOST}:{port}");
    let environment = [
        ("SITEWRIGHT_FETCH_PRIVATE", "127.0.0.1"),
        ("SITEWRIGHT_FETCH_NAMES", "sklep.test=127.0.0.1"),
        ("SITEWRIGHT_PLUGIN_HTTP_PLAIN", plain.as_str()),
        ("SHOP_SECRET", value),
    ];
    let (folder, secret) = (format!("plugins/{system}"), format!("{name}=SHOP_SECRET"));
    let mut arguments =
        vec!["test", folder.as_str(), "--record", "--shop", HOST, "--secret", secret.as_str(), "--write"];
    if !login.is_empty() {
        arguments.extend(["--login", login]);
    }
    let (_, printed, messages) = partner.types_with(&environment, &arguments);
    assert!(messages.contains("recorded "), "{system}: {printed}{messages}");
    let text = fs::read_to_string(partner.path(&file_of(system))).expect("a conversation");
    for private in [value, login].iter().filter(|private| !private.is_empty()) {
        assert!(!text.contains(private), "{system}: {private} is in the file");
    }
    // The fake shop has no certificate.
    let text = text.replace(&format!("http://{HOST}:{port}"), &format!("https://{HOST}"));
    let text = text.replace(&format!("http:\\\\/\\\\/{HOST}:{port}"), &format!("https:\\\\/\\\\/{HOST}"));
    let text = text.replace(&format!("{HOST}:{port}"), HOST);
    if std::env::var_os("SITEWRIGHT_UPDATE_CONVERSATIONS").is_some() {
        let file = root().join(file_of(system));
        fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
        fs::write(file, format!("{text}\n")).expect("written");
    }
    serde_json::from_str(&text).expect("JSON")
}

/// Records, and expects that the suite passes with the recording, also of `write`.
fn passes(system: &str, port: u16, login: &str, secret: (&str, &str)) {
    let recorded = record(system, port, login, secret);
    assert!(recorded["writing"].as_array().is_some_and(|all| all.len() >= 2), "{system}");
    let (code, report) = tested(&partner(system), system, &recorded);
    assert_eq!((code, findings(&report)), (0, Vec::new()), "{system}: {report:#}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_recorded_conversation_has_no_secret_and_changes_nothing() {
    let shop = WooCommerce::start().await;
    shop.fill(PRODUCTS, 7);
    let before = shop.database();
    passes("woocommerce", shop.port, woocommerce::KEY, ("secret", woocommerce::SECRET));
    assert_eq!(shop.database(), before);

    let shop = PrestaShop::start().await;
    shop.fill(PRODUCTS, 7);
    let before = shop.database();
    passes("prestashop", shop.port, "", ("key", prestashop::KEY));
    assert_eq!(shop.database(), before);

    let shop = Shopify::start().await;
    shop.fill(PRODUCTS, 7);
    let before = shop.database();
    passes("shopify", shop.port, "", ("token", shopify::TOKEN));
    assert_eq!(shop.database(), before);

    let shop = Shoper::start().await;
    shop.set(|settings| (settings.limit, settings.bandwidth) = (200.0, 400.0));
    shop.fill(PRODUCTS, 7);
    let before = shop.database();
    passes("shoper", shop.port, "", ("token", shoper::TOKEN));
    assert_eq!(shop.database(), before);
}

/// `SITEWRIGHT_UPDATE_CONVERSATIONS=1` with the test above writes their conversations.
#[test]
fn the_built_in_shop_systems_pass_the_suite() {
    for system in SYSTEMS {
        let (code, report) = tested(&partner(system), system, &conversation(system));
        assert_eq!((code, findings(&report)), (0, Vec::new()), "{system}: {report:#}");
    }
}
