//! Spaces at which a line must not end, in texts that the server puts into a page. The build does the same with its own.

use crate::platform::prelude::*;

const NO_BREAK: char = '\u{a0}';

/// A text for display: a value that is copied or edited keeps its spaces.
pub fn glued(text: &str, locale: Locale) -> String {
    let mut out = String::with_capacity(text.len());
    let mut word = String::new();
    let mut rest = text.chars().peekable();
    while let Some(sign) = rest.next() {
        if sign == ' ' && holds(&word, rest.peek().copied(), locale) {
            out.push(NO_BREAK);
        } else {
            out.push(sign);
        }
        if sign.is_whitespace() || sign == '(' || sign == '„' { word.clear() } else { word.push(sign) }
    }
    out
}

/// Whether a word holds the next one: a Polish word of one letter, or a number before what it counts.
fn holds(word: &str, next: Option<char>, locale: Locale) -> bool {
    let Some(next) = next else { return false };
    let is_hanging = locale == Locale::Pl
        && matches!(word, "a" | "i" | "o" | "u" | "w" | "z" | "A" | "I" | "O" | "U" | "W" | "Z");
    let is_counted =
        word.ends_with(|c: char| c.is_ascii_digit()) && (next.is_lowercase() || next.is_ascii_digit());
    is_hanging || (is_counted && locale == Locale::Pl)
}

/// The same for every text of a value.
pub fn glued_value(value: Value, locale: Locale) -> Value {
    match value {
        Value::String(text) => glued(&text, locale).into(),
        Value::Array(all) => all.into_iter().map(|one| glued_value(one, locale)).collect(),
        Value::Object(all) => all.into_iter().map(|(name, one)| (name, glued_value(one, locale))).collect(),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_word_and_a_number_hold_the_next_word() {
        let glue = |text| glued(text, Locale::Pl).replace(NO_BREAK, "~");
        assert_eq!(glue("W domu i w pracy za 5 zł (z VAT)"), "W~domu i~w~pracy za 5~zł (z~VAT)");
        assert_eq!(glue("od 10 000 słów, do 7:00 rano"), "od 10~000~słów, do 7:00~rano");
        assert_eq!(glued("I am a writer", Locale::En), "I am a writer");
    }
}
