//! `sitewright plugin test`: every example and every recording through the engine, as a server would run them.

use std::{
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::{Context as _, bail};
use clap::Args;
use serde::Serialize;
use serde_json::Value;
use sitewright_engine::Plugin;
use sitewright_package::{Example, Expected, Package};

use super::{folder, judge, read, record, tell, workshop, write};
use crate::{config::Config, error::Text, locale::Locale, model, tools};

/// Where the answers of a real model are kept.
const RECORDINGS: &str = "recordings";
/// Below it, the whole runs, as `plugin replay` takes them.
const RUNS: &str = "runs";

#[derive(Args)]
pub struct Test {
    /// The plugin's folder, or a package
    path: PathBuf,
    /// Ask the connected model and keep its answers in the folder, under recordings/
    #[arg(long)]
    record: bool,
    /// Language of the report: en or pl
    #[arg(long, default_value = super::super::tongue(), value_parser = super::super::language)]
    language: Locale,
    /// Print JSON: ok, cases
    #[arg(long)]
    json: bool,
}

/// Something to run, and what should come of it where that is known.
pub(super) struct Case {
    pub name: String,
    pub language: Locale,
    pub input: Value,
    pub answers: Vec<String>,
    pub expected: Option<Expected>,
}

#[derive(Serialize)]
struct Told {
    name: String,
    language: &'static str,
    #[serde(flatten)]
    verdict: judge::Verdict,
}

pub(super) async fn run(config: Config, arguments: Test) -> anyhow::Result<ExitCode> {
    let workshop = workshop(&config)?;
    let package = if arguments.path.is_dir() {
        folder::package(&workshop, &arguments.path, arguments.language).await?.map(|(_, package)| package)
    } else {
        folder::read(&read(&arguments.path, arguments.language)?)
    };
    let package = match package {
        Ok(package) => package,
        Err(problems) => return Ok(tell(&problems, arguments.language)),
    };
    let plugin = workshop.plugin(package.program()).await?;
    let mut cases = cases(&package, arguments.language)?;
    if arguments.record {
        record_all(&config, &arguments, (&plugin, &package), &cases).await?;
    }
    cases.extend(recordings(&arguments.path.join(RECORDINGS), arguments.language)?);
    let mut told = Vec::new();
    for case in cases {
        let verdict = judge::judge(&plugin, &package, &case, arguments.language).await;
        told.push(Told { name: case.name, language: case.language.tag(), verdict });
    }
    report(&told, &arguments)
}

/// The examples of the package, and the tool's own where they are not among them.
fn cases(package: &Package, reader: Locale) -> anyhow::Result<Vec<Case>> {
    let mut cases = Vec::new();
    for (name, example) in &package.examples {
        cases.push(case(name.clone(), example.clone())?);
    }
    for (language, descriptor) in &package.descriptors {
        let input: Value = serde_json::from_str(descriptor.example.get())?;
        let language = Locale::of_tag(language).context("a language of the package")?;
        let is_there =
            |case: &Case| case.language == language && case.input == input && case.answers.is_empty();
        if !cases.iter().any(is_there) {
            let name = Text::key("cli.test-own-example").with("language", language.tag()).say(reader);
            cases.push(Case { name, language, input, answers: Vec::new(), expected: None });
        }
    }
    Ok(cases)
}

fn case(name: String, example: Example) -> anyhow::Result<Case> {
    let Example { language, input, answers, expected } = example;
    let language =
        Locale::of_tag(&language).with_context(|| format!("{name}: the languages are en and pl"))?;
    Ok(Case { name, language, input, answers, expected: Some(expected) })
}

fn recordings(folder: &Path, reader: Locale) -> anyhow::Result<Vec<Case>> {
    let mut files: Vec<PathBuf> = match fs::read_dir(folder) {
        Ok(entries) => entries.flatten().map(|entry| entry.path()).collect(),
        Err(_) => return Ok(Vec::new()),
    };
    files.retain(|file| file.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    let one = |file: &PathBuf| {
        let name = format!("{RECORDINGS}/{}", file.file_name().unwrap_or_default().to_string_lossy());
        let example = serde_json::from_slice(&read(file, reader)?)
            .with_context(|| format!("{name} is no recording"))?;
        case(name, example)
    };
    files.iter().map(one).collect()
}

/// Runs each example with the connected model, and keeps what it answered.
async fn record_all(
    config: &Config,
    test: &Test,
    (plugin, package): (&Plugin, &Package),
    cases: &[Case],
) -> anyhow::Result<()> {
    if !test.path.is_dir() {
        bail!(Text::key("cli.test-no-folder").say(test.language));
    }
    let model = model::open(model::settings(config))?;
    if !model.connected() {
        bail!(Text::key("cli.test-no-model").say(test.language));
    }
    let folder = test.path.join(RECORDINGS);
    let whole = folder.join(RUNS);
    fs::create_dir_all(&whole).with_context(|| format!("cannot make {}", whole.display()))?;
    for case in cases.iter().filter(|case| case.answers.is_empty()) {
        let stem = Path::new(&case.name).file_stem().and_then(|stem| stem.to_str());
        let stem = stem.filter(|_| case.expected.is_some()).unwrap_or(case.language.tag());
        let recorded = record::run(plugin, package, case, model.clone()).await;
        let recorded = recorded.with_context(|| case.name.clone())?;
        let answers = record::answers(&recorded).with_context(|| case.name.clone())?;
        // What is expected is what comes of these answers, not of the moment.
        let language = case.language.tag();
        let expected = tools::rehearse(plugin, language, case.input.clone(), &answers).await?;
        let example = Example { language: language.to_owned(), input: case.input.clone(), answers, expected };
        let file = folder.join(format!("{stem}.json"));
        write(&file, &example.to_json(), test.language)?;
        write(&whole.join(format!("{stem}.json")), &serde_json::to_vec_pretty(&recorded)?, test.language)?;
        let told = Text::key("cli.test-kept").with("file", file.display().to_string());
        eprintln!("{}", told.with("answers", example.answers.len()).say(test.language));
    }
    Ok(())
}

fn report(told: &[Told], arguments: &Test) -> anyhow::Result<ExitCode> {
    let failed = told.iter().filter(|told| !told.verdict.is_ok()).count();
    let reader = arguments.language;
    if arguments.json {
        let report = serde_json::json!({ "ok": failed == 0, "cases": told });
        println!("{}", serde_json::to_string_pretty(&report)?);
    } else {
        let width = told.iter().map(|told| told.name.chars().count()).max().unwrap_or_default();
        for Told { name, language, verdict } in told {
            let mark = match verdict.is_ok() {
                true => Text::key("cli.test-ok").say(reader),
                false => Text::key("cli.test-fails").say(reader),
            };
            println!("{mark:4}  {language}  {name:width$}  {}", verdict.made);
            verdict.problems.iter().for_each(|problem| println!("      {problem}"));
            let note = Text::key("cli.test-note").say(reader);
            verdict.notes.iter().for_each(|text| println!("      {note}: {text}"));
        }
        let sum = Text::key("cli.test-sum").with("cases", told.len()).with("failed", failed);
        println!("{}", sum.say(reader));
    }
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
