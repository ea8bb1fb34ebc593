//! Sections under headings, for letters that read like a newsletter.

use crate::brief::Brief;
use crate::compose::{Composer, paragraphs};
use crate::markdown::escape;
use crate::material::{as_sentence, capitalized};
use crate::units::{has_at_most, sentences};

/// The longest heading, in characters.
const HEADING: usize = 80;

/// At most `count` sections in Markdown: those about `items`, and a list of items that are too short or too many for
/// separate sections; the list comes first if its first item does.
///
/// The texts: `draft.several` is the heading of the list, `draft.link` the text of a link.
pub fn sections<I>(brief: &Brief<'_, I>, items: &[String], count: usize) -> String {
    let (own, mut listed): (Vec<&String>, Vec<&String>) = items.iter().partition(|item| has_detail(item));
    let room = if listed.is_empty() && own.len() <= count { count } else { count - 1 };
    let opens = items.first().is_some_and(|first| !has_detail(first));
    listed.extend(own.iter().skip(room).copied());
    let mut out: Vec<String> =
        own.iter().take(room).map(|item| about(item, &line(brief, "draft.link"))).collect();
    // A list between two sections stays there if it is one.
    let is_own = |item: &&String| has_detail(item);
    let before = items.iter().take_while(is_own).count();
    let after = items.iter().rev().take_while(is_own).count();
    // A section without a heading would belong to the list.
    let is_between = before + listed.len() + after == items.len()
        && out.get(before).is_none_or(|section| section.starts_with('#'));
    let place = match (opens, is_between) {
        (true, _) => 0,
        (false, true) => before.min(out.len()),
        (false, false) => out.len(),
    };
    if !listed.is_empty() {
        let entries: Vec<String> =
            listed.iter().map(|item| ["- ", &escape(&capitalized(item))].concat()).collect();
        // The whole content needs no heading.
        let heading = if out.is_empty() { String::new() } else { heading(&line(brief, "draft.several")) };
        let list = paragraphs(&[heading, entries.join("\n")]);
        out.insert(place, list);
    }
    out.join("\n\n")
}

/// Whether a word is an address; a formula with one is none.
pub fn is_link(word: &str) -> bool {
    ["https://", "http://"].iter().any(|scheme| word.starts_with(scheme))
}

/// Whether an item has more than a title: an address, or a statement after the title.
fn has_detail(item: &str) -> bool {
    let (_, rest) = parted(item);
    item.split_whitespace().any(is_link) || rest.split(' ').count() >= STATEMENT
}

/// The separators of a title and its statement.
const MARKS: [&str; 4] = [": ", " – ", " — ", " - "];

/// The shortest text below a heading, in words; a shorter one would be half a sentence.
const STATEMENT: usize = 8;

/// Title and statement; an item without a mark, or with a long title, is a title of its first sentence.
fn parted(text: &str) -> (&str, &str) {
    let marked = MARKS.iter().filter_map(|mark| text.split_once(mark)).min_by_key(|(title, _)| title.len());
    if let Some((title, rest)) = marked.filter(|(title, _)| has_at_most(title, HEADING)) {
        return (title, rest);
    }
    match sentences(text)[..] {
        [first, ..] if has_at_most(first, HEADING) => {
            (first.trim_end_matches('.'), text[first.len()..].trim())
        }
        _ => ("", text),
    }
}

fn line<I>(brief: &Brief<'_, I>, key: &str) -> String {
    Composer::new(brief, 0).line(key)
}

fn heading(text: &str) -> String {
    ["## ", text].concat()
}

/// A section about one item: "Title – statement https://address", any part of which may be missing.
fn about(item: &str, link: &str) -> String {
    let address = item.split_whitespace().find(|word| is_link(word)).unwrap_or_default();
    let text = item.replace(address, "");
    let text = text.trim().trim_end_matches([':', '–', '-', '—']).trim_end();
    let (title, rest) = parted(text);
    let host = address.split('/').nth(2).unwrap_or_default();
    let heading = match (title, rest) {
        ("", "") => heading(&escape(host)),
        ("", _) => String::new(),
        (title, _) => heading(&capitalized(&escape(title))),
    };
    let body = if rest.is_empty() { String::new() } else { as_sentence(&capitalized(&escape(rest))) };
    let link = if address.is_empty() { String::new() } else { ["[", link, "](", address, ")"].concat() };
    paragraphs(&[heading, body, link])
}
