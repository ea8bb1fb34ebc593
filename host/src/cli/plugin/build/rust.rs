//! A plugin in Rust: compiled by the builder of its SDK.

use tokio::process::Command;

use super::messages;
use crate::cli::prelude::*;

/// The builder in cargo's target folder.
const BUILDER: &str = "debug/sitewright-plugin-build";

/// Returns whether it compiled; the compiler has printed any errors.
pub(super) async fn build(folder: &Path, language: Locale) -> anyhow::Result<bool> {
    let source = source(folder, language).await?;
    let own = folder.join("target/builder");
    let mut builder = cargo();
    builder.args(["run", "--quiet", "-p", "sitewright-plugin-build"]);
    if !source.starts_with(folder) && !source.join("target").is_dir() {
        // The SDK in cargo's cache must stay unchanged; an SDK in the tool's folder may be written to.
        builder.arg("--target-dir").arg(&own);
    }
    if ![source.join("target"), own].iter().any(|target| target.join(BUILDER).is_file()) {
        eprintln!("{}", Text::key("cli.build-builder").say(language));
    }
    builder.args(["--", "--in-place"]).arg(folder).current_dir(&source).stdout(messages()?);
    let built = builder.status();
    let is_built = built.await.with_context(|| Text::key("cli.build-no-rust").fail(language))?.success();
    if !is_built && !has_linker() {
        eprintln!("{}", Text::key("cli.build-no-linker").say(language));
    }
    Ok(is_built)
}

/// The source repository of the plugin's SDK, which also contains the builder.
async fn source(folder: &Path, language: Locale) -> anyhow::Result<PathBuf> {
    let mut metadata = cargo();
    metadata.args(["metadata", "--format-version", "1", "--manifest-path"]).arg(folder.join("Cargo.toml"));
    let output = metadata.output().await.with_context(|| Text::key("cli.build-no-rust").fail(language))?;
    if !output.status.success() {
        let why = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        bail!(Text::key("cli.build-unreadable").with("why", why).fail(language));
    }
    let metadata: Value = serde_json::from_slice(&output.stdout).context("what cargo says")?;
    let packages = metadata["packages"].as_array().map_or(&[][..], Vec::as_slice);
    let sdk = packages.iter().find(|package| package["name"] == "sitewright-sdk");
    let manifest = sdk.and_then(|sdk| sdk["manifest_path"].as_str());
    let manifest = Path::new(manifest.with_context(|| Text::key("cli.build-no-sdk").fail(language))?);
    // plugins/sdk/Cargo.toml
    let source =
        manifest.ancestors().nth(3).filter(|source| source.join("plugins/build/Cargo.toml").is_file());
    Ok(source.with_context(|| Text::key("cli.build-no-builder").fail(language))?.to_owned())
}

/// Build scripts and macros need a linker, whatever the target is. A fresh machine has none.
fn has_linker() -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join("cc").is_file())
}

fn cargo() -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    // The caller's lints do not apply to the sources of the SDK.
    cargo.kill_on_drop(true).env_remove("RUSTC_WORKSPACE_WRAPPER");
    cargo
}
