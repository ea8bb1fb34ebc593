//! The importance of each sentence for the whole text.
//!
//! Every sentence is a vector of its stems, weighted by their frequency in it and their rarity among sentences
//! (TF-ISF). Its centrality is the sum of its cosines with all others: on an undirected graph the random walk of
//! LexRank converges to exactly that, so no iteration is needed, and with the sum of all vectors it takes one pass
//! instead of a pass for each pair. Position, title, numbers and wording add to it; questions, calls and extreme
//! lengths reduce it.

mod wording;

use sitewright_sdk::{Language, Parts};

use crate::opening::{Opening, leans_back};
use crate::source::{Source, Unit, UnitKind};
use sitewright_sdk::stems::{Term, each_term};
use sitewright_sdk::units::words;
pub use wording::{is_caveat, without_reason};

/// A unit that may be chosen.
pub struct Candidate<'s> {
    pub unit: &'s Unit,
    /// The sentence as the summary has it.
    pub text: &'s str,
    pub opening: Opening,
    pub score: f32,
    /// The first real sentence of a text whose content counts.
    pub leads: bool,
    /// False for a sentence that makes no sense alone, such as the lead of a list.
    pub fit: bool,
    /// Readers may come to harm without it.
    pub critical: bool,
    /// It says in which case to get help, which counts more than any other advice.
    pub urgent: bool,
    /// Its words; those of a sentence that readers must not miss without its reason.
    pub words: usize,
    /// Sentences without which it says too much or is not understood.
    pub needs: Vec<usize>,
    vector: Vector,
}

/// Weights by the number of the term, sorted; its length is 1.
type Vector = Vec<(u32, f32)>;

/// The goal of the ranking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Focus {
    /// The content of the text: beginnings count.
    Content,
    /// The conclusions: results, decisions and recommendations, at any position.
    Conclusions,
}

const TITLE: f32 = 0.35;
const HEADING: f32 = 0.12;
const BEGINNING: f32 = 0.4;
const FIRST: f32 = 0.25;
const ENDING: f32 = 0.2;
const PARAGRAPH: f32 = 0.12;
/// The fewest words of a lead; "Hello, back to our site." is none.
const LEAD_WORDS: usize = 5;
const TIED_WORDS: usize = 8;
const LEAD_WITHIN: usize = 5;

/// All units of a source with their scores.
pub fn rank(source: &Source, focus: Focus) -> Vec<Candidate<'_>> {
    let (vectors, terms) = vectors(source);
    let central = centrality(&vectors, terms.len());
    let headings: Vec<Vec<u32>> =
        source.headings.iter().map(|heading| numbers(heading, source.language, &terms)).collect();
    // Breadcrumbs, title, subtitle: all lines above the first sentence.
    let above = source.units.first().and_then(|unit| unit.heading).map_or(0, |last| last + 1);
    let title = headings[..above].concat();
    let openings: Vec<Opening> = (0..source.units.len()).map(|place| opening(source, place)).collect();
    let lead = lead(source, &openings);
    let mut needs = needs(source, &openings, lead);
    restrict(source, &vectors, &mut needs);
    let mut candidates: Vec<Candidate<'_>> = Vec::with_capacity(vectors.len());
    for (place, (vector, opening)) in vectors.into_iter().zip(openings).enumerate() {
        let unit = &source.units[place];
        let heading = unit
            .heading
            .filter(|heading| *heading >= above)
            .map_or(0.0, |heading| overlap(&vector, &headings[heading]));
        let (cues, critical, urgent) = wording::bonus(&unit.text, source.language);
        let cues = cues * if focus == Focus::Conclusions { 1.5 } else { 1.0 };
        let place_bonus = position(source, place, lead, focus);
        let said = central[place] + TITLE * overlap(&vector, &title) + HEADING * heading + place_bonus + cues;
        candidates.push(Candidate {
            unit,
            text: &unit.text,
            opening,
            score: said * wording::weight(unit),
            leads: focus == Focus::Content && lead == Some(place),
            fit: is_fit(unit),
            critical,
            urgent,
            words: if critical { words(without_reason(&unit.text)).count() } else { unit.words },
            needs: std::mem::take(&mut needs[place]),
            vector,
        });
    }
    candidates
}

impl Candidate<'_> {
    /// Whether it stays in the entry of the sentence before it; a warning is its own point.
    pub fn joins(&self) -> bool {
        self.opening == Opening::Dangling && !self.critical
    }

    /// Writes the weights of this vector into `dense`, or resets them.
    pub fn spread(&self, dense: &mut [f32], sign: f32) {
        self.vector.iter().for_each(|(term, weight)| dense[*term as usize] += sign * weight);
    }

    /// The cosine with the vector that was spread.
    pub fn similarity(&self, dense: &[f32]) -> f32 {
        dot(&self.vector, dense)
    }

    /// One more than the largest term number.
    pub fn reach(&self) -> usize {
        self.vector.last().map_or(0, |(term, _)| *term as usize + 1)
    }
}

/// The vectors of all units, and all terms sorted by their numbers.
fn vectors(source: &Source) -> (Vec<Vector>, Vec<Term>) {
    let mut found: Vec<(Term, u32)> = Vec::with_capacity(source.words);
    for (place, unit) in source.units.iter().enumerate() {
        each_term(&unit.text, source.language, |term| found.push((term, place as u32)));
    }
    found.sort_unstable();
    let count = source.units.len() as f32;
    let mut vectors: Vec<Vector> = vec![Vec::new(); source.units.len()];
    let mut terms: Vec<Term> = Vec::new();
    for group in found.chunk_by(|left, right| left.0 == right.0) {
        let number = terms.len() as u32;
        terms.push(group[0].0);
        let sentences = group.chunk_by(|left, right| left.1 == right.1);
        let rarity = ln(1.0 + count / sentences.clone().count() as f32);
        for sentence in sentences {
            let weight = (1.0 + ln(sentence.len() as f32)) * rarity;
            vectors[sentence[0].1 as usize].push((number, weight));
        }
    }
    vectors.iter_mut().for_each(normalise);
    (vectors, terms)
}

/// The natural logarithm of a number from 1 on. Each platform's library rounds differently, and that must not break a
/// tie between two sentences.
fn ln(number: f32) -> f32 {
    let bits = number.to_bits();
    let exponent = (bits >> 23) as i32 - 127;
    let mantissa = f32::from_bits(bits & 0x7F_FFFF | 0x3F80_0000);
    // The series of artanh, whose argument is a third at most.
    let ratio = (mantissa - 1.0) / (mantissa + 1.0);
    let square = ratio * ratio;
    let series = 1.0
        + square * (1.0 / 3.0 + square * (0.2 + square * (1.0 / 7.0 + square * (1.0 / 9.0 + square / 11.0))));
    exponent as f32 * std::f32::consts::LN_2 + 2.0 * ratio * series
}

fn normalise(vector: &mut Vector) {
    let length = vector.iter().map(|(_, weight)| weight * weight).sum::<f32>().sqrt();
    if length > 0.0 {
        vector.iter_mut().for_each(|(_, weight)| *weight /= length);
    }
}

/// For each vector the sum of its cosines with all others, scaled to a maximum of 1.
fn centrality(vectors: &[Vector], terms: usize) -> Vec<f32> {
    let mut sum = vec![0.0; terms];
    vectors.iter().flatten().for_each(|(term, weight)| sum[*term as usize] += weight);
    let mut degrees: Vec<f32> =
        vectors.iter().map(|vector| (dot(vector, &sum) - itself(vector)).max(0.0)).collect();
    let most = degrees.iter().copied().fold(0.0, f32::max);
    if most > 0.0 {
        degrees.iter_mut().for_each(|degree| *degree /= most);
    }
    degrees
}

/// The cosine of a vector with itself: 1, or 0 for a sentence of only small words.
fn itself(vector: &Vector) -> f32 {
    if vector.is_empty() { 0.0 } else { 1.0 }
}

fn dot(vector: &Vector, dense: &[f32]) -> f32 {
    vector.iter().map(|(term, weight)| weight * dense.get(*term as usize).copied().unwrap_or_default()).sum()
}

fn numbers(text: &str, language: Option<Language>, terms: &[Term]) -> Vec<u32> {
    let mut found = Vec::new();
    each_term(text, language, |term| {
        found.extend(terms.binary_search(&term).ok().map(|number| number as u32))
    });
    found.sort_unstable();
    found.dedup();
    found
}

/// The share of `terms` that a vector has.
fn overlap(vector: &Vector, terms: &[u32]) -> f32 {
    let shared =
        terms.iter().filter(|term| vector.binary_search_by_key(*term, |(number, _)| *number).is_ok()).count();
    if terms.is_empty() { 0.0 } else { shared as f32 / terms.len() as f32 }
}

/// Whether a sentence continues the paragraph of the one before it.
fn continues(source: &Source, place: usize) -> bool {
    place > 0 && source.units[place - 1].paragraph == source.units[place].paragraph
}

/// The opening of a sentence; one whose subject stands in the sentence before it cannot be used alone.
fn opening(source: &Source, place: usize) -> Opening {
    let text = &source.units[place].text;
    match Opening::of(text, source.language) {
        Opening::Free if continues(source, place) && leans_back(text, source.language) => Opening::Dangling,
        opening => opening,
    }
}

/// Farthest sentence that may limit a finding.
const CAVEAT_WITHIN: usize = 3;

/// A finding and the sentence that limits it need each other, and any sentence needs the limit right after it.
fn needs(source: &Source, openings: &[Opening], lead: Option<usize>) -> Vec<Vec<usize>> {
    let mut needs = vec![Vec::new(); source.units.len()];
    for (place, unit) in source.units.iter().enumerate().skip(1) {
        let dangles = openings[place] == Opening::Dangling && continues(source, place);
        if wording::is_limit(&unit.text) && continues(source, place) {
            needs[place - 1].push(place);
        }
        if (wording::is_limit(&unit.text) || wording::is_exception(&unit.text)) && continues(source, place) {
            needs[place].push(place - 1);
        }
        if !wording::is_caveat(&unit.text) {
            continue;
        }
        let first = place.saturating_sub(CAVEAT_WITHIN);
        let is_claim = |before: &usize| {
            let claims = wording::is_finding(&source.units[*before].text) || lead == Some(*before);
            claims && !wording::is_caveat(&source.units[*before].text)
        };
        let found: Vec<usize> = (first..place).filter(is_claim).collect();
        // The first limit after a claim is enough.
        for before in &found {
            if needs[*before].is_empty() {
                needs[*before].push(place);
            }
        }
        let nearest = found.first().copied();
        needs[place].extend(nearest);
        needs[place].extend(dangles.then_some(place - 1));
    }
    needs
}

/// How alike a restriction and the sentence that it restricts are at least.
const SUBJECT: f32 = 0.12;

/// A sentence and another one that takes back a part of it need each other, wherever they are: what is open, and when it
/// is closed.
fn restrict(source: &Source, vectors: &[Vector], needs: &mut [Vec<usize>]) {
    for (place, unit) in source.units.iter().enumerate() {
        let Some(closes) = wording::restricts(&unit.text) else { continue };
        let alike = |other: usize| -> f32 {
            let shared = |(term, weight): &(u32, f32)| {
                let found = vectors[other].binary_search_by_key(term, |(number, _)| *number).ok();
                found.map_or(0.0, |found| weight * vectors[other][found].1)
            };
            vectors[place].iter().map(shared).sum()
        };
        let others = (0..source.units.len()).filter(|other| *other != place);
        let fits = |other: &usize| {
            let text = &source.units[*other].text;
            if closes { wording::is_open(text) } else { *other < place && alike(*other) >= SUBJECT }
        };
        let restricted = others
            .filter(fits)
            .max_by(|one, other| alike(*one).total_cmp(&alike(*other)).then(other.cmp(one)));
        if let Some(other) = restricted {
            for (one, two) in [(place, other), (other, place)] {
                if !needs[one].contains(&two) {
                    needs[one].push(two);
                }
            }
        }
    }
}

/// The first real sentence: not a greeting, a slogan or half a sentence.
fn lead(source: &Source, openings: &[Opening]) -> Option<usize> {
    let first = source.units.iter().take(LEAD_WITHIN).enumerate();
    first
        .into_iter()
        .find(|(place, unit)| {
            let least = if openings[*place] == Opening::Free { LEAD_WORDS } else { TIED_WORDS };
            let says = is_fit(unit) && !wording::is_polite(&unit.text);
            unit.words >= least && openings[*place] != Opening::Dangling && says
        })
        .map(|(place, _)| place)
}

/// Texts put important content first, paragraphs into their first sentence.
fn position(source: &Source, place: usize, lead: Option<usize>, focus: Focus) -> f32 {
    let share = place as f32 / source.units.len() as f32;
    let opens = place == 0 || source.units[place - 1].paragraph != source.units[place].paragraph;
    let opens = opens && source.units[place].kind == UnitKind::Sentence;
    let leads = lead == Some(place);
    if focus == Focus::Conclusions {
        return ENDING * share.powi(2) + if leads { FIRST / 2.0 } else { 0.0 };
    }
    BEGINNING * (1.0 - share).powi(3) + if leads { FIRST } else { 0.0 } + if opens { PARAGRAPH } else { 0.0 }
}

fn is_fit(unit: &Unit) -> bool {
    let (mut letters, mut others) = (0usize, 0usize);
    unit.text
        .chars()
        .filter(|letter| !letter.is_whitespace())
        .for_each(|letter| if letter.is_alphabetic() { letters += 1 } else { others += 1 });
    let least = if unit.kind == UnitKind::Item { 4 } else { 3 };
    // "Teksty dostarczy sam": who?
    if unit.text.has(" sam ") && !unit.text.has("en sam ") && !unit.text.has("ym sam ") {
        return false;
    }
    unit.words >= least
        && letters > others
        && !unit.text.ends_with([':', ',', '?'])
        && !wording::is_title(&unit.text)
}
