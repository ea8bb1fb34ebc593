//! Images, and the files that a document loads.

use sitewright_facts::{NewImage, NewResource, UNKNOWN, layouts};

use super::{
    blocks::cut,
    limits,
    names::{Name, Tag},
    reader::{Context, Reader, Region},
};

#[derive(Default)]
pub struct PictureDraft {
    has_image: bool,
    modern: bool,
    first: String,
}

/// Kinds of resources, as in the facts.
pub mod kind {
    pub const STYLE: u32 = 0;
    pub const SCRIPT: u32 = 1;
    pub const FRAME: u32 = 2;
    pub const VIDEO: u32 = 3;
    pub const AUDIO: u32 = 4;
    pub const FONT: u32 = 5;
    pub const ICON: u32 = 6;
    pub const OG_IMAGE: u32 = 7;
    pub const SOURCE: u32 = 8;
    pub const OBJECT: u32 = 9;
    pub const BACKGROUND: u32 = 10;
    pub const PICTURE_SOURCE: u32 = 11;
}

const ASYNC: u32 = 1;
const DEFER: u32 = 2;
const MODULE: u32 = 4;
const IN_HEAD: u32 = 8;
const POSTER: u32 = 16;
const INLINE: u32 = 32;
pub const MEDIA: u32 = 64;
const IN_MAIN: u32 = 128;
/// Addresses of a `srcset` that are kept.
const SET: usize = 20;

impl<'a> Reader<'a, '_> {
    pub fn image(&mut self, at: usize, context: Context) {
        let attributes = &self.tokens.attributes;
        let lazy_source = [Name::DataSrc, Name::DataLazySrc, Name::DataOriginal]
            .into_iter()
            .find_map(|name| attributes.filled(name))
            .or_else(|| attributes.filled(Name::DataSrcset).map(|set| first_of_set(&set).to_owned().into()));
        let set = attributes.filled(Name::Srcset);
        // A lazy script replaces a `src` that is a placeholder in the document.
        let own =
            attributes.filled(Name::Src).filter(|src| lazy_source.is_none() || !src.starts_with("data:"));
        let own = own.or_else(|| set.as_deref().map(|set| first_of_set(set).to_owned().into()));
        let src = lazy_source.clone().or(own).unwrap_or_default();
        let alt = attributes.get(Name::Alt);
        let style = attributes.get(Name::Style).unwrap_or_default();
        let sized = attributes.has(Name::Width) && attributes.has(Name::Height)
            || style.contains("aspect-ratio")
            || has_both_sizes(&style);
        let decorative = attributes.is(Name::AriaHidden, "true")
            || attributes.is(Name::Role, "presentation")
            || attributes.is(Name::Role, "none");
        let modern = set.as_deref().is_some_and(is_modern) || is_modern(&src);
        let lazy = lazy_source.is_some() || attributes.is(Name::Loading, "lazy");
        let modern = modern || self.picture.as_ref().is_some_and(|picture| picture.modern);
        if let Some(picture) = &mut self.picture {
            picture.has_image = true;
        }
        let others = set.as_deref().map(|set| others_of_set(set, &src)).unwrap_or_default();
        let text = alt.as_deref().unwrap_or_default().trim();
        for (texts, images) in [
            self.link.as_mut().map(|link| (&mut link.alt, &mut link.images)),
            self.heading.as_mut().map(|heading| (&mut heading.alt, &mut heading.images)),
        ]
        .into_iter()
        .flatten()
        {
            *images += 1;
            if !text.is_empty() && texts.len() < 256 {
                texts.extend([" ", text]);
            }
        }
        let url = self.resolved(&src);
        self.push_image(&NewImage {
            src: cut(&src, 2_048),
            url: &url,
            alt: alt.as_deref().map(|alt| cut(alt, 1_024)),
            decorative,
            sized,
            lazy,
            modern,
            at: at as u32,
            ..NewImage::default()
        });
        for other in others {
            self.resource(kind::PICTURE_SOURCE, &other, 0, at, context);
        }
    }

    fn push_image(&mut self, image: &NewImage<'_>) {
        if self.found.images < limits::IMAGES {
            self.found.images += 1;
            NewImage { target: UNKNOWN, ..*image }.push(&mut self.tables.images);
        }
    }

    /// Notes of the images of a link that they are its only content.
    pub fn mark_only_images(&mut self, first: usize) {
        let Some((cell, _)) = layouts::images.column("only_in_link") else { return };
        let images = &mut self.tables.images;
        let width = images.width as usize;
        for row in images.cells.chunks_mut(width).skip(first) {
            row[cell] = 1;
        }
    }

    pub fn finish_picture(&mut self) {
        let Some(picture) = self.picture.take() else { return };
        if !picture.has_image {
            let url = self.resolved(&picture.first);
            let image = NewImage { src: cut(&picture.first, 2_048), url: &url, ..NewImage::default() };
            self.push_image(&NewImage { empty_picture: true, modern: picture.modern, ..image });
        }
    }

    /// A `source` of a picture, a video or an audio.
    pub fn source(&mut self, at: usize, context: Context) {
        let attributes = &self.tokens.attributes;
        if let Some(picture) = &mut self.picture {
            let set = attributes
                .filled(Name::Srcset)
                .or_else(|| attributes.filled(Name::DataSrcset))
                .unwrap_or_default();
            let media_type = attributes.get(Name::Type).unwrap_or_default().to_ascii_lowercase();
            picture.modern |= is_modern(&set) || media_type.contains("webp") || media_type.contains("avif");
            let first = first_of_set(&set).to_owned();
            if picture.first.is_empty() {
                picture.first.clone_from(&first);
            }
            self.resource(kind::PICTURE_SOURCE, &first, 0, at, context);
            for other in others_of_set(&set, &first) {
                self.resource(kind::PICTURE_SOURCE, &other, 0, at, context);
            }
        } else if let Some(src) = attributes.filled(Name::Src) {
            self.resource(kind::SOURCE, &src, 0, at, context);
        }
    }

    pub fn media(&mut self, tag: Tag, at: usize, context: Context) {
        let src = self.tokens.attributes.filled(Name::Src).unwrap_or_default();
        let poster = self.tokens.attributes.filled(Name::Poster).is_some();
        let kind = if tag == Tag::Video { kind::VIDEO } else { kind::AUDIO };
        self.resource(kind, &src, if poster { POSTER } else { 0 }, at, context);
    }

    pub fn object(&mut self, tag: Tag, at: usize, context: Context) {
        let name = if tag == Tag::Embed { Name::Src } else { Name::Data };
        if let Some(src) = self.tokens.attributes.filled(name) {
            self.resource(kind::OBJECT, &src, 0, at, context);
        }
    }

    pub fn frame(&mut self, at: usize, context: Context) {
        let attributes = &self.tokens.attributes;
        let src =
            attributes.filled(Name::Src).or_else(|| attributes.filled(Name::DataSrc)).unwrap_or_default();
        let style = attributes.get(Name::Style).unwrap_or_default();
        let length = |attribute: Name, name: &str, window: u32| {
            let own = || attributes.get(attribute).map_or(0, |value| pixels(&value, window));
            property(&style, name).map_or_else(own, |value| pixels(value, window))
        };
        let (width, height) = (length(Name::Width, "width", 600), length(Name::Height, "height", 800));
        let url = self.resolved(&src);
        self.push_resource(
            &NewResource {
                kind: kind::FRAME,
                src: cut(&src, 2_048),
                url: &url,
                at: at as u32,
                width,
                height,
                ..Default::default()
            },
            context,
        );
    }

    pub fn script(&mut self, raw: &'a str, at: usize, context: Context) {
        let attributes = &self.tokens.attributes;
        let media_type = attributes.get(Name::Type).unwrap_or_default();
        let media_type = media_type.split(';').next().unwrap_or_default().trim_ascii();
        if media_type.eq_ignore_ascii_case("application/ld+json") {
            return self.json_ld(raw, at);
        }
        let module = media_type.eq_ignore_ascii_case("module");
        let is_script =
            module || media_type.is_empty() || media_type.to_ascii_lowercase().ends_with("script");
        if !is_script {
            return;
        }
        let mut flags = if module { MODULE } else { 0 };
        flags |= if attributes.has(Name::Async) { ASYNC } else { 0 };
        flags |= if attributes.has(Name::Defer) { DEFER } else { 0 };
        match attributes.filled(Name::Src) {
            Some(src) => self.resource(kind::SCRIPT, &src, flags, at, context),
            None => self.inline(kind::SCRIPT, raw.len(), flags, at, context),
        }
    }

    pub fn style(&mut self, raw: &'a str, at: usize, context: Context) {
        let media = self
            .tokens
            .attributes
            .filled(Name::Media)
            .is_some_and(|media| !media.eq_ignore_ascii_case("all"));
        self.inline(kind::STYLE, raw.len(), if media { MEDIA } else { 0 }, at, context);
        self.addresses_of_style(raw, at, context);
    }

    /// The addresses in the style attribute of an element.
    pub fn background(&mut self, context: Context) {
        if let Some(style) = self.tokens.attributes.get(Name::Style) {
            self.addresses_of_style(&style, 0, context);
        }
    }

    fn addresses_of_style(&mut self, style: &str, at: usize, context: Context) {
        for part in style.split("url(").skip(1) {
            let Some((src, _)) = part.split_once(')') else { break };
            let src = src.trim_matches(|sign: char| sign.is_whitespace() || matches!(sign, '"' | '\''));
            if src.is_empty() || src.starts_with("data:") || src.starts_with('#') {
                continue;
            }
            let path = src.split(['?', '#']).next().unwrap_or_default().to_ascii_lowercase();
            let is_font = [".woff", ".woff2", ".ttf", ".otf", ".eot"].iter().any(|end| path.ends_with(end));
            self.resource(if is_font { kind::FONT } else { kind::BACKGROUND }, src, 0, at, context);
        }
    }

    pub fn resource(&mut self, kind: u32, src: &str, flags: u32, at: usize, context: Context) {
        let url = self.resolved(src);
        self.push_resource(
            &NewResource {
                kind,
                src: cut(src, 2_048),
                url: &url,
                flags,
                at: at as u32,
                ..Default::default()
            },
            context,
        );
    }

    fn inline(&mut self, kind: u32, bytes: usize, flags: u32, at: usize, context: Context) {
        let (flags, inline_bytes) = (flags | INLINE, bytes as u32);
        self.push_resource(
            &NewResource { kind, flags, inline_bytes, at: at as u32, ..Default::default() },
            context,
        );
    }

    fn push_resource(&mut self, resource: &NewResource<'_>, context: Context) {
        if self.found.resources >= limits::RESOURCES {
            return;
        }
        self.found.resources += 1;
        let mut flags = resource.flags;
        flags |= if self.in_head() { IN_HEAD } else { 0 };
        flags |= if !self.in_head() && context.place == Region::Content { IN_MAIN } else { 0 };
        NewResource { flags, target: UNKNOWN, ..*resource }.push(&mut self.tables.resources);
    }
}

/// The first address of a `srcset`.
fn first_of_set(set: &str) -> &str {
    set.split_ascii_whitespace().next().unwrap_or_default().trim_end_matches(',')
}

/// The addresses of a `srcset` besides one that is known.
fn others_of_set(set: &str, known: &str) -> Vec<String> {
    let mut others: Vec<String> = Vec::new();
    // An address contains no white space, and a comma at its end ends the candidate.
    let mut words = set.split_ascii_whitespace();
    while let Some(word) = words.next() {
        let address = word.trim_end_matches(',');
        if address == word {
            words.by_ref().find(|word| word.ends_with(','));
        }
        if others.len() < SET && address != known && !address.starts_with("data:") {
            others.push(address.to_owned());
        }
    }
    others
}

/// The value of a property in a style attribute.
fn property<'s>(style: &'s str, wanted: &str) -> Option<&'s str> {
    let mut rules = style.split(';').filter_map(|rule| rule.split_once(':'));
    rules.find(|(name, _)| name.trim_ascii().eq_ignore_ascii_case(wanted)).map(|(_, value)| value)
}

/// A length in pixels, or as a share of a window; 0 for others.
fn pixels(length: &str, window: u32) -> u32 {
    let length = length.trim_ascii();
    let digits = length.find(|sign: char| !sign.is_ascii_digit()).unwrap_or(length.len());
    let number: u32 = length[..digits].parse().unwrap_or(0);
    match length[digits..].trim_start_matches(|sign: char| sign == '.' || sign.is_ascii_digit()) {
        "" | "px" => number,
        "%" | "vw" | "vh" => number.saturating_mul(window) / 100,
        _ => 0,
    }
}

fn is_modern(set: &str) -> bool {
    let bytes = set.as_bytes();
    [&b".webp"[..], b".avif"]
        .iter()
        .any(|end| bytes.windows(end.len()).any(|part| part.eq_ignore_ascii_case(end)))
}

fn has_both_sizes(style: &str) -> bool {
    let mut sizes =
        style.split(';').filter_map(|rule| rule.split_once(':')).map(|(name, _)| name.trim_ascii());
    sizes.clone().any(|name| name.eq_ignore_ascii_case("width"))
        && sizes.any(|name| name.eq_ignore_ascii_case("height"))
}
