//! The SDK for TypeScript, which a plugin gets along: whoever begins one needs this program and npm, and no checkout.

use std::{fs, path::Path};

use anyhow::Context as _;
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "../plugins/sdk-typescript"]
struct Sdk;

const CONTRACT: &str = include_str!("../../../../../wit/plugin.wit");

/// Writes the SDK into a folder, with the contract that it builds for.
pub(super) fn write(folder: &Path) -> anyhow::Result<()> {
    for name in Sdk::iter().filter(|name| belongs(name)) {
        let file = Sdk::get(&name).with_context(|| format!("the SDK lacks {name}"))?;
        put(&folder.join(name.as_ref()), &file.data)?;
    }
    put(&folder.join("wit/plugin.wit"), CONTRACT.as_bytes())
}

/// Its own tests and what makes its generated files stay at home.
fn belongs(name: &str) -> bool {
    let is_package = name == "package.json" || name.starts_with("src/") || name.starts_with("build/");
    is_package && !name.ends_with(".test.ts")
}

fn put(file: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let above = file.parent().context("a file of the SDK lies in a folder")?;
    fs::create_dir_all(above).with_context(|| format!("cannot make {}", above.display()))?;
    fs::write(file, bytes).with_context(|| format!("cannot write {}", file.display()))
}
