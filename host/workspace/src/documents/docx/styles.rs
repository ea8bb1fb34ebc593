//! The styles of a Word file: fonts, headings, list markers.

use docx_rs::{
    AbstractNumbering, Docx, Level, LevelJc, LevelText, LineSpacing, NumberFormat, Numbering, RunFonts,
    SpecialIndentType, Start, Style, StyleType,
};

/// Indentation per list level, in twentieths of a point.
pub(super) const INDENT: i32 = 425;
/// Supported levels of lists and styles.
pub(super) const LEVELS: usize = 9;
/// The numbering ids of bullet lists and numbered lists.
pub(super) const BULLETS: usize = 1;
pub(super) const NUMBERS: usize = 2;
/// Font sizes of headings 1 to 6, in half points.
const HEADING_SIZES: [usize; 6] = [36, 30, 26, 24, 22, 22];

/// An empty document with the styles of headings and lists.
pub(super) fn document() -> Docx {
    let docx = Docx::new()
        .default_fonts(RunFonts::new().ascii("Calibri").hi_ansi("Calibri").cs("Calibri"))
        .default_size(22)
        .add_abstract_numbering(levels(BULLETS, |_| ("bullet", "•".to_owned())))
        .add_abstract_numbering(levels(NUMBERS, |level| ("decimal", format!("%{}.", level + 1))))
        .add_numbering(Numbering::new(BULLETS, BULLETS));
    HEADING_SIZES.into_iter().enumerate().fold(docx, |docx, (index, size)| {
        let (id, name) = (format!("Heading{}", index + 1), format!("heading {}", index + 1));
        let style = Style::new(id, StyleType::Paragraph)
            .name(name)
            .size(size)
            .bold()
            .outline_lvl(index)
            .q_format(true);
        docx.add_style(style.line_spacing(LineSpacing::new().before(240).after(80)))
    })
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
