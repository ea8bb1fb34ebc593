//! The source and target languages of translations.

use sitewright_sdk_macros::Choice;

macro_rules! tongues {
    ($($name:ident $english:literal),* $(,)?) => {
        /// A language to translate into.
        #[derive(Choice, Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Tongue { $($name),* }

        /// The source language of a translation, or automatic detection.
        #[derive(Choice, Clone, Copy, PartialEq, Eq, Debug)]
        pub enum SourceTongue { Auto, $($name),* }

        const ENGLISH: &[&str] = &[$($english),*];
    };
}

tongues! {
    En "English",
    Pl "Polish",
    De "German",
    Fr "French",
    Es "Spanish",
    It "Italian",
    Pt "Portuguese",
    PtBr "Brazilian Portuguese",
    Nl "Dutch",
    Cs "Czech",
    Sk "Slovak",
    Uk "Ukrainian",
    Ru "Russian",
    Lt "Lithuanian",
    Lv "Latvian",
    Et "Estonian",
    Ro "Romanian",
    Hu "Hungarian",
    Bg "Bulgarian",
    Hr "Croatian",
    Sl "Slovenian",
    Sr "Serbian",
    El "Greek",
    Tr "Turkish",
    Sv "Swedish",
    Da "Danish",
    Nb "Norwegian",
    Fi "Finnish",
    Zh "Chinese (simplified)",
    Ja "Japanese",
    Ko "Korean",
    Ar "Arabic",
}

impl Tongue {
    /// Its English name, for the model.
    pub const fn english(self) -> &'static str {
        ENGLISH[self as usize]
    }
}

impl SourceTongue {
    /// Its English name; `None` for automatic detection.
    pub fn english(self) -> Option<&'static str> {
        (self as usize).checked_sub(1).map(|place| ENGLISH[place])
    }
}
