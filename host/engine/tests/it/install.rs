//! What the engine accepts as a plugin, what it refuses, and how it stores compiled code.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use crate::guest::{core_module, empty_component};
use crate::harness::{Bench, engine_in};
use crate::prelude::*;

async fn refusal(component: Vec<u8>) -> InstallError {
    match bench(limits()).engine.install(component).await {
        Ok(_) => panic!("it must be refused"),
        Err(error) => error,
    }
}

fn files(bench: &Bench, extension: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(bench.folder.path()).expect("the folder is there");
    let paths = entries.map(|entry| entry.expect("it can be read").path());
    paths.filter(|path| path.extension().is_some_and(|found| found == extension)).collect()
}

#[tokio::test]
async fn a_plugins_permissions_are_its_imports() {
    let bench = bench(limits());
    let honest = bench.install(Guest::default().component()).await;
    assert_eq!(honest.permissions(), []);
    let asking = Guest { fields: IMPORT_COMPLETE, ..Guest::default() }.component();
    let size = asking.len();
    let asking = bench.install(asking).await;
    assert_eq!(asking.permissions(), [Permission::Model]);
    assert_eq!((asking.size(), asking.digest().len()), (size, 64));
    assert_eq!(asking.resources().initial_memory_bytes, 2 << 16);
}

#[tokio::test]
async fn an_unknown_import_is_refused_by_name() {
    let guest = Guest {
        fields: r#"(import "tests:guest/unknown" "launch" (func))"#,
        world: "import unknown;",
        ..Guest::default()
    };
    let error = refusal(guest.component()).await;
    assert_eq!(error, InstallError::UnknownImport("tests:guest/unknown".to_owned()));
    assert_eq!(
        error.to_string(),
        "The component imports `tests:guest/unknown`, which this host does not have."
    );
}

#[tokio::test]
async fn a_file_that_is_not_a_component_is_refused() {
    assert_eq!(refusal(core_module()).await, InstallError::CoreModule);
    assert_eq!(refusal(b"<html>".to_vec()).await, InstallError::NotAComponent);
    assert_eq!(refusal(Vec::new()).await, InstallError::NotAComponent);
    let mut cut = Guest::default().component();
    cut.truncate(200);
    assert_eq!(refusal(cut).await.code(), "install.invalid");
}

#[tokio::test]
async fn precompiled_code_is_refused() {
    let bench = bench(limits());
    bench.install(Guest::default().component()).await;
    let compiled = fs::read(&files(&bench, "cwasm")[0]).expect("the cache holds it");
    assert_eq!(refusal(compiled).await, InstallError::Precompiled);
}

#[tokio::test]
async fn a_component_without_the_tool_is_refused() {
    let missing = InstallError::MissingExport("sitewright:plugin/tool@0.1.0#describe".to_owned());
    assert_eq!(refusal(empty_component()).await, missing);
}

#[tokio::test]
async fn a_component_beyond_the_limits_is_refused() {
    let component = Guest::default().component();
    let limits = Limits { component_bytes: 1_000, ..limits() };
    let bytes = component.len();
    let too_big = bench(limits).engine.install(component).await.map(|_| ());
    assert_eq!(too_big, Err(InstallError::TooBig { bytes, limit: 1_000 }));

    let greedy = Guest { pages: 1_025, ..Guest::default() }.component();
    let error = refusal(greedy).await;
    assert!(error.to_string().contains("memory"), "{error}");
}

#[tokio::test]
async fn compiled_code_is_loaded_by_its_digest() {
    let bench = bench(limits());
    let component = Guest::default().component();
    let (digest, size) = {
        let plugin = bench.install(component).await;
        (plugin.digest().to_owned(), plugin.size())
    };
    assert!(bench.engine.is_compiled(&digest));
    let loaded = bench.engine.load(&digest, size).await.expect("it fits").expect("it was compiled");
    assert_eq!((loaded.digest(), loaded.size()), (digest.as_str(), size));
    assert_eq!(loaded.describe("en").await.map(|descriptor| descriptor.name), Ok("Good tool".to_owned()));
    let other = "0".repeat(64);
    assert!(!bench.engine.is_compiled(&other));
    assert_eq!(bench.engine.load(&other, size).await.map(|plugin| plugin.is_some()), Ok(false));
}

#[tokio::test]
async fn a_component_is_compiled_once() {
    let bench = bench(limits());
    let component = Guest::default().component();
    let plugins = join_all((0..20).map(|_| bench.install(component.clone()))).await;
    assert_eq!(bench.engine.stats().loaded_plugins, 1);
    let compiled = files(&bench, "cwasm");
    assert_eq!(compiled.len(), 1);
    let written = fs::metadata(&compiled[0]).and_then(|file| file.modified()).expect("it has a time");

    drop(plugins);
    assert_eq!(bench.engine.stats().loaded_plugins, 0);
    let again = engine_in(&bench.folder, limits());
    again.install(component).await.expect("it is loaded");
    assert_eq!(fs::metadata(&compiled[0]).and_then(|file| file.modified()).expect("it has a time"), written);
}

#[tokio::test]
async fn compiled_code_is_private_and_never_trusted_when_damaged() {
    let bench = bench(limits());
    let component = Guest::default().component();
    drop(bench.install(component.clone()).await);
    let code = files(&bench, "cwasm").remove(0);
    assert_eq!(fs::metadata(&code).expect("it is there").permissions().mode() & 0o777, 0o600);

    let whole = fs::read(&code).expect("it can be read");
    let mut damaged = whole.clone();
    damaged[whole.len() / 2] ^= 0xff;
    for bad in [damaged, whole[..whole.len() / 2].to_vec(), Vec::new()] {
        fs::write(&code, bad).expect("it can be written");
        let plugin = bench.install(component.clone()).await;
        let report = plugin.run("{}".to_owned(), TestPorts::answering("yes")).await;
        assert!(report.result.is_ok(), "{report:?}");
        drop(plugin);
        assert_eq!(fs::read(&code).expect("it was recompiled").len(), whole.len());
    }
}
