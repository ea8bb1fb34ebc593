//! `sitewright plugin install`: installs a package or folder into the data of the server that the settings name. A
//! running server on that data notices the change.

use sitewright_package::Manifest;

use super::fresh::Building;
use super::{beside, folder, read};
use crate::catalogue::tools::{self, Tools};
use crate::cli::failure::Failure;
use crate::cli::prelude::*;
use crate::market::registry::{self, Incoming, Rollout};
use crate::messages::audit_log::Actor;
use crate::platform::app::App;
use crate::platform::error::Problem;

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
    let done = put(&app, &arguments).await;
    app.close().await;
    let (bytes, installed) = done?;
    let (digest, waits) = match installed {
        Ok(installed) => installed,
        // The package is wrong, not the command.
        Err(problem) => return Ok(Failure::of(&problem, language, str::to_owned).refusal().end()),
    };
    if let Ok(package) = folder::read(&bytes) {
        let Manifest { id, version, .. } = &package.manifest;
        // The address to try it at, if a server uses this folder.
        let server = beside::address(&config.data)?;
        let page = server.map(|server| format!("  {server}/app/tools/{id}")).unwrap_or_default();
        println!("{id} {version}{page}");
    }
    if waits {
        println!("{}", Text::key("cli.installed-waiting").say(language));
    }
    println!("sha256 {digest}");
    Ok(ExitCode::SUCCESS)
}

/// Installs the package, and returns its bytes with its digest and whether it waits for an approval.
async fn put(app: &App, arguments: &Install) -> anyhow::Result<(Vec<u8>, Result<(String, bool), Problem>)> {
    let Install { path, building, language } = arguments;
    let bytes = match path.is_dir() {
        true => folder::bytes(app.part::<Tools>().workshop(), path, building, *language).await?,
        false => read(path, *language)?,
    };
    let installed = match install(app, bytes.clone()).await? {
        Ok(digest) => {
            let waits = registry::waits(app, &digest).await?;
            Ok((digest, waits))
        }
        Err(problem) => Err(problem),
    };
    Ok((bytes, installed))
}

async fn install(app: &App, bytes: Vec<u8>) -> anyhow::Result<Result<String, Problem>> {
    let actor = Actor { id: ACTOR.to_owned(), impersonator_id: None, network: None };
    let incoming = Incoming { bytes: bytes.into(), source: ACTOR.to_owned(), rollout: Rollout::All };
    match registry::install(app, &actor, incoming).await {
        Err(problem) if problem.status().is_server_error() => Err(anyhow!("{problem}")),
        done => Ok(done),
    }
}
