//! CSV files for spreadsheets: writing them, and reading back cells that were written here.
//!
//! A spreadsheet evaluates a cell that begins like a formula. Such a cell gets an apostrophe in front. A file may be
//! opened with another separator than it was written with, which splits cells; so each part that begins like a
//! formula gets an apostrophe too.

use futures::{Stream, StreamExt as _, stream};

use crate::download;
use crate::error::{Problem, Result};
use crate::libraries::*;
use crate::locale::Locale;

/// Excel reads a file as UTF-8 only if it begins with this mark.
const MARK: &str = "\u{feff}";
/// Characters at which some spreadsheet ends a cell.
const ENDS: [char; 5] = [',', ';', '\t', '\r', '\n'];
/// Characters that begin a formula; the wide ones on systems set to Japanese or Chinese.
const SIGNS: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];
const APOSTROPHE: char = '\'';

/// The separator that spreadsheets expect in this language, which depends on its decimal comma.
pub fn separator(locale: Locale) -> char {
    if locale == Locale::Pl { ';' } else { ',' }
}

/// A complete table: UTF-8 with a byte order mark, every cell in quotes.
pub fn table(lines: impl IntoIterator<Item = Vec<String>>, separator: char) -> Result<Vec<u8>> {
    Ok([MARK.as_bytes(), &rows(lines, separator)?].concat())
}

/// Rows of a table without the mark.
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

/// A response that downloads a table under a name.
pub fn file(bytes: Vec<u8>, name: &str) -> Response {
    (headers(name), bytes).into_response()
}

/// The same for a table that is streamed; `pieces` come from [`rows`].
pub fn stream(pieces: impl Stream<Item = Result<Vec<u8>>> + Send + 'static, name: &str) -> Response {
    let mark = stream::once(async { Ok(Bytes::from_static(MARK.as_bytes())) });
    let pieces = pieces.map(|piece| {
        piece.map(Bytes::from).inspect_err(|problem| {
            tracing::error!(%problem, "a table could not be completed");
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

/// Adds an apostrophe where a spreadsheet might evaluate a formula.
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

/// Restores the original cell: the inverse of [`harmless`].
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

/// A position where part of a cell begins like a formula.
struct Place {
    /// The position of its apostrophes, if any.
    apostrophes: usize,
    sign: usize,
}

fn places(cell: &str) -> impl Iterator<Item = Place> {
    let begins = cell.match_indices(ENDS).map(|(at, end)| at + end.len());
    let inner = begins.filter_map(move |at| {
        // Some spreadsheets skip blanks and quotes before a formula.
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

/// Whether a spreadsheet would evaluate part of a cell. A list, a dash, a phone number or a price ("- item", ", +48
/// 600") is not a formula: if no letter follows a plus or a minus, only a call or a reference makes one.
fn is_formula(part: &str) -> bool {
    let Some(rest) = part.strip_prefix(SIGNS) else { return false };
    let is_sum = part.starts_with(['+', '-', '＋', '－']);
    if is_sum && !rest.starts_with(char::is_alphabetic) { calls(rest) } else { !rest.is_empty() }
}

/// `name(`, `program|…` and `sheet!cell` refer to something outside the cell.
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
    fn w7_no_separator_makes_a_cell_a_formula() {
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
    fn w7_written_cells_are_read_back() {
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
