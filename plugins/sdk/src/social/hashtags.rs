//! Makes hashtags of keywords, the brand, and the names in the topic.

use super::Social;
use crate::brief::Brief;
use crate::language::Language;
use crate::short::town;
use crate::stems::is_small;
use crate::units::{bare, is_lower, is_upper, lower, upper_letter};
use crate::word_list::Words;
use crate::words;

/// Capitalised words and abbreviations that name neither a place nor a brand.
const COMMON: Words = words![
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
    "Sunday",
    "Mondays",
    "Tuesdays",
    "Wednesdays",
    "Thursdays",
    "Fridays",
    "Saturdays",
    "Sundays",
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
    "Christmas",
    "Easter",
    "English",
    "British",
    "Polish",
    "French",
    "German",
    "Italian",
    "Spanish",
    "American",
    "Mr",
    "Mrs",
    "Ms",
    "Dr",
    "PLN",
    "EUR",
    "USD",
    "GBP",
    "GMT",
    "CET",
    "UTC",
    "VAT",
    "CEO",
    "FAQ",
    "PDF",
    "NIP",
];

/// Polish words after which a name is inflected.
const LEADS: [&str; 12] = ["z", "ze", "w", "we", "do", "od", "dla", "na", "o", "u", "przy", "po"];

/// What stands before a person, and what a person does.
#[rustfmt::skip]
const BEFORE_PERSONS: Words = words![
    "by", "with", "meet", "join", "chef", "author", "host", "guest", "speaker", "trainer", "artist", "photographer", "baker",
    "dr", "mr", "mrs", "ms", "director", "founder", "owner",
];
#[rustfmt::skip]
const ACTS: Words = words![
    "joins", "says", "reads", "talks", "speaks", "sings", "plays", "teaches", "explains", "shows", "tells", "cooks", "writes",
    "answers", "leads", "will",
];

/// Small words inside a name.
const LINKS: [&str; 3] = ["of", "over", "&"];

/// At most `count` hashtags, of the keywords, the brand and the names in the topic. Its other words are inflected or
/// verbs, and make none.
pub fn hashtags<I>(brief: &Brief<'_, I>, social: &Social, count: u32) -> Vec<String> {
    let mut tags: Vec<String> = Vec::new();
    let names = names(&social.topic, brief.language());
    let sources = social.keywords.iter().chain([&brief.brand.name]).chain(&names);
    let and = if brief.language() == Language::Pl { " i " } else { " and " };
    let sources = sources.filter(|source| !brief.is_avoided(source));
    for tag in sources.filter_map(|source| hashtag(&source.replace('&', and))) {
        if !tags.iter().any(|known| lower(known) == lower(&tag)) {
            tags.push(tag);
        }
    }
    tags.truncate(count as usize);
    tags
}

/// The names in a text whose basic form is known: titles in Polish quotation marks, abbreviations, towns, and in
/// English every capitalised phrase inside a sentence.
fn names(text: &str, language: Language) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    // "z „Baru Przystań”" is inflected.
    let is_alone = |before: &str| !LEADS.contains(&before.split_whitespace().next_back().unwrap_or_default());
    let quoted = text.match_indices('„').filter(|(place, _)| is_alone(&text[..*place]));
    let quoted = quoted.filter_map(|(place, mark)| text[place + mark.len()..].split_once(['”', '“']));
    let quoted = quoted.map(|(name, _)| name);
    let is_title = |name: &&str| name.starts_with(is_upper) && !name.ends_with(['.', '!', '?', '…']);
    found.extend(quoted.filter(is_title).map(str::to_owned));
    let (mut run, mut opens, mut half, mut before): (Vec<&str>, _, _, _) =
        (Vec::new(), true, false, ["", ""]);
    let mut lead = "";
    for word in text.split_whitespace().chain([""]) {
        let name = bare(word);
        let counts = !opens && is_name(name, word, text);
        match language {
            Language::En if counts && half => {}
            Language::En if counts => {
                // "Paws over Borders"
                if run.is_empty() {
                    lead = before[1];
                    if LINKS.contains(&before[1]) && before[0].starts_with(is_upper) {
                        run.extend(before);
                    }
                }
                run.push(name);
            }
            Language::Pl if counts && is_abbreviation(name) => found.push(name.to_owned()),
            Language::Pl if counts => found.extend(town(name).map(str::to_owned)),
            _ => {}
        }
        if COMMON.contains(name) {
            // "Good Friday"
            run.clear();
        }
        if !run.is_empty() && LINKS.contains(&word) {
            run.push(word);
        } else if !counts || word.ends_with([',', ';', ':', '.', '!', '?', ')']) {
            while run.last().is_some_and(|last| LINKS.contains(last)) {
                run.pop();
            }
            // "breakfast by Gwen Morgan", "Gwen Morgan reads": a private person is no tag.
            let is_person = run.len() == 2
                && !run.contains(&"&")
                && (BEFORE_PERSONS.contains(&lower(bare(lead))) || !counts && ACTS.contains(name));
            let name = std::mem::take(&mut run).join(" ");
            let name = if is_person { String::new() } else { name };
            let name = name.strip_suffix("'s").or(name.strip_suffix("’s")).unwrap_or(&name).to_owned();
            found.extend(Some(name).filter(|name| !name.is_empty()));
        }
        // "Maya" of "Maya Okafor" may be a name or open the sentence.
        half = (opens || half && counts)
            && word.starts_with(is_upper)
            && word.ends_with(char::is_alphanumeric)
            && !is_small(&lower(word), Some(language));
        before = [before[1], word];
        // What is not a word, an emoji or a sign, opens a sentence or a title as a full stop does.
        opens = !word.ends_with(|letter: char| letter.is_alphanumeric() || ",)\"”'’%&".contains(letter));
    }
    found
}

/// Whether a capitalised word inside a sentence names something.
fn is_name(name: &str, word: &str, text: &str) -> bool {
    let is_plain = name.chars().any(is_lower)
        && name.chars().all(|letter| letter.is_alphabetic() || "'’-".contains(letter));
    name.starts_with(is_upper)
        && !COMMON.contains(name)
        && !word.contains(['@', '/', '„', '"', '“'])
        && (is_plain || is_abbreviation(name))
        // A path through menus: "Settings > Look".
        && !text.contains(&[word, " >"].concat())
}

/// "KSeF", "SMA"
fn is_abbreviation(name: &str) -> bool {
    (3..6).contains(&name.len())
        && name.chars().all(char::is_alphabetic)
        && name.chars().filter(|letter| is_upper(*letter)).count() > 2
}

/// "fresh rolls" as "#FreshRolls"; `None` if the phrase makes no readable hashtag.
pub fn hashtag(phrase: &str) -> Option<String> {
    let phrase = phrase.replace(['\'', '’'], "");
    // "1,5" would become 15.
    let is_decimal = |sign: &str| {
        let after = phrase.split(sign).skip(1);
        phrase.split(sign).zip(after).any(|(one, other)| {
            one.ends_with(|letter: char| letter.is_ascii_digit())
                && other.starts_with(|letter: char| letter.is_ascii_digit())
        })
    };
    if is_decimal(",") || is_decimal(".") {
        return None;
    }
    let words: Vec<&str> =
        phrase.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let readable =
        (1..=4).contains(&words.len()) && is_of_one_script(&phrase) && phrase.chars().count() <= 30;
    if !readable {
        return None;
    }
    let mut tag = String::from("#");
    for word in words {
        let mut letters = word.chars();
        tag.extend(letters.next().map(upper_letter));
        tag.push_str(letters.as_str());
    }
    Some(tag)
}

/// There are letters, and all are of one script: "שולחן" and "oak" joined are not readable.
fn is_of_one_script(phrase: &str) -> bool {
    let script = |letter: char| match letter as u32 {
        ..0x370 => 0,
        0x370..0x400 => 1,
        0x400..0x530 => 2,
        0x590..0x600 => 3,
        0x600..0x780 => 4,
        _ => 5,
    };
    let mut scripts = phrase.chars().filter(|letter| letter.is_alphabetic()).map(script);
    scripts.next().is_some_and(|first| scripts.all(|other| other == first))
}

#[cfg(test)]
mod tests {
    use super::{hashtag, names};
    use crate::language::Language;

    #[test]
    fn names_become_hashtags() {
        let of = |text, language| names(text, language).join(", ");
        assert_eq!(
            of(
                "Free check-up on Saturday 14 June at Riverside Dental, Bristol. Order from St Mary's Hospital.",
                Language::En
            ),
            "Riverside Dental, Bristol, St Mary's Hospital"
        );
        assert_eq!(
            of("Paws over Borders runs to Dover. See Settings > Look.", Language::En),
            "Paws over Borders, Dover"
        );
        assert_eq!(of("We open on Good Friday", Language::En), "");
        assert_eq!(of("Maya Okafor joins us in Leeds. Meet Anna.", Language::En), "Leeds");
        assert_eq!(of("Breakfast by Gwen Morgan in Leeds. Then Ida Brandt reads.", Language::En), "Leeds");
        assert_eq!(of("Zupa z „Baru Przystań”", Language::Pl), "");
        assert_eq!(of("Dark mode. 12:30 GMT, 3 December, £45. Set an alarm!", Language::En), "");
        assert_eq!(
            of(
                "Premiera „Ferdydurke” w Teatrze Nowym w Łodzi, KSeF od lutego. „Nie ma czasu.”",
                Language::Pl
            ),
            "Ferdydurke, Łódź, KSeF"
        );
        assert_eq!(of("Warsztaty w Bielsku-Białej", Language::Pl), "Bielsko-Biała");
        assert_eq!(of("Kacper z Mławy i żyrafa w Krakowie", Language::Pl), "Mława, Kraków");
    }

    #[test]
    fn phrases_become_hashtags() {
        assert_eq!(hashtag("piekarnia Poznań").as_deref(), Some("#PiekarniaPoznań"));
        assert_eq!(hashtag("#e-commerce!").as_deref(), Some("#ECommerce"));
        assert_eq!(hashtag("let's talk").as_deref(), Some("#LetsTalk"));
        assert_eq!(hashtag("2026"), None);
        assert_eq!(hashtag("1,5 procent"), None);
        assert_eq!(hashtag("oak שולחן"), None);
        assert_eq!(hashtag("ラーメン東京").as_deref(), Some("#ラーメン東京"));
        assert_eq!(hashtag("a b c d e"), None);
    }
}
