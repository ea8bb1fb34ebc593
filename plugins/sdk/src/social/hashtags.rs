//! Makes hashtags of keywords and the brand.

use super::Social;
use crate::brief::Brief;
use crate::units::{lower, upper_letter};

/// At most `count` hashtags, of the keywords and the brand. The words of a topic are inflected or verbs, and make none.
pub fn hashtags<I>(brief: &Brief<'_, I>, social: &Social, count: u32) -> Vec<String> {
    let mut tags: Vec<String> = Vec::new();
    let sources = social.keywords.iter().map(String::as_str).chain([brief.brand.name.as_str()]);
    for tag in sources.filter(|source| !brief.is_avoided(source)).filter_map(hashtag) {
        if !tags.iter().any(|known| lower(known) == lower(&tag)) {
            tags.push(tag);
        }
    }
    tags.truncate(count as usize);
    tags
}

/// "fresh rolls" as "#FreshRolls"; `None` if the phrase makes no readable hashtag.
pub fn hashtag(phrase: &str) -> Option<String> {
    let phrase = phrase.replace(['\'', '’'], "");
    // "1,5" would become 15.
    let is_decimal = |sign: &str| {
        let after = phrase.split(sign).skip(1);
        phrase.split(sign).zip(after).any(|(one, other)| {
            one.ends_with(|letter: char| letter.is_ascii_digit())
                && other.starts_with(|letter: char| letter.is_ascii_digit())
        })
    };
    if is_decimal(",") || is_decimal(".") {
        return None;
    }
    let words: Vec<&str> =
        phrase.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let readable =
        (1..=4).contains(&words.len()) && is_of_one_script(&phrase) && phrase.chars().count() <= 30;
    if !readable {
        return None;
    }
    let mut tag = String::from("#");
    for word in words {
        let mut letters = word.chars();
        tag.extend(letters.next().map(upper_letter));
        tag.push_str(letters.as_str());
    }
    Some(tag)
}

/// There are letters, and all are of one script: "שולחן" and "oak" joined are not readable.
fn is_of_one_script(phrase: &str) -> bool {
    let script = |letter: char| match letter as u32 {
        ..0x370 => 0,
        0x370..0x400 => 1,
        0x400..0x530 => 2,
        0x590..0x600 => 3,
        0x600..0x780 => 4,
        _ => 5,
    };
    let mut scripts = phrase.chars().filter(|letter| letter.is_alphabetic()).map(script);
    scripts.next().is_some_and(|first| scripts.all(|other| other == first))
}

#[cfg(test)]
mod tests {
    use super::hashtag;

    #[test]
    fn phrases_become_hashtags() {
        assert_eq!(hashtag("piekarnia Poznań").as_deref(), Some("#PiekarniaPoznań"));
        assert_eq!(hashtag("#e-commerce!").as_deref(), Some("#ECommerce"));
        assert_eq!(hashtag("let's talk").as_deref(), Some("#LetsTalk"));
        assert_eq!(hashtag("2026"), None);
        assert_eq!(hashtag("1,5 procent"), None);
        assert_eq!(hashtag("oak שולחן"), None);
        assert_eq!(hashtag("ラーメン東京").as_deref(), Some("#ラーメン東京"));
        assert_eq!(hashtag("a b c d e"), None);
    }
}
