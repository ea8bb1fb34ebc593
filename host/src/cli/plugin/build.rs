//! `sitewright plugin build`: makes the component of a plugin with the builder of its SDK.

mod rust;
mod script;

use std::fs::File;
use std::os::fd::AsFd as _;
use std::process::Stdio;
use std::time::SystemTime;

use super::{COMPONENT, RULES, TEMPLATE, of_file};
use crate::cli::prelude::*;

#[derive(Args)]
pub struct Build {
    /// The plugin's folder; component.wasm is written there
    folder: PathBuf,
    /// Language of the messages: en or pl
    #[arg(long, default_value = super::super::tongue(), value_parser = super::super::language)]
    language: Locale,
}

pub(super) async fn run(arguments: &Build) -> anyhow::Result<ExitCode> {
    Ok(if build(&arguments.folder, arguments.language).await? {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// The output for builder messages: standard output belongs to the command that builds first.
fn messages() -> anyhow::Result<Stdio> {
    Ok(std::io::stderr().as_fd().try_clone_to_owned().context("the standard error")?.into())
}

/// The source language of a plugin.
enum Sources {
    Rust,
    Script,
}

impl Sources {
    fn of(folder: &Path) -> Option<Self> {
        let has = |name: &str| folder.join(name).is_file();
        match () {
            () if has("Cargo.toml") => Some(Self::Rust),
            () if has("package.json") => Some(Self::Script),
            () => None,
        }
    }
}

/// Whether the folder's component is compiled from sources.
pub(super) fn is_compiled(folder: &Path) -> bool {
    Sources::of(folder).is_some()
}

/// Builds `component.wasm`. False if the compiler reported errors.
pub(super) async fn build(folder: &Path, language: Locale) -> anyhow::Result<bool> {
    let folder = folder.canonicalize().with_context(|| of_file("cli.cannot-read", folder, language))?;
    let is_built = match Sources::of(&folder) {
        Some(Sources::Rust) => rust::build(&folder, language).await?,
        Some(Sources::Script) => script::build(&folder, language).await?,
        None if [TEMPLATE, RULES].iter().any(|name| folder.join(name).is_file()) => {
            bail!(Text::key("cli.build-not-needed").fail(language))
        }
        None => bail!(of_file("cli.build-no-sources", &folder, language)),
    };
    if is_built {
        // A builder does not rewrite an unchanged component, so its time is updated here.
        let component = File::options().append(true).open(folder.join(COMPONENT));
        component.and_then(|file| file.set_modified(SystemTime::now())).context(COMPONENT)?;
    }
    Ok(is_built)
}
