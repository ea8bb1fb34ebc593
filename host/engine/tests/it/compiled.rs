//! The same attacks as in `hostile.rs`, in Rust as authors write it: with the standard allocator, panics and stack.

use crate::prelude::*;

/// The attack, the expected error code, and a part of the message.
const HOSTILITIES: &[(&str, &str, &str)] = &[
    ("loop", "plugin.cpu-limit", "CPU limit of 250 ms"),
    ("memory", "plugin.memory-limit", "more memory than its limit of 64 MiB"),
    ("recursion", "plugin.stack-limit", "stack limit of 512 KiB"),
    ("large-frames", "plugin.trap", "recursion too deep for its own stack"),
    ("answer", "plugin.output-limit", "output limit of 1 MiB"),
    ("calls", "plugin.host-call-limit", "limit of 10000 calls"),
    ("data", "plugin.host-data-limit", "limit of 2 MiB"),
    ("panic", "plugin.trap", "it panicked"),
];

fn component() -> Vec<u8> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/guests/hostile.wasm");
    std::fs::read(file).expect("the compiled guests are missing: run `make guests`")
}

#[tokio::test]
async fn a_hostile_plugin_compiled_from_rust() {
    let bench = bench(Limits { quarantine_traps: 0, cpu: Duration::from_millis(250), ..limits() });
    let plugin = bench.install(component()).await;
    assert_eq!(plugin.permissions(), Permission::OF_GENERATORS);
    assert_eq!(plugin.describe("en").await.map(|descriptor| descriptor.name), Ok("Hostile".to_owned()));
    for (worst, code, words) in HOSTILITIES {
        let report = plugin.run(format!(r#"{{"do":"{worst}"}}"#), TestPorts::answering("yes")).await;
        let error = error(report);
        assert_eq!(error.code(), *code, "{worst}: {error}");
        assert!(error.to_string().contains(words), "{worst}: {error}");
    }
    let report = plugin.run(r#"{"do":"wait"}"#.to_owned(), TestPorts::answering("yes")).await;
    assert_eq!(report.result.map(|outcome| outcome.text), Ok("yes".to_owned()));
}
