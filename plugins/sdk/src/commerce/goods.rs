//! What is known of a product, ready for the lines of a draft.

use super::facts::{points, tidy_line};
use crate::brief::Brief;
use crate::compose::Composer;
use crate::material::{as_sentence, capitalized, enumeration};
use crate::units::{graphemes, lower, words};

/// Points named in passing may take this much room together, in characters.
const IN_PASSING: usize = 170;

/// A point up to this length can stand in a title, in characters.
pub(super) const TRAIT: usize = 45;

/// A keyword up to this length stands in a line, in characters.
const KEYWORD: usize = 60;

/// A product as the person described it.
#[derive(Clone)]
pub struct Goods {
    pub name: String,
    pub category: String,
    /// Empty where the brand kit's is meant.
    pub brand: String,
    pub keywords: Vec<String>,
    pub points: Vec<String>,
}

impl Goods {
    pub fn new(name: &str, category: &str, keywords: &[String], features: &[String]) -> Self {
        Self {
            name: tidy_line(name),
            category: tidy_line(category),
            brand: String::new(),
            keywords: keywords.iter().map(|keyword| tidy_line(keyword)).collect(),
            points: points(features),
        }
    }

    /// The same goods with as many of the first points as have room, in characters.
    pub fn within(&self, mut room: usize) -> Self {
        let fits = |point: &&String| {
            let length = graphemes(point);
            let fits = length <= room;
            room = room.saturating_sub(length);
            fits
        };
        Self { points: self.points.iter().take_while(fits).cloned().collect(), ..self.clone() }
    }

    /// The points from another one on in each variant.
    pub fn turned(&self, variant: usize) -> Vec<String> {
        let mut turned = self.points.clone();
        let start = variant % turned.len().max(1);
        turned.rotate_left(start);
        turned
    }

    /// Lines may use `{product}`, `{category}`, `{brand}`, `{keyword}`, `{other-keyword}`, `{point}` (a short
    /// one), `{list}` (points that read well after a colon), `{points}` (all of them, where they are as short as
    /// entries of an enumeration) and `{said}` (points as sentences).
    pub fn composer<'b, 'a, I>(&self, brief: &'b Brief<'a, I>, variant: usize) -> Composer<'b, 'a, I> {
        let turned = self.turned(variant * 2);
        let traits: Vec<String> = turned.iter().filter(|point| reads_inside(point)).cloned().collect();
        let list = in_passing(&traits);
        let short = turned.iter().find(|point| graphemes(point) <= TRAIT && !point.contains([':', '.']));
        // A keyword that the name has already would be said twice, a long one is none.
        let name = lower(&self.name);
        let is_said = |keyword: &str| words(keyword).all(|word| name.contains(&lower(word)));
        let is_new = |keyword: &&String| !is_said(keyword) && graphemes(keyword) <= KEYWORD;
        let mut new = self.keywords.iter().filter(is_new);
        let mut keyword = || new.next().map_or("", String::as_str);
        let brand = if self.brand.is_empty() { &brief.brand.name } else { &self.brand };
        Composer::new(brief, variant)
            .with("product", &self.name)
            .with("category", &self.category)
            .with("keyword", keyword())
            .with("other-keyword", keyword())
            .with("point", short.map_or("", String::as_str))
            .with("list", &if list.len() < 2 { String::new() } else { enumeration(&list, brief.language()) })
            .with(
                "points",
                &if turned.iter().all(|point| is_entry(point)) { turned.join(", ") } else { String::new() },
            )
            .with("said", &said(&in_passing(&turned)))
            // "Oak & Co chair by Oak & Co" says it twice.
            .with("brand", if name.contains(&lower(brand)) { "" } else { brand })
    }
}

/// At most three points that together are short enough to be named in passing.
fn in_passing(points: &[String]) -> Vec<String> {
    let mut room = IN_PASSING;
    let mut picked = Vec::new();
    for point in points {
        let length = graphemes(point);
        if picked.len() < 3 && length <= room {
            room -= length;
            picked.push(point.clone());
        }
    }
    picked
}

/// Whether a point can stand between commas as it is.
fn is_entry(point: &str) -> bool {
    graphemes(point) <= TRAIT && !point.contains([':', ';', '!', '?', '.'])
}

/// Whether a point can be one of an enumeration: no capital, no figure in front, no
/// sentence, no enumeration of its own.
fn reads_inside(point: &str) -> bool {
    let and = [" i ", " oraz ", " and "].iter().any(|and| point.contains(and));
    let opens_small = !point.starts_with(|first: char| first.is_uppercase() || first.is_ascii_digit());
    opens_small && !point.contains([',', ':', ';', '!', '?', '.']) && !and
}

/// Points as sentences.
pub(super) fn said(points: &[String]) -> String {
    points.iter().map(|point| as_sentence(&capitalized(point))).collect::<Vec<_>>().join(" ")
}
