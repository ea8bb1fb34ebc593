//! Descriptions in sections: as Markdown, or as plain paragraphs.

use super::facts::single_stops;
use super::goods::Goods;
use sitewright_sdk_macros::Choice;

use crate::answer::plain;
use crate::brief::Brief;
use crate::compose::paragraphs;
use crate::markdown::escape;
use crate::material::{as_sentence, capitalized};
use crate::parts::Joined;
use crate::units::words;

/// Fewer points are written in a sentence or two, without headings.
pub(super) const ENOUGH: usize = 3;

/// The number of points in one paragraph.
const PARAGRAPH: usize = 8;

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
            points
                .iter()
                .map(|point| as_sentence(&capitalized(point.as_ref())))
                .collect::<Vec<_>>()
                .joined(" ")
        } else {
            points.iter().map(|point| entry(point.as_ref())).collect::<Vec<_>>().join("\n")
        });
        page
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

/// A description of goods: the name, the points in the user's order, and what the brand says about itself.
///
/// Texts: `draft.features`, the heading above the points; `draft.lead` opens plain text and a few points, `draft.brand`
/// ends any.
pub fn describe<I>(brief: &Brief<'_, I>, goods: &Goods, format: Format) -> String {
    let lines = goods.composer(brief, "");
    let (page, lead) = (Page::new(format), lines.first("draft.lead"));
    if !goods.is_rich() {
        return page.text(&goods.text(&lead, &goods.points)).finish();
    }
    let page = match format {
        Format::Bullets => {
            let [entries, sentences] = goods.apart();
            let page = page.list("", &entries);
            if sentences.is_empty() { page } else { page.text(&goods.text("", &sentences)) }
        }
        Format::Html => page.list(&lines.first("draft.features"), &goods.points),
        Format::Plain => prose(goods, page, &lead),
    };
    match lines.first("draft.brand") {
        brand if brand.is_empty() => page.finish(),
        brand => page.text(&brand).finish(),
    }
}

/// The points as sentences after `lead`, a few in each paragraph.
fn prose(goods: &Goods, mut page: Page, lead: &str) -> Page {
    // Paragraphs of about the same length.
    let count = goods.points.len();
    let share = count.div_ceil(count.div_ceil(PARAGRAPH).max(1)).max(1);
    for (place, points) in goods.points.chunks(share).enumerate() {
        page = page.text(&goods.text(if place == 0 { lead } else { "" }, points));
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
