//! Workbooks for spreadsheets, with one table. A cell with text is stored as text, so that no program evaluates it.

use rust_xlsxwriter::{ExcelDateTime, Format, Workbook, XlsxError};

use crate::download;
use crate::error::{Problem, Result};
use crate::libraries::*;

const TYPE: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
/// The widest column, in pixels: a note has thousands of characters.
const WIDEST: u32 = 420;

/// A cell of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cell {
    Text(String),
    /// A day such as `2026-01-31`, which spreadsheets sort and show in the reader's format.
    Date(String),
}

impl Cell {
    /// The cell in a file without types.
    pub fn into_text(self) -> String {
        match self {
            Self::Text(text) | Self::Date(text) => text,
        }
    }
}

/// A table with a heading that stays in sight and has filters.
pub fn table(head: &[String], rows: impl IntoIterator<Item = Vec<Cell>>) -> Result<Vec<u8>> {
    write(head, rows).map_err(Problem::internal)
}

fn write(
    head: &[String],
    rows: impl IntoIterator<Item = Vec<Cell>>,
) -> std::result::Result<Vec<u8>, XlsxError> {
    let mut workbook = Workbook::new();
    let (bold, day) = (Format::new().set_bold(), Format::new().set_num_format("yyyy-mm-dd"));
    let sheet = workbook.add_worksheet();
    for (column, name) in (0..).zip(head) {
        sheet.write_string_with_format(0, column, name, &bold)?;
    }
    let mut last = 0;
    for (row, cells) in (1..).zip(rows) {
        for (column, cell) in (0..).zip(cells) {
            match cell {
                Cell::Text(text) => sheet.write_string(row, column, text)?,
                Cell::Date(date) => {
                    let date = ExcelDateTime::parse_from_str(&date)?;
                    sheet.write_datetime_with_format(row, column, date, &day)?
                }
            };
        }
        last = row;
    }
    sheet.set_freeze_panes(1, 0)?;
    if let Some(columns) = u16::try_from(head.len()).ok().and_then(|count| count.checked_sub(1)) {
        sheet.autofilter(0, 0, last, columns)?;
    }
    sheet.set_autofit_max_width(WIDEST);
    sheet.autofit();
    workbook.save_to_buffer()
}

/// A response that downloads a workbook under a name.
pub fn file(bytes: Vec<u8>, name: &str) -> Response {
    let headers = [
        (header::CONTENT_TYPE, TYPE.to_owned()),
        (header::CONTENT_DISPOSITION, download::disposition(name, "xlsx")),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ];
    (headers, bytes).into_response()
}
