//! Makes hashtags of keywords, the brand and the topic.

use super::Social;
use crate::brief::Brief;
use crate::choice::Choice;
use crate::language::Language;
use crate::units::{bare, lower, sentences, upper_letter};
use crate::word_list::Words;
use crate::words;

/// `count` hashtags, best first: keywords, brand, phrases of the topic, then usual ones.
pub fn hashtags<I>(brief: &Brief<'_, I>, social: &Social, count: u32) -> Vec<String> {
    let wanted = count as usize;
    let mut tags: Vec<String> = Vec::with_capacity(wanted);
    let mut topic = phrases_of(&social.topic, brief.language());
    // "Sourdough rolls fresh" adds nothing to "sourdough rolls" but the beginning of the next words.
    topic.retain(|phrase| !social.keywords.iter().any(|keyword| prolongs(phrase, keyword)));
    let usual = brief.list(&["draft.hashtags", social.goal.id()].join("."));
    let sources = social.keywords.iter().map(String::as_str).chain([brief.brand.name.as_str()]);
    let sources = sources.chain(topic.iter().map(String::as_str)).chain(usual.iter().copied());
    for source in sources.chain(brief.list("draft.hashtags.more").iter().copied()) {
        if tags.len() == wanted {
            break;
        }
        let Some(tag) = hashtag(source) else { continue };
        let is_new = !tags.iter().any(|known| lower(known) == lower(&tag));
        if is_new && !brief.is_avoided(source) {
            tags.push(tag);
        }
    }
    tags
}

fn prolongs(phrase: &str, keyword: &str) -> bool {
    !keyword.is_empty() && phrase.len() > keyword.len() && lower(phrase).starts_with(&lower(keyword))
}

/// "fresh rolls" as "#FreshRolls"; `None` if the phrase makes no readable hashtag.
pub fn hashtag(phrase: &str) -> Option<String> {
    let phrase = phrase.replace(['\'', '’'], "");
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

const ENGLISH_STOPS: Words = words![
    "a",
    "about",
    "after",
    "all",
    "an",
    "and",
    "are",
    "as",
    "at",
    "be",
    "before",
    "behind",
    "between",
    "but",
    "by",
    "can",
    "every",
    "for",
    "from",
    "get",
    "has",
    "have",
    "how",
    "if",
    "in",
    "is",
    "it",
    "its",
    "just",
    "more",
    "my",
    "new",
    "no",
    "not",
    "now",
    "of",
    "off",
    "on",
    "only",
    "open",
    "opening",
    "or",
    "our",
    "out",
    "over",
    "so",
    "than",
    "through",
    "that",
    "the",
    "their",
    "this",
    "to",
    "up",
    "we",
    "what",
    "when",
    "where",
    "which",
    "who",
    "why",
    "will",
    "with",
    "without",
    "you",
    "your",
    "choose",
    "get",
    "make",
    "find",
    "buy",
    "join",
    "meet",
    "try",
    "learn",
    "see",
    "book",
    "order",
    "save",
    "win",
    "come",
    "visit",
    "discover",
    "start",
    "use",
    "write",
    "post",
    "free",
    "first",
    "second",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "looking",
    "turns",
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
    "january",
    "february",
    "march",
    "april",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
    "may",
    "today",
    "tomorrow",
    "until",
    "till",
    "into",
    "near",
    "per",
    "them",
    "they",
    "us",
    "was",
    "were",
    "were",
    "i",
    "he",
    "she",
];

/// Words after which a Polish noun is inflected.
const POLISH_PREPOSITIONS: Words = words![
    "bez", "dla", "do", "dzięki", "ku", "między", "na", "nad", "o", "obok", "od", "około", "po", "pod",
    "podczas", "ponad", "poza", "przed", "przez", "przy", "u", "w", "we", "wśród", "z", "za", "ze", "według",
    "oprócz",
];

const POLISH_STOPS: Words = words![
    "a",
    "ale",
    "albo",
    "aż",
    "bardzo",
    "być",
    "by",
    "co",
    "czy",
    "gdy",
    "gdzie",
    "i",
    "ich",
    "im",
    "ja",
    "jak",
    "jest",
    "już",
    "kiedy",
    "lub",
    "ma",
    "my",
    "nasz",
    "nasza",
    "nasze",
    "naszego",
    "naszej",
    "nie",
    "oraz",
    "się",
    "są",
    "tak",
    "to",
    "też",
    "tylko",
    "tym",
    "ten",
    "ta",
    "że",
    "żeby",
    "który",
    "która",
    "które",
    "dziś",
    "jutro",
    "teraz",
    "codziennie",
    "każdy",
    "każda",
    "każde",
    "od",
];

/// Short phrases of the topic that can be used alone.
pub fn phrases_of(topic: &str, language: Language) -> Vec<String> {
    match language {
        // The first sentence names the subject; the rest contains many verbs.
        Language::En => english(sentences(topic).first().copied().unwrap_or_default()),
        Language::Pl => polish(topic),
    }
}

/// Runs of content words: "grand opening of our new bakery" as "grand opening", "bakery".
fn english(topic: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut run: Vec<&str> = Vec::new();
    let mut close = |run: &mut Vec<&str>| {
        let alone = |word: &str| {
            word.len() >= 6
                && !["ing", "ed", "ly", "est", "ful", "ous"].iter().any(|ending| word.ends_with(ending))
        };
        let is_name =
            |word: &str| word.len() >= 4 && word.starts_with(char::is_uppercase) && !topic.starts_with(word);
        match run.as_slice() {
            [word] if alone(word) || is_name(word) => found.push((*word).to_owned()),
            [_, _] | [_, _, _] => found.push(run.join(" ")),
            _ => {}
        }
        run.clear();
    };
    for word in topic.split_whitespace().take(40) {
        let name = bare(word);
        let stops = name.is_empty()
            || ENGLISH_STOPS.contains(&lower(name))
            || !name.chars().all(|letter| letter.is_alphabetic() || letter == '-');
        if stops {
            close(&mut run);
            continue;
        }
        run.push(name);
        if !word.ends_with(char::is_alphanumeric) {
            close(&mut run);
        }
    }
    close(&mut run);
    found
}

/// Only the first phrase of a topic is reliably in its dictionary form, and only if no verb opens it: "Bułki na
/// zakwasie, codziennie" as "Bułki na zakwasie" and "Bułki".
fn polish(topic: &str) -> Vec<String> {
    let mut words = Vec::new();
    for word in topic.split_whitespace().take(4) {
        let name = bare(word);
        let lower = lower(name);
        if name.is_empty() || POLISH_STOPS.contains(&lower) || !name.chars().all(char::is_alphabetic) {
            break;
        }
        words.push((name, lower));
        if !word.ends_with(char::is_alphanumeric) {
            break;
        }
    }
    while words.last().is_some_and(|(_, lower)| POLISH_PREPOSITIONS.contains(lower)) {
        words.pop();
    }
    if words.first().is_none_or(|(_, lower)| is_verb(lower) || POLISH_PREPOSITIONS.contains(lower)) {
        return Vec::new();
    }
    let join = |words: &[(&str, String)]| words.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(" ");
    let head = words.iter().position(|(_, lower)| POLISH_PREPOSITIONS.contains(lower)).unwrap_or(words.len());
    let mut found = Vec::new();
    // "Bułki na zakwasie" yes, "Warsztaty ceramiki dla początkujących" is too long to read as one word.
    if words.len() <= 3 {
        found.push(join(&words));
    }
    if head < words.len() && (head > 1 || words[0].0.chars().count() >= 4) {
        found.push(join(&words[..head]));
    }
    found
}

/// Verbs that open a Polish announcement: "otwieramy", "szukamy", "zapraszamy", "zapisz".
fn is_verb(word: &str) -> bool {
    ["amy", "emy", "imy", "ymy", "uję", "liśmy", "łyśmy", "ujcie", "cie", "aj", "ij", "isz", "asz"]
        .iter()
        .any(|ending| word.ends_with(ending))
}

#[cfg(test)]
mod tests {
    use super::{hashtag, phrases_of};
    use crate::language::Language::{En, Pl};

    #[test]
    fn phrases_become_hashtags() {
        assert_eq!(hashtag("piekarnia Poznań").as_deref(), Some("#PiekarniaPoznań"));
        assert_eq!(hashtag("#e-commerce!").as_deref(), Some("#ECommerce"));
        assert_eq!(hashtag("let's talk").as_deref(), Some("#LetsTalk"));
        assert_eq!(hashtag("2026"), None);
        assert_eq!(hashtag("oak שולחן"), None);
        assert_eq!(hashtag("ラーメン東京").as_deref(), Some("#ラーメン東京"));
        assert_eq!(hashtag("a b c d e"), None);
    }

    #[test]
    fn topics_are_split_into_independent_phrases() {
        assert_eq!(
            phrases_of("Grand tasting of our new coffee, 12 May, Bristol", En),
            ["Grand tasting", "coffee", "Bristol"]
        );
        assert_eq!(phrases_of("Bułki na zakwasie, codziennie od 7:00", Pl), ["Bułki na zakwasie", "Bułki"]);
        assert_eq!(phrases_of("Nowa piekarnia w centrum Poznania", Pl), ["Nowa piekarnia"]);
        assert!(phrases_of("Otwieramy nową piekarnię w Poznaniu", Pl).is_empty());
        assert!(phrases_of("W sobotę jest dzień otwarty", Pl).is_empty());
    }
}
