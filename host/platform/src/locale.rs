//! The two languages of the product and every sentence of the server.
//!
//! Sentences are in `locales/{en,pl}.json` under the problem code or the phrase key; a test checks that the two files
//! and the code agree.

use std::fmt::Write as _;
use std::sync::LazyLock;

use crate::libraries::*;
use crate::text_column;

/// A language of the interface.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Locale {
    #[default]
    En,
    Pl,
}

text_column!(Locale);

/// Values for `{name}` in a sentence.
pub type Params = serde_json::Map<String, Value>;

/// These values.
pub fn params<const N: usize>(values: [(&str, Value); N]) -> Params {
    values.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

impl Locale {
    pub const ALL: [Self; 2] = [Self::En, Self::Pl];

    /// The language tag: `en` or `pl`.
    pub fn tag(self) -> &'static str {
        self.pick("en", "pl")
    }

    /// The text, or another value, for this language.
    pub fn pick<T>(self, en: T, pl: T) -> T {
        match self {
            Self::En => en,
            Self::Pl => pl,
        }
    }

    /// The language of a tag such as `pl` or `pl-PL`; `None` if it is not supported.
    pub fn of_tag(tag: &str) -> Option<Self> {
        match tag.trim().split(['-', '_']).next()?.to_ascii_lowercase().as_str() {
            "en" => Some(Self::En),
            "pl" => Some(Self::Pl),
            _ => None,
        }
    }

    /// The best supported language of an `Accept-Language` header; `None` if it names none.
    pub fn of_accept_language(header: &str) -> Option<Self> {
        let mut best: Option<(f32, Self)> = None;
        for part in header.split(',') {
            let mut pieces = part.split(';');
            let Some(locale) = pieces.next().and_then(Self::of_tag) else { continue };
            let quality = pieces
                .find_map(|piece| piece.trim().strip_prefix("q="))
                .map_or(1.0, |quality| quality.trim().parse().unwrap_or(0.0));
            if quality > 0.0 && best.is_none_or(|(known, _)| quality > known) {
                best = Some((quality, locale));
            }
        }
        best.map(|(_, locale)| locale)
    }

    /// The sentence of a key with its values. An unknown key is returned unchanged; a test prevents that.
    pub fn say(self, key: &str, params: &Params) -> String {
        match SENTENCES[self as usize].get(key) {
            Some(sentence) => fill(self, sentence.choose(self, params), params),
            None => key.to_owned(),
        }
    }

    /// Whether the key has a sentence.
    pub fn knows(self, key: &str) -> bool {
        SENTENCES[self as usize].contains_key(key)
    }

    /// The keys of this language, for the test that compares both.
    pub fn keys(self) -> impl Iterator<Item = &'static str> {
        SENTENCES[self as usize].keys().map(String::as_str)
    }
}

/// A sentence, or one per grammatical number of the value named by `plural`.
#[derive(Deserialize)]
#[serde(untagged)]
enum Sentence {
    Plain(String),
    Plural { plural: String, one: String, few: Option<String>, many: String },
}

impl Sentence {
    fn choose(&self, locale: Locale, params: &Params) -> &str {
        match self {
            Self::Plain(text) => text,
            Self::Plural { plural, one, few, many } => {
                let n = params.get(plural).and_then(Value::as_i64).unwrap_or(0).unsigned_abs();
                match (locale, n, n % 10, n % 100) {
                    (_, 1, ..) => one,
                    // Polish: 2–4, 22–24 …, but not 12–14.
                    (Locale::Pl, _, 2..=4, tens) if !(12..=14).contains(&tens) => {
                        few.as_ref().unwrap_or(many)
                    }
                    _ => many,
                }
            }
        }
    }
}

/// A value with a different text in each language.
pub fn by_language(en: &str, pl: &str) -> Value {
    serde_json::json!({ Locale::En.tag(): en, Locale::Pl.tag(): pl })
}

static SENTENCES: LazyLock<[HashMap<String, Sentence>; 2]> = LazyLock::new(|| {
    [include_str!("../../locales/en.json"), include_str!("../../locales/pl.json")].map(|json| {
        serde_json::from_str(json).expect("the locale files are part of the program and checked by a test")
    })
});

/// A value that differs by language is an object keyed by language tag, as [`by_language`] makes it.
fn fill(locale: Locale, sentence: &str, params: &Params) -> String {
    let mut filled = String::with_capacity(sentence.len() + 16);
    let mut rest = sentence;
    while let Some((before, after)) = rest.split_once('{') {
        filled.push_str(before);
        let Some((name, after)) = after.split_once('}') else {
            filled.push('{');
            rest = after;
            continue;
        };
        match params.get(name) {
            Some(Value::String(text)) => filled.push_str(text),
            Some(Value::Object(names)) => {
                filled.push_str(names.get(locale.tag()).and_then(Value::as_str).unwrap_or_default());
            }
            Some(Value::Number(number)) if number.is_i64() => {
                filled.push_str(&grouped(locale, &number.to_string()));
            }
            Some(value) => write!(filled, "{value}").expect("writing to a string cannot fail"),
            None => {}
        }
        rest = after;
    }
    filled.push_str(rest);
    filled
}

/// Formats an integer in the language: `10,000` and `10 000`, with a no-break space.
pub fn grouped(locale: Locale, number: &str) -> String {
    let between = locale.pick(',', '\u{a0}');
    let (sign, digits) = number.split_at(usize::from(number.starts_with('-')));
    let mut text = sign.to_owned();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place) % 3 == 0 {
            text.push(between);
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_is_read_by_quality() {
        assert_eq!(Locale::of_accept_language("de, en;q=0.5, pl;q=0.9"), Some(Locale::Pl));
        assert_eq!(Locale::of_accept_language("pl-PL,pl;q=0.9,en;q=0.8"), Some(Locale::Pl));
        assert_eq!(Locale::of_accept_language("de;q=1, pl;q=0"), None);
        assert_eq!(Locale::of_accept_language(""), None);
    }

    #[test]
    fn numbers_are_written_as_the_language_does() {
        assert_eq!(grouped(Locale::En, "1000000"), "1,000,000");
        assert_eq!(grouped(Locale::Pl, "10000"), "10\u{a0}000");
        assert_eq!(grouped(Locale::Pl, "-1000"), "-1\u{a0}000");
        assert_eq!(grouped(Locale::En, "404"), "404");
    }

    #[test]
    fn polish_has_three_plural_forms() {
        let say = |n: i64| {
            let mut params = Params::new();
            params.insert("min".into(), n.into());
            Locale::Pl.say("validation.too-short", &params)
        };
        assert!(say(1).contains("1 znak."), "{}", say(1));
        assert!(say(3).contains("3 znaki."), "{}", say(3));
        assert!(say(8).contains("8 znaków."), "{}", say(8));
        assert!(say(12).contains("12 znaków."), "{}", say(12));
        assert!(say(22).contains("22 znaki."), "{}", say(22));
    }
}
