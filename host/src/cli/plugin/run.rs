//! `sitewright plugin run`: one run of a plugin's folder or package, with its result.

use std::{path::PathBuf, process::ExitCode, sync::Arc};

use anyhow::Context as _;
use clap::Args;

use super::{folder, fresh::Building, read, tell, workshop};
use crate::{
    catalogue::tools::{Grants, Schema},
    cli::running::{self, Face, Order, Program},
    platform::{config::Config, locale::Locale},
};

#[derive(Args)]
pub struct Run {
    /// The plugin's folder, or a package
    path: PathBuf,
    #[command(flatten)]
    order: Order,
    #[command(flatten)]
    building: Building,
}

pub(super) async fn run(config: Config, run: Run) -> anyhow::Result<ExitCode> {
    let language = run.order.screen;
    let workshop = workshop(&config)?;
    let package = if run.path.is_dir() {
        folder::package(&workshop, &run.path, &run.building, language).await?.map(|(_, package)| package)
    } else {
        folder::read(&read(&run.path, language)?)
    };
    let package = match package {
        Ok(package) => package,
        Err(problems) => return Ok(tell(&problems, language)),
    };
    let plugin = workshop.plugin(package.program()).await?;
    let described = |locale: Locale| {
        let found = package.descriptors.iter().find(|(language, _)| *language == locale.tag());
        let (_, descriptor) = found.context("a package describes itself in each language")?;
        anyhow::Ok((Schema::of_input(descriptor.input.get())?, descriptor.example.get().to_owned()))
    };
    let (english, polish) = (described(Locale::En)?, described(Locale::Pl)?);
    let program = Program {
        plugin,
        id: &package.manifest.id,
        grants: Arc::new(Grants::from(&package.manifest)),
        texts: [&english, &polish].map(|(input, example)| Face { input, example }),
    };
    running::run(&config, program, &run.order).await
}
