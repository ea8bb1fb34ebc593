//! Tables that go out as CSV, for spreadsheets.

use std::borrow::Cow;

use axum::{
    http::header,
    response::{IntoResponse, Response},
};

use crate::{
    download,
    error::{Problem, Result},
    locale::Locale,
};

/// Excel takes a file for UTF-8 only if it begins with this.
const MARK: &str = "\u{feff}";

/// A spreadsheet expects the separator that the language's decimal comma leaves free.
pub fn separator(locale: Locale) -> char {
    if locale == Locale::Pl { ';' } else { ',' }
}

/// UTF-8 with a mark. Cells that a spreadsheet would calculate begin with an apostrophe.
pub fn table(lines: impl IntoIterator<Item = Vec<String>>, separator: char) -> Result<Vec<u8>> {
    let mut out = MARK.as_bytes().to_vec();
    let mut writer = csv::WriterBuilder::new()
        .delimiter(u8::try_from(separator).map_err(Problem::internal)?)
        .terminator(csv::Terminator::CRLF)
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

/// The answer with such a table, to be stored under a name.
pub fn file(bytes: Vec<u8>, name: &str) -> Response {
    let headers = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, download::disposition(name, "csv")),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ];
    (headers, bytes).into_response()
}

/// What begins like a formula would be calculated by the reader's spreadsheet; a number may begin with a sign.
fn harmless(cell: &str) -> Cow<'_, str> {
    let begins = cell.starts_with(['=', '+', '-', '@', '\t', '\r', '\n']);
    let is_number = cell.replace(',', ".").parse::<f64>().is_ok_and(f64::is_finite);
    if begins && !is_number { Cow::Owned(format!("'{cell}")) } else { Cow::Borrowed(cell) }
}
