//! The whole result as one Markdown text.

use crate::decimal::Decimal;
use crate::output::{Output, Part, PartKind, Value};
use crate::parts::Joined;
use crate::scan::{self, Class};
use crate::template::fill;
use crate::texts::Phrases;

/// All variants under headings; a single one without a heading. `appendix` is the tool's own Markdown below each.
pub(crate) fn assemble<'v, V: Output + 'v>(
    variants: impl ExactSizeIterator<Item = &'v V>,
    phrases: Phrases,
    appendix: impl Fn(&V) -> String,
) -> String {
    let mut out = String::new();
    let single = variants.len() == 1;
    for (place, variant) in variants.enumerate() {
        if !single {
            let heading = fill(phrases.text("output.variant-heading"), &[("number", &(place + 1).decimal())]);
            block(&mut out, &["## ", &heading].concat());
        }
        parts(&mut out, variant, phrases);
        let appendix = appendix(variant);
        if !appendix.is_empty() {
            block(&mut out, &appendix);
        }
    }
    out
}

fn parts(out: &mut String, variant: &impl Output, phrases: Phrases) {
    let parts = variant.parts();
    // Numbers are metadata of the text; they are on the screen and in the data, not in the text.
    let texts = parts.iter().filter(|part| part.kind != PartKind::Number).count();
    for (place, part) in parts.iter().enumerate().filter(|(_, part)| part.kind != PartKind::Number) {
        let value = written(&variant.value(place), part);
        if value.is_empty() {
            continue;
        }
        if texts > 1 {
            let title = phrases.part("output", part.name, "title").unwrap_or(part.name);
            block(out, &["**", title, "**"].concat());
        }
        block(out, &value);
    }
}

fn block(out: &mut String, text: &str) {
    if !out.is_empty() {
        out.push_str("\n\n");
    }
    out.push_str(text);
}

fn written(value: &Value<'_>, part: &Part) -> String {
    let text = |text: &str| if part.format == "markdown" { text.to_owned() } else { escape(text) };
    match value {
        Value::Text(whole) => text(whole),
        Value::Number(number) => number.decimal(),
        Value::List(list) if part.blocks => {
            list.iter().map(|entry| text(entry)).collect::<Vec<_>>().joined("\n\n")
        }
        Value::List(list) => {
            list.iter().map(|entry| ["- ", &text(entry)].concat()).collect::<Vec<_>>().joined("\n")
        }
    }
}

/// Escapes plain text for Markdown: line breaks stay, marks have no effect.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    for (place, line) in scan::lines(text).enumerate() {
        if place > 0 {
            // Two spaces keep a break inside a paragraph; before an empty line they are not needed.
            let inside = !line.is_empty() && !out.ends_with('\n') && !out.is_empty();
            out.push_str(if inside { "  \n" } else { "\n" });
        }
        escape_line(line, &mut out);
    }
    out
}

/// Bytes with a meaning in Markdown.
const MARKS: Class<6> = Class::of(*b"*`\\_<[");

fn escape_line(line: &str, out: &mut String) {
    let opens_block = line.starts_with("# ")
        || line.starts_with("## ")
        || line.starts_with("> ")
        || line.starts_with("---")
        || line.starts_with("===");
    if opens_block {
        out.push('\\');
    }
    if scan::find(line.as_bytes(), MARKS).is_none() {
        out.push_str(line);
        return;
    }
    let bytes = line.as_bytes();
    // After the last `](` no bracket opens a link.
    let links = line.rfind("](").unwrap_or(0);
    for (place, letter) in line.char_indices() {
        let next = bytes.get(place + 1).copied().unwrap_or(b' ');
        let is_mark = match letter {
            '*' | '`' | '\\' => true,
            '_' => place == 0 || !bytes[place - 1].is_ascii_alphanumeric() || !next.is_ascii_alphanumeric(),
            '<' => next.is_ascii_alphabetic() || matches!(next, b'/' | b'!' | b'?'),
            '[' => place < links,
            _ => false,
        };
        if is_mark {
            out.push('\\');
        }
        out.push(letter);
    }
}

#[cfg(test)]
mod tests {
    use super::escape;

    #[test]
    fn plain_text_is_shown_unchanged() {
        assert_eq!(escape("one\ntwo\n\nthree"), "one  \ntwo\n\nthree");
        assert_eq!(escape("<b>5 * 3</b> <3 #Tag a_b"), "\\<b>5 \\* 3\\</b> <3 #Tag a_b");
        assert_eq!(escape("# not a heading"), "\\# not a heading");
    }
}
