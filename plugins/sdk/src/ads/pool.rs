//! Lines with their placeholders filled.

use std::cell::OnceCell;

use super::{Promoted, TEXTS};
use crate::brief::Brief;
use crate::material::capitalized;
use crate::short::{self, Cut, Names, tidy};
use crate::template::{address, fill};
use crate::texts::Phrases;
use crate::units::{Unit, lower, words};
use crate::word_list::Words;
use crate::words;

/// The maximum number of fillings of one line.
const MOST: usize = 12;

/// Beginnings of words about requests for help.
#[rustfmt::skip]
const APPEALS: Words = words![
    "foster", "adopt", "donat", "charit", "volunteer", "fundrais", "rehom", "wolontari", "adopcj", "darowizn", "zbiórk", "zrzutk",
    "datk",
];

/// The user's input under a name. It is tidied on first use.
struct Value {
    name: &'static str,
    written: String,
    tidy: OnceCell<String>,
    cut: Cut,
}

/// The user's phrases by name, and a tool's lines filled with them. All its results fit, in one unit.
pub struct Pool<'b, 'a, I> {
    brief: &'b Brief<'a, I>,
    unit: Unit,
    names: Names,
    values: Vec<Value>,
    refused: fn(&str) -> bool,
}

impl<'b, 'a, I> Pool<'b, 'a, I> {
    /// `named` is a text whose capitalised words are names; a `refused` line is never returned.
    pub fn new(brief: &'b Brief<'a, I>, unit: Unit, named: &str, refused: fn(&str) -> bool) -> Self {
        let names = Names::of(&[&brief.brand.name, "\n", named].concat());
        let mut pool = Self { brief, unit, names, values: Vec::new(), refused };
        // A domain stays unchanged: tidying would remove addresses.
        let domain = brief.project.map(|project| project.domain.clone());
        pool.values.extend(domain.map(|domain| Value {
            name: "domain",
            written: String::new(),
            tidy: OnceCell::from(domain),
            cut: Cut::Statements,
        }));
        pool.with("brand", &brief.brand.name, Cut::Statements).with(
            "facts",
            &brief.brand.facts.join("\n"),
            Cut::Parts,
        )
    }

    /// The pool of an ad for `promoted`, counted in characters.
    pub fn promoting(brief: &'b Brief<'a, I>, promoted: &Promoted, refused: fn(&str) -> bool) -> Self {
        let named = [&*promoted.product, "\n", &promoted.offer].concat();
        Self::new(brief, Unit::Characters, &named, refused)
            .with("product", &promoted.product, Cut::Beginnings)
            .with("offer", &promoted.offer, Cut::Statements)
    }

    /// Sets the value of the placeholder `{name}` to the user's input; a list has a line for each entry.
    #[inline(never)]
    pub fn with(mut self, name: &'static str, text: &str, cut: Cut) -> Self {
        self.values.push(Value { name, written: text.to_owned(), tidy: OnceCell::new(), cut });
        self
    }

    /// Names as the user writes them.
    pub fn names(&self) -> &Names {
        &self.names
    }

    /// The phrases of the user's input under `name`.
    #[inline(never)]
    pub fn phrases(&self, name: &str, max: u32) -> Vec<String> {
        let (text, cut) = self.text(name);
        self.allowed(short::phrases(text, self.unit, max, cut))
    }

    /// The same as sentences.
    #[inline(never)]
    pub fn sentences(&self, name: &str, max: u32) -> Vec<String> {
        let (text, cut) = self.text(name);
        self.allowed(short::sentences(text, self.unit, max, cut))
    }

    /// A place to fill, of the texts of all ads.
    pub fn place(&self, key: &str) -> &'static str {
        Phrases::new(TEXTS, self.brief.language()).text(key)
    }

    /// The place for the offer; nothing is sold in an appeal.
    pub fn offer_place(&self) -> &'static str {
        self.place(if self.is_appeal() { "draft.appeal" } else { "draft.offer" })
    }

    /// Whether the product is a request for help and no goods: donations, volunteers, a home for an animal.
    pub fn is_appeal(&self) -> bool {
        let (product, _) = self.text("product");
        words(product).map(lower).any(|word| APPEALS.opening(&word).is_some())
    }

    /// The lines under `key`, of the tool or of all ads, with every filling that fits.
    #[inline(never)]
    pub fn lines(&self, key: &str, max: u32) -> Vec<String> {
        let own = self.brief.phrases.find(key);
        let list = own.unwrap_or_else(|| Phrases::new(TEXTS, self.brief.language()).list(key));
        let mut said: Vec<Vec<String>> = Vec::new();
        // Lines that the brand avoids can be dropped: the user's own phrases remain.
        let lines = list.iter().filter(|line| !self.brief.is_avoided(line));
        said.extend(lines.map(|line| self.said(line, max)).filter(|ways| !ways.is_empty()));
        // Every line once first, each with another phrase, so that neither repeats immediately.
        let mut found = Vec::new();
        for round in 0..MOST {
            for (place, ways) in said.iter().enumerate().filter(|(_, ways)| round < ways.len()) {
                found.push(ways[(round + place) % ways.len()].clone());
            }
        }
        found
    }

    fn text(&self, name: &str) -> (&str, Cut) {
        let found = self.values.iter().find(|value| value.name == name);
        found.map_or(("", Cut::Statements), |value| {
            (value.tidy.get_or_init(|| tidy(&value.written, &self.names)), value.cut)
        })
    }

    fn allowed(&self, mut texts: Vec<String>) -> Vec<String> {
        texts.retain(|text| !(self.refused)(text));
        texts
    }

    /// A line with its placeholders filled; the first placeholder uses all phrases, further ones only their first.
    fn said(&self, line: &str, max: u32) -> Vec<String> {
        let line = address(line, self.brief.address_form());
        let names: Vec<&str> =
            line.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name).collect();
        let mut pairs: Vec<(&str, &str)> = names.iter().map(|name| (*name, "")).collect();
        let room = max.saturating_sub(self.unit.measure(&fill(&line, &pairs)));
        let values: Vec<Vec<String>> = names.iter().map(|name| self.phrases(name, room)).collect();
        let ways = values.iter().map(Vec::len).min().unwrap_or(1).min(1) * values.first().map_or(1, Vec::len);
        let mut said = Vec::new();
        for way in 0..ways.min(MOST) {
            for (place, values) in values.iter().enumerate() {
                pairs[place].1 = &values[if place == 0 { way } else { 0 }];
            }
            let line = capitalized(&fill(&line, &pairs));
            if short::fits(&line, self.unit, max) && !(self.refused)(&line) {
                said.push(line);
            }
        }
        said
    }
}
