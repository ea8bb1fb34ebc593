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

/// Common words of English and Polish that few other languages have.
const COMMON: [(&str, &[&str]); 2] = [
    (
        "en",
        &["the", "The", "and", "of", "with", "that", "this", "you", "are", "your", "from", "its", "which"],
    ),
    ("pl", &["się", "nie", "jest", "oraz", "dla", "że", "przez", "są", "jak", "może", "które", "w"]),
];

/// The language of the beginning of a text.
pub fn detect(text: &str) -> Language {
    let sample = &text[..text.floor_char_boundary(SAMPLE)];
    if let Some(code) = by_common_words(sample) {
        return Language { code, certainty: 1_000 };
    }
    let found = DETECTOR.detect(sample).and_then(|info| {
        let (_, code) = LANGUAGES.iter().find(|(language, _)| *language == info.lang())?;
        Some(Language { code, certainty: (info.confidence() * 1_000.0).round() as u32 })
    });
    found.unwrap_or(Language { code: "", certainty: 0 })
}

/// English or Polish, if a twelfth of the words are common ones of it, and hardly one of the other. This saves half of the
/// time that a page takes.
fn by_common_words(text: &str) -> Option<&'static str> {
    let mut words = 0;
    let mut counts = [0; COMMON.len()];
    for word in text.split_ascii_whitespace() {
        words += 1;
        for (count, (_, common)) in counts.iter_mut().zip(COMMON) {
            *count += u32::from(common.contains(&word));
        }
    }
    let is_clear = |mine: u32, other: u32| words >= 40 && mine * 12 >= words && other * 100 <= words;
    match counts {
        [en, pl] if is_clear(en, pl) => Some(COMMON[0].0),
        [en, pl] if is_clear(pl, en) => Some(COMMON[1].0),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{by_common_words, detect};

    const ENGLISH: &str = "The shop sells chairs and tables that are made of oak, and you can return them within a month. \
        Your order leaves our warehouse on the next day, and the carrier calls you before the delivery of this furniture.";
    const POLISH: &str = "Sklep oferuje krzesła i stoły, które są wykonane z dębu, a zwrot jest możliwy w ciągu miesiąca. \
        Zamówienie nie czeka dłużej niż dzień, jak mówi regulamin, a kurier może zadzwonić przed dostawą w dniu przesyłki.";

    #[test]
    fn languages_are_told_apart() {
        let german = "Der Laden verkauft Stühle und Tische aus Eiche, und Sie können sie innerhalb eines Monats zurückgeben.";
        let czech = "Obchod prodává židle a stoly z dubu a můžete je vrátit do jednoho měsíce, pokud nejsou poškozené.";
        for (text, code) in [(ENGLISH, "en"), (POLISH, "pl"), (german, "de"), (czech, "cs"), ("", "")] {
            assert_eq!(detect(text).code, code, "{text}");
        }
        assert_eq!(by_common_words(german), None);
        assert_eq!(by_common_words(&format!("{} {}", &ENGLISH[..150], &POLISH[..150])), None);
    }
}
