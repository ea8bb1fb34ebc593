//! The kind of a topic, from its words: a person cannot be compared, an event has no steps.

use crate::material::{beginning, capitalized};
use crate::short::without_stop;
use crate::units::{bare, has_at_most, lower};
use crate::word_list::Words;
use crate::words;

/// What a topic is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Topic {
    Event,
    People,
    /// A disorder, a fear.
    Health,
    /// What is done or worn for health: it has no symptoms.
    Treatment,
    /// Law, taxes, contracts.
    Law,
    Comparison,
    /// A task or how something is made.
    Process,
    /// A product, a plant, a room.
    Thing,
    Other,
}

/// Beginnings of words, lower case.
#[rustfmt::skip]
const EVENTS: Words = words![
    "festival", "weekend", "concert", "conference", "exhibition", "premiere", "marathon", "fair", "parade", "workshop",
    "festiwal", "koncert", "konferencj", "targi", "jarmark", "premier", "wernisaż", "wystaw", "warsztat",
    "maraton", "piknik", "zawody", "spektakl", "koncer",
];

const OPEN_DAYS: Words = words!["open day", "opening day", "dni otwarte", "dzień otwart", "dniu otwart"];

#[rustfmt::skip]
const PEOPLE: Words = words![
    "volunteer", "portrait", "wolontariat", "biograph", "founder", "wolontariusz", "portret", "biograf", "sylwetk", "założyciel",
    "bohater",
];

#[rustfmt::skip]
const DISORDERS: Words = words![
    "pain", "syndrome", "disease", "disorder", "symptom", "anxiet", "phobia", "diabet", "depress", "allerg", "injur",
    "ból", "bóle", "bólu", "chorob", "zaburze", "lęk", "fobi", "dentofobi", "rwa", "objaw", "alergi", "migren",
    "cukrzyc", "depresj", "uraz", "cieśni", "zwyrodnie", "nadciśnie", "insomnia", "bezsenn", "burnout", "wypaleni", "autis",
    "autyzm", "adhd", "cancer", "nowotw", "migraine",
];

/// Beginnings of words, lower case.
#[rustfmt::skip]
const TREATMENTS: Words = words![
    "treatment", "therap", "implant", "surger", "rehab", "physio", "vaccin", "braces", "aligner", "orthodon", "massage",
    "acupunct", "leczeni", "terapi", "zabieg", "ortodon", "szczepi", "fizjo", "operacj", "endoprotez", "soczewk",
    "soczewek", "licówk", "masaż", "akupunk", "znieczul", "kolonoskop", "gastroskop", "psychoterap",
];

/// Treatments of several words, lower case.
#[rustfmt::skip]
const NAMED_TREATMENTS: Words = words![
    "hearing aid", "contact lens", "root canal", "aparat słuch", "aparaty słuch", "aparatu słuch", "laser hair", "laser eye",
    "laserow", "laserem",
];

/// Other words about health, lower case; a laser needs one of the last.
#[rustfmt::skip]
const HEALTH: Words = words!["medic", "dentist", "teeth", "tooth", "zęb", "ząb", "pregnan", "ciąż", "porod", "poród"];
#[rustfmt::skip]
const BODY: Words = words![
    "hair", "eye", "skin", "tattoo", "wrinkle", "vision", "włos", "oczu", "oka", "wzrok", "skór", "tatuaż", "zmarszcz",
    "blizn", "depilac", "zęb",
];

/// Beginnings of words, lower case.
#[rustfmt::skip]
const LAW: Words = words![
    "law", "legal", "dismiss", "tax", "contract", "rights", "tribunal", "court", "gdpr", "directive", "inherit",
    "divorc", "landlord", "prawo", "prawa", "prawn", "zwolnieni", "umow", "podat", "ksef", "vat",
    "ustaw", "rodo", "sąd", "odwołani", "spadk", "spadek", "aliment", "rozwod", "rozwód", "wypowiedze",
    "odszkodowa",
];

#[rustfmt::skip]
const THINGS: Words = words![
    "bike", "bicycle", "e-bike", "cars", "phone", "laptop", "tablet", "camera", "machine", "oven", "pump", "boiler", "solar",
    "batter", "shoes", "boots", "tent", "backpack", "mattress", "chair", "knife", "knives", "coffee", "bread", "flour",
    "tomato", "plants", "garden", "lawn", "paint", "floor", "apps", "software", "printer", "headphone", "watch", "toys",
    "kitchen", "bathroom", "window", "rower", "auto", "samoch", "telefon", "aparat", "maszyn", "piec", "pomp", "kocioł",
    "fotowolt", "bateri", "buty", "butów", "namiot", "plecak", "materac", "krzes", "biurk", "łóżk", "nóż", "noż", "kawa",
    "kawy", "ekspres", "chleb", "pomidor", "roślin", "ogród", "ogrod", "trawnik", "farb", "podłog", "aplikacj",
    "drukark", "słuchawk", "zegar", "zabawk", "kran", "okna", "okien", "drzwi", "dach", "kuchni", "łazienk",
];

/// Words that open a question or a task, lower case.
#[rustfmt::skip]
const QUESTIONS: Words = words![
    "co", "czy", "dlaczego", "kiedy", "gdzie", "ile", "kto", "który", "która", "które", "jaki", "jaka", "jakie",
    "czym", "czego", "jak", "what", "why", "when", "where", "who", "which", "how", "is", "are", "can", "do", "does",
    "should", "will",
];

const VERSUS: Words =
    words![" vs ", " vs. ", " versus ", " kontra ", " or ", " czy ", " zamiast ", " instead of "];

#[rustfmt::skip]
const STEPS: Words = words![
    "jak ", "how to ", "how ", ": jak ", "– jak ", ": how to ", "step by step", "krok po kroku", "explained", "tutorial",
];

/// Beginnings of nouns of an action.
#[rustfmt::skip]
const ACTIONS: Words = words![
    "wymian", "napraw", "budow", "montaż", "pieczeni", "gotowani", "przycinani", "uprawa", "robieni", "malowani",
    "szyci", "czyszczeni", "pielęgnacj", "przepis", "miodobrani", "zakwas", "recipe", "repair",
];

impl Topic {
    pub fn of(topic: &str) -> Self {
        let text = lower(topic);
        let has =
            |beginnings: Words| text.split_whitespace().any(|word| beginnings.opening(bare(word)).is_some());
        let first = text.split_whitespace().map(bare).find(|word| !word.is_empty()).unwrap_or_default();
        // "Baking with rye flour", "Fostering a dog"
        let is_action = first.len() > 5 && first.ends_with("ing") || has(ACTIONS) || is_quick(&text);
        if has(EVENTS) || OPEN_DAYS.any_in(&text) {
            Self::Event
        } else if has(PEOPLE) {
            Self::People
        } else if let Some(health) = Self::of_health(&text) {
            health
        } else if has(LAW) {
            Self::Law
        } else if VERSUS.any_in(&text) {
            Self::Comparison
        } else if is_action
            || STEPS.opening(&text).is_some()
            || STEPS.iter().skip(3).any(|step| text.contains(step))
        {
            Self::Process
        } else if has(THINGS) {
            Self::Thing
        } else {
            Self::Other
        }
    }

    /// A disorder or a treatment, whichever is named first: "Leczenie cukrzycy", "Lęk: objawy i leczenie".
    fn of_health(text: &str) -> Option<Self> {
        let place = |beginnings: Words| {
            text.split_whitespace().position(|word| beginnings.opening(bare(word)).is_some())
        };
        let (disorder, treatment) = (place(DISORDERS), place(TREATMENTS));
        let is_named = NAMED_TREATMENTS.iter().any(|name| {
            text.contains(name)
                && (!name.starts_with("laserow") && name != "laserem" || place(BODY).is_some())
        });
        match (disorder, treatment) {
            (Some(disorder), Some(treatment)) if disorder < treatment => Some(Self::Health),
            (_, Some(_)) => Some(Self::Treatment),
            (Some(_), None) => Some(Self::Health),
            (None, None) if is_named => Some(Self::Treatment),
            (None, None) => place(HEALTH).map(|_| Self::Health),
        }
    }

    /// Its letter in the texts.
    pub const fn letter(self) -> char {
        match self {
            Self::Event => 'e',
            Self::People => 'p',
            Self::Health => 'h',
            Self::Treatment => 'm',
            Self::Law => 'l',
            Self::Comparison => 'c',
            Self::Process => 's',
            Self::Thing => 't',
            Self::Other => 'o',
        }
    }
}

/// "In 12 minutes", „w 5 minut": something that is done or learned.
fn is_quick(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.windows(3).any(|words| {
        ["in", "w"].contains(&words[0]) && words[1].parse::<u32>().is_ok() && words[2].starts_with("minut")
    })
}

/// The number of things that a topic names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Listed<'t> {
    pub count: usize,
    /// The part of the topic before the number; it may be empty.
    pub subject: &'t str,
}

/// Numbers in words, from three.
const NUMBERS: [[&str; 8]; 2] = [
    ["three", "four", "five", "six", "seven", "eight", "nine", "ten"],
    ["trzy", "cztery", "pięć", "sześć", "siedem", "osiem", "dziewięć", "dziesięć"],
];

/// Words before the number.
const BEFORE: Words = words!["the", "top", "my", "our", "moje", "nasze", "te"];

/// Beginnings of words that measure and do not name things, and months.
#[rustfmt::skip]
pub const MEASURES: Words = words![
    "minut", "second", "hour", "day", "week", "month", "year", "sekund", "godzin", "dni", "dzień", "tygod", "miesi", "lat",
    "zł", "euro", "metr", "metre", "kilo", "kilomet", "stop", "degree", "mile", "percent", "procent", "generation",
    "pokole", "people", "osób", "osob", "stycz", "luteg", "marca", "kwiet", "maja", "czerw", "lipca", "sierp",
    "wrześ", "paźdz", "listop", "grud",
];

impl<'t> Listed<'t> {
    /// "10 things to check", "Sciatica: three movements", but not "48 hours at home".
    pub fn of(topic: &'t str) -> Option<Self> {
        let starts =
            [": ", " – ", " - "].iter().filter_map(|mark| topic.find(mark).map(|place| (place, mark.len())));
        let mut parts: Vec<(usize, usize)> = starts.collect();
        parts.push((0, 0));
        parts.into_iter().find_map(|(place, mark)| {
            let mut words = topic[place + mark..].split_whitespace();
            let mut first = words.next()?;
            if BEFORE.contains(&lower(first)) {
                first = words.next()?;
            }
            let word = lower(first);
            let spelled = || NUMBERS.iter().find_map(|all| all.iter().position(|name| *name == word));
            let count = word.parse().ok().or_else(|| spelled().map(|place| place + 3));
            let count = count.filter(|count| (3..=20).contains(count))?;
            let named = words.next()?;
            let names = named.starts_with(char::is_lowercase)
                && bare(named).chars().count() > 2
                && MEASURES.opening(bare(named)).is_none();
            names.then(|| Self { count, subject: topic[..place].trim() })
        })
    }
}

/// Whether a topic asks a question already, also after a colon or a dash: "Sourdough: how to wake it".
pub fn asks(topic: &str) -> bool {
    let opens = |part: &str| {
        let first = lower(part.trim().split(' ').next().unwrap_or_default());
        QUESTIONS.contains(bare(&first))
    };
    topic.contains('?') || topic.split(": ").flat_map(|part| part.split(" – ")).any(opens)
}

/// "Dentophobia: how a visit goes" as the subject and its question.
pub fn asked(topic: &str) -> Option<(&str, &str)> {
    topic
        .split_once(": ")
        .filter(|(before, question)| !asks(before) && asks(question) && !question.contains(": "))
}

/// The letters by which forms of a longer word are recognised.
const STEM: usize = 5;

/// Whether a longer word of a note's angle is in the `question`: "[a first visit: what happens?]".
pub fn is_covered(line: &str, question: &str) -> bool {
    let angle = line.trim_start_matches('[').split([':', ']']).next().unwrap_or_default();
    let question = lower(question);
    let is_in = |stem: &str| question.split_whitespace().any(|word| word.starts_with(stem));
    let long = angle.split_whitespace().filter(|word| !has_at_most(word, STEM));
    long.map(|word| lower(word).chars().take(STEM).collect::<String>()).any(|stem| is_in(&stem))
}

/// A topic of more than `most` characters up to its last comma, colon or dash within them, otherwise its first words.
pub fn shortened(topic: &str, most: usize) -> String {
    if has_at_most(topic, most) {
        return topic.to_owned();
    }
    let marks = [", ", ": ", " – ", " - "].iter().flat_map(|mark| topic.match_indices(mark));
    let parts = marks.map(|(place, _)| &topic[..place]).filter(|part| has_at_most(part, most));
    let whole = parts.max_by_key(|part| part.len()).filter(|part| part.contains(' ')).map(str::to_owned);
    let short = whole.unwrap_or_else(|| beginning(topic, most));
    if short.is_empty() { topic.to_owned() } else { short }
}

/// Longest topic in a title, in characters.
pub const LONGEST: usize = 110;

/// The topic, or its beginning, with a note in brackets: after a colon, after a dash if it is a title already, or after
/// its own mark.
pub fn noted(topic: &str, note: &str) -> String {
    let topic = without_stop(topic.trim());
    let short = if has_at_most(topic, LONGEST) { String::new() } else { beginning(topic, LONGEST) };
    let topic = if short.is_empty() { topic } else { &short };
    let is_title =
        topic.contains([':', '?', '!', ',', '…']) || topic.contains(" – ") || topic.contains(" - ");
    let mark = match is_title {
        _ if topic.ends_with(['?', '!', '…', ':']) => " ",
        // A second dash would look like a pair.
        true if topic.contains(": ") || !topic.contains(['–', '-']) => " – ",
        _ => ": ",
    };
    [&*capitalized(topic), mark, note].concat()
}

/// The lines of a text of the form "kinds | line" that fit a topic: `kinds` are letters, with `?` for a topic that asks
/// only and `!` for one that does not. A line that only says what the topic says is left out.
pub fn fitting<'l>(lines: &[&'l str], topic: &str, kind: char) -> Vec<&'l str> {
    let (text, asks) = (lower(topic), asks(topic));
    let fits = |line: &&'l str| {
        let (kinds, line) = line.split_once('|')?;
        let line = line.trim();
        let angle = line.trim_start_matches('[').split([':', ']']).next().unwrap_or_default();
        let is_said = angle.contains(' ') && text.contains(&lower(angle));
        let asked = !(kinds.contains('?') && !asks || kinds.contains('!') && asks);
        (kinds.contains(kind) && asked && !is_said).then_some(line)
    };
    lines.iter().filter_map(fits).collect()
}

#[cfg(test)]
mod tests {
    use super::{Listed, Topic, asked, asks, fitting, is_covered, noted, shortened};

    #[test]
    fn topics_have_a_kind() {
        for (topic, kind) in [
            ("Harvest weekend at an English vineyard", Topic::Event),
            ("Za kulisami „Dziadów” w teatrze, premiera 31 października", Topic::Event),
            ("Night shift: the volunteers of a shelter", Topic::People),
            ("Rwa kulszowa: trzy ruchy", Topic::Health),
            ("What happens at a root canal treatment", Topic::Treatment),
            ("Aparat ortodontyczny u dorosłych: za i przeciw", Topic::Treatment),
            ("Leczenie cukrzycy", Topic::Treatment),
            ("Laserowe usuwanie włosów", Topic::Treatment),
            ("Lęk: objawy i leczenie", Topic::Health),
            ("Your baby's first tooth", Topic::Health),
            ("Unfair dismissal", Topic::Law),
            ("Zwolnienie dyscyplinarne", Topic::Law),
            ("Bosch CX or Shimano EP801: which motor?", Topic::Comparison),
            ("Baking with rye flour", Topic::Process),
            ("🎲 TEACHING Brass", Topic::Process),
            ("Chess in 5 minutes", Topic::Process),
            ("Jak powstaje chleb", Topic::Process),
            ("Our spring open day, 12 April", Topic::Event),
            ("Maria Skłodowska-Curie", Topic::Other),
            ("Pompa ciepła w domu z 1978 roku", Topic::Thing),
            ("Electric bikes for people over 1.90 m", Topic::Thing),
        ] {
            assert_eq!(Topic::of(topic), kind, "{topic}");
        }
    }

    #[test]
    fn a_topic_that_is_a_title_gets_no_second_colon() {
        assert_eq!(noted("miodobranie.", "[błąd]"), "Miodobranie: [błąd]");
        assert_eq!(noted("Ustawa w 2026 r.", "[błąd]"), "Ustawa w 2026 r.: [błąd]");
        assert_eq!(noted("Zakwas: jak go obudzić", "[błąd]"), "Zakwas: jak go obudzić – [błąd]");
        assert!(asks("Zakwas: jak go obudzić") && asks("CX or EP801: which motor?") && !asks("Heat pumps"));
    }

    #[test]
    fn a_question_after_a_colon_is_one_idea() {
        assert_eq!(
            asked("Dentofobia: jak wygląda wizyta bez borowania"),
            Some(("Dentofobia", "jak wygląda wizyta bez borowania"))
        );
        assert_eq!(asked("Brass: Birmingham in 12 minutes"), None);
        assert!(is_covered("[pierwsza wizyta: jak przebiega?]", "jak wygląda wizyta bez borowania"));
        assert!(!is_covered("[najczęstszy błąd]", "jak wygląda wizyta bez borowania"));
    }

    #[test]
    fn a_long_topic_is_cut_at_a_mark() {
        let topic = "Jak powstaje chleb żytni na zakwasie, od zaczynu do wyjęcia z pieca";
        assert_eq!(shortened(topic, 60), "Jak powstaje chleb żytni na zakwasie");
        assert_eq!(shortened(topic, 110), topic);
        assert_eq!(
            shortened("How a small theatre in the north builds its stage", 30),
            "How a small theatre…"
        );
    }

    #[test]
    fn a_number_of_things_is_found() {
        let listed = |topic| Listed::of(topic).map(|listed| (listed.count, listed.subject));
        assert_eq!(listed("10 things to check"), Some((10, "")));
        assert_eq!(listed("Rwa kulszowa: trzy ruchy"), Some((3, "Rwa kulszowa")));
        assert_eq!(listed("Used cars – the 5 checks"), Some((5, "Used cars")));
        for topic in [
            "A dog: 12 hours at home",
            "Auto do 20 000 zł",
            "12 kwietnia w zoo",
            "12 Monkeys",
            "Brass in 12 minutes",
        ] {
            assert_eq!(listed(topic), None, "{topic}");
        }
    }

    #[test]
    fn lines_fit_the_kind_of_topic() {
        let lines =
            ["et! | [question]", "et? | [answer]", "e | [behind the scenes: of what?]", "t | [mistake]"];
        assert_eq!(fitting(&lines, "Heat pumps", 't'), ["[question]", "[mistake]"]);
        assert_eq!(fitting(&lines, "What is new?", 't'), ["[answer]", "[mistake]"]);
        assert_eq!(fitting(&lines, "Behind the scenes of a fair", 'e'), ["[question]"]);
    }
}
