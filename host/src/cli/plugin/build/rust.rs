//! A plugin in Rust: the builder that comes with its SDK compiles it.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use serde_json::Value;
use tokio::process::Command;

/// Whether it could be compiled; what could not, the compiler has told.
pub(super) async fn build(folder: &Path) -> anyhow::Result<bool> {
    let source = source(folder).await?;
    let mut builder = cargo();
    builder.args(["run", "--quiet", "-p", "sitewright-plugin-build"]);
    if !source.starts_with(folder) && !source.join("target").is_dir() {
        // What cargo fetched for itself stays as it is; an SDK of the tool's own is ours.
        builder.arg("--target-dir").arg(folder.join("target/builder"));
    }
    let built = builder.args(["--", "--in-place"]).arg(folder).current_dir(&source).status();
    Ok(built.await.context("cannot run cargo")?.success())
}

/// The source repository that the plugin's SDK is from; the builder lies in it, too.
async fn source(folder: &Path) -> anyhow::Result<PathBuf> {
    let mut metadata = cargo();
    metadata.args(["metadata", "--format-version", "1", "--manifest-path"]).arg(folder.join("Cargo.toml"));
    let output = metadata.output().await.context("cannot run cargo; install Rust from https://rustup.rs")?;
    if !output.status.success() {
        bail!("cargo cannot read the plugin: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    let metadata: Value = serde_json::from_slice(&output.stdout).context("what cargo says")?;
    let packages = metadata["packages"].as_array().map_or(&[][..], Vec::as_slice);
    let sdk = packages.iter().find(|package| package["name"] == "sitewright-sdk");
    let manifest = sdk.and_then(|sdk| sdk["manifest_path"].as_str());
    let manifest = Path::new(manifest.context("the plugin does not depend on sitewright-sdk")?);
    // plugins/sdk/Cargo.toml
    let source =
        manifest.ancestors().nth(3).filter(|source| source.join("plugins/build/Cargo.toml").is_file());
    Ok(source.context("the builder, plugins/build, does not lie beside the SDK")?.to_owned())
}

fn cargo() -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.kill_on_drop(true);
    cargo
}
