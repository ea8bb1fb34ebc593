//! `sitewright plugin pack`: a folder becomes one file.

use sitewright_package::gather;

use super::folder::{expect_program, packed, report_unanswered};
use super::fresh::{self, Building};
use super::{COMPONENT, Refused, accepted, read, workshop, write};
use crate::catalogue::tools;
use crate::cli::prelude::*;

#[derive(Args)]
pub struct Pack {
    /// The plugin's folder: plugin.toml, component.wasm, template.toml or rules.toml, icon.svg, LICENSE, and optionally
    /// texts/, examples/, ui/
    folder: PathBuf,
    /// The package to write; ID-VERSION.plugin by default
    #[arg(short, long)]
    output: Option<PathBuf>,
    /// The component, if it is not in the folder
    #[arg(long)]
    component: Option<PathBuf>,
    /// A licence that is not in the folder; may be given several times
    #[arg(long)]
    license: Vec<PathBuf>,
    #[command(flatten)]
    building: Building,
    /// Language of the messages: en or pl
    #[arg(long, default_value = super::super::tongue(), value_parser = super::super::language)]
    language: Locale,
}

pub(super) async fn run(config: Config, arguments: Pack) -> anyhow::Result<ExitCode> {
    if arguments.component.is_none() {
        fresh::build_first(&arguments.folder, &arguments.building, arguments.language).await?;
    }
    let mut files = gather(&arguments.folder)?;
    if let Some(component) = &arguments.component {
        files.insert(COMPONENT.to_owned(), read(component, arguments.language)?);
    }
    for license in &arguments.license {
        let name = license.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        files.insert(name.to_owned(), read(license, arguments.language)?);
    }
    expect_program(&files, &arguments.folder, arguments.language)?;
    let workshop = workshop(&config)?;
    let (bytes, package) = accepted(packed(&workshop, files).await?, arguments.language)?;
    let problems = tools::verify(&workshop, &package).await;
    if !problems.is_empty() {
        return Err(Refused::of(&problems, arguments.language).into());
    }
    report_unanswered(&package, arguments.language);
    let name = format!("{}-{}.plugin", package.manifest.id, package.manifest.version);
    let output = arguments.output.unwrap_or_else(|| Path::new(&name).to_owned());
    write(&output, &bytes, arguments.language)?;
    println!("{}  {} KiB\nsha256 {}", output.display(), bytes.len().div_ceil(1024), package.digest);
    Ok(ExitCode::SUCCESS)
}
