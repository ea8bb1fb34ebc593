//! The first words of a takeaway in bold, so that a list can be skimmed.

use sitewright_sdk::markdown::escape;
use sitewright_sdk::units::bare;
use sitewright_sdk::{Words, words};

use sitewright_sdk::stems::{is_small, lower_into};

/// Longest lead, in words.
const LONGEST: usize = 6;

/// Small words that begin the statement about the words before them.
const PREDICATES: Words = words![
    "is", "are", "was", "were", "must", "will", "can", "has", "have", "should", "may", "would", "who",
    "which", "that", "jest", "są", "będzie", "będą", "był", "była", "było", "były", "ma", "mają", "może",
    "mogą", "się", "nie", "który", "która", "które",
];

/// `point` with its lead in bold, if it has one.
pub fn marked(point: &str) -> String {
    match end(point) {
        Some(end) => {
            let (lead, rest) = point.split_at(end);
            ["**", &escape(lead), "**", &escape(rest)].concat()
        }
        None => escape(point),
    }
}

/// The end of the lead: at an early colon, dash or comma, otherwise after the first significant words.
fn end(point: &str) -> Option<usize> {
    let mut words = Vec::new();
    let mut start = 0;
    for word in point.split(' ').take(LONGEST + 1) {
        words.push((start, word));
        start += word.len() + 1;
    }
    if point.starts_with(|letter: char| !letter.is_alphanumeric()) || words.len() <= LONGEST {
        return None;
    }
    let pause = words
        .iter()
        .take(LONGEST)
        .position(|(_, word)| word.ends_with([':', ',', ';']) || matches!(*word, "–" | "—" | "-"));
    if let Some(pause) = pause.filter(|pause| *pause > 0 || words[*pause].1.ends_with(':')) {
        let (start, word) = words[pause];
        // A colon belongs to the lead, other punctuation does not.
        return Some(match word.chars().last() {
            Some(':') => start + word.len(),
            _ if matches!(word, "–" | "—" | "-") => start - 1,
            _ => start + word.len() - 1,
        });
    }
    meaning(&words)
}

/// After the first significant words, with the small words before them: at most three, and only two if the third
/// belongs to the following words ("Building took | three years").
fn meaning(words: &[(usize, &str)]) -> Option<usize> {
    let mut lower = String::new();
    let mut ends = Vec::new();
    for (start, word) in &words[..=LONGEST] {
        lower_into(bare(word), &mut lower);
        let small = is_small(&lower, None);
        if word.starts_with(|letter: char| {
            letter.is_ascii_digit() || matches!(letter, '(' | '"' | '„' | '“' | '£' | '€' | '$')
        }) {
            break;
        }
        if small && (ends.len() >= 2 || ends.len() == 1 && PREDICATES.contains(&lower)) {
            break;
        }
        if !small && ends.len() == 3 {
            ends.pop();
            break;
        }
        if !small {
            ends.push((start + word.len(), *word));
        }
    }
    let (end, word) = ends.last()?;
    // Abbreviations such as "godz." need the following word.
    (!word.ends_with('.') && *end < words[LONGEST].0).then_some(*end)
}

#[cfg(test)]
mod tests {
    use super::marked;

    #[test]
    fn leads_come_from_the_sentence() {
        for (point, lead) in [
            ("Price: a ticket costs 4 zł from May on.", "**Price:** a ticket costs 4 zł from May on."),
            ("In May, the new tram line opens in Łódź.", "**In May**, the new tram line opens in Łódź."),
            (
                "Nowa linia – najdłuższa w mieście – ruszy w maju.",
                "**Nowa linia** – najdłuższa w mieście – ruszy w maju.",
            ),
            (
                "The city council approved the plan by a vote of 5 to 3.",
                "**The city council approved** the plan by a vote of 5 to 3.",
            ),
            (
                "Budowa trwała trzy lata i kosztowała 28 mln zł.",
                "**Budowa trwała** trzy lata i kosztowała 28 mln zł.",
            ),
            (
                "The photos of the garden furniture are still missing.",
                "**The photos of the garden furniture** are still missing.",
            ),
            (
                "Rada miasta przyjęła w poniedziałek plan nowej linii.",
                "**Rada miasta przyjęła** w poniedziałek plan nowej linii.",
            ),
        ] {
            assert_eq!(marked(point), lead);
        }
    }

    #[test]
    fn a_point_without_a_lead_stays_unchanged() {
        assert_eq!(marked("Short and good."), "Short and good.");
        let point = "Do godz. 4:00 baza ma być gotowa na nowym serwerze.";
        assert_eq!(marked(point), point);
        assert_eq!(
            marked("„To ważny dzień”, powiedziała burmistrz na sesji rady."),
            "„To ważny dzień”, powiedziała burmistrz na sesji rady."
        );
    }
}
