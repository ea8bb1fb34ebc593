//! Ids and names that look like others.

use unicode_security::confusable_detection::skeleton;

/// The prefix of the product's own names.
const OURS: &str = "sitewright";

/// The visual skeleton of a text: letters and digits only, in lower case, with look-alike characters of all scripts
/// unified (Unicode TR 39).
pub fn drawn(text: &str) -> String {
    let plain: String = skeleton(&text.to_lowercase()).flat_map(char::to_lowercase).collect();
    // A skeleton looks the same for a lower-case and an upper-case letter.
    let kept: String = plain.chars().filter(|char| char.is_alphanumeric()).collect();
    kept.replace("rn", "m").replace("vv", "w").replace('0', "o").replace(['1', 'i'], "l").replace('5', "s")
}

/// Whether a text looks like the product's own: its skeleton contains the product's name, or nearly.
pub fn looks_ours(text: &str) -> bool {
    let (text, ours) = (drawn(text), drawn(OURS));
    text.contains(&ours) || strsim::osa_distance(&text, &ours) <= 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_that_are_drawn_alike_are_alike() {
        for (one, other) in [
            ("facebook-post", "faceb00k-post"),
            ("email", "e-mail"),
            ("article-intro", "artic1e-1ntro"),
            ("amazon", "arnazon"),
            ("Acme", "а\u{441}m\u{435}"),
            ("Acme Tools", "acme-tools"),
            ("Lodz", "Łódź"),
        ] {
            assert_eq!(drawn(one), drawn(other), "{one} {other}");
        }
        assert_ne!(drawn("facebook-post"), drawn("facebook-posts"));
        assert_ne!(drawn("acme"), drawn("acne"));
    }

    #[test]
    fn what_looks_like_our_name_is_seen() {
        for text in [
            "sitewright",
            "s1tewright",
            "sitewr1ght",
            "site-wright",
            "sitevvright",
            "Sitewright Tools",
            "the-sitewright-team",
            "sitewrigth",
            "sitewrght",
            "sitewrightt",
            "ѕіt\u{435}wright",
            "ｓｉｔｅｗｒｉｇｈｔ",
        ] {
            assert!(looks_ours(text), "{text}");
        }
        for text in ["acme", "playwright", "site", "wright-tools", "sitemap", "cartwright"] {
            assert!(!looks_ours(text), "{text}");
        }
    }
}
