//! Places of a text that are still to be filled in: "[Why is it a good choice?]", as drafts without a model have them.

/// Letters of the shortest place: "[x]" and "[1]" are none.
const LEAST: usize = 3;
/// Characters of the longest place.
const LONGEST: usize = 400;

/// How many places of a Markdown text are to be filled in. Links and images have the same brackets and are none.
pub fn count(text: &str) -> i64 {
    let mut places = 0;
    let mut rest = text;
    while let Some(start) = rest.find('[') {
        let is_image = rest[..start].ends_with('!');
        rest = &rest[start + 1..];
        let Some(end) = rest.find(['[', ']', '\n']) else { break };
        let closed = rest[end..].starts_with(']');
        let (place, after) = (&rest[..end], rest[end..].strip_prefix(']').unwrap_or_default());
        if closed && !is_image && !after.starts_with(['(', ':']) && is_place(place) {
            places += 1;
        }
    }
    places
}

/// An editor writes the brackets of a place as `\[` and `\]`.
fn is_place(text: &str) -> bool {
    let text = text.trim_end_matches('\\').trim();
    let letters = text.chars().filter(|char| char.is_alphabetic()).count();
    letters >= LEAST && text.chars().count() <= LONGEST
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_and_links_are_not() {
        for (text, places) in [
            ("[Why is it a good choice?]\n\n[What comes with it?]", 2),
            ("Dear [Name], the chair \\[which one?\\] is here.", 2),
            ("[Dwa zdania] [Link]", 2),
            ("[our shop](https://lipa.pl), ![a chair](/chair.png), [1], [x]", 0),
            ("An open [bracket\nand] its end", 0),
            ("No place at all.", 0),
        ] {
            assert_eq!(count(text), places, "{text}");
        }
    }
}
