//! Workbooks for spreadsheets, with one table. A cell with text is stored as text, so that no program evaluates it. A cell of
//! a workbook holds at most 32,767 characters.

use rust_xlsxwriter::{ExcelDateTime, Format, Workbook, Worksheet, XlsxError};

use crate::download;
use crate::error::{Problem, Result};
use crate::libraries::*;

const TYPE: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
/// The widest column, in pixels: a note has thousands of characters.
const WIDEST: u32 = 420;
/// Rows of a sheet below its heading.
const MOST_ROWS: u32 = 1_048_575;

/// A cell of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cell {
    Text(String),
    /// A day such as `2026-01-31`, which spreadsheets sort and show in the reader's format.
    Date(String),
    Number(i64),
}

impl Cell {
    /// The cell in a file without types.
    pub fn into_text(self) -> String {
        match self {
            Self::Text(text) | Self::Date(text) => text,
            Self::Number(number) => number.to_string(),
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
    let (bold, day) = formats();
    let sheet = workbook.add_worksheet();
    begin(sheet, head, &bold)?;
    let mut last = 0;
    for (row, cells) in (1..).zip(rows) {
        put(sheet, row, cells, &day)?;
        last = row;
    }
    end(sheet, head, last)?;
    sheet.set_autofit_max_width(WIDEST);
    sheet.autofit();
    workbook.save_to_buffer()
}

/// A table that is written piece by piece, with its rows in a temporary file: its memory does not grow with them.
pub struct Writer {
    workbook: Workbook,
    head: Vec<String>,
    day: Format,
    last: u32,
}

impl Writer {
    /// Begins a table whose columns have these names and widths in characters.
    pub fn new(head: Vec<(String, u16)>) -> Result<Self> {
        Self::begin(head).map_err(Problem::internal)
    }

    fn begin(columns: Vec<(String, u16)>) -> std::result::Result<Self, XlsxError> {
        let mut workbook = Workbook::new();
        let (bold, day) = formats();
        let sheet = workbook.add_worksheet_with_constant_memory();
        for (column, (_, width)) in (0..).zip(&columns) {
            sheet.set_column_width(column, *width)?;
        }
        let head: Vec<String> = columns.into_iter().map(|(name, _)| name).collect();
        begin(sheet, &head, &bold)?;
        Ok(Self { workbook, head, day, last: 0 })
    }

    /// Adds rows. Those that no spreadsheet can open any more are left out.
    pub fn add(&mut self, rows: impl IntoIterator<Item = Vec<Cell>>) -> Result<()> {
        let sheet = self.workbook.worksheet_from_index(0).map_err(Problem::internal)?;
        for cells in rows {
            if self.last == MOST_ROWS {
                break;
            }
            self.last += 1;
            put(sheet, self.last, cells, &self.day).map_err(Problem::internal)?;
        }
        Ok(())
    }

    /// The bytes of the finished workbook.
    pub fn finish(mut self) -> Result<Vec<u8>> {
        let sheet = self.workbook.worksheet_from_index(0).map_err(Problem::internal)?;
        end(sheet, &self.head, self.last).map_err(Problem::internal)?;
        self.workbook.save_to_buffer().map_err(Problem::internal)
    }
}

/// The formats of names and of days.
fn formats() -> (Format, Format) {
    (Format::new().set_bold(), Format::new().set_num_format("yyyy-mm-dd"))
}

fn begin(sheet: &mut Worksheet, head: &[String], bold: &Format) -> std::result::Result<(), XlsxError> {
    for (column, name) in (0..).zip(head) {
        sheet.write_string_with_format(0, column, name, bold)?;
    }
    sheet.set_freeze_panes(1, 0)?;
    Ok(())
}

fn put(
    sheet: &mut Worksheet,
    row: u32,
    cells: Vec<Cell>,
    day: &Format,
) -> std::result::Result<(), XlsxError> {
    for (column, cell) in (0..).zip(cells) {
        match cell {
            Cell::Text(text) => sheet.write_string(row, column, text)?,
            Cell::Number(number) => sheet.write_number(row, column, number as f64)?,
            Cell::Date(date) => {
                let date = ExcelDateTime::parse_from_str(&date)?;
                sheet.write_datetime_with_format(row, column, date, day)?
            }
        };
    }
    Ok(())
}

fn end(sheet: &mut Worksheet, head: &[String], last: u32) -> std::result::Result<(), XlsxError> {
    if let Some(columns) = u16::try_from(head.len()).ok().and_then(|count| count.checked_sub(1)) {
        sheet.autofilter(0, 0, last, columns)?;
    }
    Ok(())
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
