//! Sections under headings, for letters that are read like a small paper.

use crate::brief::Brief;
use crate::compose::{Composer, paragraphs};
use crate::markdown::escape;
use crate::material::{as_sentence, capitalized};
use crate::units::{graphemes, words};

/// The longest heading, in characters.
const HEADING: usize = 80;

/// `count` sections in Markdown that have at least `least` words together: first those about `items`, then
/// sections of ours.
///
/// The texts: `draft.pool` names the sections of ours, each with `draft.<name>.heading` and `.text`;
/// `draft.item` says something below an item that is a heading only, `draft.more` heads an
/// item too long for a heading, `draft.several` several items together, `draft.link` is what a link reads.
pub fn sections<I>(
    brief: &Brief<'_, I>,
    items: &[String],
    count: usize,
    least: usize,
    variant: usize,
) -> String {
    let mut out: Vec<String> = Vec::new();
    let several = items.len() > count;
    let single = if several { count - 1 } else { items.len() };
    for (place, item) in items[..single].iter().enumerate() {
        let filler = [line(brief, "draft.item", variant + place), line(brief, "draft.more", variant + place)];
        out.push(about(item, &filler, &line(brief, "draft.link", variant)));
    }
    if several {
        let entries: Vec<String> =
            items[single..].iter().map(|item| ["- ", &escape(item)].concat()).collect();
        out.push([&heading(&line(brief, "draft.several", variant)), "\n\n", &entries.join("\n")].concat());
    }
    let pool = brief.list("draft.pool");
    // "Why this subject" is no question where several things are shown.
    let fits = |name: &&str| items.is_empty() || *name != "why";
    let mut ours = (0..pool.len()).map(|place| pool[(place + variant * 3) % pool.len()]).filter(fits);
    let part = |name: &str, part: &str| line(brief, &["draft", name, part].join("."), variant);
    let count_in = |parts: &[String]| parts.iter().map(|text| words(text).count()).sum::<usize>();
    let mut opening = Vec::new();
    while out.len() < count || count_in(&out) + count_in(&opening) < least {
        let Some(name) = ours.next() else { break };
        if out.len() < count {
            out.push([&heading(&part(name, "heading")), "\n\n", &part(name, "text")].concat());
        } else if several {
            opening.push(part(name, "text"));
        } else if let Some(last) = out.last_mut() {
            last.push_str("\n\n");
            last.push_str(&part(name, "text"));
        }
    }
    opening.append(&mut out);
    opening.join("\n\n")
}

fn line<I>(brief: &Brief<'_, I>, key: &str, variant: usize) -> String {
    Composer::new(brief, variant).line(key)
}

fn heading(text: &str) -> String {
    ["## ", text].concat()
}

/// A section about one item: "Title – what it says https://address", any part of which may be missing.
fn about(item: &str, [filler, title_filler]: &[String; 2], link: &str) -> String {
    let is_address = |word: &&str| word.contains("://");
    let address = item.split_whitespace().find(is_address).unwrap_or_default();
    let text = item.replace(address, "");
    let text = text.trim().trim_end_matches([':', '–', '-', '—']).trim_end();
    let parted = [": ", " – ", " — ", " - "]
        .iter()
        .filter_map(|mark| text.split_once(mark))
        .min_by_key(|(title, _)| title.len());
    let (title, rest) = parted.unwrap_or((text, ""));
    let host = address.split('/').nth(2).unwrap_or_default();
    let (title, rest) = match (title, graphemes(title) <= HEADING) {
        ("", _) => (host, ""),
        (title, true) => (title, rest),
        (_, false) => (title_filler.as_str(), text),
    };
    let body = if rest.is_empty() { filler.clone() } else { as_sentence(&capitalized(&escape(rest))) };
    let link = if address.is_empty() { String::new() } else { ["[", link, "](", address, ")"].concat() };
    paragraphs(&[heading(&capitalized(&escape(title))), body, link])
}
