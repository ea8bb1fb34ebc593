//! Listings on Amazon: rules for title, bullets and search terms, and drafts of them.

mod rules;

use std::ops::Deref;

pub use rules::{allowed, check_listing, check_promotion, plain};

use super::goods::{Goods, TRAIT};
use super::page::{Format, describe};
use super::{characters, fitting, grow};
use crate::brief::Brief;
use crate::limit::Level;
use crate::material::capitalized;
use crate::short::{Said, does, is_clause, says};
use crate::units::{bare, graphemes, has_at_most, lower, sentences, words};
use crate::word_list::Words;
use crate::words;
use rules::{repeated_of, telling};

/// Amazon asks for fewer than 80 characters in a title, whatever the category.
const TITLE: usize = 79;

/// Amazon wants this number of bullets.
pub const BULLETS: usize = 5;
const BULLET: std::ops::RangeInclusive<usize> = 10..=255;
const DESCRIPTION: u32 = 2000;
const SEARCH_TERMS: usize = 249;

/// Brand, product and the traits that fit.
pub fn title(goods: &Goods) -> String {
    let brand = &goods.brand;
    let whole = [brand, " ", &goods.name].concat();
    let named = lower(&goods.name).contains(&lower(brand)) || !has_at_most(&whole, 200) || is_book(goods);
    let mut title = capitalized(if named { &goods.name } else { whole.trim() });
    // Each trait is measured once, with the comma and the space before it.
    let mut length = graphemes(&title);
    let mut said: Vec<String> = telling(&title).collect();
    let traits = goods.points.iter().filter(|point| !does(point) && !is_clause(point));
    for value in traits.filter_map(|point| goods.short_trait(point, TRAIT)) {
        let piece = if title.is_empty() { value.clone() } else { [", ", &value].concat() };
        let longer = length + graphemes(&piece);
        if longer > TITLE {
            continue;
        }
        let before = said.len();
        said.extend(telling(&value));
        if repeated_of(&said).is_empty() {
            title.push_str(&piece);
            length = longer;
        } else {
            said.truncate(before);
        }
    }
    title
}

/// Whether the goods are a book, whose title its publisher does not open.
fn is_book(goods: &Goods) -> bool {
    let said = goods.points.iter().map(Deref::deref).chain([&*goods.category]).map(lower);
    let marks = said.filter(|text| words(text).any(|word| BOOK.iter().any(|mark| word.starts_with(mark))));
    marks.count() > 0
}

/// Beginnings of words about books.
const BOOK: Words = words!["isbn", "książ", "book", "stron", "pages", "paperback", "hardback", "hardcover"];

/// Five bullets if there are enough points; more points share bullets. With fewer there is one for each, and it may be
/// shorter than Amazon allows, see [`is_short`].
pub fn bullets(goods: &Goods) -> Vec<String> {
    let pieces = grouped(goods.points.iter().flat_map(|point| pieces(point)).collect());
    if pieces.len() <= BULLETS {
        return pieces.iter().map(|piece| capitalized(piece)).collect();
    }
    let pieces = paired(pieces);
    let (share, over) = (pieces.len() / BULLETS, pieces.len() % BULLETS);
    let mut rest = pieces.as_slice();
    let mut bullets = Vec::new();
    for place in 0..BULLETS {
        // The first points are the most important, so the last ones share a bullet.
        let count = share + usize::from(place >= BULLETS - over);
        let (own, after) = rest.split_at(count.min(rest.len()));
        rest = after;
        let bullet = bullet(own);
        if !bullet.is_empty() {
            bullets.push(bullet);
        }
    }
    bullets
}

/// Whether a bullet is shorter than Amazon allows: "1 kg".
pub fn is_short(bullet: &str) -> bool {
    has_at_most(bullet, *BULLET.start() - 1)
}

/// Points that are too short for a bullet joined with their neighbour, "100% rye, 1 kg", as long as there are too many:
/// two points in one bullet would leave another empty.
fn grouped(pieces: Vec<String>) -> Vec<String> {
    let mut surplus = pieces.len().saturating_sub(BULLETS);
    let mut grouped: Vec<String> = Vec::new();
    for piece in pieces {
        match grouped.last_mut().filter(|last| surplus > 0 && is_short(last)) {
            Some(last) => {
                *last = joined(last, &piece);
                surplus -= 1;
            }
            None => grouped.push(piece),
        }
    }
    if let Some(last) = grouped.pop_if(|last| surplus > 0 && is_short(last)) {
        match grouped.last_mut() {
            Some(before) => *before = joined(before, &last),
            None => grouped.push(last),
        }
    }
    grouped
}

/// A few points too many: the last neighbours of one kind as one enumeration each, "stainless steel, screw lid".
fn paired(mut pieces: Vec<String>) -> Vec<String> {
    if pieces.len() >= 2 * BULLETS {
        return pieces;
    }
    let is_short =
        |text: &String| has_at_most(text, TRAIT) && !text.contains([',', ':', '.']) && !is_clause(text);
    let mut place = pieces.len().saturating_sub(1);
    while pieces.len() > BULLETS && place > 0 {
        let (one, other) = (&pieces[place - 1], &pieces[place]);
        if !does(one) && !does(other) && is_short(one) && is_short(other) {
            pieces[place - 1] = [one, ", ", other].concat();
            pieces.remove(place);
            place -= 1;
        }
        place = place.saturating_sub(1);
    }
    pieces
}

/// Two points of one kind as an enumeration; a trait and what the goods do as sentences.
fn joined(one: &str, other: &str) -> String {
    if does(one) == does(other) && !is_clause(one) && !is_clause(other) {
        [one, ", ", other].concat()
    } else {
        [one, ". ", &capitalized(other)].concat()
    }
}

/// One bullet for these points.
fn bullet(points: &[String]) -> String {
    let is_plain = |point: &String| has_at_most(point, TRAIT) && !point.contains([',', ':', '.']);
    let is_list = points.iter().all(|point| is_plain(point) && does(point) == does(&points[0]));
    let fits = |bullet: &str| has_at_most(bullet, *BULLET.end());
    if is_list {
        capitalized(&grow("", points, ", ", &fits))
    } else {
        let sentences: Vec<String> = points.iter().map(|point| capitalized(point)).collect();
        grow("", &sentences, ". ", &fits)
    }
}

/// A point in pieces that fit a bullet: whole, otherwise its sentences, otherwise its parts between commas.
fn pieces(point: &str) -> Vec<String> {
    let fits = |text: &str| has_at_most(text, *BULLET.end());
    let clauses = |sentence: &str| -> Vec<String> {
        let whole = fits(sentence);
        let parts = if whole { vec![sentence] } else { sentence.split(", ").collect() };
        parts.into_iter().filter(|part| fits(part)).map(str::to_owned).collect()
    };
    if fits(point) {
        vec![point.to_owned()]
    } else {
        sentences(point).into_iter().flat_map(clauses).collect()
    }
}

/// The goods in paragraphs, with as many points as fit.
pub fn description<I>(brief: &Brief<'_, I>, goods: &Goods) -> String {
    let rooms = [1800, 1400, 1000, 600, 200].into_iter();
    let whole = |room| describe(brief, &goods.within(room), Format::Plain);
    fitting(rooms.map(whole), characters(DESCRIPTION, Level::Hard))
}

/// The words of a keyword that are read.
const WORDS: usize = 100;

/// Search terms: the keywords and the category that the title does not say, whole and in lower case, within the limit
/// of bytes.
pub fn search_terms(title: &str, goods: &Goods) -> String {
    let (said, title) = (squeezed(title), Said::by(title));
    // "900g" is said by "900 g".
    let is_said = |word: &str| title.says(word) || said.contains(&squeezed(word));
    let (mut terms, mut length): (Vec<String>, _) = (Vec::new(), 0);
    for phrase in goods.keywords.iter().map(Deref::deref).chain([&*goods.category]) {
        if length > SEARCH_TERMS {
            break;
        }
        let words: Vec<String> = apart(phrase).take(WORDS).collect();
        let phrase = words.join(" ");
        // Of a phrase that is too long the words are left.
        if phrase.len() > SEARCH_TERMS {
            terms.extend(words.into_iter().filter(|word| word.len() <= SEARCH_TERMS && !is_said(word)));
        } else if !words.iter().all(|word| is_said(word)) && !terms.iter().any(|term| says(term, &phrase)) {
            terms.push(phrase);
        }
        length = terms.iter().map(String::len).sum();
    }
    grow("", &terms, " ", &|text| text.len() <= SEARCH_TERMS)
}

/// Letters and digits alone: "900g" and "900 g" are equal.
fn squeezed(text: &str) -> String {
    lower(text).chars().filter(|letter| letter.is_alphanumeric()).collect()
}

/// A model's search terms without repetitions and commas. The checks limit their number.
pub fn tidy_terms(title: &str, answer: &str) -> String {
    let in_title: Vec<String> = apart(title).collect();
    let mut terms: Vec<String> = Vec::new();
    for word in apart(answer) {
        if !in_title.contains(&word) && !terms.contains(&word) {
            terms.push(word);
        }
    }
    terms.join(" ")
}

fn apart(text: &str) -> impl Iterator<Item = String> {
    let parts = text.split(|letter: char| letter.is_whitespace() || matches!(letter, ',' | ';' | '/' | '|'));
    parts.map(|word| lower(bare(word))).filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::{bullets, pieces, search_terms, title};
    use crate::commerce::Goods;
    use crate::commerce::goods::Point;

    fn goods(points: &[&str]) -> Goods {
        let points: Vec<String> = points.iter().map(|point| (*point).to_owned()).collect();
        Goods::new("Oak chair", "", &[], &points)
    }

    #[test]
    fn a_title_has_the_traits_that_fit() {
        let oak = goods(&["solid oak", "seat height 45 cm, with a back that is rather too long", "4 kg"]);
        assert_eq!(title(&oak), "Oak chair, solid oak, 4 kg");
        let nordal = Goods { brand: "Nordal".to_owned(), ..oak };
        assert_eq!(title(&nordal), "Nordal Oak chair, solid oak, 4 kg");
    }

    #[test]
    fn points_make_five_bullets() {
        let many: Vec<String> = (0..12).map(|place| format!("point number {place}")).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        let made = bullets(&goods(&many));
        assert_eq!(made.len(), 5);
        assert_eq!(made[0], "Point number 0, point number 1");
        assert_eq!(made[4], "Point number 9, point number 10, point number 11");
        assert_eq!(bullets(&goods(&["solid oak frame", "felt pads"])), ["Solid oak frame", "Felt pads"]);
        let five = bullets(&goods(&[
            "4 kg",
            "solid oak frame",
            "oiled by hand",
            "with felt pads",
            "back of 80 cm",
            "Made in Leeds. By us",
        ]));
        assert_eq!(five[..2], ["4 kg, solid oak frame", "Oiled by hand"].map(str::to_owned));
        let six = ["LED 6 W", "3 tints", "USB-C", "arm of 45 cm", "black base", "touch dimmer"];
        assert_eq!(bullets(&goods(&six)).len(), 5);
        assert_eq!(pieces(&["word, "; 60].concat()).len(), 60);
    }

    #[test]
    fn search_terms_repeat_nothing() {
        let keywords = ["Dining chair, wooden", "chair for the dining room"].map(str::to_owned);
        let oak = Goods { keywords: keywords.map(Point::new).into(), ..goods(&["solid beech, 45 cm"]) };
        assert_eq!(search_terms("Oak chair", &oak), "dining chair wooden chair for the dining room");
        let long = Goods {
            keywords: ["ąęłżź".repeat(30), "dom".to_owned()].map(Point::new).into(),
            ..goods(&[])
        };
        assert_eq!(search_terms("", &long), "dom");
    }
}
