//! Links, and the addresses of a document.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;
use sitewright_facts::{NewLink, UNKNOWN};
use url::Url;

use crate::address::Scope;

use super::{
    blocks::{Place, cut},
    limits,
    names::Name,
    reader::{Context, Reader, Region},
};

pub struct LinkDraft<'a> {
    href: Option<Cow<'a, str>>,
    url: String,
    kind: u32,
    fragment: Option<String>,
    region: Region,
    rel: u32,
    new_tab: bool,
    onclick: bool,
    label: Option<Cow<'a, str>>,
    script: Option<Cow<'a, str>>,
    flags: u32,
    labelled: bool,
    title: Option<Cow<'a, str>>,
    /// The alternative texts of its images, with the titles of drawings.
    pub alt: String,
    pub images: u32,
    /// The rows of its images.
    pub first_image: usize,
    place: Place,
    at: usize,
}

/// Bits of the column `flags`.
const NAMED: u32 = 1;
const OTHER_ROLE: u32 = 2;
const FOREIGN: u32 = 4;

const SAME_SITE: u32 = 0;
const OTHER_SITE: u32 = 1;
const SAME_PAGE: u32 = 5;
const NOTHING: u32 = 6;
const INVALID: u32 = 8;

impl<'a> Reader<'a, '_> {
    /// The absolute, normalised address; none if it is invalid or neither http nor https.
    pub fn resolve(&self, href: &str) -> Option<String> {
        (self.rules.normalise)(self.base.as_ref().unwrap_or(self.url), href)
    }

    /// Resolves an address that may be empty; empty if it is invalid.
    pub fn resolved(&self, href: &str) -> String {
        if href.is_empty() { String::new() } else { self.resolve(href).unwrap_or_default() }
    }

    /// The first `base` with an address counts.
    pub fn set_base(&mut self) {
        if self.base.is_none()
            && let Some(href) = self.tokens.attributes.filled(Name::Href)
        {
            let is_base =
                |base: &Url| matches!(base.scheme(), "http" | "https") && base.as_str().len() <= limits::BASE;
            self.base = self.url.join(&href).ok().filter(is_base);
        }
    }

    pub fn begin_link(&mut self, at: usize, context: Context) {
        self.finish_link();
        if let Some(name) = self.tokens.attributes.get(Name::Nameof).filter(|name| !name.is_empty()) {
            self.count_id(name, 0);
        }
        let href = self.tokens.attributes.get(Name::Href);
        let (kind, url, fragment) = self.target(href.as_deref());
        if kind == OTHER_SITE
            && let Some(hidden) = &mut self.hidden
        {
            hidden.links += 1;
        }
        let attributes = &self.tokens.attributes;
        let mut flags = 0;
        for (is_set, bit) in [
            (attributes.has(Name::Id) || attributes.has(Name::Nameof), NAMED),
            (
                attributes.filled(Name::Role).is_some_and(|role| !role.eq_ignore_ascii_case("link")),
                OTHER_ROLE,
            ),
            (kind == OTHER_SITE && is_foreign(&self.found.own_url, &url), FOREIGN),
        ] {
            flags |= if is_set { bit } else { 0 };
        }
        self.link = Some(LinkDraft {
            rel: attributes.get(Name::Rel).map_or(0, |rel| bits_of_rel(&rel)),
            new_tab: attributes.is(Name::Target, "_blank"),
            onclick: attributes.has(Name::Onclick),
            label: attributes.filled(Name::AriaLabel),
            script: attributes.filled(Name::Onclick),
            flags,
            labelled: attributes.filled(Name::AriaLabelledby).is_some(),
            title: attributes.filled(Name::Title),
            alt: attributes.filled(Name::Alt).map(Cow::into_owned).unwrap_or_default(),
            images: 0,
            first_image: self.tables.images.len(),
            place: self.blocks.here(context),
            region: context.place,
            href,
            url,
            kind,
            fragment,
            at,
        });
    }

    /// What a link leads to, its address and its fragment.
    fn target(&self, href: Option<&str>) -> (u32, String, Option<String>) {
        let Some(href) = href else { return (NOTHING, String::new(), None) };
        let href = href.trim_matches(|sign: char| sign <= ' ');
        let fragment =
            href.split_once('#').map(|(_, name)| percent_decode_str(name).decode_utf8_lossy().into_owned());
        match scheme_of(href).map(str::to_ascii_lowercase).as_deref() {
            None | Some("http" | "https") => {}
            Some("mailto") => return (2, String::new(), None),
            Some("tel") => return (3, String::new(), None),
            Some("javascript") => return (4, String::new(), None),
            Some(_) => return (7, String::new(), None),
        }
        let Some(url) = self.resolve(href) else { return (INVALID, String::new(), None) };
        let kind = match () {
            () if fragment.is_some() && url == self.found.own_url => SAME_PAGE,
            () if (self.rules.same_site)(host_of(&url)) => SAME_SITE,
            () => OTHER_SITE,
        };
        (kind, url, fragment)
    }

    pub fn finish_link(&mut self) {
        let Some(link) = self.link.take() else { return };
        let text = self.blocks.since(link.place, 256);
        // A no-break space is no text.
        let text = text.trim();
        if text.is_empty() && link.images > 0 {
            self.mark_only_images(link.first_image);
        }
        if self.found.links >= limits::LINKS {
            return;
        }
        self.found.links += 1;
        let (text, text_from) = match &link {
            _ if !text.is_empty() => (text, 0),
            LinkDraft { label: Some(label), .. } => (&**label, 1),
            LinkDraft { labelled: true, .. } => ("", 1),
            LinkDraft { alt, .. } if !alt.trim().is_empty() => (alt.trim(), 2),
            LinkDraft { title: Some(title), .. } => (&**title, 3),
            _ => ("", 4),
        };
        NewLink {
            href: link.href.as_deref().map(|href| cut(href, 2_048)),
            url: &link.url,
            target: UNKNOWN,
            kind: link.kind,
            fragment: link.fragment.as_deref().map(|fragment| cut(fragment, 256)),
            text: cut(text, 256),
            text_from,
            place: link.region as u32,
            rel: link.rel,
            new_tab: link.new_tab,
            images: link.images,
            onclick: link.onclick,
            at: link.at as u32,
            label: link.label.as_deref().map_or("", |label| cut(label, 256)),
            script: link.script.as_deref().map_or("", |script| cut(script, 256)),
            flags: link.flags,
            ..NewLink::default()
        }
        .push(&mut self.tables.links);
    }
}

/// Whether an address belongs to another registrable domain than the page.
pub fn is_foreign(own: &str, url: &str) -> bool {
    !Scope::Domain.joins(host_of(own), host_of(url))
}

/// The scheme of an address, if it has one.
pub fn scheme_of(href: &str) -> Option<&str> {
    let end = href.find(|sign: char| !(sign.is_ascii_alphanumeric() || matches!(sign, '+' | '-' | '.')))?;
    (href.as_bytes()[end] == b':' && href.as_bytes()[0].is_ascii_alphabetic()).then_some(&href[..end])
}

/// The host of a normalised address, without its port.
pub fn host_of(url: &str) -> &str {
    let rest = url.split_once("://").map_or("", |(_, rest)| rest);
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    }
}

fn bits_of_rel(rel: &str) -> u32 {
    let names = ["nofollow", "ugc", "sponsored", "noopener", "noreferrer", "next", "prev"];
    rel.split_ascii_whitespace().fold(0, |bits, word| {
        bits | names.iter().position(|name| word.eq_ignore_ascii_case(name)).map_or(0, |bit| 1 << bit)
    })
}

/// The absolute address in its normal form, without its fragment; none if it is invalid or neither http nor https.
pub fn normalise(base: &Url, href: &str) -> Option<String> {
    let mut url = base.join(href).ok()?;
    if !matches!(url.scheme(), "http" | "https") {
        return None;
    }
    url.set_fragment(None);
    Some(url.into())
}
