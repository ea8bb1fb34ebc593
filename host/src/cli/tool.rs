//! `sitewright tool …`: the tools without a server and without an account.

use std::{
    fs,
    io::{IsTerminal as _, Read as _, Write as _, stderr, stdin},
    process::ExitCode,
    sync::{Arc, Mutex, PoisonError},
};

use anyhow::{Context as _, bail};
use clap::{Args, Subcommand};
use serde::Serialize;
use serde_json::{Value, value::RawValue};
use sitewright_engine::{BoxFuture, Completion, CompletionRequest, Context, Failure, Outcome, Ports};

use super::language;
use crate::{
    bundle::Bundle,
    clock::Timestamp,
    config::Config,
    error::Problem,
    locale::Locale,
    model::{self, Model},
    runs::problems,
    tools::{self, Tool, Tools},
};

/// What a shell takes for "called wrongly".
const WRONG_INPUT: u8 = 2;
/// One run needs one instance; a pool for thousands takes longer to reserve than the run itself.
const INSTANCES: u32 = 2;

#[derive(Subcommand)]
pub(super) enum Command {
    /// List the installed tools
    List(List),
    /// Run a tool and print its result
    Run(Run),
}

#[derive(Args)]
pub(super) struct List {
    /// Language of the names: en or pl
    #[arg(long, default_value = "en", value_parser = language)]
    language: Locale,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
pub(super) struct Run {
    /// Id of the tool, such as facebook-post
    id: String,
    #[command(flatten)]
    source: Source,
    /// Language of the screen: en or pl
    #[arg(long, default_value = "en", value_parser = language)]
    language: Locale,
    /// Print JSON: title, text, data, words, drafted
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
#[group(required = true, multiple = false)]
struct Source {
    /// The input as JSON; @FILE reads it from a file, - from the standard input
    #[arg(long)]
    input: Option<String>,
    /// Use the tool's own example
    #[arg(long)]
    example: bool,
}

pub(super) async fn run(config: Config, command: Command) -> anyhow::Result<ExitCode> {
    let config = Config { max_instances: Some(INSTANCES), ..config };
    let tools = Tools::open(&config, &Bundle::open(config.bundle.clone())).await?;
    for (plugin, why) in tools.refused() {
        eprintln!("sitewright: the plugin {plugin} cannot be installed: {why}");
    }
    match command {
        Command::List(list) => list_tools(&tools, &list),
        Command::Run(run) => run_tool(&config, &tools, run).await,
    }
}

#[derive(Serialize)]
struct Listed<'a> {
    id: &'a str,
    version: &'a str,
    name: &'a str,
    summary: &'a str,
    category: &'a str,
    words: u32,
}

fn list_tools(tools: &Tools, list: &List) -> anyhow::Result<ExitCode> {
    let tools = tools.list(list.language);
    let listed: Vec<Listed> = tools.iter().map(|tool| listed(tool, list.language)).collect();
    if list.json {
        println!("{}", serde_json::to_string_pretty(&listed)?);
        return Ok(ExitCode::SUCCESS);
    }
    let width = listed.iter().map(|tool| tool.id.len()).max().unwrap_or_default();
    for tool in listed {
        println!("{:width$}  {} – {}", tool.id, tool.name, tool.summary);
    }
    Ok(ExitCode::SUCCESS)
}

fn listed(tool: &Tool, language: Locale) -> Listed<'_> {
    let text = tool.text(language);
    Listed {
        id: &tool.id,
        version: &tool.version,
        name: &text.name,
        summary: &text.summary,
        category: &tool.category,
        words: tool.words,
    }
}

async fn run_tool(config: &Config, tools: &Tools, run: Run) -> anyhow::Result<ExitCode> {
    let Ok(tool) = tools.find(&run.id) else {
        let known: Vec<String> = tools.list(run.language).iter().map(|tool| tool.id.clone()).collect();
        bail!("there is no tool {:?}; there are: {}", run.id, known.join(", "));
    };
    let described = tool.described().await?;
    let text = described.text(run.language);
    let input = match run.source.input {
        Some(input) => input_of(&input)?,
        None => serde_json::from_str(&text.example)?,
    };
    let input = match tools::prepare(&text.input, input) {
        Ok(input) => input,
        Err(problem) => return Ok(refuse(&problem, run.language)),
    };
    let ports = Arc::new(TerminalPorts {
        context: Context {
            interface_language: run.language.tag().to_owned(),
            now_ms: u64::try_from(Timestamp::now().0).unwrap_or_default(),
            ..Context::default()
        },
        locale: run.language,
        model: model::open(model::settings(config))?,
        screen: Arc::new(Screen::new(stderr().is_terminal())),
        sums: Mutex::default(),
    });
    let report = tool.code.plugin().await?.run(input, ports.clone()).await;
    ports.screen.end();
    match report.result {
        Ok(outcome) => print(&outcome, ports.sums(), run.json),
        Err(error) => Ok(refuse(&problems::of_run(error, ports.sums().refusal, &None), run.language)),
    }
}

fn input_of(argument: &str) -> anyhow::Result<Value> {
    let text = match argument.strip_prefix('@') {
        Some(file) => fs::read_to_string(file).with_context(|| format!("cannot read {file}"))?,
        None if argument == "-" => {
            let mut text = String::new();
            stdin().read_to_string(&mut text).context("cannot read the standard input")?;
            text
        }
        None => argument.to_owned(),
    };
    serde_json::from_str(&text).context("the input is not JSON")
}

/// Says what is wrong, field by field.
fn refuse(problem: &Problem, language: Locale) -> ExitCode {
    let view = problem.tell(language);
    match &view.errors {
        Some(errors) => {
            for (field, message) in
                errors.iter().flat_map(|(field, texts)| texts.iter().map(move |text| (field, text)))
            {
                eprintln!("{}: {message}", field.trim_start_matches("input."));
            }
            ExitCode::from(WRONG_INPUT)
        }
        None => {
            eprintln!("sitewright: {}", view.message);
            ExitCode::FAILURE
        }
    }
}

#[derive(Serialize)]
struct Printed<'a> {
    title: &'a str,
    text: &'a str,
    data: &'a RawValue,
    words: u32,
    drafted: bool,
}

fn print(outcome: &Outcome, sums: Sums, as_json: bool) -> anyhow::Result<ExitCode> {
    if as_json {
        let data: &RawValue = serde_json::from_str(&outcome.data)?;
        let (words, drafted) = (sums.words, sums.drafted);
        let printed = Printed { title: &outcome.title, text: &outcome.text, data, words, drafted };
        println!("{}", serde_json::to_string_pretty(&printed)?);
    } else {
        println!("# {}\n\n{}", outcome.title, outcome.text);
    }
    Ok(ExitCode::SUCCESS)
}

/// What the calls of the model came to.
#[derive(Debug, Default, Clone)]
struct Sums {
    words: u32,
    drafted: bool,
    refusal: Option<Problem>,
}

/// The ports of a run at the command line: there is no account, so words are only counted.
struct TerminalPorts {
    context: Context,
    locale: Locale,
    model: Arc<dyn Model>,
    screen: Arc<Screen>,
    sums: Mutex<Sums>,
}

impl TerminalPorts {
    fn sums(&self) -> Sums {
        self.sums.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn note(&self, answer: &Result<Completion, Problem>) {
        let mut sums = self.sums.lock().unwrap_or_else(PoisonError::into_inner);
        match answer {
            Ok(answer) => {
                sums.words += answer.words;
                sums.drafted |= answer.drafted;
            }
            Err(problem) => sums.refusal = Some(problem.clone()),
        }
    }
}

impl Ports for TerminalPorts {
    fn context(&self) -> &Context {
        &self.context
    }

    fn complete(&self, request: CompletionRequest) -> BoxFuture<'_, Result<Completion, Failure>> {
        let (screen, label) = (self.screen.clone(), request.show_as.clone());
        let connected = self.model.connected();
        let answer = self.model.complete(
            request,
            Arc::new(move |piece: &str| {
                if let Some(label) = label.as_deref().filter(|_| connected) {
                    screen.write(label, piece);
                }
            }),
        );
        Box::pin(async move {
            let answer = answer.await.map_err(problems::of_model);
            self.note(&answer);
            answer.map_err(|problem| problems::failure(&problem, self.locale))
        })
    }

    fn progress(&self, done: u32, total: u32, label: &str) {
        self.screen.write("", &format!("{done}/{total} {label}\n"));
    }
}

/// Shows on a terminal what goes on; silent elsewhere, so that a script reads the result alone.
struct Screen {
    terminal: bool,
    label: Mutex<String>,
}

impl Screen {
    fn new(terminal: bool) -> Self {
        Self { terminal, label: Mutex::default() }
    }

    fn write(&self, label: &str, text: &str) {
        if !self.terminal {
            return;
        }
        let mut last = self.label.lock().unwrap_or_else(PoisonError::into_inner);
        let mut out = stderr().lock();
        // A terminal that went away is no reason to stop the run.
        if *last != label {
            let _ = if label.is_empty() { writeln!(out) } else { write!(out, "\n[{label}] ") };
            label.clone_into(&mut last);
        }
        let _ = write!(out, "{text}").and_then(|()| out.flush());
    }

    fn end(&self) {
        if self.terminal {
            let _ = writeln!(stderr());
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_input_is_read_as_json_or_from_a_file() {
        assert_eq!(input_of(r#"{"a":1}"#).expect("JSON"), json!({ "a": 1 }));
        let file = tempfile::NamedTempFile::new().expect("a file");
        fs::write(file.path(), "[2]").expect("written");
        assert_eq!(input_of(&format!("@{}", file.path().display())).expect("JSON"), json!([2]));
        assert!(input_of("{").is_err());
    }
}
