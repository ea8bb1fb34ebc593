//! One set of texts for an order.

use sitewright_sdk::Brief;
use sitewright_sdk::ads::{Pool, arrange, paths, spread, unlike};
use sitewright_sdk::units::{Unit, words};

use super::{Ad, Order};

const HEADLINE: u32 = 30;
const DESCRIPTION: u32 = 90;
const EXTENSION: u32 = 25;
const PATH: usize = 15;
/// The minimum number of descriptions of an ad.
const LEAST: usize = 2;

/// Sitelinks and callouts of one ad; Google does not show more beside it.
const EXTENSIONS: usize = 4;

pub fn draft(brief: &Brief<'_, Order>, pool: &Pool<'_, '_, Order>) -> Ad {
    let own = |name: &str| pool.phrases(name, EXTENSION);
    let [path1, path2] = brief.keywords.first().map(|keyword| paths(keyword, PATH)).unwrap_or_default();
    Ad {
        headlines: headlines(pool, brief.headlines_count as usize),
        descriptions: descriptions(pool, brief.descriptions_count as usize),
        path1,
        path2,
        sitelinks: spread(&[own("keyword"), pool.lines("draft.sitelinks", EXTENSION)], EXTENSIONS),
        callouts: spread(&[own("usp"), own("promotion"), own("facts")], EXTENSIONS),
        ..Ad::default()
    }
}

/// Two thirds are the user's phrases, if there are enough; the rest are the tool's calls to action.
fn headlines(pool: &Pool<'_, '_, Order>, count: usize) -> Vec<String> {
    let calm = |mut lines: Vec<String>| {
        lines.retain(|line| !line.contains('!'));
        lines
    };
    let phrases =
        ["keyword", "promotion", "usp", "product", "facts"].map(|name| calm(pool.phrases(name, HEADLINE)));
    let [calls, keyword, brand] =
        ["calls", "keyword", "brand"].map(|key| calm(pool.lines(&["draft", key].join("."), HEADLINE)));
    let lines = spread(&[calls, keyword, brand], count);
    spread(&[[spread(&phrases, count - count / 3), lines, phrases.concat()].concat()], count)
}

/// Each description begins with another of the user's sentences; an invitation follows if it fits.
fn descriptions(pool: &Pool<'_, '_, Order>, count: usize) -> Vec<String> {
    let mut leads =
        ["product", "promotion", "usp", "facts"].map(|name| pool.sentences(name, DESCRIPTION)).concat();
    // One or two words are a headline, not a sentence.
    leads.retain(|lead| words(lead).count() > 2);
    let mut leads = spread(&[leads], count * 2);
    // Google requires two; more of the tool's lines would only repeat one another.
    if leads.len() < LEAST {
        leads = spread(&[[leads, pool.lines("draft.leads", DESCRIPTION)].concat()], LEAST);
    }
    let mut closings = spread(&[pool.lines("draft.closing", DESCRIPTION)], 9);
    let mut texts = Vec::new();
    for (place, lead) in leads.iter().take(count).enumerate() {
        let second = leads.get(place + count).map_or("", String::as_str);
        let said = arrange(&[(0, lead), (1, second)], Unit::Width, DESCRIPTION);
        let closing = unlike(&closings, place, &said).to_owned();
        let text = arrange(&[(0, &said), (1, &closing)], Unit::Width, DESCRIPTION);
        closings.retain(|line| *line != closing);
        // Google allows one exclamation mark in a description.
        texts.push(match text.split_once('!') {
            Some((said, after)) if after.contains('!') => [said, ".", &after.replace('!', ".")].concat(),
            _ => text,
        });
    }
    texts
}
