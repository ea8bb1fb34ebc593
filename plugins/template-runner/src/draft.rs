//! Drafts by rules: the template's own texts with the user's input inserted.
//!
//! A line that names an empty field is omitted. If a paragraph loses all the lines that name fields, it is omitted as
//! a whole, with the heading that it began with. A line of a list that names a list is repeated for each of its
//! entries, and so is a paragraph whose heading names one; one whose heading names a number is repeated until the part has
//! that many headings. A text in square brackets is a place to fill: with one, the draft is a frame.

use sitewright_sdk::material::{as_sentence, capitalized};
use sitewright_sdk::output::{Output, Part, PartKind};
use sitewright_sdk::{Brief, Decimal, Joined, Parts as _, address, markdown};

use crate::order::Order;
use crate::parts::Parts;
use crate::placeholders::{all_shown, filled, named};
use crate::short;
use crate::source::template;

pub fn draft(brief: &Brief<'_, Order>, variant: usize) -> Parts {
    let mut parts = Parts::default();
    for (place, part) in template().parts.iter().enumerate() {
        let key = ["draft", part.name].joined(".");
        let Some(texts) = brief.phrases.find(&key) else { continue };
        let lines = match part.kind {
            PartKind::List => {
                let texts = texts.iter().filter(|text| !brief.is_avoided(text));
                let made = texts.flat_map(|text| entries(brief, part, &address(text, brief.address_form())));
                short::entries(made.collect(), part)
            }
            _ => {
                let way = |turn: usize| paragraphs(brief, part, &brief.phrase(&key, variant + turn));
                // The first alternative that fits; if none does, the first one, shortened.
                let fitting = (0..texts.len()).map(way).find(|text| short::fits(text, part));
                vec![fitting.unwrap_or_else(|| short::shortened(&way(0), part))]
            }
        };
        parts.set(place, lines);
    }
    parts
}

/// Whether a line with a place to fill, "[Answer]", is in the draft.
pub fn has_places(brief: &Brief<'_, Order>) -> bool {
    let texts =
        template().parts.iter().filter_map(|part| brief.phrases.find(&["draft", part.name].joined(".")));
    texts.flat_map(|texts| texts.iter()).flat_map(|text| text.lines()).any(|line| {
        address(line, brief.address_form()).has("[") && all_shown(brief, &named(line), brief.phrases)
    })
}

/// The entries of a text of a list.
fn entries(brief: &Brief<'_, Order>, part: &Part, text: &str) -> Vec<String> {
    match lists(brief, text) {
        Some((place, list)) => {
            list.iter().filter_map(|entry| line(brief, part, text, Some((place, entry)))).collect()
        }
        None => line(brief, part, text, None).into_iter().collect(),
    }
}

/// The first list that a text names.
fn lists<'a>(brief: &'a Brief<'_, Order>, text: &str) -> Option<(usize, &'a [String])> {
    named(text).into_iter().find_map(|place| Some((place, brief.input.list(place)?)))
}

fn paragraphs(brief: &Brief<'_, Order>, part: &Part, text: &str) -> String {
    let mut out: Vec<String> = Vec::new();
    // The place of the paragraph that fills up, in the result, and its number.
    let mut filler: Option<(usize, &str, usize)> = None;
    let mut rest = text;
    loop {
        let (paragraph, after) = rest.halves("\n\n").unwrap_or((rest, ""));
        match counted(brief, paragraph) {
            Some(number) => filler = Some((out.len(), paragraph, number)),
            None => {
                let lines = paragraph_lines(brief, part, paragraph);
                out.extend((!lines.is_empty()).then(|| lines.joined("\n")));
            }
        }
        if after.is_empty() {
            break;
        }
        rest = after;
    }
    if let Some((place, paragraph, number)) = filler {
        let is_heading = |line: &&str| line.starts_with('#');
        let headings =
            |texts: &[String]| texts.iter().flat_map(|text| text.lines()).filter(is_heading).count();
        let (before, all) = (headings(&out[..place]), headings(&out));
        let numbers = before + 1..before + 1 + number.saturating_sub(all);
        let filled = numbers.map(|number| {
            let lines = paragraph.trim_matches('\n').lines();
            let lines: Vec<String> =
                lines.map(|line| filled(line, &named(line), |_| number.decimal())).collect();
            lines.joined("\n")
        });
        out.splice(place..place, filled.collect::<Vec<_>>());
    }
    out.joined("\n\n")
}

/// The number that the heading of a paragraph names.
fn counted(brief: &Brief<'_, Order>, paragraph: &str) -> Option<usize> {
    let heading = paragraph.trim_start_matches('\n').lines().next().filter(|line| line.starts_with('#'))?;
    named(heading).into_iter().find_map(|place| brief.input.number(place))
}

fn paragraph_lines(brief: &Brief<'_, Order>, part: &Part, paragraph: &str) -> Vec<String> {
    let heading = paragraph.trim_start_matches('\n').lines().next().filter(|line| line.starts_with('#'));
    let listed = heading.and_then(|line| lists(brief, line));
    if let Some((place, list)) = listed {
        let blocks = list.iter().map(|entry| {
            let lines = paragraph.trim_matches('\n').lines();
            lines
                .filter_map(|text| line(brief, part, text, Some((place, entry))))
                .collect::<Vec<_>>()
                .joined("\n")
        });
        return Vec::from_iter((!list.is_empty()).then(|| blocks.collect::<Vec<_>>().joined("\n\n")));
    }
    let (mut lines, mut naming, mut said) = (Vec::new(), 0, 0);
    for text in paragraph.trim_matches('\n').lines() {
        let names = !named(text).is_empty();
        let made: Vec<String> = if text.starts_with("- ") {
            entries(brief, part, text)
        } else {
            line(brief, part, text, None).into_iter().collect()
        };
        // What stands alone under a heading is an answer.
        let is_answer = heading.is_some() && text.starts_with('{') && text.ends_with('}');
        let made: Vec<String> =
            if is_answer { made.into_iter().map(|text| answer(&text)).collect() } else { made };
        naming += usize::from(names);
        said += usize::from(names && !made.is_empty());
        lines.extend(made);
    }
    if naming > 0 && said == 0 { Vec::new() } else { lines }
}

/// A user's phrase as a sentence, unless it ends in an address or a number to call.
fn answer(text: &str) -> String {
    let last = text.rsplit(' ').next().unwrap_or_default();
    let is_prose =
        text.chars().any(char::is_alphabetic) && !last.has("@") && !last.has("://") && !text.has("\n");
    if is_prose { as_sentence(&capitalized(text)) } else { text.to_owned() }
}

/// A line with the values of its fields; `None` if one of them is empty. `entry` is the current entry of a list.
fn line(
    brief: &Brief<'_, Order>,
    part: &Part,
    text: &str,
    entry: Option<(usize, &String)>,
) -> Option<String> {
    let places = named(text);
    all_shown(brief, &places, brief.phrases).then(|| {
        filled(text, &places, |place| {
            let value = match entry {
                Some((of, entry)) if of == place => entry.clone(),
                _ => brief.shown(place, brief.phrases),
            };
            // The user's input is text, and must not become a heading or a link.
            if part.format == "markdown" { markdown::escape(&value) } else { value }
        })
    })
}
