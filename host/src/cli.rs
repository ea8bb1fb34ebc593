//! The command line: one file per command under `cli/`.
//!
//! Exit codes: 0 for success, 1 for failure, and 2 for wrong usage (an invalid option, argument or input). `audit` uses
//! them as linters do, see there.

/// Prints to standard output, which may be closed. See `output`.
macro_rules! print {
    ($($argument:tt)*) => { $crate::cli::output::print(format_args!($($argument)*)) };
}
macro_rules! println {
    () => { $crate::cli::output::print(format_args!("\n")) };
    ($($argument:tt)*) => {
        $crate::cli::output::print(format_args!("{}\n", format_args!($($argument)*)))
    };
}
/// Prints a message to standard error, which may be closed.
macro_rules! eprintln {
    ($($argument:tt)*) => { $crate::cli::output::print_error_line(format_args!($($argument)*)) };
}

mod audit;
mod completion;
mod desk;
mod examples;
mod failure;
mod man;
mod migrate;
mod openapi;
mod output;
mod plugin;
mod prelude;
mod running;
mod serve;
mod tool;
mod user;
mod version;

use std::process::ExitCode;

use clap::{CommandFactory as _, Parser, Subcommand};

use crate::catalogue::tools;
use crate::platform::config::{self, Config};
use crate::platform::locale::Locale;

/// Tools that write and check the texts of websites.
#[derive(Parser)]
#[command(name = "sitewright", version = version::SHORT.as_str(), arg_required_else_help = true)]
#[command(after_help = examples::TOP)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Start the HTTP server
    #[command(after_help = examples::SERVE)]
    Serve(serve::Serve),
    /// Migrate the database and exit
    #[command(after_help = examples::MIGRATE)]
    Migrate,
    /// Print the OpenAPI document of the API as JSON
    #[command(after_help = examples::OPENAPI)]
    Openapi,
    /// Audit a website without a server
    #[command(after_help = examples::AUDIT)]
    Audit(Box<audit::Audit>),
    /// Run and inspect tools without a server
    #[command(subcommand)]
    Tool(tool::Command),
    /// Develop, check, sign and install plugins
    #[command(subcommand)]
    Plugin(plugin::Command),
    /// Accounts
    #[command(subcommand)]
    User(user::Command),
    /// Print a shell completion script
    #[command(after_help = examples::COMPLETION)]
    Completion(completion::Completion),
    /// Print the man page, or write the man pages of all commands to a folder
    #[command(after_help = examples::MAN)]
    Man(man::Man),
    /// Print the version, its commit, and the supported plugin contract
    #[command(after_help = examples::VERSION)]
    Version(version::Version),
    /// Compile a component; the server runs this as a child process
    #[command(hide = true, name = tools::COMPILE)]
    Compile { job: String },
}

/// All commands with their options, for the reference in the docs.
pub fn command() -> clap::Command {
    Cli::command()
}

/// Runs the command of the arguments.
pub fn main() -> ExitCode {
    failure::as_json(std::env::args_os().skip(1).any(|argument| argument == "--json"));
    let command = match Cli::try_parse() {
        Ok(cli) => cli.command,
        Err(error) => return failure::misused(error),
    };
    // Before any thread is started, because it sets limits for its own process.
    if let Command::Compile { job } = &command {
        return sitewright_engine::compile_job(job);
    }
    run(command).unwrap_or_else(|error| failure::report(&error))
}

#[tokio::main]
async fn run(command: Command) -> anyhow::Result<ExitCode> {
    let done = match command {
        Command::Audit(audit) => return audit::run(settings()?, *audit).await,
        Command::Tool(command) => return tool::run(settings()?, command).await,
        Command::Plugin(command) => return plugin::run(settings()?, command).await,
        Command::Serve(serve) => serve::run(serve).await,
        Command::Migrate => migrate::run(settings()?).await,
        Command::Openapi => openapi::run(),
        Command::User(command) => user::run(settings()?, command).await,
        Command::Completion(completion) => completion::run(&completion),
        Command::Man(man) => man::run(&man),
        Command::Version(version) => version::run(&version),
        Command::Compile { .. } => unreachable!("it was done without a runtime"),
    };
    done.map(|()| ExitCode::SUCCESS)
}

/// Loads the settings; unknown variables with the settings' prefix are reported.
fn settings() -> anyhow::Result<Config> {
    for stranger in config::unknown_variables() {
        eprintln!("sitewright: {stranger}");
    }
    Config::load()
}

/// Parses a language argument.
fn language(tag: &str) -> Result<Locale, String> {
    Locale::of_tag(tag).ok_or_else(|| "the languages are en and pl".to_owned())
}

/// The language of the terminal, from `LC_ALL`, `LC_MESSAGES` and `LANG`: the first that is set counts.
fn tongue() -> &'static str {
    let named = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().filter_map(|name| std::env::var(name).ok());
    tongue_of(named.into_iter().find(|name| !name.is_empty()).as_deref())
}

/// The language of a locale name such as `pl_PL.UTF-8`.
fn tongue_of(name: Option<&str>) -> &'static str {
    let tag = name.and_then(|name| name.split(['_', '.', '@']).next()).unwrap_or_default();
    Locale::of_tag(tag).unwrap_or_default().tag()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_of_the_terminal_is_used_if_supported() {
        assert_eq!(tongue_of(Some("pl_PL.UTF-8")), "pl");
        assert_eq!(tongue_of(Some("pl")), "pl");
        for other in [None, Some(""), Some("C.UTF-8"), Some("de_DE.UTF-8"), Some("en_GB")] {
            assert_eq!(tongue_of(other), "en", "{other:?}");
        }
    }
}
