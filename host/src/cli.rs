//! The command line: one file for each command under `cli/`.

mod migrate;
mod openapi;
mod plugin;
mod serve;
mod tool;
mod user;

use std::process::ExitCode;

use clap::{CommandFactory as _, Parser, Subcommand};

use crate::{config::Config, locale::Locale};

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
    /// The tools, without a server
    #[command(subcommand)]
    Tool(tool::Command),
    /// Components and packages
    #[command(subcommand)]
    Plugin(plugin::Command),
    /// Accounts
    #[command(subcommand)]
    User(user::Command),
}

/// All commands with their options, for the reference in the docs.
pub fn command() -> clap::Command {
    Cli::command()
}

/// Runs the command that the arguments name.
pub fn main() -> ExitCode {
    let command = Cli::parse().command;
    if !matches!(command, Command::Serve(_)) {
        end_with_the_reader();
    }
    match run(command) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("sitewright: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Whoever reads the output may have enough of it, as `head` has: then the program ends like any other, without a word.
/// A server must outlive its readers.
fn end_with_the_reader() {
    // SAFETY: nothing else runs yet, and the default for a signal needs no handler.
    #[cfg(unix)]
    unsafe {
        libc::signal(libc::SIGPIPE, libc::SIG_DFL);
    }
}

#[tokio::main]
async fn run(command: Command) -> anyhow::Result<ExitCode> {
    let done = match command {
        Command::Tool(command) => return tool::run(Config::load()?, command).await,
        Command::Plugin(command) => return plugin::run(Config::load()?, command).await,
        Command::Serve(serve) => serve::run(serve).await,
        Command::Migrate => migrate::run(Config::load()?).await,
        Command::Openapi => openapi::run(),
        Command::User(command) => user::run(Config::load()?, command).await,
    };
    done.map(|()| ExitCode::SUCCESS)
}

/// For arguments that name a language.
fn language(tag: &str) -> Result<Locale, String> {
    Locale::of_tag(tag).ok_or_else(|| "the languages are en and pl".to_owned())
}

/// The language of the terminal, as `LC_ALL`, `LC_MESSAGES` and `LANG` name it: the first that is set counts.
fn tongue() -> &'static str {
    let named = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().filter_map(|name| std::env::var(name).ok());
    tongue_of(named.into_iter().find(|name| !name.is_empty()).as_deref())
}

/// The language that a name such as `pl_PL.UTF-8` means.
fn tongue_of(name: Option<&str>) -> &'static str {
    let tag = name.and_then(|name| name.split(['_', '.', '@']).next()).unwrap_or_default();
    Locale::of_tag(tag).unwrap_or_default().tag()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_terminals_language_is_taken_where_it_is_one_of_ours() {
        assert_eq!(tongue_of(Some("pl_PL.UTF-8")), "pl");
        assert_eq!(tongue_of(Some("pl")), "pl");
        for other in [None, Some(""), Some("C.UTF-8"), Some("de_DE.UTF-8"), Some("en_GB")] {
            assert_eq!(tongue_of(other), "en", "{other:?}");
        }
    }
}
