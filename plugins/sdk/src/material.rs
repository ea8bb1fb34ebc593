//! Splits a user's words into the material of a draft. They stay unchanged; only the frame of a request ("Write a
//! post about …") and the marks of a list are removed.

use crate::language::Language;
use crate::parts::{Joined, Parts};
use crate::short::without_stop;
use crate::units::{has_at_most, has_between, is_alphanumeric, is_upper, lower, sentences, upper_letter};
use crate::word_list::Words;
use crate::words;

/// The maximum length of a topic that a draft uses whole, in characters.
const SHORT: usize = 140;

/// The parts of a topic.
pub struct Material {
    /// The main statement: the whole short topic, or a long one's first sentence.
    pub lead: String,
    /// Further sentences of a long topic, in their order.
    pub rest: Vec<String>,
    /// The lead followed "Napisz post": it begins with "o …", and its words have the case that "o" requires.
    pub about: bool,
}

impl Material {
    pub fn of(topic: &str, language: Language) -> Self {
        let (topic, about) = without_order(topic, language);
        let parts = sentences(&topic);
        if has_at_most(&topic, SHORT) || parts.len() < 2 {
            let lead = if about { topic } else { opened(&topic, &parts) };
            return Self { lead, rest: Vec::new(), about };
        }
        let rest = parts[1..].iter().map(|part| (*part).to_owned()).collect();
        let lead = if about { parts[0].to_owned() } else { opened(parts[0], &parts) };
        Self { lead, rest, about }
    }

    /// The indexes of `rest` by priority: those with numbers first, since dates, prices and addresses are what
    /// readers need.
    pub fn by_weight(&self) -> Vec<usize> {
        let has_number = |place: &usize| self.rest[*place].contains(|letter: char| letter.is_ascii_digit());
        let (first, rest): (Vec<usize>, Vec<usize>) = (0..self.rest.len()).partition(has_number);
        [first, rest].concat()
    }
}

/// `text` with a capital at the start, unless the next sentence has one: then a small letter opens a name.
fn opened(text: &str, sentences: &[&str]) -> String {
    let has_capital = sentences.get(1).is_some_and(|next| next.starts_with(is_upper));
    if has_capital { text.to_owned() } else { capitalized(text) }
}

/// `text` with a capital at the start, unless it begins with a name such as "iPhone".
pub fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    let Some(first) = letters.next() else { return String::new() };
    let rest = letters.as_str();
    if rest.starts_with(is_upper) || text.starts_with("http") {
        return text.to_owned();
    }
    [upper_letter(first).encode_utf8(&mut [0; 4]), rest].concat()
}

/// Longest topic that stands before questions, and its shortest beginning, in characters.
const LABEL: (usize, usize) = (70, 8);

/// "Heat pumps: ", which stands before a question of a frame: the topic, or the beginning of a long one.
pub fn label(topic: &str) -> String {
    const ENDS: [&str; 6] = [": ", " – ", " — ", " - ", ", ", " ("];
    let line = without_stop(topic.lines().next().unwrap_or_default().trim());
    let clause = || {
        let opens_clause =
            |rest: &str| CLAUSES.contains(&lower(rest.split([' ', ',']).next().unwrap_or_default()));
        let halves = ENDS.iter().filter_map(|end| line.halves(end));
        let ends = halves.filter(|(_, rest)| !opens_clause(rest)).map(|(start, _)| start);
        let ends = ends.chain(sentences(line).first().map(|first| without_stop(first)));
        ends.filter(|text| has_between(text, &(LABEL.1..=LABEL.0))).max_by_key(|text| text.len())
    };
    let topic = if has_at_most(line, LABEL.0) { Some(line) } else { clause() };
    let topic = topic.map_or_else(|| beginning(line, LABEL.0), str::to_owned);
    let join = match &*topic {
        "" => "",
        asked if asked.ends_with(['?', '!']) => " ",
        // A second colon would be hard to read.
        parted if parted.has(": ") || parted.ends_with('…') => " – ",
        _ => ": ",
    };
    [&topic, join].concat()
}

/// The first words of a text that is too long, at most `max` characters with the ellipsis; empty if they say too little.
pub fn beginning(text: &str, max: usize) -> String {
    let mut words: Vec<&str> = Vec::new();
    for word in text.split_whitespace() {
        words.push(word);
        if !has_at_most(&words.joined(" "), max - 1) {
            words.pop();
            break;
        }
    }
    let leads =
        |word: &str| LEADING.contains(&lower(word)) || word.ends_with(|sign: char| sign.is_ascii_digit());
    while words.last().is_some_and(|word| leads(word)) || has_open_mark(&words.joined(" ")) {
        words.pop();
    }
    let text = words.joined(" ");
    let text = text.trim_end_matches(|sign: char| !is_alphanumeric(sign));
    if words.len() < FEWEST { String::new() } else { [&capitalized(text), "…"].concat() }
}

/// Whether a quotation or a bracket is cut.
pub(crate) fn has_open_mark(text: &str) -> bool {
    !text.matches(['"', '„', '“', '”', '(', ')']).count().is_multiple_of(2)
}

/// The fewest words of a beginning.
const FEWEST: usize = 3;

/// Words that are not the last ones of a beginning.
const LEADING: Words = words![
    "a", "i", "o", "u", "w", "z", "we", "ze", "na", "do", "od", "po", "za", "dla", "oraz", "przy", "przez",
    "się", "nie", "the", "an", "of", "to", "in", "on", "at", "by", "for", "and", "or", "with", "from", "our",
    "your", "is", "are", "not", "that", "without", "when", "which", "who", "how", "if", "że", "kiedy", "gdy",
    "jak", "czy", "który", "która", "które", "bo",
];

/// `text` as a complete sentence.
pub fn as_sentence(text: &str) -> String {
    let last = text.chars().next_back();
    let open =
        last.is_some_and(|letter| is_alphanumeric(letter) || matches!(letter, ')' | '%' | '”' | '"' | '’'));
    let stopped = ["”", "\"", "’"]
        .iter()
        .any(|quote| text.strip_suffix(quote).is_some_and(|inside| inside.ends_with(['.', '!', '?', '…'])));
    if open && !stopped { [text, "."].concat() } else { text.to_owned() }
}

/// The statements of a free text: its lines without the marks of a list, otherwise its sentences.
pub fn statements(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().map(without_mark).filter(|line| !line.is_empty()).collect();
    let parts = match lines[..] {
        // Within one of several sentences it separates no points.
        [only] if only.has("; ") && sentences(only).len() == 1 => {
            only.split("; ").map(str::trim).filter(|part| !part.is_empty()).collect()
        }
        [only] => sentences(only),
        _ => lines,
    };
    parts.into_iter().map(str::to_owned).collect()
}

/// A line without the dash, dot or number that makes it an entry of a list.
fn without_mark(line: &str) -> &str {
    let line = line.trim();
    if let Some(entry) = ["- ", "* ", "• ", "– ", "— ", "✓ "].iter().find_map(|mark| line.strip_prefix(mark))
    {
        return entry.trim_start();
    }
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let after = &line[digits..];
    let numbered =
        (1..=2).contains(&digits).then(|| after.strip_prefix(". ").or(after.strip_prefix(") "))).flatten();
    numbered.map_or(line, str::trim_start)
}

/// "a, b and c"; "a, b i c" in Polish.
pub fn enumeration(entries: &[impl AsRef<str>], language: Language) -> String {
    let and = if language == Language::Pl { " i " } else { " and " };
    let mut out = String::new();
    for (place, entry) in entries.iter().enumerate() {
        let last = place + 1 == entries.len();
        out.push_str(if place == 0 {
            ""
        } else if last {
            and
        } else {
            ", "
        });
        out.push_str(entry.as_ref());
    }
    out
}

/// The openings of a request for a post, lower case; the topic follows.
const ENGLISH_ORDERS: Words = words!["about", "on", "announcing", "promoting", "for"];
const ENGLISH_VERBS: Words = words!["write", "create", "make", "prepare", "draft", "please", "facebook"];
const POLISH_VERBS: Words =
    words!["napisz", "stwórz", "przygotuj", "zrób", "wymyśl", "proszę", "poproszę", "potrzebuję"];

/// The requested things, by the beginning of their name.
const ORDERED: Words =
    words!["post", "tweet", "thread", "wątek", "wątku", "caption", "video", "film", "pomysł", "ideas"];

/// Removes "Write a post about": the words up to the preposition, if they refer to a post. A Polish topic keeps its
/// preposition, which determines the case of its words, and is marked.
fn without_order(topic: &str, language: Language) -> (String, bool) {
    let (verbs, ends) = match language {
        Language::En => (ENGLISH_VERBS, ENGLISH_ORDERS),
        Language::Pl => (POLISH_VERBS, words!["o"]),
    };
    let mut names_post = false;
    let mut rest = topic;
    for place in 0..9 {
        let (word, after) = rest.split_once(' ').unwrap_or((rest, ""));
        let lower = lower(word);
        if place == 0 && !verbs.contains(&lower) {
            break;
        }
        if names_post && ends.contains(&lower) && !has_at_most(after, 2) {
            let is_polish = language == Language::Pl;
            return (if is_polish { rest } else { after.trim_start() }.to_owned(), is_polish);
        }
        names_post |= ORDERED.opening(&lower).is_some();
        rest = after;
    }
    (topic.to_owned(), false)
}

/// Words that open a subordinate clause: a comma before them does not enumerate.
pub const CLAUSES: Words = words![
    "że",
    "żeby",
    "aby",
    "by",
    "który",
    "która",
    "które",
    "którzy",
    "którego",
    "której",
    "którym",
    "których",
    "bo",
    "gdy",
    "kiedy",
    "jeśli",
    "ale",
    "a",
    "więc",
    "gdzie",
    "czyli",
    "choć",
    "ponieważ",
    "to",
    "jak",
    "co",
    "that",
    "which",
    "who",
    "where",
    "when",
    "because",
    "but",
    "so",
    "if",
    "while",
    "although",
    "as",
];

/// The entries of a text that enumerates; empty if it does not.
pub fn listed(text: &str, language: Language) -> Vec<String> {
    enumerated(text, &sentences(text), language)
}

/// At least three entries, from the sentences of a longer topic or the commas of a phrase.
fn enumerated(topic: &str, parts: &[&str], language: Language) -> Vec<String> {
    const LONGEST: usize = 70;
    let whole: Vec<&str> = if parts.len() >= 3 {
        parts.to_vec()
    } else if parts.len() == 1 {
        topic.split(", ").collect()
    } else {
        return Vec::new();
    };
    let and = if language == Language::Pl { ["i ", "oraz "] } else { ["and ", "& "] };
    let entries: Vec<&str> = whole
        .iter()
        .map(|entry| without_mark(and.iter().find_map(|and| entry.strip_prefix(and)).unwrap_or(entry)))
        .collect();
    let opens_clause = |entry: &&str| {
        let word = lower(entry.split(' ').next().unwrap_or_default());
        word == "for" || CLAUSES.contains(&word)
    };
    let unfit = |entry: &&str| entry.is_empty() || !has_at_most(entry, LONGEST) || entry.contains('\n');
    let comma_list = parts.len() == 1;
    if !(3..=6).contains(&entries.len())
        || entries.iter().any(unfit)
        || (comma_list && entries.iter().any(opens_clause))
    {
        return Vec::new();
    }
    entries.iter().map(|entry| capitalized(entry.trim_end_matches('.'))).collect()
}

#[cfg(test)]
mod tests {
    use super::{Material, as_sentence, capitalized, enumeration, label, listed, statements};
    use crate::language::Language::{En, Pl};

    #[test]
    fn the_frame_of_a_request_is_removed() {
        for (topic, language, lead) in [
            ("Write a Facebook post about our spring sale", En, "Our spring sale"),
            ("Post about fresh rolls", En, "Post about fresh rolls"),
            ("A post about fresh rolls", En, "A post about fresh rolls"),
            ("Post przerywany o poranku", Pl, "Post przerywany o poranku"),
            ("Napisz post na Facebooka o wiosennej wyprzedaży", Pl, "o wiosennej wyprzedaży"),
            ("Nowa piekarnia o poranku", Pl, "Nowa piekarnia o poranku"),
            ("iPhone repairs while you wait", En, "iPhone repairs while you wait"),
        ] {
            assert_eq!(Material::of(topic, language).lead, lead);
        }
    }

    #[test]
    fn a_short_topic_stays_whole() {
        let topic = "Otwieramy! 🎉 Pierwsza kawa <b>gratis</b>.\nZapraszamy";
        let material = Material::of(topic, Pl);
        assert_eq!(material.lead, topic);
        assert!(material.rest.is_empty());
    }

    #[test]
    fn enumerations_are_found() {
        assert_eq!(
            listed("Free coffee, fresh rolls, and live music", En),
            ["Free coffee", "Fresh rolls", "Live music"]
        );
        assert!(listed("Buty, które nie męczą, na każdy dzień", Pl).is_empty());
        assert_eq!(listed("Start o 9:00. Wstęp wolny. Kawa gratis.", Pl).len(), 3);
    }

    #[test]
    fn sentences_get_an_end_mark() {
        assert_eq!(as_sentence("Rolls at 7"), "Rolls at 7.");
        for done in ["Rolls!", "Rolls 🎉", "„Tak.”", "Rolls…"] {
            assert_eq!(as_sentence(done), done);
        }
        assert_eq!(capitalized("łódź"), "Łódź");
    }

    #[test]
    fn a_free_text_is_split_into_statements() {
        assert_eq!(
            statements("- Oak\n\n2. Handmade\n• 4 kg\n2.5 m long"),
            ["Oak", "Handmade", "4 kg", "2.5 m long"]
        );
        assert_eq!(statements("Made of oak. Weighs 4 kg."), ["Made of oak.", "Weighs 4 kg."]);
        assert_eq!(statements("Naprawa rowerów; obsługa klienta"), ["Naprawa rowerów", "obsługa klienta"]);
        assert!(statements(" \n").is_empty());
    }

    #[test]
    fn a_topic_stands_before_questions() {
        for (topic, expected) in [
            ("Heat pumps.", "Heat pumps: "),
            ("Can dogs eat grapes?", "Can dogs eat grapes? "),
            ("Dentofobia: wizyta bez borowania", "Dentofobia: wizyta bez borowania – "),
            (
                "Za kulisami „Dziadów” w Teatrze Polskim w Bielsku-Białej, premiera 31 października",
                "Za kulisami „Dziadów” w Teatrze Polskim w Bielsku-Białej: ",
            ),
        ] {
            assert_eq!(label(topic), expected);
        }
        assert_eq!(
            label(&"word ".repeat(40)),
            ["Word".to_owned() + &" word".repeat(13), "… – ".to_owned()].concat()
        );
        assert_eq!(
            label(
                "Jak rozpoznać, że szyna na bruksizm jest źle dopasowana i kiedy trzeba wrócić do gabinetu"
            ),
            "Jak rozpoznać, że szyna na bruksizm jest źle dopasowana… – "
        );
        assert_eq!(
            label(
                "Groups of six or more play on weekdays before four p.m. the game \"The Last Tram of York\""
            ),
            "Groups of six or more play on weekdays before four p.m. the game… – "
        );
        assert_eq!(label(&"x".repeat(80)), "");
        assert_eq!(label("Ustawa w 2026 r."), "Ustawa w 2026 r.: ");
    }

    #[test]
    fn entries_are_enumerated() {
        assert_eq!(enumeration(&["dąb", "len", "wełna"], Pl), "dąb, len i wełna");
        assert_eq!(enumeration(&["oak", "linen"], En), "oak and linen");
        assert_eq!(enumeration(&["oak"], En), "oak");
    }
}
