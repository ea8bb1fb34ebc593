//! Makes plain sentences of pasted text: removes tags, entities, emoji, all capitals.

use std::iter;

use sitewright_sdk::entities::without_entities;
pub use sitewright_sdk::material::capitalized as capitalised;
use sitewright_sdk::units::{bare, is_upper, lower, lower_letter};
use sitewright_sdk::{Joined, Parts, Phrases};

/// `text` on one line, single spaces.
pub fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().joined(" ")
}

/// `text` without HTML, entities, emoji, web addresses and list marks; line breaks stay.
pub fn plain_text(text: &str) -> String {
    let text = without_entities(&without_tags(text));
    let lines = text.lines().map(|line| {
        let words = line.split_whitespace().filter(|word| !word.has("://") && !word.starts_with("www."));
        let line: String =
            words.collect::<Vec<_>>().joined(" ").chars().filter(|letter| !is_pictograph(*letter)).collect();
        let line = one_line(line.trim_start_matches(['-', '*', '•', '–', '#', '>', ' ']));
        let line = ["!", "?"].iter().fold(line, |line, sign| single(&line, sign));
        // A bracket needs no sign before it.
        [" – (", " — (", " - (", ": (", ", ("].iter().fold(line, |line, signs| line.with(signs, " ("))
    });
    lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().joined("\n")
}

/// Replaces a repeated `sign` by one.
fn single(line: &str, sign: &str) -> String {
    let mut line = line.to_owned();
    let twice = sign.repeat(2);
    while line.has(&twice) {
        line = line.with(&twice, sign);
    }
    line
}

/// Keeps `5 < 7`: a tag begins with a letter, a slash or an exclamation mark.
fn without_tags(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(open) = rest.place_of("<") {
        out.push_str(&rest[..open]);
        let inside = &rest[open + 1..];
        let is_tag =
            inside.starts_with(|first: char| first.is_ascii_alphabetic() || first == '/' || first == '!');
        match inside.place_of(">").filter(|_| is_tag) {
            Some(close) => {
                // Block tags end a sentence, inline tags do not.
                out.push(if is_inline(&inside[..close]) { ' ' } else { '\n' });
                rest = &inside[close + 1..];
            }
            None => {
                out.push('<');
                rest = inside;
            }
        }
    }
    out.push_str(rest);
    out
}

fn is_inline(tag: &str) -> bool {
    let name = tag
        .trim_start_matches('/')
        .split(|letter: char| !letter.is_ascii_alphanumeric())
        .next()
        .unwrap_or_default();
    matches!(
        name.to_ascii_lowercase().as_str(),
        "b" | "strong" | "i" | "em" | "u" | "a" | "span" | "small" | "mark" | "abbr" | "code"
    )
}

fn is_pictograph(letter: char) -> bool {
    matches!(letter as u32, 0x1F000..=0x1FAFF | 0x2600..=0x27BF | 0x2B00..=0x2BFF | 0xFE00..=0xFE0F | 0x200D | 0x20E3 | 0xE0000..=0xE007F)
}

/// Converts sentences in capitals to normal case; others stay unchanged.
pub fn calm(text: &str, phrases: Phrases) -> String {
    let lines = text.lines().map(|line| {
        line.split_inclusive(['.', '!', '?']).map(|part| calm_sentence(part, phrases)).collect::<String>()
    });
    lines.collect::<Vec<_>>().joined("\n")
}

fn calm_sentence(text: &str, phrases: Phrases) -> String {
    let letters = text.chars().filter(|letter| letter.is_alphabetic()).count();
    let capitals = text.chars().filter(|letter| is_upper(*letter)).count();
    if letters < 8 || capitals * 10 < letters * 7 {
        return text.to_owned();
    }
    let words = text.split(' ').map(|word| {
        let lower = lower(word);
        let is_short_name =
            bare(word).chars().count() <= 3 && !phrases.list("words.plain").contains(&bare(&lower));
        let has_digit = word.chars().any(|letter| letter.is_ascii_digit());
        if is_short_name || has_digit { word.to_owned() } else { lower }
    });
    capitalised_after_space(&words.collect::<Vec<_>>().joined(" "))
}

fn capitalised_after_space(part: &str) -> String {
    let start = part.len() - part.trim_start().len();
    [&part[..start], &capitalised(&part[start..])].concat()
}

/// `text` with a small first letter.
pub fn uncapitalised(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => iter::once(lower_letter(first)).chain(letters).collect(),
        None => String::new(),
    }
}

/// `text` as a sentence: a capital at the start, a full stop if it has no other end mark.
pub fn sentence(text: &str) -> String {
    let text = capitalised(text);
    let ended = text.ends_with(['.', '!', '?', '…']) || text.ends_with(".”") || text.ends_with(".\"");
    if ended { text } else { text + "." }
}

#[cfg(test)]
mod tests {
    use super::plain_text;

    #[test]
    fn only_words_stay() {
        assert_eq!(
            plain_text("<h1>Kawa</h1><p>Z <b>Etiopii</b>&nbsp;i Peru 🎉</p>"),
            "Kawa\nZ Etiopii i Peru"
        );
        assert_eq!(plain_text("- 5 < 7 & 3 > 2\n* see https://a.pl now"), "5 < 7 & 3 > 2\nsee now");
    }
}
