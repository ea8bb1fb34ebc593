//! Signs: quotes, dashes, spaces, marks of Markdown, hidden characters, places left to fill.

use std::sync::LazyLock;

use regex::Regex;

use super::Checked;
use super::facts::around;
use crate::eval::text::{ADDRESS, TAG, pattern, words};

type Pattern = LazyLock<Regex>;

static WORD_TWICE: Pattern = LazyLock::new(|| pattern(r"(?i)\b(\p{L}{2,})\b"));
static SPACES: Pattern =
    LazyLock::new(|| pattern(r"\S {2,}\S| [,;!?](?:\s|$)| \.(?:\s|$)|\p{Ll}[,;]\p{L}|\( | \)"));
static DASHES: Pattern = LazyLock::new(|| pattern(r"\p{L},? - [\p{L}\d]|\p{L} ?-- ?\p{L}"));
static MARKUP: Pattern = LazyLock::new(|| pattern(r"\*\*|__|\]\(|(?m)^#{1,6} |^```|</?[a-z]+[^>]*>"));
static PLACES: Pattern = LazyLock::new(|| {
    pattern(
        r"\{+\w+\}+|\[\p{L}[^\]\n]{1,40}\](?:[^(]|$)|(?i:lorem ipsum)|\bTODO\b|\bXXX+\b|\bundefined\b|\bnull\b",
    )
});
static HIDDEN: Pattern =
    LazyLock::new(|| pattern("[\u{202A}-\u{202E}\u{2066}-\u{2069}\u{200B}\u{FEFF}\u{2060}\u{FFFD}]"));
static ONE_LETTER: Pattern = LazyLock::new(|| pattern(r"(?i)(?:^|[\s(„])[aiouwz]([ \u{a0}])\S"));
static CAPITALS: Pattern = LazyLock::new(|| pattern(r"\b\p{Lu}{5,}\b"));
static YEAR: Pattern = LazyLock::new(|| pattern(r"\b(?:19|20)\d\d r(?:$|[^.\p{L}]| [\p{Ll}])"));

pub fn check(checked: &mut Checked, is_frame: bool) {
    let language = checked.language();
    for (field, text) in checked.prose() {
        let is_markdown = checked.parts.iter().any(|part| part.name == field && part.is_markdown);
        let is_html = TAG.is_match(&text) && is_markdown;
        let text = ADDRESS.replace_all(&text, "address");
        let text = if is_html { TAG.replace_all(&text, "\n") } else { text };
        find(checked, field, &text, "hidden", true, &HIDDEN);
        find(checked, field, &text, "spaces", false, &SPACES);
        if !is_markdown {
            find(checked, field, &text, "markup", true, &MARKUP);
        }
        if is_frame {
            continue;
        }
        // Only a draft may leave something to fill in.
        let is_answer = !checked.is_draft;
        // The idea for a picture stands apart from the text that is sent.
        if is_answer || field != "image_idea" {
            find(checked, field, &text, "place-left", is_answer, &PLACES);
        }
        find(checked, field, &text, "capitals", false, &CAPITALS);
        find(checked, field, &text, "dash", false, &DASHES);
        repeated(checked, field, &text);
        if text.matches('!').count() > 3 + checked.source.matches('!').count() || text.contains("!!") {
            checked.minor("exclamations", field, "too many");
        }
        match language {
            "pl" => {
                quotes(checked, field, &text, &['"', '“'], "„…”");
                find(checked, field, &text, "abbreviation", false, &YEAR);
                one_letter(checked, field, &text);
            }
            "en" => quotes(checked, field, &text, &['„'], "“…”"),
            _ => {}
        }
        begins(checked, field, &text);
    }
}

/// Findings of a pattern that the input does not have.
fn find(checked: &mut Checked, field: &str, text: &str, rule: &str, serious: bool, pattern: &Regex) {
    for found in pattern.find_iter(text) {
        let same = |other: regex::Match| other.as_str().trim() == found.as_str().trim();
        if !pattern.find_iter(checked.source).any(same) {
            checked.add(rule, serious, field, around(text, found.start(), found.end()));
        }
    }
}

/// The same word twice in a row.
fn repeated(checked: &mut Checked, field: &str, text: &str) {
    let all: Vec<_> = WORD_TWICE.find_iter(text).collect();
    for pair in all.windows(2) {
        let same = pair[0].as_str().to_lowercase() == pair[1].as_str().to_lowercase();
        let between = &text[pair[0].end()..pair[1].start()];
        if same && between == " " && !checked.source.contains(&text[pair[0].start()..pair[1].end()]) {
            checked.serious("word-twice", field, around(text, pair[0].start(), pair[1].end()));
        }
    }
}

/// Opening quotes of another language. Polish closes with the sign that opens an English quotation in some fonts.
fn quotes(checked: &mut Checked, field: &str, text: &str, wrong: &[char], right: &str) {
    let opened = text.matches('„').count();
    for sign in wrong.iter().filter(|sign| !checked.source.contains(**sign)) {
        let count = text.matches(*sign).count();
        let closing = *sign == '“' && count <= opened;
        if count > 0 && !closing {
            checked.minor("quotes", field, format!("{sign} instead of {right}"));
        }
    }
}

/// One-letter words are bound to the next word everywhere or nowhere.
fn one_letter(checked: &mut Checked, field: &str, text: &str) {
    let spaces: Vec<String> = ONE_LETTER.captures_iter(text).map(|found| found[1].to_owned()).collect();
    let bound = spaces.iter().filter(|space| *space == "\u{a0}").count();
    if bound > 0 && bound < spaces.len() {
        checked.minor("nbsp", field, format!("{bound} of {} one-letter words are bound", spaces.len()));
    }
}

/// A part that begins with a small letter although the input has the word with a capital, or not at all.
fn begins(checked: &mut Checked, field: &str, text: &str) {
    let first = text.split_whitespace().next().unwrap_or_default();
    let is_small = first.chars().next().is_some_and(char::is_lowercase);
    let known = checked.source.split_whitespace().any(|word| word == first);
    if is_small && !known && words(text).len() > 2 {
        checked.minor("small-letter", field, first);
    }
}
