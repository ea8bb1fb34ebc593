//! Footnotes: numbered in the order of the text, at its end, with a way back.

use pulldown_cmark::{CowStr, Event, Tag, TagEnd};

use crate::platform::prelude::*;

/// The class of the notes.
pub const CLASS: &str = "post-notes";

/// Whether an id is that of a note or of its place in the text. No id of a heading has this form.
pub fn is_id(id: &str) -> bool {
    let number = id.strip_prefix("fn_").or_else(|| id.strip_prefix("fnref_")).unwrap_or_default();
    !number.is_empty() && number.bytes().all(|sign| sign.is_ascii_digit())
}

#[derive(Default)]
struct Notes<'t> {
    /// The name of each note in the order of the references.
    order: Vec<CowStr<'t>>,
    texts: HashMap<CowStr<'t>, Vec<Event<'t>>>,
}

/// The events of a text, with its notes at the end. A note that nothing refers to is left out.
pub fn at_end<'t>(events: impl Iterator<Item = Event<'t>>, language: Locale) -> Vec<Event<'t>> {
    let mut notes = Notes::default();
    let (mut text, mut open) = (Vec::new(), None);
    for event in events {
        match event {
            Event::Start(Tag::FootnoteDefinition(name)) => open = Some((name, Vec::new())),
            Event::End(TagEnd::FootnoteDefinition) => {
                if let Some((name, events)) = open.take() {
                    notes.texts.entry(name).or_insert(events);
                }
            }
            event => open.as_mut().map_or(&mut text, |(_, events)| events).push(event),
        }
    }
    let mut all: Vec<Event> = text.into_iter().map(|event| notes.referred(event)).collect();
    if notes.order.is_empty() {
        return all;
    }
    all.push(Event::Html(format!("<div class=\"{CLASS}\"><ol>\n").into()));
    let mut number = 0;
    // A note may refer to another one, which is added to them.
    while let Some(name) = notes.order.get(number) {
        number += 1;
        let events = notes.texts.get(name).cloned().unwrap_or_default();
        all.push(Event::Html(format!("<li id=\"fn_{number}\">").into()));
        all.extend(events.into_iter().map(|event| notes.referred(event)));
        let end = all.pop_if(|last| matches!(last, Event::End(TagEnd::Paragraph)));
        all.push(Event::InlineHtml(back(number, language).into()));
        all.extend(end);
        all.push(Event::Html("</li>\n".into()));
    }
    all.push(Event::Html("</ol></div>\n".into()));
    all
}

impl<'t> Notes<'t> {
    /// An event, with a link in place of a reference. The way back leads to the first one.
    fn referred(&mut self, event: Event<'t>) -> Event<'t> {
        let Event::FootnoteReference(name) = event else { return event };
        let known = self.order.iter().position(|known| *known == name);
        let number = known.unwrap_or(self.order.len()) + 1;
        let id = if known.is_none() { format!(" id=\"fnref_{number}\"") } else { String::new() };
        if known.is_none() {
            self.order.push(name);
        }
        Event::InlineHtml(format!("<sup><a href=\"#fn_{number}\"{id}>{number}</a></sup>").into())
    }
}

fn back(number: usize, language: Locale) -> String {
    let name = language.pick("Back to the text", "Wróć do tekstu");
    format!(" <a href=\"#fnref_{number}\" aria-label=\"{name}\">↩</a>")
}
