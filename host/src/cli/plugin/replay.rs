//! `sitewright plugin replay`: runs a recorded run again, on the same version or another one, with the recorded
//! answers to all its calls. It makes no external calls and costs nothing.

use similar::{ChangeTag, TextDiff};
use sitewright_engine::Call;
use sitewright_package::{Manifest, Program};

use super::beside::Beside;
use super::fresh::Building;
use super::server::{Server, ServerArgs};
use super::{accepted, folder, workshop};
use crate::cli::prelude::*;
use crate::platform::bundle::Bundle;
use crate::work::recordings::{self, Deviation, End, Player, Recording};

/// The characters of a run id; fewer are a prefix.
const ID_CHARS: usize = 36;
/// Pages of runs that are searched for a prefix.
const MOST_PAGES: u32 = 50;
/// Characters of a call's arguments that are shown; the recording contains all of them.
const SHOWN_CHARS: usize = 160;

#[derive(Args)]
pub struct Replay {
    /// The id of a recorded run, or a file with a recording
    run: String,
    /// The version to run it on: a package, a plugin's folder, or the digest of a package of the server;
    /// the recorded version by default
    #[arg(long)]
    version: Option<String>,
    #[command(flatten)]
    building: Building,
    /// Save the recording to this file, so that the next replay needs no server
    #[arg(long)]
    save: Option<std::path::PathBuf>,
    #[command(flatten)]
    server: ServerArgs,
    /// Email address of the administrator to act as, if there is no --target; the first administrator by default
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
    play(&replay, fetched?).await
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

async fn fetch(config: &Config, replay: &Replay, server: Option<&Server>) -> anyhow::Result<Fetched> {
    let text = recording(replay, server).await?;
    let recording: Recording =
        serde_json::from_slice(&text).with_context(|| Text::key("cli.no-recording").fail(replay.language))?;
    if recording.format != recordings::FORMAT {
        bail!(Text::key("cli.other-format").with("format", recording.format).fail(replay.language));
    }
    if let Some(file) = &replay.save {
        super::write(file, &text, replay.language)?;
    }
    let workshop = workshop(config)?;
    let package = match &replay.version {
        Some(version) if Path::new(version).exists() => {
            folder::open(&workshop, Path::new(version), &replay.building, replay.language).await?
        }
        version => {
            let Some(digest) = version.as_ref().or(recording.package.as_ref()) else {
                return of_bundle(config, &workshop, recording, replay.language).await;
            };
            let server = server.with_context(|| Text::key("cli.version-missing").fail(replay.language))?;
            let bytes = server.bytes(&format!("/api/development/packages/{digest}")).await?;
            accepted(folder::read(&bytes), replay.language)?
        }
    };
    let plugin = workshop.plugin(package.program()).await?;
    Ok(Fetched { recording, plugin, version: package.manifest.version })
}

async fn recording(replay: &Replay, server: Option<&Server>) -> anyhow::Result<Vec<u8>> {
    let path = Path::new(&replay.run);
    if path.exists() {
        return fs::read(path).with_context(|| path.display().to_string());
    }
    let server = server.with_context(|| Text::key("cli.target-missing").fail(replay.language))?;
    let id = run_id(&replay.run, server, replay.language).await?;
    server.bytes(&format!("/api/runs/{id}/recording")).await
}

/// The complete id of a run by a prefix; lists contain the latest runs first.
///
/// Errors: several runs have the prefix, or none.
async fn run_id(named: &str, server: &Server, language: Locale) -> anyhow::Result<String> {
    if named.len() >= ID_CHARS {
        return Ok(named.to_owned());
    }
    let beginning = named.to_ascii_lowercase();
    let mut found: Vec<String> = Vec::new();
    for page in 1..=MOST_PAGES {
        let ids = server.runs(page).await?;
        // Ids begin with the time, so smaller ones cannot have the prefix.
        let is_last = ids.last().is_none_or(|id| *id < beginning && !id.starts_with(&beginning));
        found.extend(ids.into_iter().filter(|id| id.starts_with(&beginning)));
        if is_last {
            break;
        }
    }
    match found.as_slice() {
        [one] => Ok(one.clone()),
        [] => bail!(Text::key("cli.no-such-run").with("run", named).fail(language)),
        several => {
            let text = Text::key("cli.several-runs").with("run", named).with("runs", several.join(", "));
            bail!(text.fail(language).misuse())
        }
    }
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
        (None, None) => bail!(Text::key("cli.version-missing").fail(language)),
    };
    let manifest = file("plugin.toml").unwrap_or_default();
    let manifest = Manifest::read(&String::from_utf8_lossy(&manifest));
    let version = manifest.map_or_else(|_| recording.version.clone(), |manifest| manifest.version);
    Ok(Fetched { recording, plugin, version })
}

/// The result of a replay, for programs.
#[derive(Serialize)]
struct Report<'a> {
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
        let report = Report { same, recorded: &recording.end, made: &made, deviations: &deviations };
        println!("{}", serde_json::to_string_pretty(&report)?);
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
