//! Subject line and preheader.

use super::checks::is_shouting;
use super::{Points, brief_enough};
use crate::brief::Brief;
use crate::compose::Composer;
use crate::material::{CLAUSES, as_sentence, beginning, capitalized, has_open_mark};
use crate::short::{Cut, phrases};
use crate::units::{Unit, has_at_most, lower};

/// The lengths that mail programs show, in characters.
const SUBJECT: usize = 60;
const PREHEADER: usize = 90;

/// The shortest beginning of a point that is a subject line.
const SHORTEST: usize = 15;

/// Subject line and preheader from the lines under `draft.<group>.subject` and `.preheader`, the best ones first. They
/// may name the tool's values, `{point}` (the first point, or its beginning) and `{second}` (the points that the subject
/// line has not).
pub fn headers<I>(brief: &Brief<'_, I>, points: &Points, group: &str, variant: usize) -> (String, String) {
    let point = subject(points.first());
    let composer = Composer::new(brief, variant)
        .with("brand", brief_enough(&brief.brand.name, 24))
        .with("point", &point);
    let composer = points.values().fold(composer, |composer, (name, value)| composer.with(name, value));
    let lines = |composer: &Composer<'_, '_, I>, name: &str, max: usize| {
        let key = ["draft", group, name].join(".");
        let all = composer.all(&key).filter(|line| has_at_most(line, max));
        let (avoided, welcome): (Vec<String>, Vec<String>) = all.partition(|line| brief.is_avoided(line));
        if welcome.is_empty() { avoided } else { welcome }
    };
    let subjects = lines(&composer, "subject", SUBJECT);
    let subject = subjects.get(variant % subjects.len().max(1)).cloned().unwrap_or_default();
    let second = preview(points, if subject == point { &subject } else { "" });
    // Of a single point only the request remains; without one, a subject line that does not say the point.
    let ask = || Some(points.body(brief, variant, group, &["ask"])).filter(|ask| has_at_most(ask, PREHEADER));
    let second = if second.is_empty() && !subject.is_empty() { ask().unwrap_or_default() } else { second };
    let other = subjects.iter().find(|line| **line != point).filter(|_| second.is_empty());
    let (subject, second) = match other {
        Some(other) => (other.clone(), preview(points, "")),
        None => (subject, second),
    };
    let second = if second.is_empty() { points.first().chars().take(PREHEADER).collect() } else { second };
    let composer = composer.with("second", &second);
    let preheader = lines(&composer, "preheader", PREHEADER).into_iter().next().unwrap_or_default();
    (subject, preheader)
}

/// The first point as a subject line: whole, or its beginning up to a comma or a dash if that says enough.
pub fn subject(point: &str) -> String {
    let point = news(point);
    if is_shouting(point) {
        return String::new();
    }
    let whole = brief_enough(point, SUBJECT);
    if !whole.is_empty() {
        return capitalized(whole);
    }
    if let Some(part) = main(point) {
        return capitalized(part);
    }
    let begins = |part: &String| {
        capitalized(point).starts_with(part.as_str())
            && !has_at_most(part, SHORTEST - 1)
            && !has_open_mark(part)
            && !depends(&lower(part.split(' ').next().unwrap_or_default()))
    };
    let parts = phrases(point, Unit::Characters, SUBJECT as u32, Cut::Parts);
    parts.into_iter().next().filter(begins).unwrap_or_default()
}

/// A topic as a subject line: whole, or cut at its own separator; only as the last resort at a word.
pub fn headline(topic: &str) -> String {
    let topic = topic.lines().next().unwrap_or_default().trim().trim_end_matches(['!', ' ']);
    let calm = if is_shouting(topic) { lower(topic) } else { topic.to_owned() };
    let whole = subject(&calm);
    if !whole.is_empty() {
        return whole;
    }
    let fits = |place: usize| brief_enough(calm.get(..place).unwrap_or_default(), SUBJECT);
    let parts = [" – ", ": ", ". ", ", "].iter().filter_map(|mark| calm.find(mark)).map(fits);
    let longest = parts.filter(|part| part.contains(' ')).max_by_key(|part| part.len());
    capitalized(&longest.map_or_else(|| beginning(&calm, SUBJECT), str::to_owned))
}

/// A sentence without a comparison or a remark at its end, if it fits then: "… costs £149 instead of £189".
fn main(point: &str) -> Option<&str> {
    const ENDS: [&str; 6] = [" zamiast ", " instead of ", " rather than ", " (", " – ", "; "];
    let parts =
        ENDS.iter().filter_map(|end| point.find(end).map(|place| brief_enough(&point[..place], SUBJECT)));
    parts.filter(|part| part.split(' ').count() > 3 && !has_open_mark(part)).max_by_key(|part| part.len())
}

/// Whether the beginning of a sentence with this word says nothing yet: "Od poniedziałku, …".
fn depends(word: &str) -> bool {
    const TIMES: &[&str] = &[
        "od", "do", "w", "we", "na", "po", "przed", "z", "za", "from", "on", "in", "at", "since", "until",
        "after", "before", "for",
    ];
    CLAUSES.contains(word) || TIMES.contains(&word)
}

/// A point without the words that only announce it.
fn news(point: &str) -> &str {
    const OPENINGS: &[&str] = &[
        "informujemy, że ",
        "uprzejmie informujemy, że ",
        "informuję, że ",
        "przypominamy, że ",
        "please note that ",
        "we would like to inform you that ",
        "we are writing to inform you that ",
        "this is to inform you that ",
    ];
    let lowered = lower(point);
    let opening = OPENINGS.iter().find(|opening| lowered.starts_with(*opening));
    opening.and_then(|opening| point.get(opening.len()..)).unwrap_or(point)
}

/// Neither an address nor the number of an account.
fn is_prose(point: &str) -> bool {
    let digits = point.bytes().filter(u8::is_ascii_digit).count();
    !point.contains("://") && digits * 2 < point.len()
}

/// The points that fit, from the first, or, if the subject line is the first, from what it leaves of it.
fn preview(points: &Points, subject: &str) -> String {
    let rest = capitalized(points.first()).strip_prefix(subject).map(str::to_owned).unwrap_or_default();
    let rest = match subject {
        "" => points.first(),
        // "An offer: £180 until Friday"
        _ => rest.strip_prefix(": ").or_else(|| rest.strip_prefix(", ")).unwrap_or_default(),
    };
    let first = (subject.is_empty() || !has_at_most(rest, SHORTEST - 1)).then_some(rest);
    let mut text = String::new();
    for point in first.into_iter().chain(points.further()).filter(|point| is_prose(point)) {
        let point = as_sentence(&capitalized(point));
        let gap = if text.is_empty() { "" } else { " " };
        let longer = [&text, gap, &point].concat();
        if has_at_most(&longer, PREHEADER) {
            text = longer;
        } else {
            return if text.is_empty() { beginning(&point, PREHEADER) } else { text };
        }
    }
    text
}
