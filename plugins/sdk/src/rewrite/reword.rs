//! Rewording by rules that keep the grammar correct: fixed phrases for fixed phrases, and a clause that moves behind
//! its main clause.

use sitewright_sdk_macros::Choice;

use super::addresses;
use crate::brief::Brief;
use crate::choice::Choice;
use crate::language::Language;
use crate::material::capitalized;
use crate::units::{bare, lower, lower_letter, sentences, words};

/// The requested style of a new version.
#[derive(Choice, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    Standard,
    Simpler,
    Formal,
    Creative,
    Shorter,
    #[choice("SEO-safe")]
    SeoSafe,
}

impl Mode {
    /// Minimum and maximum length, in percent of the source's.
    pub const fn share(self) -> (u32, u32) {
        if matches!(self, Self::Shorter) { (30, 95) } else { (80, 120) }
    }

    /// The name of its phrases. The phrases of the standard mode carry no meaning, so search phrases stay
    /// unchanged.
    fn table(self) -> &'static str {
        if matches!(self, Self::SeoSafe) { Self::Standard.id() } else { self.id() }
    }
}

/// Rewords `text`; the terms in `kept`, quotations, tags and addresses stay.
///
/// Texts: `swaps.<mode>`, a list of "phrase => other | another", where "phrase !word" is skipped before that word and
/// an empty other removes the phrase; `clauses`, the conjunctions whose clause may move; `pronouns`, words of a main
/// clause that prevent moving.
pub fn reword<I>(brief: &Brief<'_, I>, text: &str, kept: &[String], mode: Mode, variant: usize) -> String {
    // If few phrases can change, a further variant may leave all of them; then the next one is used.
    for variant in variant..variant + 3 {
        let (way, choices) = reworded(brief, text, kept, mode, variant);
        if way != text {
            return way;
        }
        if choices == 0 {
            break;
        }
    }
    text.to_owned()
}

/// The text, and the number of clauses and phrases of it that could be changed.
fn reworded<I>(
    brief: &Brief<'_, I>,
    text: &str,
    kept: &[String],
    mode: Mode,
    variant: usize,
) -> (String, usize) {
    let (moved, clauses) =
        if mode == Mode::Shorter { (text.to_owned(), 0) } else { move_clauses(brief, text, kept, variant) };
    let swaps: Vec<Swap> =
        brief.list(&["swaps", mode.table()].join(".")).iter().filter_map(|line| Swap::of(line)).collect();
    let protected = protected(&moved, kept);
    let mut work = Work { text: &moved, out: String::with_capacity(moved.len()), raises: false };
    let (mut place, mut hits) = (0, variant);
    let mut ahead = protected.iter().peekable();
    while place < moved.len() {
        while ahead.next_if(|(_, end)| *end <= place).is_some() {}
        let next = ahead.peek().map(|range| **range);
        if let Some((_, end)) = next.filter(|(start, _)| *start <= place) {
            work.copy(place, end);
            place = end;
            continue;
        }
        // Phrases begin with a letter, and most words begin with another one, so this comparison is fast.
        let first = moved[place..].chars().next().map(lower_letter);
        let mut alike = swaps.iter().filter(|swap| swap.from.chars().next() == first);
        let found = alike.find_map(|swap| swap.length_at(&moved, place).map(|length| (swap, length)));
        let is_free = |length: usize| next.is_none_or(|(start, _)| place + length <= start);
        if let Some((swap, length)) = found.filter(|(_, length)| is_free(*length)) {
            let options: Vec<&str> =
                swap.to.iter().copied().filter(|option| !brief.is_avoided(option)).collect();
            // Further variants also leave some phrases unchanged.
            let choice = options.get(hits % (options.len() + usize::from(variant > 0)).max(1)).copied();
            hits += 1;
            place = work.put(place, length, choice);
            continue;
        }
        let next = next_word(&moved, place);
        work.copy(place, next);
        place = next;
    }
    (work.out, clauses + hits - variant)
}

/// One phrase with its replacements.
struct Swap {
    from: &'static str,
    not_before: Vec<&'static str>,
    to: Vec<&'static str>,
}

impl Swap {
    fn of(line: &'static str) -> Option<Self> {
        let (from, to) = line.split_once("=>")?;
        let mut parts = from.trim().split(" !");
        let from = parts.next()?.trim();
        Some(Self {
            from,
            not_before: parts.map(str::trim).collect(),
            to: to.split('|').map(str::trim).collect(),
        })
    }

    /// The bytes of the phrase at `place`, in any case, if it is there as whole words.
    fn length_at(&self, text: &str, place: usize) -> Option<usize> {
        let mut letters = text[place..].chars();
        let stands =
            self.from.chars().all(|wanted| letters.next().is_some_and(|letter| same(letter, wanted)));
        let rest = letters.as_str();
        let ends =
            !rest.starts_with(|letter: char| letter.is_alphanumeric() || matches!(letter, '-' | '\'' | '’'));
        let next = || lower(bare(rest.split_whitespace().next().unwrap_or_default()));
        let allowed =
            stands && ends && (self.not_before.is_empty() || !self.not_before.contains(&next().as_str()));
        allowed.then(|| text.len() - place - rest.len())
    }
}

fn same(letter: char, wanted: char) -> bool {
    lower_letter(letter) == wanted || (wanted == '\'' && letter == '’')
}

/// The new text.
struct Work<'a> {
    text: &'a str,
    out: String,
    /// The next word opens the sentence, because the one before it was removed.
    raises: bool,
}

impl Work<'_> {
    fn copy(&mut self, from: usize, to: usize) {
        let piece = &self.text[from..to];
        if std::mem::take(&mut self.raises) {
            self.out.push_str(&capitalized(piece));
        } else {
            self.out.push_str(piece);
        }
    }

    /// Replaces `length` bytes by `choice`, or keeps them if it is `None`; returns the offset to continue at.
    fn put(&mut self, place: usize, length: usize, choice: Option<&str>) -> usize {
        let end = place + length;
        let opens = self.raises || self.text[place..].starts_with(char::is_uppercase);
        match choice {
            None => self.copy(place, end),
            Some("") => {
                self.raises = opens;
                return self.take_away(end);
            }
            Some(other) => {
                self.raises = false;
                self.out.push_str(&if opens { capitalized(other) } else { other.to_owned() });
            }
        }
        end
    }

    /// Also removes the comma and the space after a phrase, or the space before it at the end of a sentence.
    fn take_away(&mut self, end: usize) -> usize {
        let rest = &self.text[end..];
        let comma = usize::from(self.raises && rest.starts_with(','));
        // Between two commas the second one is removed, too.
        let comma = if self.out.ends_with(", ") { usize::from(rest.starts_with(',')) } else { comma };
        let space = usize::from(rest[comma..].starts_with(' '));
        if space == 0 && self.out.ends_with(' ') {
            self.out.pop();
        }
        end + comma + space
    }
}

/// The next offset to check: after the word at `place`, or after one character.
fn next_word(text: &str, place: usize) -> usize {
    let rest = &text[place..];
    let is_joined = |letter: char| letter.is_alphanumeric() || matches!(letter, '-' | '\'' | '’');
    let word =
        if rest.starts_with(char::is_alphanumeric) { rest.find(|letter| !is_joined(letter)) } else { None };
    match word {
        Some(length) => place + length,
        None if rest.starts_with(char::is_alphanumeric) => text.len(),
        None => place + rest.chars().next().map_or(1, char::len_utf8),
    }
}

/// Bytes of terms, quotations, tags and addresses, in order and without gaps between those that touch.
fn protected(text: &str, kept: &[String]) -> Vec<(usize, usize)> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    let mut addresses = addresses(text);
    addresses.sort_unstable();
    addresses.dedup();
    for piece in kept.iter().chain(&addresses).filter(|piece| !piece.is_empty()) {
        found.extend(text.match_indices(piece.as_str()).map(|(place, piece)| (place, place + piece.len())));
    }
    for (open, close) in [('„', '”'), ('“', '”'), ('«', '»'), ('"', '"'), ('<', '>'), ('`', '`'), ('{', '}')]
    {
        let mut from = 0;
        while let Some(start) = text[from..].find(open).map(|place| from + place) {
            let inside = start + open.len_utf8();
            let Some(length) = text[inside..].find(close) else { break };
            from = inside + length + close.len_utf8();
            found.push((start, from));
        }
    }
    found.sort_unstable();
    let mut merged: Vec<(usize, usize)> = Vec::new();
    for (start, end) in found {
        match merged.last_mut() {
            Some((_, last)) if start <= *last => *last = end.max(*last),
            _ => merged.push((start, end)),
        }
    }
    merged
}

/// "If it rains, we stay." as "We stay if it rains.", in every other sentence that allows it; and how many allow it.
fn move_clauses<I>(brief: &Brief<'_, I>, text: &str, kept: &[String], variant: usize) -> (String, usize) {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    let mut count = variant;
    for sentence in sentences(text) {
        let Some(place) = rest.find(sentence) else { continue };
        out.push_str(&rest[..place]);
        rest = &rest[place + sentence.len()..];
        match move_clause(brief, sentence)
            .filter(|_| !kept.iter().any(|term| sentence.starts_with(term.as_str())))
        {
            Some(moved) => {
                out.push_str(if count.is_multiple_of(2) { &moved } else { sentence });
                count += 1;
            }
            None => out.push_str(sentence),
        }
    }
    out.push_str(rest);
    (out, count - variant)
}

/// The minimum number of words of a clause that can move, and of its main clause.
const SHORTEST: usize = 3;

fn move_clause<I>(brief: &Brief<'_, I>, sentence: &str) -> Option<String> {
    let (clause, main) = sentence.strip_suffix('.')?.split_once(", ")?;
    let conjunction = lower(clause.split(' ').next()?);
    let is_plain = !main.contains([',', '(', '"', '„', '”', '“', ';', ':', '–', '—', '…'])
        && !clause.contains(['(', '"', '„', ':', '–']);
    let is_long = |part: &str| words(part).count() >= SHORTEST;
    if !is_plain
        || !is_long(clause)
        || !is_long(main)
        || !brief.list("clauses").contains(&conjunction.as_str())
    {
        return None;
    }
    let is_polish = brief.language() == Language::Pl;
    let main = main.strip_prefix(if is_polish { "to " } else { "then " }).unwrap_or(main);
    let points_back = words(main).any(|word| brief.list("pronouns").contains(&lower(bare(word)).as_str()));
    let first = clause.chars().next()?;
    let rest = &clause[first.len_utf8()..];
    let between = if is_polish { ", " } else { " " };
    let opening = String::from(lower_letter(first));
    (!points_back).then(|| [&capitalized(main), between, &opening, rest, "."].concat())
}

/// Small words that only one of the languages has.
const SMALL: [&[&str]; 2] = [
    &[
        "the", "and", "of", "is", "you", "your", "for", "with", "that", "this", "are", "our", "we", "it",
        "a", "in",
    ],
    &["i", "w", "z", "się", "nie", "jest", "na", "że", "dla", "jak", "co", "czy", "ale", "od", "są", "do"],
];

/// A text of this many words without a small word of the wanted language is in a language that the rules do not
/// support.
const TELLING: usize = 12;

/// Whether `text` is clearly in another language than the result: rules reword, they do not translate.
pub fn is_foreign(text: &str, wanted: Language) -> bool {
    let count = |language: Language| {
        let is_small = |word: &str| SMALL[language as usize].contains(&lower(bare(word)).as_str());
        words(text).filter(|word| is_small(word)).count()
    };
    let letters = text.chars().filter(|letter| "ąęłśżźćń".contains(*letter)).count();
    let (english, polish) = (count(Language::En), count(Language::Pl) + letters);
    let (own, other) = if wanted == Language::Pl { (polish, english) } else { (english, polish) };
    (other >= 2 && other > 2 * own) || (own == 0 && words(text).count() >= TELLING)
}
