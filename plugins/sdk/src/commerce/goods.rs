//! The data of a product, prepared for the lines of a draft.

use std::cell::OnceCell;
use std::ops::Deref;

use super::facts::{points, single_stops, tidy_line};
use super::page::{ENOUGH, Format};
use crate::brief::Brief;
use crate::compose::Composer;
use crate::material::{as_sentence, capitalized};
use crate::parts::{Joined, Parts};
use crate::short::{are_forms, does, is_clause, says, worded};
use crate::slug::fold;
use crate::units::{bare, graphemes, is_lower, is_upper, lower, words};
use crate::word_list::Words;
use crate::words;

/// The maximum length of a point in a title, in characters.
pub(super) const TRAIT: usize = 45;

/// Points that warn instead of naming a trait, by their beginnings.
const WARNINGS: [&str; 7] =
    ["contains ", "may contain ", "zawiera ", "może zawierać ", "allergens", "alergeny", "the "];

/// The maximum length of an entry of an enumeration, in characters, and the number of entries in a sentence.
const ENTRY: usize = 60;
const RUN: usize = 6;

/// The maximum length of a keyword in a line, in characters, and the number of keywords that are tried.
const KEYWORD: usize = 60;
const KEYWORDS: usize = 10;
/// The number of points whose words may give a keyword its form.
const POINTS: usize = 20;

/// A statement about a product or a keyword, measured once: every line of every variant needs its length.
#[derive(Clone)]
pub struct Point {
    text: String,
    /// Characters.
    pub(super) length: usize,
    /// It was written with a full stop.
    is_sentence: bool,
    /// As an entry of an enumeration, once it was asked for.
    entry: OnceCell<Option<Entry>>,
}

/// An entry of an enumeration, and whether it begins with a verb.
#[derive(Clone)]
struct Entry {
    text: String,
    does: bool,
}

impl Point {
    pub(super) fn new(text: String) -> Self {
        Self { length: graphemes(&text), is_sentence: false, entry: OnceCell::new(), text }
    }
}

impl Point {
    /// The same point in other words.
    pub(super) fn with(&self, text: String) -> Self {
        Self { is_sentence: self.is_sentence, ..Self::new(text) }
    }
}

impl Deref for Point {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text
    }
}

impl AsRef<str> for Point {
    fn as_ref(&self) -> &str {
        self
    }
}

/// The points that have a word that the name has not: "24 projekty" is said by "24 projekty z drewna", "10 sztuk" by
/// "10 szt.".
fn unsaid(name: &str, mut points: Vec<Point>) -> Vec<Point> {
    let plain = |word: &str| fold(bare(word));
    let named: Vec<String> = words(name).map(plain).collect();
    let is_said = |word: String| named.iter().any(|other| are_forms(&word, other));
    points.retain(|point| !words(point).map(plain).all(is_said));
    points
}

/// Whether a longer word of `one` is in `other`, in some form.
pub(super) fn shares(one: &str, other: &str) -> bool {
    let start = |word: &str| fold(word).chars().take(4).collect::<String>();
    let said: Vec<String> = words(one).map(start).collect();
    words(other).map(start).any(|word| word.len() > 2 && said.contains(&word))
}

#[rustfmt::skip]
const UNITS: Words = words![
    "g", "dag", "kg", "mg", "ml", "cl", "l", "mm", "cm", "m", "m²", "oz", "lb", "in", "inch", "inches", "ft", "pages", "stron", "strony",
    "pieces", "pcs", "szt", "sztuk", "sztuki", "litres", "litry", "litrów",
];

#[rustfmt::skip]
const PACKED: Words = words![
    "included", "box", "set", "comes", "includes", "zestawie", "zestaw", "komplecie", "komplet", "cenie", "gratis", "etui",
];

/// Words after which "by" and a brand belong to something else.
const JOINTS: Words = words!["for", "with", "of", "in", "from", "on", "to", "and"];

/// Prepositions by which a search phrase extends a name.
const EXTENDING: Words = words!["for", "with", "without", "z", "ze", "dla", "do", "na", "bez"];

/// A text that grows by points.
#[derive(Default)]
struct Said<'a> {
    /// Empty once it was said.
    lead: &'a str,
    entries: Vec<String>,
    /// Entries that begin with a verb.
    doing: Vec<String>,
    sentences: Vec<String>,
}

impl Said<'_> {
    /// The entries so far as a sentence, after the lead if it was not said yet.
    fn end_entries(&mut self) {
        let lead = std::mem::take(&mut self.lead);
        let mut doing = std::mem::take(&mut self.doing);
        let mut entries = std::mem::take(&mut self.entries);
        if entries.is_empty() {
            std::mem::swap(&mut entries, &mut doing);
        }
        let entries = entries.joined(", ");
        let joins = lead.ends_with(|letter: char| letter.is_alphanumeric() || "”\")".contains(letter));
        let doing = capitalized(&doing.joined(", "));
        let texts = if joins && !entries.is_empty() && !lead.contains(':') {
            [[lead, ": ", &entries].concat(), String::new(), doing]
        } else {
            [lead.to_owned(), capitalized(&entries), doing]
        };
        self.sentences.extend(texts.iter().filter(|text| !text.is_empty()).map(|text| as_sentence(text)));
    }
}

/// A product as the user described it.
#[derive(Clone)]
pub struct Goods {
    pub name: String,
    pub category: String,
    /// Empty if the brand of the brand kit applies.
    pub brand: String,
    pub keywords: Vec<Point>,
    pub points: Vec<Point>,
    /// Points begin with small letters, so that a capital is a name.
    pub(super) is_small: bool,
}

impl Goods {
    pub fn new(name: &str, category: &str, keywords: &[String], features: &[String]) -> Self {
        let point = |text: String| {
            let stopped = [&text, "."].concat();
            let is_sentence = features.iter().any(|feature| feature.has(&stopped));
            Point { is_sentence, ..Point::new(text) }
        };
        let points = unsaid(name, points(features).into_iter().map(point).collect());
        let entries = || points.iter().filter(|point| !point.is_sentence && !point.contains(':'));
        let count = |kind: fn(char) -> bool| entries().filter(|point| point.starts_with(kind)).count();
        Self {
            name: tidy_line(name),
            category: tidy_line(category),
            brand: String::new(),
            keywords: keywords.iter().map(|keyword| Point::new(tidy_line(keyword))).collect(),
            is_small: count(is_lower) >= count(is_upper),
            points,
        }
    }

    /// Whether there are enough points for several texts.
    pub fn is_rich(&self) -> bool {
        self.points.len() >= ENOUGH
    }

    /// Whether name or points give a measure: "900 g", "90 x 70 cm", "240 pages".
    pub fn is_measured(&self) -> bool {
        let has_number = |text: &str| text.contains(|letter: char| letter.is_ascii_digit());
        let texts = || self.points.iter().map(Deref::deref).chain([&*self.name]);
        texts()
            .filter(|text| has_number(text))
            .any(|text| words(text).any(|word| UNITS.contains(&lower(bare(word)))))
    }

    /// Whether a point says what comes with the goods.
    pub fn is_packed(&self) -> bool {
        self.points.iter().any(|point| words(point).any(|word| PACKED.contains(&lower(word))))
    }

    /// A point as an entry of an enumeration: "solid oak"; "seat height 45 cm" of "Seat height: 45 cm". `None` for a
    /// sentence.
    fn entry<'p>(&self, point: &'p Point) -> Option<&'p Entry> {
        let entry = || self.new_entry(point).map(|text| Entry { does: does(&text), text });
        point.entry.get_or_init(entry).as_ref()
    }

    fn new_entry(&self, point: &Point) -> Option<String> {
        if point.length > ENTRY
            || point.contains(['!', '?', ';', '…'])
            || point.has(". ")
            || point.ends_with('.')
            || point.is_sentence
            || is_clause(point)
        {
            return None;
        }
        if point.has(": ") {
            return Self::measure(point).filter(|_| self.is_small);
        }
        let is_sentence = !self.is_small && point.starts_with(is_upper);
        (!is_sentence).then(|| point.text.clone())
    }

    /// The points of a list, and the sentences of the text below it.
    pub(super) fn apart(&self) -> [Vec<Point>; 2] {
        let (sentences, entries) = self.points.iter().cloned().partition(|point| point.is_sentence);
        [entries, sentences]
    }

    /// Whether the points make a description in this format that says more than the other texts: a list with a text
    /// below it, and paragraphs longer than `room` characters.
    pub fn fills(&self, format: Format, room: usize) -> bool {
        let is_long = || self.points.iter().map(|point| point.length + 2).sum::<usize>() > room;
        let is_mixed = || self.apart().iter().all(|points| !points.is_empty());
        self.is_rich()
            && match format {
                Format::Html => true,
                Format::Plain => is_long(),
                Format::Bullets => is_mixed(),
            }
    }

    /// "seat height 45 cm" of "Seat height: 45 cm".
    fn measure(point: &str) -> Option<String> {
        let (label, value) = point.halves(": ")?;
        let is_measure = value.starts_with(|letter: char| letter.is_ascii_digit()) && !value.has(", ");
        let is_name = label.chars().skip(1).any(is_upper);
        let label = if is_name { label.to_owned() } else { lower(label) };
        (is_measure && words(&label).count() <= 3).then(|| [&label, " ", value].concat())
    }

    /// `lead` with points: "Oak chair: solid oak, 4 kg. Made to order in Leeds."
    pub(super) fn text(&self, lead: &str, points: &[Point]) -> String {
        let mut said = Said { lead, ..Said::default() };
        for point in points {
            match self.entry(point) {
                Some(entry) if entry.does => said.doing.push(entry.text.clone()),
                Some(entry) => said.entries.push(entry.text.clone()),
                None => {
                    said.end_entries();
                    said.sentences.push(as_sentence(&capitalized(point)));
                }
            }
            if said.entries.len() + said.doing.len() == RUN {
                said.end_entries();
            }
        }
        said.end_entries();
        single_stops(said.sentences.joined(" "))
    }

    /// The same goods with as many of the first points as fit, in characters.
    pub fn within(&self, mut room: usize) -> Self {
        let fits = |point: &&Point| {
            let fits = point.length <= room;
            room = room.saturating_sub(point.length);
            fits
        };
        Self { points: self.points.iter().take_while(fits).cloned().collect(), ..self.clone() }
    }

    /// A point for a title, in at most `most` characters; no warning.
    pub(super) fn short_trait(&self, point: &Point, most: usize) -> Option<String> {
        let lowered = lower(point);
        if WARNINGS.iter().any(|warning| lowered.starts_with(warning)) {
            return None;
        }
        let plain = || (!point.has(": ") && words(point).count() < 5).then(|| point.text.clone());
        self.entry(point)
            .map(|entry| entry.text.clone())
            .or_else(|| Self::measure(point))
            .or_else(plain)
            .filter(|text| graphemes(text) <= most)
    }

    /// Whether a word of `text` is in the name, in some form.
    fn names(&self, text: &str) -> bool {
        shares(&self.name, text)
    }

    /// The first search phrase that the name does not say: one that shares a word with the name, or one that does not.
    pub(super) fn phrase<I>(&self, brief: &Brief<'_, I>, is_kin: bool) -> String {
        let points = &self.points[..self.points.len().min(POINTS)];
        let said = [&*self.name, "\n", &points.joined("\n")].concat();
        let fits = |phrase: &&Point| phrase.length <= KEYWORD && self.names(phrase) == is_kin;
        let mut phrases =
            self.keywords.iter().take(KEYWORDS).filter(fits).filter(|phrase| !says(&self.name, phrase));
        phrases.find_map(|phrase| worded(phrase, &said, brief.language())).unwrap_or_default()
    }

    /// The name with the end of a search phrase that shares its kind: "Orthopaedic dog bed L for senior dogs". Empty if
    /// the phrase adds nothing behind a preposition, or the name has one already.
    fn extended(&self, phrase: &str) -> String {
        let is_joint = |word: &str| EXTENDING.contains(&lower(word));
        let is_plain =
            !self.name.contains([',', ':', '(', '.', '"', '„', '“']) && !words(&self.name).any(is_joint);
        let start = phrase.match_indices(' ').map(|(place, _)| place + 1);
        let mut starts = start.filter(|place| words(&phrase[*place..]).next().is_some_and(is_joint));
        let Some(start) = starts.next().filter(|_| is_plain) else { return String::new() };
        let (kind, end) = phrase.split_at(start);
        let is_new =
            words(end).nth(1).is_some() && !words(end).any(|word| word.len() > 3 && self.names(word));
        if is_new && says(&self.name, kind) { [&*self.name, " ", end].concat() } else { String::new() }
    }

    /// Lines may use `{product}`, `{category}` if the name does not say it, `{brand}`, `{maker}` if "by" can stand
    /// after the name, `{keyword}` for a search phrase that shares no word with the name, `{extended}` for the name with
    /// one that does, and `{point}`.
    pub fn composer<'b, 'a, I>(&self, brief: &'b Brief<'a, I>, point: &str) -> Composer<'b, 'a, I> {
        let name = lower(&self.name);
        let brand = if self.brand.is_empty() { &brief.brand.name } else { &self.brand };
        // "Oak & Co chair by Oak & Co" would repeat the brand.
        let brand = if name.contains(&lower(brand)) { "" } else { brand };
        let is_joined = name.contains([',', ':', '(']) || words(&name).any(|word| JOINTS.contains(word));
        Composer::new(brief, 0)
            .with("product", &self.name)
            .with("category", if self.names(&self.category) { "" } else { &self.category })
            .with("keyword", &self.phrase(brief, false))
            .with("extended", &self.extended(&self.phrase(brief, true)))
            .with("point", point)
            .with("brand", brand)
            // "for cargo bikes by Volt" would name the maker of the bikes.
            .with("maker", if is_joined { "" } else { brand })
    }
}
