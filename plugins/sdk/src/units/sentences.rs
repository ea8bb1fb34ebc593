//! Sentences of English and Polish prose.

use super::{is_alphanumeric, is_lower, is_upper, lower};
use crate::word_list::Words;
use crate::words;

/// Abbreviations that end in a full stop without ending a sentence, lower case.
const ABBREVIATIONS: Words = words![
    "al", "approx", "art", "ave", "blvd", "ca", "capt", "cf", "co", "col", "corp", "dept", "dr", "ds", "e.g",
    "est", "etc", "excl", "fig", "gen", "godz", "gov", "gr", "hab", "i.e", "im", "inc", "incl", "inż", "jr",
    "kat", "kpt", "ks", "lek", "lit", "lt", "ltd", "m.in", "max", "mec", "mgr", "mies", "min", "mr", "mrs",
    "ms", "no", "np", "nr", "ok", "os", "pkt", "pl", "poz", "pp", "prof", "pt", "płk", "r", "red", "rep",
    "rozdz", "rys", "s", "sen", "sept", "sgt", "sr", "st", "str", "sz", "szt", "tab", "tel", "tj", "tys",
    "tzn", "tzw", "ul", "ur", "ust", "vol", "vs", "w", "wg", "ww", "wyd", "wł", "właśc", "zm", "zob", "św",
];

/// Sentences of `text` in order, without surrounding white space. A line break ends a sentence, so headings and list
/// items are separate.
pub fn sentences(text: &str) -> Vec<&str> {
    text.lines().flat_map(of_line).collect()
}

fn of_line(line: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut letters = line.char_indices().peekable();
    while let Some((place, letter)) = letters.next() {
        if !matches!(letter, '.' | '!' | '?' | '…') {
            continue;
        }
        let mut end = place + letter.len_utf8();
        while let Some((next, sign)) = letters.next_if(|(_, sign)| is_closing(*sign)) {
            end = next + sign.len_utf8();
        }
        if ends_sentence(&line[start..place], letter, &line[end..]) {
            push(&mut found, &line[start..end]);
            start = end;
        }
    }
    push(&mut found, &line[start..]);
    found
}

/// Characters that still belong to the sentence before them.
fn is_closing(sign: char) -> bool {
    matches!(sign, '.' | '!' | '?' | '…' | '"' | '”' | '’' | '»' | ')' | ']')
}

/// Whether `sign` ends the sentence `before` when `after` follows, without the closing quotes and brackets between.
pub fn ends_sentence(before: &str, sign: char, after: &str) -> bool {
    if !after.is_empty() && !after.starts_with(char::is_whitespace) {
        return false;
    }
    let Some(next) = after.trim_start().chars().find(|letter| !is_opening(*letter)) else { return true };
    if sign != '.' {
        return !is_lower(next);
    }
    let last =
        before.rsplit(|letter: char| letter.is_whitespace() || is_opening(letter)).next().unwrap_or_default();
    // "J. Smith", and the last letter of "J.R.R. Tolkien" or "the U.S. market".
    let letter = last.rsplit('.').next().unwrap_or_default();
    let initial = letter.chars().count() == 1 && letter.chars().all(is_upper);
    !is_lower(next) && !initial && !is_abbreviation(last, next) && !is_number_of_list(before)
}

fn is_opening(letter: char) -> bool {
    letter.is_whitespace()
        || matches!(letter, '"' | '„' | '“' | '‘' | '«' | '(' | '[' | '-' | '–' | '—' | '*' | '•')
}

/// "2026 r. Kupiliśmy" ends a sentence, "np. Kraków" and "nr 5" do not: units end one before a capital.
fn is_abbreviation(last: &str, next: char) -> bool {
    let lower = lower(last);
    let unit = matches!(
        lower.as_str(),
        "r" | "w" | "tys" | "gr" | "szt" | "os" | "min" | "etc" | "inc" | "ltd" | "co" | "no"
    );
    ABBREVIATIONS.contains(&lower) && !(unit && is_upper(next))
}

/// "1. Wybierz" or "10. Urodziny": the number starts its entry. "A team of 40." ends a sentence.
fn is_number_of_list(before: &str) -> bool {
    let before = before.trim();
    (1..=2).contains(&before.len()) && before.bytes().all(|byte| byte.is_ascii_digit())
}

fn push<'a>(found: &mut Vec<&'a str>, piece: &'a str) {
    let piece = piece.trim();
    if piece.chars().any(is_alphanumeric) {
        found.push(piece);
    }
}

#[cfg(test)]
mod tests {
    use super::sentences;

    #[test]
    fn prose_is_split_into_sentences() {
        assert_eq!(sentences("One. Two! Three? Four… Five"), ["One.", "Two!", "Three?", "Four…", "Five"]);
        assert_eq!(sentences("„Tak.” Nie."), ["„Tak.”", "Nie."]);
        assert_eq!(sentences("Really?! Yes."), ["Really?!", "Yes."]);
    }

    #[test]
    fn stops_inside_a_sentence_do_not_end_it() {
        for text in [
            "Mamy m.in. Kraków i Łódź.",
            "Zob. np. rozdz. 3 na str. 12.",
            "Zgodnie z art. 5 ust. 2 lit. B ks. Jan i św. Anna mają rację.",
            "J.R.R. Tolkien never saw the U.S. Army.",
            "Dr. J. R. Smith paid 3.50 on example.com today.",
            "Czynne od godz. 8 do 16.",
            "It costs £40 incl. VAT.",
            "Wait… what is it?",
            "10. Urodziny firmy.",
        ] {
            assert_eq!(sentences(text), [text]);
        }
    }

    #[test]
    fn numbers_may_end_a_sentence() {
        assert_eq!(sentences("We are a team of 40. We grow."), ["We are a team of 40.", "We grow."]);
    }

    #[test]
    fn units_may_end_a_sentence() {
        assert_eq!(sentences("Otwarcie w 2026 r. Zapraszamy!"), ["Otwarcie w 2026 r.", "Zapraszamy!"]);
    }

    #[test]
    fn lines_are_separate_sentences() {
        assert_eq!(sentences("Heading\n- item one\n\n- item two."), ["Heading", "- item one", "- item two."]);
        assert!(sentences(" \n…\n").is_empty());
    }
}
