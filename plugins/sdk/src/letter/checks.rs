//! What makes a letter unfit to be sent, beyond its length.

use crate::check::Checks;
use crate::limit::Level;
use crate::units::lower;

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
pub fn placeholders_left(field: &str, text: &str, known: &str, checks: &mut Checks) {
    const LONGEST: usize = 60;
    let mut found = 0;
    for (open, close) in [('[', ']'), ('{', '}')] {
        for (place, _) in text.match_indices(open) {
            let Some(length) = text[place..].find(close).filter(|length| (2..LONGEST).contains(length))
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

/// Numbers of `text` that `known` does not have: years, percentages and sums that nobody gave.
pub fn invented_numbers(text: &str, known: &str) -> Vec<String> {
    let known: Vec<&str> = numbers(known).collect();
    let mut invented: Vec<String> = Vec::new();
    for number in numbers(text) {
        if !known.contains(&number) && !invented.iter().any(|other| other == number) {
            invented.push(number.to_owned());
        }
    }
    invented
}

fn numbers(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_ascii_digit()).filter(|digits| !digits.is_empty())
}
