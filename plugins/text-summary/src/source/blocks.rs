//! Joins lines to headings, paragraphs and list entries.

use sitewright_sdk::Joined;
use sitewright_sdk::units::{is_lower, words};

use super::line::{self, Line};

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Block {
    Heading(String),
    Paragraph(String),
    Item(String),
}

/// A line at least this long was wrapped rather than ended.
const WRAPPED: usize = 55;
/// Entries after "You need:" are joined to it if each has at most this number of words,
const SHORT_ENTRY: usize = 8;
/// there are at most this number of them,
const FEW_ENTRIES: usize = 8;
/// and the whole remains a readable sentence.
const JOINED: usize = 45;

pub fn blocks(text: &str) -> Vec<Block> {
    let lines: Vec<Line<'_>> = text.lines().map(line::read).collect();
    let mut found = Vec::new();
    let mut next = 0;
    while next < lines.len() {
        next = match lines[next] {
            Line::Blank | Line::Row => next + 1,
            Line::Heading(text) => {
                found.push(Block::Heading(text.to_owned()));
                next + 1
            }
            Line::Item(_) => item(&lines, next, &mut found),
            Line::Text(_) => paragraph(&lines, next, &mut found),
        };
    }
    join_short_lists(found)
}

/// An entry with all its wrapped lines.
fn item(lines: &[Line<'_>], start: usize, found: &mut Vec<Block>) -> usize {
    let Line::Item(first) = lines[start] else { return start + 1 };
    let mut text = first.to_owned();
    let mut next = start + 1;
    while let Some(Line::Text(more)) = lines.get(next) {
        if !is_wrapped(&text, lines_end(lines, next - 1), more) {
            break;
        }
        text.push(' ');
        text.push_str(more);
        next += 1;
    }
    // "1. Definitions" above a paragraph is its heading.
    let before = lines[..start].iter().rev().find(|line| **line != Line::Blank);
    let alone = !matches!(before, Some(Line::Item(_)))
        && !before.is_some_and(|line| matches!(line, Line::Text(lead) if lead.ends_with(':')));
    let heads =
        alone && line::looks_like_heading(&text) && matches!(following(lines, next), Some(Line::Text(_)));
    found.push(if heads { Block::Heading(text) } else { Block::Item(text) });
    next
}

/// Text lines up to a gap: wrapped lines are joined; short ones without a full stop are a heading if there is one, a
/// list if there are several.
fn paragraph(lines: &[Line<'_>], start: usize, found: &mut Vec<Block>) -> usize {
    let end = start + lines[start..].iter().take_while(|line| matches!(line, Line::Text(_))).count();
    let texts: Vec<&str> = lines[start..end]
        .iter()
        .filter_map(|line| if let Line::Text(text) = line { Some(*text) } else { None })
        .collect();
    let mut pieces: Vec<String> = Vec::new();
    for (place, text) in texts.iter().enumerate() {
        match pieces.last_mut() {
            Some(last) if is_wrapped(last, texts[place - 1], text) => {
                last.push(' ');
                last.push_str(text);
            }
            _ => pieces.push((*text).to_owned()),
        }
    }
    let short: Vec<bool> = pieces.iter().map(|piece| line::looks_like_heading(piece)).collect();
    let open = short.iter().filter(|is_short| **is_short).count();
    let is_list = open >= 3 && open * 2 > pieces.len();
    let followed = matches!(following(lines, end), Some(Line::Text(_) | Line::Item(_) | Line::Row));
    let count = pieces.len();
    for (place, (piece, is_entry)) in pieces.into_iter().zip(short).enumerate() {
        let heads = !is_list && is_entry && (place + 1 < count || followed);
        found.push(match (heads, is_entry) {
            (true, _) => Block::Heading(piece),
            (false, true) => Block::Item(piece),
            _ => Block::Paragraph(piece),
        });
    }
    end
}

/// Whether the line `after` continues `before`; `last` is the line just before it.
fn is_wrapped(before: &str, last: &str, after: &str) -> bool {
    let long = last.chars().count() >= WRAPPED;
    let goes_on =
        after.starts_with(|letter: char| is_lower(letter) || matches!(letter, '(' | '„' | '"' | '“'));
    let number = after.starts_with(|letter: char| letter.is_ascii_digit());
    match (line::is_ended(before), long) {
        (true, long) => long,
        (false, true) => true,
        (false, false) => {
            !last.ends_with(':')
                && (goes_on && last.chars().count() >= 20
                    || last.ends_with(',')
                    || number && last.chars().count() >= 40)
        }
    }
}

fn lines_end<'t>(lines: &[Line<'t>], place: usize) -> &'t str {
    match lines.get(place) {
        Some(Line::Text(text) | Line::Item(text)) => text,
        _ => "",
    }
}

fn following<'a, 't>(lines: &'a [Line<'t>], from: usize) -> Option<&'a Line<'t>> {
    lines[from..].iter().find(|line| **line != Line::Blank)
}

/// "You need:" and its short entries become one sentence: "You need: flour; water; salt."
fn join_short_lists(mut blocks: Vec<Block>) -> Vec<Block> {
    let mut found: Vec<Block> = Vec::with_capacity(blocks.len());
    let mut next = 0;
    while next < blocks.len() {
        if let Some((lead, count)) = joined(&blocks, next) {
            found.extend(lead);
            next += count;
        } else {
            found.push(std::mem::replace(&mut blocks[next], Block::Item(String::new())));
        }
        next += 1;
    }
    found
}

/// The result for a block at `place` that announces short entries, and the number of entries.
fn joined(blocks: &[Block], place: usize) -> Option<(Vec<Block>, usize)> {
    let (Block::Paragraph(lead) | Block::Item(lead)) = &blocks[place] else { return None };
    if !lead.ends_with(':') {
        return None;
    }
    let entries: Vec<&str> = blocks[place + 1..]
        .iter()
        .take(FEW_ENTRIES + 1)
        .map_while(|block| if let Block::Item(text) = block { Some(text.as_str()) } else { None })
        .collect();
    if !can_be_joined(lead, &entries) {
        return None;
    }
    let count = entries.len();
    let entries: Vec<&str> = entries.iter().map(|entry| entry.trim_end_matches(['.', ';', ','])).collect();
    let (before, sentence) = last_sentence(lead);
    let mut found = Vec::new();
    if !before.is_empty() {
        found.push(Block::Paragraph(before.to_owned()));
    }
    found.push(Block::Item([sentence, " ", &entries.joined("; "), "."].concat()));
    Some((found, count))
}

fn can_be_joined(lead: &str, entries: &[&str]) -> bool {
    let total: usize = words(last_sentence(lead).1).count()
        + entries.iter().map(|entry| words(entry).count()).sum::<usize>();
    (2..=FEW_ENTRIES).contains(&entries.len())
        && total <= JOINED
        && entries
            .iter()
            .all(|entry| words(entry).count() <= SHORT_ENTRY && !entry.ends_with([':', '!', '?']))
}

fn last_sentence(text: &str) -> (&str, &str) {
    let last = sitewright_sdk::units::sentences(text).pop().unwrap_or(text);
    text.strip_suffix(last).map_or(("", text), |before| (before.trim_end(), last))
}

#[cfg(test)]
mod tests {
    use super::Block::{Heading, Item, Paragraph};
    use super::blocks;

    #[test]
    fn wrapped_lines_are_joined() {
        let text = "The council has agreed on a plan that will change how people\ntravel. Work begins in May.\n\nPrices\nA ticket costs 4 zł.";
        let joined =
            "The council has agreed on a plan that will change how people travel. Work begins in May.";
        assert_eq!(
            blocks(text),
            [
                Paragraph(joined.to_owned()),
                Heading("Prices".to_owned()),
                Paragraph("A ticket costs 4 zł.".to_owned())
            ]
        );
    }

    #[test]
    fn short_lines_in_a_row_are_a_list() {
        let entries = ["Free delivery", "Two years of warranty", "Thirty days to return"];
        assert_eq!(blocks(&entries.join("\n")), entries.map(|entry| Item(entry.to_owned())));
    }

    #[test]
    fn a_short_list_is_joined_to_its_lead() {
        assert_eq!(
            blocks("Welcome here. You need:\n- flour,\n- water,\n- salt\n\nMix it all in a bowl."),
            [
                Paragraph("Welcome here.".to_owned()),
                Item("You need: flour; water; salt.".to_owned()),
                Paragraph("Mix it all in a bowl.".to_owned()),
            ]
        );
    }

    #[test]
    fn numbered_lines_above_paragraphs_are_headings() {
        assert_eq!(
            blocks("1. Definitions\nThe Seller is Example Ltd."),
            [Heading("Definitions".to_owned()), Paragraph("The Seller is Example Ltd.".to_owned()),]
        );
    }
}
