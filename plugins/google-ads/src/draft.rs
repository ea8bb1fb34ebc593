//! One set of texts for an order.

use sitewright_sdk::Brief;
use sitewright_sdk::ads::{Pool, paths, spread};
use sitewright_sdk::short::fits;
use sitewright_sdk::slug::fold;
use sitewright_sdk::units::Unit;

use super::{Ad, Order};

const HEADLINE: u32 = 30;
const DESCRIPTION: u32 = 90;
const EXTENSION: u32 = 25;
const PATH: usize = 15;
/// The minimum numbers of an ad.
const HEADLINES: usize = 3;
const DESCRIPTIONS: usize = 2;

/// Callouts of one ad; Google does not show more beside it.
const CALLOUTS: usize = 4;

pub fn draft(brief: &Brief<'_, Order>, pool: &Pool<'_, '_, Order>) -> Ad {
    let own = |name: &str| pool.phrases(name, EXTENSION);
    let [path1, path2] = brief.keywords.first().map(|keyword| paths(keyword, PATH)).unwrap_or_default();
    Ad {
        headlines: filled(
            brief,
            headlines(pool, brief.headlines_count as usize),
            "draft.headlines",
            HEADLINES,
        ),
        descriptions: filled(
            brief,
            descriptions(pool, brief.descriptions_count as usize),
            "draft.descriptions",
            DESCRIPTIONS,
        ),
        path1,
        path2,
        // Sitelinks lead to pages that the input does not name.
        callouts: spread(&[own("usp"), own("promotion"), own("facts")], CALLOUTS),
        ..Ad::default()
    }
}

/// Whether the input makes fewer headlines or descriptions than Google requires.
pub fn is_bare(pool: &Pool<'_, '_, Order>) -> bool {
    headlines(pool, HEADLINES).len() < HEADLINES || descriptions(pool, DESCRIPTIONS).len() < DESCRIPTIONS
}

/// The texts with places to fill up to the minimum.
fn filled(brief: &Brief<'_, Order>, mut texts: Vec<String>, key: &str, least: usize) -> Vec<String> {
    let missing = least.saturating_sub(texts.len());
    texts.extend(brief.list(key).iter().take(missing).map(|place| (*place).to_owned()));
    texts
}

/// The user's phrases, then the brand.
fn headlines(pool: &Pool<'_, '_, Order>, count: usize) -> Vec<String> {
    let calm = |mut lines: Vec<String>| {
        lines.retain(|line| !line.contains('!'));
        lines
    };
    let mut phrases =
        ["keyword", "promotion", "usp", "product", "facts"].map(|name| calm(pool.phrases(name, HEADLINE)));
    // "Locksmith Bath" beside "Locksmith in Bath" says nothing, and is no sentence.
    let product = phrases[3].clone();
    phrases[0].retain(|keyword| !product.iter().any(|phrase| phrase != keyword && says(phrase, keyword)));
    let [keyword, brand] =
        ["keyword", "brand"].map(|key| calm(pool.lines(&["draft", key].join("."), HEADLINE)));
    let mut lines = spread(&phrases, count);
    lines.extend([brand, keyword].concat());
    spread(&[lines], count)
}

/// Whether `phrase` has every word of `keyword` in some form.
fn says(phrase: &str, keyword: &str) -> bool {
    let starts = |text: &str| -> Vec<String> {
        let words = text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
        words.map(|word| fold(word).chars().take(4).collect()).collect()
    };
    let said = starts(phrase);
    starts(keyword).iter().all(|word| said.contains(word))
}

/// The user's sentences, as many in each description as fit.
fn descriptions(pool: &Pool<'_, '_, Order>, count: usize) -> Vec<String> {
    let said =
        ["product", "promotion", "usp", "facts"].map(|name| pool.sentences(name, DESCRIPTION)).concat();
    let said = spread(&[said], usize::MAX);
    let mut texts = packed(&said, DESCRIPTION);
    if texts.len() < DESCRIPTIONS && said.len() >= DESCRIPTIONS {
        let (one, other) = said.split_at(said.len().div_ceil(2));
        texts = [one, other].map(|half| half.join(" ")).to_vec();
    }
    texts.truncate(count);
    texts
}

/// The sentences in texts of at most `max`, in their order.
fn packed(said: &[String], max: u32) -> Vec<String> {
    let mut texts: Vec<String> = Vec::new();
    for sentence in said {
        let longer = texts.last().map(|text| calm([text, " ", sentence].concat()));
        match longer.filter(|longer| fits(longer, Unit::Width, max)).zip(texts.last_mut()) {
            Some((longer, last)) => *last = longer,
            None => texts.push(calm(sentence.clone())),
        }
    }
    texts
}

/// Google allows one exclamation mark in a description.
fn calm(text: String) -> String {
    match text.split_once('!') {
        Some((said, after)) if after.contains('!') => [said, ".", &after.replace('!', ".")].concat(),
        _ => text,
    }
}
