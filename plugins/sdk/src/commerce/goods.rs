//! The data of a product, prepared for the lines of a draft.

use std::ops::Deref;

use super::facts::{points, tidy_line};
use crate::brief::Brief;
use crate::compose::Composer;
use crate::material::{as_sentence, capitalized};
use crate::parts::Joined;
use crate::units::{graphemes, lower, words};

/// The maximum length of a point in a title, in characters.
pub(super) const TRAIT: usize = 45;

/// The maximum length of a keyword in a line, in characters.
const KEYWORD: usize = 60;

/// A statement about a product or a keyword, measured once: every line of every variant needs its length.
#[derive(Clone)]
pub struct Point {
    text: String,
    /// Characters.
    pub(super) length: usize,
    /// Whether it can be used unchanged between commas.
    is_entry: bool,
}

impl Point {
    pub(super) fn new(text: String) -> Self {
        let length = graphemes(&text);
        let is_entry = length <= TRAIT && !text.contains([':', ';', '!', '?', '.']);
        Self { length, is_entry, text }
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

/// A product as the user described it.
#[derive(Clone)]
pub struct Goods {
    pub name: String,
    pub category: String,
    /// Empty if the brand of the brand kit applies.
    pub brand: String,
    pub keywords: Vec<Point>,
    pub points: Vec<Point>,
}

impl Goods {
    pub fn new(name: &str, category: &str, keywords: &[String], features: &[String]) -> Self {
        Self {
            name: tidy_line(name),
            category: tidy_line(category),
            brand: String::new(),
            keywords: keywords.iter().map(|keyword| Point::new(tidy_line(keyword))).collect(),
            points: points(features).into_iter().map(Point::new).collect(),
        }
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

    /// Lines may use `{product}`, `{category}`, `{brand}`, `{keyword}`, `{point}` (a short one)
    /// and `{points}` (all of them, if they are short enough for an enumeration).
    pub fn composer<'b, 'a, I>(&self, brief: &'b Brief<'a, I>) -> Composer<'b, 'a, I> {
        // Skips a keyword that the name already contains, and a long one.
        let name = lower(&self.name);
        let is_said = |keyword: &str| words(keyword).all(|word| name.contains(&lower(word)));
        let is_new = |keyword: &&Point| keyword.length <= KEYWORD && !is_said(keyword);
        let keyword = self.keywords.iter().find(is_new).map_or("", Deref::deref);
        let brand = if self.brand.is_empty() { &brief.brand.name } else { &self.brand };
        // "Oak & Co chair by Oak & Co" would repeat the brand.
        let brand = if name.contains(&lower(brand)) { "" } else { brand };
        let short = self.points.iter().find(|point| point.length <= TRAIT && !point.contains([':', '.']));
        let all_entries = self.points.iter().all(|point| point.is_entry);
        let points = if all_entries { self.points.joined(", ") } else { String::new() };
        Composer::new(brief, 0)
            .with("product", &self.name)
            .with("category", &self.category)
            .with("keyword", keyword)
            .with("point", short.map_or("", |point| point))
            .with("points", &points)
            .with("brand", brand)
    }
}

/// Points as sentences.
pub(super) fn said(points: &[impl AsRef<str>]) -> String {
    points.iter().map(|point| as_sentence(&capitalized(point.as_ref()))).collect::<Vec<_>>().joined(" ")
}
