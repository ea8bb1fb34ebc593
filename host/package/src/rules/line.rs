//! The lines of problems.

use toml::de::{DeTable, DeValue};

use crate::layout::RULES;
use crate::{Code, Problem, Problems};

/// Passes problems on, with the line of the key that each is about, or of the table that lacks it.
pub(super) fn add(text: &str, own: Problems, found: &mut Problems) {
    let problems = own.into_list();
    let parsed = if problems.is_empty() { None } else { DeTable::parse(text).ok() };
    for mut problem in problems {
        let path = problem.place.strip_prefix(RULES).and_then(|rest| rest.strip_prefix(": "));
        if let (Some(path), Some(parsed)) = (path, &parsed) {
            let at = offset(parsed.get_ref(), path, problem.code == Code::RuleIdTaken);
            let line =
                text.as_bytes()[..at.min(text.len())].iter().filter(|byte| **byte == b'\n').count() + 1;
            problem.place = Problem::at(problem.code, format!("{RULES}:{line}: {path}")).place;
        }
        found.add(problem);
    }
}

/// Where the longest known beginning of a path is in the file; of two rules with the same id, in the first or the last.
fn offset(root: &DeTable<'_>, path: &str, of_last: bool) -> usize {
    let (mut table, mut at) = (root, 0);
    let mut keys = path.split('.');
    while let Some(name) = keys.next() {
        let Some((key, value)) = table.iter().find(|(key, _)| key.get_ref() == name) else { break };
        at = key.span().start;
        match value.get_ref() {
            DeValue::Table(inner) => table = inner,
            DeValue::Array(entries) => {
                let wanted = keys.next().unwrap_or_default();
                let is_wanted = |(place, entry): &(usize, &toml::Spanned<DeValue<'_>>)| {
                    let id = entry.get_ref().as_table().and_then(|table| table.get("id"));
                    match id.and_then(|id| id.get_ref().as_str()) {
                        Some(id) => id == wanted,
                        None => (place + 1).to_string() == wanted,
                    }
                };
                let mut found = entries.iter().enumerate().filter(is_wanted);
                let entry = if of_last { found.next_back() } else { found.next() };
                let Some((_, entry)) = entry else { break };
                at = entry.span().start;
                match entry.get_ref() {
                    DeValue::Table(inner) => table = inner,
                    _ => break,
                }
            }
            _ => break,
        }
    }
    at
}
