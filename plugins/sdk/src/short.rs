//! Short forms of a person's words, where there is little room: whole sentences, whole phrases, never parts
//! of words. What stands by itself may be taken out of its sentence; what leans on it stays behind.

mod tidy;

pub use tidy::{Names, tidy};

use crate::material::{as_sentence, capitalized, statements};
use crate::units::{Unit, lower};

/// What divides a sentence into phrases.
const DIVIDERS: &[&str] = &[", ", "; ", ": ", " – ", " — ", " - ", " | ", " • ", " · ", " ("];

/// Words with which a phrase leans on what stands before it.
const LEANING: &[&str] = &[
    "że",
    "żeby",
    "aby",
    "by",
    "który",
    "która",
    "które",
    "którzy",
    "którego",
    "której",
    "którym",
    "których",
    "którą",
    "bo",
    "gdy",
    "kiedy",
    "jeśli",
    "ale",
    "a",
    "więc",
    "gdzie",
    "czyli",
    "choć",
    "ponieważ",
    "to",
    "jak",
    "co",
    "lecz",
    "dzięki",
    "dlatego",
    "także",
    "w",
    "that",
    "which",
    "who",
    "whose",
    "where",
    "when",
    "because",
    "but",
    "so",
    "if",
    "while",
    "although",
    "as",
    "then",
    "or",
    "lub",
    "albo",
    "including",
    "such",
];

/// A phrase may end before these: what follows says more, but does not change what it is.
const ADDING: &[&str] =
    &["dla", "na", "w", "we", "z", "ze", "przy", "od", "for", "in", "with", "on", "at", "from"];

/// How Polish adjectives end that leave their noun to another phrase.
const ADJECTIVES: &[&str] = &[
    "kie", "owe", "zne", "lne", "nne", "wne", "sne", "cze", "ęce", "ska", "ski", "owy", "owa", "zny", "zna",
    "lny", "lna",
];

/// Words that join the last entry of an enumeration.
const JOINING: &[&str] = &["i ", "oraz ", "and ", "& ", "plus "];

/// The statements of a tidied `text` as phrases of at most `max` without a stop at the end: whole ones, else
/// their parts that can stand alone, else a part's beginning.
pub fn phrases(text: &str, unit: Unit, max: u32) -> Vec<String> {
    let mut found = Vec::new();
    for statement in statements(text) {
        let whole = without_stop(&statement);
        if fits(whole, unit, max) {
            push(&mut found, whole);
            continue;
        }
        for (place, part) in divided(whole).enumerate() {
            let short = beginnings(part).find(|short| fits(short, unit, max));
            if let Some(short) = short.filter(|short| place == 0 || stands_alone(short)) {
                push(&mut found, short);
            }
        }
    }
    found
}

/// The statements of a tidied `text` as sentences of at most `max`; of a longer one the phrases that fit together.
pub fn sentences(text: &str, unit: Unit, max: u32) -> Vec<String> {
    let mut found = Vec::new();
    for statement in statements(text) {
        let whole = as_sentence(&statement);
        if fits(&whole, unit, max) {
            push(&mut found, &whole);
            continue;
        }
        let (mut line, rest) = opening(&statement, unit, max.saturating_sub(1));
        for part in phrases(rest, unit, max.saturating_sub(1)) {
            let longer = [&line, ", ", &uncapitalized(&part, &statement)].concat();
            if !line.is_empty() && fits(&longer, unit, max.saturating_sub(1)) {
                line = longer;
            } else {
                push(&mut found, &as_sentence(&line));
                line = part;
            }
        }
        push(&mut found, &as_sentence(&line));
    }
    found
}

/// As much of `statement` as fits up to a place where it divides, and the rest.
fn opening(statement: &str, unit: Unit, max: u32) -> (String, &str) {
    let cuts = DIVIDERS.iter().flat_map(|mark| statement.match_indices(mark));
    let fitting = cuts.filter(|(place, _)| fits(&statement[..*place], unit, max));
    match fitting.max_by_key(|(place, _)| *place) {
        Some((place, mark)) => (statement[..place].to_owned(), &statement[place + mark.len()..]),
        None => (String::new(), statement),
    }
}

/// Whether `text` takes at most `max`.
pub fn fits(text: &str, unit: Unit, max: u32) -> bool {
    unit.measure(text) <= max
}

/// `part` as its sentence wrote it.
fn uncapitalized(part: &str, statement: &str) -> String {
    if statement.contains(part) {
        return part.to_owned();
    }
    let rest = part.chars().next().map_or("", |first| &part[first.len_utf8()..]);
    let first: String = part.chars().take(1).collect();
    [&lower(&first), rest].concat()
}

fn push(found: &mut Vec<String>, text: &str) {
    let text = capitalized(text);
    if !text.is_empty() && !found.contains(&text) {
        found.push(text);
    }
}

/// The stop of "11 p.m." belongs to the word.
fn without_stop(text: &str) -> &str {
    let last = text.rsplit(' ').next().unwrap_or_default();
    if last.matches('.').count() > 1 { text } else { text.trim_end_matches(['.', '!', ',', ';', ':', ' ']) }
}

fn divided(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let whole = rest?;
        let cut = DIVIDERS.iter().filter_map(|mark| whole.find(mark).map(|place| (place, mark.len()))).min();
        let (part, after) = match cut {
            Some((place, length)) => (&whole[..place], Some(&whole[place + length..])),
            None => (whole, None),
        };
        rest = after;
        // The closing half of a pair whose opening half divided.
        let part = if part.contains('(') { part } else { part.trim_end_matches(')') };
        Some(JOINING.iter().find_map(|and| part.strip_prefix(and)).unwrap_or(part).trim())
    })
}

/// Not a single word, no clause, and not adjectives only, as in "buty damskie, męskie i dziecięce".
fn stands_alone(part: &str) -> bool {
    let first = lower(part.split(' ').next().unwrap_or_default());
    let mut words = part.split(' ').filter(|word| word.len() > 2 && *word != "oraz");
    part.contains(' ')
        && !LEANING.contains(&first.as_str())
        && !words.all(|word| ADJECTIVES.iter().any(|ending| word.ends_with(ending)))
}

/// `part` itself, then what is left of it before "for …", "in …", as long as that is two words.
fn beginnings(part: &str) -> impl Iterator<Item = &str> {
    let ends = part.match_indices(' ').map(|(place, _)| place).filter(|place| {
        let next = part[place + 1..].split(' ').next().unwrap_or_default();
        ADDING.contains(&lower(next).as_str()) && part[..*place].contains(' ')
    });
    let ends: Vec<usize> = ends.collect();
    std::iter::once(part).chain(ends.into_iter().rev().map(move |end| &part[..end]))
}

#[cfg(test)]
mod tests {
    use super::{phrases, sentences};
    use crate::units::Unit;

    #[test]
    fn what_fits_stays_whole() {
        assert_eq!(
            phrases("Darmowa dostawa, zwrot 30 dni!", Unit::Width, 30),
            ["Darmowa dostawa, zwrot 30 dni"]
        );
        assert_eq!(phrases("Nowość. 4,5 kg", Unit::Width, 30), ["Nowość", "4,5 kg"]);
        assert_eq!(phrases("Open to 11 p.m.", Unit::Width, 30), ["Open to 11 p.m."]);
    }

    #[test]
    fn parts_stand_alone() {
        let text = "Kurs angielskiego online dla dorosłych: lekcje 1:1, które pasują do grafiku, i pierwsza lekcja gratis";
        assert_eq!(
            phrases(text, Unit::Width, 30),
            ["Kurs angielskiego online", "Lekcje 1:1", "Pierwsza lekcja gratis"]
        );
        assert_eq!(
            phrases("Buty damskie, męskie i dziecięce na każdą porę", Unit::Width, 20),
            ["Buty damskie"]
        );
        assert!(phrases(&"x".repeat(200), Unit::Width, 30).is_empty());
    }

    #[test]
    fn long_sentences_become_shorter_ones() {
        let text = "Kurs angielskiego online dla dorosłych, lekcje z lektorem z Londynu, elastyczne godziny, pierwsza lekcja gratis.";
        assert_eq!(
            sentences(text, Unit::Width, 90),
            [
                "Kurs angielskiego online dla dorosłych, lekcje z lektorem z Londynu, elastyczne godziny.",
                "Pierwsza lekcja gratis."
            ]
        );
    }
}
