//! Splits texts that are longer than a post between words.

/// `text` in pieces that `fits` accepts, with an ellipsis if one continues in the next. A word that does not fit
/// alone is omitted.
pub fn pieces(text: &str, fits: &dyn Fn(&str) -> bool) -> Vec<String> {
    let (mut found, mut rest) = (Vec::new(), text.trim());
    while !rest.is_empty() {
        if fits(rest) {
            found.push(rest.to_owned());
            break;
        }
        match opening(rest, fits) {
            Some((piece, length)) => {
                found.push(piece);
                rest = rest[length..].trim_start();
            }
            None => rest = rest.split_once(char::is_whitespace).map_or("", |(_, rest)| rest.trim_start()),
        }
    }
    found
}

/// The first words of `text` that fit together with an ellipsis, up to the end of a clause if one is near, and their
/// length.
pub fn opening(text: &str, fits: &dyn Fn(&str) -> bool) -> Option<(String, usize)> {
    let piece = |end: usize| [text[..end].trim_end_matches(END), "…"].concat();
    let ends: Vec<usize> = text
        .char_indices()
        .filter(|(place, letter)| {
            *place > 0 && letter.is_whitespace() && !text[..*place].ends_with(char::is_whitespace)
        })
        .map(|(place, _)| place)
        .collect();
    let fitting = ends.partition_point(|end| fits(&piece(*end)));
    let longest = *ends[..fitting].last()?;
    let closes = |end: &&usize| text[..**end].ends_with([',', ';', ':', '–', '—', '.', '!', '?', ')']);
    let clause = ends[..fitting].iter().rev().find(closes).filter(|end| **end * 2 >= longest);
    let end = clause.copied().unwrap_or(longest);
    Some((piece(end), end))
}

/// Characters that an ellipsis replaces.
const END: [char; 7] = [',', ';', ':', '–', '—', '.', ' '];

#[cfg(test)]
mod tests {
    use super::pieces;

    #[test]
    fn words_stay_whole() {
        let fits = |text: &str| text.chars().count() <= 20;
        assert_eq!(
            pieces("One short clause, and then a longer one", &fits),
            ["One short clause…", "and then a longer…", "one"]
        );
        assert_eq!(pieces("abc abcdefghijklmnopqrstuvwxyz def", &fits), ["abc…", "def"]);
        assert!(pieces("abcdefghijklmnopqrstuvwxyz", &fits).is_empty());
    }
}
