//! The text of a document in blocks, between which readers see the end of a line.

use super::reader::Context;

/// A block of visible text without line ends in it.
#[derive(Clone, Copy, Debug)]
pub struct Block {
    pub start: usize,
    pub end: usize,
    /// The offset in the document.
    pub at: usize,
    pub context: Context,
    /// The headings that began before its end.
    pub headings: u32,
    pub in_heading: bool,
}

#[derive(Default)]
pub struct Blocks {
    /// The visible text. A line end follows each block.
    pub visible: String,
    /// The text of hidden elements.
    pub hidden: String,
    pub all: Vec<Block>,
    open: Option<Block>,
    /// Headings so far, and whether one is open.
    pub headings: u32,
    pub in_heading: bool,
}

/// A place in one of the two texts.
#[derive(Clone, Copy, Debug, Default)]
pub struct Place {
    pub hidden: bool,
    at: usize,
}

impl Blocks {
    pub fn push(&mut self, text: &str, at: usize, context: Context) {
        if context.silent {
            return;
        }
        if context.hidden {
            return collapse_into(&mut self.hidden, text);
        }
        if self.open.is_some_and(|open| open.context.part() != context.part()) {
            self.end();
        }
        if self.open.is_none() {
            let text = text.trim_ascii_start();
            if text.is_empty() {
                return;
            }
            let start = self.visible.len();
            let (headings, in_heading) = (self.headings, self.in_heading);
            self.open = Some(Block { start, end: start, at, context, headings, in_heading });
        }
        collapse_into(&mut self.visible, text);
    }

    /// A space between the boxes of a line.
    pub fn space(&mut self, context: Context) {
        self.push(" ", 0, context);
    }

    /// Ends the block; the next text begins another.
    pub fn end(&mut self) {
        let Some(block) = self.open.take() else { return };
        let end = self.visible.trim_ascii_end().len();
        self.visible.truncate(end);
        if end > block.start {
            self.all.push(Block { end, ..block });
            self.visible.push('\n');
        }
    }

    pub fn here(&self, context: Context) -> Place {
        let text = if context.hidden { &self.hidden } else { &self.visible };
        Place { hidden: context.hidden, at: text.len() }
    }

    /// The text since a place as one line, at most `most` bytes long.
    pub fn since(&self, place: Place, most: usize) -> String {
        cut(self.slice(place).trim_ascii(), most).replace('\n', " ")
    }

    fn slice(&self, place: Place) -> &str {
        let text = if place.hidden { &self.hidden } else { &self.visible };
        text.get(place.at.min(text.len())..).unwrap_or_default()
    }
}

/// Appends a text with its white space collapsed.
fn collapse_into(to: &mut String, text: &str) {
    let bytes = text.as_bytes();
    let starts_line = to.as_bytes().last().is_none_or(|last| matches!(last, b' ' | b'\n'));
    // Both are compiled to vector instructions, and most texts need nothing else.
    let control = bytes.iter().fold(false, |found, byte| found | (*byte < b' '));
    let double = bytes
        .iter()
        .zip(bytes.iter().skip(1))
        .fold(false, |found, (a, b)| found | (*a == b' ') & (*b == b' '));
    if !control && !double {
        to.push_str(if starts_line { text.strip_prefix(' ').unwrap_or(text) } else { text });
        return;
    }
    let mut space = !starts_line && bytes.first().is_some_and(u8::is_ascii_whitespace);
    for word in text.split_ascii_whitespace() {
        if space {
            to.push(' ');
        }
        to.push_str(word);
        space = true;
    }
    if bytes.last().is_some_and(u8::is_ascii_whitespace)
        && to.as_bytes().last().is_some_and(|last| !matches!(last, b' ' | b'\n'))
    {
        to.push(' ');
    }
}

/// A text with its white space collapsed, at most `most` bytes long.
pub fn collapsed(text: &str, most: usize) -> String {
    let mut line = String::with_capacity(text.len().min(most));
    collapse_into(&mut line, text);
    line.truncate(line.trim_ascii_end().len());
    line.truncate(cut(&line, most).len());
    line
}

/// The beginning of a text, at most `most` bytes long.
pub fn cut(text: &str, most: usize) -> &str {
    &text[..text.floor_char_boundary(most)]
}
