//! Answers in JSON although text was requested.

use crate::decimal::Decimal;
use crate::json::{self, Value};
use crate::output::{Part, PartKind};
use crate::parts::Joined;
use crate::units::lower;

/// The depth of nested objects that are searched for the parts.
const DEPTH: usize = 3;

/// The parts of an answer in JSON with their lines, by the names in `labels`; empty if none is found.
pub(super) fn parts(
    answer: &str,
    labels: &[(usize, Vec<String>)],
    parts: &[Part],
) -> Vec<(usize, Vec<String>)> {
    let Some(value) = json::parse(answer) else { return Vec::new() };
    if let ([(place, _)], Value::List(list)) = (labels, &value)
        && list.iter().all(|entry| matches!(entry, Value::Text(_)))
    {
        return vec![(*place, lines(&value, &parts[*place]))];
    }
    of_object(&value, labels, parts, DEPTH)
}

/// The parts of each variant of a list, in JSON: a list, or an object with a list.
pub(super) fn entries(
    answer: &str,
    labels: &[(usize, Vec<String>)],
    parts: &[Part],
) -> Vec<Vec<(usize, Vec<String>)>> {
    let Some(value) = json::parse(answer) else { return Vec::new() };
    let list = match &value {
        Value::List(list) => Some(list),
        Value::Object(members) => members.iter().find_map(|(_, value)| match value {
            Value::List(list) if list.iter().all(|entry| matches!(entry, Value::Object(_))) => Some(list),
            _ => None,
        }),
        _ => None,
    };
    match list {
        Some(list) => list.iter().map(|entry| of_object(entry, labels, parts, DEPTH)).collect(),
        None => vec![of_object(&value, labels, parts, DEPTH)],
    }
}

/// Whether an answer begins like JSON and unlike text.
pub(super) fn is_data(answer: &str) -> bool {
    let second = |open| answer.strip_prefix(open).map(str::trim_start);
    second('{').is_some_and(|rest| rest.starts_with(['"', '}']))
        || second('[').is_some_and(|rest| rest.starts_with(['"', '{']))
}

fn of_object(
    value: &Value<'_>,
    labels: &[(usize, Vec<String>)],
    parts: &[Part],
    depth: usize,
) -> Vec<(usize, Vec<String>)> {
    let members = match value {
        Value::Object(members) => members,
        Value::List(list) if depth > 0 => {
            return list.first().map(|first| of_object(first, labels, parts, depth - 1)).unwrap_or_default();
        }
        _ => return Vec::new(),
    };
    let mut found = Vec::new();
    for (key, value) in members {
        let key = lower(super::entry(key));
        let spaced: String = key.chars().map(|letter| if letter == '_' { ' ' } else { letter }).collect();
        let is_known = |known: &Vec<String>| known.contains(&key) || known.contains(&spaced);
        if let Some((place, _)) = labels.iter().find(|(_, known)| is_known(known)) {
            found.push((*place, lines(value, &parts[*place])));
        }
    }
    if found.is_empty() && depth > 0 {
        let inner = members.iter().map(|(_, value)| of_object(value, labels, parts, depth - 1));
        return inner.into_iter().find(|found| !found.is_empty()).unwrap_or_default();
    }
    found
}

fn lines(value: &Value<'_>, part: &Part) -> Vec<String> {
    match value {
        Value::List(list) if part.kind == PartKind::List => {
            list.iter().map(text).filter(|entry| !entry.is_empty()).collect()
        }
        // A list that came as one text, with an entry on each line.
        _ if part.kind == PartKind::List && !part.blocks => {
            let text = text(value);
            text.lines().map(super::entry).filter(|entry| !entry.is_empty()).map(str::to_owned).collect()
        }
        _ => vec![text(value)],
    }
}

/// A value as text; members and entries are on separate lines.
fn text(value: &Value<'_>) -> String {
    match value {
        Value::Text(text) => text.trim().to_owned(),
        Value::Number(Some(number), _) => number.decimal(),
        Value::List(list) => list.iter().map(text).collect::<Vec<_>>().joined("\n"),
        Value::Object(members) => {
            members.iter().map(|(_, value)| text(value)).collect::<Vec<_>>().joined("\n")
        }
        _ => String::new(),
    }
}
