//! Normalises an answer: the requested number of hashtags, and a missing link.

use super::{Social, Style};

impl Style {
    /// `text` without surplus hashtags at its end, and with the link added if it is missing and fits.
    pub fn shape(&self, text: &str, social: &Social) -> String {
        let (body, mut tags) = split(text);
        tags.truncate(self.tags(social).saturating_sub(count(body)) as usize);
        let tags = tags.join(" ");
        let join = |link: &str| {
            let parts = [body.trim_end(), link, &tags];
            parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n\n")
        };
        if social.url.is_empty() || self.link_in_bio || text.contains(&social.url) {
            return join("");
        }
        let linked = join(&social.url);
        if self.strict && !self.fits(&linked) { join("") } else { linked }
    }

    /// The text of a post, and the hashtags at its end, for a network that has separate hashtags.
    pub fn apart(&self, text: &str, tags: &mut Vec<String>, social: &Social) -> String {
        let (body, closing) = split(text);
        let found = closing.into_iter().map(str::to_owned);
        let all: Vec<String> = std::mem::take(tags).into_iter().chain(found).collect();
        for tag in all.iter().flat_map(|entry| entry.split_whitespace()) {
            let tag = ["#", tag.trim_matches(['#', ',', '.'])].concat();
            if is_tag(&tag) && !tags.contains(&tag) {
                tags.push(tag);
            }
        }
        tags.truncate(self.tags(social).saturating_sub(count(body)) as usize);
        body.to_owned()
    }
}

/// The number of hashtags in a text.
pub fn count(text: &str) -> u32 {
    let count = text.split_whitespace().filter(|word| is_tag(word)).count();
    u32::try_from(count).unwrap_or(u32::MAX)
}

fn is_tag(word: &str) -> bool {
    word.strip_prefix('#').is_some_and(|rest| {
        rest.starts_with(|letter: char| letter.is_alphabetic() || letter == '_')
            || rest.chars().filter(|letter| letter.is_alphabetic()).count() > 0
    })
}

/// The text and the hashtags at its end.
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
    fn hashtags_at_the_end_are_split_off() {
        assert_eq!(
            split("Fresh #rolls today.\n\n#Bakery #Łódź"),
            ("Fresh #rolls today.", vec!["#Bakery", "#Łódź"])
        );
        assert_eq!(split("No tags, room #12."), ("No tags, room #12.", vec![]));
        assert_eq!(count("#A b #C #1 # d#e"), 2);
    }
}
