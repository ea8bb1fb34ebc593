//! `sitewright plugin check`: everything that is wrong with a package, before a server says so.

use std::{fs, path::PathBuf, process::ExitCode};

use anyhow::Context as _;
use clap::Args;
use serde::Serialize;
use serde_json::Value;
use sitewright_package::{Keyring, Level, Package, Problem, Rules};

use super::{folder, read, sentence, tell, workshop};
use crate::{config::Config, locale::Locale, tools};

#[derive(Args)]
pub struct Check {
    /// The package, or a folder that is to become one; nobody needs to have signed a folder
    file: PathBuf,
    #[command(flatten)]
    trust: Trust,
    /// Language of the messages: en or pl
    #[arg(long, default_value = "en", value_parser = super::super::language)]
    language: Locale,
    /// Print JSON: digest, ok, problems
    #[arg(long)]
    json: bool,
}

/// Whose signatures count.
#[derive(Args)]
pub(super) struct Trust {
    /// A publisher's public key, PUBLISHER.pub: the name of the file is the publisher's id; may be given several times
    #[arg(long)]
    pub trust: Vec<PathBuf>,
    /// Take packages that nobody signed, or nobody known
    #[arg(long)]
    pub development: bool,
}

impl Trust {
    pub fn rules(&self) -> anyhow::Result<Rules> {
        let mut keys = Keyring::default();
        for file in &self.trust {
            let key = fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
            let publisher = file.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
            keys.trust(publisher, Level::Private, &key).with_context(|| file.display().to_string())?;
        }
        Ok(Rules { keys, development: self.development, ..Rules::default() })
    }
}

#[derive(Serialize)]
struct Checked<'a> {
    digest: Option<&'a str>,
    ok: bool,
    problems: Vec<Told<'a>>,
}

#[derive(Serialize)]
struct Told<'a> {
    code: &'static str,
    place: &'a str,
    message: String,
    params: &'a serde_json::Map<String, Value>,
}

pub(super) async fn run(config: Config, arguments: Check) -> anyhow::Result<ExitCode> {
    let workshop = workshop(&config)?;
    let package = if arguments.file.is_dir() {
        folder::package(&workshop, &arguments.file).await?.map(|(_, package)| package)
    } else {
        Package::read(&read(&arguments.file)?, &arguments.trust.rules()?)
    };
    let (digest, problems) = match package {
        Ok(package) => {
            let problems = tools::verify(&workshop, &package).await;
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
        return Ok(tell(&problems, arguments.language));
    }
    println!("{} is good\nsha256 {}", arguments.file.display(), digest.unwrap_or_default());
    Ok(ExitCode::SUCCESS)
}

fn checked<'a>(digest: Option<&'a str>, problems: &'a [Problem], language: Locale) -> Checked<'a> {
    let told = |problem: &'a Problem| Told {
        code: problem.code.as_str(),
        place: &problem.place,
        message: sentence(problem, language),
        params: &problem.params,
    };
    Checked { digest, ok: problems.is_empty(), problems: problems.iter().map(told).collect() }
}
