//! Sections under headings, for letters that read like a newsletter.

use crate::brief::Brief;
use crate::compose::{Composer, paragraphs};
use crate::markdown::escape;
use crate::material::{CLAUSES, as_sentence, capitalized};
use crate::units::{bare, has_at_most, lower, sentences};
use crate::word_list::Words;
use crate::words;

/// The longest heading, in characters.
const HEADING: usize = 80;

/// At most `count` sections in Markdown: those about `items`, and a list of items that are too short or too many for
/// separate sections; the list comes first if its first item does. An item without a heading is an entry of the list as
/// soon as anything has one: after a heading it would belong to that.
///
/// The texts: `draft.several` is the heading of the list, `draft.link` the text of a link.
pub fn sections<I>(brief: &Brief<'_, I>, items: &[String], count: usize) -> String {
    let link = line(brief, "draft.link");
    let is_plain = items.iter().all(|item| has_detail(item) && !about(item, &link).starts_with('#'));
    let is_own = |item: &&String| has_detail(item) && (is_plain || about(item, &link).starts_with('#'));
    let (own, mut listed): (Vec<&String>, Vec<&String>) = items.iter().partition(is_own);
    let room = if listed.is_empty() && own.len() <= count { count } else { count - 1 };
    let opens = items.first().is_some_and(|first| !is_own(&first));
    listed.extend(own.iter().skip(room).copied());
    let mut out: Vec<String> = own.iter().take(room).map(|item| about(item, &link)).collect();
    // A list between two sections stays there if it is one.
    let before = items.iter().take_while(is_own).count();
    let after = items.iter().rev().take_while(is_own).count();
    let is_between = before + listed.len() + after == items.len();
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

/// Verbs after the subject of a sentence, lower case.
#[rustfmt::skip]
const VERBS: Words = words![
    "is", "are", "was", "were", "has", "have", "will", "can", "must", "should", "starts", "begins", "begin",
    "opens", "closes", "comes", "come", "takes", "goes", "runs", "costs", "needs", "gets", "lasts", "ends", "explains",
    "jest", "są", "będzie", "będą", "ma", "mają", "rusza", "ruszają", "startuje", "startują", "zaczyna", "zaczynają",
    "rozpoczyna", "odbędzie", "odbywa", "odbędą", "odbywają", "trwa", "trwają", "kosztuje", "kosztują", "otwiera",
    "zamyka", "wraca", "wracają", "czeka", "czekają", "kończy", "kończą", "pokazuje", "wyjaśnia", "można", "trzeba",
];

/// Words with which no heading begins, lower case.
#[rustfmt::skip]
const UNNAMED: Words = words![
    "we", "you", "it", "they", "he", "she", "i", "there", "this", "these", "here", "from", "on", "in", "at", "since", "until",
    "after", "before", "for", "to", "how", "why", "what", "who", "our", "your", "od", "do", "w", "we", "na", "po", "przed",
    "z", "za", "to", "te", "ta", "ten", "tu", "nasz", "nasza", "nasze", "się", "nie", "już",
];

/// The most words of a heading that is the subject of a sentence.
const SUBJECT: usize = 6;

/// A name of at least two words up to the first verb or comma of a sentence, with what follows the comma, or with the
/// whole sentence.
fn named(text: &str) -> (&str, &str) {
    let is_verb = |word: &str| VERBS.contains(&lower(bare(word)));
    let mut end = 0;
    for (place, word) in text.split(' ').enumerate() {
        let small = lower(bare(word));
        let is_end = is_verb(word) || word == "się";
        if place == 0 && UNNAMED.contains(&small) || !is_end && (place == SUBJECT || CLAUSES.contains(&small))
        {
            return ("", text);
        }
        if is_end && place < 2 || word.ends_with(['.', '!', '?', ';', ':']) {
            return ("", text);
        }
        if is_end {
            return (text[..end].trim_end(), text);
        }
        end += word.len() + 1;
        if word.ends_with(',') {
            let rest = text.get(end..).unwrap_or_default();
            let first = lower(bare(rest.split(' ').next().unwrap_or_default()));
            let ends = place > 0 && !rest.is_empty() && !CLAUSES.contains(&first);
            return if ends { (&text[..end - 2], rest) } else { ("", text) };
        }
    }
    ("", text)
}

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
        _ => named(text),
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
