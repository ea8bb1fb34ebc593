//! Rules of the platforms beyond lengths. Their words stand in the tool's texts, under `check` and `advice`.

use super::choose::{key, opening};
use crate::check::Checks;
use crate::limit::{Level, Limit};
use crate::short::Names;
use crate::units::{Unit, graphemes, words};

/// The parts of a text that a rule of style finds fault with.
pub struct Style<'a> {
    pub names: &'a Names,
    pub level: Level,
}

impl Style<'_> {
    /// Words in capitals and signs repeated for effect, in each of the `lines`.
    pub fn check<'t>(&self, field: &str, lines: impl Iterator<Item = &'t str>, checks: &mut Checks) {
        let (mut shouted, mut repeated) = (Vec::new(), 0);
        for line in lines {
            shouted.extend(self.names.shouted(line));
            repeated += ["!!", "??", "?!", "!?", ",,", "....", "***", "$$"]
                .iter()
                .filter(|signs| line.contains(*signs))
                .count();
        }
        checks.rule(field, "capitals", self.level, number(shouted.len()), &[("words", &shouted.join(", "))]);
        checks.rule(field, "repeated-signs", self.level, number(repeated), &[]);
    }
}

/// A rule about each of the `lines`; its words name the `{lines}` that break it.
pub fn unwanted<'t>(
    field: &str,
    name: &str,
    level: Level,
    lines: impl Iterator<Item = &'t str>,
    is_bad: impl Fn(&str) -> bool,
    checks: &mut Checks,
) {
    let bad: Vec<&str> = lines.filter(|line| is_bad(line)).collect();
    checks.rule(field, name, level, number(bad.len()), &[("lines", &bad.join("; "))]);
}

/// No line twice, and at most half of them with the same two words at their start.
pub fn distinct(field: &str, lines: &[String], level: Level, checks: &mut Checks) {
    let known = |place: usize, read: fn(&str) -> String| {
        lines[..place].iter().filter(|other| read(other) == read(&lines[place])).count()
    };
    let places = || 0..lines.len();
    let twice: Vec<&str> =
        places().filter(|place| known(*place, key) > 0).map(|place| lines[place].as_str()).collect();
    checks.rule(field, "twice", level, number(twice.len()), &[("lines", &twice.join("; "))]);
    let most = (lines.len() / 2).max(2);
    let alike = places().filter(|place| known(*place, opening) >= most).count();
    checks.rule(field, "alike", Level::Recommended, number(alike), &[]);
}

/// Whether `text` has the words of `keyword`, inflected or not, in any order.
pub fn mentions(text: &str, keyword: &str) -> bool {
    let known: Vec<String> = words(text).map(key).collect();
    words(keyword).map(key).all(|word| {
        let stem: String = word.chars().take(word.chars().count().saturating_sub(2).max(3)).collect();
        known.iter().any(|other| other.starts_with(&stem))
    })
}

/// A part that the chosen format needs, however long it may be.
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
