//! Codes of languages: as search engines read them in hreflang, and as BCP 47 has them.

use sitewright_sdk::rules::languages::{is_country, is_language, is_script};
use sitewright_sdk::units::lower;

/// The codes of three letters of ISO 639-3 and 639-5: the first two letters, a space, the third ones.
const LONG: &str = include_str!("languages.txt");

/// Whether a value of hreflang is valid: a language of two letters, then perhaps a script, then perhaps a country; or
/// `x-default`.
pub fn is_valid(code: &str) -> bool {
    let code = lower(code);
    if code == super::X_DEFAULT {
        return true;
    }
    let mut parts = code.split('-');
    let is_known = parts.next().is_some_and(is_language);
    let rest: Vec<&str> = parts.collect();
    is_known
        && match rest[..] {
            [] => true,
            [part] => is_script(part) || is_country(part),
            [script, country] => is_script(script) && is_country(country),
            _ => false,
        }
}

fn is_long_language(code: &str) -> bool {
    let Some((start, last)) = code.split_at_checked(2) else { return false };
    last.len() == 1 && LONG.lines().any(|line| line.starts_with(start) && line[3..].contains(last))
}

/// Whether a tag is well-formed by BCP 47 and begins with a language that is registered.
pub fn is_tag(tag: &str) -> bool {
    let tag = lower(tag);
    if let Some(rest) = tag.strip_prefix("x-").or_else(|| tag.strip_prefix("i-")) {
        return !rest.is_empty() && rest.split('-').all(|part| is_short(part, 1));
    }
    let mut parts = tag.split('-').peekable();
    let language = parts.next().unwrap_or_default();
    if !is_language(language) && !is_long_language(language) {
        return false;
    }
    let is_letters =
        |part: &&str, length| part.len() == length && part.bytes().all(|byte| byte.is_ascii_alphabetic());
    // Extended languages, a script, a region.
    for _ in 0..3 {
        if parts.next_if(|part| is_letters(part, 3)).is_none() {
            break;
        }
    }
    parts.next_if(|part| is_letters(part, 4));
    parts.next_if(|part| {
        is_letters(part, 2) || part.len() == 3 && part.bytes().all(|byte| byte.is_ascii_digit())
    });
    // Variants, then extensions and private parts, which begin with a single character.
    let mut after_single = false;
    for part in parts {
        let is_single = part.len() == 1 && is_short(part, 1);
        let is_variant = part.len() >= 5 || part.len() == 4 && part.as_bytes()[0].is_ascii_digit();
        if !is_single && !(is_short(part, 1) && (after_single || is_variant)) {
            return false;
        }
        after_single |= is_single;
    }
    true
}

/// Whether a part of a tag has up to eight letters and digits.
fn is_short(part: &str, least: usize) -> bool {
    (least..=8).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::{is_tag, is_valid};

    #[test]
    fn values_of_hreflang_are_language_script_and_country() {
        for code in ["en", "EN-gb", "zh-Hant-TW", "sr-latn", "X-Default"] {
            assert!(is_valid(code), "{code}");
        }
        for code in ["en-UK", "pl-PLN", "gb", "", "en_GB", "en-", "en-GB-latn", "szl"] {
            assert!(!is_valid(code), "{code}");
        }
    }

    #[test]
    fn tags_are_those_of_bcp_47() {
        for tag in
            ["en", "sr-Latn-RS", "SZL", "de-CH-1996", "es-419", "zh-cmn-Hans-CN", "en-u-ca-gregory", "x-own"]
        {
            assert!(is_tag(tag), "{tag}");
        }
        for tag in ["en_US", "polski", "en-", "e", "en-GB-UK", "xq"] {
            assert!(!is_tag(tag), "{tag}");
        }
    }
}
