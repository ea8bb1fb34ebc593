//! Checks the description of a pack.

use std::collections::HashSet;

use sitewright_facts::{Kind, layouts};

use super::{Called, Fix, Pack, Parameter, Rule, Scope, malformed};
use crate::prelude::*;

const PART: &str = "description";
const MOST_RULES: usize = 200;
const MOST_PROBES: usize = 20;
const MOST_ENTRIES: usize = 20;
const KINDS: [&str; 7] = ["number", "text", "url", "ms", "bytes", "percent", "date"];

pub(super) fn check(pack: &Pack) -> Called<()> {
    check_text("the name", &pack.name, 100)?;
    check_text("the summary", &pack.summary, 500)?;
    check_tables(pack)?;
    if pack.probes.len() > MOST_PROBES || !pack.probes.iter().all(|path| is_path(path)) {
        return Err(malformed(PART, format!("the probes are not at most {MOST_PROBES} paths")));
    }
    if pack.rules.is_empty() || pack.rules.len() > MOST_RULES {
        return Err(malformed(PART, format!("a pack has 1 to {MOST_RULES} rules")));
    }
    let mut ids = HashSet::new();
    for rule in &pack.rules {
        if !is_id(&rule.id) || !ids.insert(&rule.id) {
            return Err(malformed(PART, "the ids of rules are not in kebab-case, or not unique"));
        }
        check_rule(rule).map_err(|why| match why {
            RunError::Malformed { part, why } => malformed(part, format!("rule `{}`: {why}", rule.id)),
            other => other,
        })?;
    }
    Ok(())
}

/// Whether two descriptions differ in their texts alone.
pub(super) fn is_same(one: &Pack, other: &Pack) -> bool {
    let parameter = |of: &Parameter| Parameter { label: String::new(), ..of.clone() };
    let fix = |of: &Fix| Fix { text: String::new(), ..of.clone() };
    let rule = |of: &Rule| Rule {
        parameters: of.parameters.iter().map(parameter).collect(),
        title: String::new(),
        what: String::new(),
        why: String::new(),
        fix: String::new(),
        fixes: of.fixes.iter().map(fix).collect(),
        ..of.clone()
    };
    let untold = |of: &Pack| of.rules.iter().map(rule).collect::<Vec<_>>();
    one.tables == other.tables && one.probes == other.probes && untold(one) == untold(other)
}

fn check_tables(pack: &Pack) -> Called<()> {
    let checks_pages = pack.rules.iter().any(|rule| rule.scope == Scope::Page);
    if checks_pages && pack.tables.first().is_none_or(|table| table != layouts::pages.name) {
        return Err(malformed(PART, "the first table is not `pages`"));
    }
    let of_pages: HashSet<&str> = layouts::pages
        .columns
        .iter()
        .filter_map(|column| match column.kind {
            Kind::Rows(of) => Some(of),
            _ => None,
        })
        .collect();
    let mut seen = HashSet::new();
    for table in &pack.tables {
        let is_known = table == layouts::pages.name || of_pages.contains(&**table);
        if !is_known || !seen.insert(table) {
            return Err(malformed(PART, "a table is not one of pages, or is named twice"));
        }
    }
    Ok(())
}

fn check_rule(rule: &Rule) -> Called<()> {
    let ids = rule.needs.iter().chain(rule.fixes.iter().map(|fix| &fix.system)).chain([&rule.category]);
    if !ids.into_iter().all(|id| is_id(id)) {
        return Err(malformed(PART, "the category, a need or a system is not in kebab-case"));
    }
    let lists = [rule.needs.len(), rule.parameters.len(), rule.values.len(), rule.fixes.len()];
    if lists.iter().any(|length| *length > MOST_ENTRIES) {
        return Err(malformed(PART, format!("a list has more than {MOST_ENTRIES} entries")));
    }
    for (what, text, most) in [
        ("the title", &rule.title, 150),
        ("`what`", &rule.what, 1_000),
        ("`why`", &rule.why, 2_000),
        ("`fix`", &rule.fix, 3_000),
    ] {
        check_text(what, text, most)?;
    }
    rule.fixes.iter().try_for_each(|fix| check_text("a fix", &fix.text, 3_000))?;
    rule.parameters.iter().try_for_each(check_parameter)?;
    let known = |name: &str| rule.values.iter().any(|value| value.name == name);
    if !rule.values.iter().all(|value| is_name(&value.name) && KINDS.contains(&&*value.kind)) {
        return Err(malformed(PART, "the name or kind of a value is not valid"));
    }
    match placeholders(&rule.what).find(|name| !known(name)) {
        Some(name) => Err(malformed(PART, format!("`what` has a placeholder without value, {{{name}}}"))),
        None => Ok(()),
    }
}

fn check_parameter(parameter: &Parameter) -> Called<()> {
    let Parameter { name, default, min, max, label } = parameter;
    check_text("the label of a parameter", label, 150)?;
    let is_valid =
        [min, default, max].iter().all(|number| number.is_finite()) && min <= default && default <= max;
    if !is_name(name) || !is_valid {
        return Err(malformed(
            PART,
            "a parameter's name is not in snake_case, or its default is out of its range",
        ));
    }
    Ok(())
}

/// The names in braces. Braces around anything else, such as the JSON of a snippet, are plain text.
fn placeholders(text: &str) -> impl Iterator<Item = &str> {
    text.split('{')
        .skip(1)
        .filter_map(|rest| rest.split_once('}'))
        .map(|(name, _)| name)
        .filter(|name| is_name(name))
}

fn is_id(text: &str) -> bool {
    is_made_of(text, b'-')
}

fn is_name(text: &str) -> bool {
    is_made_of(text, b'_')
}

fn is_made_of(text: &str, joint: u8) -> bool {
    let is_ok = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == joint;
    (1..=60).contains(&text.len()) && text.bytes().all(is_ok)
}

fn is_path(path: &str) -> bool {
    path.starts_with('/')
        && !path.starts_with("//")
        && path.len() <= 200
        && path.bytes().all(|byte| byte.is_ascii_graphic())
}

/// A text that users read: with content, not too long, and without HTML outside of code.
fn check_text(what: &str, text: &str, most: usize) -> Called<()> {
    let wrong = |why: String| Err(malformed(PART, format!("{what} {why}")));
    let length = text.chars().count();
    if text.trim().is_empty() || length > most {
        return wrong(format!("has {length} characters instead of 1 to {most}"));
    }
    if text.chars().any(|letter| letter.is_control() && letter != '\n') {
        return wrong("contains control characters".to_owned());
    }
    if text.matches('`').count() % 2 == 1 {
        return wrong("has a backtick without a second one".to_owned());
    }
    if text.split('`').step_by(2).any(has_markup) {
        return wrong("contains HTML outside of code".to_owned());
    }
    Ok(())
}

fn has_markup(text: &str) -> bool {
    let mut pairs = text.as_bytes().windows(2);
    pairs.any(|pair| pair[0] == b'<' && (pair[1].is_ascii_alphabetic() || b"/!?".contains(&pair[1])))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_in_braces_are_placeholders() {
        let found: Vec<_> = placeholders(r#"{chars} of {most_px}, {"a": {}} and {A}"#).collect();
        assert_eq!(found, ["chars", "most_px"]);
    }

    #[test]
    fn html_is_allowed_in_code_only() {
        assert!(check_text("it", "Add `<title>` to the head, if a < b.", 100).is_ok());
        for text in ["<b>bold</b>", "a `code` <script>", "<!-- -->", "</p>", "`<b>", "", " ", "a\u{7}"] {
            assert!(check_text("it", text, 100).is_err(), "{text:?}");
        }
        assert!(check_text("it", "abc", 2).is_err());
    }

    #[test]
    fn probes_are_paths() {
        assert!(is_path("/.well-known/security.txt") && is_path("/?s=a"));
        assert!(!is_path("//other.example") && !is_path("https://a.example/") && !is_path("/a b"));
    }
}
