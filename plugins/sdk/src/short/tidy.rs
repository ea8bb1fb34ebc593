//! Plain words from what people paste: tags, addresses, emoji, shouting.

use crate::contact::addresses;
use crate::units::{bare, lower};

/// Abbreviations that are written in capitals.
const ACRONYMS: &[&str] = &[
    "RODO", "GDPR", "HTML", "JPEG", "IKEA", "NASA", "ZAiKS", "PESEL", "CEIDG", "UNESCO", "HEPA", "OLED",
    "QLED",
];

/// Short words that shout, unlike USB, VAT or SEO.
const SHORT_SHOUTS: &[&str] = &["NEW", "NOW", "BUY", "GET", "ALL", "HIT", "FREE"];

/// Small words that shouting has in capitals too; other short ones may be VAT or USB.
const SMALL: &[&str] = &[
    "Z", "W", "O", "U", "DO", "NA", "OD", "DLA", "ZA", "ZE", "BEZ", "PO", "TO", "JUŻ", "LUB", "THE", "ON",
    "OFF", "FOR", "AND", "IN", "AT", "OF", "UP", "BY", "YOUR",
];

/// Names, as the person writes them.
pub struct Names {
    /// In capitals between words that are not.
    loud: Vec<String>,
    /// With a capital inside a sentence.
    proper: Vec<String>,
}

impl Names {
    pub fn of<'a>(texts: impl IntoIterator<Item = &'a str>) -> Self {
        let (mut loud, mut proper) = (Vec::new(), Vec::new());
        for text in texts.into_iter().flat_map(str::lines) {
            let words: Vec<&str> = text.split_whitespace().map(bare).collect();
            let is_alone = |place: &usize| {
                let others = [place.checked_sub(1), Some(place + 1)];
                let beside = others.into_iter().flatten().filter_map(|other| words.get(other));
                is_loud(words[*place]) && !beside.into_iter().any(|word| is_capital(word))
            };
            loud.extend((0..words.len()).filter(is_alone).map(|place| words[place].to_owned()));
            let has_capital = |word: &&&str| {
                word.starts_with(char::is_uppercase) && word.contains(char::is_lowercase) && word.len() > 2
            };
            let pairs = text.split_whitespace().zip(words.iter().skip(1));
            let inside = pairs
                .filter(|(before, _)| !before.ends_with(['.', '!', '?', ':', '>']))
                .map(|(_, word)| word);
            proper.extend(inside.filter(has_capital).map(|word| (*word).to_owned()));
        }
        Self { loud, proper }
    }

    /// The words of `text` that are in capitals without being names.
    pub fn shouted<'t>(&self, text: &'t str) -> Vec<&'t str> {
        text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| self.is_shouted(word)).collect()
    }

    fn is_shouted(&self, word: &str) -> bool {
        is_loud(word) && !ACRONYMS.contains(&word) && !self.loud.iter().any(|name| name == word)
    }
}

/// In capitals throughout, and long enough to be a word.
fn is_loud(word: &str) -> bool {
    let letters = word.chars().count();
    (letters > 3 || SHORT_SHOUTS.contains(&word)) && is_capital(word)
}

fn is_capital(word: &str) -> bool {
    !word.is_empty() && word.chars().all(char::is_uppercase)
}

/// `text` without tags, addresses, emoji and marks of markup; signs repeated for effect and shouting calmed.
pub fn tidy(text: &str, names: &Names) -> String {
    let text = without_tags(text);
    let lines = text.lines().map(|line| {
        let words = line.split_whitespace().filter(|word| addresses(word) == 0);
        let shouts = !names.shouted(line).is_empty() || !line.contains(char::is_lowercase);
        let words: Vec<String> =
            words.map(|word| calm(plain(word), shouts, names)).filter(|word| !word.is_empty()).collect();
        words.join(" ")
    });
    lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

/// A word of a line that `shouts`, calmed; a name that was typed in small letters gets its capital.
fn calm(word: String, shouts: bool, names: &Names) -> String {
    if shouts && (!names.shouted(&word).is_empty() || SMALL.contains(&bare(&word))) {
        return lower(&word);
    }
    let name = names.proper.iter().find(|name| lower(name) == bare(&word));
    name.map_or(word.clone(), |name| word.replace(bare(&word), name))
}

/// A word without pictures and brackets of markup, "!!!" as "!".
fn plain(word: &str) -> String {
    let mut out = String::with_capacity(word.len());
    for letter in word.chars() {
        let repeated = matches!(letter, '!' | '?' | '.' | ',' | '-' | '…') && out.ends_with(letter);
        if !repeated && !is_markup(letter) {
            out.push(letter);
        }
    }
    out
}

fn is_markup(letter: char) -> bool {
    matches!(letter, '{' | '}' | '[' | ']' | '<' | '>' | '*' | '_' | '~' | '^' | '`')
        || matches!(letter as u32, 0x1F000..=0x1FAFF | 0x2300..=0x23FF | 0x2600..=0x27BF | 0x2B00..=0x2BFF | 0xFE00..=0xFE0F | 0x200D | 0x20E3 | 0xE0000..=0xE007F)
}

/// A tag begins with a letter or a slash; `5 < 7` is none. Blocks end a line.
fn without_tags(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(open) = rest.find('<') {
        out.push_str(&rest[..open]);
        let inside = &rest[open + 1..];
        let is_tag = inside.starts_with(|first: char| first.is_ascii_alphabetic() || first == '/');
        let close = inside.find('>').filter(|_| is_tag);
        let name = lower(inside.trim_start_matches('/').split(['>', ' ', '/']).next().unwrap_or_default());
        let is_block = matches!(
            name.as_str(),
            "p" | "li" | "ul" | "ol" | "br" | "div" | "h1" | "h2" | "h3" | "td" | "tr"
        );
        out.push_str(if is_tag && is_block { "\n" } else { "" });
        rest = close.map_or(inside, |close| &inside[close + 1..]);
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::{Names, tidy};

    #[test]
    fn only_words_stay() {
        let names = Names::of(["Buty ASICS do biegania", "PROMOCJA ZIMOWA"]);
        assert_eq!(
            tidy("<p>MEGA <b>promocja</b>!!!</p>Buty ASICS 🎉 {x} https://a.pl", &names),
            "mega promocja!\nButy ASICS x"
        );
        assert_eq!(names.shouted("PROMOCJA na USB i RODO, FREE ASICS"), ["PROMOCJA", "FREE"]);
        assert_eq!(tidy("5 < 7", &names), "5 7");
        assert_eq!(tidy("TANIEJ DO NIEDZIELI z VAT", &names), "taniej do niedzieli z VAT");
        assert_eq!(
            tidy("hydraulik kraków", &Names::of(["Hydraulik w: Rybnik i Kraków"])),
            "hydraulik Kraków"
        );
    }
}
