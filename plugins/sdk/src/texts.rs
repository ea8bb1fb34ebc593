//! Texts in both languages, compiled in from a tool's `texts/en.toml` and `texts/pl.toml`.

use crate::language::Language;
#[cfg(not(sitewright_fast))]
use crate::packed::Packed as Written;
use crate::parts::Joined;
#[cfg(sitewright_fast)]
use crate::plain::Plain as Written;

/// The representation of texts that this build uses; `texts!` can write two.
#[cfg(not(sitewright_fast))]
#[doc(hidden)]
#[macro_export]
macro_rules! written {
    ($packed:block $plain:block) => {
        $packed
    };
}

#[cfg(sitewright_fast)]
#[doc(hidden)]
#[macro_export]
macro_rules! written {
    ($packed:block $plain:block) => {
        $plain
    };
}

/// The output of `texts!`, for each language. Keys are stored as hashes; the keys themselves would be a tenth of a
/// component. The macro checks that no two of a tool's keys have the same hash.
pub struct Texts {
    languages: [Written; 2],
    /// The fallback for keys that these texts do not have.
    behind: Option<&'static Texts>,
}

impl Texts {
    #[doc(hidden)]
    pub const fn new(languages: [Written; 2], behind: Option<&'static Texts>) -> Self {
        Self { languages, behind }
    }

    /// No texts at all.
    #[doc(hidden)]
    pub const fn none() -> Self {
        Self::new([const { Written::none() }, const { Written::none() }], None)
    }

    /// Texts that are known only at run time, by their keys.
    #[doc(hidden)]
    pub fn of(languages: [Vec<(&str, &'static [&'static str])>; 2]) -> Self {
        let written = languages.map(|entries| {
            let mut hashed: Vec<_> = entries.into_iter().map(|(key, texts)| (hash(key), texts)).collect();
            hashed.sort_unstable_by_key(|(hash, _)| *hash);
            Written::of(&hashed)
        });
        Self::new(written, None)
    }

    pub(crate) fn find(&self, language: Language, key: &str) -> Option<&'static [&'static str]> {
        let own = self.languages[language as usize].find(hash(key));
        own.or_else(|| self.behind.and_then(|behind| behind.find(language, key)))
    }
}

impl Default for Texts {
    fn default() -> Self {
        Self::none()
    }
}

/// FNV-1a over 32 bits; `texts!` computes the same.
fn hash(key: &str) -> u32 {
    key.bytes().fold(0x811c_9dc5, |state, byte| (state ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// The SDK's own texts: common fields, messages, the frame of prompts.
static SHARED: &Texts = crate::texts!("texts");

/// The texts of one tool in one language, with the SDK's texts as the fallback.
#[derive(Clone, Copy)]
pub struct Phrases {
    own: &'static Texts,
    pub language: Language,
}

impl Phrases {
    pub const fn new(own: &'static Texts, language: Language) -> Self {
        Self { own, language }
    }

    /// The same texts in another language.
    pub const fn in_language(self, language: Language) -> Self {
        Self { language, ..self }
    }

    /// The text under `key`, or its first line if it is a list.
    pub fn text(&self, key: &str) -> &'static str {
        self.list(key).first().copied().unwrap_or_default()
    }

    /// The texts under `key`. An unknown key is a bug of the tool: natively it panics, so that tests find it.
    pub fn list(&self, key: &str) -> &'static [&'static str] {
        let found = self.find(key);
        debug_assert!(found.is_some(), "there is no text under the key `{key}`");
        found.unwrap_or_default()
    }

    /// Like [`Self::list`], for optional keys.
    pub fn find(&self, key: &str) -> Option<&'static [&'static str]> {
        self.own.find(self.language, key).or_else(|| SHARED.find(self.language, key))
    }

    /// The text under `prefix.name.suffix`, if there is one.
    pub(crate) fn part(&self, prefix: &str, name: &str, suffix: &str) -> Option<&'static str> {
        self.find(&[prefix, name, suffix].joined(".")).and_then(|texts| texts.first().copied())
    }

    pub(crate) fn example(&self) -> &'static str {
        self.text("example")
    }
}
