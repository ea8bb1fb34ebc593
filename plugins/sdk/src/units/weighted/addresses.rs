//! Finds the web addresses that X recognises in a post: domains with a listed ending, with or without a scheme.

use std::ops::Range;

use super::endings::{ASCII, FOREIGN};
use super::punycode;

/// Longest label of a domain, longest address.
const LABEL: usize = 63;
const LONGEST: usize = 4096;

/// The number of letters of a label that are read; more are too many in any encoding.
const LONGEST_LABEL: usize = 128;

/// The maximum number of bytes from the character before an address to its first dot: a scheme and the longest label.
const FAR: usize = 4 * LONGEST_LABEL + 16;

/// The addresses of `text`, from left to right.
pub fn find(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    if !text.contains('.') {
        return found;
    }
    let mut from = 0;
    let mut dead = [0; 2];
    let mut dot = 0;
    for (place, before) in text.char_indices() {
        if place < from {
            continue;
        }
        // Without a dot within this distance no domain begins.
        if dot < place {
            let Some(ahead) = text.as_bytes()[place..].iter().position(|byte| *byte == b'.') else { break };
            dot = place + ahead;
        }
        if dot - place > FAR {
            continue;
        }
        // An address follows another character; only at the very start there is none.
        let after = place + before.len_utf8();
        if place > 0 && !text[after..].starts_with(is_domain_letter) {
            continue;
        }
        let starts = [(may_precede(before), after, before), (place == 0, 0, ' ')];
        let hit = starts.into_iter().filter(|(open, ..)| *open).find_map(|(_, start, before)| {
            // A result from the second letter on does not apply to the first.
            let dead = if start == 0 { &mut [0; 2] } else { &mut dead };
            address(text, start, before, dead).map(|(length, valid)| (start..start + length, valid))
        });
        if let Some((range, valid)) = hit {
            from = range.end;
            if valid {
                found.push(range);
            }
        }
    }
    found
}

fn may_precede(letter: char) -> bool {
    !(letter.is_ascii_alphanumeric()
        || matches!(letter, '@' | '＠' | '$' | '#' | '＃' | '\u{FFFE}' | '\u{FEFF}' | '\u{FFFF}'))
}

/// Length of a possible address at `start`, and whether it is one. `dead` contains, for either kind of domain, the
/// offset before which none begins: without it a row of labels would be read to its end from each of them.
fn address(text: &str, start: usize, before: char, dead: &mut [usize; 2]) -> Option<(usize, bool)> {
    let text_from = &text[start..];
    let begins_with =
        |scheme: &&str| text_from.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme));
    let may_begin = text_from.starts_with(['h', 'H']);
    let scheme = if may_begin { ["https://", "http://"].into_iter().find(begins_with) } else { None };
    let in_word = scheme.is_none() && matches!(before, '-' | '_' | '.' | '/');
    let any_letter = scheme.is_some() || in_word;
    let start = start + scheme.map_or(0, str::len);
    let dead = &mut dead[usize::from(any_letter)];
    if start < *dead {
        return None;
    }
    let (domain, read) = domain(&text[start..], any_letter);
    if domain.is_none() {
        *dead = start + read;
    }
    let (name, rest) = text[start..].split_at(domain?);
    let length = scheme.map_or(0, str::len) + name.len() + tail(rest, scheme.is_some());
    let is_short = |label: &str| label.chars().nth(LABEL).is_none() && punycode::length(label) <= LABEL;
    let fits = name.split('.').all(is_short);
    Some((length, fits && length <= LONGEST && !in_word))
}

/// Length of a domain: labels separated by dots, the last of them an ending. Also the offset before which the result
/// is the same: the labels before the last one that was read, and the part of it that fails from every start.
fn domain(text: &str, any_letter: bool) -> (Option<usize>, usize) {
    let is_letter: fn(char) -> bool = if any_letter { is_domain_letter } else { is_latin };
    let (mut start, mut end) = (0, None);
    loop {
        let rest = &text[start..];
        if rest.starts_with(['-', '_']) {
            return (end, start);
        }
        let is_outside = |(_, letter): &(usize, char)| !(is_letter(*letter) || matches!(letter, '-' | '_'));
        // A word without an end is not a label, and is not read to its end from each of its letters.
        let length = match rest.char_indices().take(LONGEST_LABEL).find(is_outside) {
            Some((length, _)) => length,
            None if rest.chars().nth(LONGEST_LABEL).is_none() => rest.len(),
            None => return (end, start + too_long(rest, is_letter)),
        };
        let label = &rest[..length];
        if start > 0
            && let Some(ending) = ending_at(rest, length)
        {
            end = Some(start + ending);
        }
        // The same applies to starts later in this label.
        if label.is_empty() || label.ends_with(['-', '_']) || !rest[length..].starts_with('.') {
            return (end, start + length);
        }
        if !any_letter && let Some(place) = label.rfind('_') {
            return (end, start + place);
        }
        start += length + 1;
    }
}

/// The number of bytes to skip in a label with too many letters until few enough are left.
fn too_long(rest: &str, is_letter: fn(char) -> bool) -> usize {
    let end = rest.find(|letter| !(is_letter(letter) || matches!(letter, '-' | '_'))).unwrap_or(rest.len());
    rest[..end].char_indices().rev().nth(LONGEST_LABEL).map_or(0, |(place, _)| place)
}

/// Length of the ending at the start of `rest`, of any script, regardless of the labels before it; the label there
/// has `length` bytes of its own kind.
fn ending_at(rest: &str, length: usize) -> Option<usize> {
    let is_outside = |(_, letter): &(usize, char)| !is_domain_letter(*letter) && *letter != '-';
    let outside = rest.char_indices().take(LONGEST_LABEL).find(is_outside);
    let wide = outside.map_or(rest.len(), |(place, _)| place.max(length));
    ending(&rest[..wide], &rest[wide..])
}

/// Length of the ending that a label starts with; letters beyond ASCII may follow it. `after` is the text after the
/// label.
fn ending(label: &str, after: &str) -> Option<usize> {
    let length = label.bytes().take_while(u8::is_ascii_alphanumeric).count();
    let (name, rest) = label.split_at(length);
    let is_open =
        |text: &str| !text.starts_with(|next: char| next.is_ascii_alphanumeric() || "@+-".contains(next));
    let stands = |rest: &str| is_open(if rest.is_empty() { after } else { rest });
    if stands(rest) && is_listed(name) {
        return Some(length);
    }
    if !label.is_ascii() {
        let mut foreign = FOREIGN.split(' ').filter_map(|ending| label.strip_prefix(ending));
        if let Some(rest) = foreign.find(|rest| stands(rest)) {
            return Some(label.len() - rest.len());
        }
    }
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'-';
    let plain = label.bytes().take_while(is_plain).count();
    (plain > PUNYCODE.len() && label[..PUNYCODE.len()].eq_ignore_ascii_case(PUNYCODE)).then_some(plain)
}

/// The prefix of an ending with letters beyond ASCII.
const PUNYCODE: &str = "xn--";

/// Letters of the longest ending in ASCII.
const LONGEST_ENDING: usize = 18;

fn is_listed(name: &str) -> bool {
    let mut lower = [0; LONGEST_ENDING];
    let Some(lower) = lower.get_mut(..name.len()) else { return false };
    lower.copy_from_slice(name.as_bytes());
    lower.make_ascii_lowercase();
    let Some((length, list)) = ASCII.iter().find(|(length, _)| *length == name.len()) else { return false };
    let word = |place: usize| &list.as_bytes()[place * length..(place + 1) * length];
    let (mut low, mut high) = (0, list.len() / length);
    while low < high {
        let middle = (low + high) / 2;
        match word(middle).cmp(lower) {
            std::cmp::Ordering::Less => low = middle + 1,
            std::cmp::Ordering::Equal => return true,
            std::cmp::Ordering::Greater => high = middle,
        }
    }
    false
}

/// Length of port, path and query; a bare domain includes the others only with a path.
fn tail(text: &str, after_scheme: bool) -> usize {
    let digits = text.strip_prefix(':').map_or(0, |port| port.bytes().take_while(u8::is_ascii_digit).count());
    let port = if digits > 0 { digits + 1 } else { 0 };
    let path = port + path(&text[port..]);
    if path > port || after_scheme { path + query(&text[path..]) } else { 0 }
}

/// Up to the last character that may end a path; parentheses belong to it in pairs.
fn path(text: &str) -> usize {
    if !text.starts_with('/') {
        return 0;
    }
    let (mut end, mut open) = (1, 0);
    for (place, letter) in text.char_indices().skip(1) {
        let plain = is_latin(letter) || matches!(letter, 'Ѐ'..='ӿ');
        match letter {
            '(' if open < 2 => open += 1,
            ')' if open > 0 => open -= 1,
            _ if plain || "-!*';:=+,.$/%#[]–_~@|&".contains(letter) => {}
            _ => break,
        }
        if open == 0 && (plain || "-+=_#/)".contains(letter)) {
            end = place + letter.len_utf8();
        }
    }
    end
}

fn query(text: &str) -> usize {
    let Some(rest) = text.strip_prefix('?') else { return 0 };
    let is_inside =
        |letter: char| letter.is_ascii_alphanumeric() || "!?*'@();:&=+$/%#[]-_.,~|".contains(letter);
    let run = &rest[..rest.find(|letter| !is_inside(letter)).unwrap_or(rest.len())];
    let may_end = |letter: char| letter.is_ascii_alphanumeric() || "-_&=#/".contains(letter);
    run.rfind(may_end).map_or(0, |place| place + 2)
}

/// Letters of a bare domain, and of paths.
fn is_latin(letter: char) -> bool {
    letter.is_ascii_alphanumeric()
        || matches!(letter as u32, 0xC0..=0xD6 | 0xD8..=0xF6 | 0xF8..=0x24F | 0x253 | 0x254 | 0x256 | 0x257 | 0x259 | 0x25B
            | 0x263 | 0x268 | 0x26F | 0x272 | 0x289 | 0x28B | 0x2BB | 0x300..=0x36F | 0x1E00..=0x1EFF)
}

/// Letters of a domain after a scheme: all characters except punctuation, spaces and invisible ones.
fn is_domain_letter(letter: char) -> bool {
    !(letter.is_whitespace()
        || matches!(letter, '!' | '#'..='/' | ':'..='@' | '['..='_' | '{'..='~')
        || matches!(letter as u32, 0x180E | 0x61C | 0x200E | 0x200F | 0x202A..=0x202E | 0x2066..=0x2069 | 0xFEFF | 0xFFFE | 0xFFFF))
}
