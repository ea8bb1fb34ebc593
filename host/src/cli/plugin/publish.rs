//! `sitewright plugin publish`: uploads a package to a server. With an administrator's key it is installed, with a
//! publisher's key submitted for review.

use clap::ValueEnum;
use reqwest::StatusCode;

use super::fresh::Building;
use super::server::{Sent, Server, ServerArgs, answered};
use super::{folder, read, workshop};
use crate::cli::prelude::*;

#[derive(Args)]
pub struct Publish {
    /// The package, or a plugin's folder
    file: PathBuf,
    #[command(flatten)]
    server: ServerArgs,
    #[command(flatten)]
    building: Building,
    /// The accounts that it serves if it is installed
    #[arg(long, value_enum, default_value_t = For::Me)]
    stage: For,
    /// A note about the changes, for the reviewers
    #[arg(long)]
    note: Option<String>,
    /// Language of the messages: en or pl
    #[arg(long, default_value = super::super::tongue(), value_parser = super::super::language)]
    language: Locale,
}

#[derive(Clone, Copy, ValueEnum)]
enum For {
    /// Only the key's account
    Me,
    /// Everybody
    All,
}

pub(super) async fn run(config: Config, publish: Publish) -> anyhow::Result<ExitCode> {
    let server = publish.server.expect(publish.language)?;
    let bytes = match publish.file.is_dir() {
        true => {
            folder::bytes(&workshop(&config)?, &publish.file, &publish.building, publish.language).await?
        }
        false => read(&publish.file, publish.language)?,
    };
    let stage = match publish.stage {
        For::Me => "me",
        For::All => "all",
    };
    match answered(server.install(bytes.clone(), stage).await)? {
        Ok(installed) => {
            let key = match (installed.state.as_str(), publish.stage) {
                ("waiting", _) => Text::key("cli.installed-waiting"),
                (_, For::Me) => Text::key("cli.installed-for-me"),
                (_, For::All) => Text::key("cli.installed"),
            };
            println!("{}\nsha256 {}", key.say(publish.language), installed.digest);
            Ok(ExitCode::SUCCESS)
        }
        // Only administrators install; others may submit.
        Err(refusal) if refusal.is(StatusCode::FORBIDDEN) => match answered(server.upload(bytes).await)? {
            Ok(sent) => hand_in(&server, sent, &publish).await,
            // This server, or this key, does not accept submissions.
            Err(other) if other.is(StatusCode::NOT_FOUND) || other.is(StatusCode::FORBIDDEN) => {
                Err(refusal.into())
            }
            Err(other) => Err(other.into()),
        },
        Err(refusal) => Err(refusal.into()),
    }
}

/// Submits an upload for review, if it has no problems.
async fn hand_in(server: &Server, sent: Sent, publish: &Publish) -> anyhow::Result<ExitCode> {
    if !sent.problems.is_empty() {
        sent.problems.iter().for_each(|problem| eprintln!("{}", problem.line()));
        return Ok(ExitCode::FAILURE);
    }
    // One that is under review or approved is not submitted again.
    if ["checked", "returned"].contains(&sent.state.as_str()) {
        server.submit(&sent.id, publish.note.as_deref()).await?;
    }
    let key =
        if sent.state == "approved" { Text::key("cli.approved-before") } else { Text::key("cli.submitted") };
    println!("{}\nsha256 {}", key.say(publish.language), sent.digest);
    Ok(ExitCode::SUCCESS)
}
