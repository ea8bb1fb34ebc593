//! The four formats of a summary, as Markdown.

mod lead;

use sitewright_sdk::Joined;
use sitewright_sdk::markdown::escape;
use sitewright_sdk::units::words;

use crate::Format;
use crate::opening::{Opening, capitalised};
use crate::rank::Candidate;
use crate::source::UnitKind;

const TLDR: &str = "**TL;DR:** ";

/// A longer paragraph is split where the text has a paragraph.
const LONG_PARAGRAPH: usize = 110;

/// Formats the chosen sentences, in the order of the text.
pub fn lay_out(candidates: &[Candidate<'_>], chosen: &[usize], format: Format) -> String {
    match format {
        Format::Paragraph => paragraphs(candidates, chosen),
        Format::Tldr => [TLDR, &prose(candidates, chosen).joined(" ")].concat(),
        Format::Bullets => list(&points(candidates, chosen), escape),
        Format::KeyTakeaways => list(&points(candidates, chosen), lead::marked),
    }
}

/// Normalises the marks of an answer or draft for its format.
pub fn settled(text: &str, format: Format) -> String {
    match format {
        Format::Paragraph => text.trim().to_owned(),
        Format::Tldr => [TLDR, without_label(text)].concat(),
        Format::Bullets | Format::KeyTakeaways => {
            let lines: Vec<&str> =
                text.lines().map(str::trim).filter(|line| words(line).next().is_some()).collect();
            lines.iter().map(|line| ["- ", without_bullet(line)].concat()).collect::<Vec<_>>().joined("\n")
        }
    }
}

/// Whether `text` has the form of its format: entries in a list, none outside.
pub fn fits(text: &str, format: Format) -> bool {
    let bullets = text.lines().filter(|line| line.trim_start().starts_with(['-', '*', '•'])).count();
    match format {
        Format::Paragraph | Format::Tldr => bullets <= usize::from(text.starts_with(TLDR)),
        Format::Bullets | Format::KeyTakeaways => bullets > 0,
    }
}

/// A TL;DR without its label, which is not counted.
pub fn without_label(text: &str) -> &str {
    let bare = text.trim().trim_start_matches(['*', '#', ' ', '_']);
    match bare.get(..5) {
        Some(label) if label.eq_ignore_ascii_case("tl;dr") => {
            bare[5..].trim_start_matches([':', '*', ' ', '_', '\n', '–', '-'])
        }
        _ => text.trim(),
    }
}

fn without_bullet(line: &str) -> &str {
    let bullet = line.strip_prefix(['-', '•', '–', '+']).or_else(|| line.strip_prefix("* "));
    let line = bullet.map_or(line, str::trim_start);
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    match line[digits..].strip_prefix(['.', ')']) {
        Some(rest) if (1..=2).contains(&digits) && rest.starts_with(' ') => rest.trim_start(),
        _ => line,
    }
}

/// A sentence in running text or in a list.
fn sentence(candidate: &Candidate<'_>, follows: bool) -> String {
    let text = candidate.text;
    match candidate.opening {
        Opening::Tied(length) if !follows => capitalised(&text[length..]),
        _ if candidate.unit.kind == UnitKind::Item => capitalised(text),
        _ => text.trim_start_matches(['–', '—', ' ']).to_owned(),
    }
}

fn follows(candidates: &[Candidate<'_>], before: Option<usize>, place: usize) -> bool {
    before.is_some_and(|before| {
        before + 1 == place && candidates[before].unit.paragraph == candidates[place].unit.paragraph
    })
}

/// Sentences for running text: each with an end mark.
fn prose(candidates: &[Candidate<'_>], chosen: &[usize]) -> Vec<String> {
    let mut before = None;
    chosen
        .iter()
        .map(|place| {
            let text = sentence(&candidates[*place], follows(candidates, before, *place));
            before = Some(*place);
            let is_open = text
                .ends_with(|last: char| last.is_alphanumeric() || matches!(last, '%' | ')' | '”' | '"'))
                && !text.trim_end_matches(['"', '”', ')']).ends_with(['.', '!', '?', '…']);
            let text = text.trim_end_matches([';', ',']);
            escape(&if is_open
                || text.len() < candidates[*place].unit.text.len()
                    && !text.ends_with(['.', '!', '?', '…', '"', '”', ')'])
            {
                [text, "."].concat()
            } else {
                text.to_owned()
            })
        })
        .collect()
}

fn paragraphs(candidates: &[Candidate<'_>], chosen: &[usize]) -> String {
    let mut out = String::new();
    let (mut count, mut paragraph) = (0, None);
    for (text, place) in prose(candidates, chosen).iter().zip(chosen) {
        let unit = candidates[*place].unit;
        if !out.is_empty() {
            let breaks = count >= LONG_PARAGRAPH && paragraph != Some(unit.paragraph);
            out.push_str(if breaks { "\n\n" } else { " " });
            count = if breaks { 0 } else { count };
        }
        out.push_str(text);
        count += unit.words;
        paragraph = Some(unit.paragraph);
    }
    out
}

/// Entries of a list: a sentence that depends on the previous one stays with it.
fn points(candidates: &[Candidate<'_>], chosen: &[usize]) -> Vec<String> {
    let mut points: Vec<String> = Vec::new();
    let mut before = None;
    for place in chosen {
        let candidate = &candidates[*place];
        let follows = follows(candidates, before, *place);
        before = Some(*place);
        match points.last_mut() {
            Some(last) if follows && candidate.joins() => {
                last.push(' ');
                last.push_str(candidate.text);
            }
            _ => {
                let text = sentence(candidate, false);
                let is_cut = candidate.text.len() < candidate.unit.text.len();
                let stop = if is_cut { "." } else { "" };
                points.push([text.trim_end_matches([';', ',']), stop].concat());
            }
        }
    }
    points
}

fn list(points: &[String], write: impl Fn(&str) -> String) -> String {
    points.iter().map(|point| ["- ", &write(point)].concat()).collect::<Vec<_>>().joined("\n")
}

#[cfg(test)]
mod tests {
    use super::{fits, settled};
    use crate::Format::{Bullets, KeyTakeaways, Paragraph, Tldr};

    #[test]
    fn answers_get_the_marks_of_their_format() {
        assert_eq!(
            settled("1. One.\n\n* Two.\n• **Three** it is.", Bullets),
            "- One.\n- Two.\n- **Three** it is."
        );
        assert_eq!(settled("**Lead:** it is.", KeyTakeaways), "- **Lead:** it is.");
        for answer in ["TL;DR: It runs.", "**TL;DR:** It runs.", "It runs.", "## TL;DR\nIt runs."] {
            assert_eq!(settled(answer, Tldr), "**TL;DR:** It runs.");
        }
        assert_eq!(settled("2026 was good.", Bullets), "- 2026 was good.");
    }

    #[test]
    fn formats_are_distinguished() {
        assert!(fits("One. Two.", Paragraph) && !fits("- One.\n- Two.", Paragraph));
        assert!(fits("- One.", Bullets) && fits("**TL;DR:** One.", Tldr));
    }
}
