//! What the elements of a document tell: the rows that begin with a start tag.

use std::borrow::Cow;

use sitewright_facts::{NewForm, NewHeading, NewHidden, NewId};

use super::{
    blocks::cut,
    limits,
    names::{Name, Tag},
    reader::{Context, FormDraft, HeadingDraft, HiddenDraft, Mark, Reader, Region},
    tokens::Content,
};

/// Parts of a class or id that hidden menus and dialogs have.
const OVERLAYS: [&str; 12] = [
    "menu",
    "modal",
    "dialog",
    "popup",
    "dropdown",
    "nav",
    "tooltip",
    "cookie",
    "tab",
    "accordion",
    "drawer",
    "offcanvas",
];

impl<'a> Reader<'a, '_> {
    /// Reads an element whose content is text: `script`, `title` and the like.
    pub fn raw(&mut self, tag: Tag, name: &'a str, content: Content, at: usize) {
        self.truncate(self.tree.cut_by_start(tag));
        let context = self.context_of(tag);
        if tag.separates_words() {
            self.blocks.space(context);
        }
        let (raw, start) = self.tokens.content(content, name);
        if context.template {
            return;
        }
        self.identify(context);
        match tag {
            Tag::Title => self.title(raw, at),
            Tag::Script => self.script(raw, at, context),
            Tag::Style => self.style(raw, at, context),
            Tag::Iframe => self.frame(at, context),
            Tag::Xmp => {
                self.blocks.end();
                self.blocks.push(raw, start, context);
                self.blocks.end();
            }
            _ => {}
        }
    }

    /// Reads a start tag before its element is open.
    pub fn element(&mut self, tag: Tag, at: usize, context: Context) {
        if context.template || (self.tokens.attributes.is_empty() && tag != Tag::A) {
            return;
        }
        self.identify(context);
        self.background(context);
        match tag {
            Tag::Meta => self.meta(at),
            Tag::Link => self.hint(at, context),
            Tag::Base => self.set_base(),
            Tag::Area => {
                self.begin_link(at, context);
                self.finish_link();
            }
            Tag::Img | Tag::Image => self.image(at, context),
            Tag::Source => self.source(at, context),
            Tag::Video | Tag::Audio => self.media(tag, at, context),
            Tag::Embed | Tag::Object => self.object(tag, at, context),
            Tag::Frame => self.frame(at, context),
            Tag::Input if self.tokens.attributes.is(Name::Type, "password") => {
                if let Some(form) = &mut self.form {
                    form.password = true;
                }
            }
            Tag::Time => self.time(),
            _ => {}
        }
        if !matches!(tag, Tag::A | Tag::Area) && self.navigates() {
            self.found.onclick_links += 1;
        }
        if tag.is_void() {
            self.property_of_void(tag);
        }
    }

    /// Sets what happens when the element that was opened now ends.
    pub fn mark(&mut self, tag: Tag, at: usize, context: Context) {
        if context.template {
            return;
        }
        match tag {
            Tag::A => {
                self.begin_link(at, context);
                self.at_end(Mark::Link);
            }
            Tag::Picture => {
                self.picture = Some(Default::default());
                self.at_end(Mark::Picture);
            }
            Tag::Form => {
                let action = self.tokens.attributes.filled(Name::Action);
                let action = action
                    .map_or_else(|| self.url.to_string(), |action| self.resolve(&action).unwrap_or_default());
                self.form = Some(FormDraft { action, password: false, at });
                self.at_end(Mark::Form);
            }
            _ => {}
        }
        if let Some(level) = tag.heading_level() {
            self.begin_heading(level, at, context);
        }
        if self.tokens.attributes.is_empty() {
            return;
        }
        self.begin_items(tag, at, context);
        self.begin_byline(context);
        self.begin_goods(tag, context);
        if context.hidden && self.hidden.is_none() && !self.is_overlay(tag, context) {
            self.hidden = Some(HiddenDraft { place: self.blocks.here(context), links: 0, at });
            self.at_end(Mark::Hidden);
        }
    }

    /// Counts the id of the element.
    pub fn identify(&mut self, context: Context) {
        if context.template {
            return;
        }
        let Some(id) = self.tokens.attributes.get(Name::Id).filter(|id| !id.is_empty()) else { return };
        self.count_id(id, 1);
    }

    /// Counts a name that links may lead to; `times` is 0 for the name of an anchor, which may repeat its id.
    pub fn count_id(&mut self, id: Cow<'a, str>, times: u32) {
        if let Some(&index) = self.id_places.get(&id) {
            self.ids[index].1 += times;
        } else if self.ids.len() < limits::IDS {
            self.id_places.insert(id.clone(), self.ids.len());
            self.ids.push((id, times));
        }
    }

    pub fn write_ids(&mut self) {
        for (name, count) in &self.ids {
            NewId { name: cut(name, 128), count: (*count).max(1), ..NewId::default() }
                .push(&mut self.tables.ids);
        }
    }

    /// Whether a click on an element that is not a link goes to another page.
    fn navigates(&self) -> bool {
        let attributes = &self.tokens.attributes;
        attributes.raw(Name::Onclick).is_some_and(|script| {
            !attributes.has(Name::Href)
                && [
                    "location.href",
                    "location=",
                    "location =",
                    "location.assign",
                    "location.replace",
                    "window.open(",
                ]
                .iter()
                .any(|call| script.contains(call))
        })
    }

    fn begin_heading(&mut self, level: u32, at: usize, context: Context) {
        self.finish_heading();
        self.blocks.headings += 1;
        self.blocks.in_heading = true;
        let place = self.blocks.here(context);
        self.heading = Some(HeadingDraft { level, place, at, alt: String::new(), images: 0 });
        self.at_end(Mark::Heading);
    }

    pub fn finish_heading(&mut self) {
        let Some(heading) = self.heading.take() else { return };
        // A non-breaking space alone is no text.
        let text = self.blocks.since(heading.place, 1_024);
        let text = text.trim();
        self.blocks.end();
        self.blocks.in_heading = false;
        if self.found.headings >= limits::HEADINGS {
            return;
        }
        self.found.headings += 1;
        NewHeading {
            level: heading.level,
            text: cut(if text.is_empty() { heading.alt.trim() } else { text }, 1_024),
            only_images: text.is_empty() && heading.images > 0,
            at: heading.at as u32,
            ..NewHeading::default()
        }
        .push(&mut self.tables.headings);
    }

    pub fn finish_form(&mut self) {
        let Some(form) = self.form.take() else { return };
        if self.found.forms < limits::FORMS {
            self.found.forms += 1;
            NewForm {
                action: &form.action,
                password: form.password,
                at: form.at as u32,
                ..NewForm::default()
            }
            .push(&mut self.tables.forms);
        }
    }

    fn is_overlay(&self, tag: Tag, context: Context) -> bool {
        let attributes = &self.tokens.attributes;
        let named = [Name::Class, Name::Id, Name::Role]
            .into_iter()
            .filter_map(|name| attributes.raw(name))
            .any(|value| {
                let value = value.to_ascii_lowercase();
                OVERLAYS.iter().any(|part| value.contains(part))
            });
        named || context.place == Region::Navigation || matches!(tag, Tag::Menu | Tag::Dialog | Tag::Template)
    }

    pub fn finish_hidden(&mut self) {
        let Some(hidden) = self.hidden.take() else { return };
        let text = self.blocks.since(hidden.place, 1_024);
        if text.chars().count() >= 20 && self.found.hidden < limits::HIDDEN {
            self.found.hidden += 1;
            NewHidden {
                text: cut(&text, 1_024),
                links: hidden.links,
                at: hidden.at as u32,
                ..NewHidden::default()
            }
            .push(&mut self.tables.hidden);
        }
    }

    /// A name of a class such as "author" or "byline" begins the name of the author.
    fn begin_byline(&mut self, context: Context) {
        let class = self.tokens.attributes.raw(Name::Class).unwrap_or_default();
        let is_byline = class.split_ascii_whitespace().any(|name| {
            matches!(
                name,
                "author" | "byline" | "p-author" | "post-author" | "entry-author" | "author-name" | "autor"
            )
        });
        let is_author =
            self.tokens.attributes.raw(Name::Rel).is_some_and(|rel| {
                rel.split_ascii_whitespace().any(|word| word.eq_ignore_ascii_case("author"))
            });
        if is_byline || is_author {
            self.found.signed_article |= context.in_article;
            self.at_end(Mark::Byline(self.blocks.here(context)));
        }
    }

    pub fn finish_byline(&mut self, place: super::blocks::Place) {
        let text = self.blocks.since(place, 400);
        if self.found.byline.is_empty() && (2..=80).contains(&text.chars().count()) {
            self.found.byline = text;
        }
    }

    fn time(&mut self) {
        if let Some(day) = self.tokens.attributes.raw(Name::Datetime).and_then(super::dates::day_of) {
            self.found.signed_article |= self.tree.context().in_article;
            self.found.date(day);
        }
    }
}
