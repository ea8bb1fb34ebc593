//! Search phrases as phrases of a text.

use super::tidy::{self, Names, is_name_form, tidy};
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

/// What people end an English search with: "boiler repair near me".
const SEARCHED: Words =
    words!["me", "nearby", "cost", "costs", "price", "prices", "cheap", "reviews", "jobs"];

/// What people add to a search, and endings of persons in the plural: they stand beside a phrase, not in it.
const BESIDE: Words = words![
    "cena",
    "ceny",
    "cennik",
    "koszt",
    "koszty",
    "opinie",
    "forum",
    "ranking",
    "tanio",
    "najtaniej",
    "sklep",
    "wzór",
    "pozew",
    "prezent",
    "kontakt",
    "adres",
];
const PERSONS: Words = words!["owie", "icze", "arze", "iści", "awcy", "orcy", "enci"];

/// Endings of adjectives beside a noun in the same case.
const OBLIQUE: Words = words!["ych", "ich", "ego", "ej", "ymi", "imi"];

/// The longer words of a text, read once.
pub struct Said(Vec<String>);

impl Said {
    pub fn by(text: &str) -> Self {
        Self(starts(text))
    }

    /// Whether the text has every longer word of `phrase` in some form.
    pub fn says(&self, phrase: &str) -> bool {
        let is_said = |word: &String| self.0.iter().any(|other| are_forms(word, other));
        starts(phrase).iter().all(is_said)
    }
}

/// Whether two folded words are equal, or a longer one begins the other.
pub fn are_forms(one: &str, other: &str) -> bool {
    let begins = |one: &str, other: &str| other.len() > 2 && one.starts_with(other);
    one == other || begins(one, other) || begins(other, one)
}

/// Whether `text` has every longer word of `phrase` in some form.
pub fn says(text: &str, phrase: &str) -> bool {
    Said::by(text).says(phrase)
}

/// The beginnings of the longer words, which their forms share.
fn starts(text: &str) -> Vec<String> {
    let words = text.split(|letter: char| !letter.is_alphanumeric());
    let long = words.filter(|word| word.len() > 2 || word.bytes().any(|letter| letter.is_ascii_digit()));
    long.map(|word| fold(word).chars().take(4).collect()).collect()
}

/// A search phrase as readers would write it; `None` if it is only a row of search words. `said` is the user's other
/// text, which has the right form of a place: "piekarnia Sandomierz" becomes "piekarnia w Sandomierzu". Most
/// English search phrases read well.
pub fn worded(phrase: &str, said: &str, language: Language) -> Option<String> {
    if language == Language::En {
        let all: Vec<String> = words(phrase).map(lower).collect();
        let is_search = all.last().is_some_and(|last| SEARCHED.contains(last));
        return (!is_search).then(|| phrase.to_owned());
    }
    let phrase = tidy(phrase, &Names::of(""));
    let all: Vec<&str> = phrase.split(' ').collect();
    let is_name = |word: &str| word.starts_with(is_upper) && word.chars().any(is_lower);
    let places = places(said);
    let is_town = |word: &str| is_name(word) || in_place(word, &places).is_some();
    let is_link = |word: &&str| LINKS.contains(&lower(word));
    // A town at the end is the place, whatever capitals the words before it have: "kurs Tańca Opole".
    let ends = all.len().checked_sub(1).filter(|last| *last > 0 && tidy::town(all[*last]).is_some());
    let ends = ends.filter(|last| !is_link(&all[*last - 1]));
    let place =
        ends.or_else(|| (1..all.len()).find(|place| is_town(all[*place]) && !is_link(&all[*place - 1])));
    let (kind, town) = all.split_at(place.unwrap_or(all.len()));
    if !is_phrase(kind, said) {
        return None;
    }
    let kind = kind.joined(" ");
    match town {
        [] => Some(kind),
        [town] => placed(town, &places).map(|place| [&*kind, " ", &place].concat()),
        _ => None,
    }
}

/// "w Sandomierzu" of the user's text, otherwise a known town after a dash.
fn placed(town: &str, places: &[(&str, &str)]) -> Option<String> {
    in_place(town, places).or_else(|| Some(["– ", tidy::town(town)?].concat()))
}

/// The places of the user's text, in the order in which they stand: "w Sandomierzu".
fn places(said: &str) -> Vec<(&str, &str)> {
    let all = said.split_whitespace().zip(said.split_whitespace().skip(1).map(bare));
    let is_in = |(before, name): &(&str, &str)| {
        matches!(*before, "w" | "we" | "W" | "We") && name.starts_with(is_upper)
    };
    all.filter(is_in).take(MOST_PLACES).collect()
}

const MOST_PLACES: usize = 20;

/// The place with its preposition, if the user's text has it.
fn in_place(town: &str, places: &[(&str, &str)]) -> Option<String> {
    let found = places.iter().find(|(_, name)| is_name_form(&lower(name), town));
    found.map(|(before, name)| [&lower(before), " ", name].concat())
}

/// One or two words; more if prepositions, the endings of adjectives or the user's text join them.
fn is_phrase(all: &[&str], said: &str) -> bool {
    let said = starts(said);
    let is_link = |word: &str| LINKS.contains(&lower(word));
    let is_joined = |pair: &[&str]| {
        let forms = starts(&pair.joined(" "));
        let is_known = !forms.is_empty() && said.windows(forms.len()).any(|found| found == forms);
        is_known || pair.iter().any(|word| is_link(word) || OBLIQUE.ending(&lower(word)).is_some())
    };
    let is_beside = |word: &str| BESIDE.contains(&lower(word)) || PERSONS.ending(&lower(word)).is_some();
    let pairs = || all.windows(2).enumerate();
    !all.is_empty() && pairs().all(|(place, pair)| is_joined(pair) || place == 0 && !is_beside(pair[1]))
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
        let said = "Chleb z dostawą w Sandomierzu i w Gliwicach, serwis i montaż pomp ciepła";
        let polish = |phrase| worded(phrase, said, Language::Pl);
        for (phrase, text) in [
            ("piekarnia Sandomierz", "piekarnia w Sandomierzu"),
            ("dentysta gdynia", "dentysta – Gdynia"),
            ("wesele w klasztorze", "wesele w klasztorze"),
            ("serwis pomp ciepła", "serwis pomp ciepła"),
            ("szkolenie BHP", "szkolenie BHP"),
            ("księgowość dla małych firm", "księgowość dla małych firm"),
            ("pizza sandomierz", "pizza w Sandomierzu"),
            ("fryzjer gliwice", "fryzjer w Gliwicach"),
            ("kurs Tańca Opole", "kurs Tańca – Opole"),
        ] {
            assert_eq!(polish(phrase).as_deref(), Some(text));
        }
        for phrase in [
            "prawnik prawo pracy Katowice",
            "kredyt frankowy pozew",
            "hotel Nowy Sącz",
            "zajęcia z ceramiki prezent",
            "adwokat frankowicze warszawa",
            "dentysta cennik",
        ] {
            assert_eq!(polish(phrase), None, "{phrase}");
        }
        assert_eq!(worded("boiler repair near me", "", Language::En), None);
        assert_eq!(worded("dentist Bristol", "", Language::En).as_deref(), Some("dentist Bristol"));
    }

    #[test]
    fn a_phrase_says_another_in_any_form() {
        assert!(says("Montaż pomp ciepła", "montaż pompy ciepła") && !says("Serwis pomp", "montaż pompy"));
        let phrases = ["Pompa ciepła", "Pompy ciepła", "Montaż pompy ciepła"].map(str::to_owned);
        assert_eq!(without_alike(&phrases), ["Montaż pompy ciepła"]);
    }
}
