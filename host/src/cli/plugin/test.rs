//! `sitewright plugin test`: runs every example and every recording with the engine, as a server would, and checks the
//! sites of a rule pack.

use sitewright_package::{Example, Expected, Permission};

use super::case::{Case, Played, RECORDINGS, Tested, files, name_of, unread};
use super::fresh::Building;
use super::record::{self, Recorders};
use super::{folder, judge, read, shop, sites, workshop, write};
use crate::catalogue::tools;
use crate::cli::desk::{Desk, leads_out};
use crate::cli::prelude::*;
use crate::platform::model;
use crate::work::recordings::{End, FORMAT, Recording};

/// A subfolder for recordings of complete runs, in the format of `plugin replay`.
const RUNS: &str = "runs";

#[derive(Args)]
pub struct Test {
    /// The plugin's folder, or a package
    path: PathBuf,
    /// Run each example with the connected model and real egress, and store the recordings in recordings/runs/
    #[arg(long)]
    record: bool,
    /// Update the expected results of examples and recordings
    #[arg(long, conflicts_with = "record")]
    update: bool,
    #[command(flatten)]
    recorded: shop::Recorded,
    /// Print the result text of each case
    #[arg(long)]
    show: bool,
    #[command(flatten)]
    building: Building,
    /// Language of the report: en or pl
    #[arg(long, default_value = super::super::tongue(), value_parser = super::super::language)]
    language: Locale,
    /// Print JSON: ok, cases
    #[arg(long)]
    json: bool,
}

pub(super) async fn run(config: Config, arguments: Test) -> anyhow::Result<ExitCode> {
    let workshop = workshop(&config)?;
    if (arguments.record || arguments.update) && !arguments.path.is_dir() {
        return Err(Text::key("cli.test-no-folder").fail(arguments.language).misuse().into());
    }
    let package = folder::open(&workshop, &arguments.path, &arguments.building, arguments.language).await?;
    let plugin = workshop.plugin(package.program()).await?;
    let mut cases = if plugin.is_rules() { Vec::new() } else { cases(&package, &arguments)? };
    let (folder, reader) = (&arguments.path, arguments.language);
    let subject = shop::Subject { config: &config, plugin: &plugin, package: &package, folder, reader };
    match &arguments.recorded.shop {
        Some(host) if plugin.is_shop() => shop::record(&subject, &arguments.recorded, host).await?,
        Some(_) => return Err(Text::key("cli.shop-none").fail(reader).misuse().into()),
        None if arguments.record => {
            record_all(&config, &arguments, (&plugin, &package), &cases).await?;
        }
        None => {}
    }
    let runs = recorded_runs(&arguments.path.join(RECORDINGS).join(RUNS), arguments.language)?;
    if leads_out(&package.permissions) {
        cases.retain(|case| !is_covered(case, &runs, &package));
    }
    cases.extend(recorded_answers(&arguments.path.join(RECORDINGS), arguments.language)?);
    cases.extend(runs);
    let mut tested = Vec::new();
    for case in cases {
        let mut verdict = judge::judge(&plugin, &package, &case, arguments.language).await;
        if arguments.update {
            verdict.update(&case, arguments.language)?;
        }
        tested.push(Tested { name: case.name, language: case.language.tag(), verdict });
    }
    if plugin.is_shop() {
        tested.extend(shop::test(&subject).await?);
    }
    if plugin.is_rules() {
        tested.extend(sites::test(&plugin, &package, folder, reader).await?);
    }
    report(&tested, &arguments)
}

/// The examples of the package, and the tool's example if it is not among them.
fn cases(package: &Package, test: &Test) -> anyhow::Result<Vec<Case>> {
    let mut cases = Vec::new();
    for (name, example) in &package.examples {
        let file = Some(test.path.join(name)).filter(|file| file.is_file());
        let mut case = case(name.clone(), example.clone(), file)?;
        // Without a file the result is that of packing the folder, and was not confirmed by the author.
        let is_unsaid = test.path.is_dir() && case.file.is_none();
        case.expected = case.expected.filter(|expected| !(is_unsaid && folder::is_unanswered(expected)));
        cases.push(case);
    }
    for (language, descriptor) in &package.descriptors {
        let input: Value = serde_json::from_str(descriptor.example.get())?;
        let language = Locale::of_tag(language).context("a language of the package")?;
        let is_there =
            |case: &Case| case.language == language && case.input == input && case.is_without_answers();
        if !cases.iter().any(is_there) {
            let name = Text::key("cli.test-own-example").with("language", language.tag()).say(test.language);
            let played = Played::Answers(Vec::new());
            cases.push(Case { name, language, input, played, expected: None, file: None });
        }
    }
    Ok(cases)
}

fn case(name: String, example: Example, file: Option<PathBuf>) -> anyhow::Result<Case> {
    let Example { language, input, answers, expected } = example;
    let language =
        Locale::of_tag(&language).with_context(|| format!("{name}: the languages are en and pl"))?;
    Ok(Case { name, language, input, played: Played::Answers(answers), expected: Some(expected), file })
}

/// Whether a recording contains the result of an example that needs answers.
fn is_covered(case: &Case, runs: &[Case], package: &Package) -> bool {
    let is_unanswered = case.expected.as_ref().is_none_or(folder::is_unanswered);
    let described = package.descriptors.iter().find(|(language, _)| *language == case.language.tag());
    let whole = described.and_then(|(_, descriptor)| {
        let form = Schema::of_input(descriptor.input.get()).ok()?;
        serde_json::from_str::<Value>(&tools::prepare(&form, case.input.clone()).ok()?).ok()
    });
    let is_same = |run: &Case| run.language == case.language && Some(&run.input) == whole.as_ref();
    case.is_without_answers() && is_unanswered && runs.iter().any(is_same)
}

fn recorded_answers(folder: &Path, reader: Locale) -> anyhow::Result<Vec<Case>> {
    let one = |file: PathBuf| {
        let name = name_of(RECORDINGS, &file);
        let example =
            serde_json::from_slice(&read(&file, reader)?).map_err(|error| unread(&name, &error, reader))?;
        case(name, example, Some(file))
    };
    files(folder).into_iter().map(one).collect()
}

fn recorded_runs(folder: &Path, reader: Locale) -> anyhow::Result<Vec<Case>> {
    let one = |file: PathBuf| {
        let name = name_of(&format!("{RECORDINGS}/{RUNS}"), &file);
        let recording: Recording =
            serde_json::from_slice(&read(&file, reader)?).map_err(|error| unread(&name, &error, reader))?;
        if recording.format != FORMAT {
            bail!(Text::key("cli.other-format").with("format", recording.format).fail(reader));
        }
        let language = Locale::of_tag(&recording.context.interface_language).unwrap_or_default();
        let input = serde_json::from_str(recording.input.get())?;
        let expected = expected_of(&recording.end);
        let played = Played::Recording(Box::new(recording));
        Ok(Case { name, language, input, played, expected, file: Some(file) })
    };
    files(folder).into_iter().map(one).collect()
}

/// The end of a recorded run; `None` if it trapped.
fn expected_of(end: &End) -> Option<Expected> {
    match end {
        End::Outcome { title, text, data } => {
            let (title, text, data) = (title.clone(), text.clone(), data.clone());
            Some(Expected::Outcome { title, text, data })
        }
        End::Failure(failure) => Some(Expected::Failure(tools::failure_name(failure).to_owned())),
        End::Broken(_) => None,
    }
}

/// Runs each example with the connected model and real egress, and stores the recordings.
async fn record_all(
    config: &Config,
    test: &Test,
    (plugin, package): (&Plugin, &Package),
    cases: &[Case],
) -> anyhow::Result<()> {
    let model = model::open(model::settings(config))?;
    let asks_model = package.permissions.contains(&Permission::Model);
    if asks_model && !model.connected() && !leads_out(&package.permissions) {
        bail!(Text::key("cli.test-no-model").fail(test.language));
    }
    let folder = test.path.join(RECORDINGS).join(RUNS);
    fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    let grants = Arc::new(Grants::from(&package.manifest));
    let desk = Desk::open(config, plugin, &package.manifest.id, grants).await?;
    let recorders = Recorders { plugin, package, model, desk: &desk };
    let mut done = Ok(());
    for case in cases.iter().filter(|case| case.is_without_answers()) {
        let file = folder.join(format!("{}.json", case.stem()));
        done = keep(&recorders, case, &file, test.language).await.with_context(|| case.name.clone());
        if done.is_err() {
            break;
        }
    }
    desk.close().await;
    done
}

async fn keep(recorders: &Recorders<'_>, case: &Case, file: &Path, reader: Locale) -> anyhow::Result<()> {
    let recorded = record::run(recorders, case).await?;
    write(file, &serde_json::to_vec_pretty(&recorded)?, reader)?;
    let kept = Text::key("cli.test-kept").with("file", file.display().to_string());
    eprintln!("{}", kept.with("answers", recorded.calls.len()).say(reader));
    Ok(())
}

fn report(tested: &[Tested], arguments: &Test) -> anyhow::Result<ExitCode> {
    let failed = tested.iter().filter(|tested| !tested.verdict.is_ok()).count();
    if arguments.json {
        let report = serde_json::json!({ "ok": failed == 0, "cases": tested });
        println!("{}", serde_json::to_string_pretty(&report)?);
    } else {
        let width = tested.iter().map(|tested| tested.name.chars().count()).max().unwrap_or_default();
        tested.iter().for_each(|tested| print(tested, width, arguments));
        let sum = Text::key("cli.test-sum").with("cases", tested.len()).with("failed", failed);
        println!("{}", sum.say(arguments.language));
    }
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn print(Tested { name, language, verdict }: &Tested, width: usize, arguments: &Test) {
    let reader = arguments.language;
    let mark = match verdict.is_ok() {
        true => Text::key("cli.test-ok").say(reader),
        false => Text::key("cli.test-fails").say(reader),
    };
    println!("{mark:4}  {language}  {name:width$}  {}", verdict.made);
    verdict.problems.iter().for_each(|problem| println!("      {problem}"));
    let note = Text::key("cli.test-note").say(reader);
    verdict.notes.iter().for_each(|text| println!("      {note}: {text}"));
    if let Some(written) = verdict.written.as_ref().filter(|_| arguments.show) {
        println!("\n# {}\n\n{}\n", written.title, written.text.trim_end());
    }
}
