//! A plugin in TypeScript: the builder of its SDK bundles it and puts the interpreter around it. Node runs that.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, bail};
use tokio::process::Command;

const BUILDER: &str = "node_modules/@sitewright/plugin-sdk/build/build.mjs";
/// The oldest Node.js that the bundler runs on.
const OLDEST: u32 = 20;

/// Whether it could be built; what could not, the builder has told.
pub(super) async fn build(folder: &Path) -> anyhow::Result<bool> {
    let node = node(folder).await?;
    let builder = match above(folder, BUILDER) {
        Some(builder) => builder,
        None => {
            fetch_packages(folder).await?;
            above(folder, BUILDER)
                .context("package.json does not name @sitewright/plugin-sdk, which builds the plugin")?
        }
    };
    let built = Command::new(node).arg(builder).arg(folder).kill_on_drop(true).status();
    Ok(built.await.context("cannot run node")?.success())
}

/// A file that npm has put into this folder or into that of a workspace around it.
fn above(folder: &Path, name: &str) -> Option<PathBuf> {
    folder.ancestors().map(|folder| folder.join(name)).find(|file| file.exists())
}

/// The packages' own Node.js, where they bring one, or that of the machine.
async fn node(folder: &Path) -> anyhow::Result<OsString> {
    let node = above(folder, "node_modules/.bin/node").map_or_else(|| "node".into(), PathBuf::into_os_string);
    let missing = format!("Node.js is missing: install version {OLDEST} or newer from https://nodejs.org");
    let output = Command::new(&node).arg("--version").output().await.context(missing)?;
    let version = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    let major = version.trim_start_matches('v').split('.').next().and_then(|major| major.parse::<u32>().ok());
    if major.is_none_or(|major| major < OLDEST) {
        bail!("Node.js {version} is too old: install version {OLDEST} or newer from https://nodejs.org");
    }
    Ok(node)
}

async fn fetch_packages(folder: &Path) -> anyhow::Result<()> {
    println!("npm fetches the packages that package.json names, which is done once …");
    let npm = Command::new("npm").args(["install", "--no-audit", "--no-fund"]).current_dir(folder).status();
    let status = npm.await.context("npm is missing: it comes with Node.js, from https://nodejs.org")?;
    if !status.success() {
        bail!("npm could not fetch the packages; what it says stands above");
    }
    Ok(())
}
