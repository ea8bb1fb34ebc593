//! The kind of a line.

use sitewright_sdk::units::{is_alphanumeric, words};

use super::noise;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Line<'t> {
    Blank,
    Heading(&'t str),
    Item(&'t str),
    /// A row of a table.
    Row,
    Text(&'t str),
}

/// Longest heading without marks, in words.
const LONGEST_HEADING: usize = 12;

pub fn read(line: &str) -> Line<'_> {
    let line = unquoted(line);
    if line.is_empty() || !line.chars().any(is_alphanumeric) || noise::is_noise(line) {
        return Line::Blank;
    }
    if let Some(subject) = noise::subject(line) {
        return Line::Heading(subject);
    }
    let hashes = line.len() - line.trim_start_matches('#').len();
    if (1..=6).contains(&hashes) && line[hashes..].starts_with(' ') {
        return Line::Heading(line[hashes..].trim().trim_end_matches('#').trim_end());
    }
    if is_row(line) {
        return Line::Row;
    }
    match item(line) {
        Some(text) => Line::Item(text),
        None => Line::Text(line),
    }
}

/// Whether a single text line could be a heading: short, and without the end mark of a sentence.
pub fn looks_like_heading(line: &str) -> bool {
    words(line).count() <= LONGEST_HEADING
        && line.chars().count() <= 90
        && !is_ended(line)
        && !line.ends_with([',', ';', ':'])
}

/// Whether a line ends as sentences do.
pub fn is_ended(line: &str) -> bool {
    line.trim_end_matches(['"', '”', '’', '»', ')', ']', '*', '_'])
        .ends_with(['.', '!', '?', '…', '؟', '۔', '。'])
}

/// Without the marks of quoted mail: `> > text`.
fn unquoted(line: &str) -> &str {
    line.trim_start_matches(|letter: char| letter == '>' || letter == '\u{feff}' || letter.is_whitespace())
        .trim_end()
}

fn is_row(line: &str) -> bool {
    line.matches('|').count() >= 2 || line.matches('\t').count() >= 2
}

/// The text of a list entry: `- text`, `• text`, `2) text`, `a) text`, `3. text`.
fn item(line: &str) -> Option<&str> {
    if let Some(rest) = line.strip_prefix(['-', '*', '•', '·', '▪', '‣', '◦', '✓', '✔', '✅', '→', '+'])
    {
        let rest = rest.strip_prefix('\u{fe0f}').unwrap_or(rest);
        let text = rest.trim_start();
        let text = text.strip_prefix("[ ] ").or_else(|| text.strip_prefix("[x] ")).unwrap_or(text);
        return (rest.starts_with(char::is_whitespace) || !line.starts_with(['-', '*', '+'])).then_some(text);
    }
    let number = line.find(|letter: char| !letter.is_ascii_alphanumeric())?;
    let label = &line[..number];
    let is_number = number <= 3 && label.bytes().all(|byte| byte.is_ascii_digit());
    let is_letter = number == 1 && line[number..].starts_with(')');
    let rest = line[number..].strip_prefix([')', '.'])?;
    ((is_number || is_letter) && rest.starts_with(char::is_whitespace)).then(|| rest.trim_start())
}

#[cfg(test)]
mod tests {
    use super::{Line, looks_like_heading, read};

    #[test]
    fn lines_are_distinguished() {
        for (line, kind) in [
            ("", Line::Blank),
            ("-----", Line::Blank),
            ("## Prices ##", Line::Heading("Prices")),
            ("- milk", Line::Item("milk")),
            ("✅ milk", Line::Item("milk")),
            ("2) milk", Line::Item("milk")),
            ("a) mleko", Line::Item("mleko")),
            ("12. Section", Line::Item("Section")),
            ("-5 degrees", Line::Text("-5 degrees")),
            ("2026. That was it", Line::Text("2026. That was it")),
            ("3.5 million people", Line::Text("3.5 million people")),
            ("| a | b |", Line::Row),
            ("> > She said so.", Line::Text("She said so.")),
            ("Subject: Re: New line", Line::Heading("New line")),
        ] {
            assert_eq!(read(line), kind, "{line}");
        }
    }

    #[test]
    fn headings_are_short_and_have_no_end_mark() {
        assert!(looks_like_heading("What does it cost"));
        assert!(!looks_like_heading("It costs 4 zł."));
        assert!(!looks_like_heading("You need:"));
    }
}
