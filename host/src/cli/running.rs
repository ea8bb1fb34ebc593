//! One run at the command line, of a tool or of a plugin's folder: with the engine and the limits of a server, but
//! without an account.

mod ports;
mod screen;

use std::io::{IsTerminal as _, Read as _, stderr, stdin};

use ports::{Sums, TerminalPorts};
use screen::Screen;
use sitewright_engine::{Context, Outcome};

use super::desk::Desk;
use super::failure::Failure;
use super::language;
use crate::catalogue::tools;
use crate::cli::prelude::*;
use crate::platform::clock::Timestamp;
use crate::platform::model;
use crate::work::runs::problems;

/// The input and the languages of a run.
#[derive(Args)]
pub(super) struct Order {
    #[command(flatten)]
    source: Source,
    /// Language of the text: en or pl; by default that of the input, or else that of the screen
    #[arg(long, value_parser = language)]
    language: Option<Locale>,
    /// Language of labels and messages: en or pl
    #[arg(long, default_value = super::tongue(), value_parser = language)]
    pub screen: Locale,
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
    /// Use the tool's example
    #[arg(long)]
    example: bool,
}

/// The plugin to run.
pub(super) struct Program<'a> {
    pub plugin: Plugin,
    pub id: &'a str,
    pub grants: Arc<Grants>,
    /// Its descriptions, in each language.
    pub texts: [Face<'a>; 2],
}

/// The form and the example in one language.
#[derive(Clone, Copy)]
pub(super) struct Face<'a> {
    pub input: &'a Schema,
    pub example: &'a str,
}

/// Runs it and prints the result.
pub(super) async fn run(config: &Config, program: Program<'_>, order: &Order) -> anyhow::Result<ExitCode> {
    let (input, interface) = match ready(&program, order) {
        Ok(ready) => ready,
        Err(failure) => return Ok(failure.end()),
    };
    let desk = Desk::open(config, &program.plugin, program.id, program.grants.clone()).await?;
    let ports = Arc::new(TerminalPorts::new(
        Context {
            interface_language: interface.tag().to_owned(),
            now_ms: u64::try_from(Timestamp::now().0).unwrap_or_default(),
            ..Context::default()
        },
        interface,
        model::open(model::settings(config))?,
        desk.way(interface),
        Screen::new(stderr().is_terminal() && !order.json),
    ));
    let report = program.plugin.run(input, ports.clone()).await;
    ports.end();
    desk.close().await;
    match report.result {
        Ok(outcome) => print(&outcome, ports.sums(), order.json),
        Err(error) => {
            let problem = problems::of_run(error, ports.sums().refusal, &None);
            Ok(refused(&problem, order.screen).end())
        }
    }
}

/// The plugin's input, and the language of its context.
fn ready(program: &Program<'_>, order: &Order) -> Result<(String, Locale), Failure> {
    let wanted = order.language.unwrap_or(order.screen);
    let mut input = match &order.source.input {
        Some(input) => input_of(input, order.screen)?,
        None => serde_json::from_str(program.texts[wanted as usize].example).unwrap_or_default(),
    };
    let form = program.texts[order.screen as usize].input;
    let mut interface = order.screen;
    if let Some(language) = order.language {
        if let (true, Some(input)) = (tools::offers_language(form, language.tag()), input.as_object_mut()) {
            input.insert(tools::LANGUAGE.to_owned(), language.tag().into());
        } else {
            // A tool without a language field writes in the language of the screen.
            interface = language;
        }
    } else {
        tools::prefer_language(form, &mut input, order.screen.tag());
    }
    let input = tools::prepare(form, input).map_err(|problem| refused(&problem, order.screen))?;
    Ok((input, interface))
}

fn refused(problem: &crate::platform::error::Problem, language: Locale) -> Failure {
    Failure::of(problem, language, |field| field.trim_start_matches("input.").to_owned())
}

fn input_of(argument: &str, language: Locale) -> Result<Value, Failure> {
    let unread = |name: &str, error: std::io::Error| {
        let text = Text::key("cli.input-unread").with("file", name).with("why", error.to_string());
        text.fail(language).misuse()
    };
    let text = match argument.strip_prefix('@') {
        Some(file) => fs::read_to_string(file).map_err(|error| unread(file, error))?,
        None if argument == "-" => {
            let mut text = String::new();
            stdin().read_to_string(&mut text).map_err(|error| unread("-", error))?;
            text
        }
        None => argument.to_owned(),
    };
    serde_json::from_str(&text).map_err(|error| {
        Text::key("cli.input-not-json").with("why", error.to_string()).fail(language).misuse()
    })
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
        let data: &RawValue = serde_json::from_str(&outcome.data).context("the result's data")?;
        let (words, drafted) = (sums.words, sums.drafted);
        let printed = Printed { title: &outcome.title, text: &outcome.text, data, words, drafted };
        println!("{}", serde_json::to_string_pretty(&printed)?);
    } else {
        println!("# {}\n\n{}", outcome.title, outcome.text);
    }
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_input_is_read_as_json_or_from_a_file() {
        let read = |argument: &str| input_of(argument, Locale::En);
        assert_eq!(read(r#"{"a":1}"#).expect("JSON"), json!({ "a": 1 }));
        let file = tempfile::NamedTempFile::new().expect("a file");
        fs::write(file.path(), "[2]").expect("written");
        assert_eq!(read(&format!("@{}", file.path().display())).expect("JSON"), json!([2]));
        assert!(read("{").is_err() && read("@/no/such/file").is_err());
    }
}
