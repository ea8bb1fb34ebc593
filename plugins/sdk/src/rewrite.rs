//! Checks what a new version of a text must keep: numbers, terms, tags, placeholders, addresses.

mod bag;
mod expand;
mod kept;
mod mode;
mod numbers;
mod tongue;

pub use expand::{Factor, frame};
pub use kept::{addresses, lost, placeholders, tags};
pub use mode::Mode;
pub use numbers::numbers;
pub use tongue::{SourceTongue, Tongue};

use bag::Bag;

use crate::article::{Keyphrase, folded};
use crate::check::Checks;
use crate::host::Term;
use crate::limit::{Level, Limit};
use crate::units::{Unit, bare, lower, words};

/// The number of violations that are named; the rest is counted.
const SHOWN: usize = 20;

/// A rule of this name that every entry of `found` breaks; the entries fill `{found}` in its texts.
pub fn rule(checks: &mut Checks, field: &str, name: &str, level: Level, found: &[String]) {
    let more = if found.len() > SHOWN { ", …" } else { "" };
    let shown = found[..found.len().min(SHOWN)].join(", ") + more;
    checks.rule(field, name, level, number(found.len()), &[("found", &shown)]);
}

/// The rules `lost-numbers` and `lost-terms`: `text` contains the numbers of `source`, and its `terms` literally.
pub fn check_kept(checks: &mut Checks, source: &str, text: &str, terms: &[String]) {
    rule(checks, "text", "lost-numbers", Level::Hard, &lost(&numbers(source), &numbers(text)));
    let (known, written) = (lower(source), lower(text));
    let is_gone = |term: &&String| known.contains(&lower(term)) && !written.contains(&lower(term));
    let gone: Vec<String> = terms.iter().filter(is_gone).cloned().collect();
    rule(checks, "text", "lost-terms", Level::Hard, &gone);
}

/// The length of `text`, recommended as a share of the source's in percent.
pub fn check_share(checks: &mut Checks, unit: Unit, source: &str, (least, most): (u32, u32), text: &str) {
    let share = |percent: u32| u64::from(unit.measure(source)) * u64::from(percent) / 100;
    let bound = |percent: u32| u32::try_from(share(percent)).unwrap_or(u32::MAX).max(1);
    let limit = Limit::between(unit, bound(least), bound(most), Level::Recommended);
    checks.limit("text", limit, unit.measure(text));
}

/// Words to reserve for an answer of `percent` of the length of `text`.
pub fn room(text: &str, percent: u32) -> u32 {
    number(words(text).count()).saturating_mul(percent) / 100 + 40
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// Finds machine-readable parts.
type Finder = fn(&str) -> Vec<String>;

/// The rules `lost-tags`, `lost-placeholders` and `lost-addresses`: `text` contains machine-readable parts as often
/// as `source`.
pub fn check_marks(checks: &mut Checks, field: &str, source: &str, text: &str) {
    let kinds: [(&str, Finder); 3] =
        [("lost-tags", tags), ("lost-placeholders", placeholders), ("lost-addresses", addresses)];
    for (name, find) in kinds {
        let (wanted, found) = (find(source), find(text));
        let mut wrong = lost(&wanted, &found);
        wrong.extend(lost(&found, &wanted));
        rule(checks, field, name, Level::Hard, &wrong);
    }
}

/// The rule `glossary`: if `source` has a term of the brand's glossary, `text` has the brand's translation of it. A
/// longer term may be inflected.
pub fn check_glossary(checks: &mut Checks, field: &str, glossary: &[Term], source: &str, text: &str) {
    let (source, text) = (lower(source), lower(text));
    let is_missing = |term: &&Term| {
        let target = lower(&term.target);
        let stem = target.char_indices().rev().nth(1).filter(|(place, _)| *place > 4);
        source.contains(&lower(&term.source))
            && !text.contains(stem.map_or(target.as_str(), |(place, _)| &target[..place]))
    };
    let missing =
        glossary.iter().filter(|term| !term.source.is_empty() && !term.target.is_empty()).filter(is_missing);
    let missing: Vec<String> = missing.map(|term| [&term.source, " → ", &term.target].concat()).collect();
    rule(checks, field, "glossary", Level::Recommended, &missing);
}

/// The first line with words, without tags and marks: used as the title of a document about `text`.
pub fn subject(text: &str) -> &str {
    let line = text.lines().find(|line| words(line).next().is_some()).unwrap_or_default();
    let line = line.trim_start_matches(['#', '*', '>', '-', ' ']);
    let line = if line.starts_with('<') { line.split_once('>').map_or(line, |(_, rest)| rest) } else { line };
    line.split('<').next().unwrap_or(line).trim()
}

/// All rules of a translation: those of [`check_marks`], [`check_glossary`] and [`check_translated`], and
/// `lost-numbers`, which other languages may write in words.
pub fn check_translation(checks: &mut Checks, glossary: &[Term], source: &str, text: &str) {
    check_marks(checks, "text", source, text);
    rule(checks, "text", "lost-numbers", Level::Recommended, &lost(&numbers(source), &numbers(text)));
    check_glossary(checks, "text", glossary, source, text);
    check_translated(checks, "text", source, text);
}

/// Fewer words than this may be the same in both languages: names, codes, loan words.
const TELLING: u32 = 6;

/// The rule `untranslated`: at most half of the words of `text` are those of `source`.
pub fn check_translated(checks: &mut Checks, field: &str, source: &str, text: &str) {
    let total = number(words(text).count());
    let same = total.saturating_sub(changed_words(source, text));
    let untranslated = total >= TELLING && same * 2 > total;
    checks.rule(field, "untranslated", Level::Recommended, u32::from(untranslated), &[]);
}

/// The number of words of `text` that are not in `source`, regardless of their order.
pub fn changed_words(source: &str, text: &str) -> u32 {
    let mut own = Bag::default();
    words(source).for_each(|word| {
        own.add(&lower(bare(word)));
    });
    number(words(text).filter(|word| !own.has(&lower(bare(word)))).count())
}

/// The rule `missing-keywords`: `text` contains every keyword, in any form.
pub fn check_keywords(checks: &mut Checks, keywords: &[String], text: &str) {
    let words = if keywords.is_empty() { Vec::new() } else { folded(text) };
    let missing = keywords.iter().filter(|keyword| !Keyphrase::new(keyword).stands_among(&words));
    let missing: Vec<String> = missing.cloned().collect();
    rule(checks, "text", "missing-keywords", Level::Recommended, &missing);
}
