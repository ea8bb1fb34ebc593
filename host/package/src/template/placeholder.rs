//! `{placeholders}` in prompts and drafts: each names a field, and braces have no other use.

use super::field::{Field, Holds};
use super::node::Node;
use crate::Code;

/// Reports every placeholder that names no field, or a field without a text. With `always`, it also reports fields
/// that may be empty.
pub(super) fn check(node: &mut Node<'_>, key: &str, text: &str, fields: &[Field], always: bool) {
    for name in names(text) {
        match fields.iter().find(|field| field.id == name && field.kind != Holds::Flag) {
            None => node.report_with(key, Code::PlaceholderUnknown, "placeholder", format!("{{{name}}}")),
            Some(field) if always && !field.is_filled() => {
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
    use super::names;

    #[test]
    fn every_brace_is_looked_at() {
        assert_eq!(names("a {b} {c_d}, {e"), ["b", "c_d", "e"]);
        assert_eq!(names("{{a}} {\n} { b }"), ["", "a", "}", "", "}", " b "]);
        assert!(names("none").is_empty());
    }
}
