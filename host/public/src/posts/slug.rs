//! Slugs: the last parts of addresses.

use crate::platform::prelude::*;

/// Characters of a slug.
pub const SLUG_CHARS: usize = 80;

/// The slug of a text: lower case without accents, words joined by hyphens, cut at a word.
pub fn slug_of(text: &str) -> String {
    let folded = fold(text);
    let mut slug = String::new();
    for word in folded.split(|char: char| !char.is_ascii_alphanumeric()).filter(|word| !word.is_empty()) {
        if !slug.is_empty() && slug.len() + 1 + word.len() > SLUG_CHARS {
            break;
        }
        if !slug.is_empty() {
            slug.push('-');
        }
        slug.extend(word.chars().take(SLUG_CHARS));
    }
    slug
}

/// The first of `base`, `base-2`, `base-3` … that is not taken.
pub fn numbered(base: &str, taken: &HashSet<String>) -> String {
    let all = std::iter::once(base.to_owned()).chain((2..).map(|number| format!("{base}-{number}")));
    all.into_iter().find(|slug| !taken.contains(slug)).unwrap_or_default()
}

/// Whether a slug is `base` or a numbered one of it, and so was not written by hand.
pub fn is_made_of(slug: &str, base: &str) -> bool {
    let Some(rest) = slug.strip_prefix(base) else { return false };
    rest.is_empty() || rest.strip_prefix('-').is_some_and(|number| number.parse::<u32>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slug_is_readable() {
        assert_eq!(slug_of("Żółw – źródło?"), "zolw-zrodlo");
        assert_eq!(
            slug_of("  5 błędów w opisach, których Łukasz nie robi "),
            "5-bledow-w-opisach-ktorych-lukasz-nie-robi"
        );
        assert_eq!(slug_of("日本"), "");
        assert_eq!(slug_of(&"word ".repeat(40)).len(), 79);
        assert_eq!(slug_of(&"w".repeat(200)).len(), 80);
    }

    #[test]
    fn a_taken_slug_gets_a_number() {
        let taken = HashSet::from(["tea".to_owned(), "tea-2".to_owned()]);
        assert_eq!(numbered("tea", &taken), "tea-3");
        assert!(is_made_of("tea-3", "tea") && is_made_of("tea", "tea") && !is_made_of("tea-time", "tea"));
    }
}
