//! `sitewright plugin run`: one run of a plugin's folder or package, with its result.

use super::fresh::Building;
use super::{folder, workshop};
use crate::cli::prelude::*;
use crate::cli::running::{self, Face, Order, Program};

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
    let package = folder::open(&workshop, &run.path, &run.building, language).await?;
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
