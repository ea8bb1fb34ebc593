//! `texts/*.toml`: the same keys in each language, and texts behind them.

use std::collections::BTreeSet;

use toml::{Table, Value};

use crate::archive::Archive;
use crate::problem::{Found, Problem};
use crate::{Code, LANGUAGES, json, manifest, markup};

/// An input rather than a text: people type what they like, markup included.
const EXAMPLE: &str = "example";
/// Read by the language model; nobody sees them.
const PROMPT: &str = "prompt";

pub(crate) fn check(archive: &Archive, found: &mut Found) {
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

fn keys(bytes: &[u8], name: &str, found: &mut Found) -> Option<BTreeSet<String>> {
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

/// Tells every text by its dotted key, and none for what is neither text nor list of texts.
fn flatten(prefix: &str, table: &Table, tell: &mut impl FnMut(&str, Option<&str>)) {
    for (name, value) in table {
        let key = if prefix.is_empty() { name.clone() } else { format!("{prefix}.{name}") };
        match value {
            Value::Table(inner) => flatten(&key, inner, tell),
            Value::String(text) => tell(&key, Some(text)),
            // A language may do without what another one needs.
            Value::Array(list) if list.is_empty() => tell(&key, Some("")),
            Value::Array(list) => list.iter().for_each(|item| tell(&key, item.as_str())),
            _ => tell(&key, None),
        }
    }
}
