//! Titles, `meta` and `link` elements, and the Link header.

use sitewright_facts::{NewHint, NewMeta, NewTitle, UNKNOWN};

use super::{
    blocks::{collapsed, cut},
    dates, directives, limits,
    media::{MEDIA, kind},
    names::Name,
    reader::{Context, Reader},
};

const IN_HEAD: u32 = 0;
const IN_BODY: u32 = 1;
const IN_HEADER: u32 = 2;

impl<'a> Reader<'a, '_> {
    pub fn title(&mut self, raw: &str, at: usize) {
        let text = collapsed(&htmlize::unescape(raw), 2_048);
        let in_head = self.in_head();
        if self.found.titles < limits::TITLES {
            self.found.titles += 1;
            NewTitle { text: &text, in_head, at: at as u32, ..NewTitle::default() }
                .push(&mut self.tables.titles);
        }
        if in_head && self.found.title.is_none() {
            self.found.title = Some(text);
        }
    }

    pub fn meta(&mut self, at: usize) {
        let attributes = &self.tokens.attributes;
        let content = attributes.get(Name::Content);
        let equiv = attributes.is(Name::HttpEquiv, "content-type");
        let names_charset = attributes.has(Name::Charset)
            || equiv
                && content
                    .as_deref()
                    .is_some_and(|content| content.to_ascii_lowercase().contains("charset="));
        if names_charset && self.found.meta_charset_at == UNKNOWN {
            self.found.meta_charset_at = self.tokens.end() as u32;
        }
        let content = content.map(|content| collapsed(&content, 2_048));
        for (attribute, name) in [Name::Nameof, Name::Property, Name::HttpEquiv].into_iter().enumerate() {
            let Some(name) = self.tokens.attributes.filled(name) else { continue };
            let name = name.to_ascii_lowercase();
            self.learn_meta(&name, content.as_deref(), at);
            if self.found.metas < limits::METAS {
                self.found.metas += 1;
                NewMeta {
                    name: cut(&name, 128),
                    attribute: attribute as u32,
                    content: content.as_deref().unwrap_or_default(),
                    in_head: self.in_head(),
                    at: at as u32,
                    ..NewMeta::default()
                }
                .push(&mut self.tables.metas);
            }
        }
    }

    fn learn_meta(&mut self, name: &str, content: Option<&str>, at: usize) {
        let Some(content) = content else { return };
        let in_head = self.in_head();
        let found = &mut self.found;
        let first = |place: &mut Option<String>| {
            if place.is_none() {
                *place = Some(content.to_owned());
            }
        };
        match name {
            "description" if in_head => first(&mut found.description),
            "viewport" => first(&mut found.viewport),
            "robots" | "googlebot" => found.robots.add(directives::of_meta(content)),
            "author" if !content.is_empty() => first(&mut found.meta_author),
            "og:type" => found.article |= content.eq_ignore_ascii_case("article"),
            "article:modified_time" | "article:published_time" | "og:updated_time" | "last-modified" => {
                if let Some(day) = dates::day_of(content) {
                    found.date(day);
                }
            }
            "og:image" | "og:image:url" => {
                let context = self.tree.context();
                self.resource(kind::OG_IMAGE, content, 0, at, context);
            }
            _ => {}
        }
    }

    pub fn hint(&mut self, at: usize, context: Context) {
        let attributes = &self.tokens.attributes;
        let rel = attributes.filled(Name::Rel).unwrap_or_default().to_ascii_lowercase();
        let href = attributes.filled(Name::Href).unwrap_or_default();
        let hreflang = attributes.get(Name::Hreflang);
        let media_type = attributes.filled(Name::Type).unwrap_or_default();
        let media = attributes.filled(Name::Media).unwrap_or_default();
        let is_font = attributes.is(Name::As, "font");
        let url = self.resolved(&href);
        let place = if self.in_head() { IN_HEAD } else { IN_BODY };
        if place == IN_HEAD && self.found.canonical.is_none() && has_word(&rel, "canonical") {
            self.found.canonical = Some(url.clone());
        }
        let flags = if media.is_empty() || media.eq_ignore_ascii_case("all") { 0 } else { MEDIA };
        if !href.is_empty() {
            if has_word(&rel, "stylesheet") {
                self.resource(kind::STYLE, &href, flags, at, context);
            } else if has_word(&rel, "icon") || has_word(&rel, "apple-touch-icon") {
                self.resource(kind::ICON, &href, 0, at, context);
            } else if has_word(&rel, "preload") && is_font {
                self.resource(kind::FONT, &href, 0, at, context);
            }
        }
        let attributes = format!("{media_type} {media}");
        self.push_hint(&NewHint {
            rel: cut(&rel, 128),
            href: cut(&href, 2_048),
            url: &url,
            hreflang: hreflang.as_deref().map(|tag| cut(tag.trim_ascii(), 64)),
            attributes: cut(attributes.trim_ascii(), 256),
            place,
            at: at as u32,
            ..NewHint::default()
        });
    }

    fn push_hint(&mut self, hint: &NewHint<'_>) {
        if self.found.hints < limits::HINTS {
            self.found.hints += 1;
            NewHint { target: UNKNOWN, ..*hint }.push(&mut self.tables.hints);
        }
    }

    /// Reads a Link header, whose addresses are relative to the address of the response.
    pub fn link_header(&mut self, value: &str) {
        for link in links_of_header(value) {
            let url = if link.href.is_empty() {
                String::new()
            } else {
                (self.rules.normalise)(self.url, link.href).unwrap_or_default()
            };
            let rel = link.parameter("rel").unwrap_or_default().to_ascii_lowercase();
            if self.found.header_canonical.is_none() && has_word(&rel, "canonical") {
                self.found.header_canonical = Some(url.clone());
            }
            let attributes = format!(
                "{} {}",
                link.parameter("type").unwrap_or_default(),
                link.parameter("media").unwrap_or_default()
            );
            self.push_hint(&NewHint {
                rel: cut(&rel, 128),
                href: cut(link.href, 2_048),
                url: &url,
                hreflang: link.parameter("hreflang").map(|tag| cut(tag, 64)),
                attributes: cut(attributes.trim_ascii(), 256),
                place: IN_HEADER,
                ..NewHint::default()
            });
        }
    }
}

fn has_word(rel: &str, word: &str) -> bool {
    rel.split_ascii_whitespace().any(|other| other == word)
}

struct HeaderLink<'a> {
    href: &'a str,
    parameters: Vec<(&'a str, &'a str)>,
}

impl<'a> HeaderLink<'a> {
    fn parameter(&self, name: &str) -> Option<&'a str> {
        self.parameters.iter().find(|(other, _)| other.eq_ignore_ascii_case(name)).map(|(_, value)| *value)
    }
}

/// The links of a Link header: `<address>; name="value", …`.
fn links_of_header(mut rest: &str) -> Vec<HeaderLink<'_>> {
    let mut links = Vec::new();
    while let Some((_, after)) = rest.split_once('<') {
        let Some((href, after)) = after.split_once('>') else { break };
        let (parameters, after) = parameters_of(after);
        links.push(HeaderLink { href: href.trim_ascii(), parameters });
        rest = after;
    }
    links
}

/// The parameters up to the comma before the next link, and what follows it.
fn parameters_of(mut rest: &str) -> (Vec<(&str, &str)>, &str) {
    let mut all = Vec::new();
    loop {
        rest = rest.trim_ascii_start();
        let Some(after) = rest.strip_prefix(';') else { return (all, rest) };
        let end = after.find(['=', ';', ',']).unwrap_or(after.len());
        let name = after[..end].trim_ascii();
        let Some(value) = after[end..].strip_prefix('=') else {
            rest = &after[end..];
            continue;
        };
        let value = value.trim_ascii_start();
        let (value, after) = match value.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => value.split_at(value.find([';', ',']).unwrap_or(value.len())),
        };
        all.push((name, value.trim_ascii()));
        rest = after;
    }
}
