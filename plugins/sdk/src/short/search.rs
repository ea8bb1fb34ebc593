//! Search phrases as phrases of a text.

use super::tidy::{Names, is_name_form, tidy};
use crate::language::Language;
use crate::parts::Joined;
use crate::slug::fold;
use crate::units::{bare, is_lower, is_upper, lower, words};
use crate::word_list::Words;
use crate::words;

/// Words that join the parts of a Polish phrase.
const LINKS: Words = words![
    "a", "i", "o", "u", "w", "we", "z", "ze", "na", "do", "od", "dla", "przy", "pod", "nad", "po", "za",
    "bez", "przed", "przez", "oraz", "lub", "między", "jak",
];

/// Whether `text` has every longer word of `phrase` in some form.
pub fn says(text: &str, phrase: &str) -> bool {
    let said = starts(text);
    starts(phrase).iter().all(|word| said.contains(word))
}

/// The beginnings of the longer words, which their forms share.
fn starts(text: &str) -> Vec<String> {
    let words = text.split(|letter: char| !letter.is_alphanumeric());
    let long = words.filter(|word| word.len() > 2 || word.bytes().any(|letter| letter.is_ascii_digit()));
    long.map(|word| fold(word).chars().take(4).collect()).collect()
}

/// A search phrase as readers would write it; `None` if it is only a row of search words. `said` is the user's other
/// text, which has the right form of a place: "piekarnia Sandomierz" becomes "piekarnia w Sandomierzu". English search
/// phrases read well.
pub fn worded(phrase: &str, said: &str, language: Language) -> Option<String> {
    if language == Language::En {
        return Some(phrase.to_owned());
    }
    let phrase = tidy(phrase, &Names::of(said));
    let all: Vec<&str> = phrase.split(' ').collect();
    let is_name = |word: &str| word.starts_with(is_upper) && word.chars().any(is_lower);
    let is_link = |word: &&str| LINKS.contains(&lower(word));
    let place = (1..all.len()).find(|place| is_name(all[*place]) && !is_link(&all[*place - 1]));
    let (kind, town) = all.split_at(place.unwrap_or(all.len()));
    if !is_phrase(kind, said) {
        return None;
    }
    let kind = kind.joined(" ");
    match town {
        [] => Some(kind),
        [town] => Some([&*kind, " ", &placed(town, said)].concat()),
        _ => None,
    }
}

/// "w Sandomierzu" of the user's text, otherwise the name after a dash.
fn placed(town: &str, said: &str) -> String {
    let mut before = "";
    for word in said.split_whitespace() {
        let name = bare(word);
        if matches!(before, "w" | "we" | "W" | "We")
            && name.starts_with(is_upper)
            && is_name_form(&lower(name), town)
        {
            return [&lower(before), " ", name].concat();
        }
        before = word;
    }
    ["– ", town].concat()
}

/// One or two words, words joined by prepositions, or those that the user's text joins.
fn is_phrase(words: &[&str], said: &str) -> bool {
    if words.len() < 3 || words.iter().any(|word| LINKS.contains(&lower(word))) {
        return !words.is_empty();
    }
    let said = starts(said);
    words[1..].windows(2).all(|pair| {
        let pair = starts(&pair.joined(" "));
        !pair.is_empty() && said.windows(pair.len()).any(|found| found == pair)
    })
}

/// Without those that say the same as an earlier one, or less than another.
pub fn without_alike(phrases: &[String]) -> Vec<String> {
    let mut kept: Vec<String> = Vec::new();
    for (place, phrase) in phrases.iter().enumerate() {
        let is_less = |(at, other): (usize, &String)| {
            at != place && says(other, phrase) && (at < place || !says(phrase, other))
        };
        if words(phrase).next().is_some() && !phrases.iter().enumerate().any(is_less) {
            kept.push(phrase.clone());
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::{says, without_alike, worded};
    use crate::language::Language;

    #[test]
    fn search_phrases_are_worded() {
        let said = "Chleb z dostawą w Sandomierzu, serwis i montaż pomp ciepła";
        let polish = |phrase| worded(phrase, said, Language::Pl);
        for (phrase, text) in [
            ("piekarnia Sandomierz", "piekarnia w Sandomierzu"),
            ("dentysta gdynia", "dentysta – Gdynia"),
            ("wesele w klasztorze", "wesele w klasztorze"),
            ("serwis pomp ciepła", "serwis pomp ciepła"),
            ("szkolenie BHP", "szkolenie BHP"),
        ] {
            assert_eq!(polish(phrase).as_deref(), Some(text));
        }
        for phrase in ["prawnik prawo pracy Katowice", "kredyt frankowy pozew", "hotel Nowy Sącz"] {
            assert_eq!(polish(phrase), None, "{phrase}");
        }
        assert_eq!(worded("dentist Bristol", "", Language::En).as_deref(), Some("dentist Bristol"));
    }

    #[test]
    fn a_phrase_says_another_in_any_form() {
        assert!(says("Montaż pomp ciepła", "montaż pompy ciepła") && !says("Serwis pomp", "montaż pompy"));
        let phrases = ["Pompa ciepła", "Pompy ciepła", "Montaż pompy ciepła"].map(str::to_owned);
        assert_eq!(without_alike(&phrases), ["Montaż pompy ciepła"]);
    }
}
