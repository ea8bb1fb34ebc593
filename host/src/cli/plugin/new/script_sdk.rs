//! The SDK for TypeScript, which a plugin gets along: whoever begins one needs this program and npm, and no checkout.

use std::path::Path;

use anyhow::Context as _;
use rust_embed::RustEmbed;

use super::sdk::write_file;

#[derive(RustEmbed)]
#[folder = "../plugins/sdk-typescript"]
struct Sdk;

/// What the comments of the SDK point to as plugins/README.md.
const GUIDE: &str = include_str!("../../../../../plugins/README.md");
const CONTRACT: &str = include_str!("../../../../../wit/plugin.wit");

/// Writes the SDK into a folder, with the contract that it builds for.
pub(super) fn write(folder: &Path) -> anyhow::Result<()> {
    for name in Sdk::iter().filter(|name| belongs(name)) {
        let file = Sdk::get(&name).with_context(|| format!("the SDK lacks {name}"))?;
        write_file(&folder.join(name.as_ref()), &file.data)?;
    }
    write_file(&folder.join("README.md"), GUIDE.as_bytes())?;
    write_file(&folder.join("wit/plugin.wit"), CONTRACT.as_bytes())
}

/// Its own tests and what makes its generated files stay at home.
fn belongs(name: &str) -> bool {
    let is_package = name == "package.json" || name.starts_with("src/") || name.starts_with("build/");
    is_package && !name.ends_with(".test.ts")
}
