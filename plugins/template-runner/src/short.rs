//! Drafts within the hard limits of their parts: "hard" limits are never exceeded.

use sitewright_sdk::output::Part;
use sitewright_sdk::units::sentences;
use sitewright_sdk::{Level, Unit};

/// Whether a text keeps every hard limit of its part.
pub fn fits(text: &str, part: &Part) -> bool {
    let hard = part.limits.iter().filter(|limit| limit.level == Level::Hard && limit.unit != Unit::Items);
    hard.filter_map(|limit| Some((limit.unit, limit.max?))).all(|(unit, max)| unit.measure(text) <= max)
}

/// The entries that a hard limit of a list allows, each within the limits of entries.
pub fn entries(mut lines: Vec<String>, part: &Part) -> Vec<String> {
    let hard = part.limits.iter().filter(|limit| limit.level == Level::Hard && limit.unit == Unit::Items);
    let most = hard.filter_map(|limit| limit.max).min();
    lines.truncate(most.map_or(usize::MAX, |most| most as usize));
    let lines = lines.iter().map(|line| shortened(line, part));
    lines.filter(|line| !line.is_empty()).collect()
}

/// `text` with as many whole sentences as a hard limit allows, otherwise as many words; empty if not even one fits.
pub fn shortened(text: &str, part: &Part) -> String {
    if fits(text, part) {
        return text.to_owned();
    }
    let start = text.as_ptr() as usize;
    let end = |sentence: &&str| sentence.as_ptr() as usize - start + sentence.len();
    let ends: Vec<usize> = sentences(text).iter().map(end).collect();
    let whole = ends.partition_point(|end| fits(&text[..*end], part));
    if let Some(end) = ends[..whole].last() {
        return text[..*end].to_owned();
    }
    let piece =
        |end: usize| [text[..end].trim_end_matches([',', ';', ':', '–', '—', '.', ' ', '\n']), "…"].concat();
    let ends: Vec<usize> = text.match_indices(char::is_whitespace).map(|(place, _)| place).collect();
    let words = ends.partition_point(|end| fits(&piece(*end), part));
    ends[..words]
        .last()
        .map(|end| piece(*end))
        .filter(|piece| piece.chars().any(char::is_alphanumeric))
        .unwrap_or_default()
}
