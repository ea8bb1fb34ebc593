//! Titles: the keyword first, then words of the topic, then the brand if it fits.

use sitewright_sdk::units::{is_upper, lower};
use sitewright_sdk::{Joined, Parts, Unit};

use crate::clean::capitalised;
use crate::page::Page;
use crate::spread::{Candidate, choose};
use crate::stems::{has_name, shared_words};
use crate::topic::continued;

const CHARACTERS: std::ops::RangeInclusive<u32> = 30..=60;
const PIXELS: std::ops::RangeInclusive<u32> = 200..=561;

/// The beginning of a title.
struct Front {
    text: String,
    worth: i32,
}

/// The rest: words of the topic.
struct Tail {
    text: String,
    worth: i32,
}

/// Titles of `count` variants.
pub fn draft(page: &Page<'_>, count: usize) -> Vec<String> {
    let tails = tails(page);
    let mut candidates = Vec::new();
    for (front_name, front) in fronts(page).iter().enumerate() {
        let has_keyword = page.keyword.stands_in(&front.text);
        for (tail_name, tail) in tails.iter().enumerate() {
            let shared = shared_words(&tail.text, &front.text, page.phrases);
            let again = i32::try_from(shared).unwrap_or(i32::MAX / 64) * 14;
            for (joint, text) in joined(front, tail, page).into_iter().enumerate() {
                for (ending, text) in with_brand(&text, page).into_iter().enumerate() {
                    let names = [front_name, 100 + tail_name, 300 + joint, 400 + ending];
                    let has_keyword = has_keyword || page.keyword.stands_in(&text);
                    let twice = ending > 0 && shared_words(page.brand, &front.text, page.phrases) > 0;
                    let again = if twice { again + 20 } else { again };
                    let worth = front.worth + tail.worth + worth(&text, has_keyword, ending) - again;
                    candidates.push(candidate(text, worth, names));
                }
            }
        }
    }
    choose(candidates, count)
}

fn candidate(value: String, worth: i32, names: [usize; 4]) -> Candidate<String> {
    const PRICES: [i32; 4] = [6, 40, 2, 3];
    let traits = names
        .into_iter()
        .zip(PRICES)
        .map(|(name, price)| (u32::try_from(name).unwrap_or(u32::MAX), price))
        .collect();
    Candidate { value, worth, traits }
}

/// `title` without the brand that [`with_brand`] appends.
pub fn without_brand<'t>(title: &'t str, brand: &str) -> &'t str {
    let bare = title.strip_suffix(brand).unwrap_or(title).trim_end();
    let bare = bare.strip_suffix(['|', '–', '-', '—']).map(str::trim_end);
    bare.filter(|bare| !brand.is_empty() && bare.chars().count() >= 12).unwrap_or(title)
}

fn fronts(page: &Page<'_>) -> Vec<Front> {
    let keyword = &page.keyword;
    let mut fronts = Vec::new();
    if let Some(text) = page.topic.place.as_ref().filter(|place| {
        page.kind == "local"
            && !keyword.is_question
            && !keyword.has_name()
            && shared_words(place, &keyword.lead, page.phrases) == 0
    }) {
        fronts.push(Front { text: [&keyword.lead, " ", text].concat(), worth: 16 });
    }
    fronts.push(Front { text: keyword.lead.clone(), worth: 12 });
    let own = page.topic.chunks.iter().filter(|chunk| {
        keyword.stands_in(&[chunk, " ", page.brand].concat()) && lower(chunk) != lower(&keyword.inside)
    });
    fronts.extend(own.take(4).map(|chunk| Front { text: capitalised(chunk), worth: 30 }));
    let merged = page.topic.chunks.iter().filter(|chunk| !keyword.stands_in(chunk)).take(4);
    fronts.extend(merged.filter_map(|chunk| Some(Front { text: keyword.merged(chunk)?, worth: 30 })));
    if page.kind == "home" && !page.brand.is_empty() && !has_name(&keyword.lead, page.brand) {
        let text = if page.is_polish() {
            [page.brand, " – ", &keyword.inside].concat()
        } else {
            [page.brand, " | ", &keyword.lead].concat()
        };
        fronts.push(Front { text, worth: 24 });
    }
    fronts.extend(shortened(page));
    fronts
}

/// Beginnings of a keyword that is longer than a title, whole words only.
fn shortened(page: &Page<'_>) -> Vec<Front> {
    let whole = &page.keyword.lead;
    if fits(whole) || Unit::Characters.measure(whole) < *CHARACTERS.start() {
        return Vec::new();
    }
    let stop = page.phrases.list("words.stop");
    let cuts = whole
        .match_indices(' ')
        .map(|(place, _)| whole[..place].trim_end_matches([',', ';', ':', '–', '-', ' ']));
    let good = cuts.filter(|start| {
        fits(start) && !stop.contains(&lower(start.rsplit(' ').next().unwrap_or_default()).as_str())
    });
    good.map(|start| Front { text: start.to_owned(), worth: 0 }).collect()
}

fn fits(text: &str) -> bool {
    CHARACTERS.contains(&Unit::Characters.measure(text)) && PIXELS.contains(&Unit::PixelsTitle.measure(text))
}

fn tails(page: &Page<'_>) -> Vec<Tail> {
    let keyword = &page.keyword;
    let mut tails = Vec::new();
    let firsts = page.topic.sentences.iter().filter_map(|versions| versions.first());
    let topic = firsts.cloned().collect::<Vec<_>>().joined(" ");
    for chunk in page.topic.chunks.iter().filter(|chunk| !keyword.stands_in(chunk)) {
        let has_number = chunk.contains(|letter: char| letter.is_ascii_digit());
        let text = continued(chunk, keyword, &topic, page.phrases).unwrap_or_else(|| chunk.clone());
        tails.push(Tail { text, worth: if has_number { 16 } else { 13 } });
    }
    tails.push(Tail { text: String::new(), worth: 0 });
    tails.retain(|tail| !page.avoids(&tail.text));
    tails
}

/// Front and tail with each separator.
fn joined(front: &Front, tail: &Tail, page: &Page<'_>) -> Vec<String> {
    let join = |sign: &str, tail: &str| [front.text.as_str(), sign, tail].concat();
    if tail.text.is_empty() {
        let ended = if page.keyword.is_question && page.is_polish() { "?" } else { "" };
        return vec![join(ended, "")];
    }
    let first = lower(front.text.split(' ').next().unwrap_or_default());
    if page.keyword.is_question && page.phrases.list("words.question").contains(&first.as_str()) {
        let is_instruction = !page.is_polish() && first == "how";
        return if is_instruction {
            vec![join(": ", &tail.text)]
        } else {
            vec![join("? ", &capitalised(&tail.text))]
        };
    }
    if front.text.ends_with('?') {
        return vec![join(" ", &capitalised(&tail.text))];
    }
    if front.text.has(" | ") {
        return vec![join(" – ", &tail.text)];
    }
    if front.text.has(" – ") || front.text.has(": ") {
        return vec![join(" | ", &capitalised(&tail.text))];
    }
    let is_capital = tail.text.chars().next().is_some_and(is_upper);
    if is_capital || tail.text.contains([':', '–']) {
        return vec![join(" | ", &tail.text)];
    }
    vec![join(" – ", &tail.text), join(": ", &tail.text), join(" | ", &capitalised(&tail.text))]
}

/// The title with the brand at its end, and without it.
fn with_brand(title: &str, page: &Page<'_>) -> Vec<String> {
    let mut titles = vec![title.to_owned()];
    if !page.brand.is_empty() && !has_name(title, page.brand) {
        titles.push([title, " | ", page.brand].concat());
        if !title.has(" – ") && !title.has(" | ") {
            titles.push([title, " – ", page.brand].concat());
        }
    }
    titles
}

fn worth(title: &str, has_keyword: bool, ending: usize) -> i32 {
    let (characters, pixels) = (Unit::Characters.measure(title), Unit::PixelsTitle.measure(title));
    let outside = |value: u32, range: &std::ops::RangeInclusive<u32>| {
        let distance = range.start().saturating_sub(value) + value.saturating_sub(*range.end());
        i32::try_from(distance).unwrap_or(i32::MAX / 4)
    };
    let mut worth = -2 * outside(characters, &CHARACTERS) - outside(pixels, &PIXELS) / 4;
    if !(CHARACTERS.contains(&characters) && PIXELS.contains(&pixels)) {
        worth -= 60;
    }
    worth += match characters {
        45..=60 => 5,
        38..=44 => 2,
        _ => -4,
    };
    if ending > 0 {
        worth += 12;
    }
    if !has_keyword {
        worth -= 40;
    }
    // The same separator twice in a title looks like a list.
    if title.places_of(" | ").count() > 1 || title.places_of(" – ").count() > 1 {
        worth -= 6;
    }
    worth
}
