//! A document as a Word file: headings, lists, bold, italics, links, tables, quotes.

use std::io::Cursor;

use docx_rs::{
    AbstractNumbering, BreakType, Docx, Hyperlink, HyperlinkType, IndentLevel, Level, LevelJc, LevelOverride,
    LevelText, LineSpacing, NumberFormat, Numbering, NumberingId, Paragraph, Run, RunFonts,
    SpecialIndentType, Start, Style, StyleType, Table, TableCell, TableRow,
};
use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};

/// Twentieths of a point: how far each level of a list is moved in.
const INDENT: i32 = 425;
/// Twentieths of a point between the margins.
const TEXT_WIDTH: usize = 8500;
/// Levels that lists and styles know.
const LEVELS: usize = 9;
const BULLETS: usize = 1;
const NUMBERS: usize = 2;
/// Half points of the headings, from the first to the sixth.
const HEADING_SIZES: [usize; 6] = [36, 30, 26, 24, 22, 22];

/// The bytes of the file.
pub(super) fn write(title: &str, markdown: &str) -> anyhow::Result<Vec<u8>> {
    let mut writer = Writer::new();
    if !super::export::begins_with_heading(markdown) {
        writer.docx =
            writer.docx.add_paragraph(Paragraph::new().style("Heading1").add_run(Run::new().add_text(title)));
    }
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH) {
        writer.take(event);
    }
    let mut file = Cursor::new(Vec::new());
    writer.docx.build().pack(&mut file)?;
    Ok(file.into_inner())
}

/// What is open while the events of the Markdown pass by.
struct Writer {
    docx: Docx,
    paragraph: Option<Paragraph>,
    link: Option<Hyperlink>,
    /// The numbering of each list that is open, outermost first.
    lists: Vec<usize>,
    /// The number or bullet of an item belongs to its first paragraph only.
    item_begins: bool,
    quotes: i32,
    bold: u32,
    italic: u32,
    strike: u32,
    code: bool,
    table: Option<Vec<TableRow>>,
    row: Vec<TableCell>,
    numberings: usize,
}

impl Writer {
    fn new() -> Self {
        let mut docx = Docx::new()
            .default_fonts(RunFonts::new().ascii("Calibri").hi_ansi("Calibri").cs("Calibri"))
            .default_size(22)
            .add_abstract_numbering(levels(BULLETS, |_| ("bullet", "•".to_owned())))
            .add_abstract_numbering(levels(NUMBERS, |level| ("decimal", format!("%{}.", level + 1))))
            .add_numbering(Numbering::new(BULLETS, BULLETS));
        for (index, size) in HEADING_SIZES.into_iter().enumerate() {
            let (id, name) = (format!("Heading{}", index + 1), format!("heading {}", index + 1));
            let style = Style::new(id, StyleType::Paragraph)
                .name(name)
                .size(size)
                .bold()
                .outline_lvl(index)
                .q_format(true);
            docx = docx.add_style(style.line_spacing(LineSpacing::new().before(240).after(80)));
        }
        Self {
            docx,
            paragraph: None,
            link: None,
            lists: Vec::new(),
            item_begins: false,
            quotes: 0,
            bold: 0,
            italic: 0,
            strike: 0,
            code: false,
            table: None,
            row: Vec::new(),
            numberings: NUMBERS,
        }
    }

    fn take(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.open(tag),
            Event::End(tag) => self.close(tag),
            Event::Text(text) if self.code && self.link.is_none() => self.lines(&text),
            Event::Text(text) | Event::Html(text) | Event::InlineHtml(text) => {
                self.run(Run::new().add_text(&*text))
            }
            Event::Code(text) => self.run(mono(Run::new().add_text(&*text))),
            Event::SoftBreak => self.run(Run::new().add_text(" ")),
            Event::HardBreak => self.run(Run::new().add_break(BreakType::TextWrapping)),
            Event::Rule => self.docx = std::mem::take(&mut self.docx).add_paragraph(Paragraph::new()),
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
                self.end();
            }
            TagEnd::List(_) => {
                self.lists.pop();
            }
            TagEnd::BlockQuote(_) => self.quotes -= 1,
            TagEnd::Strong => self.bold -= 1,
            TagEnd::Emphasis => self.italic -= 1,
            TagEnd::Strikethrough => self.strike -= 1,
            TagEnd::Link => {
                if let (Some(link), Some(paragraph)) = (self.link.take(), self.paragraph.take()) {
                    self.paragraph = Some(paragraph.add_hyperlink(link));
                }
            }
            TagEnd::TableCell => {
                let paragraph = self.paragraph.take().unwrap_or_default();
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
                    self.docx =
                        std::mem::take(&mut self.docx).add_table(table).add_paragraph(Paragraph::new());
                }
            }
            _ => {}
        }
    }

    /// Each numbered list counts from its own first number.
    fn open_list(&mut self, first: Option<u64>) {
        // The text of the item that this list stands in ends here.
        self.end();
        let Some(first) = first else { return self.lists.push(BULLETS) };
        self.numberings += 1;
        let level = self.lists.len().min(LEVELS - 1);
        let start = usize::try_from(first).unwrap_or(1);
        let numbering =
            Numbering::new(self.numberings, NUMBERS).add_override(LevelOverride::new(level).start(start));
        self.docx = std::mem::take(&mut self.docx).add_numbering(numbering);
        self.lists.push(self.numberings);
    }

    fn begin(&mut self, heading: Option<HeadingLevel>) {
        self.end();
        let mut paragraph = Paragraph::new();
        if let Some(level) = heading {
            paragraph = paragraph.style(&format!("Heading{}", level as usize));
        } else {
            paragraph = paragraph.line_spacing(LineSpacing::new().after(120));
        }
        let depth = i32::try_from(self.lists.len()).unwrap_or(0);
        if let (Some(&numbering), true) = (self.lists.last(), self.item_begins) {
            let level = (self.lists.len() - 1).min(LEVELS - 1);
            paragraph = paragraph.numbering(NumberingId::new(numbering), IndentLevel::new(level));
            self.item_begins = false;
        } else if depth + self.quotes > 0 {
            paragraph = paragraph.indent(Some((depth + self.quotes) * INDENT), None, None, None);
        }
        self.paragraph = Some(paragraph);
    }

    /// Text that stands in an item without a paragraph of its own ("tight" lists).
    fn ensure_paragraph(&mut self) {
        if self.paragraph.is_none() {
            self.begin(None);
        }
    }

    fn end(&mut self) {
        if let Some(paragraph) = self.paragraph.take() {
            self.docx = std::mem::take(&mut self.docx).add_paragraph(paragraph);
        }
    }

    fn end_row(&mut self) {
        let cells = std::mem::take(&mut self.row);
        if let Some(rows) = &mut self.table {
            rows.push(TableRow::new(cells));
        }
    }

    fn lines(&mut self, text: &str) {
        for (index, line) in text.trim_end_matches('\n').split('\n').enumerate() {
            let run = if index > 0 { Run::new().add_break(BreakType::TextWrapping) } else { Run::new() };
            self.run(mono(run.add_text(line)));
        }
    }

    fn run(&mut self, mut run: Run) {
        if self.bold > 0 {
            run = run.bold();
        }
        if self.italic > 0 {
            run = run.italic();
        }
        if self.strike > 0 {
            run = run.strike();
        }
        if let Some(link) = self.link.take() {
            self.link = Some(link.add_run(run.color("0563C1").underline("single")));
            return;
        }
        self.ensure_paragraph();
        self.paragraph = self.paragraph.take().map(|paragraph| paragraph.add_run(run));
    }
}

fn mono(run: Run) -> Run {
    run.fonts(RunFonts::new().ascii("Consolas").hi_ansi("Consolas").cs("Consolas"))
}

fn levels(id: usize, mark: impl Fn(usize) -> (&'static str, String)) -> AbstractNumbering {
    (0..LEVELS).fold(AbstractNumbering::new(id), |numbering, level| {
        let (format, text) = mark(level);
        let indent = INDENT * (i32::try_from(level).unwrap_or(0) + 1);
        numbering.add_level(
            Level::new(
                level,
                Start::new(1),
                NumberFormat::new(format),
                LevelText::new(text),
                LevelJc::new("left"),
            )
            .indent(Some(indent), Some(SpecialIndentType::Hanging(INDENT)), None, None),
        )
    })
}

/// A file that opens programs or local paths by a click is nothing to hand on.
pub(super) fn is_web_address(url: &str) -> bool {
    let url = url.trim_start().to_ascii_lowercase();
    ["https://", "http://", "mailto:", "tel:"].iter().any(|scheme| url.starts_with(scheme))
}
