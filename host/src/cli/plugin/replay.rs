//! `sitewright plugin replay`: runs a recorded run again, on the same version or another one, with the recorded
//! answers to all its calls. It makes no external calls and costs nothing.

use std::{fs, path::Path, process::ExitCode, sync::Arc};

use anyhow::{Context as _, bail};
use clap::Args;
use serde::Serialize;
use similar::{ChangeTag, TextDiff};
use sitewright_engine::{Call, Plugin};
use sitewright_package::{Manifest, Package, Program};

use super::{
    beside::Beside,
    folder,
    fresh::Building,
    server::{Answer, Refusal, Server, ServerArgs},
    tell, workshop,
};
use crate::{
    catalogue::tools::Workshop,
    cli::told::Tell as _,
    platform::{bundle::Bundle, config::Config, error::Text, locale::Locale},
    work::recordings::{self, Deviation, End, Player, Recording},
};

/// The characters of a run id; fewer are a prefix.
const ID_CHARS: usize = 36;
/// Pages of runs that are searched for a prefix.
const MOST_PAGES: u32 = 50;
/// Characters of a call's arguments that are shown; the recording contains all of them.
const SHOWN_CHARS: usize = 160;

#[derive(Args)]
pub struct Replay {
    /// The id of a run that was recorded, or a file with a recording
    run: String,
    /// The version to run it on: a package, a plugin's folder, or the digest of a package of the server; the version that
    /// it ran on by default
    #[arg(long)]
    version: Option<String>,
    #[command(flatten)]
    building: Building,
    /// Keep the recording in this file, so that no server is needed the next time
    #[arg(long)]
    save: Option<std::path::PathBuf>,
    #[command(flatten)]
    server: ServerArgs,
    /// Without --target: the administrator's email address; the first one's by default
    #[arg(long, conflicts_with = "target")]
    account: Option<String>,
    /// Language of the messages: en or pl
    #[arg(long, default_value = super::super::tongue(), value_parser = super::super::language)]
    language: Locale,
    /// Print JSON: same, recorded, made, deviations
    #[arg(long)]
    json: bool,
}

pub(super) async fn run(config: Config, replay: Replay) -> anyhow::Result<ExitCode> {
    let named = replay.server.named(replay.language)?;
    let is_needed = named.is_none() && replay.needs_a_server();
    let beside = match is_needed {
        true => Some(Beside::open(&config, replay.account.as_deref(), replay.language).await?),
        false => None,
    };
    let server = named.as_ref().or(beside.as_ref().map(|beside| &beside.server));
    let fetched = fetch(&config, &replay, server).await;
    if let Some(beside) = beside {
        beside.close().await;
    }
    match fetched? {
        Ok(fetched) => play(&replay, fetched).await,
        Err(refused) => Ok(refused.tell(replay.language)),
    }
}

impl Replay {
    fn needs_a_server(&self) -> bool {
        let is_file = |name: &str| Path::new(name).exists();
        !is_file(&self.run) || self.version.as_deref().is_some_and(|version| !is_file(version))
    }
}

/// The recording and the package to run.
struct Fetched {
    recording: Recording,
    plugin: Plugin,
    version: String,
}

/// Why they cannot be fetched.
enum Refused {
    Server(Refusal),
    Package(Vec<sitewright_package::Problem>),
}

impl Refused {
    fn tell(&self, language: Locale) -> ExitCode {
        match self {
            Self::Server(refusal) => refusal.tell(),
            Self::Package(problems) => tell(problems, language),
        }
    }
}

async fn fetch(
    config: &Config,
    replay: &Replay,
    server: Option<&Server>,
) -> anyhow::Result<Result<Fetched, Refused>> {
    let text = match recording(replay, server).await? {
        Ok(text) => text,
        Err(refusal) => return Ok(Err(Refused::Server(refusal))),
    };
    let recording: Recording =
        serde_json::from_slice(&text).with_context(|| Text::key("cli.no-recording").told(replay.language))?;
    if recording.format != recordings::FORMAT {
        bail!(Text::key("cli.other-format").with("format", recording.format).told(replay.language));
    }
    if let Some(file) = &replay.save {
        super::write(file, &text, replay.language)?;
    }
    let workshop = workshop(config)?;
    match &replay.version {
        Some(version) if Path::new(version).exists() => {
            let path = Path::new(version);
            let package = match path.is_dir() {
                true => folder::package(&workshop, path, &replay.building, replay.language)
                    .await?
                    .map(|(_, package)| package),
                false => folder::read(&super::read(path, replay.language)?),
            };
            of_package(&workshop, recording, package).await
        }
        version => match version.as_ref().or(recording.package.as_ref()) {
            Some(digest) => {
                let server =
                    server.with_context(|| Text::key("cli.version-missing").told(replay.language))?;
                match server.bytes(&format!("/api/development/packages/{digest}")).await? {
                    Ok(bytes) => of_package(&workshop, recording, folder::read(&bytes)).await,
                    Err(refusal) => Ok(Err(Refused::Server(refusal))),
                }
            }
            None => of_bundle(config, &workshop, recording, replay.language).await.map(Ok),
        },
    }
}

async fn recording(replay: &Replay, server: Option<&Server>) -> Answer<Vec<u8>> {
    let path = Path::new(&replay.run);
    match server {
        _ if path.exists() => Ok(Ok(fs::read(path).with_context(|| path.display().to_string())?)),
        Some(server) => match run_id(&replay.run, server, replay.language).await? {
            Ok(id) => server.bytes(&format!("/api/runs/{id}/recording")).await,
            Err(refusal) => Ok(Err(refusal)),
        },
        None => bail!(Text::key("cli.target-missing").told(replay.language)),
    }
}

/// The complete id of a run by a prefix; lists contain the latest runs first.
///
/// Errors: several runs have the prefix, or none.
async fn run_id(named: &str, server: &Server, language: Locale) -> Answer<String> {
    if named.len() >= ID_CHARS {
        return Ok(Ok(named.to_owned()));
    }
    let beginning = named.to_ascii_lowercase();
    let mut found: Vec<String> = Vec::new();
    for page in 1..=MOST_PAGES {
        let ids = match server.runs(page).await? {
            Ok(ids) => ids,
            Err(refusal) => return Ok(Err(refusal)),
        };
        // Ids begin with the time, so smaller ones cannot have the prefix.
        let is_last = ids.last().is_none_or(|id| *id < beginning && !id.starts_with(&beginning));
        found.extend(ids.into_iter().filter(|id| id.starts_with(&beginning)));
        if is_last {
            break;
        }
    }
    match found.as_slice() {
        [one] => Ok(Ok(one.clone())),
        [] => bail!(Text::key("cli.no-such-run").with("run", named).told(language)),
        several => {
            let text = Text::key("cli.several-runs").with("run", named).with("runs", several.join(", "));
            bail!(text.told(language).misuse())
        }
    }
}

async fn of_package(
    workshop: &Workshop,
    recording: Recording,
    package: Result<Package, Vec<sitewright_package::Problem>>,
) -> anyhow::Result<Result<Fetched, Refused>> {
    let package = match package {
        Ok(package) => package,
        Err(problems) => return Ok(Err(Refused::Package(problems))),
    };
    let plugin = workshop.plugin(package.program()).await?;
    Ok(Ok(Fetched { recording, plugin, version: package.manifest.version }))
}

/// A tool that is built into the server is built into this program too, if both have the same version.
async fn of_bundle(
    config: &Config,
    workshop: &Workshop,
    recording: Recording,
    language: Locale,
) -> anyhow::Result<Fetched> {
    let bundle = Bundle::open(config.bundle.clone());
    let file = |name: &str| bundle.read(&format!("plugins/{}/{name}", recording.tool));
    let plugin = match (file("component.wasm"), file("template.toml")) {
        (Some(wasm), _) => workshop.plugin(Program::Component(&wasm)).await?,
        (None, Some(template)) => workshop.plugin(Program::Template(std::str::from_utf8(&template)?)).await?,
        (None, None) => bail!(Text::key("cli.version-missing").told(language)),
    };
    let manifest = file("plugin.toml").unwrap_or_default();
    let manifest = Manifest::read(&String::from_utf8_lossy(&manifest));
    let version = manifest.map_or_else(|_| recording.version.clone(), |manifest| manifest.version);
    Ok(Fetched { recording, plugin, version })
}

/// The result of a replay, for programs.
#[derive(Serialize)]
struct Told<'a> {
    same: bool,
    recorded: &'a End,
    made: &'a End,
    deviations: &'a [Deviation],
}

async fn play(replay: &Replay, fetched: Fetched) -> anyhow::Result<ExitCode> {
    let Fetched { recording, plugin, version } = fetched;
    let player = Arc::new(Player::new(&recording));
    let report = plugin.run(recording.input.get().to_owned(), player.clone()).await;
    let (made, deviations) = (End::of(&report), player.deviations());
    let same = made == recording.end && deviations.is_empty();
    if replay.json {
        let told = Told { same, recorded: &recording.end, made: &made, deviations: &deviations };
        println!("{}", serde_json::to_string_pretty(&told)?);
        return Ok(if same { ExitCode::SUCCESS } else { ExitCode::FAILURE });
    }
    let language = replay.language;
    let versions = Text::key("cli.replayed").with("tool", recording.tool.as_str());
    let versions = versions.with("recorded", recording.version.as_str()).with("version", version);
    println!("{}", versions.say(language));
    if recording.truncated {
        println!("{}", Text::key("cli.truncated").say(language));
    }
    deviations.iter().for_each(|deviation| println!("{}", line_of(deviation, language)));
    show_difference(&recording.end, &made);
    let verdict = match (same, made == recording.end) {
        (true, _) => Text::key("cli.replay-same"),
        (false, true) => Text::key("cli.replay-other-way"),
        (false, false) => Text::key("cli.replay-differs"),
    };
    println!("{}", verdict.say(language));
    Ok(if same { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// A deviation in one line.
pub(super) fn line_of(deviation: &Deviation, language: Locale) -> String {
    let (text, call) = match deviation {
        Deviation::Lacking(call) => ("cli.call-lacking", call.clone()),
        Deviation::AsksOtherwise { question, .. } => {
            ("cli.call-otherwise", Call::ModelComplete((**question).clone()))
        }
        Deviation::NotAsked(call) => ("cli.call-not-asked", call.clone()),
    };
    let question = shortened(&call);
    Text::key(text).with("call", call.name()).with("question", question).say(language)
}

fn shortened(call: &Call) -> String {
    let text = match call {
        Call::ModelComplete(request) => {
            request.messages.last().map(|message| message.text.clone()).unwrap_or_default()
        }
        other => other.question().to_string(),
    };
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match text.char_indices().nth(SHOWN_CHARS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// The lines that differ between the results.
fn show_difference(recorded: &End, made: &End) {
    if recorded == made {
        return;
    }
    let (before, after) = (lines_of(recorded), lines_of(made));
    for change in TextDiff::from_lines(&before, &after).iter_all_changes() {
        let sign = match change.tag() {
            ChangeTag::Delete => '-',
            ChangeTag::Insert => '+',
            ChangeTag::Equal => continue,
        };
        println!("{sign} {}", change.value().trim_end_matches('\n'));
    }
}

/// A result as comparable lines.
fn lines_of(end: &End) -> String {
    match end {
        End::Outcome { title, text, data } => {
            let data = serde_json::to_string_pretty(data).unwrap_or_default();
            format!("{title}\n{text}\n{data}\n")
        }
        End::Failure(failure) => format!("{}\n", serde_json::to_string(failure).unwrap_or_default()),
        End::Broken(why) => format!("{why}\n"),
    }
}
