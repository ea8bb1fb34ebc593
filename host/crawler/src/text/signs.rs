//! Signs of a text that was published by mistake.

use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, MatchKind};
use memchr::memchr2_iter;

/// Phrases of templates.
const PLACEHOLDERS: &[&str] = &[
    "lorem ipsum",
    "dolor sit amet",
    "insert text here",
    "insert your text",
    "your text here",
    "placeholder text",
    "sample text here",
    "this is a sample text",
    "dummy text of the printing",
    "tu wpisz tekst",
    "tutaj wpisz tekst",
    "wpisz tutaj tekst",
    "tu wpisz swój tekst",
    "wstaw tekst",
    "tutaj wstaw tekst",
    "przykładowy tekst",
    "tekst przykładowy",
    "tu będzie opis",
    "tutaj będzie opis",
    "tu będzie tekst",
];

/// Finds the phrases as they are, and then with a capital. A search without regard to case would cost ten times as much.
static FINDER: LazyLock<Option<AhoCorasick>> = LazyLock::new(|| {
    let capital = PLACEHOLDERS.iter().map(|phrase| format!("{}{}", phrase[..1].to_uppercase(), &phrase[1..]));
    let all = PLACEHOLDERS
        .iter()
        .map(|phrase| (*phrase).to_owned())
        .chain(capital)
        .chain(["LOREM IPSUM".to_owned()]);
    AhoCorasick::builder().match_kind(MatchKind::LeftmostFirst).build(all).ok()
});

/// The first phrase of a template in a text; empty without one.
pub fn placeholder(text: &str) -> &'static str {
    let found = FINDER.as_ref().and_then(|finder| finder.find(text));
    // The last one is the first phrase in capitals.
    found.map_or("", |found| PLACEHOLDERS[found.pattern().as_usize() % PLACEHOLDERS.len()])
}

/// How often a text contains U+FFFD, or letters that UTF-8 read as Latin-1 or windows-1252 produces, such as "Å¼"; and
/// the first word with them.
pub fn mojibake(text: &str) -> (u32, &str) {
    let bytes = text.as_bytes();
    // The letters are encoded with C3 as their first byte, U+FFFD with EF.
    let mut found = memchr2_iter(0xC3, 0xEF, bytes).filter(|&at| {
        let mut letters = text[at..].chars();
        match letters.next() {
            Some('\u{FFFD}') => true,
            // Lead bytes of UTF-8 for the Latin letters of Europe.
            Some('Ã' | 'Ä' | 'Å' | 'Â') => letters.next().is_some_and(is_continuation),
            // That of quotes, dashes and the euro sign.
            Some('â') => letters.next() == Some('€') || text[at..].starts_with("â\u{80}"),
            _ => false,
        }
    });
    let Some(first) = found.next() else { return (0, "") };
    let before = text[..first].rsplit(char::is_whitespace).next().unwrap_or_default();
    let start = first - before.len();
    let word = text[start..].split_whitespace().next().unwrap_or_default();
    (1 + found.count() as u32, word)
}

/// Whether a byte 80 to BF, read as Latin-1 or windows-1252, is this letter.
fn is_continuation(letter: char) -> bool {
    matches!(
        letter,
        '\u{80}'
            ..='\u{BF}'
                | '€'
                | '‚'
                | 'ƒ'
                | '„'
                | '…'
                | '†'
                | '‡'
                | 'ˆ'
                | '‰'
                | 'Š'
                | '‹'
                | 'Œ'
                | 'Ž'
                | '‘'
                | '’'
                | '“'
                | '”'
                | '•'
                | '–'
                | '—'
                | '˜'
                | '™'
                | 'š'
                | '›'
                | 'œ'
                | 'ž'
                | 'Ÿ'
    )
}

#[cfg(test)]
mod tests {
    use super::{mojibake, placeholder};

    #[test]
    fn placeholders_are_found_in_any_case_of_their_first_letter() {
        assert_eq!(placeholder("Here is Lorem ipsum dolor."), "lorem ipsum");
        assert_eq!(placeholder("LOREM IPSUM"), "lorem ipsum");
        assert_eq!(placeholder("Tu wpisz swój tekst"), "tu wpisz swój tekst");
        assert_eq!(placeholder("A lorry in Ipswich"), "");
    }

    #[test]
    fn mojibake_is_what_utf_8_looks_like_in_latin_1() {
        for (text, count) in [
            ("zażółć gęślą jaźń – „ok”…", 0),
            ("Ã\u{B3}, Å¼, Ä…, â€ž", 4),
            ("ÄÖÜ, Â, Ã, Årsta, château", 0),
            ("a\u{FFFD}b", 1),
            ("10Â\u{A0}zł", 1),
        ] {
            assert_eq!(mojibake(text).0, count, "{text}");
        }
    }
}
