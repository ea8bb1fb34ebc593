use std::collections::HashMap;

/// What a column contains, and how many cells it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One cell. Larger values are stored as the largest.
    Number,
    /// One cell, 0 or 1.
    Flag,
    /// Two cells: the offset and length of a part of the table's text, in bytes.
    Text,
    /// As `Text`; the offset [`crate::UNKNOWN`] means that there is none, which is not the same as an empty text.
    Maybe,
    /// Two cells: the lower and the upper half of 64 bits.
    Wide,
    /// Two cells: the first row and the number of rows in the table of that name.
    Rows(&'static str),
}

impl Kind {
    pub const fn cells(self) -> usize {
        match self {
            Self::Number | Self::Flag => 1,
            Self::Text | Self::Maybe | Self::Wide | Self::Rows(_) => 2,
        }
    }

    pub const fn name(self) -> &'static str {
        match self {
            Self::Number => "number",
            Self::Flag => "flag",
            Self::Text => "text",
            Self::Maybe => "maybe",
            Self::Wide => "wide",
            Self::Rows(_) => "rows",
        }
    }
}

/// A column of a table.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    pub name: &'static str,
    pub kind: Kind,
    /// What it contains, with its unit.
    pub doc: &'static str,
}

/// A table of the contract.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    pub name: &'static str,
    pub doc: &'static str,
    pub columns: &'static [Column],
}

impl Layout {
    /// The cells of a row.
    pub const fn width(&self) -> usize {
        offset(self.columns, self.columns.len())
    }

    /// The cell at which a column begins, and its kind.
    pub fn column(&self, name: &str) -> Option<(usize, Kind)> {
        let index = self.columns.iter().position(|column| column.name == name)?;
        Some((offset(self.columns, index), self.columns[index].kind))
    }
}

/// The cell at which the column with this index begins.
pub const fn offset(columns: &[Column], index: usize) -> usize {
    let (mut at, mut cells) = (0, 0);
    while at < index {
        cells += columns[at].kind.cells();
        at += 1;
    }
    cells
}

/// The rows of a table: `width` cells each, and the text to which their cells refer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    pub width: u32,
    pub cells: Vec<u32>,
    pub text: String,
}

impl Table {
    pub const fn new(width: usize) -> Self {
        Self { width: width as u32, cells: Vec::new(), text: String::new() }
    }

    pub fn len(&self) -> usize {
        if self.width == 0 { 0 } else { self.cells.len() / self.width as usize }
    }

    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    pub fn view(&self) -> View<'_> {
        View { width: self.width as usize, cells: &self.cells, text: &self.text }
    }

    /// Adds a row, whose cells and text `write` appends.
    pub fn push(&mut self, write: impl FnOnce(&mut Cells<'_>)) {
        let before = self.cells.len();
        write(&mut Cells { cells: &mut self.cells, text: &mut self.text });
        debug_assert_eq!(self.cells.len() - before, self.width as usize, "a row has {} cells", self.width);
    }

    /// Removes all rows and their text.
    pub fn clear(&mut self) {
        self.cells.clear();
        self.text.clear();
    }

    /// Appends the rows of another table of the same layout. A text that `known` contains is not stored again: the links
    /// of a site's frame are the same on most of its pages.
    pub fn append(&mut self, layout: &Layout, other: View<'_>, known: &mut HashMap<Box<str>, u32>) {
        for index in 0..other.len() {
            self.append_row(layout, other.row(index), known);
        }
    }

    /// Appends one row of another table of the same layout.
    pub fn append_row(&mut self, layout: &Layout, row: Row<'_>, known: &mut HashMap<Box<str>, u32>) {
        debug_assert_eq!(self.width as usize, layout.width());
        let start = self.cells.len();
        self.cells.extend_from_slice(&row.view.cells[row.start..row.start + self.width as usize]);
        let mut cell = 0;
        for column in layout.columns {
            if matches!(column.kind, Kind::Text | Kind::Maybe)
                && let Some(text) = row.maybe(cell)
            {
                self.cells[start + cell] = if text.is_empty() { 0 } else { self.intern(text, known) };
            }
            cell += column.kind.cells();
        }
    }

    /// The offset of a text, which is appended if it is not there.
    fn intern(&mut self, text: &str, known: &mut HashMap<Box<str>, u32>) -> u32 {
        if let Some(&offset) = known.get(text) {
            return offset;
        }
        let offset = self.text.len() as u32;
        self.text.push_str(text);
        // Long texts are unique, so that a copy of them as a key would only cost memory.
        if text.len() <= 512 {
            known.insert(text.into(), offset);
        }
        offset
    }
}

/// The place to which a row is written.
pub struct Cells<'a> {
    cells: &'a mut Vec<u32>,
    text: &'a mut String,
}

impl Cells<'_> {
    pub fn number(&mut self, value: u32) {
        self.cells.push(value);
    }

    pub fn flag(&mut self, value: bool) {
        self.cells.push(u32::from(value));
    }

    pub fn wide(&mut self, value: u64) {
        self.cells.extend([value as u32, (value >> 32) as u32]);
    }

    pub fn text(&mut self, value: &str) {
        self.cells.extend([self.text.len() as u32, value.len() as u32]);
        self.text.push_str(value);
    }

    pub fn maybe(&mut self, value: Option<&str>) {
        match value {
            Some(value) => self.text(value),
            None => self.cells.extend([crate::UNKNOWN, 0]),
        }
    }

    pub fn rows(&mut self, first: u32, count: u32) {
        self.cells.extend([first, count]);
    }
}

/// A borrowed table. Its content may come from a stranger: a cell or a range outside the table reads as 0 or as empty.
#[derive(Clone, Copy, Debug, Default)]
pub struct View<'a> {
    pub width: usize,
    pub cells: &'a [u32],
    pub text: &'a str,
}

impl<'a> View<'a> {
    pub fn len(self) -> usize {
        self.cells.len().checked_div(self.width).unwrap_or(0)
    }

    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    pub fn row(self, index: usize) -> Row<'a> {
        Row { view: self, start: index * self.width, index }
    }
}

/// A row of a borrowed table.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    view: View<'a>,
    start: usize,
    pub index: usize,
}

impl<'a> Row<'a> {
    /// A cell; 0 if the table is narrower than the layout of the reader.
    pub fn number(self, cell: usize) -> u32 {
        if cell < self.view.width { self.view.cells.get(self.start + cell).copied().unwrap_or(0) } else { 0 }
    }

    pub fn wide(self, cell: usize) -> u64 {
        u64::from(self.number(cell)) | u64::from(self.number(cell + 1)) << 32
    }

    pub fn text(self, cell: usize) -> &'a str {
        self.maybe(cell).unwrap_or("")
    }

    pub fn maybe(self, cell: usize) -> Option<&'a str> {
        let start = self.number(cell);
        if start == crate::UNKNOWN || cell >= self.view.width {
            return None;
        }
        let start = start as usize;
        self.view.text.get(start..start.checked_add(self.number(cell + 1) as usize)?)
    }

    /// The rows of another table that belong to this row.
    pub fn rows(self, cell: usize, of: View<'a>) -> impl ExactSizeIterator<Item = Row<'a>> + Clone + use<'a> {
        let first = (self.number(cell) as usize).min(of.len());
        let end = first.saturating_add(self.number(cell + 1) as usize).min(of.len());
        (first..end).map(move |index| of.row(index))
    }
}
