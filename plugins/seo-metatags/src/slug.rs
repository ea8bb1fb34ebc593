//! Slugs: ASCII, lower case, whole words.

use sitewright_sdk::{Joined, Phrases, slug};

use crate::page::Page;

/// Longest slug, in characters.
const MOST: usize = 75;

/// A longer slug loses its stop words.
const COMFORTABLE: usize = 50;

/// The slug of a draft: the keyword.
pub fn draft(page: &Page<'_>) -> String {
    let keyword = shape(&page.keyword.inside, page.phrases);
    if keyword.is_empty() { page.kind_word().to_owned() } else { keyword }
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
