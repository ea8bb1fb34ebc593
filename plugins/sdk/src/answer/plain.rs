//! Converts Markdown to plain text, for platforms that show asterisks as asterisks.

use crate::parts::{Joined, Parts};
use crate::scan::{self, Class};

/// `text` without Markdown's marks. Bullets become `•`, links keep their address.
pub fn plain(text: &str) -> String {
    if is_plain(text) {
        return text.to_owned();
    }
    text.lines().map(line).collect::<Vec<_>>().joined("\n")
}

/// Whether `text` contains no byte that could be a mark.
pub fn is_plain(text: &str) -> bool {
    scan::find(text.as_bytes(), Class::of(*b"*_#`[>-")).is_none()
}

/// A line without these bytes has no Markdown except a bullet.
const MARKS: Class<6> = Class::of(*b"*_#`[>");

fn line(line: &str) -> String {
    if scan::find(line.as_bytes(), MARKS).is_none() && !line.trim_start().starts_with("- ") {
        return line.to_owned();
    }
    let indent = line.len() - line.trim_start().len();
    let body = line.trim_start();
    let body = body.strip_prefix("> ").unwrap_or(body);
    let hashes = body.len() - body.trim_start_matches('#').len();
    if (1..=6).contains(&hashes) && body[hashes..].starts_with(' ') {
        return inline(body[hashes..].trim());
    }
    match body.strip_prefix("- ").or_else(|| body.strip_prefix("* ")) {
        Some(item) => [&line[..indent], "• ", &inline(item.trim_start())].concat(),
        None => [&line[..indent], &inline(body)].concat(),
    }
}

fn inline(text: &str) -> String {
    links(&emphasis(&text.split_inclusive(' ').map(without_pairs).collect::<String>()))
}

/// Removes bold and code marks; an address keeps every character.
fn without_pairs(word: &str) -> String {
    if word.has("://") && !word.has("](") {
        return word.to_owned();
    }
    word.with("**", "").with("__", "").with("`", "")
}

/// `*word*` and `_word_` lose their marks; `5 * 3` and `snake_case` keep them.
fn emphasis(text: &str) -> String {
    let mut out = text.to_owned();
    for mark in ['*', '_'] {
        let mut from = 0;
        while let Some((open, close)) = pair(&out, mark, from) {
            out.remove(close);
            out.remove(open);
            from = close - 1;
        }
    }
    out
}

fn pair(text: &str, mark: char, from: usize) -> Option<(usize, usize)> {
    let outside =
        |letter: Option<char>| letter.is_none_or(|letter| !letter.is_alphanumeric() && letter != '/');
    let opens = |place: usize| {
        outside(text[..place].chars().next_back())
            && text[place + 1..].starts_with(|letter: char| letter.is_alphanumeric() || letter == '„')
    };
    let closes = |place: usize| {
        outside(text[place + 1..].chars().next()) && !text[..place].ends_with(char::is_whitespace)
    };
    let marks: Vec<usize> =
        text.match_indices(mark).map(|(place, _)| place).filter(|place| *place >= from).collect();
    let open = marks.iter().position(|place| opens(*place))?;
    let close = marks[open + 1..].iter().find(|place| closes(**place))?;
    Some((marks[open], *close))
}

/// `[words](address)` as `words (address)`, or only the address if the words repeat it.
fn links(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(open) = rest.place_of("[") {
        let link = rest[open..].place_of("](").and_then(|middle| {
            let words = &rest[open + 1..open + middle];
            let address = &rest[open + middle + 2..];
            address.place_of(")").map(|close| (words, &address[..close], open + middle + 2 + close + 1))
        });
        let Some((words, address, end)) =
            link.filter(|(words, address, _)| !words.has("[") && address.has("//"))
        else {
            out.push_str(&rest[..=open]);
            rest = &rest[open + 1..];
            continue;
        };
        out.push_str(&rest[..open]);
        if words == address || words.is_empty() {
            out.push_str(address);
        } else {
            out.push_str(&[words, " (", address, ")"].concat());
        }
        rest = &rest[end..];
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn marks_are_removed() {
        assert_eq!(plain("# Big **news**\n- *one*\n* two\n> said"), "Big news\n• one\n• two\nsaid");
        assert_eq!(
            plain("See [our shop](https://a.pl/x) or [https://b.pl](https://b.pl)"),
            "See our shop (https://a.pl/x) or https://b.pl"
        );
        assert_eq!(plain("_Cicho_ i `głośno`"), "Cicho i głośno");
    }

    #[test]
    fn other_characters_stay() {
        for text in [
            "#Kawa #PoraNaKawę",
            "5 * 3 = 15",
            "snake_case_name",
            "rabat -20% - dziś",
            "[1] źródło",
            "a - b",
            "https://a.pl/x_y__z",
        ] {
            assert_eq!(plain(text), text);
        }
    }
}
