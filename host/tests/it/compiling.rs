//! Compiling untrusted components: in a child process, with limits.

use sitewright_engine::{Compiler, Costs, Engine, InstallError, Settings};

use crate::prelude::*;
use crate::util::packages::{encode, module};

const PROGRAM: &str = env!("CARGO_BIN_EXE_sitewright");

/// An engine without compiled code, with these limits for its compiler.
fn engine(costs: Costs) -> (Engine, TempDir) {
    let cache = tempfile::tempdir().expect("a folder");
    let compiler = Compiler { costs, ..Compiler::new(PROGRAM, &["compile-component"]) };
    let settings =
        Settings { compiler: Some(compiler), max_instances: Some(1), ..Settings::new(cache.path()) };
    (Engine::new(settings).expect("an engine"), cache)
}

fn small() -> Vec<u8> {
    encode(&module("1.0.0", false))
}

async fn refusal(costs: Costs, component: Vec<u8>) -> Option<InstallError> {
    engine(costs).0.install(component).await.err()
}

#[tokio::test]
async fn v4_a_child_compiles_what_the_engine_runs() {
    let (engine, cache) = engine(Costs::default());
    let plugin = engine.install(small()).await.expect("it is a plugin");
    assert!(plugin.describe("en").await.is_ok());
    let kept = std::fs::read_dir(cache.path()).expect("a folder").count();
    assert_eq!(kept, 2, "the code and its digest, and nothing of the child");
}

#[tokio::test]
async fn v4_a_child_that_takes_too_much_is_ended() {
    let full = Costs::default();
    let mib = |number: u64| number << 20;
    for (costs, limit) in [
        (Costs { memory_bytes: mib(2), ..full }, "2 MiB"),
        (Costs { output_bytes: mib(1) >> 6, ..full }, "16 KiB"),
    ] {
        assert_eq!(refusal(costs, small()).await, Some(InstallError::TooCostly { limit: limit.to_owned() }));
    }
    // A second of work would be too much for a test; waiting for input costs nothing.
    let wait = Costs { wall: Duration::from_secs(1), ..full };
    let job = json!({ "script": false, "memory_bytes": 1 << 20, "stack_bytes": 1 << 19, "table_elements": 10,
        "costs": wait, "parent": std::process::id() });
    let (input, _held) = std::io::pipe().expect("a pipe");
    let child = Command::new(PROGRAM).args(["compile-component", &job.to_string()]).stdin(input).output();
    let status = child.expect("it runs").status;
    assert_eq!(std::os::unix::process::ExitStatusExt::signal(&status), Some(14), "{status}");
}

#[tokio::test]
async fn v4_an_invalid_component_is_distinguished_from_one_that_is_too_costly() {
    let mut broken = small();
    let end = broken.len() - 9;
    broken.truncate(end);
    let refused = refusal(Costs::default(), broken).await;
    assert!(matches!(refused, Some(InstallError::Invalid(_))), "{refused:?}");
}

#[test]
fn v4_a_child_without_its_parent_does_nothing() {
    let job = json!({ "script": false, "memory_bytes": 1 << 20, "stack_bytes": 1 << 19, "table_elements": 10,
        "costs": Costs::default(), "parent": 1 });
    let output = Command::new(PROGRAM)
        .args(["compile-component", &job.to_string()])
        .env_clear()
        .stdin(std::process::Stdio::null())
        .output()
        .expect("it runs");
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&output.stderr).contains("its parent has exited"));
}
