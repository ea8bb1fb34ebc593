//! The open elements of a document, as the standard's tree construction keeps them. There is no tree: an element is
//! forgotten when it ends. Formatting elements that a misplaced end tag interrupts are not opened again, so that each
//! element of the source is one.

use super::names::{Name, Tag};
use super::tokens::Attributes;

/// Elements below this depth are siblings of the one at it, as in browsers.
pub const DEPTH: usize = 512;
/// Names without a number are counted in this many groups.
const GROUPS: usize = 64;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mode {
    BeforeHead,
    InHead,
    AfterHead,
    InBody,
    /// A document of frames, which has no body.
    Frameset,
}

#[derive(Clone, Copy, Debug)]
pub struct Open<C> {
    pub tag: Tag,
    /// A hash of the name.
    name: u32,
    foreign: bool,
    /// A foreign element whose children are HTML.
    integration: bool,
    /// Whether something happens when it ends.
    pub marked: bool,
    pub context: C,
}

pub struct Tree<C> {
    pub mode: Mode,
    pub open: Vec<Open<C>>,
    /// How many elements of a tag or a group of names are open.
    counts: [u16; Tag::COUNT + GROUPS],
    /// The element that ended the head, as long as nothing shows that the head was meant to go on.
    interrupted: Option<Box<str>>,
    /// The name of the element that ended the head early.
    pub head_ended_by: Box<str>,
}

impl<C: Copy + Default> Tree<C> {
    pub fn new() -> Self {
        Self {
            mode: Mode::BeforeHead,
            open: Vec::with_capacity(32),
            counts: [0; Tag::COUNT + GROUPS],
            interrupted: None,
            head_ended_by: "".into(),
        }
    }

    pub fn context(&self) -> C {
        self.open.last().map_or_else(C::default, |open| open.context)
    }

    pub fn is_open(&self, tag: Tag) -> bool {
        self.counts[tag as usize] > 0
    }

    /// Whether the next element is not of HTML, such as one of SVG.
    /// Whether text is the title of a drawing.
    pub fn is_in_drawing_title(&self) -> bool {
        self.open.last().is_some_and(|open| open.foreign && open.tag == Tag::Title)
    }

    pub fn is_foreign(&self) -> bool {
        self.open.last().is_some_and(|open| open.foreign && !open.integration)
    }

    pub fn push(&mut self, tag: Tag, name: &str, foreign: bool, context: C) {
        let integration = foreign && is_integration(tag);
        let open = Open { tag, name: hash(name), foreign, integration, marked: false, context };
        self.counts[group(&open)] += 1;
        self.open.push(open);
    }

    pub fn pop(&mut self) -> Option<Open<C>> {
        let open = self.open.pop()?;
        self.counts[group(&open)] -= 1;
        Some(open)
    }

    /// Makes an element one without a name, which no end tag ends.
    pub fn forget(&mut self, index: usize) {
        let old = group(&self.open[index]);
        self.counts[old] -= 1;
        self.open[index].tag = Tag::Other;
        self.open[index].name = 0;
        self.counts[group(&self.open[index])] += 1;
    }

    /// Leaves the head because of a text that is not only white space.
    pub fn before_text(&mut self) {
        self.leave_head("#text");
    }

    /// Leaves the head because of an element or a text of the body.
    fn leave_head(&mut self, name: &str) {
        if self.mode >= Mode::InBody {
            return;
        }
        if self.mode <= Mode::InHead {
            self.interrupted = Some(name.to_ascii_lowercase().into());
        }
        self.mode = Mode::InBody;
    }

    /// Tells that the document goes on with its head after an element of the body.
    fn confirm_interruption(&mut self) {
        if let Some(name) = self.interrupted.take() {
            self.head_ended_by = name;
        }
    }

    /// Changes the mode for a start tag of HTML; whether the element is kept.
    pub fn enter(&mut self, tag: Tag, name: &str) -> bool {
        match tag {
            Tag::Html => return true,
            Tag::Head => {
                if self.mode == Mode::BeforeHead {
                    self.mode = Mode::InHead;
                    return true;
                }
                if self.mode == Mode::InBody {
                    self.confirm_interruption();
                }
                return false;
            }
            Tag::Body => {
                self.confirm_interruption();
                let first = self.mode < Mode::InBody;
                self.mode = self.mode.max(Mode::InBody);
                return first;
            }
            Tag::Frameset if self.mode < Mode::InBody => self.mode = Mode::Frameset,
            _ => {}
        }
        match self.mode {
            Mode::Frameset => matches!(tag, Tag::Frame | Tag::Frameset | Tag::Noframes),
            Mode::BeforeHead | Mode::InHead | Mode::AfterHead if tag.is_of_head() => {
                self.mode = self.mode.max(Mode::InHead);
                true
            }
            _ if self.is_open(Tag::Template) => true,
            _ if matches!(tag, Tag::Frame | Tag::Frameset) => false,
            _ => {
                self.leave_head(name);
                !tag.is_part_of_table() || self.is_open(Tag::Table)
            }
        }
    }

    /// The length to which the start tag of an HTML element cuts the open elements.
    pub fn cut_by_start(&self, tag: Tag) -> usize {
        let top = self.open.len();
        let mut cut = top;
        match tag {
            Tag::Li => cut = self.item(&[Tag::Li]).unwrap_or(top),
            Tag::Dd | Tag::Dt => cut = self.item(&[Tag::Dd, Tag::Dt]).unwrap_or(top),
            Tag::Button => cut = self.in_scope(tag, &[]).unwrap_or(top),
            Tag::Option | Tag::Optgroup => {
                cut -= usize::from(self.open.last().is_some_and(|open| open.tag == Tag::Option));
            }
            Tag::Td | Tag::Th => cut = self.in_table(&[Tag::Td, Tag::Th, Tag::Caption]).unwrap_or(top),
            Tag::Tr => cut = self.in_table(&[Tag::Tr, Tag::Caption]).unwrap_or(top),
            Tag::Tbody | Tag::Thead | Tag::Tfoot | Tag::Caption | Tag::Colgroup => {
                let parts = [Tag::Tbody, Tag::Thead, Tag::Tfoot, Tag::Caption, Tag::Colgroup];
                cut = self.in_table(&parts).unwrap_or(top);
            }
            _ => {}
        }
        if tag.closes_p()
            && let Some(p) = self.in_scope(Tag::P, &[Tag::Button])
        {
            cut = cut.min(p);
        }
        if tag.heading_level().is_some() && cut > 0 && self.open[cut - 1].tag.heading_level().is_some() {
            cut -= 1;
        }
        cut
    }

    /// The length to which an end tag cuts the open elements; none if it is ignored.
    pub fn cut_by_end(&mut self, tag: Tag, name: &str) -> Option<usize> {
        match tag {
            Tag::Head => {
                match self.mode {
                    Mode::BeforeHead | Mode::InHead => self.mode = Mode::AfterHead,
                    Mode::InBody => self.confirm_interruption(),
                    Mode::AfterHead | Mode::Frameset => {}
                }
                return None;
            }
            // What follows the end of the body is a part of it.
            Tag::Body | Tag::Html => {
                self.leave_head_quietly();
                return None;
            }
            _ => {}
        }
        if let Some(index) = self.foreign_end(name) {
            return Some(index);
        }
        if self.counts[group_of(tag, hash(name))] == 0 && tag.heading_level().is_none() {
            return None;
        }
        match tag {
            Tag::Template => self.open.iter().rposition(|open| open.tag == Tag::Template),
            Tag::P => self.in_scope(tag, &[Tag::Button]),
            Tag::Li => self.in_scope(tag, &[Tag::Ol, Tag::Ul]),
            Tag::Table => self.last_table(),
            _ if tag.is_part_of_table() => self.in_table(&[tag]),
            _ if tag.heading_level().is_some() => self.heading(),
            _ if tag.is_special() => self.in_scope(tag, &[]),
            _ => self.below_special(tag, hash(name)),
        }
    }

    fn leave_head_quietly(&mut self) {
        if self.mode < Mode::InBody {
            self.mode = Mode::InBody;
        }
    }

    fn last_table(&self) -> Option<usize> {
        let place = self.open.iter().rposition(|open| matches!(open.tag, Tag::Table | Tag::Template))?;
        (self.open[place].tag == Tag::Table).then_some(place)
    }

    /// The place of an element of this tag in scope.
    fn in_scope(&self, tag: Tag, more_bounds: &[Tag]) -> Option<usize> {
        if !self.is_open(tag) {
            return None;
        }
        for (index, open) in self.open.iter().enumerate().rev() {
            if open.tag == tag && !open.foreign {
                return Some(index);
            }
            if open.integration
                || (!open.foreign && (open.tag.bounds_scope() || more_bounds.contains(&open.tag)))
            {
                return None;
            }
        }
        None
    }

    fn heading(&self) -> Option<usize> {
        for (index, open) in self.open.iter().enumerate().rev() {
            if open.tag.heading_level().is_some() {
                return Some(index);
            }
            if open.tag.bounds_scope() {
                return None;
            }
        }
        None
    }

    fn in_table(&self, tags: &[Tag]) -> Option<usize> {
        for (index, open) in self.open.iter().enumerate().rev() {
            if tags.contains(&open.tag) {
                return Some(index);
            }
            if matches!(open.tag, Tag::Table | Tag::Template) {
                return None;
            }
        }
        None
    }

    /// An item of the innermost list that is open.
    fn item(&self, tags: &[Tag]) -> Option<usize> {
        if !tags.iter().any(|tag| self.is_open(*tag)) {
            return None;
        }
        for (index, open) in self.open.iter().enumerate().rev() {
            if tags.contains(&open.tag) {
                return Some(index);
            }
            if open.tag.is_special() && !matches!(open.tag, Tag::Address | Tag::Div | Tag::P) {
                return None;
            }
        }
        None
    }

    /// An element of this name, if no special element is open in it.
    fn below_special(&self, tag: Tag, name: u32) -> Option<usize> {
        for (index, open) in self.open.iter().enumerate().rev() {
            if open.tag == tag && open.name == name {
                return Some(index);
            }
            if open.tag.is_special() {
                return None;
            }
        }
        None
    }

    /// The link that is open, and whether its end tag ends the elements in it too.
    pub fn open_link(&self) -> Option<(usize, bool)> {
        if !self.is_open(Tag::A) {
            return None;
        }
        let mut ends = true;
        for (index, open) in self.open.iter().enumerate().rev() {
            if open.tag == Tag::A && !open.foreign {
                return Some((index, ends));
            }
            if open.tag.bounds_scope() {
                return None;
            }
            ends &= !open.tag.is_special();
        }
        None
    }

    /// The foreign element that an end tag ends.
    fn foreign_end(&self, name: &str) -> Option<usize> {
        if !self.is_foreign() {
            return None;
        }
        let name = hash(name);
        for (index, open) in self.open.iter().enumerate().rev() {
            if !open.foreign {
                return None;
            }
            if open.name == name {
                return Some(index);
            }
        }
        None
    }

    /// The length to which a start tag cuts foreign content; none if the element belongs to it.
    pub fn cut_foreign(&self, tag: Tag, attributes: &Attributes<'_>) -> Option<usize> {
        let font = tag == Tag::Font
            && [Name::Color, Name::Face, Name::Size].iter().any(|name| attributes.has(*name));
        if !tag.ends_foreign() && !font {
            return None;
        }
        let html = self.open.iter().rposition(|open| !open.foreign || open.integration);
        Some(html.map_or(0, |index| index + 1))
    }
}

fn is_integration(tag: Tag) -> bool {
    matches!(
        tag,
        Tag::ForeignObject | Tag::Desc | Tag::Title | Tag::Mi | Tag::Mo | Tag::Mn | Tag::Ms | Tag::Mtext
    )
}

fn group<C>(open: &Open<C>) -> usize {
    group_of(open.tag, open.name)
}

fn group_of(tag: Tag, name: u32) -> usize {
    if tag == Tag::Other { Tag::COUNT + name as usize % GROUPS } else { tag as usize }
}

/// FNV-1a of the name in lower case.
fn hash(name: &str) -> u32 {
    name.bytes().fold(0x811C_9DC5, |hash, byte| {
        (hash ^ u32::from(byte.to_ascii_lowercase())).wrapping_mul(0x0100_0193)
    })
}
