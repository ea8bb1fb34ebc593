//! The command line: one file for each command under `cli/`.

mod migrate;
mod openapi;
mod serve;
mod user;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::config::Config;

/// Tools that write and check the texts of websites.
#[derive(Parser)]
#[command(name = "sitewright", version, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Serve the product over HTTP
    Serve(serve::Serve),
    /// Bring the database up to date and stop
    Migrate,
    /// Print the document of the API (OpenAPI, JSON)
    Openapi,
    /// Accounts
    #[command(subcommand)]
    User(user::Command),
}

/// Runs the command that the arguments name.
pub fn main() -> ExitCode {
    match run(Cli::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("sitewright: {error:#}");
            ExitCode::FAILURE
        }
    }
}

#[tokio::main]
async fn run(command: Command) -> anyhow::Result<()> {
    match command {
        Command::Serve(serve) => serve::run(serve).await,
        Command::Migrate => migrate::run(Config::load()?).await,
        Command::Openapi => openapi::run(),
        Command::User(command) => user::run(Config::load()?, command).await,
    }
}
