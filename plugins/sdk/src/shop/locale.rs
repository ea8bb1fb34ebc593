//! Languages that a system writes with their country, such as `pl_PL`.
//!
//! The language stands alone if the country is the usual one, so that `pl_PL` is the "pl" of everything else, and keeps its
//! country otherwise: `en_US` is "en" and `en_GB` is "en-GB". This does not depend on the other languages of the shop,
//! so a language that is added later changes no other one.

/// The usual country of a language whose code is not the country's.
const COUNTRIES: &[(&str, &str)] = &[
    ("ar", "EG"),
    ("be", "BY"),
    ("ca", "ES"),
    ("cs", "CZ"),
    ("da", "DK"),
    ("el", "GR"),
    ("en", "US"),
    ("et", "EE"),
    ("fa", "IR"),
    ("ga", "IE"),
    ("he", "IL"),
    ("hi", "IN"),
    ("ja", "JP"),
    ("ka", "GE"),
    ("kk", "KZ"),
    ("ko", "KR"),
    ("nb", "NO"),
    ("sl", "SI"),
    ("sq", "AL"),
    ("sr", "RS"),
    ("sv", "SE"),
    ("uk", "UA"),
    ("vi", "VN"),
    ("zh", "CN"),
];

/// The language tag of a locale: "pl" of `pl_PL`, "en-GB" of `en_GB`.
pub fn tag_of(locale: &str) -> String {
    match locale.split_once(['_', '-']) {
        Some((language, country)) if country == usual(language) => language.to_owned(),
        Some((language, country)) => [language, country].join("-"),
        None => locale.to_owned(),
    }
}

/// The locale of a language tag: `pl_PL` of "pl", `en_GB` of "en-GB".
pub fn locale_of(tag: &str) -> String {
    match tag.split_once(['-', '_']) {
        Some((language, country)) => [language, country].join("_"),
        None => [tag, &usual(tag)].join("_"),
    }
}

fn usual(language: &str) -> String {
    let found = COUNTRIES.iter().find(|(known, _)| *known == language);
    found.map_or_else(|| language.to_ascii_uppercase(), |(_, country)| (*country).to_owned())
}

#[cfg(test)]
mod tests {
    use super::{locale_of, tag_of};

    #[test]
    fn each_locale_has_its_own_tag() {
        for (locale, tag) in [
            ("pl_PL", "pl"),
            ("en_US", "en"),
            ("en_GB", "en-GB"),
            ("de_DE", "de"),
            ("de_AT", "de-AT"),
            ("uk_UA", "uk"),
            ("cs_CZ", "cs"),
            ("pt_BR", "pt-BR"),
            ("pt_PT", "pt"),
        ] {
            assert_eq!((tag_of(locale).as_str(), locale_of(tag).as_str()), (tag, locale));
        }
        assert_eq!(tag_of("pl"), "pl");
    }
}
