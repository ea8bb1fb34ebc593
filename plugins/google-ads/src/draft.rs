//! One set of texts for an order.

use sitewright_sdk::ads::{Pool, key, paths, spread};
use sitewright_sdk::material::{as_sentence, capitalized};
use sitewright_sdk::short::{Cut, does, fits, phrases, says, town, without_alike, without_stop, worded};
use sitewright_sdk::units::{Unit, has_at_most, is_alphanumeric, is_lower};
use sitewright_sdk::{Brief, Joined, Language, Parts};

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

/// What an ad says: every fact in one place, since Google shows the texts beside one another.
struct Facts {
    headlines: Vec<String>,
    descriptions: Vec<String>,
    callouts: Vec<String>,
}

pub fn draft(brief: &Brief<'_, Order>, pool: &Pool<'_, '_, Order>) -> Ad {
    let [path1, path2] = brief.keywords.first().map(|keyword| paths(keyword, PATH)).unwrap_or_default();
    let facts = Facts::new(brief, pool);
    Ad {
        headlines: filled(brief, pool, facts.headlines, "headlines", HEADLINES),
        descriptions: filled(brief, pool, facts.descriptions, "descriptions", DESCRIPTIONS),
        path1,
        path2,
        // Sitelinks lead to pages that the input does not name.
        callouts: facts.callouts,
        ..Ad::default()
    }
}

/// Whether the input makes fewer headlines or descriptions than Google requires.
pub fn is_bare(brief: &Brief<'_, Order>, pool: &Pool<'_, '_, Order>) -> bool {
    let facts = Facts::new(brief, pool);
    facts.headlines.len() < HEADLINES || facts.descriptions.len() < DESCRIPTIONS
}

/// The texts with places to fill up to the minimum. The first place is for the offer, unless it is known or nothing is
/// sold.
fn filled(
    brief: &Brief<'_, Order>,
    pool: &Pool<'_, '_, Order>,
    mut texts: Vec<String>,
    kind: &str,
    least: usize,
) -> Vec<String> {
    let missing = least.saturating_sub(texts.len());
    let key = if pool.is_appeal() { "appeal" } else { "draft" };
    let (offer, places) = brief.list(&[key, ".", kind].concat()).split_at(1);
    let is_offered =
        !brief.promotion.is_empty() || [&brief.product, &brief.usp].iter().any(|text| has_price(text));
    let [first, last] = if is_offered && key == "draft" { [places, offer] } else { [offer, places] };
    let places = first.iter().chain(last).filter(|place| !brief.is_avoided(place));
    texts.extend(places.take(missing).map(|place| (*place).to_owned()));
    texts
}

fn has_price(text: &str) -> bool {
    text.contains(['£', '€', '$', '%']) || text.split_whitespace().any(|word| word.starts_with("zł"))
}

impl Facts {
    fn new(brief: &Brief<'_, Order>, pool: &Pool<'_, '_, Order>) -> Self {
        let said = ["product", "promotion", "usp", "facts"].map(|name| pool.sentences(name, DESCRIPTION));
        let mut said = spread(&[said.concat()], usize::MAX);
        if said.len() < HEADLINES + DESCRIPTIONS {
            said = said.iter().flat_map(|sentence| halves(sentence)).collect();
        }
        let (mut short, mut long): (Vec<String>, Vec<String>) =
            said.iter().cloned().partition(|sentence| fits_headline(sentence));
        let lead = ["product", "promotion"].map(|name| pool.sentences(name, DESCRIPTION)).concat();
        let lead = lead.iter().filter(|sentence| short.contains(sentence)).count();
        let (further, naming, rest) = further(brief, pool, &short, &long);
        let searched = further.len() + naming.len() + rest.len();
        // "Wedding photographer Kent" says "Wedding photography" too.
        short.retain(|sentence| !further.iter().any(|line| says(line, sentence)));
        // A description is short of facts sooner than the headlines are.
        while long.len() < DESCRIPTIONS
            && !short.is_empty()
            && (short.len() + searched > HEADLINES || long.is_empty() && short.len() > 1)
        {
            // The longest of what is neither the product nor the offer.
            let first = if short.len() > lead { lead } else { 0 };
            let longest = (first..short.len()).max_by_key(|place| short[*place].len());
            long.extend(longest.map(|place| short.remove(place)));
        }
        // An enumeration makes a headline and a description, or two descriptions.
        let is_list = |sentence: &String| !pieces(sentence).is_empty();
        while long.len() < DESCRIPTIONS
            && let Some(place) = long.iter().position(is_list)
        {
            let parts: Vec<String> =
                pieces(&long.remove(place)).iter().map(|part| as_sentence(part)).collect();
            let (first, rest) = parts.split_at(1);
            long.extend([first.joined(" "), rest.joined(" ")]);
        }
        while short.len() + searched < HEADLINES
            && let Some(place) = long.iter().rposition(is_list)
        {
            let mut parts = pieces(&long[place]).into_iter();
            short.extend(parts.next());
            long[place] = parts.map(|part| as_sentence(&part)).collect::<Vec<_>>().join(" ");
        }
        let place =
            |phrase: &str| worded(phrase, phrase, brief.language()).unwrap_or_else(|| phrase.to_owned());
        let short: Vec<String> = short.iter().map(|sentence| place(without_stop(sentence))).collect();
        let count = brief.headlines_count as usize;
        let mut headlines = spread(&[naming, short.clone(), further], count);
        // The user's first keyword is the most important.
        let first = brief
            .keywords
            .first()
            .and_then(|first| headlines.iter().position(|line| says(line, first) && says(first, line)));
        if let Some(first) = first {
            headlines[..=first].rotate_right(1);
        }
        // Every keyword that fits, before a place is shown.
        for line in rest {
            let is_said = headlines.iter().any(|other| says(other, &line) && says(&line, other));
            if !is_said && headlines.len() < count {
                headlines.push(line);
            }
        }
        // What the ordered number of headlines leaves over.
        let left: Vec<String> = short.into_iter().filter(|phrase| !headlines.contains(phrase)).collect();
        let (callouts, left): (Vec<String>, Vec<String>) =
            left.into_iter().partition(|phrase| fits(phrase, Unit::Width, EXTENSION));
        long.extend(left.iter().map(|phrase| as_sentence(phrase)));
        let place = |sentence: &String| said.iter().position(|other| key(other).contains(&*key(sentence)));
        long.sort_by_key(place);
        // The product may be a search phrase.
        if brief.language() == Language::Pl {
            let product = pool.sentences("product", DESCRIPTION);
            let phrases = long.iter_mut().filter(|sentence| product.contains(sentence));
            phrases.for_each(|phrase| *phrase = dashed(phrase));
        }
        Self {
            headlines,
            descriptions: descriptions(&long, brief.descriptions_count as usize),
            callouts: spread(&[callouts], CALLOUTS),
        }
    }
}

fn fits_headline(sentence: &str) -> bool {
    fits(without_stop(sentence), Unit::Width, HEADLINE) && !sentence.contains('!')
}

/// "Montaż pomp ciepła Białystok." with a dash before the town, which has no preposition.
fn dashed(sentence: &str) -> String {
    let line = without_stop(sentence);
    let (rest, town_name) = line.rsplit_once(' ').unwrap_or_default();
    let before = rest.rsplit(' ').next().unwrap_or_default();
    let is_noun =
        before.starts_with(is_lower) && before.ends_with(is_alphanumeric) && !has_at_most(before, 3);
    if is_noun && rest.has(" ") && town(town_name) == Some(town_name) {
        [rest, " – ", town_name, &sentence[line.len()..]].concat()
    } else {
        sentence.to_owned()
    }
}

/// A name and what a colon adds to it as two sentences.
fn halves(sentence: &str) -> Vec<String> {
    match sentence.split_once(": ").filter(|(name, rest)| name.has(" ") && rest.has(" ") && !does(rest)) {
        Some((name, rest)) => [name, rest].map(|half| as_sentence(&capitalized(half))).into(),
        None => vec![sentence.to_owned()],
    }
}

/// The phrases of an enumeration as headlines; none if they are not all of it.
fn pieces(sentence: &str) -> Vec<String> {
    let pieces = phrases(sentence, Unit::Width, HEADLINE, Cut::Parts);
    let letters = |texts: &[String]| texts.iter().map(|text| key(text).len()).sum::<usize>();
    let is_whole = pieces.len() > 1 && letters(&pieces) == key(sentence).len();
    if is_whole { pieces } else { Vec::new() }
}

/// Headlines of the search phrases and the brand: those that the facts do not say, those that only a description says,
/// and those that another headline says in part or a description begins with.
fn further(
    brief: &Brief<'_, Order>,
    pool: &Pool<'_, '_, Order>,
    short: &[String],
    long: &[String],
) -> (Vec<String>, Vec<String>, Vec<String>) {
    let all = [short, long].concat().joined(" ");
    let keywords = pool.phrases("keyword", HEADLINE).into_iter();
    let keywords = keywords.filter_map(|phrase| worded(&phrase, &all, brief.language()));
    let keywords: Vec<String> =
        keywords.map(|phrase| capitalized(&phrase)).filter(|phrase| fits_headline(phrase)).collect();
    let brand = pool.lines("draft.brand", HEADLINE);
    let mut lines = without_alike(&[&*keywords, &brand].concat());
    lines.retain(|line| !short.iter().any(|sentence| says(sentence, line)));
    // A description that begins with its headline would repeat it.
    lines.retain(|line| !long.iter().any(|sentence| key(sentence).starts_with(&*key(line))));
    let mut rest: Vec<String> = keywords;
    rest.retain(|line| !lines.contains(line));
    let is_new = |line: &String| !short.iter().any(|other| says(other, line) && says(line, other));
    rest.retain(is_new);
    let (further, naming) =
        lines.into_iter().partition(|line| !long.iter().any(|sentence| says(sentence, line)));
    (further, naming, rest)
}

/// The user's sentences, as many in each description as fit.
fn descriptions(said: &[String], count: usize) -> Vec<String> {
    let mut texts = packed(said, DESCRIPTION);
    if texts.len() < DESCRIPTIONS && said.len() >= DESCRIPTIONS {
        let (one, other) = said.split_at(said.len().div_ceil(2));
        texts = [one, other].map(|half| half.joined(" ")).to_vec();
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
