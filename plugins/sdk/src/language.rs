//! The languages that results are written in.

/// A language with texts in the SDK.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Language {
    #[default]
    En,
    Pl,
}

impl Language {
    pub const ALL: [Self; 2] = [Self::En, Self::Pl];
    pub(crate) const IDS: &'static [&'static str] = &["en", "pl"];

    /// The language of a BCP 47 tag such as "pl-PL"; English if there are no texts.
    pub fn of(tag: &str) -> Self {
        Self::known(tag).unwrap_or_default()
    }

    pub(crate) fn known(tag: &str) -> Option<Self> {
        let length = tag.bytes().take_while(|byte| !matches!(byte, b'-' | b'_')).count();
        let primary = &tag.as_bytes()[..length];
        Self::ALL.into_iter().find(|language| primary.eq_ignore_ascii_case(language.tag().as_bytes()))
    }

    pub const fn tag(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Pl => "pl",
        }
    }
}
