//! Descriptions: the topic's own sentences in their order, with the keyword before them if they lack it.

use sitewright_sdk::{Parts, Unit};

use crate::clean::sentence;
use crate::page::Page;
use crate::stems::shared_words;
use crate::topic::continued;

/// The space for a text.
pub struct Room {
    characters: u32,
    /// Maximum width at 14 px.
    pixels: u32,
}

/// The space in search results.
pub const SEARCH: Room = Room { characters: 155, pixels: 985 };

/// Networks show more of it.
pub const SOCIAL: Room = Room { characters: 200, pixels: u32::MAX };

/// A shorter text leaves space in search results unused, in characters.
const COMFORTABLE: u32 = 120;

/// The number of sentences that a text may begin with, and of those that are tried after it.
const OPENINGS: usize = 4;
const LATER: usize = 8;

impl Room {
    pub fn fits(&self, text: &str) -> bool {
        Unit::Characters.measure(text) <= self.characters
            && (self.pixels == u32::MAX || Unit::PixelsDescription.measure(text) <= self.pixels)
    }
}

/// The texts that fit, the best one first, one for each beginning. There is one if the whole topic fits: another one would
/// only say less.
pub fn draft(page: &Page<'_>, room: &Room) -> Vec<String> {
    let sentences = &page.topic.sentences;
    let mut best: Vec<(i32, String)> = Vec::new();
    let mut is_whole = false;
    for (start, versions) in sentences.iter().take(OPENINGS).enumerate() {
        let opens = start == 0 || versions.first().is_some_and(|whole| page.topic.opens(whole, page.phrases));
        let mut found: Option<(i32, String)> = None;
        for (cut, version) in versions.iter().enumerate().filter(|_| opens) {
            for (repeated, opening) in openings(page, version) {
                if !room.fits(&opening) {
                    continue;
                }
                let (text, left_out) = continued_by(opening, &sentences[start + 1..], room);
                let lost = place(start * 12 + cut * 3 + left_out * 2);
                let missing = place(page.keyword.missing_in(&text).len());
                let short = COMFORTABLE.saturating_sub(Unit::Characters.measure(&text)) / 4;
                let worth = -lost - missing * 12 - repeated * 8 - i32::try_from(short).unwrap_or(0);
                is_whole |= lost == 0;
                if found.as_ref().is_none_or(|(other, _)| worth > *other) {
                    found = Some((worth, text));
                }
            }
        }
        best.extend(found);
    }
    best.sort_by_key(|(worth, _)| -worth);
    best.truncate(if is_whole { 1 } else { best.len() });
    let is_long = |text: &str| Unit::Characters.measure(text) >= COMFORTABLE;
    let further = best.iter().skip(1).filter(|(_, text)| is_long(text));
    let mut texts: Vec<String> = best.iter().take(1).chain(further).map(|(_, text)| text.clone()).collect();
    if texts.is_empty() {
        // Nothing fits: the shortest beginning, which a check reports.
        let shortest = sentences.first().and_then(|versions| versions.last());
        texts.push(sentence(shortest.unwrap_or(&page.keyword.lead)));
    }
    texts
}

fn place(count: usize) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX / 64)
}

/// Ways to open with a sentence, each with the number of words that it says twice.
fn openings(page: &Page<'_>, version: &str) -> Vec<(i32, String)> {
    let keyword = &page.keyword;
    let mut ways = vec![(0, sentence(version))];
    if keyword.stands_in(version) {
        return ways;
    }
    if let Some(merged) = keyword.merged(version) {
        return vec![(0, sentence(&merged))];
    }
    let repeated = place(shared_words(&keyword.inside, version, page.phrases));
    let mark = match continued(version, keyword, version, page.phrases) {
        _ if keyword.is_question => "? ",
        Some(rest) if !rest.has(" – ") && !rest.has(": ") => {
            let mark = if page.is_polish() { " – " } else { ": " };
            ways.push((repeated, sentence(&[&keyword.lead, mark, &rest].concat())));
            return ways;
        }
        _ => ". ",
    };
    ways.push((repeated, sentence(&[&keyword.lead, mark, &sentence(version)].concat())));
    ways
}

/// `text` with the later sentences that fit, each in its longest version, and the number of the others.
fn continued_by(mut text: String, later: &[Vec<String>], room: &Room) -> (String, usize) {
    let mut left_out = later.len().saturating_sub(LATER);
    for versions in later.iter().take(LATER) {
        let longer = versions.iter().map(|version| [&text, " ", &sentence(version)].concat());
        match longer.into_iter().find(|longer| room.fits(longer)) {
            Some(longer) => text = longer,
            None => left_out += 1,
        }
    }
    (text, left_out)
}
