//! Removes the wrapping that models put around an answer.

use crate::parts::Parts;
use crate::scan::{self, Class};
use crate::signs::visible;
use crate::units::{lower, lower_letter};
use crate::word_list::Words;
use crate::words;

/// Openings of a line that announces the answer, lower case.
const ANNOUNCEMENTS: Words = words![
    "here is",
    "here's",
    "here are",
    "sure",
    "certainly",
    "of course",
    "absolutely",
    "below is",
    "great",
    "okay",
    "ok,",
    "oto",
    "jasne",
    "oczywiście",
    "poniżej",
    "proszę",
    "pewnie",
    "świetnie",
    "gotowe",
    "przygotował",
    "tutaj jest",
    "ok.",
];

/// Bytes of the longest line that announces the answer or labels it.
const LONGEST_ANNOUNCEMENT: usize = 160;

/// Openings of a closing remark to the user, and words that identify it.
const CLOSINGS: &[(&str, &[&str])] = &[
    ("let me know", &["version", "variant", "change", "adjust", "tweak", "revis"]),
    ("feel free to", &["adjust", "change", "edit", "customi"]),
    ("i hope this", &[""]),
    ("would you like me", &[""]),
    ("note:", &["character", "word", "limit"]),
    ("daj znać", &["wersj", "wariant", "zmian", "popraw", "dostosow"]),
    ("mam nadzieję, że ten", &[""]),
    ("czy chcesz, abym", &[""]),
    ("uwaga:", &["znak", "słów", "limit"]),
    ("(liczba", &["znak", "słów"]),
    ("(character", &["count"]),
    ("character count", &[""]),
    ("liczba znaków", &[""]),
];

/// Bytes of the longest closing remark; a longer paragraph is part of the text.
const LONGEST_CLOSING: usize = 300;

/// Letters of the longest opening among them.
const LONGEST_OPENING: usize = 24;

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

const QUOTES: &[(char, char)] = &[('"', '"'), ('„', '”'), ('“', '”'), ('«', '»'), ('\'', '\''), ('`', '`')];

/// `answer` without invisible characters, reasoning, code fences, announcements, labels, closing remarks and quotes
/// around the whole.
pub fn clean(answer: &str) -> String {
    let answer = visible(answer);
    let mut text = without_thoughts(&answer);
    // Layers come in any order: a fence inside quotes, an announcement before a fence.
    for _ in 0..4 {
        let before = text.len();
        text = unfence(text);
        text = without_announcement(text);
        text = without_closing(text);
        text = unquote(text);
        if text.len() == before {
            break;
        }
    }
    let has_returns = scan::find(text.as_bytes(), Class::of([b'\r'])).is_some();
    if has_returns { text.with("\r\n", "\n") } else { text.to_owned() }
}

fn without_thoughts(answer: &str) -> &str {
    let text = answer.trim();
    match text.strip_prefix("<think>") {
        Some(thoughts) => thoughts.halves("</think>").map_or("", |(_, rest)| rest).trim(),
        None => text,
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
    let announces =
        (lower.ends_with(':') || lower.ends_with(":)")) && ANNOUNCEMENTS.opening(&lower).is_some();
    if announces || is_label(&lower) { rest.trim() } else { text }
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
    let Some((_, signs)) = CLOSINGS.iter().find(|(opening, _)| start.starts_with(opening)) else {
        return false;
    };
    let whole = lower(paragraph);
    signs.iter().any(|sign| whole.has(sign))
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
    use super::clean;

    #[test]
    fn wrapping_is_removed() {
        for wrapped in [
            "  Fresh rolls at seven.\n",
            "\"Fresh rolls at seven.\"",
            "„Fresh rolls at seven.”",
            "```\nFresh rolls at seven.\n```",
            "```text\nFresh rolls at seven.\n```",
            "Here is your post:\n\nFresh rolls at seven.",
            "Sure! Here's a friendly version for you:\n```\n\"Fresh rolls at seven.\"\n```\nLet me know what you think!",
            "Oto Twój post:\n\nFresh rolls at seven.\n\nDaj znać, jeśli chcesz inną wersję!",
            "**Variant 1:**\nFresh rolls at seven.",
            "Wariant 2\nFresh rolls at seven.",
            "<think>Short, they said.</think>\nFresh rolls at seven.",
            "Fresh rolls at seven.\n\n(Character count: 21)",
        ] {
            assert_eq!(clean(wrapped), "Fresh rolls at seven.", "{wrapped}");
        }
    }

    #[test]
    fn parts_of_the_text_stay() {
        for text in [
            "\"Fresh\" rolls, \"warm\"",
            "Here is the thing about bread: it waits.",
            "Opening hours:\nMonday to Friday",
            "Which one is yours?\n\nLet me know in the comments!",
            "Masz ulubioną bułkę?\n\nDaj znać w komentarzu!",
            "Post ratuje wieczór\nI już.",
        ] {
            assert_eq!(clean(text), text);
        }
    }
}
