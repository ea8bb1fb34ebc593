//! The embedded SDK for TypeScript, so that a new plugin needs only this program and npm.

use std::path::Path;

use anyhow::Context as _;
use rust_embed::RustEmbed;

use super::sdk::write_file;

#[derive(RustEmbed)]
#[folder = "../plugins/sdk-typescript"]
struct Sdk;

/// The guide that comments of the SDK refer to.
const GUIDE: &str = include_str!("../../../../../plugins/README.md");
const CONTRACT: &str = include_str!("../../../../../wit/plugin.wit");

/// Writes the SDK into a folder, with the contract that it builds for.
pub(super) fn write(folder: &Path) -> anyhow::Result<()> {
    for name in Sdk::iter().filter(|name| belongs(name)) {
        let file = Sdk::get(&name).with_context(|| format!("the SDK has no {name}"))?;
        write_file(&folder.join(name.as_ref()), &file.data)?;
    }
    write_file(&folder.join("README.md"), GUIDE.as_bytes())?;
    write_file(&folder.join("wit/plugin.wit"), CONTRACT.as_bytes())
}

/// Excludes its tests and the generators of its files.
fn belongs(name: &str) -> bool {
    let is_package = name == "package.json" || name.starts_with("src/") || name.starts_with("build/");
    is_package && !name.ends_with(".test.ts")
}
