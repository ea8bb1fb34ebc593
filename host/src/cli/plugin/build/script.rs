//! A plugin in TypeScript: the builder of its SDK bundles it with the interpreter. It runs on Node.js.

use std::ffi::OsString;

use tokio::process::Command;

use super::messages;
use crate::cli::failure::Failure;
use crate::cli::prelude::*;

const BUILDER: &str = "node_modules/@sitewright/plugin-sdk/build/build.mjs";
/// The oldest Node.js that the bundler supports.
const OLDEST: u32 = 20;

/// Returns whether it was built; the builder has printed any errors.
pub(super) async fn build(folder: &Path, language: Locale) -> anyhow::Result<bool> {
    let node = node(folder, language).await?;
    let builder = match above(folder, BUILDER) {
        Some(builder) => builder,
        None => {
            fetch_packages(folder, language).await?;
            above(folder, BUILDER).with_context(|| Text::key("cli.build-no-script-sdk").fail(language))?
        }
    };
    let built = Command::new(node).arg(builder).arg(folder).stdout(messages()?).kill_on_drop(true).status();
    Ok(built.await.with_context(|| missing(language))?.success())
}

/// A file that npm has installed in this folder or in a workspace around it.
fn above(folder: &Path, name: &str) -> Option<PathBuf> {
    folder.ancestors().map(|folder| folder.join(name)).find(|file| file.exists())
}

/// The Node.js of the packages, if they contain one, or that of the machine.
async fn node(folder: &Path, language: Locale) -> anyhow::Result<OsString> {
    let node = above(folder, "node_modules/.bin/node").map_or_else(|| "node".into(), PathBuf::into_os_string);
    let output = Command::new(&node).arg("--version").output().await.with_context(|| missing(language))?;
    let version = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    let major = version.trim_start_matches('v').split('.').next().and_then(|major| major.parse::<u32>().ok());
    if major.is_none_or(|major| major < OLDEST) {
        bail!(Text::key("cli.build-old-node").with("version", version).with("oldest", OLDEST).fail(language));
    }
    Ok(node)
}

fn missing(language: Locale) -> Failure {
    Text::key("cli.build-no-node").with("oldest", OLDEST).fail(language)
}

async fn fetch_packages(folder: &Path, language: Locale) -> anyhow::Result<()> {
    eprintln!("{}", Text::key("cli.build-packages").say(language));
    let mut npm = Command::new("npm");
    npm.args(["install", "--no-audit", "--no-fund"]).current_dir(folder).stdout(messages()?);
    let status = npm.status().await.with_context(|| missing(language))?;
    if !status.success() {
        bail!(Text::key("cli.build-no-packages").fail(language));
    }
    Ok(())
}
