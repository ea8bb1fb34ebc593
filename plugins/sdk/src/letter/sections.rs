//! Sections under headings, for letters that read like a newsletter.

use crate::brief::Brief;
use crate::compose::{Composer, paragraphs};
use crate::markdown::escape;
use crate::material::{as_sentence, capitalized};
use crate::units::has_at_most;

/// The longest heading, in characters.
const HEADING: usize = 80;

/// At most `count` sections in Markdown: those about `items`, the last of them a list of items that are too short or
/// too many for separate sections. There are no more sections than content.
///
/// The texts: `draft.more` is the heading of an item too long for a heading,
/// `draft.several` that of the list, `draft.link` the text of a link.
pub fn sections<I>(brief: &Brief<'_, I>, items: &[String], count: usize) -> String {
    let (own, mut listed): (Vec<&String>, Vec<&String>) = items.iter().partition(|item| has_detail(item));
    let room = if listed.is_empty() && own.len() <= count { count } else { count - 1 };
    listed.splice(0..0, own.iter().skip(room).copied());
    let mut out: Vec<String> = Vec::new();
    for item in own.iter().take(room) {
        out.push(about(item, &line(brief, "draft.more"), &line(brief, "draft.link")));
    }
    if !listed.is_empty() {
        let entries: Vec<String> =
            listed.iter().map(|item| ["- ", &escape(&capitalized(item))].concat()).collect();
        out.push([&heading(&line(brief, "draft.several")), "\n\n", &entries.join("\n")].concat());
    }
    out.join("\n\n")
}

/// Whether an item has more than a title: a statement after it, or an address.
fn has_detail(item: &str) -> bool {
    item.contains("://") || !has_at_most(item, HEADING) || MARKS.iter().any(|mark| item.contains(mark))
}

/// The separators of a title and its statement.
const MARKS: [&str; 4] = [": ", " – ", " — ", " - "];

fn line<I>(brief: &Brief<'_, I>, key: &str) -> String {
    Composer::new(brief, 0).line(key)
}

fn heading(text: &str) -> String {
    ["## ", text].concat()
}

/// A section about one item: "Title – statement https://address", any part of which may be missing.
fn about(item: &str, title_filler: &str, link: &str) -> String {
    let is_address = |word: &&str| word.contains("://");
    let address = item.split_whitespace().find(is_address).unwrap_or_default();
    let text = item.replace(address, "");
    let text = text.trim().trim_end_matches([':', '–', '-', '—']).trim_end();
    let parted = MARKS.iter().filter_map(|mark| text.split_once(mark)).min_by_key(|(title, _)| title.len());
    let (title, rest) = parted.unwrap_or((text, ""));
    let host = address.split('/').nth(2).unwrap_or_default();
    let (title, rest) = match (title, has_at_most(title, HEADING)) {
        ("", _) => (host, ""),
        (title, true) => (title, rest),
        (_, false) => (title_filler, text),
    };
    let body = if rest.is_empty() { String::new() } else { as_sentence(&capitalized(&escape(rest))) };
    let link = if address.is_empty() { String::new() } else { ["[", link, "](", address, ")"].concat() };
    paragraphs(&[heading(&capitalized(&escape(title))), body, link])
}
