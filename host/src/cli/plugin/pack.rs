//! `sitewright plugin pack`: a folder becomes one file.

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::{Context as _, bail};
use clap::Args;
use sitewright_engine::{Engine, Plugin};
use sitewright_package::{Example, Files, Package, Rules, gather, pack};

use super::{engine, read, tell, write};
use crate::{config::Config, locale::Locale, tools};

const COMPONENT: &str = "component.wasm";

#[derive(Args)]
pub struct Pack {
    /// The plugin's folder: plugin.toml, component.wasm, icon.svg, LICENSE, and where there are any texts/, examples/, ui/
    folder: PathBuf,
    /// Where the package goes; ID-VERSION.plugin by default
    #[arg(short, long)]
    output: Option<PathBuf>,
    /// The component, where it is not in the folder
    #[arg(long)]
    component: Option<PathBuf>,
    /// A licence that is not in the folder; may be given several times
    #[arg(long)]
    license: Vec<PathBuf>,
    /// Language of the messages: en or pl
    #[arg(long, default_value = "en", value_parser = super::super::language)]
    language: Locale,
}

pub(super) async fn run(config: Config, arguments: Pack) -> anyhow::Result<ExitCode> {
    let mut files = gather(&arguments.folder)?;
    if let Some(component) = &arguments.component {
        files.insert(COMPONENT.to_owned(), read(component)?);
    }
    for license in &arguments.license {
        let name = license.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        files.insert(name.to_owned(), read(license)?);
    }
    let engine = engine(config)?;
    let bytes = of_files(&engine, &arguments.folder, files).await?;
    let package = match Package::read(&bytes, &Rules { development: true, ..Rules::default() }) {
        Ok(package) => package,
        Err(problems) => return Ok(tell(&problems, arguments.language)),
    };
    let problems = tools::verify(&engine, &package).await;
    if !problems.is_empty() {
        return Ok(tell(&problems, arguments.language));
    }
    let name = format!("{}-{}.plugin", package.manifest.id, package.manifest.version);
    let output = arguments.output.unwrap_or_else(|| Path::new(&name).to_owned());
    write(&output, &bytes)?;
    println!("{}  {} KiB\nsha256 {}", output.display(), bytes.len().div_ceil(1024), package.digest);
    Ok(ExitCode::SUCCESS)
}

/// The files of a plugin's folder as a package, with what its component says of itself.
pub(super) async fn of_files(engine: &Engine, folder: &Path, mut files: Files) -> anyhow::Result<Vec<u8>> {
    let Some(component) = files.get(COMPONENT).cloned() else {
        bail!("{} holds no {COMPONENT}: build it, or name it with --component", folder.display());
    };
    let plugin = engine.install(component).await.context(COMPONENT)?;
    complete(&plugin, &mut files).await?;
    Ok(pack(files)?)
}

/// Adds what the component says of itself, and its own example in each language where the folder has none.
async fn complete(plugin: &Plugin, files: &mut Files) -> anyhow::Result<()> {
    let has_examples = files.keys().any(|name| name.starts_with("examples/"));
    for locale in Locale::ALL {
        let language = locale.tag();
        let descriptor = tools::describe(plugin, locale).await?;
        files.insert(format!("describe/{language}.json"), descriptor.to_json());
        if has_examples {
            continue;
        }
        let input: serde_json::Value = serde_json::from_str(descriptor.example.get())?;
        let expected = tools::rehearse(plugin, language, input.clone(), &[])
            .await
            .with_context(|| format!("the example in {language:?}"))?;
        let example = Example { language: language.to_owned(), input, answers: Vec::new(), expected };
        files.insert(format!("examples/{language}.json"), example.to_json());
    }
    Ok(())
}
