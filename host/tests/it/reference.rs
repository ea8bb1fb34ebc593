//! `docs/reference.json`: the source of the reference pages. This test writes it, so that neither the contract with its
//! facts, nor the command line, nor the refusal codes can change without their pages.

mod contract;
mod keys;

use std::env;

use clap::{Arg, ArgAction, Command};
use sitewright_facts::{Column, Kind, Layout, TABLES};
use sitewright_package::Code;

use crate::prelude::*;

/// Set it to rewrite the file.
const UPDATE: &str = "SITEWRIGHT_UPDATE_REFERENCE";

#[test]
fn the_reference_is_up_to_date() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/reference.json");
    let made = json!({
        "contract": contract::contract(),
        "facts": facts(),
        "commands": commands(),
        "keys": keys::keys(),
        "refusals": refusals(),
    });
    let made = serde_json::to_string_pretty(&made).expect("JSON") + "\n";
    if env::var_os(UPDATE).is_some() {
        fs::write(&file, made).expect("written");
        return;
    }
    let kept = fs::read_to_string(&file).expect("docs/reference.json");
    assert!(
        kept == made,
        "docs/reference.json is out of date: {UPDATE}=1 cargo test --workspace --test it reference"
    );
}

/// The tables that describe a crawl, with their columns.
fn facts() -> Vec<Value> {
    let kind = |kind| match kind {
        Kind::Rows(of) => format!("rows of {of}"),
        kind => kind.name().to_owned(),
    };
    let column = |column: &Column| json!({ "name": column.name, "type": kind(column.kind), "docs": column.doc.trim() });
    let table = |Layout { name, doc, columns }: &Layout| json!({ "name": name, "docs": doc.trim(), "columns": columns.iter().map(column).collect::<Vec<_>>() });
    TABLES.iter().map(table).collect()
}

/// Every executable command, with its options.
fn commands() -> Vec<Value> {
    let mut root = sitewright::cli::command();
    root.build();
    let mut found = Vec::new();
    collect(&root, &mut found);
    found
}

fn collect(command: &Command, found: &mut Vec<Value>) {
    let inner: Vec<_> = command
        .get_subcommands()
        .filter(|inner| inner.get_name() != "help" && !inner.is_hide_set())
        .collect();
    if inner.is_empty() {
        found.push(one(command));
    }
    inner.into_iter().for_each(|inner| collect(inner, found));
}

fn one(command: &Command) -> Value {
    let name = command.get_bin_name().unwrap_or_default();
    let options = command.get_arguments().filter(|option| option.get_id() != "help" && !option.is_hide_set());
    json!({
        "name": name,
        "about": text(command.get_about()),
        "usage": command.clone().render_usage().to_string().trim_start_matches("Usage: ").to_owned(),
        "options": options.map(option).collect::<Vec<_>>(),
        "examples": examples(command),
    })
}

/// The example commands below the help.
fn examples(command: &Command) -> Vec<String> {
    let text = text(command.get_after_help());
    text.lines().filter_map(|line| line.strip_prefix("  ")).map(str::to_owned).collect()
}

fn option(option: &Arg) -> Value {
    // The language of messages and screen defaults to the terminal's.
    let is_language = ["language", "screen"].iter().any(|name| option.get_id() == *name);
    let takes_value = matches!(option.get_action(), ArgAction::Set | ArgAction::Append) && !is_language;
    let values = || option.get_possible_values().into_iter().filter(|value| !value.is_hide_set());
    let defaults = option.get_default_values().iter().map(|value| value.to_string_lossy());
    json!({
        "name": option.to_string(),
        "help": text(option.get_help()),
        "default": if takes_value { defaults.collect::<Vec<_>>().join(", ") } else { String::new() },
        "env": option.get_env().map(|name| name.to_string_lossy()),
        "values": if takes_value { values().map(|value| value.get_name().to_owned()).collect() } else { Vec::new() },
    })
}

fn text(text: Option<&clap::builder::StyledStr>) -> String {
    text.map(ToString::to_string).unwrap_or_default()
}

/// Every reason to refuse a package, with its text.
fn refusals() -> Vec<Value> {
    let [en, pl] = ["en", "pl"].map(|language| {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("locales/{language}.json"));
        serde_json::from_str::<Value>(&fs::read_to_string(file).expect("a locale")).expect("JSON")
    });
    let one = |code: &Code| {
        let name = code.as_str();
        json!({ "code": name, "en": en[name], "pl": pl[name] })
    };
    Code::ALL.iter().map(one).collect()
}
