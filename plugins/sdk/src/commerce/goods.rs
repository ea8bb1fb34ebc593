//! The data of a product, prepared for the lines of a draft.

use std::ops::Deref;

use super::facts::{points, single_stops, tidy_line};
use super::page::ENOUGH;
use crate::brief::Brief;
use crate::compose::Composer;
use crate::material::{as_sentence, capitalized};
use crate::parts::{Joined, Parts};
use crate::slug::fold;
use crate::units::{graphemes, is_lower, is_upper, lower, words};

/// The maximum length of a point in a title, in characters.
pub(super) const TRAIT: usize = 45;

/// Points that warn instead of naming a trait, by their beginnings.
const WARNINGS: [&str; 7] =
    ["contains ", "may contain ", "zawiera ", "może zawierać ", "allergens", "alergeny", "the "];

/// The maximum length of an entry of an enumeration, in characters, and the number of entries in a sentence.
const ENTRY: usize = 60;
const RUN: usize = 6;

/// The maximum length of a keyword in a line, in characters.
const KEYWORD: usize = 60;

/// A statement about a product or a keyword, measured once: every line of every variant needs its length.
#[derive(Clone)]
pub struct Point {
    text: String,
    /// Characters.
    pub(super) length: usize,
    /// It was written with a full stop.
    is_sentence: bool,
}

impl Point {
    pub(super) fn new(text: String) -> Self {
        Self { length: graphemes(&text), is_sentence: false, text }
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

/// A text that grows by points.
#[derive(Default)]
struct Said<'a> {
    /// Empty once it was said.
    lead: &'a str,
    entries: Vec<String>,
    sentences: Vec<String>,
}

impl Said<'_> {
    /// The entries so far as a sentence, after the lead if it was not said yet.
    fn end_entries(&mut self) {
        let lead = std::mem::take(&mut self.lead);
        let entries = std::mem::take(&mut self.entries).joined(", ");
        let joins = lead.ends_with(|letter: char| letter.is_alphanumeric() || "”\")".contains(letter));
        if joins && !entries.is_empty() && !lead.contains(':') {
            self.sentences.push(as_sentence(&[lead, ": ", &entries].concat()));
            return;
        }
        let texts = [lead.to_owned(), capitalized(&entries)];
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
            let is_sentence = features.iter().any(|feature| feature.contains(&[&text, "."].concat()));
            Point { is_sentence, ..Point::new(text) }
        };
        let points: Vec<Point> = points(features).into_iter().map(point).collect();
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

    /// A point as an entry of an enumeration: "solid oak"; "seat height 45 cm" of "Seat height: 45 cm". `None` for a
    /// sentence.
    fn entry(&self, point: &Point) -> Option<String> {
        if graphemes(point) > ENTRY
            || point.contains(['!', '?', ';', '…'])
            || point.has(". ")
            || point.ends_with('.')
            || point.is_sentence
        {
            return None;
        }
        if point.has(": ") {
            return Self::measure(point).filter(|_| self.is_small);
        }
        let is_sentence = !self.is_small && point.starts_with(is_upper);
        (!is_sentence).then(|| point.text.clone())
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
        let name = lower(&self.name);
        for point in points.iter().filter(|point| !name.contains(&lower(point))) {
            match self.entry(point) {
                Some(entry) => said.entries.push(entry),
                None => {
                    said.end_entries();
                    said.sentences.push(as_sentence(&capitalized(point)));
                }
            }
            if said.entries.len() == RUN {
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
        let is_new = !lower(&self.name).contains(&lowered);
        self.entry(point)
            .or_else(|| Self::measure(point))
            .or_else(plain)
            .filter(|text| is_new && graphemes(text) <= most)
    }

    /// Whether a word of `text` is in the name, in some form.
    fn names(&self, text: &str) -> bool {
        let start = |word: &str| fold(word).chars().take(4).collect::<String>();
        let named: Vec<String> = words(&self.name).map(start).collect();
        words(text).map(start).any(|word| word.len() > 2 && named.contains(&word))
    }

    /// Lines may use `{product}`, `{category}` if the name does not say it, `{brand}`, `{keyword}` and `{point}`.
    pub fn composer<'b, 'a, I>(&self, brief: &'b Brief<'a, I>, point: &str) -> Composer<'b, 'a, I> {
        // Skips a keyword that repeats the name, and a long one.
        let name = lower(&self.name);
        let is_new = |keyword: &&Point| keyword.length <= KEYWORD && !self.names(keyword);
        let keyword = self.keywords.iter().find(is_new).map_or("", Deref::deref);
        let brand = if self.brand.is_empty() { &brief.brand.name } else { &self.brand };
        // "Oak & Co chair by Oak & Co" would repeat the brand.
        let brand = if name.contains(&lower(brand)) { "" } else { brand };
        Composer::new(brief, 0)
            .with("product", &self.name)
            .with("category", if self.names(&self.category) { "" } else { &self.category })
            .with("keyword", keyword)
            .with("point", point)
            .with("brand", brand)
    }
}
