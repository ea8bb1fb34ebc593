//! Compares words by their endings to find forms of one word.

use sitewright_sdk::slug::fold;
use sitewright_sdk::units::lower;
use sitewright_sdk::{Language, Phrases, Words, words};

/// Endings that replace one another, one family per line. Letters are folded: ą is a, ó is o.
const POLISH: &[Words] = &[
    words![
        "", "a", "i", "y", "e", "u", "o", "ow", "om", "ami", "ach", "owi", "em", "iem", "ie", "ia", "iu",
        "ii", "ego", "emu", "ej", "ym", "im", "ych", "ich", "ymi", "imi", "ze", "iego", "iemu", "iej", "iom",
        "iami", "iach", "io", "mi", "zie", "zi", "owie", "ni", "nie",
    ],
    words!["ka", "ki", "ke", "ko", "ce", "ek", "kach", "kami", "kom", "iek"],
    words!["ek", "ka", "ku", "kiem", "ki", "kow", "kom", "kami", "kach", "kowi", "cy"],
    words!["no", "na", "nu", "nem", "nie", "en", "ien", "nami", "nach", "nom", "ny", "ne"],
    words!["ec", "ca", "cu", "cem", "ce", "cow", "com", "cami", "cach", "cowi", "cy", "iec"],
    words!["ga", "gi", "ge", "go", "dze", "g", "gach", "gami", "gom"],
    words!["ra", "ry", "re", "ro", "rze", "r", "rom", "rami", "rach", "ru", "row", "rem", "rzy"],
    words!["ta", "ty", "te", "to", "cie", "t", "tu", "tem", "tow", "tom", "tami", "tach", "ci"],
    words!["da", "dy", "de", "do", "dzie", "d", "du", "dem", "dow", "dom", "dami", "dach", "dzi"],
    words!["la", "ly", "le", "lo", "l", "lu", "lem", "low", "lom", "lami", "lach", "li"],
];

const ENGLISH: &[Words] =
    &[words!["", "s", "es", "d", "ed", "ing"], words!["y", "ies", "ied"], words!["e", "es", "ing", "ed"]];

/// Whether the folded words `one` and `other` are forms of one word.
pub fn alike(one: &str, other: &str, language: Language) -> bool {
    if one == other {
        return true;
    }
    let shared = one.bytes().zip(other.bytes()).take_while(|(one, other)| one == other).count();
    let families = if language == Language::Pl { POLISH } else { ENGLISH };
    // The families contain endings from one letter before the change on, so shorter beginnings are tried too.
    (2.max(shared.saturating_sub(2))..=shared).any(|kept| {
        let shortest = one.len().min(other.len());
        // Words of scripts that do not fold have letters of several bytes.
        let (Some(end), Some(other)) = (one.get(kept..), other.get(kept..)) else { return false };
        kept * 2 >= shortest && families.iter().any(|family| family.contains(end) && family.contains(other))
    })
}

/// The words of `text`, folded, in order. Words of scripts that do not fold stay unchanged.
pub fn folded_words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    for word in
        text.split(|letter: char| !letter.is_alphanumeric() && letter != '\'').filter(|word| !word.is_empty())
    {
        let folded: String = fold(word).chars().filter(char::is_ascii_alphanumeric).collect();
        let lost = folded.is_empty() && word != "'";
        words.extend(if lost { Some(lower(word)) } else { Some(folded).filter(|word| !word.is_empty()) });
    }
    words
}

/// Whether `text` has every word of `name` unchanged.
pub fn has_name(text: &str, name: &str) -> bool {
    let words = folded_words(text);
    folded_words(name).iter().all(|word| words.contains(word))
}

/// The number of words of `name` that `text` has in some form, without the small ones.
pub fn shared_words(name: &str, text: &str, phrases: Phrases) -> usize {
    let (words, small) = (folded_words(text), phrases.list("words.plain"));
    let is_said = |word: &&String| {
        word.len() > 2
            && !small.contains(&word.as_str())
            && words.iter().any(|known| is_kin(known, word, phrases.language))
    };
    folded_words(name).iter().filter(is_said).count()
}

/// Whether two words sound like a repetition: forms of one word, or a longer beginning in common.
fn is_kin(one: &str, other: &str, language: Language) -> bool {
    let begins_alike = || one.get(..5).is_some_and(|beginning| other.starts_with(beginning));
    alike(one, other, language) || one.len() > 5 && other.len() > 5 && begins_alike()
}

#[cfg(test)]
mod tests {
    use super::alike;
    use sitewright_sdk::Language::{En, Pl};
    use sitewright_sdk::slug::fold;

    #[test]
    fn words_of_other_scripts_are_compared_by_letters() {
        let words = ["مرحبا", "مرحبة", "مرحبامرحبا", "مرح", "日本語", "日本"];
        for one in words {
            for other in words {
                assert_eq!(alike(one, other, Pl), one == other, "{one} {other}");
                let kin = one.len() > 5
                    && other.len() > 5
                    && one.chars().zip(other.chars()).take(2).all(|(a, b)| a == b);
                assert!(!super::is_kin(one, other, En) || kin, "{one} {other}");
            }
        }
    }

    #[test]
    fn polish_forms_of_a_word_match() {
        for (one, other) in [
            ("kawa", "kawę"),
            ("kawa", "kaw"),
            ("buty", "butów"),
            ("buty", "butami"),
            ("ziarnista", "ziarnistej"),
            ("książka", "książek"),
            ("Łódź", "Łodzi"),
            ("Kraków", "Krakowie"),
            ("rower", "rowerze"),
            ("okno", "okien"),
            ("stół", "stołu"),
            ("kurtka", "kurtce"),
            ("fryzjer", "fryzjera"),
            ("damski", "damskiego"),
            ("Warszawa", "Warszawie"),
            ("miód", "miodu"),
            ("świeca", "świec"),
            ("łazienka", "łazienek"),
            ("mieszkanie", "mieszkania"),
            ("usługi", "usług"),
            ("noga", "nodze"),
        ] {
            assert!(alike(&fold(one), &fold(other), Pl), "{one} {other}");
        }
    }

    #[test]
    fn different_words_do_not_match() {
        for (one, other) in [
            ("dom", "dobry"),
            ("kawa", "kanapa"),
            ("but", "budowa"),
            ("rower", "robot"),
            ("sok", "sos"),
            ("pokój", "pokora"),
        ] {
            assert!(!alike(&fold(one), &fold(other), Pl), "{one} {other}");
        }
        assert!(alike("shoe", "shoes", En) && alike("bakery", "bakeries", En));
        assert!(!alike("run", "rug", En) && !alike("shop", "shape", En));
    }
}
