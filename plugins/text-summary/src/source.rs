//! The text to be summarised, as sentences that may be in a summary and headings that may not.

mod blocks;
mod html;
mod line;
mod noise;

use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::Rc;

use sitewright_sdk::answer::plain;
use sitewright_sdk::units::{sentences, words};
use sitewright_sdk::{Joined, Language, Parts};

use crate::rank::is_caveat;
use blocks::Block;
pub use html::strip as without_tags;
pub use noise::beginning;
use sitewright_sdk::stems::language_of;

/// A parsed text.
pub struct Source {
    pub units: Vec<Unit>,
    /// Headings in order; the first one may be the title.
    pub headings: Vec<String>,
    pub words: usize,
    pub language: Option<Language>,
}

/// A unit that a summary includes whole or not at all.
#[derive(Clone, PartialEq, Debug)]
pub struct Unit {
    pub text: String,
    pub words: usize,
    pub kind: UnitKind,
    /// The paragraph that contains it, counted from 0.
    pub paragraph: usize,
    /// The heading above it.
    pub heading: Option<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnitKind {
    Sentence,
    /// An entry of a list, possibly without a full stop.
    Item,
    /// Part of a sentence that is too long for any summary, with an ellipsis where it was cut off.
    Excerpt,
}

/// A sentence of more words than this does not fit next to any other.
const LONGEST_SENTENCE: usize = 120;
/// The maximum number of sentences in a quotation before it counts as never closed.
const LONGEST_QUOTATION: usize = 6;
/// Marks of Markdown are searched for in texts up to this many bytes.
const MARKED: usize = 2_000;
/// Words of an excerpt from such a sentence.
const EXCERPT: usize = 30;
/// The maximum number of scored sentences and entries. The longest text of ordinary sentences has some 800 of them.
const MOST_UNITS: usize = 2_000;

thread_local! {
    /// The last parsed text. A run parses one text for its draft and for the checks of each answer.
    static LAST: RefCell<Option<(String, Rc<Source>)>> = const { RefCell::new(None) };
}

impl Source {
    /// Parses the text, or returns the last result if the text is the same.
    pub fn of(text: &str) -> Rc<Self> {
        LAST.with_borrow_mut(|last| match last {
            Some((known, source)) if known == text => Rc::clone(source),
            _ => {
                let source = Rc::new(Self::read(text));
                *last = Some((text.to_owned(), Rc::clone(&source)));
                source
            }
        })
    }

    fn read(text: &str) -> Self {
        let text = html::strip(text);
        let mut source = Self {
            units: Vec::new(),
            headings: Vec::new(),
            words: words(&text).count(),
            language: language_of(&text),
        };
        for (paragraph, block) in blocks::blocks(&text).into_iter().enumerate() {
            if source.is_full() {
                break;
            }
            match block {
                Block::Heading(heading) => source.headings.push(unmarked(&tidy(&heading))),
                Block::Paragraph(text) => source.add(&text, UnitKind::Sentence, paragraph),
                Block::Item(text) => source.add(&text, UnitKind::Item, paragraph),
            }
        }
        // If sentences are less than a fifth, the supposed headings and tables are the text.
        if source.units.iter().map(|unit| unit.words).sum::<usize>() * 5 < source.words {
            source.units.clear();
            source.take_anything(&text);
        }
        source
    }

    fn add(&mut self, text: &str, kind: UnitKind, paragraph: usize) {
        let text = tidy(text);
        for sentence in whole(&sentences(&text), &text) {
            if words(sentence).count() > LONGEST_SENTENCE {
                excerpts(sentence)
                    .iter()
                    .for_each(|excerpt| self.push(excerpt, UnitKind::Excerpt, paragraph));
            } else if !noise::is_noise(sentence) {
                self.push(&limit(sentence), kind, paragraph);
            }
        }
    }

    fn push(&mut self, text: &str, kind: UnitKind, paragraph: usize) {
        let (text, heading) = (unmarked(text), self.headings.len().checked_sub(1));
        let words = words(&text).count();
        if words > 0 && !self.is_full() {
            self.units.push(Unit { text, words, kind, paragraph, heading });
        }
    }

    fn is_full(&self) -> bool {
        self.units.len() >= MOST_UNITS
    }

    /// A text of only headings, tables or punctuation: its lines are the only content.
    fn take_anything(&mut self, text: &str) {
        self.headings.clear();
        for (paragraph, line) in text.lines().enumerate() {
            if self.is_full() {
                break;
            }
            let line = tidy(line);
            if words(&line).count() > LONGEST_SENTENCE {
                self.add(&line, UnitKind::Sentence, paragraph);
            } else {
                self.push(&line, UnitKind::Item, paragraph);
            }
        }
    }
}

/// The fewest words of a limit before its explanation.
const LIMIT: usize = 5;

/// A sentence that limits a finding without the explanation after its colon, so that both fit into a short summary.
fn limit(sentence: &str) -> Cow<'_, str> {
    match sentence.halves(": ") {
        Some((limit, _)) if is_caveat(limit) && words(limit).count() >= LIMIT => [limit, "."].concat().into(),
        _ => sentence.into(),
    }
}

/// A sentence or heading without Markdown's marks.
fn unmarked(text: &str) -> String {
    if text.len() > MARKED { text.to_owned() } else { plain(text) }
}

/// One line without footnote numbers and doubled spaces.
fn tidy(text: &str) -> String {
    let text = if text.has("[") { Cow::Owned(without_notes(text)) } else { Cow::Borrowed(text) };
    let mut out = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        out.push_str(if out.is_empty() { "" } else { " " });
        out.push_str(word);
    }
    out
}

fn without_notes(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(open) = rest.place_of("[") {
        let digits = rest[open + 1..].bytes().take_while(u8::is_ascii_digit).count();
        let is_note = (1..=3).contains(&digits) && rest[open + 1 + digits..].starts_with(']') && open > 0;
        let end = if is_note { open } else { open + 1 };
        out.push_str(&rest[..end]);
        rest = &rest[if is_note { open + digits + 2 } else { end }..];
    }
    out.push_str(rest);
    out
}

/// Sentences with quotations and brackets kept together: a split inside one is undone.
fn whole<'t>(pieces: &[&'t str], text: &'t str) -> Vec<&'t str> {
    let marks: Vec<Marks> = pieces.iter().map(|piece| Marks::of(piece)).collect();
    let mut found: Vec<&str> = Vec::with_capacity(pieces.len());
    let mut next = 0;
    while next < pieces.len() {
        let mut open = Marks::default();
        let closes = |piece: &usize| {
            open.add(&marks[*piece]);
            open.are_paired()
        };
        let last = (next..pieces.len().min(next + LONGEST_QUOTATION)).find(closes).unwrap_or(next);
        found.push(span(text, pieces[next], pieces[last]));
        next = last + 1;
    }
    found
}

/// The number of opening marks minus that of closing ones.
#[derive(Default)]
struct Marks {
    brackets: i32,
    guillemets: i32,
    /// „…” and “…” share a closing mark, and some authors close „ with “.
    quotes: i32,
    straight: i32,
}

impl Marks {
    fn of(text: &str) -> Self {
        let (mut marks, mut low) = (Self::default(), 0);
        for letter in text.chars() {
            match letter {
                '(' => marks.brackets += 1,
                ')' => marks.brackets -= 1,
                '«' => marks.guillemets += 1,
                '»' => marks.guillemets -= 1,
                '"' => marks.straight += 1,
                '„' => {
                    low += 1;
                    marks.quotes += 1;
                }
                '“' if low > 0 => {
                    low -= 1;
                    marks.quotes -= 1;
                }
                '“' => marks.quotes += 1,
                '”' => {
                    low -= 1;
                    marks.quotes -= 1;
                }
                _ => {}
            }
        }
        marks
    }

    fn add(&mut self, other: &Self) {
        self.brackets += other.brackets;
        self.guillemets += other.guillemets;
        self.quotes += other.quotes;
        self.straight += other.straight;
    }

    fn are_paired(&self) -> bool {
        self.brackets <= 0 && self.quotes <= 0 && self.guillemets == 0 && self.straight % 2 == 0
    }
}

/// `text` from the beginning of `first` to the end of `last`, both slices of it.
fn span<'t>(text: &'t str, first: &'t str, last: &'t str) -> &'t str {
    let place = |piece: &str| piece.as_ptr() as usize - text.as_ptr() as usize;
    text.get(place(first)..place(last) + last.len()).unwrap_or(first)
}

/// A sentence that never ends, split at its commas, otherwise wherever a piece is long enough.
fn excerpts(sentence: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut current: Vec<&str> = Vec::new();
    let mut close = |current: &mut Vec<&str>, is_last: bool| {
        let text = current.joined(" ");
        let text = text.trim_end_matches([',', ';', ':', '–', '-']);
        let (open, end) = (if found.is_empty() { "" } else { "… " }, if is_last { "" } else { " …" });
        found.push([open, text, end].concat());
        current.clear();
    };
    let mut all = sentence.split_whitespace().peekable();
    while let Some(word) = all.next() {
        current.push(word);
        let is_pause = word.ends_with([',', ';', '–']) && current.len() >= EXCERPT / 2;
        if all.peek().is_none() || is_pause || current.len() >= EXCERPT {
            close(&mut current, all.peek().is_none());
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{Source, UnitKind};

    fn units(text: &str) -> Vec<String> {
        Source::read(text).units.into_iter().map(|unit| unit.text).collect()
    }

    #[test]
    fn quotations_and_brackets_stay_whole() {
        let quote = "„To ważny dzień. Czekaliśmy długo.” – powiedziała burmistrz Anna Lis.";
        assert_eq!(units(&format!("{quote} Linia ruszy w maju.")), [quote, "Linia ruszy w maju."]);
        let bracket = "The line (opened in May. Nobody came.) is closed.";
        assert_eq!(units(bracket), [bracket]);
        assert_eq!(
            units("She said \"Go. Now.\" and left. He stayed."),
            ["She said \"Go. Now.\" and left.", "He stayed."]
        );
    }

    #[test]
    fn an_unclosed_bracket_does_not_join_the_rest() {
        let text = "One (is open. ".to_owned() + &"Another sentence stands here. ".repeat(20);
        assert!(units(&text).len() > 10);
    }

    #[test]
    fn footnotes_and_markdown_are_removed() {
        assert_eq!(
            units("The **tram**[12] is `new`.[3] It [runs](https://a.pl)."),
            ["The tram is new.", "It runs (https://a.pl)."]
        );
    }

    #[test]
    fn a_sentence_without_an_end_is_split_into_excerpts() {
        let source = Source::read(&"słowo ".repeat(400));
        assert!(source.units.len() > 10);
        assert!(source.units.iter().all(|unit| unit.kind == UnitKind::Excerpt && unit.words <= 30));
        assert!(source.units[1].text.starts_with("… ") && source.units[1].text.ends_with(" …"));
    }

    #[test]
    fn headings_are_not_sentences() {
        let source = Source::read("# New line\n\nThe tram runs from May.\n\nPrices\n\nA ticket costs 4 zł.");
        assert_eq!(source.headings, ["New line", "Prices"]);
        assert_eq!(source.units.iter().map(|unit| unit.heading).collect::<Vec<_>>(), [Some(0), Some(1)]);
    }

    #[test]
    fn a_text_of_headings_is_summarised() {
        assert_eq!(
            units("Free delivery\n\nTwo years of warranty\n\n# Thirty days\n\n# More"),
            ["Two years of warranty"]
        );
        assert_eq!(units("| a | b |\n| 1 | 2 |").len(), 2);
    }
}
