//! What makes a letter unfit to be sent, beyond its length.

use crate::check::Checks;
use crate::limit::Level;
use crate::units::{bare, lower, words};

/// Openings that pretend an earlier conversation.
const FAKE_REPLIES: &[&str] = &["re:", "fw:", "fwd:", "odp:", "pd:"];

/// Capitals throughout, exclamation marks in a row, or a conversation that never was.
pub(super) fn is_shouting(subject: &str) -> bool {
    let letters = || subject.chars().filter(|letter| letter.is_alphabetic());
    let capitals = letters().count() >= 8 && letters().all(char::is_uppercase);
    let exclaims = subject.matches('!').count() > 1;
    let lowered = lower(subject);
    capitals || exclaims || FAKE_REPLIES.iter().any(|opening| lowered.starts_with(opening))
}

/// A subject line that spam filters and readers distrust (rule `shouting`), a preheader that only repeats it
/// (rule `repeated`), and gaps in the body that are not the person's own words.
pub fn check([subject, preheader, body]: [&str; 3], known: &str, checks: &mut Checks) {
    let lowered = lower(subject);
    checks.rule("subject", "shouting", Level::Recommended, u32::from(is_shouting(subject)), &[]);
    let repeats = !lowered.is_empty() && lower(preheader).starts_with(&lowered);
    checks.rule("preheader", "repeated", Level::Recommended, u32::from(repeats), &[]);
    placeholders_left("body", body, known, checks);
}

/// Every address among `items` is still in the text, exactly as it was given.
pub fn links_kept(items: &[String], body: &str, checks: &mut Checks) {
    for url in items.iter().flat_map(|item| item.split_whitespace()).filter(|word| word.contains("://")) {
        let missing = u32::from(!body.contains(url));
        checks.rule("body", "no-link", Level::Recommended, missing, &[("url", url)]);
    }
}

/// Gaps such as "[Your name]" or "{firma}" that somebody would have to fill in before sending (rule `gaps`);
/// what stands in `known` is the person's own.
fn placeholders_left(field: &str, text: &str, known: &str, checks: &mut Checks) {
    const LONGEST: usize = 60;
    let mut found = 0;
    for (open, close) in [('[', b']'), ('{', b'}')] {
        for (place, _) in text.match_indices(open) {
            // A longer gap is none, so its end is not looked for.
            let near = &text.as_bytes()[place..text.len().min(place + LONGEST)];
            let Some(length) = near.iter().position(|byte| *byte == close).filter(|length| *length >= 2)
            else {
                continue;
            };
            let gap = &text[place..=place + length];
            let is_link = text[place + length + 1..].starts_with('(');
            let is_words = gap[1..].starts_with(char::is_alphabetic) && !gap.contains('\n');
            found += u32::from(is_words && !is_link && !known.contains(gap));
        }
    }
    checks.rule(field, "gaps", Level::Recommended, found, &[]);
}

/// What a text about a person must not say by itself: numbers that nobody gave (rule `invented-numbers`), a gender
/// guessed (rule `gender`), gaps to fill in.
pub fn check_claims(field: &str, text: &str, known: &str, checks: &mut Checks) {
    let invented = invented_numbers(text, known);
    let mut rule = |name: &str, found: &[&str]| {
        let count = u32::try_from(found.len()).unwrap_or(u32::MAX);
        checks.rule(field, name, Level::Recommended, count, &[("found", &found.join(", "))]);
    };
    rule("invented-numbers", &invented);
    rule("gender", &guessed_gender(text, known));
    placeholders_left(field, text, known, checks);
}

/// Numbers of `text` that `known` does not have: years, percentages and sums that nobody gave.
pub fn invented_numbers<'t>(text: &'t str, known: &str) -> Vec<&'t str> {
    let known: Vec<&str> = numbers(known).collect();
    let mut invented: Vec<&str> = Vec::new();
    for number in numbers(text) {
        if !known.contains(&number) && !invented.contains(&number) {
            invented.push(number);
        }
    }
    invented
}

fn numbers(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_ascii_digit()).filter(|digits| !digits.is_empty())
}

/// Past forms of the first person that tell the writer's gender: -łem and -łam after a verb's vowel. Nouns such as
/// "materiałem" end like the shorter ones, so those are not listed.
const GENDERED: [&[&str]; 2] = [&["owałem", "iłem", "yłem", "ąłem"], &["ałam", "iłam", "yłam", "ęłam"]];

/// Words of a Polish `text` that give its writer a gender which `known` does not show.
pub fn guessed_gender<'t>(text: &'t str, known: &str) -> Vec<&'t str> {
    const SHORTEST: usize = 6;
    let has = |word: &str, endings: &[&str]| {
        // All endings end in this letter, in capitals too.
        if !word.ends_with(['m', 'M']) {
            return false;
        }
        let word = lower(word);
        word.chars().count() >= SHORTEST && endings.iter().any(|ending| word.ends_with(ending))
    };
    let mut found = Vec::new();
    for endings in GENDERED {
        if !words(known).any(|word| has(bare(word), endings)) {
            found.extend(words(text).map(bare).filter(|word| has(word, endings)));
        }
    }
    found
}
