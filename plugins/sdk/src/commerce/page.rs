//! Descriptions in sections: as Markdown, or as plain paragraphs.

use super::Length;
use super::facts::single_stops;
use super::goods::{Goods, Point, said};
use sitewright_sdk_macros::Choice;

use crate::answer::plain;
use crate::brief::Brief;
use crate::choice::Choice;
use crate::compose::{Composer, paragraphs};
use crate::markdown::escape;
use crate::material::capitalized;
use crate::units::words;
use crate::voice::Tone;

/// From this number of points on, points with numbers get a separate list, and some points are named at the
/// beginning.
const MANY: usize = 5;

/// Fewer points are written in a sentence or two, without headings.
pub(super) const ENOUGH: usize = 3;

/// The number of points in one paragraph.
const PARAGRAPH: usize = 5;

/// The format of a shop's editor.
#[derive(Choice, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Sections with headings and lists, as Markdown that is exported as HTML.
    Html,
    /// Only paragraphs.
    Plain,
    /// A list, then paragraphs.
    #[choice("bullets+text")]
    Bullets,
}

impl Format {
    /// An answer or draft in this format; plain text is escaped for Markdown.
    pub fn shaped(self, text: &str) -> String {
        if self == Self::Plain { escape(&plain(text)) } else { text.trim().to_owned() }
    }
}

/// A builder of the text.
pub struct Page {
    format: Format,
    blocks: Vec<String>,
}

impl Page {
    pub fn new(format: Format) -> Self {
        Self { format, blocks: Vec::new() }
    }

    /// A heading, in the format that has headings.
    pub fn heading(mut self, text: &str) -> Self {
        if self.format == Format::Html && !text.is_empty() {
            self.blocks.push(["## ", &escape(text)].concat());
        }
        self
    }

    pub fn text(mut self, text: &str) -> Self {
        let text = single_stops(text.to_owned());
        self.blocks.push(if self.format == Format::Plain { text } else { escape(&text) });
        self
    }

    /// Points under a heading; both are omitted if there are no points. Plain text writes them as sentences.
    pub fn list(self, heading: &str, points: &[impl AsRef<str>]) -> Self {
        if points.is_empty() {
            return self;
        }
        let mut page = self.heading(heading);
        page.blocks.push(if page.format == Format::Plain {
            said(points)
        } else {
            points.iter().map(|point| entry(point.as_ref())).collect::<Vec<_>>().join("\n")
        });
        page
    }

    /// A paragraph from each of these lists, while the text is shorter than `length` requires.
    pub fn more<I>(mut self, lines: &Composer<'_, '_, I>, keys: &[&str], length: Length) -> Self {
        for key in keys {
            let words: usize = self.blocks.iter().map(|block| words(block).count()).sum();
            let line = lines.line(key);
            if words < length.enough() && !self.blocks.contains(&line) {
                self = self.text(&line);
            }
        }
        self
    }

    pub fn finish(self) -> String {
        paragraphs(&self.blocks)
    }
}

/// An entry of a list; the text before a colon is its label.
fn entry(point: &str) -> String {
    let point = capitalized(point);
    match point.split_once(": ") {
        Some((label, value)) if words(label).count() <= 3 => {
            ["- **", &escape(label), ":** ", &escape(value)].concat()
        }
        _ => ["- ", &escape(&point)].concat(),
    }
}

/// A description of goods from a tool's lines: `draft.tone.<tone>`, `draft.opening`, `draft.searched` (an opening
/// with a keyword, if no heading has it), `draft.advice`, `draft.more` and `draft.closing`.
///
/// A few points are only named in `draft.plain`.
///
/// HTML also uses `draft.highlights` and the headings `draft.features`, `draft.keyword-features` and `draft.figures`,
/// plain text uses `draft.parts` (the openings of its paragraphs), a long text uses `draft.brand` and the heading
/// `draft.before-buying`.
pub fn describe<I>(
    brief: &Brief<'_, I>,
    goods: &Goods,
    format: Format,
    length: Length,
    variant: usize,
) -> String {
    let lines = goods.composer(brief, variant);
    let few = goods.points.len() < ENOUGH;
    let searched = if format == Format::Html { String::new() } else { lines.line("draft.searched") };
    let opening = if searched.is_empty() { lines.line("draft.opening") } else { searched };
    let tone = tone(brief, &lines);
    if few {
        return Page::new(format)
            .text([&*tone, &*bare_facts(goods, brief, variant)].join(" ").trim())
            .finish();
    }
    let mut opening = [tone, opening].join(" ").trim_start().to_owned();
    if format == Format::Html {
        opening = [opening, lines.line("draft.highlights")].join(" ").trim_end().to_owned();
    }
    let page = Page::new(format);
    let page = match format {
        Format::Bullets => page.list("", &goods.points).text(&opening),
        Format::Html => lists(&lines, goods, page.text(&opening)),
        Format::Plain => prose(brief, goods, page.text(&opening)),
    };
    let rich = goods.points.len() >= MANY || length == Length::Long;
    let page = if rich { advice(brief, goods, page, length, variant) } else { page };
    page.text(&lines.line("draft.closing")).finish()
}

/// An opening in the chosen tone; without one the text starts with the facts.
pub fn tone<I>(brief: &Brief<'_, I>, lines: &Composer<'_, '_, I>) -> String {
    match brief.tone() {
        Tone::Neutral => String::new(),
        tone => lines.line(&["draft.tone.", tone.id()].concat()),
    }
}

/// A few facts without general phrases, which would be obvious filler.
pub(super) fn bare_facts<I>(goods: &Goods, brief: &Brief<'_, I>, variant: usize) -> String {
    let line = goods.composer(brief, variant).line("draft.plain");
    let all = || {
        let points = goods.points.iter().map(|point| &**point);
        said(&std::iter::once(goods.name.as_str()).chain(points).collect::<Vec<_>>())
    };
    single_stops(if line.is_empty() { all() } else { line })
}

/// General advice for any purchase. A long text also uses the next variant's lines, other texts only to reach their
/// minimum length.
fn advice<I>(brief: &Brief<'_, I>, goods: &Goods, page: Page, length: Length, variant: usize) -> Page {
    let (lines, next) = (goods.composer(brief, variant), goods.composer(brief, variant + 1));
    let keys = ["draft.advice", "draft.more"];
    if length != Length::Long {
        return page.more(&lines, &keys, length).more(&next, &keys, Length::Short);
    }
    page.heading(&lines.line("draft.before-buying"))
        .more(&lines, &keys, length)
        .more(&next, &keys, length)
        .text(&lines.line("draft.brand"))
}

/// The points as a list; if there are many, those with numbers follow in a second list.
fn lists<I>(lines: &Composer<'_, '_, I>, goods: &Goods, page: Page) -> Page {
    let searched = lines.line("draft.keyword-features");
    let heading = if searched.is_empty() { lines.line("draft.features") } else { searched };
    let digit = |letter: char| letter.is_ascii_digit();
    let is_figure =
        |point: &&Point| point.starts_with(digit) || (point.contains(": ") && point.contains(digit));
    let (figures, others): (Vec<&Point>, Vec<&Point>) = goods.points.iter().partition(is_figure);
    if goods.points.len() < MANY || figures.len() < 2 || others.len() < 2 {
        return page.list(&heading, &goods.points);
    }
    page.list(&heading, &others).list(&lines.line("draft.figures"), &figures)
}

/// The points as sentences, a few in each paragraph.
fn prose<I>(brief: &Brief<'_, I>, goods: &Goods, mut page: Page) -> Page {
    let openings = brief.list("draft.parts");
    // Paragraphs of about the same length.
    let count = goods.points.len();
    let share = count.div_ceil(count.div_ceil(PARAGRAPH).max(1)).max(1);
    for (place, points) in goods.points.chunks(share).enumerate() {
        let opening = openings.get(place).copied().unwrap_or_default();
        page = page.text([opening, " ", &said(points)].concat().trim_start());
    }
    page
}

#[cfg(test)]
mod tests {
    use super::{Format, Page};

    #[test]
    fn a_page_is_markdown_or_plain() {
        let points = ["weight: 4 kg".to_owned(), "solid *oak* frame".to_owned()];
        let page =
            |page: Page| page.text("A chair.").list("In short", &points).list("None", &points[..0]).finish();
        assert_eq!(
            page(Page::new(Format::Html)),
            "A chair.\n\n## In short\n\n- **Weight:** 4 kg\n- Solid \\*oak\\* frame"
        );
        assert_eq!(page(Page::new(Format::Plain)), "A chair.\n\nWeight: 4 kg. Solid *oak* frame.");
    }
}
