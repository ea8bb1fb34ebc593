//! `sitewright plugin check`: reports all problems of a package, with the checks of this program or of a server.

use sitewright_package::{Keyring, Level, Problem, Rules};

use super::fresh::Building;
use super::keys::key_error;
use super::server::{Server, ServerArgs, Verdict};
use super::{Refused, accepted, folder, of_file, read, sentence, workshop};
use crate::catalogue::tools;
use crate::cli::prelude::*;

#[derive(Args)]
pub struct Check {
    /// The package, or a plugin's folder, which needs no signature
    file: PathBuf,
    #[command(flatten)]
    trust: Trust,
    #[command(flatten)]
    server: ServerArgs,
    #[command(flatten)]
    building: Building,
    /// Language of the messages: en or pl
    #[arg(long, default_value = super::super::tongue(), value_parser = super::super::language)]
    language: Locale,
    /// Print JSON: digest, ok, problems
    #[arg(long)]
    json: bool,
}

/// Which signatures are accepted.
#[derive(Args)]
pub(super) struct Trust {
    /// A publisher's public key, PUBLISHER.pub: the name of the file is the publisher's id; may be given several times
    #[arg(long)]
    pub trust: Vec<PathBuf>,
    /// Accept unsigned packages and unknown publishers
    #[arg(long)]
    pub development: bool,
}

impl Trust {
    pub fn rules(&self, language: Locale) -> anyhow::Result<Rules> {
        let mut keys = Keyring::default();
        for file in &self.trust {
            let key = fs::read_to_string(file).with_context(|| of_file("cli.cannot-read", file, language))?;
            let publisher = file.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
            let trusted = keys.trust(publisher, Level::Private, &key);
            trusted.map_err(|error| anyhow!("{}: {}", file.display(), key_error(&error, language)))?;
        }
        Ok(Rules { keys, development: self.development, ..Rules::default() })
    }
}

#[derive(Serialize)]
struct Checked<'a> {
    digest: Option<&'a str>,
    ok: bool,
    problems: Vec<Reported<'a>>,
}

#[derive(Serialize)]
struct Reported<'a> {
    code: &'static str,
    place: &'a str,
    message: String,
    params: &'a serde_json::Map<String, Value>,
}

pub(super) async fn run(config: Config, arguments: Check) -> anyhow::Result<ExitCode> {
    if let Some(server) = arguments.server.named(arguments.language)? {
        return on_server(&config, &server, &arguments).await;
    }
    let workshop = workshop(&config)?;
    let package = if arguments.file.is_dir() {
        folder::package(&workshop, &arguments.file, &arguments.building, arguments.language)
            .await?
            .map(|(_, package)| package)
    } else {
        Package::read(
            &read(&arguments.file, arguments.language)?,
            &arguments.trust.rules(arguments.language)?,
        )
    };
    let (digest, problems) = match package {
        Ok(package) => {
            let problems = tools::verify(&workshop, &package).await;
            folder::report_unanswered(&package, arguments.language);
            (Some(package.digest), problems)
        }
        Err(problems) => (None, problems),
    };
    if arguments.json {
        println!(
            "{}",
            serde_json::to_string_pretty(&checked(digest.as_deref(), &problems, arguments.language))?
        );
        return Ok(if problems.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE });
    }
    if !problems.is_empty() {
        return Err(Refused::of(&problems, arguments.language).into());
    }
    let good = Text::key("cli.good").with("file", arguments.file.display().to_string());
    println!("{}\nsha256 {}", good.say(arguments.language), digest.unwrap_or_default());
    Ok(ExitCode::SUCCESS)
}

/// Whether the server would install it.
async fn on_server(config: &Config, server: &Server, arguments: &Check) -> anyhow::Result<ExitCode> {
    let bytes = if arguments.file.is_dir() {
        let workshop = workshop(config)?;
        let made =
            folder::package(&workshop, &arguments.file, &arguments.building, arguments.language).await?;
        accepted(made, arguments.language)?.0
    } else {
        read(&arguments.file, arguments.language)?
    };
    let verdict = server.check(bytes).await?;
    if arguments.json {
        println!("{}", serde_json::to_string_pretty(&verdict)?);
    } else {
        verdict.problems.iter().for_each(|problem| eprintln!("{}", problem.line()));
        if verdict.ok {
            println!(
                "{}\nsha256 {}",
                taken(&verdict, &server.url("")).say(arguments.language),
                verdict.digest
            );
        }
    }
    Ok(if verdict.ok { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The effect of installing a package without problems.
fn taken(verdict: &Verdict, target: &str) -> Text {
    let text = match verdict {
        Verdict { known: Some(_), .. } => Text::key("cli.taken-already"),
        Verdict { more, .. } if !more.is_empty() => {
            Text::key("cli.taken-and-waits").with("more", more.join(", "))
        }
        Verdict { newer: false, .. } => Text::key("cli.taken-beside"),
        _ => Text::key("cli.taken"),
    };
    text.with("target", target).with("version", verdict.version.clone().unwrap_or_default())
}

fn checked<'a>(digest: Option<&'a str>, problems: &'a [Problem], language: Locale) -> Checked<'a> {
    let report = |problem: &'a Problem| Reported {
        code: problem.code.as_str(),
        place: &problem.place,
        message: sentence(problem, language),
        params: &problem.params,
    };
    Checked { digest, ok: problems.is_empty(), problems: problems.iter().map(report).collect() }
}
