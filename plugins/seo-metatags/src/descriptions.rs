//! Descriptions: a lead with the keyword, the topic's own sentences, a call to action.
//!
//! Every combination of blocks that fits is scored; the best distinct ones become the variants.

use sitewright_sdk::{Joined, fill};

use crate::page::Page;
use crate::pieces::{Piece, sentence};
use crate::spread::{Candidate, choose};
use crate::stems::share_word;
use crate::topic::continued;

/// The space for a text.
pub struct Room {
    characters: std::ops::RangeInclusive<u32>,
    /// Maximum width at 14 px.
    pixels: u32,
    /// The length that a copywriter would aim for.
    ideal: u32,
}

/// The space in search results.
pub const SEARCH: Room = Room { characters: 120..=155, pixels: 985, ideal: 146 };

/// Networks show more of it.
pub const SOCIAL: Room = Room { characters: 120..=200, pixels: u32::MAX, ideal: 180 };

/// The maximum number of scored combinations; a thousand characters of topic stay far below it.
const MOST: usize = 3_000;

/// Names of leads that use a later sentence of the topic than the first begin here.
const LATER_LEADS: u32 = 400;

/// Width of a space at 14 px, rounded up.
const SPACE: u32 = 4;

/// Descriptions of `count` variants.
pub fn draft(page: &Page<'_>, count: usize, room: &Room) -> Vec<String> {
    let blocks = Blocks::new(page);
    let mut weigher = Weigher { blocks: &blocks, room, loosely: false, limit: 0, found: Vec::new() };
    weigher.run();
    if weigher.found.is_empty() {
        weigher.loosely = true;
        weigher.run();
    }
    choose(weigher.found, count)
}

struct Lead {
    piece: Piece,
    /// The topic's sentence that it uses.
    uses: Option<usize>,
}

struct Blocks {
    leads: Vec<Lead>,
    /// Sentences of the topic, each in its versions.
    own: Vec<Vec<Piece>>,
    general: Vec<Piece>,
    calls: Vec<Piece>,
    /// The number of words that two blocks share, by their indexes.
    repeats: Vec<Vec<i32>>,
}

impl Blocks {
    fn new(page: &Page<'_>) -> Self {
        let general = page
            .texts_of_kind("bodies")
            .iter()
            .map(|text| (*text).to_owned())
            .filter(|text| !page.avoids(text));
        let calls = page.calls().into_iter().filter(|text| !page.avoids(text));
        let own = page.topic.sentences.iter().take(6).enumerate().map(|(place, versions)| {
            let name = number(place);
            versions
                .iter()
                .map(|version| {
                    Piece::new(sentence(version), name, i32::from(place == 0) * 5 + digits(version))
                })
                .collect()
        });
        let mut blocks = Self {
            leads: leads(page),
            own: own.collect(),
            general: general
                .enumerate()
                .map(|(place, text)| Piece::new(text, 100 + number(place), -7))
                .collect(),
            calls: calls
                .enumerate()
                .map(|(place, text)| {
                    Piece::new(text.to_owned(), 200 + number(place), 10 - number(place).min(4) as i32)
                })
                .collect(),
            repeats: Vec::new(),
        };
        blocks.compare();
        blocks
    }

    /// Numbers the blocks and compares each pair once instead of in every combination.
    fn compare(&mut self) {
        let leads = self.leads.iter_mut().map(|lead| &mut lead.piece);
        let all = leads.chain(self.own.iter_mut().flatten()).chain(&mut self.general).chain(&mut self.calls);
        let all: Vec<&Piece> = all
            .enumerate()
            .map(|(place, piece)| {
                piece.place = place;
                &*piece
            })
            .collect();
        self.repeats = all.iter().map(|one| all.iter().map(|other| one.repeats(other)).collect()).collect();
    }
}

fn number(place: usize) -> u32 {
    u32::try_from(place).unwrap_or(u32::MAX)
}

/// Numbers are facts that readers look for.
fn digits(text: &str) -> i32 {
    if text.contains(|letter: char| letter.is_ascii_digit()) { 4 } else { 0 }
}

fn leads(page: &Page<'_>) -> Vec<Lead> {
    let keyword = &page.keyword;
    let whole: String = page
        .topic
        .sentences
        .iter()
        .filter_map(|versions| versions.first())
        .cloned()
        .collect::<Vec<_>>()
        .joined(" ");
    let mut leads = Vec::new();
    let mut add = |text: String, worth: i32, uses: Option<usize>| {
        let later = if uses.is_some_and(|place| place > 0) { LATER_LEADS } else { 300 };
        let name = later + number(leads.len());
        leads.push(Lead { piece: Piece::new(sentence(&text), name, worth), uses });
    };
    for (place, versions) in page.topic.sentences.iter().take(4).enumerate() {
        let first = i32::from(place == 0) * 4;
        for version in versions {
            if keyword.stands_in(version) {
                add(version.clone(), 12 + first + digits(version), Some(place));
                continue;
            }
            let worth = 8 + first + digits(version)
                - 6 * Piece::new(keyword.lead.clone(), 0, 0).repeats(&Piece::new(version.clone(), 0, 0));
            let mark = if keyword.is_question { "? " } else { ". " };
            match continued(version, keyword, &whole, page.phrases).filter(|_| !keyword.is_question) {
                Some(rest) if rest.contains([':', '–']) => {
                    add([&keyword.lead, ", ", &rest].concat(), worth - 6, Some(place))
                }
                Some(rest) => add(
                    [keyword.lead.as_str(), if page.is_polish() { " – " } else { ": " }, &rest].concat(),
                    worth,
                    Some(place),
                ),
                None => add([&keyword.lead, mark, version].concat(), worth - 2, Some(place)),
            }
        }
    }
    let general = page
        .texts("leads")
        .iter()
        .map(|text| fill(text, &[("keyword", &keyword.lead)]))
        .filter(|text| !page.avoids(text));
    for (place, text) in general.enumerate() {
        add(text, 5 - number(place).min(4) as i32, None);
    }
    if page.kind == "home" && !page.brand.is_empty() {
        add([page.brand, " – ", &keyword.inside].concat(), 11, None);
    }
    if page.kind == "local"
        && let Some(place) = page.topic.place.as_ref().filter(|place| !share_word(&keyword.lead, place))
    {
        add([&keyword.lead, " ", place].concat(), 4, None);
    }
    leads
}

struct Weigher<'a> {
    blocks: &'a Blocks,
    room: &'a Room,
    /// Nothing fits exactly, so near misses count.
    loosely: bool,
    /// The maximum number of scored combinations up to here.
    limit: usize,
    found: Vec<Candidate<String>>,
}

impl<'a> Weigher<'a> {
    fn run(&mut self) {
        let blocks = self.blocks;
        for (place, lead) in blocks.leads.iter().enumerate() {
            // Every lead gets its share, however many combinations the first ones have.
            self.limit = MOST * (place + 1) / blocks.leads.len();
            self.own(&mut vec![&lead.piece], lead.uses, 0);
        }
    }

    /// Includes or omits each further sentence of the topic, in order.
    fn own(&mut self, parts: &mut Vec<&'a Piece>, used: Option<usize>, place: usize) {
        let blocks = self.blocks;
        let Some(versions) = blocks.own.get(place) else { return self.general(parts) };
        self.own(parts, used, place + 1);
        if used == Some(place) {
            return;
        }
        for version in versions {
            self.with(parts, version, |weigher, parts| weigher.own(parts, used, place + 1));
        }
    }

    fn general(&mut self, parts: &mut Vec<&'a Piece>) {
        let blocks = self.blocks;
        self.calls(parts);
        for (place, one) in blocks.general.iter().enumerate() {
            self.with(parts, one, |weigher, parts| {
                weigher.calls(parts);
                for other in &blocks.general[place + 1..] {
                    weigher.with(parts, other, Self::calls);
                }
            });
        }
    }

    fn calls(&mut self, parts: &mut Vec<&'a Piece>) {
        let blocks = self.blocks;
        self.weigh(parts);
        for call in &blocks.calls {
            self.with(parts, call, Self::weigh);
        }
    }

    /// Continues with one more part, as long as the text can still fit.
    fn with(
        &mut self,
        parts: &mut Vec<&'a Piece>,
        part: &'a Piece,
        next: impl FnOnce(&mut Self, &mut Vec<&'a Piece>),
    ) {
        parts.push(part);
        if self.loosely || self.fits(parts) {
            next(self, parts);
        }
        parts.pop();
    }

    fn fits(&self, parts: &[&Piece]) -> bool {
        let (characters, pixels) = size(parts);
        characters <= *self.room.characters.end() && pixels <= self.room.pixels
    }

    /// Whether a part contains words of the topic, not only of the tool.
    fn is_own(&self, part: &Piece) -> bool {
        part.name < 100
            || self.blocks.leads.iter().any(|lead| lead.uses.is_some() && lead.piece.name == part.name)
    }

    fn weigh(&mut self, parts: &mut Vec<&'a Piece>) {
        let (characters, _) = size(parts);
        let fits = self.room.characters.contains(&characters) && self.fits(parts);
        if (!fits && !self.loosely) || self.found.len() >= self.limit {
            return;
        }
        let distance = i32::try_from(characters.abs_diff(self.room.ideal)).unwrap_or(i32::MAX / 8);
        let repeated: i32 = parts
            .iter()
            .enumerate()
            .map(|(place, part)| {
                let repeats = &self.blocks.repeats[part.place];
                parts[..place].iter().map(|before| repeats[before.place]).sum::<i32>()
            })
            .sum();
        let own = if parts.iter().any(|part| self.is_own(part)) { 10 } else { 0 };
        let worth = parts.iter().map(|part| part.worth).sum::<i32>() + own
            - distance / 3
            - repeated * 7
            - disorder(parts);
        let text = parts.iter().map(|part| part.text.as_str()).collect::<Vec<_>>().joined(" ");
        let traits = parts.iter().map(|part| (part.name, price(part.name))).collect();
        self.found.push(Candidate { value: text, worth, traits });
    }
}

/// The topic's first sentence introduces the others; after them it would sound like a second beginning.
fn disorder(parts: &[&Piece]) -> i32 {
    let first_is_late = parts.iter().skip(1).any(|part| part.name == 0)
        && parts.first().is_some_and(|lead| lead.name >= LATER_LEADS);
    if first_is_late { 9 } else { 0 }
}

fn size(parts: &[&Piece]) -> (u32, u32) {
    let gaps = number(parts.len().saturating_sub(1));
    let characters = parts.iter().map(|part| part.characters).sum::<u32>();
    (characters + gaps, parts.iter().map(|part| part.pixels).sum::<u32>() + gaps * SPACE)
}

/// The cost of using a block in one more variant: the topic's facts may repeat.
fn price(name: u32) -> i32 {
    match name {
        0..100 => 3,
        100..200 => 9,
        200..300 => 7,
        _ => 8,
    }
}
