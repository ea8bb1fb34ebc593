//! Recognises answers that decline the work. They have a typical form at the beginning of a clause: "I can't" with a
//! verb of writing or helping and with the requested object, or "as an AI model" with "I cannot". A text about such
//! words is not a refusal.

use crate::units::lower_letter;
use crate::word_list::Words;
use crate::words;

/// Longest refusal, in bytes; a longer text that contains "I can't" is a text.
const LONGEST: usize = 600;
/// The number of characters of an answer that are checked.
const BEGINNING: usize = 240;
/// The number of words of a clause that may name the refused object.
const REACH: usize = 9;

/// Words before the refusal itself, lower case.
const OPENERS: Words = words![
    "i'm really sorry",
    "i'm so sorry",
    "i'm sorry",
    "i am sorry",
    "sorry",
    "my apologies",
    "apologies",
    "i apologize",
    "i apologise",
    "unfortunately",
    "however",
    "but",
    "and",
    "przepraszam",
    "bardzo mi przykro",
    "przykro mi",
    "niestety",
    "wybacz",
    "ale",
    "jednak",
];

/// "As an AI", followed by a comma, "model" and the like, or "I".
const ROLES: Words = words![
    "as an artificial intelligence",
    "as an ai",
    "as a large language model",
    "as a language model",
    "i'm just an ai",
    "i'm an ai",
    "i am just an ai",
    "i am an ai",
    "i'm a language model",
    "i am a language model",
    "jako sztuczna inteligencja",
    "jako duży model językowy",
    "jako model językowy",
    "jako model ai",
    "jako asystent ai",
    "jako ai",
    "jestem tylko modelem językowym",
    "jestem modelem językowym",
    "jestem sztuczną inteligencją",
];

/// Words after a role that do not make it another one, unlike "AI engineer".
const ROLE_ENDS: Words = words![
    ",",
    ".",
    ";",
    ":",
    " –",
    " -",
    " language model",
    " model",
    " assistant",
    " i ",
    " nie ",
    " and ",
    " językowy",
    " (",
];

/// "I cannot" after a role.
const CANNOT: Words = words![
    "i can't",
    "i cannot",
    "i can not",
    "i'm unable",
    "i am unable",
    "i'm not able",
    "i am not able",
    "i won't",
    "i must decline",
    "i don't have",
    "i do not have",
    "nie mogę",
    "nie potrafię",
    "nie jestem w stanie",
    "nie mam",
    "nie wolno mi",
];

/// Clauses that refuse regardless of what follows.
const DECLINES: Words = words![
    "i can't comply",
    "i cannot comply",
    "i must decline",
    "i have to decline",
    "i must respectfully decline",
    "this request goes against",
    "your request goes against",
    "this request violates",
    "it would be inappropriate for me to",
    "muszę odmówić napisania",
    "muszę odmówić wykonania",
    "muszę odmówić przygotowania",
    "muszę odmówić spełnienia",
    "muszę odmówić realizacji",
    "muszę odmówić pomocy",
    "odmawiam wykonania",
    "odmawiam napisania",
    "odmawiam przygotowania",
    "ta prośba narusza",
];

/// "I cannot" before a verb.
const UNABLE: Words = words![
    "i can't",
    "i cannot",
    "i can not",
    "i'm unable to",
    "i am unable to",
    "i'm not able to",
    "i am not able to",
    "i won't be able to",
    "i will not be able to",
    "i'm not comfortable",
    "i am not comfortable",
    "nie mogę",
    "nie potrafię",
    "nie jestem w stanie",
    "nie będę w stanie",
    "nie będę mógł",
    "nie będę mogła",
    "nie mogłabym",
    "nie mógłbym",
];

const VERBS: Words = words![
    "help",
    "assist",
    "create",
    "creating",
    "write",
    "writing",
    "generate",
    "generating",
    "produce",
    "provide",
    "providing",
    "draft",
    "fulfil",
    "fulfill",
    "complete",
    "answer",
    "respond",
    "continue",
    "proceed",
    "pomóc",
    "napisać",
    "pisać",
    "stworzyć",
    "tworzyć",
    "utworzyć",
    "przygotować",
    "wygenerować",
    "spełnić",
    "zrealizować",
    "wykonać",
    "opracować",
    "zredagować",
    "dostarczyć",
    "udzielić",
    "odpowiedzieć",
    "zrobić",
    "kontynuować",
];

/// Words beside the verb that name nothing.
const EMPTY: Words = words![
    "with", "you", "that", "this", "to", "here", "your", "in", "such", "the", "further", "tego", "tym", "w",
    "z", "ci", "panu", "pani", "na", "to", "takiego", "takich", "dla", "ciebie",
];

/// Objects that a user may have requested.
const REQUESTED: Words = words![
    "request",
    "requests",
    "text",
    "texts",
    "post",
    "posts",
    "content",
    "copy",
    "article",
    "ad",
    "advert",
    "advertisement",
    "description",
    "message",
    "letter",
    "response",
    "answer",
    "material",
    "task",
    "prompt",
    "prośby",
    "prośbie",
    "polecenia",
    "polecenie",
    "zadania",
    "zadaniu",
    "zadaniem",
    "tekstu",
    "tekstem",
    "tekstów",
    "treści",
    "posta",
    "postu",
    "wpisu",
    "artykułu",
    "opisu",
    "reklamy",
    "ogłoszenia",
    "wiadomości",
    "listu",
    "odpowiedzi",
    "materiału",
    "materiałów",
    "zapytania",
    "pytanie",
];

/// Words that may follow the object and say which kind is refused. "I can't write a post without coffee" is a text.
const SPECIFIED: Words = words![
    "that",
    "which",
    "about",
    "for",
    "promoting",
    "containing",
    "on",
    "of",
    "as",
    "because",
    "since",
    "with",
    "encouraging",
    "like",
    "this",
    "in",
    "o",
    "który",
    "która",
    "które",
    "którego",
    "której",
    "dla",
    "promującego",
    "promującej",
    "promujących",
    "zawierającego",
    "zawierającej",
    "zawierających",
    "ponieważ",
    "na",
    "z",
    "tego",
    "takiego",
    "takiej",
    "takich",
    "w",
];

/// Verbs that refuse without an object.
const HELPING: Words = words!["help", "assist", "proceed", "pomóc"];

/// Words that show that the clause is about something else: "I can't write another post without coffee".
const ELSEWHERE: Words = words!["another", "without", "until", "kolejnego", "kolejnej", "bez", "dopóki"];

/// Whether a cleaned answer declines.
pub(super) fn refuses(answer: &str) -> bool {
    if answer.len() > LONGEST {
        return false;
    }
    let plain = |letter| if letter == '’' { '\'' } else { lower_letter(letter) };
    let start: String = answer.chars().take(BEGINNING).map(plain).collect();
    // Each sentence and clause of the beginning: the apology may be a separate one.
    let ends = |letter| matches!(letter, '.' | '!' | '?' | '\n' | ';' | '–' | '—');
    let clauses = start.split(ends).flat_map(|sentence| {
        let later = [", but ", ", ale ", ", so ", ", więc ", ", however "];
        let places = later.iter().filter_map(|mark| sentence.find(mark).map(|place| place + mark.len()));
        places.map(|place| &sentence[place..]).chain([sentence]).collect::<Vec<_>>()
    });
    let mut clauses = clauses.take(REACH);
    clauses.any(|clause| declines(without_openers(clause)))
}

fn without_openers(clause: &str) -> &str {
    let between =
        |letter: char| letter.is_whitespace() || matches!(letter, ',' | '"' | '„' | '“' | '*' | ':');
    let mut rest = clause.trim_start_matches(between);
    while let Some(opener) = OPENERS.opening(rest) {
        let after = &rest[opener.len()..];
        if after.starts_with(char::is_alphanumeric) {
            break;
        }
        rest = after.trim_start_matches(between);
    }
    rest
}

fn declines(clause: &str) -> bool {
    if let Some(role) = ROLES.opening(clause) {
        let rest = &clause[role.len()..];
        return (rest.is_empty() || ROLE_ENDS.opening(rest).is_some()) && CANNOT.any_in(rest);
    }
    if DECLINES.opening(clause).is_some() {
        return true;
    }
    let Some(unable) = UNABLE.opening(clause) else { return false };
    names_the_work(&clause[unable.len()..])
}

/// Whether a clause after "I cannot" refuses the work itself.
fn names_the_work(clause: &str) -> bool {
    let clause = clause.split([',', ':', '(']).next().unwrap_or_default();
    let words: Vec<&str> = clause.split_whitespace().take(REACH).collect();
    let Some(verb) = words.iter().take(4).position(|word| VERBS.contains(word)) else { return false };
    let others = || words.iter().enumerate().filter(|(place, _)| *place != verb).map(|(_, word)| *word);
    // "I can't help with that", "nie mogę w tym pomóc".
    if others().all(|word| EMPTY.contains(word)) {
        return words.len() > 1 || HELPING.contains(words[verb]);
    }
    if others().any(|word| ELSEWHERE.contains(word)) {
        return false;
    }
    let Some(work) = others().position(|word| REQUESTED.contains(word)) else { return false };
    others().nth(work + 1).is_none_or(|next| SPECIFIED.contains(next))
}

#[cfg(test)]
mod tests {
    use super::refuses;

    /// Answers and whether they decline; the TypeScript SDK uses the same file.
    const ANSWERS: &str = include_str!("../../fixtures/refusals.json");

    #[test]
    fn q5_refusals_are_recognised_by_their_form() {
        let answers: serde_json::Value = serde_json::from_str(ANSWERS).expect("JSON");
        for (kind, declines) in [("refusals", true), ("texts", false)] {
            let texts = answers[kind].as_array().expect("a list");
            assert!(texts.len() >= 60, "{kind}: thirty in each language");
            let texts = texts.iter().filter_map(|text| text.as_str());
            let wrong: Vec<&str> = texts.filter(|text| refuses(text) != declines).collect();
            assert!(wrong.is_empty(), "{kind}: {wrong:#?}");
        }
    }
}
