//! Scores the wording of a sentence.

use sitewright_sdk::units::{lower, words};
use sitewright_sdk::{Language, Parts, Words, words};

use crate::source::{Unit, UnitKind, beginning};

/// Beginnings of words that announce a result, a decision or a duty, lower case.
#[rustfmt::skip]
const ENGLISH_CUES: Words = words![
    "most important", "key ", "main ", "in conclusion", "to sum up", "in summary", "overall", "as a result",
    "therefore", "shows that", "found that", "decided", "agreed", "deadline", "must ", "announced",
    "according to", "the goal", "the aim", "because", "decision", "until ",
];
#[rustfmt::skip]
const POLISH_CUES: Words = words![
    "najważniejsz", "kluczow", "główn", "podsumowując", "w rezultacie", "dlatego", "wynika, że", "wynika z",
    "zdecydowa", "uzgodni", "ustalili", "termin", "należy", "musi ", "muszą", "ogłosi", "według", "celem",
    "oznacza", "ponieważ", "powinien", "powinn", "decyzj", "wybran",
];

/// Requests, warnings and time limits, lower case.
#[rustfmt::skip]
const REQUESTS: Words = words![
    "please ", "deadline", "due by", "limit for ", "time limit", "no later than", "proszę ", "prosimy ", "do kiedy",
    "upływa", "najpóźniej", "call us", "at once", "immediately", "natychmiast", "zadzwoń", "głosowani", "must not", "should not", "trzeba ", "nie wolno", "nie należy", "dajcie znać", "daj znać", "let me know", "let us know",
];

/// What must not be done, lower case.
#[rustfmt::skip]
const BANS: Words = words![
    "must not", "should not", "may not", "cannot be ", "not allowed", "not permitted", "forbidden", "prohibited", "nie wolno",
    "nie należy", "nie można", "zabron", "zakaz",
    "not for children", "not suitable", "nie dla dzieci", "nie jest przeznaczon", "nie są przeznaczon",
];

/// Beginnings of sentences that forbid, lower case.
const REFUSALS: Words = words!["do not ", "don't ", "never "];

/// "Nie tnij w stare drewno.", "Nie podawać dzieciom.", but not "Nie sprzedajemy online."
fn is_refusal(lower: &str) -> bool {
    let verb = lower.strip_prefix("nie ").and_then(|rest| rest.split_whitespace().next());
    REFUSALS.opening(lower).is_some()
        || verb.is_some_and(|verb| verb.ends_with(['j', 'ć']) || verb.ends_with("cie"))
}

/// What has to be done, lower case.
#[rustfmt::skip]
const DUTIES: Words = words![
    "must ", "has to ", "have to ", "need to ", "required", "obliged", "should ", "należy", "trzeba ", "musi ", "muszą",
    "obowiązk", "powinien", "powinn", "zobowiąz", "please ", "prosi", "proszę ", "potrzebna", "potrzebny",
    "see a doctor", "see your doctor", "ask a doctor", "ask your doctor", "tell your doctor", "go to ", "call ", "contact ", "stop ", "zgłoś", "zadzwoń", "skontaktuj", "przerwij",
];

/// Orders and time limits, lower case.
#[rustfmt::skip]
const ORDERS: Words = words![
    "must ", "unless ", "at the latest", "no later than", "należy ", "trzeba ", "chyba że", "najpóźniej",
];

/// Prices, lower case.
#[rustfmt::skip]
const COSTS: Words = words![
    "£", "€", "$", " zł", " fee", "price", " cost", "refund", " rent ", "cena", "ceny", "opłat", "koszt", "czynsz",
];

/// Beginnings of sentences about a case in which something has to be done, lower case.
const CASES: Words = words!["if ", "in case ", "jeśli ", "jeżeli ", "w razie ", "gdy "];

/// The same inside a sentence, lower case.
const CONDITIONS: Words =
    words![" if ", " in case ", " when ", " jeśli ", " jeżeli ", " w razie ", " gdy ", " kiedy "];

/// Who helps in an emergency, lower case.
#[rustfmt::skip]
const HELP: Words = words![
    "doctor", "pharmacist", "hospital", "emergency", "ambulance", "fire brigade", " 999", " 911", " 112", "a vet", "midwife",
    "lekarz", "farmaceut", "szpital", "pogotowi", "straż pożarn", "weterynarz", "położn",
];

/// Decisions, lower case.
#[rustfmt::skip]
const DECISIONS: Words = words![
    "decided", "agreed", "approved", "voted", "adopted", "resolved", "accepted", "wybrano", "zdecydowa", "postanow",
    "uchwal", "przyjęto", "zaakceptow", "ustalono", "ustalili", "uzgodni", "zatwierdz", "głosow",
];

/// Words of a finding, lower case.
#[rustfmt::skip]
const FINDINGS: Words = words![
    "study", "studies", "research", "trial", "found", "discover", "prevent", "protect", "show", "suggest", "risk", "effect", "reduc", "improv", "linked",
    "associated", "difference", "badani", "badacz", "naukow", "odkry", "hamuj", "chroni", "wykaza", "dowi", "sugeruj", "ryzyk", "skuteczn", "zmniejsz",
    "obniż", "poprawi", "pomaga", "związan", "różnic",
];

/// Words of a sentence that limits a finding, lower case.
#[rustfmt::skip]
const CAVEATS: Words = words![
    "cannot show", "cannot prove", "cannot say", "cannot rule out", "not prove", "not show", "not mean", "no proof",
    "in mice", "in rats", "in animals", "in the laboratory", "in a laboratory", "preliminary", "too small", "small sample",
    "not significant", "correlation", "not been tested", "not been shown", "not been reviewed", "peer-reviewed",
    "with caution", "too early", "nie dowodz", "nie pokazuj", "nie świadcz", "nie oznacza", "nie można wykluczyć",
    "nie pozwala", "nie rozstrzyga", "myszach", "myszy", "szczurach", "zwierzętach", "w laboratorium", "wstępn",
    "ostrożn", "próba była", "niewielkiej grup", "nieistotn", "nie zbadano", "korelacj", "za wcześnie", "recenzowan",
    "nie wiadomo",
];

/// Beginnings of sentences that limit the one before, lower case.
#[rustfmt::skip]
const LIMITS: Words = words![
    "only ", "except", "exceptions", "this does not", "this applies only", "it applies only", "it does not", "but only",
    "but not", "tylko ", "wyjąt", "nie dotyczy", "dotyczy to tylko", "dotyczy to wyłącznie", "to nie dotyczy",
    "nie obejmuje", "ale tylko",
];

/// Words of a sentence that takes back a part of another, lower case.
#[rustfmt::skip]
const RESTRICTIONS: Words = words![
    " closed", "is not open", "except", "apart from", "not available", "unavailable", "not valid", "does not apply",
    "do not apply", "not included", "suspended", "cancelled", "excluded", "zamknięt", "nieczynn", "z wyjątkiem", "oprócz",
    "niedostępn", "nie obowiązuj", "nie dotyczy", "nie obejmuj", "wyłączeni", "zawiesz", "odwołan", "poza sezonem",
];

/// Words of a time at which something is open, lower case.
const OPEN: Words = words![" open", "opening hours", "otwart", "czynn", "przyjmuj"];

/// Words of a harm that cannot be put right, lower case.
#[rustfmt::skip]
const HARMS: Words = words![
    "throw away", "throw it", "discard", "danger", "poison", "fatal", "fire", "lose ", "wyrzuc", "niebezpiecz", "truj",
    "śmier", "pożar", "straci", "utrat",
];

/// Beginnings of sentences about a case that the one before does not mention, lower case.
const EXCEPTIONS: Words =
    words!["should you ", "otherwise", "jeśli jednak", "jeżeli jednak", "w przeciwnym razie"];

/// Beginnings of the names of days, lower case.
#[rustfmt::skip]
const DAYS: Words = words![
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "poniedział", "wtork", "środ",
    "czwartk", "piątk", "sobot", "niedziel",
];

/// Names of months, lower case; "may" and "march" are also other words.
#[rustfmt::skip]
const MONTHS: Words = words![
    " january", " february", " april", " june", " july", " august", " september", " october", " november",
    " december", " stycznia", " lutego", " marca", " kwietnia", " maja", " czerwca", " lipca", " sierpnia",
    " września", " października", " listopada", " grudnia",
];

/// Beginnings of sentences with the other side of a matter, lower case.
#[rustfmt::skip]
const CONTRASTS: Words = words![
    "but ", "however", "yet ", "on the other hand", "by contrast", "critics", "opponents", "supporters", "ale ",
    "jednak", "natomiast", "z drugiej strony", "mimo to", "przeciwni", "krytycy", "zwolenni",
];

/// Beginnings of sentences that only illustrate.
const EXAMPLES: Words =
    words!["for example", "for instance", "e.g.", "imagine", "na przykład", "np.", "przykładowo", "wyobraź"];

/// Beginnings of sentences that are only polite, only disclaim or only open a letter or minutes.
const WISHES: Words = words![
    "we hope",
    "i hope",
    "thank you",
    "we do not ",
    "mamy nadzieję",
    "mam nadzieję",
    "liczymy na",
    "dziękuj",
    "dear ",
    "further to",
    "obecni ",
    "obecny ",
    "present were",
    "present:",
    "in attendance",
    "the meeting was opened",
    "the meeting opened",
    "the next meeting",
    "w spotkaniu ucz",
    "w zebraniu ucz",
    "spotkanie trwało",
    "zebranie trwało",
    "zebranie otw",
    "następne zebranie",
    "następne spotkanie",
    "cześć, ",
    "wracam do",
    "w nawiązaniu",
    "nawiązując"
];

/// Words inside a sentence that refer to a previous one, lower case with the spaces around them.
const REFERENCES: Words = words![" this ", " these ", " tej ", " tego ", " tych ", " tę ", " temu "];

/// The bonus for cues, requests and numbers, and whether readers may come to harm without the sentence: it forbids,
/// orders, says what to do in a certain case or by which day, or names an appointment. The last value: it says in which
/// case to get help.
pub fn bonus(text: &str, language: Option<Language>) -> (f32, bool, bool) {
    let lower = lower(text);
    let cues = match language {
        Some(Language::En) => ENGLISH_CUES,
        Some(Language::Pl) => POLISH_CUES,
        None => words![],
    };
    let count = cues.iter().filter(|cue| lower.has(cue)).count().min(2);
    let figures = text.bytes().any(|byte| byte.is_ascii_digit());
    let dated = has_date(&lower);
    let timed = has_time(text);
    let asks = REQUESTS.any_in(&lower);
    let duty = DUTIES.any_in(&lower);
    let forbids = BANS.any_in(&lower) || is_refusal(&lower);
    let contrasts = CONTRASTS.opening(&lower).is_some();
    let worth = |is: bool, bonus: f32| if is { bonus } else { 0.0 };
    let bonus = 0.08 * count as f32
        + worth(contrasts, 0.15)
        + worth(asks, 0.2)
        + worth(figures, 0.08)
        + worth(COSTS.any_in(&lower), 0.3)
        + worth(dated, 0.2)
        + worth(timed, 0.15)
        + worth(forbids, 0.5)
        + worth(HARMS.any_in(&lower), 0.2)
        + worth(duty, 0.25)
        + worth(DECISIONS.any_in(&lower), 0.3);
    let critical = forbids
        || duty && CASES.opening(&lower).is_some()
        || duty && HARMS.any_in(&lower)
        || asks && (dated || DAYS.any_in(&lower))
        || dated && timed
        || ORDERS.any_in(&lower);
    let is_case = CASES.opening(&lower).is_some() || CONDITIONS.any_in(&lower);
    let urgent = is_case && (HELP.any_in(&lower) || HARMS.any_in(&lower)) && (duty || asks || forbids);
    (bonus, critical || urgent, urgent)
}

fn has_date(lower: &str) -> bool {
    lower.bytes().any(|byte| byte.is_ascii_digit()) && MONTHS.any_in(lower)
}

/// "9:00"
fn has_time(text: &str) -> bool {
    text.as_bytes().windows(3).any(|signs| matches!(signs, [b'0'..=b'9', b':', b'0'..=b'9']))
}

/// Whether a sentence is an exception from the one before it.
pub fn is_exception(text: &str) -> bool {
    EXCEPTIONS.opening(&lower(beginning(text, 40))).is_some()
}

pub fn is_finding(text: &str) -> bool {
    FINDINGS.any_in(&lower(text))
}

/// What a reason begins with at the end of a sentence, lower case.
#[rustfmt::skip]
const REASONS: Words = words![", bo ", ", ponieważ ", ", gdyż ", ", because ", ", mainly because ", ", partly because "];

/// The fewest words that stay of a sentence.
const LEAST: usize = 4;

/// A sentence without the reason at its end, unless that gives figures, forbids or is not all that follows.
pub fn without_reason(text: &str) -> &str {
    let is_plain = |reason: &str| {
        !reason.contains([',', ';', ':', '(']) && !reason.bytes().any(|byte| byte.is_ascii_digit())
    };
    let cut = REASONS.iter().filter_map(|reason| text.place_of(reason).zip(Some(reason.len())));
    let cut =
        cut.filter(|(place, mark)| is_plain(&text[place + mark..]) && !BANS.any_in(&lower(&text[*place..])));
    let short = cut.map(|(place, _)| &text[..place]).find(|short| words(short).count() >= LEAST);
    short.unwrap_or(text)
}

/// Whether a sentence says what a finding does not show.
pub fn is_caveat(text: &str) -> bool {
    CAVEATS.any_in(&lower(text))
}

/// Whether a sentence takes back a part of another, and whether that other one says when something is open.
pub fn restricts(text: &str) -> Option<bool> {
    let lower = lower(text);
    let closes = [" closed", "zamknięt", "nieczynn"].iter().any(|word| lower.has(word));
    RESTRICTIONS.any_in(&lower).then_some(closes)
}

/// Whether a sentence says when something is open.
pub fn is_open(text: &str) -> bool {
    let lower = lower(text);
    OPEN.any_in(&lower) && !RESTRICTIONS.any_in(&lower)
}

/// Whether a sentence limits the one before it.
pub fn is_limit(text: &str) -> bool {
    LIMITS.opening(&lower(beginning(text, 40))).is_some()
}

/// Whether a sentence only opens a letter or minutes, thanks or wishes.
pub fn is_polite(text: &str) -> bool {
    WISHES.opening(&lower(beginning(text, 30))).is_some()
}

/// Names of documents: "Minutes of the meeting of 14 April." has no verb.
#[rustfmt::skip]
const DOCUMENTS: Words = words![
    "minutes", "notes", "report", "agenda", "summary", "announcement", "protokół", "notatka", "notatki",
    "sprawozdanie", "raport", "ogłoszenie", "komunikat", "streszczenie", "podsumowanie",
];

/// Verbs after the name of a document.
#[rustfmt::skip]
const VERBS: Words = words![
    "is", "are", "was", "were", "shows", "show", "says", "say", "has", "have", "will", "must", "can", "jest", "są",
    "będzie",
];
const VERB_ENDINGS: Words =
    words!["ał", "ił", "ył", "ła", "ło", "uje", "ują", "aje", "wiera", "wymaga", "kreśla", "każe"];

/// Whether a sentence is only the title of a document.
pub fn is_title(text: &str) -> bool {
    let lower = lower(beginning(text, 120));
    let mut all = lower.split_whitespace().map(|word| word.trim_end_matches([',', '.', ':']));
    all.next().is_some_and(|first| DOCUMENTS.contains(first))
        && all.clone().next().is_some_and(|second| {
            matches!(second, "of" | "from" | "on" | "for" | "z" | "ze" | "o" | "w" | "ws" | "dla")
        })
        && !all.any(|word| VERBS.contains(word) || VERB_ENDINGS.ending(word).is_some())
}

/// The factor for length and style.
pub fn weight(unit: &Unit) -> f32 {
    let text = unit.text.as_str();
    let figures = text.bytes().any(|byte| byte.is_ascii_digit());
    let length: f32 = match unit.words {
        0..=4 => 0.4,
        5..=7 if figures => 1.0,
        5..=7 => 0.75,
        8..=32 => 1.0,
        33..=48 => 0.85,
        _ => 0.6,
    };
    let end = text.trim_end_matches(['"', '”', '’', '»', ')']);
    let manner = if end.ends_with('?') {
        0.4
    } else if end.ends_with('!') {
        0.75
    } else {
        1.0
    };
    let lower = lower(beginning(text, 20));
    let example = if EXAMPLES.opening(&lower).is_some() { 0.6 } else { 1.0 };
    let wish = if is_polite(text) { 0.25 } else { 1.0 };
    let address = if text.has("://") || text.has("www.") || text.has("@") { 0.6 } else { 1.0 };
    let refers = if REFERENCES.any_in(text) { 0.85 } else { 1.0 };
    let item = if unit.kind == UnitKind::Item { 0.9 } else { 1.0 };
    length * manner * example * wish * address * refers * item * quoted(text)
}

/// Quotations weigh less than the text's own statements.
fn quoted(text: &str) -> f32 {
    let opens = text.starts_with(['„', '“', '"', '«', '–', '—']);
    let personal = text.has(" I ") || text.starts_with("I ") || text.starts_with("I'");
    match (opens, personal) {
        (true, _) => 0.7,
        (false, true) => 0.85,
        _ => 1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::without_reason;

    #[test]
    fn a_reason_without_figures_is_left_out() {
        for (text, short) in [
            ("Nie należy sięgać po aspirynę, bo nasila krwawienie.", "Nie należy sięgać po aspirynę"),
            ("The path is closed in May, because the birds nest there.", "The path is closed in May"),
            ("Costs rose by 18%, mainly because of dental treatment.", "Costs rose by 18%"),
        ] {
            assert_eq!(without_reason(text), short);
        }
        for text in [
            "Costs rose, because rent rose by 18%.",
            "Stop, because it burns.",
            "Do not open it, because it burns, and call us.",
        ] {
            assert_eq!(without_reason(text), text);
        }
    }
}
