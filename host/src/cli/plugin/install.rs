//! `sitewright plugin install`: installs a package or folder into the data of the server that the settings name. A
//! running server on that data notices the change.

use std::{path::PathBuf, process::ExitCode};

use anyhow::{Context as _, anyhow};
use clap::Args;
use sitewright_package as package;

use super::{beside, folder, fresh::Building, read, tell};
use crate::{
    catalogue::tools::{self, Tools},
    cli::told::Told,
    market::registry::{self, Incoming, Rollout},
    messages::audit_log::Actor,
    platform::{
        app::App,
        config::Config,
        error::{Problem, Text},
        locale::Locale,
    },
};

/// The actor in the audit log.
const ACTOR: &str = "command-line";

#[derive(Args)]
pub struct Install {
    /// The package, or a plugin's folder
    path: PathBuf,
    #[command(flatten)]
    building: Building,
    /// Language of the messages: en or pl
    #[arg(long, default_value = super::super::tongue(), value_parser = super::super::language)]
    language: Locale,
}

pub(super) async fn run(config: Config, arguments: Install) -> anyhow::Result<ExitCode> {
    // One plugin is checked at a time: a pool for thousands takes longer to reserve.
    let config = Config { max_instances: Some(1), ..config };
    let app = tools::load_lazily(crate::open_quietly(config.clone()).await?).await?;
    let app = registry::load_quietly(app).await?;
    let language = arguments.language;
    let bytes = bytes(&app, &arguments).await;
    let installed = match &bytes {
        Ok(Ok(bytes)) => Some(install(&app, bytes.clone()).await),
        _ => None,
    };
    let waits = match &installed {
        Some(Ok(Ok(digest))) => Some(registry::waits(&app, digest).await),
        _ => None,
    };
    app.close().await;
    let bytes = match bytes? {
        Ok(bytes) => bytes,
        Err(problems) => return Ok(tell(&problems, language)),
    };
    match installed.transpose()?.context("nothing was installed")? {
        Ok(digest) => {
            if let Ok(package) = folder::read(&bytes) {
                let package::Manifest { id, version, .. } = &package.manifest;
                // The address to try it at, if a server uses this folder.
                let server = beside::address(&config.data)?;
                let page = server.map(|server| format!("  {server}/app/tools/{id}")).unwrap_or_default();
                println!("{id} {version}{page}");
            }
            if waits.transpose()?.unwrap_or_default() {
                println!("{}", Text::key("cli.installed-waiting").say(language));
            }
            println!("sha256 {digest}");
            Ok(ExitCode::SUCCESS)
        }
        // The package is wrong, not the command.
        Err(problem) => Ok(Told::of(&problem, language, str::to_owned).refusal().end()),
    }
}

/// The package of the file, or of the packed folder.
async fn bytes(app: &App, arguments: &Install) -> anyhow::Result<Result<Vec<u8>, Vec<package::Problem>>> {
    if !arguments.path.is_dir() {
        return Ok(Ok(read(&arguments.path, arguments.language)?));
    }
    let workshop = app.part::<Tools>().workshop();
    let made = folder::package(workshop, &arguments.path, &arguments.building, arguments.language).await?;
    Ok(made.map(|(bytes, package)| {
        folder::tell_unanswered(&package, arguments.language);
        bytes
    }))
}

async fn install(app: &App, bytes: Vec<u8>) -> anyhow::Result<Result<String, Problem>> {
    let actor = Actor { id: ACTOR.to_owned(), impersonator_id: None, network: None };
    let incoming = Incoming { bytes: bytes.into(), source: ACTOR.to_owned(), rollout: Rollout::All };
    match registry::install(app, &actor, incoming).await {
        Err(problem) if problem.status().is_server_error() => Err(anyhow!("{problem}")),
        done => Ok(done),
    }
}
