//! The form of an alternative text: one line without quotation marks, which begins with what is seen.

use sitewright_sdk::material::capitalized;
use sitewright_sdk::units::{bare, has_at_most, lower};
use sitewright_sdk::{Joined as _, Words, words};

/// What a text calls the image itself.
const NOUNS: Words = words![
    "image",
    "photo",
    "photograph",
    "picture",
    "zdjęcie",
    "obraz",
    "obrazek",
    "fotografia",
    "grafika",
    "ilustracja",
];
/// What follows it in English. What is seen stands behind it in its usual form.
const ENGLISH: Words = words!["of", "showing", "shows", "depicting", "depicts"];
/// The beginnings of what follows it in Polish. What is seen stands behind it in another case.
const POLISH: [&str; 4] = ["przedstawi", "pokazuj", "ukazuj", "prezentuj"];
const PLACES: Words = words!["zdjęciu", "obrazie", "obrazku", "fotografii", "grafice", "ilustracji"];
const ARTICLES: Words = words!["a", "an", "the", "this"];

/// Words that do not end a text.
const JOINING: Words = words![
    "a", "i", "o", "u", "w", "z", "we", "ze", "na", "do", "od", "po", "za", "dla", "oraz", "lub", "bez",
    "pod", "nad", "przy", "przed", "jest", "the", "an", "of", "to", "in", "on", "at", "by", "for", "and",
    "or", "with", "from", "under", "over", "near", "without", "next", "is", "are", "its",
];

/// The text on one line, without quotation marks. The mark of inches stays.
pub fn line(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut last = ' ';
    for sign in text.chars() {
        let is_inch = sign == '"' && last.is_ascii_digit();
        if !"\"„“”«»".contains(sign) || is_inch {
            out.push(sign);
        }
        last = sign;
    }
    out.split_whitespace().collect::<Vec<_>>().joined(" ")
}

/// The text without "An image of", if what follows can stand alone.
pub fn without_announcement(text: &str, title: &str) -> String {
    match announcement(text, title) {
        Some(Announcement::Apart(rest)) if !rest.is_empty() => capitalized(rest),
        _ => text.to_owned(),
    }
}

/// Whether the text says that there is an image instead of what it shows.
pub fn announces(text: &str, title: &str) -> bool {
    announcement(text, title).is_some()
}

enum Announcement<'t> {
    /// This text follows.
    Apart(&'t str),
    /// The following words depend on it.
    Joined,
}

fn announcement<'t>(text: &'t str, title: &str) -> Option<Announcement<'t>> {
    let mut rest = text;
    let mut next = || {
        let (word, behind) = rest.split_once(' ').unwrap_or((rest, ""));
        rest = behind;
        (word, lower(bare(word)), behind)
    };
    let (mut first, mut name, mut behind) = next();
    if ARTICLES.contains(&name) {
        (first, name, behind) = next();
    }
    // The product itself is one.
    if title.split(' ').any(|word| lower(bare(word)) == name) {
        return None;
    }
    let is_place = name == "na";
    if is_place {
        (first, name, behind) = next();
    }
    let is_noun = if is_place { PLACES.contains(&name) } else { NOUNS.contains(&name) };
    if !is_noun {
        return None;
    }
    if first.ends_with(':') {
        return Some(Announcement::Apart(behind));
    }
    let (_, verb, behind) = next();
    if is_place || POLISH.iter().any(|start| verb.starts_with(start)) {
        return Some(Announcement::Joined);
    }
    ENGLISH.contains(&verb).then_some(Announcement::Apart(behind))
}

/// Marks after which a text can end.
const MARKS: [&str; 5] = [", ", "; ", " – ", " (", ". "];

/// An answer in at most `max` characters. One of twice the length is no alternative text, and stays as it is.
pub fn fitted(text: &str, max: usize) -> String {
    if has_at_most(text, 2 * max) { cut(text, max) } else { text.to_owned() }
}

/// The text in at most `max` characters: up to a mark in its second half, otherwise whole words. A first word that is
/// longer stays.
pub fn cut(text: &str, max: usize) -> String {
    if has_at_most(text, max) {
        return text.to_owned();
    }
    let ends = MARKS.iter().flat_map(|mark| text.match_indices(mark)).map(|(end, _)| &text[..end]);
    let ends = ends.filter(|part| has_at_most(part, max) && !has_at_most(part, max / 2) && is_closed(part));
    if let Some(longest) = ends.max_by_key(|part| part.len()) {
        return longest.to_owned();
    }
    let spaces = text.match_indices(' ').map(|(end, _)| &text[..end]);
    let whole = spaces.filter(|part| has_at_most(part, max)).max_by_key(|part| part.len());
    let mut part = whole.unwrap_or_else(|| text.split(' ').next().unwrap_or_default());
    while let Some((before, word)) = part.rsplit_once(' ') {
        if is_closed(part) && !JOINING.contains(&lower(bare(word))) {
            break;
        }
        part = before;
    }
    part.trim_end_matches([',', ';', ':', '–', '-', ' ']).to_owned()
}

/// Whether each bracket is closed.
fn is_closed(part: &str) -> bool {
    part.matches('(').count() == part.matches(')').count()
}

#[cfg(test)]
mod tests {
    use super::{announces, cut, fitted, line, without_announcement};

    #[test]
    fn a_text_is_one_line_without_quotation_marks() {
        assert_eq!(line(" A “Sun” lamp,\n 24\" wide „x” "), "A Sun lamp, 24\" wide x");
    }

    #[test]
    fn an_announcement_is_removed_if_the_rest_stands_alone() {
        for (text, rest) in [
            ("Image of a red chair", "A red chair"),
            ("A photo showing oak legs", "Oak legs"),
            ("Picture: oak legs", "Oak legs"),
            ("Zdjęcie: czerwone krzesło", "Czerwone krzesło"),
            ("Na zdjęciu: czerwone krzesło", "Czerwone krzesło"),
            ("Red chair in a photo of a room", "Red chair in a photo of a room"),
            ("Image", "Image"),
            ("", ""),
        ] {
            assert_eq!(without_announcement(text, "Chair"), rest);
        }
        for text in ["Zdjęcie przedstawiające czerwoną sukienkę", "Na zdjęciu widać czerwoną sukienkę"]
        {
            assert_eq!(without_announcement(text, "Sukienka"), text);
            assert!(announces(text, "Sukienka"), "{text}");
        }
        assert!(!announces("Picture of Warsaw, framed", "Framed picture of Warsaw"));
        assert!(!announces("Obraz na płótnie, maki", "Poster") && !announces("Picture frame", "Frame"));
    }

    #[test]
    fn a_long_text_ends_at_a_mark_or_a_word() {
        assert_eq!(fitted("short", 10), "short");
        assert_eq!(fitted("Oak chair with arms, on a white floor", 25), "Oak chair with arms");
        assert_eq!(fitted("Oak chair with a curved back and arms", 32), "Oak chair with a curved back");
        assert_eq!(fitted("Oak chair (with a curved back and arms) x", 32), "Oak chair");
        let long = "word ".repeat(50);
        assert_eq!(fitted(&long, 50), long);
        assert_eq!(cut(&[&"x".repeat(60), " y"].concat(), 50), "x".repeat(60));
        assert_eq!(cut(&long, 50), "word ".repeat(10).trim_end());
        assert_eq!(fitted(&"x".repeat(60), 50), "x".repeat(60));
    }
}
