//! Words that a brand avoids.

use crate::parts::Parts;
use crate::units::lower;

/// The words of `avoid` that occur in `text`, as whole words or as the beginning of inflected ones.
pub fn find_avoided<'a>(text: &str, avoid: &'a [String]) -> impl Iterator<Item = &'a str> {
    let text = lower(text);
    avoid.iter().map(String::as_str).filter(move |word| contains(&text, stem(&lower(word.trim()))))
}

/// Words that are long enough lose a last vowel, which inflection changes: "oferta" also matches "ofertę".
fn stem(word: &str) -> &str {
    const SHORTEST: usize = 5;
    let stem = word.strip_suffix(['a', 'ą', 'e', 'ę', 'i', 'o', 'u', 'y']).unwrap_or(word);
    if stem.chars().count() >= SHORTEST { stem } else { word }
}

fn contains(text: &str, word: &str) -> bool {
    !word.is_empty()
        && text
            .places_of(word)
            .any(|place| !text[..place].chars().next_back().is_some_and(char::is_alphanumeric))
}

#[cfg(test)]
mod tests {
    use super::find_avoided;

    #[test]
    fn inflected_words_are_found_and_others_are_not() {
        let avoid = ["tani".to_owned(), "Cheap".to_owned(), " ".to_owned()];
        assert_eq!(find_avoided("Tanie i CHEAP", &avoid).collect::<Vec<_>>(), ["tani", "Cheap"]);
        assert_eq!(find_avoided("Nietani instagram", &avoid).count(), 0);
        assert_eq!(find_avoided("Pytania o ofertę?", &["oferta".to_owned()]).count(), 1);
    }
}
