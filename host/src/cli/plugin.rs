//! `sitewright plugin …`: commands for plugin developers, and for inspecting plugins before installation.

mod beside;
mod build;
mod case;
mod check;
mod dev;
mod folder;
mod fresh;
mod inspect;
mod install;
mod judge;
mod keys;
mod new;
mod pack;
mod publish;
mod record;
mod replay;
mod run;
mod sdk;
mod server;
mod shop;
mod sites;
mod test;
mod watch;

use std::io::Write as _;

use clap::Subcommand;
use server::{Reason, Refusal};
use sitewright_engine::Engine;
use sitewright_package::Problem;

use super::examples;
use super::failure::{self, Failure};
use crate::catalogue::tools::engine_settings;
use crate::cli::prelude::*;
use crate::platform::bundle::Bundle;

/// The code of a plugin in its folder.
const COMPONENT: &str = "component.wasm";
/// The source of a plugin without code.
const TEMPLATE: &str = "template.toml";
/// The rules of a pack without code.
const RULES: &str = "rules.toml";

#[derive(Subcommand)]
pub(super) enum Command {
    /// Create a plugin in a new folder
    #[command(after_help = examples::NEW)]
    New(new::New),
    /// Develop a plugin: build it on each change, and let a running server serve it to your account only
    #[command(after_help = examples::DEV)]
    Dev(dev::Dev),
    /// Build the component of a plugin in Rust or TypeScript
    #[command(after_help = examples::BUILD)]
    Build(build::Build),
    /// Run a plugin once and print its result
    #[command(after_help = examples::RUN)]
    Run(run::Run),
    /// Test a plugin with its examples and recordings, in both languages, or a rule pack with its sites
    #[command(after_help = examples::TEST)]
    Test(test::Test),
    /// Pack a plugin's folder into a package, with its descriptions and examples
    #[command(after_help = examples::PACK)]
    Pack(pack::Pack),
    /// Create a publisher's key pair
    #[command(after_help = examples::KEYGEN)]
    Keygen(keys::Keygen),
    /// Sign a package with a publisher's key
    #[command(after_help = examples::SIGN)]
    Sign(keys::Sign),
    /// Prove the ownership of a publisher's key: sign the challenge of a server
    #[command(after_help = examples::PROVE)]
    Prove(keys::Prove),
    /// Check a package, here or on a server, and report all problems
    #[command(after_help = examples::CHECK)]
    Check(check::Check),
    /// Install a package, or a folder that is packed first, on this server
    #[command(after_help = examples::INSTALL)]
    Install(install::Install),
    /// Upload a package to a server: install it as an administrator, or submit it for review
    #[command(after_help = examples::PUBLISH)]
    Publish(publish::Publish),
    /// Replay a recorded run, on this version or another, and show the differences
    #[command(after_help = examples::REPLAY)]
    Replay(replay::Replay),
    /// Write or update the embedded SDK for tools in Rust
    #[command(after_help = examples::SDK)]
    Sdk(sdk::WriteSdk),
    /// Show the permissions, size, limits and descriptions of a component or package
    #[command(after_help = examples::INSPECT)]
    Inspect(inspect::Inspect),
}

pub(super) async fn run(config: Config, command: Command) -> anyhow::Result<ExitCode> {
    let done = match command {
        Command::New(new) => new::run(&new),
        Command::Dev(dev) => dev::run(config, dev).await,
        Command::Build(build) => build::run(&build).await,
        Command::Run(run) => run::run(config, run).await,
        Command::Test(test) => test::run(config, test).await,
        Command::Pack(pack) => pack::run(config, pack).await,
        Command::Keygen(keygen) => keys::generate(&keygen),
        Command::Sign(sign) => keys::sign(&sign),
        Command::Prove(prove) => keys::prove(&prove),
        Command::Check(check) => check::run(config, check).await,
        Command::Install(install) => install::run(config, install).await,
        Command::Publish(publish) => publish::run(config, publish).await,
        Command::Replay(replay) => replay::run(config, replay).await,
        Command::Sdk(sdk) => sdk::run(&sdk),
        Command::Inspect(inspect) => inspect::run(config, inspect).await,
    };
    let done = done.or_else(|error| error.downcast().map(|refused: Refused| refused.end()));
    done.or_else(|error| error.downcast().map(|refusal: Refusal| refusal.print()))
}

/// A workshop for one run at a time: a pool for thousands takes longer to reserve than the run itself.
fn workshop(config: &Config) -> anyhow::Result<Workshop> {
    let engine = Engine::new(engine_settings(&Config { max_instances: Some(1), ..config.clone() }))?;
    Ok(Workshop::new(engine, &Bundle::open(config.bundle.clone())))
}

fn read(file: &Path, language: Locale) -> anyhow::Result<Vec<u8>> {
    fs::read(file).with_context(|| of_file("cli.cannot-read", file, language))
}

/// A message about a file.
fn of_file(key: &'static str, file: &Path, language: Locale) -> Failure {
    Text::key(key).with("file", file.display().to_string()).fail(language)
}

/// Writes the whole file or nothing, replacing an existing one.
fn write(file: &Path, bytes: &[u8], language: Locale) -> anyhow::Result<()> {
    let failed = || of_file("cli.cannot-write", file, language);
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let beside = folder.join(format!(".{}.part", uuid::Uuid::now_v7()));
    let written = fs::File::create(&beside)
        .and_then(|mut part| part.write_all(bytes).and_then(|()| part.sync_all()))
        .and_then(|()| fs::rename(&beside, file));
    if written.is_err() {
        let _ = fs::remove_file(&beside);
    }
    written.with_context(failed)
}

/// The problems of a refused package, in the reader's language. A command that returns them as its error prints each.
#[derive(Debug, thiserror::Error)]
#[error("the package is refused")]
struct Refused(Vec<Reason>);

impl Refused {
    fn of(problems: &[Problem], language: Locale) -> Self {
        Self(problems.iter().map(|problem| reason(problem, language)).collect())
    }

    /// Prints every problem.
    fn end(&self) -> ExitCode {
        failure::reasons("package.refused", &self.0, Reason::line)
    }
}

/// The result for a package, or its problems.
fn accepted<T>(made: Result<T, Vec<Problem>>, language: Locale) -> anyhow::Result<T> {
    made.map_err(|problems| Refused::of(&problems, language).into())
}

/// A problem with its place and its code, in the form of a server's response.
fn reason(problem: &Problem, language: Locale) -> Reason {
    Reason {
        code: problem.code.as_str().to_owned(),
        place: problem.place.clone(),
        message: sentence(problem, language),
    }
}

fn sentence(problem: &Problem, language: Locale) -> String {
    language.say(problem.code.as_str(), &problem.params)
}
