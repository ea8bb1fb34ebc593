//! Slugs: ASCII, lower case, whole words.

use sitewright_sdk::{Joined, Parts, Phrases, slug};

use crate::page::Page;
use crate::stems::share_word;

/// Longest slug, in characters.
const MOST: usize = 75;

/// A longer slug loses its stop words.
const COMFORTABLE: usize = 50;

/// The slug of a draft: the keyword, in later variants with the place or another word of the topic.
pub fn draft(page: &Page<'_>, variant: usize) -> String {
    let keyword = shape(&page.keyword.inside, page.phrases);
    let place = page.topic.place.as_deref().and_then(|place| place.halves(" ")).map(|(_, name)| name);
    let more = page.topic.chunks.iter().filter(|chunk| page.keyword.stands_in(chunk)).map(String::as_str);
    let with_place = place
        .filter(|place| page.kind == "local" && !share_word(&page.keyword.inside, place))
        .map(|place| [&page.keyword.inside, " ", place].concat());
    let mut slugs = vec![keyword];
    slugs.extend(with_place.iter().map(String::as_str).chain(more).map(|text| shape(text, page.phrases)));
    slugs.retain(|slug| !slug.is_empty());
    slugs.dedup();
    let fallback = || page.phrases.text(&["draft.slug", page.kind].joined(".")).to_owned();
    slugs.get(variant % slugs.len().max(1)).cloned().unwrap_or_else(fallback)
}

/// `text` as a slug; without stop words if it is long.
pub fn shape(text: &str, phrases: Phrases) -> String {
    let text = text.trim().trim_matches('/');
    let text = text.rsplit('/').next().unwrap_or(text);
    let whole = slug::slug(text, usize::MAX);
    if whole.len() <= COMFORTABLE {
        return whole;
    }
    let stop: Vec<String> = phrases.list("words.stop").iter().map(|word| slug::fold(word)).collect();
    let kept: Vec<&str> = whole.split('-').filter(|word| !stop.iter().any(|stop| stop == word)).collect();
    slug::slug(&kept.joined(" "), MOST)
}
