//! Plugins written in TypeScript: the same attacks as in `compiled.rs`, in a separate pool.

use sitewright_engine::Context;
use sitewright_facts::{NewImage, NewPage, Tables};
use tokio::sync::Mutex;

use crate::harness::engine_with;
use crate::prelude::*;

/// The attack, the expected error code, and a part of the message.
const HOSTILITIES: &[(&str, &str, &str)] = &[
    ("memory", "plugin.memory-limit", "more memory than its limit of 128 MiB"),
    // The interpreter counts the depth itself, and its exception is not caught.
    ("recursion", "plugin.trap", "it panicked"),
    ("answer", "plugin.output-limit", "output limit of 1 MiB"),
    ("calls", "plugin.host-call-limit", "limit of 10000 calls"),
    ("data", "plugin.host-data-limit", "limit of 2 MiB"),
    ("panic", "plugin.trap", "it panicked"),
];

/// Attacks that never end, or take very long: encoding 50 MB as UTF-8 takes an interpreter seconds.
const ENDLESS: &[&str] = &["loop", "expression", "long-answer"];

/// An engine whose compiled code is kept between runs: compiling the interpreter takes seconds.
fn engine() -> Engine {
    // No other limit may end the run within this time on a busy machine.
    with_time(Duration::from_secs(10))
}

/// A script may compute four times as long as others.
fn with_time(cpu: Duration) -> Engine {
    let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join("compiled-scripts");
    engine_with(&kept, Limits { quarantine_traps: 0, cpu, ..limits() })
}

async fn hostile(engine: &Engine) -> Plugin {
    installed(engine, "hostile-script").await
}

async fn installed(engine: &Engine, name: &str) -> Plugin {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../target/guests/{name}.wasm"));
    let component = std::fs::read(file).expect("the compiled guests are missing: run `make guests`");
    // The first test compiles; the others load its result.
    static COMPILING: Mutex<()> = Mutex::const_new(());
    let _compiling = COMPILING.lock().await;
    engine.install(component).await.expect("the component is a plugin")
}

async fn asked(plugin: &Plugin, what: &str) -> Result<String, String> {
    let report = plugin.run(format!(r#"{{"do":"{what}"}}"#), TestPorts::answering("yes")).await;
    report.result.map(|outcome| outcome.text).map_err(|error| error.code().to_owned())
}

#[tokio::test]
async fn a_hostile_script_is_ended_by_its_own_limits() {
    let engine = engine();
    let plugin = hostile(&engine).await;
    assert_eq!(plugin.permissions(), Permission::OF_GENERATORS);
    assert_eq!(
        plugin.describe("en").await.map(|descriptor| descriptor.name),
        Ok("Hostile script".to_owned())
    );
    for (worst, code, words) in HOSTILITIES {
        let report = plugin.run(format!(r#"{{"do":"{worst}"}}"#), TestPorts::answering("yes")).await;
        let error = error(report);
        assert_eq!(error.code(), *code, "{worst}: {error}");
        assert!(error.to_string().contains(words), "{worst}: {error}");
    }
    assert_eq!(asked(&plugin, "wait").await, Ok("yes".to_owned()));
    assert_eq!(engine.stats().instances, 0, "every slot is free again");
}

#[tokio::test]
async fn an_endless_script_is_ended_by_its_time() {
    let engine = with_time(Duration::from_millis(50));
    let plugin = hostile(&engine).await;
    for endless in ENDLESS {
        let report = plugin.run(format!(r#"{{"do":"{endless}"}}"#), TestPorts::answering("yes")).await;
        let said = error(report).to_string();
        assert_eq!(said, "The plugin computed longer than its CPU limit of 200 ms.", "{endless}");
    }
}

#[tokio::test]
async fn a_script_has_no_egress_and_no_memory() {
    let engine = engine();
    let plugin = hostile(&engine).await;
    assert_eq!(asked(&plugin, "outside").await, Ok(String::new()));
    for _ in 0..3 {
        assert_eq!(asked(&plugin, "remember").await, Ok("1".to_owned()));
    }
    // The random numbers and the clock are fixed when the component is built.
    for authority in ["random", "clock"] {
        let first = asked(&plugin, authority).await;
        assert!(first.is_ok(), "{authority}: {first:?}");
        for _ in 0..5 {
            assert_eq!(asked(&plugin, authority).await, first, "{authority}");
        }
    }
}

#[tokio::test]
async fn scripts_have_a_separate_pool_from_the_first_one_on() {
    let engine = engine();
    let compiled = engine.install(Guest::default().component()).await.expect("it is a plugin");
    assert_eq!(engine.stats().max_instances, 128, "no script, no pool for scripts");
    let script = hostile(&engine).await;
    assert_eq!(engine.stats().max_instances, 128 + 32);
    assert_eq!((compiled.limits().memory_bytes, script.limits().memory_bytes), (64 << 20, 128 << 20));
    assert_eq!(script.resources().tables, 2);
}

#[tokio::test]
async fn a_compiled_script_is_loaded_by_its_digest() {
    let engine = engine();
    let (digest, size) = {
        let plugin = hostile(&engine).await;
        (plugin.digest().to_owned(), plugin.size())
    };
    assert!(engine.is_compiled(&digest));
    let loaded = engine.load(&digest, size).await.expect("it fits").expect("it was compiled");
    assert_eq!(asked(&loaded, "wait").await, Ok("yes".to_owned()));
    // Another server with the same folder.
    let loaded = self::engine().load(&digest, size).await.expect("it fits").expect("it was compiled");
    assert_eq!(asked(&loaded, "wait").await, Ok("yes".to_owned()));
}

/// A page with 200 images; all of every second page have an alternative text.
fn page(number: u32) -> Tables {
    let url = format!("https://example.com/żółte-{number}");
    let page = NewPage { number, url: &url, status: 200, html: true, ..NewPage::default() };
    Tables::of_page(&page, |tables| {
        for image in 0..200 {
            let src = format!("/zdjęcia/{number}-{image}.jpg");
            let alt = number.is_multiple_of(2).then_some("Stół dębowy");
            NewImage { src: &src, url: &src, alt, ..NewImage::default() }.push(&mut tables.images);
        }
    })
}

#[tokio::test]
async fn a_rule_pack_in_typescript_checks_large_pages_within_the_limits() {
    let engine = with_time(Limits::default().cpu);
    let plugin = installed(&engine, "new-rules-script").await;
    assert!(plugin.is_rules());
    assert_eq!(plugin.permissions(), [Permission::Context, Permission::Crawl]);
    let [english, polish] = plugin.describe_rules_in(["en", "pl"]).await.expect("it describes itself");
    assert_ne!(english.rules[0].title, polish.rules[0].title);

    let (mut batch, mut known) = (Tables::default(), Default::default());
    (0..50).for_each(|number| batch.append(&page(number), &mut known));
    let checks = plugin.checks(Arc::new(english), "{}", Context::default());
    let checked = checks.pages(Arc::new(batch)).await.expect("it stays within its limits");
    let found: Vec<u32> = checked.findings.iter().map(|finding| finding.page).collect();
    assert_eq!(found, (0..50).filter(|page| page % 2 == 1).collect::<Vec<_>>());
    let first = &checked.findings[0];
    let values: serde_json::Value = serde_json::from_str(&first.values).expect("JSON");
    assert_eq!(values, serde_json::json!({ "count": 200, "image": "/zdjęcia/1-0.jpg" }));
    let rows: Vec<u32> = first.evidence.iter().map(|evidence| evidence.row).collect();
    assert_eq!(rows, (0..100).collect::<Vec<_>>());
}
