//! `texts/*.toml`: the same keys in each language, with texts as values.

use std::collections::BTreeSet;

use toml::{Table, Value};

use crate::archive::Archive;
use crate::{Code, LANGUAGES, Problem, Problems, json, manifest, markup};

/// Keys of example inputs: users may type anything, including markup.
const EXAMPLE: &str = "example";
/// Keys of texts that only the language model reads.
const PROMPT: &str = "prompt";

pub(crate) fn check(archive: &Archive, found: &mut Problems) {
    let read = LANGUAGES.map(|language| {
        let name = format!("texts/{language}.toml");
        let keys = archive.get(&name).and_then(|bytes| keys(bytes, &name, found));
        (name, keys)
    });
    for (name, keys) in &read {
        for (other, others) in &read {
            let (Some(keys), Some(others)) = (keys, others) else { continue };
            for key in others.difference(keys) {
                found.add(
                    Problem::at(Code::TextMissing, format!("{name}: {key}")).with("other", other.as_str()),
                );
            }
        }
    }
}

fn keys(bytes: &[u8], name: &str, found: &mut Problems) -> Option<BTreeSet<String>> {
    let mut table = manifest::table(json::text(bytes, name, found)?, name, found)?;
    let mut keys = BTreeSet::new();
    if table.remove(EXAMPLE).is_some() {
        keys.insert(EXAMPLE.to_owned());
    }
    flatten("", &table, &mut |key, text| {
        let place = format!("{name}: {key}");
        match text {
            None => found.at(place, Code::TextType),
            Some(text) if !key.starts_with(PROMPT) => markup::check(text, &place, found),
            Some(text) => markup::check_seen(text, &place, found),
        }
        keys.insert(key.to_owned());
    });
    Some(keys)
}

/// Calls `visit` for every text with its dotted key, and with `None` for a value that is neither a text nor a list of
/// texts.
fn flatten(prefix: &str, table: &Table, visit: &mut impl FnMut(&str, Option<&str>)) {
    for (name, value) in table {
        let key = if prefix.is_empty() { name.clone() } else { format!("{prefix}.{name}") };
        match value {
            Value::Table(inner) => flatten(&key, inner, visit),
            Value::String(text) => visit(&key, Some(text)),
            // A list may be empty in one language.
            Value::Array(list) if list.is_empty() => visit(&key, Some("")),
            Value::Array(list) => list.iter().for_each(|item| visit(&key, item.as_str())),
            _ => visit(&key, None),
        }
    }
}
