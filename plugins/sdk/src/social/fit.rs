//! Longer words than a post has room for, divided between words.

/// `text` in pieces that `fits` accepts, an ellipsis where one goes on in the next. A word that does not fit
/// on its own is left out.
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

/// The first words of `text` that fit together with an ellipsis, up to the end of a clause where one is near,
/// and how much of the text they are.
pub fn opening(text: &str, fits: &dyn Fn(&str) -> bool) -> Option<(String, usize)> {
    let (mut longest, mut clause) = (None, None);
    for (place, _) in text.char_indices().filter(|(_, letter)| letter.is_whitespace()) {
        let words = text[..place].trim_end();
        let piece = [words.trim_end_matches([',', ';', ':', '–', '—', '-', '.', ' ']), "…"].concat();
        if !fits(&piece) {
            break;
        }
        if words.ends_with([',', ';', ':', '–', '—', '.', '!', '?', ')']) {
            clause = Some((piece.clone(), place));
        }
        longest = Some((piece, place));
    }
    let (_, length) = longest.as_ref()?;
    clause.filter(|(_, place)| place * 2 >= *length).or(longest)
}

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
