//! Reads a document from its first to its last byte, and writes the rows of its elements.

use std::{borrow::Cow, collections::HashMap};

use sitewright_facts::Tables;
use url::Url;

use super::{
    Found, Rules,
    blocks::{Blocks, Place, cut},
    items::Items,
    links::LinkDraft,
    media::PictureDraft,
    names::{Name, Tag},
    tokens::{Attributes, Content, Token, Tokens},
    tree::{DEPTH, Mode, Tree},
};

/// What an element passes on to the elements in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Context {
    pub place: Region,
    pub in_main: bool,
    pub in_article: bool,
    /// A style or attribute hides it from readers.
    pub hidden: bool,
    /// Its text is not text of the page.
    pub silent: bool,
    /// It is in a template, and no part of the document.
    pub template: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Region {
    #[default]
    Content = 0,
    Navigation = 1,
    Header = 2,
    Footer = 3,
    Sidebar = 4,
}

impl Context {
    /// What decides whether a text belongs to the main text.
    pub fn part(self) -> (Region, bool, bool) {
        (self.place, self.in_main, self.in_article)
    }
}

/// What happens when an element ends.
pub enum Mark<'a> {
    Link,
    Heading,
    Form,
    Picture,
    Hidden,
    Byline(Place),
    GoodsText(Place),
    /// A card of a product, with the links before it.
    Card(Place, u32),
    Item,
    /// A property of structured data, whose value is the element's text.
    Property {
        format: u32,
        names: Cow<'a, str>,
        place: Place,
    },
}

pub struct HeadingDraft {
    pub level: u32,
    pub place: Place,
    pub at: usize,
    pub alt: String,
    pub images: u32,
}

#[derive(Default)]
pub struct FormDraft {
    pub action: String,
    pub password: bool,
    pub at: usize,
}

pub struct HiddenDraft {
    pub place: Place,
    pub links: u32,
    pub at: usize,
}

pub struct Reader<'a, 'b> {
    pub rules: &'b Rules<'b>,
    pub url: &'b Url,
    pub base: Option<Url>,
    pub tables: &'b mut Tables,
    pub found: Found,
    pub tokens: Tokens<'a>,
    pub tree: Tree<Context>,
    pub blocks: Blocks,
    pub marks: Vec<(usize, Mark<'a>)>,
    pub link: Option<LinkDraft<'a>>,
    pub picture: Option<PictureDraft>,
    pub heading: Option<HeadingDraft>,
    pub form: Option<FormDraft>,
    pub hidden: Option<HiddenDraft>,
    pub items: Items,
    /// Ids and names of anchors, with how often they occur.
    pub ids: Vec<(Cow<'a, str>, u32)>,
    pub id_places: HashMap<Cow<'a, str>, usize>,
    pub has_html: bool,
    /// `br` elements since the last text.
    pub breaks: u32,
}

impl<'a> Reader<'a, '_> {
    pub fn read(&mut self) {
        let mut first = true;
        while let Some(token) = self.tokens.next() {
            match token {
                Token::Doctype => self.found.doctype |= first,
                Token::Start { tag, name, closed, at } => self.start(tag, name, closed, at),
                Token::End { tag, name } => self.end(tag, name),
                Token::Text { raw, at } => {
                    if raw.trim_ascii().is_empty() && first {
                        continue;
                    }
                    let text = if raw.contains('&') { htmlize::unescape(raw) } else { Cow::Borrowed(raw) };
                    self.text(&text, at);
                }
                Token::Plain { raw, at } => self.text(raw, at),
            }
            first = false;
        }
        self.truncate(0);
        self.blocks.end();
        self.finish_items();
        self.write_ids();
    }

    fn text(&mut self, text: &str, at: usize) {
        if self.tree.mode < Mode::InBody {
            if text.trim_ascii().is_empty() || self.tree.context().template {
                return;
            }
            self.tree.before_text();
        }
        if !text.trim_ascii().is_empty() {
            self.breaks = 0;
        }
        if self.tree.is_in_drawing_title()
            && let Some(link) = &mut self.link
        {
            link.alt.push_str(text);
        }
        self.blocks.push(text, at, self.tree.context());
    }

    fn start(&mut self, tag: Tag, name: &'a str, closed: bool, at: usize) {
        self.found.elements += u32::from(!self.tree.context().template);
        if self.tree.is_foreign() {
            match self.tree.cut_foreign(tag, &self.tokens.attributes) {
                Some(length) => self.truncate(length),
                None => return self.start_foreign(tag, name, closed),
            }
        }
        if matches!(tag, Tag::Svg | Tag::Math) {
            if self.tree.enter(tag, name) {
                self.start_foreign(tag, name, closed);
            }
            return;
        }
        let is_second_form = tag == Tag::Form && self.form.is_some();
        if !self.tree.enter(tag, name) || is_second_form {
            if matches!(tag, Tag::Body | Tag::Head) && self.tree.mode >= Mode::InBody {
                self.found.elements = self.found.elements.saturating_sub(1);
            }
            return;
        }
        if let Some(content) = content_of(tag) {
            return self.raw(tag, name, content, at);
        }
        if matches!(tag, Tag::Html | Tag::Head | Tag::Body) {
            return self.root(tag);
        }
        self.truncate(self.tree.cut_by_start(tag));
        if tag == Tag::A {
            self.end_link();
        }
        let context = self.context_of(tag);
        self.separate(tag, context);
        self.element(tag, at, context);
        if !tag.is_void() {
            self.push(tag, name, false, context);
            self.mark(tag, at, context);
        }
        if tag == Tag::Plaintext {
            let (text, at) = self.tokens.content(Content::Rest, name);
            self.blocks.push(text, at, context);
        }
    }

    /// The elements that exist once, and are not kept open here.
    fn root(&mut self, tag: Tag) {
        let attributes = &self.tokens.attributes;
        if tag == Tag::Html && self.found.lang.is_none() {
            self.found.lang = attributes.get(Name::Lang).map(|lang| lang.trim_ascii().to_owned());
        }
        if tag == Tag::Html {
            self.found.elements -= u32::from(std::mem::replace(&mut self.has_html, true));
        }
        if tag == Tag::Body {
            self.background(Context::default());
        }
        self.items_of_root();
    }

    fn start_foreign(&mut self, tag: Tag, name: &'a str, closed: bool) {
        let context = Context { silent: true, ..self.tree.context() };
        self.blocks.space(self.tree.context());
        self.identify(context);
        if !closed {
            self.push(tag, name, true, context);
        }
    }

    fn push(&mut self, tag: Tag, name: &str, foreign: bool, context: Context) {
        if self.tree.open.len() >= DEPTH {
            self.truncate(DEPTH - 1);
        }
        self.tree.push(tag, name, foreign, context);
        // `html` and `body` are not kept, and contain every element.
        self.found.nesting = self.found.nesting.max(self.tree.open.len() as u32 + 2);
        self.tokens.foreign = self.tree.is_foreign();
    }

    /// Sets what happens when the element that was opened last ends.
    pub fn at_end(&mut self, mark: Mark<'a>) {
        if let Some(open) = self.tree.open.last_mut() {
            open.marked = true;
            self.marks.push((self.tree.open.len(), mark));
        }
    }

    fn separate(&mut self, tag: Tag, context: Context) {
        if tag.breaks_text() {
            self.blocks.end();
        } else if tag.separates_words() {
            self.blocks.space(context);
        }
        if tag == Tag::Br {
            self.breaks += 1;
            // Two of them are used as the end of a paragraph.
            if self.breaks == 2 {
                self.blocks.end();
            }
        } else {
            self.breaks = 0;
        }
    }

    fn end(&mut self, tag: Tag, name: &str) {
        if tag == Tag::A && !self.tree.is_foreign() {
            return self.end_link();
        }
        if let Some(length) = self.tree.cut_by_end(tag, name) {
            self.truncate(length);
        }
        if tag.breaks_text() {
            self.blocks.end();
        } else if tag.separates_words() {
            self.blocks.space(self.tree.context());
        }
    }

    /// Ends the open link. Its element stays open if it contains an element that the end tag does not end.
    fn end_link(&mut self) {
        match self.tree.open_link() {
            Some((index, true)) => self.truncate(index),
            Some((index, false)) => {
                self.finish_link();
                self.tree.forget(index);
            }
            None => {}
        }
    }

    pub fn truncate(&mut self, length: usize) {
        while self.tree.open.len() > length {
            let depth = self.tree.open.len();
            let Some(open) = self.tree.pop() else { break };
            if open.marked {
                while self.marks.last().is_some_and(|(at, _)| *at == depth) {
                    if let Some((_, mark)) = self.marks.pop() {
                        self.finish(mark);
                    }
                }
            }
            if open.tag.breaks_text() {
                self.blocks.end();
            }
        }
        self.tokens.foreign = self.tree.is_foreign();
    }

    fn finish(&mut self, mark: Mark<'a>) {
        match mark {
            Mark::Link => self.finish_link(),
            Mark::Heading => self.finish_heading(),
            Mark::Form => self.finish_form(),
            Mark::Picture => self.finish_picture(),
            Mark::Hidden => self.finish_hidden(),
            Mark::Byline(place) => self.finish_byline(place),
            Mark::GoodsText(place) => self.finish_goods_text(place),
            Mark::Card(place, links) => self.finish_card(place, links),
            Mark::Item => self.finish_item(),
            Mark::Property { format, names, place } => {
                let text = self.blocks.since(place);
                self.items.add(format, &names, cut(&text, 4_096).into());
            }
        }
    }

    pub fn in_head(&self) -> bool {
        self.tree.mode < Mode::InBody
    }

    pub fn context_of(&self, tag: Tag) -> Context {
        let mut context = self.tree.context();
        let attributes = &self.tokens.attributes;
        let role = attributes.raw(Name::Role);
        context.place = region_of(tag, role.unwrap_or_default(), context);
        context.in_main |= tag == Tag::Main || role.is_some_and(|role| role.eq_ignore_ascii_case("main"));
        context.in_article |= tag == Tag::Article;
        context.silent |= tag.has_no_text();
        context.template |= tag == Tag::Template;
        context.hidden |= is_hidden(attributes);
        context
    }
}

fn region_of(tag: Tag, role: &str, outer: Context) -> Region {
    let sectioned = outer.in_main || outer.in_article;
    match (tag, role) {
        (_, "navigation") => Region::Navigation,
        (_, "complementary") => Region::Sidebar,
        (_, "banner") => Region::Header,
        (_, "contentinfo") => Region::Footer,
        (Tag::Main, _) | (_, "main") => Region::Content,
        (Tag::Nav, _) => Region::Navigation,
        (Tag::Aside, _) => Region::Sidebar,
        (Tag::Header, _) if !sectioned => Region::Header,
        (Tag::Footer, _) if !sectioned => Region::Footer,
        _ => outer.place,
    }
}

fn content_of(tag: Tag) -> Option<Content> {
    match tag {
        Tag::Script => Some(Content::Script),
        Tag::Style
        | Tag::Xmp
        | Tag::Iframe
        | Tag::Noembed
        | Tag::Noframes
        | Tag::Noscript
        | Tag::Title
        | Tag::Textarea => Some(Content::Raw),
        _ => None,
    }
}

/// Whether an attribute or an inline style hides an element from readers.
fn is_hidden(attributes: &Attributes<'_>) -> bool {
    if attributes.raw(Name::Hidden).is_some_and(|value| !value.eq_ignore_ascii_case("until-found")) {
        return true;
    }
    let Some(style) = attributes.raw(Name::Style) else { return false };
    let style: String = style
        .chars()
        .filter(|letter| !letter.is_whitespace())
        .map(|letter| letter.to_ascii_lowercase())
        .collect();
    style.split(';').any(hides) || (style.contains("overflow:hidden") && style.split(';').any(has_no_size))
}

fn hides(rule: &str) -> bool {
    let Some((property, value)) = rule.split_once(':') else { return false };
    let value = value.trim_end_matches("!important");
    match property {
        "display" => value == "none",
        "visibility" => matches!(value, "hidden" | "collapse"),
        "opacity" => value.parse() == Ok(0.0),
        "font-size" => is_zero(value),
        // A shift of 999 px and more moves the text out of the window.
        "text-indent" | "left" | "right" | "top" | "margin-left" => {
            let number: String =
                value.chars().take_while(|sign| matches!(sign, '-' | '.' | '0'..='9')).collect();
            number.parse().is_ok_and(|number: f64| number <= -999.0)
        }
        _ => false,
    }
}

fn has_no_size(rule: &str) -> bool {
    rule.split_once(':').is_some_and(|(property, value)| {
        matches!(property, "height" | "width" | "max-height" | "max-width") && is_zero(value)
    })
}

fn is_zero(value: &str) -> bool {
    let end = value.find(|sign: char| !matches!(sign, '.' | '0'..='9')).unwrap_or(value.len());
    value[..end].parse() == Ok(0.0)
}
