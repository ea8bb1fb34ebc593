//! Typography of pages that the server renders: spaces at which a line must not end, quotes and dashes.

use crate::locale::Locale;

const NO_BREAK: char = '\u{a0}';

/// Elements whose text is for programs, or is edited.
const PLAIN: [&str; 9] = ["code", "kbd", "option", "pre", "samp", "script", "style", "textarea", "title"];
/// Marks another element whose text keeps its spaces.
const KEEPS_SPACES: &str = "data-plain-spaces";
/// Units that a number holds in every language.
const UNITS: [&str; 31] = [
    "$", "%", "€", "EUR", "GB", "GiB", "KB", "KiB", "MB", "MiB", "PLN", "USD", "cm", "dag", "g", "gr", "h",
    "kB", "kg", "km", "l", "m", "mg", "min", "ml", "mm", "ms", "px", "s", "zł", "°C",
];

/// The same page with these spaces. `html` is a whole page or a part of one, as templates write it.
pub fn glued_page(html: &str, locale: Locale) -> String {
    let mut out = String::with_capacity(html.len() + html.len() / 32);
    let mut open = Vec::new();
    let mut rest = html;
    while let Some(start) = rest.find('<') {
        let (text, tag) = rest.split_at(start);
        push_text(&mut out, text, &open, locale);
        let end = tag.find('>').map_or(tag.len(), |end| end + 1);
        let (tag, after) = tag.split_at(end);
        out.push_str(tag);
        rest = after;
        follow(&mut open, tag);
        if let Some(Open { name, kind: Kind::Plain, .. }) = open.last() {
            // Its text may contain what looks like a tag.
            let end = after.find(&format!("</{name}")).unwrap_or(0);
            out.push_str(&after[..end]);
            rest = &after[end..];
        }
    }
    push_text(&mut out, rest, &open, locale);
    out
}

/// The same for a text without tags.
pub fn glued(text: &str, locale: Locale) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    glue(&mut out, text, locale);
    out
}

/// A text with the quotes and dashes of its language. It has English quotes, as the reader of Markdown makes them.
pub fn punctuated(text: &str, locale: Locale) -> String {
    let text = text.replace(" - ", " – ").replace('—', "–");
    match locale {
        Locale::En => text,
        Locale::Pl => text.replace('“', "„"),
    }
}

/// An element that changes how its text is shown.
struct Open<'h> {
    name: &'h str,
    kind: Kind,
    /// Elements of the same name inside it.
    depth: usize,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Plain,
    In(Locale),
}

/// Keeps the open elements after a tag.
fn follow<'h>(open: &mut Vec<Open<'h>>, tag: &'h str) {
    let inner = tag.trim_start_matches('<').trim_end_matches('>');
    if let Some(name) = inner.strip_prefix('/') {
        let Some(last) = open.last_mut().filter(|last| last.name == name) else { return };
        match last.depth.checked_sub(1) {
            Some(depth) => last.depth = depth,
            None => drop(open.pop()),
        }
        return;
    }
    let name = inner.split(|c: char| c.is_whitespace() || c == '/').next().unwrap_or_default();
    if let Some(kind) = kind_of(name, inner) {
        open.push(Open { name, kind, depth: 0 });
    } else if let Some(last) = open.last_mut().filter(|last| last.name == name) {
        last.depth += 1;
    }
}

fn kind_of(name: &str, tag: &str) -> Option<Kind> {
    if PLAIN.contains(&name) || tag.contains(KEEPS_SPACES) {
        return Some(Kind::Plain);
    }
    let (_, rest) = tag.split_once(" lang=\"")?;
    Locale::of_tag(rest.split('"').next()?).map(Kind::In)
}

fn push_text(out: &mut String, text: &str, open: &[Open], locale: Locale) {
    match open.last().map_or(Kind::In(locale), |last| last.kind) {
        Kind::Plain => out.push_str(text),
        Kind::In(locale) => glue(out, text, locale),
    }
}

/// Adds a text with non-breaking spaces where a line must not end. The application has the same rules (`ui/typography`);
/// both are tested with `typography.cases.json`.
fn glue(out: &mut String, text: &str, locale: Locale) {
    let mut from = 0;
    for (at, _) in text.match_indices(' ') {
        let (before, after) = (&text[..at], &text[at + 1..]);
        if holds(before, after, locale) {
            out.push_str(&text[from..at]);
            out.push(NO_BREAK);
            from = at + 1;
        }
    }
    out.push_str(&text[from..]);
}

/// Whether the word before a space holds the one after it.
fn holds(before: &str, after: &str, locale: Locale) -> bool {
    let is_number = before.ends_with(|c: char| c.is_ascii_digit());
    let is_of_unit = is_number && starts_with_unit(after);
    if locale != Locale::Pl {
        return is_of_unit;
    }
    is_of_unit
        || (is_number && (continues(after) || is_counted(after)))
        || hangs(before, after)
        || is_limit(before, after)
}

fn is_part_of_word(c: char) -> bool {
    c.is_alphanumeric()
}

/// A Polish word of one letter never ends a line.
fn hangs(before: &str, after: &str) -> bool {
    let mut signs = before.chars().rev();
    let is_letter = signs.next().is_some_and(|c| "aiouwzAIOUWZ".contains(c));
    let is_alone = signs.next().is_none_or(|c| !is_part_of_word(c) && !"_.@/-".contains(c));
    is_letter && is_alone && !after.starts_with(char::is_whitespace)
}

fn starts_with_unit(after: &str) -> bool {
    UNITS.iter().any(|unit| {
        let rest = after.strip_prefix(unit);
        rest.is_some_and(|rest| !rest.starts_with(is_part_of_word))
    })
}

/// Groups of a number: "61 847 12 30".
fn continues(after: &str) -> bool {
    let digits = after.bytes().take_while(u8::is_ascii_digit).count();
    matches!(digits, 2 | 3)
}

/// What a number counts: "12 miejsc".
fn is_counted(after: &str) -> bool {
    let letters = after.chars().take_while(|c| c.is_lowercase()).count();
    (1..=12).contains(&letters) && !after.chars().nth(letters).is_some_and(is_part_of_word)
}

/// A value and its limit, "12 / 30": both spaces.
fn is_limit(before: &str, after: &str) -> bool {
    let is_digit = |c: char| c.is_ascii_digit();
    let opens =
        before.ends_with(is_digit) && after.strip_prefix("/ ").is_some_and(|rest| rest.starts_with(is_digit));
    let closes =
        before.strip_suffix(" /").is_some_and(|rest| rest.ends_with(is_digit)) && after.starts_with(is_digit);
    opens || closes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::libraries::*;

    fn shown(html: &str, locale: Locale) -> String {
        glued_page(html, locale).replace(NO_BREAK, "~")
    }

    #[test]
    fn a_text_is_glued_as_in_the_application() {
        #[derive(Deserialize)]
        struct Case {
            language: Locale,
            text: String,
            glued: String,
        }
        let cases = include_str!("../../../web-shell/ui/src/typography.cases.json");
        let cases: Vec<Case> = serde_json::from_str(cases).expect("cases");
        for Case { language, text, glued } in cases.iter().filter(|case| !case.text.contains("{{")) {
            assert_eq!(&shown(text, *language), glued);
        }
    }

    #[test]
    fn quotes_and_dashes_are_those_of_the_language() {
        assert_eq!(punctuated("“W domu” - i z psem", Locale::Pl), "„W domu” – i z psem");
        assert_eq!(punctuated("“At home” — with a dog-tag", Locale::En), "“At home” – with a dog-tag");
    }

    #[test]
    fn only_text_is_glued_by_the_rules_of_its_language() {
        let html = "<title>5 kg w domu</title><p title=\"w domu\">W domu <b lang=\"en\">a <b>i b</b> at 5 kg</b> i <code>w x</code> w \
            <p data-plain-spaces>w <b>i b</b></p> z b<textarea>a b < w c</textarea>";
        let expected = "<title>5 kg w domu</title><p title=\"w domu\">W~domu <b lang=\"en\">a <b>i b</b> at 5~kg</b> i~<code>w x</code> w~\
            <p data-plain-spaces>w <b>i b</b></p> z~b<textarea>a b < w c</textarea>";
        assert_eq!(shown(html, Locale::Pl), expected);
    }
}
