//! The platforms' rules other than lengths. Their messages are in the tool's texts, under `check` and `advice`.

use super::choose::{key, opening};
use crate::check::Checks;
use crate::limit::{Level, Limit};
use crate::short::Names;
use crate::units::{Unit, graphemes, words};

/// The parts of a text that violate a style rule.
pub struct Style<'a> {
    pub names: &'a Names,
    pub level: Level,
}

impl Style<'_> {
    /// Words in capitals and signs repeated for effect, in each of the `lines`.
    #[inline(never)]
    pub fn check(&self, field: &str, lines: &[&str], checks: &mut Checks) {
        let shouted: Vec<&str> = lines.iter().flat_map(|line| self.names.shouted(line)).collect();
        let repeated = lines.iter().filter(|line| repeats_signs(line)).count();
        checks.rule(field, "capitals", self.level, number(shouted.len()), &[("words", &shouted.join(", "))]);
        checks.rule(field, "repeated-signs", self.level, number(repeated), &[]);
    }
}

/// "!!", "?!", ",,"; an ellipsis of three dots is one sign.
fn repeats_signs(line: &str) -> bool {
    let is_sign = |letter: u8| matches!(letter, b'!' | b'?' | b',' | b'*' | b'$');
    line.as_bytes().windows(2).any(|pair| is_sign(pair[0]) && is_sign(pair[1])) || line.contains("....")
}

/// A rule about each of the `lines`; its message names the `{lines}` that break it.
#[inline(never)]
pub fn unwanted(
    field: &str,
    name: &str,
    level: Level,
    lines: &[&str],
    is_bad: fn(&str) -> bool,
    checks: &mut Checks,
) {
    let bad: Vec<&str> = lines.iter().copied().filter(|line| is_bad(line)).collect();
    checks.rule(field, name, level, number(bad.len()), &[("lines", &bad.join("; "))]);
}

/// No line is repeated, and at most half of them begin with the same two words.
#[inline(never)]
pub fn distinct(field: &str, lines: &[&str], level: Level, checks: &mut Checks) {
    let (mut twice, mut alike) = (Vec::new(), 0);
    for (place, line) in lines.iter().enumerate() {
        let before = || lines[..place].iter();
        if before().any(|other| key(other) == key(line)) {
            twice.push(*line);
        }
        let same = before().filter(|other| opening(other) == opening(line)).count();
        alike += usize::from(same >= (lines.len() / 2).max(2));
    }
    checks.rule(field, "twice", level, number(twice.len()), &[("lines", &twice.join("; "))]);
    checks.rule(field, "alike", Level::Recommended, number(alike), &[]);
}

/// Whether `text` has the words of `keyword`, inflected or not, in any order.
fn mentions(text: &str, keyword: &str) -> bool {
    let known: Vec<String> = words(text).map(key).collect();
    words(keyword).map(key).all(|word| {
        let stem: String = word.chars().take(word.chars().count().saturating_sub(2).max(3)).collect();
        known.iter().any(|other| other.starts_with(&stem))
    })
}

/// At least one in `share` lines should have a keyword, if there are keywords.
pub fn with_keyword(field: &str, lines: &[String], keywords: &[&str], share: u32, checks: &mut Checks) {
    if keywords.is_empty() {
        return;
    }
    let found = lines.iter().filter(|line| keywords.iter().any(|keyword| mentions(line, keyword))).count();
    let least = (number(lines.len()) / share).max(1);
    let wanted = Limit { unit: Unit::Items, min: Some(least), max: None, level: Level::Recommended };
    checks.named(field, "keywords", wanted, number(found));
}

/// The text that is equal to the same part of another variant.
pub fn unlike_others<'t>(
    field: &str,
    text: &str,
    others: impl Iterator<Item = &'t str>,
    checks: &mut Checks,
) {
    let same = others.filter(|other| key(other) == key(text)).count();
    checks.rule(field, "same", Level::Recommended, number(same.min(1)), &[]);
}

/// A part that the chosen format requires, of any length.
pub fn required(field: &str, text: &str, max: u32, checks: &mut Checks) {
    let limit = Limit::between(Unit::Characters, 1, max, Level::Hard);
    checks.limit(field, limit, number(graphemes(text)));
}

/// Cards of a carousel: two to ten.
pub fn cards(field: &str, cards: &[String], checks: &mut Checks) {
    checks.limit(field, Limit::between(Unit::Items, 2, 10, Level::Platform), number(cards.len()));
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
