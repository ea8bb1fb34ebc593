//! Removes the wrapping that models put around an answer.

use crate::parts::Parts;
use crate::scan::{self, Class};
use crate::signs::visible;
use crate::units::{lower, lower_letter};
use crate::word_list::Words;
use crate::words;

/// Openings of a line that announces the answer, lower case.
#[rustfmt::skip]
const ANNOUNCEMENTS: Words = words![
    "here is", "here's", "here are", "sure", "certainly", "of course", "absolutely", "below is", "great", "okay", "ok,",
    "understood", "final answer", "corrected", "revised", "i apologi", "apologies", "my apologies", "i'm sorry",
    "sorry", "you're right", "no problem", "with pleasure", "oto", "jasne", "oczywiście", "poniżej", "proszę",
    "pewnie", "świetnie", "gotowe", "przygotował", "tutaj jest", "ok.", "rozumiem", "przepraszam", "poprawion",
    "ostateczn", "masz rację", "z przyjemnością",
];
/// Words that make such a line without a colon an announcement.
#[rustfmt::skip]
const OFFERS: Words = words![
    "happy to help", "glad to help", "can help you", "help with that", "confusion", "my mistake", "previous answer",
    "chętnie pomogę", "mogę pomóc", "pomogę", "za pomyłkę", "za zamieszanie", "poprzedni",
];

/// Bytes of the longest line that announces the answer or labels it.
const LONGEST_ANNOUNCEMENT: usize = 160;

/// Names of the speaker before the whole answer.
const SPEAKERS: Words = words!["assistant:", "asystent:", "final answer:", "ostateczna odpowiedź:"];

/// Tags around thoughts before the answer, and around the answer itself.
const THOUGHTS: Words = words!["think", "thinking", "thought", "reasoning", "reflection", "scratchpad"];
const WRAPPERS: Words =
    words!["answer", "output", "result", "response", "text", "final", "post", "odpowiedź", "tekst"];

/// Marks of a model's turns that are not part of a text.
const TURNS: Words = words!["</s>", "<s>", "[/INST]", "[INST]", "<end_of_turn>", "<start_of_turn>model"];

/// Openings of a closing remark to the user, and words that identify it.
#[rustfmt::skip]
const CLOSINGS: &[(&str, Words)] = &[
    ("let me know", words![
        "version", "variant", "change", "adjust", "tweak", "revis", "like me to", "want me to", "rewrite", "the tone",
    ]),
    ("feel free to", words!["adjust", "change", "edit", "customi", "tweak", "modify", "adapt", "personali", "replace"]),
    ("i hope this", words![""]),
    ("hope this helps", words![""]),
    ("would you like me", words![""]),
    ("would you like", words!["version", "variant", "the tone", "this text"]),
    ("if you'd like", words!["version", "variant", "the tone", "this text"]),
    ("if you want", words!["another version", "variant", "the tone", "this text", "this post"]),
    ("is there anything else", words![""]),
    ("note:", words!["character", "word", "limit", "version", "tone"]),
    ("explanation:", words![""]),
    ("why this works", words![""]),
    ("key changes", words![""]),
    ("changes made", words![""]),
    ("daj znać", words![
        "wersj", "wariant", "zmian", "zmieni", "popraw", "dostosow", "przerob", "skróci", "wydłuży", "żebym", "abym",
    ]),
    ("mam nadzieję, że ten", words![""]),
    ("mam nadzieję, że to pomo", words![""]),
    ("mam nadzieję, że tekst", words![""]),
    ("czy chcesz, abym", words![""]),
    ("czy chcesz, żebym", words![""]),
    ("chcesz, żebym", words![""]),
    ("jeśli chcesz", words!["wersj", "wariant", "ten tekst", "ton ", "treść"]),
    ("chętnie", words!["inną wersj", "kolejny wariant", "ten tekst", "ton tekstu"]),
    ("możesz śmiało", words!["zmieni", "dostosow", "edyt"]),
    ("uwaga:", words!["znak", "słów", "limit", "wersj"]),
    ("wyjaśnienie:", words![""]),
    ("wprowadzone zmiany", words![""]),
    ("(liczba", words!["znak", "słów"]),
    ("(character", words!["count"]),
    ("(word count", words![""]),
    ("character count", words![""]),
    ("word count", words![""]),
    ("liczba znaków", words![""]),
    ("liczba słów", words![""]),
];

/// Bytes of the longest closing remark; a longer paragraph is part of the text.
const LONGEST_CLOSING: usize = 300;

/// Letters of the longest opening among them.
const LONGEST_OPENING: usize = 24;

/// Bytes of the longest label with its number.
const LONGEST_LABEL: usize = 24;

const LABELS: Words = words![
    "variant",
    "version",
    "option",
    "post",
    "wariant",
    "wersja",
    "opcja",
    "text",
    "tekst",
    "answer",
    "odpowiedź",
];

const QUOTES: &[(char, char)] =
    &[('"', '"'), ('„', '”'), ('„', '“'), ('“', '”'), ('«', '»'), ('\'', '\''), ('`', '`')];

/// `answer` without invisible characters, reasoning, marks of turns, code fences, announcements, labels, closing
/// remarks and tags or quotes around the whole.
pub fn clean(answer: &str) -> String {
    let answer = without_turns(visible(answer));
    let mut text = without_thoughts(&answer);
    // Layers come in any order: a fence inside quotes, an announcement before a fence.
    for _ in 0..4 {
        let before = text.len();
        text = unfence(text);
        text = unwrap(text);
        text = without_announcement(text);
        text = without_closing(text);
        text = unquote(text);
        if text.len() == before {
            break;
        }
    }
    let has_returns = scan::find(text.as_bytes(), Class::of([b'\r'])).is_some();
    let text = if has_returns { text.with("\r\n", "\n") } else { text.to_owned() };
    // Line breaks that are escaped once too often; JSON is read with its escapes.
    let is_escaped =
        text.places_of("\\n").nth(1).is_some() && !text.has("\n") && !text.starts_with(['{', '[']);
    if is_escaped { text.with("\\n", "\n") } else { text }
}

/// The text without marks such as `<|im_end|>`.
fn without_turns(mut text: String) -> String {
    const LONGEST_MARK: usize = 32;
    if scan::find(text.as_bytes(), Class::of([b'<', b'['])).is_none() {
        return text;
    }
    let mut from = 0;
    while let Some(open) = text[from..].place_of("<|").map(|place| from + place) {
        match text[open..].place_of("|>").filter(|length| *length <= LONGEST_MARK) {
            Some(length) => text.replace_range(open..open + length + 2, ""),
            None => from = open + 2,
        }
    }
    let mut rest = text.trim();
    while let Some(mark) = TURNS.opening(rest) {
        rest = rest[mark.len()..].trim_start();
    }
    while let Some(mark) = TURNS.ending(rest) {
        rest = rest[..rest.len() - mark.len()].trim_end();
    }
    if rest.len() == text.len() { text } else { rest.to_owned() }
}

/// The answer after the model's thoughts; nothing if they do not end.
fn without_thoughts(answer: &str) -> &str {
    let text = answer.trim();
    for name in THOUGHTS.iter() {
        let close = ["</", name, ">"].concat();
        if let Some((_, rest)) = text.halves(&close) {
            return without_thoughts(rest);
        }
        if text.starts_with(&*["<", name, ">"].concat()) {
            return "";
        }
    }
    text
}

/// The content of `<answer>…</answer>`, of `\boxed{…}`, and of an answer under the name of its speaker.
fn unwrap(text: &str) -> &str {
    let boxed = text.strip_prefix("\\boxed{").and_then(|rest| rest.strip_suffix('}'));
    if let Some(inside) = boxed {
        return inside.trim();
    }
    let start: String = text.chars().take(LONGEST_OPENING).map(lower_letter).collect();
    if let Some(speaker) = SPEAKERS.opening(&start) {
        // The lower-case letters of these words have the length of the capital ones.
        return text.get(speaker.len()..).unwrap_or(text).trim();
    }
    let Some((name, inside)) = text.strip_prefix('<').and_then(|rest| rest.halves(">")) else { return text };
    let end = ["</", name, ">"].concat();
    match inside.strip_suffix(&*end) {
        Some(inside) if WRAPPERS.contains(&lower(name)) => inside.trim(),
        _ => text,
    }
}

/// The content of a code fence that contains the answer, with or without words before it.
fn unfence(text: &str) -> &str {
    // A search for one letter is many times faster than for three, and most answers do not contain it.
    let Some(open) = scan::find(text.as_bytes(), Class::of([b'`'])).and_then(|_| text.place_of("```")) else {
        return text;
    };
    let announced = text[..open].trim();
    if announced.lines().count() > 1 || (!announced.is_empty() && !announced.ends_with(':')) {
        return text;
    }
    let inside = text[open + 3..].halves("\n").map_or("", |(_, rest)| rest);
    match inside.halves("```") {
        Some((inside, _)) => inside.trim(),
        None => inside.trim(),
    }
}

fn without_announcement(text: &str) -> &str {
    let Some((first, rest)) = text.halves("\n") else { return text };
    let line = first.trim().trim_matches(['*', '#', ' ', '_']);
    if line.len() > LONGEST_ANNOUNCEMENT {
        return text;
    }
    let lower = lower(line);
    let lower: String = lower.chars().map(|letter| if letter == '’' { '\'' } else { letter }).collect();
    let is_open = lower.ends_with([':', ')'])
        || rest.trim_start_matches([' ', '\r']).starts_with('\n') && OFFERS.any_in(&lower);
    let announces = is_open && ANNOUNCEMENTS.opening(&lower).is_some();
    if announces || is_label(&lower) { rest.trim() } else { text }
}

/// The first of several variants in one answer, each under a numbered label: "Variant 2:".
pub(crate) fn first_variant(text: &str) -> &str {
    let mut end = 0;
    for line in text.split_inclusive('\n') {
        if end > 0 && is_numbered(line) {
            return text[..end].trim_end();
        }
        end += line.len();
    }
    text
}

/// "Variant 2:", "### Option 3".
pub(crate) fn is_numbered(line: &str) -> bool {
    let line = lower(line.trim().trim_matches(['*', '#', ' ', '_']));
    let line = line.trim_end_matches([':', '.', ')', '*']);
    line.len() <= LONGEST_LABEL && line.ends_with(|letter: char| letter.is_ascii_digit()) && is_label(line)
}

/// "Variant 2:", "**Post**", "Wersja 1".
fn is_label(line: &str) -> bool {
    let name = line
        .trim_end_matches([':', '*', ' '])
        .trim_end_matches(|letter: char| letter.is_ascii_digit() || letter == '.')
        .trim_end();
    LABELS.contains(name)
}

fn without_closing(text: &str) -> &str {
    let Some(start) = last_break(text) else { return text };
    let last = text[start..].trim().trim_matches(['*', '_']);
    if last.len() > LONGEST_CLOSING {
        return text;
    }
    let is_rule = last.chars().all(|letter| matches!(letter, '-' | '*' | '_'));
    if is_rule || is_remark(last) { text[..start].trim_end() } else { text }
}

/// The offset of the line breaks before the last paragraph.
fn last_break(text: &str) -> Option<usize> {
    let mut end = text.len();
    loop {
        let second = scan::rfind(text.get(..end)?.as_bytes(), Class::of([b'\n']))?;
        let first = second.checked_sub(1)?;
        if text.as_bytes()[first] == b'\n' {
            return Some(first);
        }
        end = second;
    }
}

fn is_remark(paragraph: &str) -> bool {
    // The beginning is enough to rule out most paragraphs, so it is checked first.
    let start: String = paragraph.chars().take(LONGEST_OPENING).map(lower_letter).collect();
    let start = start.with("’", "'");
    let mut closings = CLOSINGS.iter().filter(|(opening, _)| start.starts_with(opening)).peekable();
    closings.peek().is_some() && {
        let whole = lower(paragraph);
        closings.any(|(_, signs)| signs.any_in(&whole))
    }
}

/// Quotes are removed only if they enclose the whole and are not used inside.
fn unquote(text: &str) -> &str {
    for (open, close) in QUOTES {
        let inside = text.strip_prefix(*open).and_then(|rest| rest.strip_suffix(*close));
        if let Some(inside) = inside.filter(|inside| !inside.contains([*open, *close])) {
            return inside.trim();
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{clean, first_variant};
    use crate::answer::{find_flaw, is_polish};
    use crate::language::Language::{En, Pl};

    /// Answers with wrapping, and texts that resemble it; the TypeScript SDK uses the same file.
    const ANSWERS: &str = include_str!("../../fixtures/answers.json");

    fn answers(kind: &str) -> Vec<String> {
        let answers: serde_json::Value = serde_json::from_str(ANSWERS).expect("JSON");
        let list = answers[kind].as_array().expect("a list").iter();
        list.map(|answer| answer.as_str().expect("a text").to_owned()).collect()
    }

    #[test]
    fn wrapping_is_removed() {
        for wrapped in answers("wrapped") {
            assert_eq!(clean(&wrapped), "Fresh rolls at seven.", "{wrapped}");
        }
    }

    #[test]
    fn texts_that_resemble_wrapping_and_refusals_stay() {
        let texts = answers("texts");
        assert!(texts.len() >= 100);
        let wrong: Vec<&String> = texts
            .iter()
            .filter(|text| {
                let language = if text.chars().any(is_polish) { Pl } else { En };
                clean(text) != **text || find_flaw(text, &[], "data-12", language).is_some()
            })
            .collect();
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    #[test]
    fn the_first_of_several_variants_is_used() {
        let text = "Fresh rolls at seven.\nCome early.";
        for label in ["Variant 2:", "**Wariant 2**", "### Option 2", "Version 2.", "Wersja 2)"] {
            assert_eq!(first_variant(&[text, "\n\n", label, "\nWarm rolls."].concat()), text, "{label}");
        }
        for text in ["Option 2 is the blue one.\nTake it.", "We compared.\nOption 2 won.", "Variant 1"] {
            assert_eq!(first_variant(text), text);
        }
    }
}
