//! The data of a product, prepared for the lines of a draft.

use std::ops::Deref;

use super::facts::{points, tidy_line};
use crate::brief::Brief;
use crate::compose::Composer;
use crate::material::{as_sentence, capitalized, enumeration};
use crate::parts::Joined;
use crate::units::{graphemes, lower, words};

/// The maximum length of points that are named in passing, together, in characters.
const IN_PASSING: usize = 170;

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
    reads_inside: bool,
}

impl Point {
    pub(super) fn new(text: String) -> Self {
        let length = graphemes(&text);
        let is_entry = length <= TRAIT && !text.contains([':', ';', '!', '?', '.']);
        Self { length, is_entry, reads_inside: reads_inside(&text), text }
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

/// The values of some goods that do not depend on the variant.
pub(super) struct Said<'g, 'b, 'a, I> {
    goods: &'g Goods,
    brief: &'b Brief<'a, I>,
    keyword: &'g str,
    other_keyword: &'g str,
    brand: &'g str,
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

    /// The points, starting with another one in each variant.
    pub fn turned(&self, variant: usize) -> Vec<&Point> {
        let mut turned: Vec<&Point> = self.points.iter().collect();
        let start = variant % turned.len().max(1);
        turned.rotate_left(start);
        turned
    }

    /// Lines may use `{product}`, `{category}`, `{brand}`, `{keyword}`, `{other-keyword}`, `{point}` (a short one),
    /// `{list}` (points that read well after a colon), `{points}` (all of them, if they are short enough for an
    /// enumeration) and `{said}` (points as sentences).
    pub fn composer<'b, 'a, I>(&self, brief: &'b Brief<'a, I>, variant: usize) -> Composer<'b, 'a, I> {
        self.said(brief).composer(variant)
    }

    pub(super) fn said<'g, 'b: 'g, 'a, I>(&'g self, brief: &'b Brief<'a, I>) -> Said<'g, 'b, 'a, I> {
        // Skips a keyword that the name already contains, and a long one.
        let name = lower(&self.name);
        let is_said = |keyword: &str| words(keyword).all(|word| name.contains(&lower(word)));
        let is_new = |keyword: &&Point| keyword.length <= KEYWORD && !is_said(keyword);
        let mut new = self.keywords.iter().filter(is_new).map(Deref::deref);
        let (keyword, other_keyword) = (new.next().unwrap_or_default(), new.next().unwrap_or_default());
        let brand = if self.brand.is_empty() { &brief.brand.name } else { &self.brand };
        // "Oak & Co chair by Oak & Co" would repeat the brand.
        let brand = if name.contains(&lower(brand)) { "" } else { brand };
        Said { goods: self, brief, keyword, other_keyword, brand }
    }
}

impl<'b, 'a, I> Said<'_, 'b, 'a, I> {
    pub(super) fn composer(&self, variant: usize) -> Composer<'b, 'a, I> {
        let turned = self.goods.turned(variant * 2);
        let list = in_passing(turned.iter().copied().filter(|point| point.reads_inside));
        let short = turned.iter().find(|point| point.length <= TRAIT && !point.contains([':', '.']));
        let list = if list.len() < 2 { String::new() } else { enumeration(&list, self.brief.language()) };
        let all_entries = turned.iter().all(|point| point.is_entry);
        let points = if all_entries { turned.joined(", ") } else { String::new() };
        Composer::new(self.brief, variant)
            .with("product", &self.goods.name)
            .with("category", &self.goods.category)
            .with("keyword", self.keyword)
            .with("other-keyword", self.other_keyword)
            .with("point", short.map_or("", |point| point))
            .with("list", &list)
            .with("points", &points)
            .with("said", &said(&in_passing(turned.iter().copied())))
            .with("brand", self.brand)
    }
}

/// At most three points that together are short enough to be named in passing.
fn in_passing<'p>(points: impl Iterator<Item = &'p Point>) -> Vec<&'p Point> {
    let mut room = IN_PASSING;
    let mut picked = Vec::new();
    for point in points {
        if picked.len() == 3 {
            break;
        }
        if point.length <= room {
            room -= point.length;
            picked.push(point);
        }
    }
    picked
}

/// Whether a point can be part of an enumeration: no capital, no number at the start, not a sentence, not an
/// enumeration.
fn reads_inside(point: &str) -> bool {
    let and = [" i ", " oraz ", " and "].iter().any(|and| point.contains(and));
    let opens_small = !point.starts_with(|first: char| first.is_uppercase() || first.is_ascii_digit());
    opens_small && !point.contains([',', ':', ';', '!', '?', '.']) && !and
}

/// Points as sentences.
pub(super) fn said(points: &[impl AsRef<str>]) -> String {
    points.iter().map(|point| as_sentence(&capitalized(point.as_ref()))).collect::<Vec<_>>().joined(" ")
}
