//! The lines that can be said.

use super::{Promoted, TEXTS};
use crate::brief::Brief;
use crate::choice::Choice;
use crate::material::capitalized;
use crate::pick::below;
use crate::short::{self, Names, tidy};
use crate::template::{address, fill};
use crate::texts::Phrases;
use crate::units::Unit;

/// Ways of filling one line that are tried.
const MOST: usize = 12;

/// A person's words by name, and the lines that a tool makes of them. Everything it gives fits, in one unit.
pub struct Pool<'b, 'a, I> {
    brief: &'b Brief<'a, I>,
    variant: usize,
    unit: Unit,
    names: Names,
    values: Vec<(&'static str, Vec<String>)>,
    refused: fn(&str) -> bool,
}

impl<'b, 'a, I> Pool<'b, 'a, I> {
    /// `names` are texts whose words in capitals are names; a line that is `refused` is never given.
    pub fn new(
        brief: &'b Brief<'a, I>,
        variant: usize,
        unit: Unit,
        names: &[&str],
        refused: fn(&str) -> bool,
    ) -> Self {
        let (brand, domain) =
            (brief.brand.name.as_str(), brief.project.map_or("", |project| project.domain.as_str()));
        let names = Names::of(names.iter().copied().chain([brand]));
        let pool = Self { brief, variant, unit, names, values: Vec::new(), refused };
        let pool = pool.with("brand", &[brand]).with("facts", &brief.brand.facts);
        if domain.is_empty() { pool } else { pool.put("domain", vec![domain.to_owned()]) }
    }

    /// The pool of an ad for `promoted`, counted in characters.
    pub fn promoting(
        brief: &'b Brief<'a, I>,
        promoted: &Promoted,
        variant: usize,
        refused: fn(&str) -> bool,
    ) -> Self {
        Self::new(brief, variant, Unit::Characters, &[&promoted.product], refused)
            .with("product", &[&promoted.product])
            .with("offer", &[&promoted.offer])
    }

    /// Gives the placeholder `{name}` what the person wrote.
    pub fn with(self, name: &'static str, texts: &[impl AsRef<str>]) -> Self {
        let texts = texts
            .iter()
            .map(|text| tidy(text.as_ref(), &self.names))
            .filter(|text| !text.is_empty())
            .collect();
        self.put(name, texts)
    }

    fn put(mut self, name: &'static str, texts: Vec<String>) -> Self {
        self.values.push((name, texts));
        self
    }

    /// The number of the variant.
    pub fn variant(&self) -> usize {
        self.variant
    }

    /// Names as the person writes them.
    pub fn names(&self) -> &Names {
        &self.names
    }

    /// The phrases of what the person wrote under `name`.
    pub fn phrases(&self, name: &str, max: u32) -> Vec<String> {
        self.allowed(self.texts(name).flat_map(|text| short::phrases(text, self.unit, max)).collect())
    }

    /// The same as sentences.
    pub fn sentences(&self, name: &str, max: u32) -> Vec<String> {
        self.allowed(self.texts(name).flat_map(|text| short::sentences(text, self.unit, max)).collect())
    }

    /// `lines` beginning elsewhere with each variant.
    pub fn turned(&self, mut lines: Vec<String>) -> Vec<String> {
        let turn = self.variant % lines.len().max(1);
        lines.rotate_left(turn);
        lines
    }

    /// The lines under `key`, of the tool or of all ads, in every way they fit.
    pub fn lines(&self, key: &str, max: u32) -> Vec<String> {
        let own = self.brief.phrases.find(key);
        let list = own.unwrap_or_else(|| Phrases::new(TEXTS, self.brief.language()).list(key));
        let avoided = |line: &&str| self.brief.is_avoided(line);
        let mut lines: Vec<&str> = list.iter().copied().filter(|line| !avoided(line)).collect();
        if lines.is_empty() {
            lines = list.to_vec();
        }
        let turn = (below(self.brief.seed(), key, lines.len()) + self.variant) % lines.len().max(1);
        lines.rotate_left(turn);
        let said: Vec<Vec<String>> = lines.iter().map(|line| self.said(line, max)).collect();
        // First every line once, each with another phrase, so that neither repeats at once.
        let mut found = Vec::new();
        for round in 0..MOST {
            let one = |(place, ways): (usize, &Vec<String>)| {
                (round < ways.len()).then(|| ways[(round + place) % ways.len()].clone())
            };
            found.extend(said.iter().enumerate().filter_map(one));
        }
        found
    }

    /// The lines of `kind`, "short" or "sentence", for the chosen tone.
    pub fn in_tone(&self, kind: &str, max: u32) -> Vec<String> {
        self.lines(&["ads", self.brief.tone().id(), kind].join("."), max)
    }

    fn texts(&self, name: &str) -> impl Iterator<Item = &str> {
        let found = self.values.iter().find(|(known, _)| *known == name);
        found.into_iter().flat_map(|(_, texts)| texts.iter().map(String::as_str))
    }

    fn allowed(&self, mut texts: Vec<String>) -> Vec<String> {
        texts.retain(|text| !(self.refused)(text));
        texts
    }

    /// A line with the phrases of its placeholders; the first placeholder tries all, further ones their first.
    fn said(&self, line: &str, max: u32) -> Vec<String> {
        let line = address(line, self.brief.address_form());
        let names: Vec<&str> =
            line.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name).collect();
        let empty: Vec<(&str, &str)> = names.iter().map(|name| (*name, "")).collect();
        let room = max.saturating_sub(self.unit.measure(&fill(&line, &empty)));
        let values: Vec<Vec<String>> =
            names.iter().map(|name| self.turned(self.phrases(name, room))).collect();
        if values.iter().any(Vec::is_empty) {
            return Vec::new();
        }
        let ways = values.first().map_or(1, |values| values.len().min(MOST));
        let said = (0..ways).map(|way| {
            let pairs = names.iter().zip(&values).enumerate();
            let pairs: Vec<(&str, &str)> = pairs
                .map(|(place, (name, values))| (*name, values[if place == 0 { way } else { 0 }].as_str()))
                .collect();
            capitalized(&fill(&line, &pairs))
        });
        said.filter(|line| short::fits(line, self.unit, max) && !(self.refused)(line)).collect()
    }
}
