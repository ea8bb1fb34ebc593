//! The file that somebody sends: which encoding, which separator, and its rows. What is wrong is told with line and column.

use encoding_rs::{Encoding, UTF_8, WINDOWS_1250};

use super::{FILE_BYTES, MOST_ROWS};
use crate::{
    error::{Problem, Result, Text},
    fold::fold,
};

/// Columns of one table; more is another kind of file.
const MOST_COLUMNS: usize = 200;
/// How an Excel workbook begins: it is an archive.
const WORKBOOK: &[u8] = b"PK\x03\x04";

/// A table as it was read.
#[derive(Debug)]
pub(super) struct Table {
    /// Its name in the standard of the web.
    pub encoding: &'static str,
    pub separator: char,
    /// Column names without blanks around them; an empty one has only empty cells.
    pub header: Vec<String>,
    pub rows: Vec<Record>,
}

/// A row of the table.
#[derive(Debug)]
pub(super) struct Record {
    /// Where it begins in the file, from 1.
    pub line: u64,
    /// As many as the header has, or more where the row is too long.
    pub cells: Vec<String>,
}

/// Reads a file.
pub(super) fn read(bytes: &[u8]) -> Result<Table> {
    if bytes.len() > FILE_BYTES {
        return Err(refused(Text::key("bulk.file-too-large").with("max_mb", FILE_BYTES / (1024 * 1024))));
    }
    if bytes.starts_with(WORKBOOK) {
        return Err(refused(Text::key("bulk.workbook")));
    }
    let (text, encoding) = decode(bytes)?;
    let (text, named, first_line) = separator_line(&text);
    if text.trim().is_empty() {
        return Err(refused(Text::key("bulk.empty-file")));
    }
    let separator = named.unwrap_or_else(|| likely_separator(text));
    check_quotes(text, separator, first_line)?;
    let mut records = records(text, separator, first_line)?;
    let header = header(records.next().transpose()?)?;
    let mut rows = Vec::new();
    for record in records {
        let mut record = record?;
        if record.cells.iter().all(String::is_empty) {
            continue;
        }
        while record.cells.len() > header.len() && record.cells.last().is_some_and(String::is_empty) {
            record.cells.pop();
        }
        record.cells.resize(record.cells.len().max(header.len()), String::new());
        rows.push(record);
    }
    check_rows(&header, &rows)?;
    Ok(Table { encoding: encoding.name(), separator, header, rows })
}

fn refused(text: Text) -> Problem {
    Problem::invalid_field("file", text)
}

/// A mark at the beginning says it; otherwise what is valid UTF-8 is UTF-8, and the rest comes from Excel in Poland.
fn decode(bytes: &[u8]) -> Result<(String, &'static Encoding)> {
    let (encoding, text) = match Encoding::for_bom(bytes) {
        Some((encoding, mark)) => (encoding, encoding.decode_without_bom_handling(&bytes[mark..]).0),
        None => match std::str::from_utf8(bytes) {
            Ok(text) => (UTF_8, text.into()),
            Err(_) => (WINDOWS_1250, WINDOWS_1250.decode_without_bom_handling(bytes).0),
        },
    };
    // Tables have no other control characters: this is a picture or a program.
    if text.chars().any(|char| char.is_control() && !matches!(char, '\t' | '\n' | '\r' | '\u{80}'..='\u{9f}'))
    {
        return Err(refused(Text::key("bulk.not-text")));
    }
    Ok((text.into_owned(), encoding))
}

/// Excel reads and writes `sep=;` as a first line. Returns the text behind it and the number of its first line.
fn separator_line(text: &str) -> (&str, Option<char>, u64) {
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    let named = first.trim_end().strip_prefix("sep=").and_then(|sign| {
        let mut signs = sign.chars();
        signs.next().filter(|sign| sign.is_ascii() && signs.next().is_none())
    });
    if named.is_some() { (rest, named, 2) } else { (text, None, 1) }
}

/// The sign that the first line has most of, outside of quotes.
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
    // Of two that are equally frequent the comma is more likely part of a name.
    counts
        .into_iter()
        .rev()
        .max_by_key(|(_, count)| *count)
        .filter(|(_, count)| *count > 0)
        .map_or(',', |(sign, _)| sign)
}

/// A quote that is never closed swallows the rest of the file; one that closes too early garbles a row. The reader would
/// bear both in silence.
fn check_quotes(text: &str, separator: char, first_line: u64) -> Result<()> {
    let (mut line, mut column) = (first_line, 1);
    // Where the open quote stands.
    let mut open = None;
    let mut at_start = true;
    let mut chars = text.chars().peekable();
    while let Some(char) = chars.next() {
        match (char, open) {
            ('"', None) if at_start => open = Some((line, column)),
            ('"', Some(_)) if chars.peek() == Some(&'"') => drop(chars.next()),
            ('"', Some(_)) => {
                open = None;
                // Blanks behind the quote are common, and harmless.
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

fn records(text: &str, separator: char, first_line: u64) -> Result<impl Iterator<Item = Result<Record>>> {
    let separator = u8::try_from(separator).map_err(Problem::internal)?;
    let reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .trim(csv::Trim::All)
        .delimiter(separator)
        .from_reader(text.as_bytes());
    Ok(reader.into_records().map(move |record| {
        let record = record.map_err(|error| refused(Text::key("bulk.not-text")).because(error))?;
        let line = record.position().map_or(0, |position| line_of(text, position)) + first_line - 1;
        Ok(Record { line, cells: record.iter().map(str::to_owned).collect() })
    }))
}

/// The reader's position is behind the record before; empty lines may follow it.
fn line_of(text: &str, position: &csv::Position) -> u64 {
    let rest = text.as_bytes().get(position.byte() as usize..).unwrap_or_default();
    let ends = rest.iter().take_while(|byte| matches!(byte, b'\r' | b'\n'));
    position.line() + ends.filter(|byte| **byte == b'\n').count() as u64
}

fn header(first: Option<Record>) -> Result<Vec<String>> {
    let Some(Record { line, cells: mut header }) = first else {
        return Err(refused(Text::key("bulk.empty-file")));
    };
    while header.last().is_some_and(String::is_empty) {
        header.pop();
    }
    if header.is_empty() {
        return Err(refused(Text::key("bulk.no-header").with("line", line)));
    }
    if header.len() > MOST_COLUMNS {
        return Err(refused(Text::key("bulk.too-many-columns").with("max", MOST_COLUMNS)));
    }
    for (place, name) in header.iter().enumerate().filter(|(_, name)| !name.is_empty()) {
        if let Some(first) = header[..place].iter().position(|other| fold(other) == fold(name)) {
            let text = Text::key("bulk.repeated-column").with("name", name.as_str());
            return Err(refused(text.with("first", first + 1).with("second", place + 1)));
        }
    }
    Ok(header)
}

fn check_rows(header: &[String], rows: &[Record]) -> Result<()> {
    if rows.is_empty() {
        return Err(refused(Text::key("bulk.no-rows")));
    }
    if rows.len() > MOST_ROWS {
        return Err(refused(Text::key("bulk.too-many-rows").with("max", MOST_ROWS).with("rows", rows.len())));
    }
    let nameless = header.iter().position(String::is_empty);
    if let Some(column) = nameless
        && let Some(row) = rows.iter().find(|row| !row.cells[column].is_empty())
    {
        return Err(refused(place(Text::key("bulk.nameless-column"), row.line, column as u64 + 1)));
    }
    Ok(())
}
