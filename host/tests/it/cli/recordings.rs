//! `plugin test` of tools with egress: without a recording they are not tested, and with one no external call is
//! made.

use sitewright_engine::{HttpRequest, HttpResponse};

use crate::prelude::*;
use crate::util::peer::Peer;
use crate::util::site::{Reply, Site};

const SHOP: &str = "permissions = [\"http\", \"store\"]\nhosts = [\"shop.example\"]\n";
const OUTSIDE: &str = "permissions = [\"http\", \"search\", \"store\", \"web\"]\nhosts = [\"shop.test\"]\n";

/// A developer with the folder of a tool, made of a test guest.
fn partner(id: &str, asks_for: &str) -> Partner {
    let partner = Partner::new();
    let manifest = manifest(id, 0).replace("[ui]", &format!("{asks_for}[ui]"));
    add_plugin(&partner.path(""), id, &manifest, &guest(id));
    let folder = format!("plugins/{id}");
    partner.write(&format!("{folder}/icon.svg"), r#"<svg xmlns="http://www.w3.org/2000/svg"/>"#);
    partner.write(&format!("{folder}/LICENSE"), "Do what you like.\n");
    partner
}

/// A recorded run of the shop's example, as `--record` stores it.
fn of_shop(language: &str) -> Value {
    let request = HttpRequest {
        method: "GET".to_owned(),
        url: "https://shop.example/products".to_owned(),
        headers: vec![("Authorization".to_owned(), "Bearer {secret:token}".to_owned())],
        body: Vec::new(),
    };
    let answer = HttpResponse { status: 200, headers: Vec::new(), body: b"three loaves".to_vec() };
    json!({
        "format": 1, "tool": "shop", "version": "0.1.0", "package": null, "input": {},
        "context": { "interface_language": language, "project": null, "brand": null, "now_ms": 0 },
        "calls": [
            { "call": "http.send", "question": request, "answer": { "ok": answer } },
            { "call": "store.get", "question": { "key": "products" }, "answer": { "ok": null } },
        ],
        "end": { "outcome": { "title": "Shop", "text": "200 three loaves ", "data": {} } },
    })
}

#[test]
fn p3_a_tool_without_answers_never_passes() {
    let partner = partner("shop", SHOP);
    let (code, output, _) = partner.types(&["test", "plugins/shop"]);
    assert!(code == 1 && output.contains("2 cases, 2 failed"), "{output}");
    assert!(output.contains("It ends with refused") && output.contains("plugin test --record"), "{output}");
    let (_, output, _) = partner.types(&["test", "plugins/shop", "--language", "pl"]);
    assert!(output.contains("zapyta raz i zachowa odpowiedzi"), "{output}");
    // A package that expects this reports it.
    for command in ["pack", "check"] {
        let (code, _, output) = partner.types(&[command, "plugins/shop"]);
        assert!(code == 0 && output.contains("examples/en.json expects `refused`"), "{command}: {output}");
    }
}

#[test]
fn p3_recorded_runs_are_played_with_all_their_calls() {
    let partner = partner("shop", SHOP);
    fs::create_dir_all(partner.path("plugins/shop/recordings/runs")).expect("a folder");
    for language in ["en", "pl"] {
        let file = format!("plugins/shop/recordings/runs/{language}.json");
        partner.write(&file, of_shop(language).to_string());
    }
    let output = partner.does(&["test", "plugins/shop"]);
    contains_all(&output, &["ok    en  recordings/runs/en.json", "2 cases, 0 failed"]);

    // A different result is reported, and becomes the expected one on request.
    let mut other = of_shop("en");
    other["end"]["outcome"]["text"] = json!("200 two loaves ");
    let file = "plugins/shop/recordings/runs/en.json";
    partner.write(file, other.to_string());
    let (code, output, _) = partner.types(&["test", "plugins/shop"]);
    assert!(code == 1 && output.contains("The text differs in line 1. Expected: 200 two loaves"), "{output}");
    let output = partner.does(&["test", "plugins/shop", "--update"]);
    assert!(output.contains("recordings/runs/en.json was updated with this result"), "{output}");
    let kept: Value = serde_json::from_slice(&fs::read(partner.path(file)).expect("a file")).expect("JSON");
    assert_eq!(kept["end"]["outcome"]["text"], "200 three loaves ");
    assert!(partner.does(&["test", "plugins/shop"]).contains("2 cases, 0 failed"));

    // A call without a recorded answer is not guessed, and an update does not store a failure.
    let mut other = of_shop("en");
    other["calls"][0]["question"]["url"] = json!("https://shop.example/other");
    partner.write(file, other.to_string());
    let (code, output, _) = partner.types(&["test", "plugins/shop", "--update"]);
    assert!(code == 1 && output.contains("http.send: the recording has no answer"), "{output}");
    let kept: Value = serde_json::from_slice(&fs::read(partner.path(file)).expect("a file")).expect("JSON");
    assert_eq!(kept, other, "nothing was rewritten");
}

#[test]
fn p3_expectations_of_examples_are_rewritten_on_request() {
    let partner = Partner::new();
    partner.does(&["new", "short-texts"]);
    partner.does(&["pack", "short-texts", "-o", "a.plugin"]);
    let mut example: Value =
        serde_json::from_slice(&partner.package("a.plugin").files["examples/en.json"]).expect("JSON");
    let right = example["expected"].clone();
    example["expected"]["outcome"]["text"] = json!("Something else.");
    fs::create_dir(partner.path("short-texts/examples")).expect("a folder");
    partner.write("short-texts/examples/bread.json", example.to_string());
    assert_eq!(partner.types(&["test", "short-texts"]).0, 1);
    partner.does(&["test", "short-texts", "--update"]);
    let file = fs::read(partner.path("short-texts/examples/bread.json")).expect("a file");
    let kept: Value = serde_json::from_slice(&file).expect("JSON");
    assert_eq!(kept["expected"], right);
    partner.does(&["test", "short-texts"]);
    // The examples of a package cannot be rewritten.
    let (code, _, output) = partner.types(&["test", "a.plugin", "--update"]);
    assert!(code == 2 && output.contains("folder"), "{output}");
}

#[tokio::test(flavor = "multi_thread")]
async fn p3_recording_lets_pages_and_requests_out() {
    let (site, peer) =
        (Site::start([("/", Reply::html("<title>Rye bread</title><p>Fresh."))]).await, Peer::start().await);
    let partner = partner("outside", OUTSIDE);
    let page = format!("http://site.test:{}/", site.url.rsplit(':').next().expect("a port"));
    let shop = format!("GET http://shop.test:{}/echo", peer.port);
    fs::create_dir(partner.path("plugins/outside/examples")).expect("a folder");
    for (name, input) in [
        ("page", json!({ "do": "read", "a": page })),
        ("shop", json!({ "do": "send", "a": shop })),
        ("kept", json!({ "do": "set", "a": "key", "b": "value" })),
    ] {
        let example = json!({ "language": "en", "input": input, "expected": { "failure": "refused" } });
        partner.write(&format!("plugins/outside/examples/{name}.json"), example.to_string());
    }
    let ports = format!("shop.test:{}", peer.port);
    let open = [
        ("SITEWRIGHT_FETCH_PRIVATE", "127.0.0.1"),
        ("SITEWRIGHT_FETCH_NAMES", "site.test=127.0.0.1,shop.test=127.0.0.1"),
        ("SITEWRIGHT_PLUGIN_HTTP_PORTS", ports.as_str()),
    ];
    let (_, output, messages) = partner.types_with(&open, &["test", "plugins/outside", "--record"]);
    let read = |name: &str| {
        let file = partner.path("plugins/outside/recordings/runs").join(format!("{name}.json"));
        let file = fs::read(file).unwrap_or_else(|error| panic!("{name}: {error}: {output}{messages}"));
        serde_json::from_slice::<Value>(&file).expect("JSON")
    };
    let recorded = read("page");
    has(&recorded["calls"][0], json!({ "call": "web.read", "answer": { "ok": { "title": "Rye bread" } } }));
    let text = read("shop")["end"]["outcome"]["text"].clone();
    assert!(text.as_str().is_some_and(|text| text.starts_with("200")), "{text}");
    assert_eq!(read("kept")["end"]["outcome"]["text"], "kept");

    // From then on no external call is made, and the recording covers the examples that need answers.
    let (came, visited) = (peer.came().len(), site.paths().len());
    let output = partner.does(&["test", "plugins/outside"]);
    assert!(output.contains("ok    en  recordings/runs/page.json"), "{output}");
    assert!(!output.contains("examples/page.json"), "{output}");
    assert_eq!((peer.came().len(), site.paths().len()), (came, visited));

    // A run at the command line has egress as well.
    let input = json!({ "do": "read", "a": page }).to_string();
    let (code, printed, output) = partner.types_with(&open, &["run", "plugins/outside", "--input", &input]);
    assert!(code == 0 && printed.contains("Rye bread"), "{printed}{output}");
    let input = json!({ "do": "read", "a": "http://127.0.0.2/" }).to_string();
    let (_, printed, _) = partner.types_with(&open, &["run", "plugins/outside", "--input", &input]);
    assert!(printed.contains("refused"), "refused as on a server: {printed}");
}
