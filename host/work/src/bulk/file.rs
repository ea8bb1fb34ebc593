//! Reads an uploaded table: encoding, separator, rows. Errors name line and column.

use csv::StringRecord;
use encoding_rs::{Encoding, ISO_8859_2, UTF_8, WINDOWS_1250};

use super::{FILE_BYTES, MOST_ROWS};
use crate::platform::prelude::*;

/// Columns of a table.
const MOST_COLUMNS: usize = 200;
/// Characters of a column name; a longer text means that the line is not a header.
const NAME_CHARS: usize = 200;
/// The magic number of an Excel workbook, which is a ZIP archive.
const WORKBOOK: &[u8] = b"PK\x03\x04";

/// A parsed table.
#[derive(Debug)]
pub struct Table {
    /// Its name in the WHATWG Encoding standard.
    pub encoding: &'static str,
    pub separator: char,
    /// Trimmed column names; a column without a name has only empty cells.
    pub header: Vec<String>,
    pub rows: Vec<Record>,
}

/// A row of the table.
#[derive(Debug)]
pub struct Record {
    /// Its first line in the file, from 1.
    pub line: u64,
    /// As many as the header has.
    pub cells: Vec<String>,
    /// The number of cells in the file, which may be larger.
    pub count: usize,
}

/// Reads a file.
pub fn read(bytes: &[u8]) -> Result<Table> {
    if bytes.len() > FILE_BYTES {
        return Err(refused(Text::key("bulk.file-too-large").with("max_mb", FILE_BYTES / (1024 * 1024))));
    }
    refuse_if(bytes.starts_with(WORKBOOK), || refused(Text::key("bulk.workbook")))?;
    let (text, encoding) = decode(bytes)?;
    let (text, named, first_line) = separator_line(&text);
    refuse_if(text.trim().is_empty(), || refused(Text::key("bulk.empty-file")))?;
    let separator = named.unwrap_or_else(|| likely_separator(text));
    check_quotes(text, separator, first_line)?;
    let mut records = records(text, separator)?;
    let taken = |record: &StringRecord| Record::of(record, text, first_line);
    let header = header(records.next().transpose()?.as_ref().map(taken))?;
    let (mut rows, mut count) = (Vec::new(), 0);
    for record in records {
        let record = record?;
        if record.iter().all(str::is_empty) {
            continue;
        }
        // Surplus cells are counted for the message, but not kept.
        count += 1;
        if count > MOST_ROWS {
            continue;
        }
        let mut record = taken(&record);
        while record.cells.len() > header.len() && record.cells.last().is_some_and(String::is_empty) {
            record.cells.pop();
        }
        record.count = record.cells.len();
        record.cells.resize(header.len(), String::new());
        rows.push(record);
    }
    check_rows(&header, &rows, count)?;
    Ok(Table { encoding: encoding.name(), separator, header, rows })
}

fn refused(text: Text) -> Problem {
    Problem::invalid_field("file", text)
}

/// Decodes by the byte order mark; otherwise as UTF-8 if valid, or as one of the two encodings that Polish programs
/// write.
fn decode(bytes: &[u8]) -> Result<(String, &'static Encoding)> {
    let (encoding, text) = match Encoding::for_bom(bytes) {
        Some((encoding, mark)) => (encoding, encoding.decode_without_bom_handling(&bytes[mark..]).0),
        None => match std::str::from_utf8(bytes) {
            Ok(text) => (UTF_8, text.into()),
            Err(_) => {
                let encoding = polish_encoding(bytes);
                (encoding, encoding.decode_without_bom_handling(bytes).0)
            }
        },
    };
    // Tables have no other control characters: this is a binary file.
    if text.chars().any(|char| char.is_control() && !matches!(char, '\t' | '\n' | '\r' | '\u{80}'..='\u{9f}'))
    {
        return Err(refused(Text::key("bulk.not-text")));
    }
    Ok((text.into_owned(), encoding))
}

/// Windows-1250 and ISO 8859-2 differ in six Polish letters: ą, ś and ź, small and capital. A byte that is a letter
/// in one is a symbol in the other, so letters next to ASCII letters are counted. General detectors use frequencies,
/// which a table of a few words does not have.
fn polish_encoding(bytes: &[u8]) -> &'static Encoding {
    const WINDOWS: &[u8] = b"\xa5\xb9\x8c\x9c\x8f\x9f";
    const ISO: &[u8] = b"\xa1\xb1\xa6\xb6\xac\xbc";
    // ISO 8859-2 has control characters here.
    if bytes.iter().any(|byte| (0x80..0xa0).contains(byte)) {
        return WINDOWS_1250;
    }
    let is_letter = |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphabetic() || *byte >= 0xc0);
    let count = |letters: &[u8]| {
        let found = bytes.iter().enumerate().filter(|(_, byte)| letters.contains(byte));
        found
            .filter(|(at, _)| {
                is_letter(at.checked_sub(1).and_then(|at| bytes.get(at))) || is_letter(bytes.get(at + 1))
            })
            .count()
    };
    if count(ISO) > count(WINDOWS) { ISO_8859_2 } else { WINDOWS_1250 }
}

/// Excel reads and writes `sep=;` as a first line. Returns the text after it and the number of its first line.
fn separator_line(text: &str) -> (&str, Option<char>, u64) {
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    let named = first.trim_end().strip_prefix("sep=").and_then(|sign| {
        let mut signs = sign.chars();
        signs.next().filter(|sign| sign.is_ascii() && signs.next().is_none())
    });
    if named.is_some() { (rest, named, 2) } else { (text, None, 1) }
}

/// The most frequent separator in the first line, outside quotes.
fn likely_separator(text: &str) -> char {
    let mut counts = [(';', 0), (',', 0), ('\t', 0)];
    let mut quoted = false;
    for char in text.trim_start_matches(['\r', '\n']).chars() {
        match char {
            '"' => quoted = !quoted,
            '\n' if !quoted => break,
            _ if quoted => {}
            char => counts.iter_mut().filter(|(sign, _)| *sign == char).for_each(|(_, count)| *count += 1),
        }
    }
    // Of two equally frequent ones the comma is more likely part of a name.
    counts
        .into_iter()
        .rev()
        .max_by_key(|(_, count)| *count)
        .filter(|(_, count)| *count > 0)
        .map_or(',', |(sign, _)| sign)
}

/// Refuses an unclosed quote, which would swallow the rest of the file, and one that closes too early. The CSV reader
/// accepts both silently.
fn check_quotes(text: &str, separator: char, first_line: u64) -> Result<()> {
    let (mut line, mut column) = (first_line, 1);
    // The position of the open quote.
    let mut open = None;
    let mut at_start = true;
    let mut chars = text.chars().peekable();
    while let Some(char) = chars.next() {
        match (char, open) {
            ('"', None) if at_start => open = Some((line, column)),
            ('"', Some(_)) if chars.peek() == Some(&'"') => drop(chars.next()),
            ('"', Some(_)) => {
                open = None;
                // Blanks after the quote are common and harmless.
                while chars.next_if_eq(&' ').is_some() {}
                if chars.peek().is_some_and(|next| *next != separator && !matches!(next, '\r' | '\n')) {
                    return Err(refused(place(Text::key("bulk.stray-quote"), line, column)));
                }
            }
            _ => {}
        }
        at_start = open.is_none() && (char == separator || char == '\n');
        match char {
            '\n' => (line, column) = (line + 1, 1),
            char if char == separator && open.is_none() => column += 1,
            _ => {}
        }
    }
    match open {
        Some((line, column)) => Err(refused(place(Text::key("bulk.open-quote"), line, column))),
        None => Ok(()),
    }
}

fn place(text: Text, line: u64, column: u64) -> Text {
    text.with("line", line).with("column", column)
}

fn records(text: &str, separator: char) -> Result<impl Iterator<Item = Result<StringRecord>>> {
    let separator = u8::try_from(separator).map_err(Problem::internal)?;
    let reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .trim(csv::Trim::All)
        .delimiter(separator)
        .from_reader(text.as_bytes());
    let unread = |error| refused(Text::key("bulk.not-text")).because(error);
    Ok(reader.into_records().map(move |record| record.map_err(unread)))
}

impl Record {
    fn of(record: &StringRecord, text: &str, first_line: u64) -> Self {
        let line = record.position().map_or(0, |position| line_of(text, position)) + first_line - 1;
        // Removes the apostrophes that our own result files contain.
        let cells = record.iter().map(|cell| csv_file::original(cell).into_owned()).collect();
        Self { line, cells, count: record.len() }
    }
}

/// The reader reports the position after the previous record; empty lines may follow it.
fn line_of(text: &str, position: &csv::Position) -> u64 {
    let rest = text.as_bytes().get(position.byte() as usize..).unwrap_or_default();
    let ends = rest.iter().take_while(|byte| matches!(byte, b'\r' | b'\n'));
    position.line() + ends.filter(|byte| **byte == b'\n').count() as u64
}

fn header(first: Option<Record>) -> Result<Vec<String>> {
    let Some(Record { line, cells: mut header, .. }) = first else {
        return Err(refused(Text::key("bulk.empty-file")));
    };
    while header.last().is_some_and(String::is_empty) {
        header.pop();
    }
    refuse_if(header.is_empty(), || refused(Text::key("bulk.no-header").with("line", line)))?;
    if header.len() > MOST_COLUMNS {
        return Err(refused(Text::key("bulk.too-many-columns").with("max", MOST_COLUMNS)));
    }
    let mut known = HashMap::new();
    for (place, name) in header.iter().enumerate().filter(|(_, name)| !name.is_empty()) {
        if name.chars().count() > NAME_CHARS {
            let text = Text::key("bulk.long-column-name").with("max", NAME_CHARS).with("line", line);
            return Err(refused(text.with("column", place + 1)));
        }
        if let Some(first) = known.insert(fold(name), place) {
            let text = Text::key("bulk.repeated-column").with("name", name.as_str());
            return Err(refused(text.with("first", first + 1).with("second", place + 1)));
        }
    }
    Ok(header)
}

fn check_rows(header: &[String], rows: &[Record], count: usize) -> Result<()> {
    refuse_if(rows.is_empty(), || refused(Text::key("bulk.no-rows")))?;
    if count > MOST_ROWS {
        return Err(refused(Text::key("bulk.too-many-rows").with("max", MOST_ROWS).with("rows", count)));
    }
    let nameless = header.iter().position(String::is_empty);
    if let Some(column) = nameless
        && let Some(row) = rows.iter().find(|row| !row.cells[column].is_empty())
    {
        return Err(refused(place(Text::key("bulk.nameless-column"), row.line, column as u64 + 1)));
    }
    Ok(())
}
