//! Puts an answer into shape: the ordered number of hashtags, and the link where it was forgotten.

use super::Social;

/// `text` with surplus hashtags at its end left out and the link added where it is missing.
pub fn shape(text: &str, social: &Social) -> String {
    let (body, mut tags) = split(text);
    tags.truncate(social.hashtags.saturating_sub(inline(body)) as usize);
    let mut parts = vec![body.trim_end().to_owned()];
    if !social.url.is_empty() && !text.contains(&social.url) {
        parts.push(social.url.clone());
    }
    parts.push(tags.join(" "));
    parts.retain(|part| !part.is_empty());
    parts.join("\n\n")
}

/// Hashtags of a text.
pub fn count(text: &str) -> u32 {
    inline(text)
}

fn inline(text: &str) -> u32 {
    let count = text.split_whitespace().filter(|word| is_tag(word)).count();
    u32::try_from(count).unwrap_or(u32::MAX)
}

fn is_tag(word: &str) -> bool {
    word.strip_prefix('#').is_some_and(|rest| {
        rest.starts_with(|letter: char| letter.is_alphabetic() || letter == '_')
            || rest.chars().filter(|letter| letter.is_alphabetic()).count() > 0
    })
}

/// The text and the hashtags that close it.
fn split(text: &str) -> (&str, Vec<&str>) {
    let mut body = text.trim_end();
    let mut tags = Vec::new();
    loop {
        let start = body
            .rfind(char::is_whitespace)
            .map_or(0, |place| place + body[place..].chars().next().map_or(0, char::len_utf8));
        if start == 0 || !is_tag(&body[start..]) {
            break;
        }
        tags.push(&body[start..]);
        body = body[..start].trim_end();
    }
    tags.reverse();
    (body, tags)
}

#[cfg(test)]
mod tests {
    use super::{count, split};

    #[test]
    fn closing_hashtags_are_split_off() {
        assert_eq!(
            split("Fresh #rolls today.\n\n#Bakery #Łódź"),
            ("Fresh #rolls today.", vec!["#Bakery", "#Łódź"])
        );
        assert_eq!(split("No tags, room #12."), ("No tags, room #12.", vec![]));
        assert_eq!(count("#A b #C #1 # d#e"), 2);
    }
}
