//! The search phrase of a page, recognised in inflected forms.

use crate::slug::fold;
use crate::units::sentences;

/// A keyphrase as its significant words.
pub struct Keyphrase {
    words: Vec<String>,
}

/// Words up to this length are not significant, in folded letters: "do", "na", "to", "a".
const SMALL: usize = 2;

impl Keyphrase {
    pub fn new(typed: &str) -> Self {
        let all = folded(typed);
        let carrying: Vec<String> = all.iter().filter(|word| word.len() > SMALL).cloned().collect();
        Self { words: if carrying.is_empty() { all } else { carrying } }
    }

    /// Whether the input is empty, or has no letters that can be compared.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Whether `text` has all its words, inflected or not, in any order.
    pub fn stands_in(&self, text: &str) -> bool {
        self.stands_among(&folded(text))
    }

    /// Like [`Self::stands_in`], for the words of a text, see [`folded`].
    pub fn stands_among(&self, found: &[String]) -> bool {
        self.words.iter().all(|wanted| found.iter().any(|word| are_forms(word, wanted)))
    }

    /// Whether one sentence of `text` has all its words.
    pub fn stands_in_a_sentence(&self, text: &str) -> bool {
        sentences(text).into_iter().any(|sentence| self.stands_in(sentence))
    }
}

/// The words of `text` in their form for comparison.
pub fn folded(text: &str) -> Vec<String> {
    let folded = fold(text);
    let words = folded.split(|letter: char| !letter.is_ascii_alphanumeric());
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// Whether two folded words are forms of one: they differ only in a short ending. Numbers have no forms.
fn are_forms(one: &str, other: &str) -> bool {
    if one == other {
        return true;
    }
    let common = one.bytes().zip(other.bytes()).take_while(|(one, other)| one == other).count();
    let (shorter, longer) = (one.len().min(other.len()), one.len().max(other.len()));
    let ending = if shorter < 4 { 2 } else { 3 };
    common >= 3 && longer - common <= ending && !one.as_bytes()[0].is_ascii_digit()
}

#[cfg(test)]
mod tests {
    use super::Keyphrase;

    #[test]
    fn forms_are_found() {
        for (typed, text, stands) in [
            ("rower miejski", "Wybór roweru miejskiego", true),
            ("rower miejski", "Rower górski", false),
            ("książka kucharska", "O książce kucharskiej", true),
            ("city bike", "Bikes for the city", true),
            ("SEO 2026", "SEO w 2027", false),
            ("na co", "Na co dzień", true),
        ] {
            assert_eq!(Keyphrase::new(typed).stands_in(text), stands, "{typed}: {text}");
        }
        assert!(!Keyphrase::new("rower miejski").stands_in_a_sentence("Rower stoi. Ruch miejski trwa."));
    }
}
