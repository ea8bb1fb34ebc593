//! Addresses made of words.

use crate::parts::Parts;
use crate::units::lower_letter;

/// A Latin letter without its accent, in ASCII; `None` if there is no such form.
fn ascii(letter: char) -> Option<&'static str> {
    Some(match letter {
        'ą' | 'à' | 'á' | 'â' | 'ã' | 'å' | 'ă' => "a",
        'ä' | 'æ' => "ae",
        'ć' | 'č' | 'ç' => "c",
        'ď' => "d",
        'ę' | 'è' | 'é' | 'ê' | 'ë' | 'ě' => "e",
        'ì' | 'í' | 'î' | 'ï' => "i",
        'ł' | 'ľ' => "l",
        'ń' | 'ñ' | 'ň' => "n",
        'ó' | 'ò' | 'ô' | 'õ' | 'ø' | 'ő' => "o",
        'ö' | 'œ' => "oe",
        'ř' => "r",
        'ś' | 'š' | 'ș' => "s",
        'ß' => "ss",
        'ť' | 'ț' => "t",
        'ù' | 'ú' | 'û' | 'ů' | 'ű' => "u",
        'ü' => "ue",
        'ý' | 'ÿ' => "y",
        'ź' | 'ż' | 'ž' => "z",
        _ => return None,
    })
}

/// Lower-case ASCII: Polish and other Latin letters lose their accents, other scripts are omitted.
pub fn fold(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars().map(lower_letter) {
        match ascii(letter) {
            Some(plain) => out.push_str(plain),
            None if letter.is_ascii() => out.push(letter),
            None if letter.is_whitespace() || matches!(letter, '–' | '—' | '‑') => out.push(' '),
            None => {}
        }
    }
    out
}

/// `text` as the last part of an address: ASCII words joined by hyphens, whole words, at most `max` characters.
pub fn slug(text: &str, max: usize) -> String {
    let mut out = String::new();
    for word in fold(text)
        .with("'", "")
        .split(|letter: char| !letter.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
    {
        let room = max.saturating_sub(out.len() + usize::from(!out.is_empty()));
        if word.len() > room {
            break;
        }
        if !out.is_empty() {
            out.push('-');
        }
        out.push_str(word);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::slug;

    #[test]
    fn polish_letters_are_folded() {
        assert_eq!(slug("Zażółć gęślą jaźń!", 75), "zazolc-gesla-jazn");
        assert_eq!(slug("ŁÓDŹ – Café & Straße", 75), "lodz-cafe-strasse");
        assert_eq!(slug("Don't stop", 75), "dont-stop");
    }

    #[test]
    fn words_stay_whole() {
        assert_eq!(slug("jeden dwa trzy", 9), "jeden-dwa");
        assert_eq!(slug("jeden dwa trzy", 8), "jeden");
        assert_eq!(slug("日本", 10), "");
    }
}
