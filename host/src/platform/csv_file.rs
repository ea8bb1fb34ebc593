//! Tables as CSV, for spreadsheets: how they are written, and how cells that were written here are read back.
//!
//! A spreadsheet calculates a cell that begins like a formula. Such a cell gets an apostrophe in front, as people type it.
//! A file may also be opened with another separator than it was written with, which makes cells of parts of a cell; so a
//! part that begins like a formula gets one too.

use std::borrow::Cow;

use axum::{
    body::{Body, Bytes},
    http::header,
    response::{IntoResponse, Response},
};
use futures::{Stream, StreamExt as _, stream};

use crate::platform::{
    download,
    error::{Problem, Result},
    locale::Locale,
};

/// Excel takes a file for UTF-8 only if it begins with this.
const MARK: &str = "\u{feff}";
/// What some spreadsheet ends a cell at.
const ENDS: [char; 5] = [',', ';', '\t', '\r', '\n'];
/// What a formula begins with; the wide ones where the system is set to Japanese or Chinese.
const SIGNS: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];
const APOSTROPHE: char = '\'';

/// A spreadsheet expects the separator that the language's decimal comma leaves free.
pub fn separator(locale: Locale) -> char {
    if locale == Locale::Pl { ';' } else { ',' }
}

/// A whole table: UTF-8 with a mark, every cell in quotes.
pub fn table(lines: impl IntoIterator<Item = Vec<String>>, separator: char) -> Result<Vec<u8>> {
    Ok([MARK.as_bytes(), &rows(lines, separator)?].concat())
}

/// Lines of a table without the mark.
pub fn rows(lines: impl IntoIterator<Item = Vec<String>>, separator: char) -> Result<Vec<u8>> {
    let mut out = Vec::new();
    let mut writer = csv::WriterBuilder::new()
        .delimiter(u8::try_from(separator).map_err(Problem::internal)?)
        .terminator(csv::Terminator::CRLF)
        .quote_style(csv::QuoteStyle::Always)
        .flexible(true)
        .from_writer(&mut out);
    for line in lines {
        writer
            .write_record(line.iter().map(|cell| harmless(cell).into_owned()))
            .map_err(Problem::internal)?;
    }
    writer.flush().map_err(Problem::internal)?;
    drop(writer);
    Ok(out)
}

/// The answer with a table, to be stored under a name.
pub fn file(bytes: Vec<u8>, name: &str) -> Response {
    (headers(name), bytes).into_response()
}

/// The same for a table that is sent as it is written; `pieces` are of [`rows`].
pub fn stream(pieces: impl Stream<Item = Result<Vec<u8>>> + Send + 'static, name: &str) -> Response {
    let mark = stream::once(async { Ok(Bytes::from_static(MARK.as_bytes())) });
    let pieces = pieces.map(|piece| {
        piece.map(Bytes::from).inspect_err(|problem| {
            tracing::error!(%problem, "a table could not be written to its end");
        })
    });
    (headers(name), Body::from_stream(mark.chain(pieces))).into_response()
}

fn headers(name: &str) -> [(header::HeaderName, String); 3] {
    [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, download::disposition(name, "csv")),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ]
}

/// A cell with an apostrophe wherever a spreadsheet might begin to calculate.
fn harmless(cell: &str) -> Cow<'_, str> {
    let places: Vec<usize> = places(cell).map(|place| place.apostrophes).collect();
    if places.is_empty() {
        return Cow::Borrowed(cell);
    }
    let mut out = String::with_capacity(cell.len() + places.len());
    let mut from = 0;
    for place in places {
        out.push_str(&cell[from..place]);
        out.push(APOSTROPHE);
        from = place;
    }
    out.push_str(&cell[from..]);
    Cow::Owned(out)
}

/// A cell as it was before it was written here: the reverse of [`harmless`].
pub fn original(cell: &str) -> Cow<'_, str> {
    let places: Vec<usize> =
        places(cell).filter(|place| place.apostrophes < place.sign).map(|place| place.apostrophes).collect();
    if places.is_empty() {
        return Cow::Borrowed(cell);
    }
    let mut out = String::with_capacity(cell.len());
    let mut from = 0;
    for place in places {
        out.push_str(&cell[from..place]);
        from = place + APOSTROPHE.len_utf8();
    }
    out.push_str(&cell[from..]);
    Cow::Owned(out)
}

/// Where a part of a cell begins like a formula.
struct Place {
    /// Where its apostrophes begin, of which there may be none.
    apostrophes: usize,
    sign: usize,
}

fn places(cell: &str) -> impl Iterator<Item = Place> {
    let begins = cell.match_indices(ENDS).map(|(at, end)| at + end.len());
    let inner = begins.filter_map(move |at| {
        // Blanks and quotes before a formula do not stop every spreadsheet.
        let rest = cell[at..].trim_start_matches([' ', '\u{a0}', '"']);
        let part = rest.split(ENDS).next().unwrap_or_default();
        let formula = part.trim_start_matches(APOSTROPHE);
        let place = cell.len() - rest.len();
        is_formula(formula).then(|| Place { apostrophes: place, sign: place + part.len() - formula.len() })
    });
    let whole = cell.trim_start_matches(APOSTROPHE);
    let is_first = whole.starts_with(SIGNS) && !is_number(whole) || whole.starts_with(['\t', '\r', '\n']);
    let first = is_first.then(|| Place { apostrophes: 0, sign: cell.len() - whole.len() });
    first.into_iter().chain(inner)
}

/// Whether a part of a cell would be calculated. A list, a dash, a phone number or a price of a text ("- item", ", +48 600") is
/// none: where no letter follows a plus or a minus, only what calls or refers to something is one.
fn is_formula(part: &str) -> bool {
    let Some(rest) = part.strip_prefix(SIGNS) else { return false };
    let is_sum = part.starts_with(['+', '-', '＋', '－']);
    if is_sum && !rest.starts_with(char::is_alphabetic) { calls(rest) } else { !rest.is_empty() }
}

/// `name(`, `program|…` and `sheet!cell` reach beyond the cell.
fn calls(part: &str) -> bool {
    let mut pairs = part.chars().zip(part.chars().skip(1));
    part.contains('|')
        || pairs.any(|(one, next)| {
            one.is_alphanumeric() && next == '(' || one == '!' && (next.is_alphanumeric() || next == '$')
        })
}

/// A number may begin with a sign.
fn is_number(cell: &str) -> bool {
    cell.trim_end().replace(',', ".").parse::<f64>().is_ok_and(f64::is_finite)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn w7_nothing_is_calculated_whatever_separates_the_cells() {
        for (cell, written) in [
            ("foo,=1+cmd|A1,bar", "foo,'=1+cmd|A1,bar"),
            ("foo;=1+cmd|A1", "foo;'=1+cmd|A1"),
            ("a\t@SUM(A1)", "a\t'@SUM(A1)"),
            ("a\n=1", "a\n'=1"),
            ("a, \"=1", "a, \"'=1"),
            ("a;-1+cmd|'/c calc'!A1", "a;'-1+cmd|'/c calc'!A1"),
            ("a;-A1", "a;'-A1"),
            ("a\n- cmd|'/c calc'!A1", "a\n'- cmd|'/c calc'!A1"),
            ("a,- HYPERLINK(B1)", "a,'- HYPERLINK(B1)"),
            ("=1", "'=1"),
            ("+48 600", "'+48 600"),
            ("- item", "'- item"),
            ("\t=1", "'\t'=1"),
            ("＝1", "'＝1"),
            ("'=1", "''=1"),
            ("x,''=1", "x,'''=1"),
        ] {
            assert_eq!(harmless(cell), written);
        }
    }

    #[test]
    fn w7_texts_and_numbers_stay_as_they_are() {
        for cell in [
            "-1,5",
            "+12.30",
            "a, -5",
            "Zadzwoń, +48 600 100 200",
            "mróz; -20 °C",
            "Lista:\n- bułki\n- chleb (żytni)",
            "Ala, - kot; + pies!",
            "a = b, c",
            "it's, 'quoted'",
            "",
            "https://a.pl/?b=1,c",
        ] {
            assert_eq!(harmless(cell), cell);
        }
    }

    #[test]
    fn w7_what_was_written_is_read_back() {
        for cell in [
            "+48 600 100 200",
            "'+48",
            "''",
            "'",
            "'t Hooft",
            "-1,5",
            "foo,=1;@b\n- c|d",
            "''=1,''=1",
            "\t=1",
            "\n\n=1",
            "'\n'=1",
            "- item\n- other",
            "a,'b",
            "=",
            "==",
            "'=,'=,=",
            "x;\"=1\"",
            "''-5",
        ] {
            assert_eq!(original(&harmless(cell)), cell, "{}", harmless(cell));
        }
    }
}
