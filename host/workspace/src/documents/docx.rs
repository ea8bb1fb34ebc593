//! Writes a document as a Word file: headings, lists, bold, italics, links, tables, quotes.

mod styles;

use std::io::Cursor;

use docx_rs::{
    BreakType, Docx, Hyperlink, HyperlinkType, IndentLevel, LevelOverride, LineSpacing, Numbering,
    NumberingId, Paragraph, Run, RunFonts, Table, TableCell, TableRow,
};
use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use crate::platform::prelude::*;
use styles::{BULLETS, INDENT, LEVELS, NUMBERS};

/// Width of the text, in twentieths of a point.
const TEXT_WIDTH: usize = 8500;
/// Runs, paragraphs, breaks, links, cells and lists of one file. Each takes one to three KB until the file is
/// written. A long article has some hundreds.
const MOST_PIECES: usize = 20_000;

/// The bytes of the file. Refuses a text of more than [`MOST_PIECES`] pieces.
pub(super) fn write(title: &str, markdown: &str) -> Result<Vec<u8>> {
    let mut writer = Writer::default();
    if !super::export::begins_with_heading(markdown) {
        writer.begin(Some(HeadingLevel::H1));
        writer.text(title, false);
    }
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH) {
        writer.take(event);
        if writer.pieces > MOST_PIECES {
            return Err(
                Problem::new(StatusCode::UNPROCESSABLE_ENTITY, TOO_MANY_PIECES).with("max", MOST_PIECES)
            );
        }
    }
    writer.finish()
}

/// The code of the refusal.
pub(super) const TOO_MANY_PIECES: &str = "documents.too-much-formatting";

/// The formatting of a piece of text.
#[derive(Clone, Copy, PartialEq, Default)]
struct Look {
    bold: bool,
    italic: bool,
    strike: bool,
    mono: bool,
}

enum Block {
    Paragraph(Box<Paragraph>),
    Table(Box<Table>),
}

/// The state while the Markdown events are processed.
#[derive(Default)]
struct Writer {
    blocks: Vec<Block>,
    numberings: Vec<Numbering>,
    /// Number of runs, paragraphs and so on.
    pieces: usize,
    /// Adjacent text with the same formatting is one run.
    run: (Look, String),
    paragraph: Option<Paragraph>,
    link: Option<Hyperlink>,
    /// The numbering of each open list, outermost first.
    lists: Vec<usize>,
    /// The number or bullet of an item belongs to its first paragraph only.
    item_begins: bool,
    quotes: usize,
    bold: u32,
    italic: u32,
    strike: u32,
    code: bool,
    /// Trailing line breaks of a code block, not written yet.
    breaks: usize,
    table: Option<Vec<TableRow>>,
    row: Vec<TableCell>,
}

impl Writer {
    fn finish(mut self) -> Result<Vec<u8>> {
        self.end();
        let docx = self.numberings.into_iter().fold(styles::document(), Docx::add_numbering);
        let docx = self.blocks.into_iter().fold(docx, |docx, block| match block {
            Block::Paragraph(paragraph) => docx.add_paragraph(*paragraph),
            Block::Table(table) => docx.add_table(*table),
        });
        let mut file = Cursor::new(Vec::new());
        docx.build().pack(&mut file).map_err(Problem::internal)?;
        Ok(file.into_inner())
    }

    fn take(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.open(tag),
            Event::End(tag) => self.close(tag),
            Event::Text(text) if self.code && self.link.is_none() => self.lines(&text),
            Event::Text(text) | Event::Html(text) | Event::InlineHtml(text) => self.text(&text, false),
            Event::Code(text) => self.text(&text, true),
            Event::SoftBreak => self.text(" ", false),
            Event::HardBreak => self.line_break(),
            Event::Rule => {
                self.end();
                self.push(Block::Paragraph(Box::new(Paragraph::new())));
            }
            _ => {}
        }
    }

    fn open(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::Paragraph => self.begin(None),
            Tag::Heading { level, .. } => self.begin(Some(level)),
            Tag::CodeBlock(CodeBlockKind::Fenced(_) | CodeBlockKind::Indented) => {
                self.begin(None);
                self.code = true;
            }
            Tag::List(first) => self.open_list(first),
            Tag::Item => {
                self.end();
                self.item_begins = true;
            }
            Tag::BlockQuote(_) => self.quotes += 1,
            Tag::Strong => self.bold += 1,
            Tag::Emphasis => self.italic += 1,
            Tag::Strikethrough => self.strike += 1,
            Tag::Link { dest_url, .. } if is_web_address(&dest_url) => {
                self.ensure_paragraph();
                self.end_run();
                self.pieces += 1;
                self.link = Some(Hyperlink::new(dest_url.into_string(), HyperlinkType::External));
            }
            Tag::Table(_) => self.table = Some(Vec::new()),
            Tag::TableHead => self.bold += 1,
            Tag::TableCell => self.paragraph = Some(Paragraph::new()),
            _ => {}
        }
    }

    fn close(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Paragraph | TagEnd::Heading(_) | TagEnd::Item => self.end(),
            TagEnd::CodeBlock => {
                self.code = false;
                self.breaks = 0;
                self.end();
            }
            TagEnd::List(_) => {
                self.lists.pop();
            }
            TagEnd::BlockQuote(_) => self.quotes -= 1,
            TagEnd::Strong => self.bold -= 1,
            TagEnd::Emphasis => self.italic -= 1,
            TagEnd::Strikethrough => self.strike -= 1,
            TagEnd::Link if self.link.is_some() => {
                self.end_run();
                if let (Some(link), Some(paragraph)) = (self.link.take(), self.paragraph.take()) {
                    self.paragraph = Some(paragraph.add_hyperlink(link));
                }
            }
            TagEnd::TableCell => {
                self.end_run();
                let paragraph = self.paragraph.take().unwrap_or_default();
                // The cell and its paragraph.
                self.pieces += 2;
                self.row.push(TableCell::new().add_paragraph(paragraph));
            }
            TagEnd::TableHead => {
                self.bold -= 1;
                self.end_row();
            }
            TagEnd::TableRow => self.end_row(),
            TagEnd::Table => {
                if let Some(rows) = self.table.take() {
                    let columns = rows.first().map_or(1, |row| row.cells.len().max(1));
                    let table = Table::new(rows).set_grid(vec![TEXT_WIDTH / columns; columns]);
                    self.push(Block::Table(Box::new(table)));
                    self.push(Block::Paragraph(Box::new(Paragraph::new())));
                }
            }
            _ => {}
        }
    }

    /// Each numbered list has its own first number.
    fn open_list(&mut self, first: Option<u64>) {
        // Ends the text of the item that contains this list.
        self.end();
        let Some(first) = first else { return self.lists.push(BULLETS) };
        let id = NUMBERS + 1 + self.numberings.len();
        let level = self.lists.len().min(LEVELS - 1);
        let start = usize::try_from(first).unwrap_or(1);
        self.pieces += 1;
        self.numberings
            .push(Numbering::new(id, NUMBERS).add_override(LevelOverride::new(level).start(start)));
        self.lists.push(id);
    }

    fn begin(&mut self, heading: Option<HeadingLevel>) {
        self.end();
        let mut paragraph = Paragraph::new();
        if let Some(level) = heading {
            paragraph = paragraph.style(&format!("Heading{}", level as usize));
        } else {
            paragraph = paragraph.line_spacing(LineSpacing::new().after(120));
        }
        // Limits the indentation, which would leave no room for the text.
        let depth = (self.lists.len() + self.quotes).min(LEVELS);
        if let (Some(&numbering), true) = (self.lists.last(), self.item_begins) {
            let level = (self.lists.len() - 1).min(LEVELS - 1);
            paragraph = paragraph.numbering(NumberingId::new(numbering), IndentLevel::new(level));
            self.item_begins = false;
        } else if depth > 0 {
            let indent = i32::try_from(depth).unwrap_or(0) * INDENT;
            paragraph = paragraph.indent(Some(indent), None, None, None);
        }
        self.paragraph = Some(paragraph);
    }

    /// Starts a paragraph for an item without one ("tight" lists).
    fn ensure_paragraph(&mut self) {
        if self.paragraph.is_none() {
            self.begin(None);
        }
    }

    fn end(&mut self) {
        self.end_run();
        if let Some(paragraph) = self.paragraph.take() {
            self.push(Block::Paragraph(Box::new(paragraph)));
        }
    }

    fn push(&mut self, block: Block) {
        self.pieces += 1;
        self.blocks.push(block);
    }

    fn end_row(&mut self) {
        self.pieces += 1;
        let cells = std::mem::take(&mut self.row);
        if let Some(rows) = &mut self.table {
            rows.push(TableRow::new(cells));
        }
    }

    /// Writes code: a block may come whole or line by line, and its last line break is dropped.
    fn lines(&mut self, text: &str) {
        for (index, line) in text.split('\n').enumerate() {
            self.breaks += usize::from(index > 0);
            if !line.is_empty() {
                for _ in 0..std::mem::take(&mut self.breaks) {
                    self.line_break();
                }
                self.text(line, true);
            }
        }
    }

    fn line_break(&mut self) {
        self.ensure_paragraph();
        self.end_run();
        self.add(Run::new().add_break(BreakType::TextWrapping));
    }

    fn text(&mut self, text: &str, mono: bool) {
        self.ensure_paragraph();
        let look = Look { bold: self.bold > 0, italic: self.italic > 0, strike: self.strike > 0, mono };
        if self.run.0 != look {
            self.end_run();
            self.run.0 = look;
        }
        self.run.1.push_str(text);
    }

    fn end_run(&mut self) {
        let (Look { bold, italic, strike, mono }, text) = std::mem::take(&mut self.run);
        if text.is_empty() {
            return;
        }
        let mut run = Run::new().add_text(text);
        if mono {
            run = run.fonts(RunFonts::new().ascii("Consolas").hi_ansi("Consolas").cs("Consolas"));
        }
        if bold {
            run = run.bold();
        }
        if italic {
            run = run.italic();
        }
        if strike {
            run = run.strike();
        }
        self.add(run);
    }

    fn add(&mut self, run: Run) {
        self.pieces += 1;
        if let Some(link) = self.link.take() {
            self.link = Some(link.add_run(run.color("0563C1").underline("single")));
        } else {
            self.paragraph = self.paragraph.take().map(|paragraph| paragraph.add_run(run));
        }
    }
}

/// Excludes links that open programs or local paths.
pub(super) fn is_web_address(url: &str) -> bool {
    let url = url.trim_start().to_ascii_lowercase();
    ["https://", "http://", "mailto:", "tel:"].iter().any(|scheme| url.starts_with(scheme))
}
