//! Problems that make a letter unfit to be sent, other than its length.

use super::sections::is_link;
use crate::addressed::is_mixed;
use crate::check::Checks;
use crate::limit::Level;
use crate::units::{bare, lower, words};

/// Openings that fake an earlier conversation.
const FAKE_REPLIES: &[&str] = &["re:", "fw:", "fwd:", "odp:", "pd:"];

/// All capitals, repeated exclamation marks, or a fake reply.
pub fn is_shouting(subject: &str) -> bool {
    let letters = || subject.chars().filter(|letter| letter.is_alphabetic());
    let capitals = letters().count() >= 8 && letters().all(char::is_uppercase);
    let exclaims = subject.matches('!').count() > 1;
    let lowered = lower(subject);
    capitals || exclaims || FAKE_REPLIES.iter().any(|opening| lowered.starts_with(opening))
}

/// Reports a subject line that spam filters and readers distrust (rule `shouting`), a preheader that only repeats it
/// (rule `repeated`), two forms of address in a Polish body, and gaps in it that are not the user's own words.
pub fn check([subject, preheader, body]: [&str; 3], known: &str, checks: &mut Checks) {
    let lowered = lower(subject);
    checks.rule("subject", "shouting", Level::Recommended, u32::from(is_shouting(subject)), &[]);
    let repeats = !lowered.is_empty() && lower(preheader).starts_with(&lowered);
    checks.rule("preheader", "repeated", Level::Recommended, u32::from(repeats), &[]);
    checks.rule("body", "mixed-address", Level::Recommended, u32::from(is_mixed(body)), &[]);
    placeholders_left("body", body, known, checks);
}

/// Every address among `items` is still in the text, unchanged.
pub fn links_kept(items: &[String], body: &str, checks: &mut Checks) {
    for url in items.iter().flat_map(|item| item.split_whitespace()).filter(|word| is_link(word)) {
        let missing = u32::from(!body.contains(url));
        checks.rule("body", "no-link", Level::Recommended, missing, &[("url", url)]);
    }
}

/// Gaps such as "[Your name]" or "{firma}" that the user would have to fill in before sending (rule `gaps`); text in
/// `known` is the user's.
fn placeholders_left(field: &str, text: &str, known: &str, checks: &mut Checks) {
    const LONGEST: usize = 60;
    let mut found = 0;
    for (open, close) in [('[', b']'), ('{', b'}')] {
        for (place, _) in text.match_indices(open) {
            // Longer text in brackets is not a gap, so its end is not searched for.
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

/// Claims that a text about a person must not invent: a guessed gender (rule `gender`), gaps to fill in.
pub fn check_claims(field: &str, text: &str, known: &str, checks: &mut Checks) {
    let found = guessed_gender(text, known);
    let count = u32::try_from(found.len()).unwrap_or(u32::MAX);
    checks.rule(field, "gender", Level::Recommended, count, &[("found", &found.join(", "))]);
    placeholders_left(field, text, known, checks);
}

/// Past forms of the first person that show the writer's gender: -łem and -łam after a verb's vowel. Nouns such as
/// "materiałem" end like the shorter forms, so those are not listed.
const GENDERED: [&[&str]; 2] = [&["owałem", "iłem", "yłem", "ąłem"], &["ałam", "iłam", "yłam", "ęłam"]];

/// Words of a Polish `text` that show a gender of its writer which `known` does not show.
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
