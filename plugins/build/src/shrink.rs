//! Shrinks modules with Binaryen's `wasm-opt`, which `npm ci` installs. It takes some seconds for each, so unchanged
//! modules are taken from the last build.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::package::write_if_changed;

const PROGRAM: &str = "node_modules/.bin/wasm-opt";
const KEPT: &str = "target/guest/shrunk";
/// The features of the engine; `wasm-opt` may use all features that are listed.
const FEATURES: [&str; 7] = [
    "--enable-bulk-memory",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
    "--enable-simd",
];

/// The module, smaller if `wasm-opt` is installed.
pub fn shrink(module: &Path) -> Result<Vec<u8>> {
    let bytes = std::fs::read(module).with_context(|| format!("cannot read {}", module.display()))?;
    if !Path::new(PROGRAM).exists() {
        return Ok(bytes);
    }
    let name = module.file_name().context("a module has a name")?;
    let (before, after) = (kept("before", name), kept("after", name));
    if std::fs::read(&before).is_ok_and(|known| known == bytes)
        && let Ok(shrunk) = std::fs::read(&after)
    {
        return Ok(shrunk);
    }
    std::fs::create_dir_all(Path::new(KEPT).join("after"))?;
    let status = Command::new(PROGRAM)
        // The stack is at the lowest addresses; no data is at addresses that an offset could wrap around to.
        .args(["-Oz", "--low-memory-unused", "--strip-debug", "--strip-producers"])
        .args(FEATURES)
        .arg(module)
        .arg("-o")
        .arg(&after)
        .status()
        .with_context(|| format!("cannot run {PROGRAM}"))?;
    ensure!(status.success(), "wasm-opt failed on {}", module.display());
    // Written last, so that an interrupted build is repeated.
    write_if_changed(&before, &bytes)?;
    Ok(std::fs::read(&after)?)
}

fn kept(folder: &str, name: &std::ffi::OsStr) -> PathBuf {
    Path::new(KEPT).join(folder).join(name)
}
