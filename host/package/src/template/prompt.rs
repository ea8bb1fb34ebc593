//! `[prompt]`: the messages for the model; and the `{placeholders}` in prompts and drafts. Each names a field, and braces
//! have no other use.

use toml::Value;

use super::field::{Field, Holds, RULE_CHARS};
use super::source::Texts;
use crate::node::Node;
use crate::{Code, LANGUAGES, Problem};

const ROLE_CHARS: usize = 2000;
const SAMPLE_CHARS: usize = 2000;
const MOST_RULES: usize = 25;
const MOST_ANGLES: usize = 20;
const MOST_WORDS: u32 = 5000;
const USUAL_WORDS: u32 = 300;
const HOTTEST: f64 = 2.0;

pub(super) struct Prompt {
    pub max_words: u32,
    pub temperature: Option<u32>,
}

pub(super) fn read(root: &mut Node<'_>, fields: &[Field], texts: &mut Texts) -> Prompt {
    let mut prompt = Prompt { max_words: USUAL_WORDS, temperature: None };
    let Some(mut node) = root.inner("prompt", true) else { return prompt };
    prompt.max_words = node.number("max_words", 10, MOST_WORDS).unwrap_or(USUAL_WORDS);
    prompt.temperature = temperature(&mut node);
    for (place, language) in LANGUAGES.into_iter().enumerate() {
        let Some(mut node) = node.inner(language, true) else { continue };
        if let Some(role) = node.words("role", ROLE_CHARS) {
            check_placeholders(&mut node, "role", &role, fields, Within::Role);
            texts.put_list(place, "prompt.role", vec![role]);
        }
        if node.has("sample")
            && let Some(sample) = node.words("sample", SAMPLE_CHARS)
        {
            texts.put_list(place, "prompt.sample", vec![sample]);
        }
        for (key, most) in [("rules", MOST_RULES), ("angles", MOST_ANGLES)] {
            if !node.has(key) {
                continue;
            }
            let list = node.texts(key, 1, most, RULE_CHARS).unwrap_or_default();
            list.iter().for_each(|text| check_placeholders(&mut node, key, text, fields, Within::Rule));
            texts.put_list(place, &format!("prompt.{key}"), list);
        }
        node.finish();
    }
    node.finish();
    prompt
}

/// In hundredths, so that the component does not have to parse fractions.
fn temperature(node: &mut Node<'_>) -> Option<u32> {
    let temperature = match node.take("temperature")? {
        Value::Float(number) => number,
        Value::Integer(number) => number as f64,
        _ => {
            node.report_with("temperature", Code::FieldType, "wanted", "number");
            return None;
        }
    };
    if !(0.0..=HOTTEST).contains(&temperature) {
        let problem = Problem::at(Code::NumberWrong, node.place("temperature")).with("min", 0).with("max", 2);
        node.found.add(problem);
        return None;
    }
    Some((temperature * 100.0).round() as u32)
}

/// Where a placeholder stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Within {
    /// It needs a value.
    Role,
    /// A rule is omitted without a value.
    Rule,
    /// A line is omitted without a value; a switch that is on has its title.
    Draft,
}

/// Reports every placeholder that names no field, or a field without a text there.
pub(super) fn check_placeholders(
    node: &mut Node<'_>,
    key: &str,
    text: &str,
    fields: &[Field],
    within: Within,
) {
    let has_text = |field: &Field| field.kind != Holds::Flag || within == Within::Draft;
    for name in names(text) {
        match fields.iter().find(|field| field.id == name && has_text(field)) {
            None => node.report_with(key, Code::PlaceholderUnknown, "placeholder", format!("{{{name}}}")),
            Some(field) if within == Within::Role && !field.is_filled() => {
                node.report_with(key, Code::PlaceholderEmpty, "placeholder", format!("{{{name}}}"));
            }
            Some(_) => {}
        }
    }
}

/// The names in braces; for a brace without its counterpart, the text up to the end of its line.
fn names(text: &str) -> Vec<&str> {
    let mut names = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(['{', '}']) {
        let after = &rest[at + 1..];
        if rest.as_bytes()[at] == b'}' {
            names.push("}");
            rest = after;
            continue;
        }
        let end = after.find(['{', '}', '\n']).unwrap_or(after.len());
        names.push(&after[..end]);
        rest = after[end..].strip_prefix('}').unwrap_or(&after[end..]);
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_brace_is_checked() {
        assert_eq!(names("a {b} {c_d}, {e"), ["b", "c_d", "e"]);
        assert_eq!(names("{{a}} {\n} { b }"), ["", "a", "}", "", "}", " b "]);
        assert!(names("none").is_empty());
    }
}
