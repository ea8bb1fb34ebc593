//! The language of a text.

use std::sync::LazyLock;

use whatlang::{Detector, Lang};

/// The bytes that are read; more hardly change the result.
const SAMPLE: usize = 800;

/// The languages that are told apart. More would make similar ones of each other.
const LANGUAGES: &[(Lang, &str)] = &[
    (Lang::Eng, "en"),
    (Lang::Pol, "pl"),
    (Lang::Deu, "de"),
    (Lang::Fra, "fr"),
    (Lang::Spa, "es"),
    (Lang::Ita, "it"),
    (Lang::Por, "pt"),
    (Lang::Nld, "nl"),
    (Lang::Ces, "cs"),
    (Lang::Slk, "sk"),
    (Lang::Swe, "sv"),
    (Lang::Dan, "da"),
    (Lang::Nob, "no"),
    (Lang::Fin, "fi"),
    (Lang::Hun, "hu"),
    (Lang::Ron, "ro"),
    (Lang::Lit, "lt"),
    (Lang::Lav, "lv"),
    (Lang::Est, "et"),
    (Lang::Hrv, "hr"),
    (Lang::Slv, "sl"),
    (Lang::Tur, "tr"),
    (Lang::Ukr, "uk"),
    (Lang::Rus, "ru"),
    (Lang::Bul, "bg"),
    (Lang::Ell, "el"),
    (Lang::Heb, "he"),
    (Lang::Ara, "ar"),
    (Lang::Hin, "hi"),
    (Lang::Tha, "th"),
    (Lang::Jpn, "ja"),
    (Lang::Kor, "ko"),
    (Lang::Cmn, "zh"),
    (Lang::Vie, "vi"),
];

static DETECTOR: LazyLock<Detector> =
    LazyLock::new(|| Detector::with_allowlist(LANGUAGES.iter().map(|(language, _)| *language).collect()));

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Language {
    /// Two letters; empty if it is unknown.
    pub code: &'static str,
    /// 0 to 1,000.
    pub certainty: u32,
}

/// The language of the beginning of a text.
pub fn detect(text: &str) -> Language {
    let sample = &text[..text.floor_char_boundary(SAMPLE)];
    let found = DETECTOR.detect(sample).and_then(|info| {
        let (_, code) = LANGUAGES.iter().find(|(language, _)| *language == info.lang())?;
        Some(Language { code, certainty: (info.confidence() * 1_000.0).round() as u32 })
    });
    found.unwrap_or(Language { code: "", certainty: 0 })
}
