//! The fuzzers are a separate workspace, which a change here does not compile.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

fn table(path: &str) -> toml::Table {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    fs::read_to_string(&path).expect("a file").parse().expect("a table")
}

/// `make fuzz-parsers` uses the locked versions and adds none.
#[test]
fn their_lock_file_has_the_dependencies_of_the_reader() {
    let manifest = table("Cargo.toml");
    let wanted: BTreeSet<&str> =
        manifest["dependencies"].as_table().expect("a table").keys().map(String::as_str).collect();
    let lock = table("fuzz/Cargo.lock");
    let locked: BTreeSet<&str> = lock["package"]
        .as_array()
        .expect("packages")
        .iter()
        .find(|package| package["name"].as_str() == Some("sitewright-package"))
        .and_then(|package| package["dependencies"].as_array())
        .expect("the reader")
        .iter()
        .filter_map(|name| name.as_str()?.split(' ').next())
        .collect();
    assert_eq!(
        locked, wanted,
        "cargo metadata --manifest-path host/package/fuzz/Cargo.toml > /dev/null fixes it"
    );
}
