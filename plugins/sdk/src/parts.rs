//! Splits and joins texts. The standard library's functions, made for long texts, need several times the code.

use crate::scan;

/// Functions on a text and a part of it.
pub trait Parts {
    /// Whether the text contains `part`.
    fn has(&self, part: &str) -> bool;
    /// The first offset of `part`.
    fn place_of(&self, part: &str) -> Option<usize>;
    /// All offsets of `part`; none if it is empty.
    fn places_of(&self, part: &str) -> impl Iterator<Item = usize>;
    /// The text before and after the first `mark`.
    fn halves(&self, mark: &str) -> Option<(&str, &str)>;
    /// The text with every `part` replaced by `other`.
    fn with(&self, part: &str, other: &str) -> String;
}

impl Parts for str {
    fn has(&self, part: &str) -> bool {
        scan::contains(self, part)
    }

    fn place_of(&self, part: &str) -> Option<usize> {
        scan::find_part(self, part)
    }

    fn places_of(&self, part: &str) -> impl Iterator<Item = usize> {
        let mut from = 0;
        std::iter::from_fn(move || {
            let place = from + scan::find_part(&self[from..], part).filter(|_| !part.is_empty())?;
            from = place + part.len();
            Some(place)
        })
    }

    fn halves(&self, mark: &str) -> Option<(&str, &str)> {
        let place = scan::find_part(self, mark)?;
        Some((&self[..place], &self[place + mark.len()..]))
    }

    #[inline(never)]
    fn with(&self, part: &str, other: &str) -> String {
        let mut out = String::with_capacity(self.len());
        let mut end = 0;
        for place in self.places_of(part) {
            out.push_str(&self[end..place]);
            out.push_str(other);
            end = place + part.len();
        }
        out.push_str(&self[end..]);
        out
    }
}

/// `text` with what `put` writes for each `mark`. It gets the new text so far, and what stands before and after the
/// mark, and returns where to go on.
pub(crate) fn rewritten<'t>(
    text: &'t str,
    mark: &str,
    put: impl Fn(&mut String, &'t str, &'t str) -> &'t str,
) -> String {
    let mut out = String::with_capacity(text.len() + 64);
    let mut rest = text;
    while let Some((before, after)) = rest.halves(mark) {
        out.push_str(before);
        rest = put(&mut out, before, after);
    }
    out.push_str(rest);
    out
}

/// Joins texts with `mark` between them.
pub trait Joined {
    fn joined(&self, mark: &str) -> String;
}

impl<T: AsRef<str>> Joined for [T] {
    fn joined(&self, mark: &str) -> String {
        let mut out = String::new();
        for (place, part) in self.iter().enumerate() {
            if place > 0 {
                out.push_str(mark);
            }
            out.push_str(part.as_ref());
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::{Joined, Parts};

    #[test]
    fn results_equal_those_of_the_standard_library() {
        for text in ["", "a", "aa", "aaa", "xx ab yy ab", "zażółć; gęślą; jaźń", "a; b"] {
            for part in ["a", "aa", "ab", "; ", "ż", "jaźń", "zażółć; gęślą; jaźń!"] {
                assert_eq!(text.has(part), text.contains(part));
                assert_eq!(text.place_of(part), text.find(part));
                let places: Vec<usize> = text.match_indices(part).map(|(place, _)| place).collect();
                assert_eq!(text.places_of(part).collect::<Vec<_>>(), places);
                assert_eq!(text.halves(part), text.split_once(part));
                assert_eq!(text.with(part, "–"), text.replace(part, "–"));
            }
            assert!(text.has("") && text.places_of("").next().is_none());
        }
        for texts in [&[][..], &["a"], &["a", "", "ą"]] {
            assert_eq!(texts.joined(", "), texts.join(", "));
        }
    }
}
