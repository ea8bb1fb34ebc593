//! The conformance suite of shop systems in `plugin test`.

use crate::prelude::*;
use crate::util::shops::prestashop::{self, PrestaShop};
use crate::util::shops::shoper::{self, Shoper};
use crate::util::shops::shopify::{self, Shopify};
use crate::util::shops::woocommerce::{self, WooCommerce};

const HOST: &str = "sklep.test";
/// Products of a recorded shop: more than a page.
const PRODUCTS: usize = 8;
const SYSTEMS: [&str; 5] = ["baselinker", "prestashop", "shoper", "shopify", "woocommerce"];

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
    let host = if system == "baselinker" { "api.baselinker.com" } else { HOST };
    format!("plugins/{system}/recordings/shop/{host}.json")
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

// A recording follows the pace of the plugin, so each system has its own test.

#[tokio::test(flavor = "multi_thread")]
async fn a_recording_of_woocommerce_has_no_secret_and_changes_nothing() {
    let shop = WooCommerce::start().await;
    shop.fill(PRODUCTS, 7);
    let before = shop.database();
    passes("woocommerce", shop.port, woocommerce::KEY, ("secret", woocommerce::SECRET));
    assert_eq!(shop.database(), before);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_recording_of_prestashop_has_no_secret_and_changes_nothing() {
    let shop = PrestaShop::start().await;
    shop.fill(PRODUCTS, 7);
    let before = shop.database();
    passes("prestashop", shop.port, "", ("key", prestashop::KEY));
    assert_eq!(shop.database(), before);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_recording_of_shopify_has_no_secret_and_changes_nothing() {
    let shop = Shopify::start().await;
    shop.fill(PRODUCTS, 7);
    let before = shop.database();
    passes("shopify", shop.port, "", ("token", shopify::TOKEN));
    assert_eq!(shop.database(), before);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_recording_of_shoper_has_no_secret_and_changes_nothing() {
    let shop = Shoper::start().await;
    shop.set(|settings| (settings.limit, settings.bandwidth) = (200.0, 400.0));
    shop.fill(PRODUCTS, 7);
    let before = shop.database();
    passes("shoper", shop.port, "", ("token", shoper::TOKEN));
    assert_eq!(shop.database(), before);
}

/// `SITEWRIGHT_UPDATE_CONVERSATIONS=1` with the tests above writes their conversations.
#[test]
fn the_built_in_shop_systems_pass_the_suite() {
    for system in SYSTEMS {
        let (code, report) = tested(&partner(system), system, &conversation(system));
        assert_eq!((code, findings(&report)), (0, Vec::new()), "{system}: {report:#}");
    }
}

/// A developer with the shop system of the tests, which does what the labels of its host say.
fn partner_of_wrong_shop() -> Partner {
    let (partner, id) = (Partner::new(), "wrong-shop");
    let grants = "permissions = [\"context\", \"http\", \"store\"]\nconnections = [\"wrong-shop\"]\n";
    let manifest = manifest(id, 0).replace("[ui]", &format!("{grants}[ui]"));
    add_plugin(&partner.path(""), id, &manifest, &guest("wrong_shop"));
    fs::create_dir_all(partner.path("plugins/wrong-shop/recordings/shop")).expect("a folder");
    partner.write("plugins/wrong-shop/icon.svg", r#"<svg xmlns="http://www.w3.org/2000/svg"/>"#);
    partner.write("plugins/wrong-shop/LICENSE", "Do what you like.\n");
    fs::create_dir(partner.path("plugins/wrong-shop/examples")).expect("a folder");
    for language in ["en", "pl"] {
        let example = json!({ "language": language, "input": {}, "expected": { "failure": "refused" } });
        partner.write(&format!("plugins/wrong-shop/examples/{language}.json"), example.to_string());
    }
    partner
}

/// Three goods on two pages, and one that is written.
fn goods(host: &str) -> Value {
    let good = |id: &str, title: &str| json!({ "id": id, "title": title, "html": "<p>Text</p>" });
    let exchange = |method: &str, path: &str, body: Value, answer: Value| {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let request =
            json!({ "method": method, "url": format!("https://{host}/{path}"), "headers": [], "body": body });
        json!({ "request": request, "answer": { "status": 200, "headers": [], "body": answer.to_string() } })
    };
    let get = |path: &str, answer: Value| exchange("GET", path, Value::Null, answer);
    let [one, two, three] = [("1", "Mug"), ("2", "Cup"), ("3", "Jug")].map(|(id, title)| good(id, title));
    let edit = |field: &str, before: &str, after: &str| json!([{ "language": "pl", "field": field, "before": before, "after": after }]);
    json!({
        "format": 1, "host": host, "secrets": ["token"], "page": 2,
        "reading": [
            get("shop", json!({ "name": "Sklep" })),
            get("goods?page=1", json!({ "goods": [one, two], "more": true, "total": 3 })),
            get("goods?page=2", json!({ "goods": [three], "more": false, "total": 3 })),
            get("goods?ids=1,2,3", json!({ "goods": [one, two, three] })),
            get("goods?ids=999999937", json!({ "goods": [] })),
        ],
        "writing": [{
            "kind": "product",
            "changes": [
                { "id": "1", "edits": edit("sitewright-unknown", "", "x") },
                { "id": "2", "edits": edit("title", "Cup", "Tea cup") },
            ],
            "exchanges": [
                exchange("PATCH", "goods/1", json!({}), json!({})),
                exchange("PATCH", "goods/2", json!({ "title": "Tea cup" }), json!({})),
                get("goods?ids=1,2", json!({ "goods": [one, good("2", "Tea cup")] })),
            ],
        }],
    })
}

#[test]
fn a_shop_system_that_keeps_the_contract_passes() {
    let partner = partner_of_wrong_shop();
    let (code, report) = tested(&partner, "wrong-shop", &goods(HOST));
    assert_eq!((code, findings(&report)), (0, Vec::new()), "{report:#}");

    // A request that the conversation does not have is not guessed.
    let mut other = goods(HOST);
    other["reading"].as_array_mut().expect("exchanges").remove(2);
    let (code, report) = tested(&partner, "wrong-shop", &other);
    let found = findings(&report).join("\n");
    assert!(
        code == 1 && found.contains("a recorded answer to each request; GET https://sklep.test/goods?page=2"),
        "{found}"
    );
    let (_, output, _) = partner.types(&["test", "plugins/wrong-shop", "--language", "pl"]);
    assert!(output.contains("list product: oczekiwano: nagrana odpowiedź na każde żądanie."), "{output}");

    // Without a conversation nothing is proved.
    fs::remove_file(partner.path(&file_of("wrong-shop"))).expect("removed");
    let (code, output, _) = partner.types(&["test", "plugins/wrong-shop"]);
    assert!(code == 1 && output.contains("No conversation with a shop is recorded"), "{output}");
}

#[test]
fn each_breach_of_the_contract_is_found() {
    let partner = partner_of_wrong_shop();
    let expected = [
        (
            "url.tag.order.language.field.other.ghost.accepts.reveals.forbidden.empty",
            &[
                "check; an https address; http://",
                "check; a language tag such as pl or en-GB (BCP 47); Polish",
                "list product; the same items in the same order when they are listed again; 1 2 3 – 2 1 3",
                "list product; a language that check reports; 1: de",
                "list product; fields of the kind, or alt:ID of an image of the item; 1: colour",
                "read product; the item with the texts that list returns; 1: de/colour: \"Mug\" – \"Mug!\"",
                "read product; an ID that the shop does not have is left out; 999999937",
                "write product; invalid with the pointer /sitewright-unknown; ok",
                "read product; the written text; 2: pl/title: –",
                "write product; the text itself leaves, and not the secret that it seems to name; title: PATCH",
                "check (401); one of: denied; unavailable (?)",
                "check (401); a message in the user's language; this one is the same in English and Polish; \"?\"",
                "list (HTML); one of: denied, not-connected, unavailable; ok",
            ][..],
        ),
        (
            "twice.circle.silent",
            &[
                "list product; each value once; 1",
                "list product; a different `next` on each page; \"1/2\"",
                "list product; at most 2 items on a page; 3",
                "read (403); a message for the user; \"\"",
            ],
        ),
        (
            "panic.fewer",
            &[
                "list (500); a result or a fault within the limits of a call; The plugin trapped",
                "write product; a result without a fault; The plugin's answer is malformed: 1 results for 2 changes",
            ],
        ),
    ];
    for (labels, expected) in expected {
        let host = format!("{labels}.{HOST}");
        let (code, report) = tested(&partner, "wrong-shop", &goods(&host));
        let found = findings(&report).join("\n");
        assert_eq!(code, 1, "{found}");
        contains_all(&found, expected);
    }
}

#[test]
fn a_shop_is_recorded_only_with_its_secrets_and_for_a_shop_system() {
    let partner = partner_of_wrong_shop();
    let arguments = ["test", "plugins/wrong-shop", "--record", "--shop", HOST, "--secret"];
    for secret in ["token", "token=NOT_SET_ANYWHERE"] {
        let (code, _, messages) = partner.types(&[&arguments[..], &[secret]].concat());
        assert!(code == 2 && messages.contains("NAME=VARIABLE"), "{messages}");
    }
    let (code, _, messages) = partner.types(&["test", "plugins/scripted", "--record", "--shop", HOST]);
    assert!(code == 2 && messages.contains("does not export the interface shop"), "{messages}");
}
