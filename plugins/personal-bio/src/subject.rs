//! English sentences that begin with their verb get a subject: the surname, which says nothing of the gender.

use sitewright_sdk::bio::narrates;
use sitewright_sdk::short::without_stop;
use sitewright_sdk::units::lower;
use sitewright_sdk::{Language, Words, words};

/// Participles that need "was", lower case.
#[rustfmt::skip]
const WAS: Words = words![
    "born", "shortlisted", "longlisted", "nominated", "awarded", "named", "elected", "appointed", "selected", "published",
    "educated", "raised", "brought", "featured", "invited", "commissioned", "honoured", "honored",
];

/// Participles that need "is", lower case.
const IS: Words = words!["based", "certified", "registered", "known", "married", "represented", "qualified"];

/// Past forms that do not end in "ed", lower case.
#[rustfmt::skip]
const PAST: Words = words![
    "wrote", "won", "led", "built", "taught", "made", "ran", "grew", "spent", "held", "began", "left", "sang", "sold",
    "set", "took", "gave", "came", "drew", "kept", "rode", "flew", "swam", "has", "is", "was", "had", "co-wrote",
];

const PRONOUNS: Words = words!["he", "she", "his", "her", "they", "their"];

/// What one person is, and what several are, before "of".
const OFFICES: Words = words!["author", "co-author", "founder", "co-founder", "director", "owner", "head"];
const MEMBERS: Words = words!["member", "graduate", "fellow", "winner", "mother", "father"];

/// Words after a verb in the present, lower case.
const OBJECTS: Words = words!["a", "an", "the", "her", "his", "their", "one", "two", "three"];

/// `facts`, those without a subject in pairs after the surname of `name`: "Zawada is based in Cardiff and teaches."
pub fn told(facts: Vec<String>, name: &str) -> Vec<String> {
    let surname = name.split(',').next().unwrap_or_default().trim().rsplit(' ').next().unwrap_or_default();
    let mut out: Vec<String> = Vec::new();
    // Whether the last sentence may go on, and speaks of the present.
    let mut open = None;
    for fact in facts {
        let Some(predicate) = predicate(&fact) else {
            open = None;
            out.push(fact);
            continue;
        };
        let verb = predicate.split(' ').next().unwrap_or_default();
        let is_present = verb.ends_with('s') && verb != "was";
        if open == Some(is_present) {
            let before = out.pop().unwrap_or_default();
            let before = without_stop(&before);
            let and = if before.contains(',') { ", and " } else { " and " };
            out.push([before, and, &predicate].concat());
            open = None;
        } else {
            open = (!predicate.ends_with(['!', '?'])).then_some(is_present);
            out.push([surname, " ", &predicate].concat());
        }
    }
    out
}

/// Whether a fact begins with its verb and has a verb in the present, which has another form in the first person.
pub fn is_bound(fact: &str) -> bool {
    predicate(fact).is_some() && spoken(fact).is_none()
}

/// A fact that begins with its verb, in the first person: "I wrote …". `None` for one in the present, whose verb has
/// another form, and for one with a subject.
pub fn spoken(fact: &str) -> Option<String> {
    let is_present = |part: &str| {
        let verb = predicate(part).unwrap_or_default();
        let verb = verb.split(' ').next().unwrap_or_default();
        verb.ends_with('s') && !["is", "has", "was"].contains(&verb)
    };
    // "Based in Cardiff, teaches the violin"
    if fact.split(", ").flat_map(|part| part.split(" and ")).any(is_present) {
        return None;
    }
    let predicate = predicate(fact)?;
    let (verb, rest) = predicate.split_once(' ')?;
    let verb = match verb {
        "is" => "am",
        "has" => "have",
        _ => verb,
    };
    Some(["I ", verb, " ", rest].concat())
}

/// A fact that begins with its verb, with an auxiliary where it needs one.
fn predicate(fact: &str) -> Option<String> {
    let mut words = fact.split(' ');
    let first = words.next()?;
    let next = lower(words.next()?);
    let verb = lower(first);
    let is_present = verb.ends_with('s')
        && (OBJECTS.contains(&next) || next.starts_with(|sign: char| sign.is_ascii_digit()));
    let is_past = PAST.contains(&verb) || verb.ends_with("ed") && verb.len() > 4;
    if PRONOUNS.contains(&verb) {
        return None;
    }
    let is_office = next == "of" && OFFICES.contains(&verb);
    let auxiliary = if is_office {
        "is the "
    } else if next == "of" && MEMBERS.contains(&verb) {
        "is a "
    } else if WAS.contains(&verb) {
        "was "
    } else if IS.contains(&verb) {
        "is "
    } else if is_past || is_present || narrates(first, Language::En) {
        ""
    } else {
        return None;
    };
    Some([auxiliary, &verb, &fact[first.len()..]].concat())
}

#[cfg(test)]
mod tests {
    use super::{spoken, told};

    #[test]
    fn facts_that_begin_with_a_verb_are_spoken() {
        assert_eq!(spoken("Wrote 'Dark Enough'.").as_deref(), Some("I wrote 'Dark Enough'."));
        assert_eq!(spoken("Based in Cardiff.").as_deref(), Some("I am based in Cardiff."));
        assert_eq!(spoken("Shortlisted for a prize.").as_deref(), Some("I was shortlisted for a prize."));
        assert_eq!(spoken("Teaches the violin."), None);
        assert_eq!(spoken("Based in Cardiff, teaches the violin."), None);
        assert_eq!(spoken("15 years in practice."), None);
    }

    #[test]
    fn facts_that_begin_with_a_verb_get_a_subject() {
        let facts = [
            "Translated 23 books, among them one libretto.",
            "Shortlisted for a prize in 2021.",
            "Based in Cardiff.",
            "Teaches evening classes.",
            "15 years in practice.",
            "Wrote 'Dark Enough'.",
        ];
        assert_eq!(
            told(facts.map(str::to_owned).to_vec(), "Agnes Zawada"),
            [
                "Zawada translated 23 books, among them one libretto, and was shortlisted for a prize in 2021.",
                "Zawada is based in Cardiff and teaches evening classes.",
                "15 years in practice.",
                "Zawada wrote 'Dark Enough'."
            ]
        );
    }
}
