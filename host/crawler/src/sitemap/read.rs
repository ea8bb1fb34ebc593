//! Reads a sitemap as a stream.

use std::io::{self, BufReader, Read};

use flate2::read::MultiGzDecoder;
use quick_xml::Reader;
use quick_xml::events::{BytesRef, BytesStart, Event};
use quick_xml::name::QName;
use url::Url;

use super::{Format, Limits, Page, Problem, ProblemKind, Sitemap};

/// The namespaces of the protocol; the others are old but still in use.
const NAMESPACES: [&str; 4] = [
    "http://www.sitemaps.org/schemas/sitemap/0.9",
    "https://www.sitemaps.org/schemas/sitemap/0.9",
    "http://www.google.com/schemas/sitemap/0.84",
    "http://www.google.com/schemas/sitemap/0.9",
];
/// Problems that are kept.
const MOST_PROBLEMS: usize = 100;
/// Bytes of one address or date.
const MOST_TEXT: usize = 8 * 1024;

/// Reads a file as it was received; gzip is recognised by its first bytes.
pub fn read(bytes: &[u8], limits: &Limits) -> Sitemap {
    let source: Box<dyn Read + '_> = match bytes {
        [0x1f, 0x8b, ..] => Box::new(MultiGzDecoder::new(bytes)),
        _ => Box::new(bytes),
    };
    let mut source =
        BufReader::with_capacity(64 * 1024, Limited { source, left: limits.bytes, is_cut: false });
    let mut found = Found::new(limits);
    match starts_with_tag(&mut source) {
        Ok(true) => found.xml(source),
        Ok(false) => found.lines(source),
        Err(error) => found.problem(ProblemKind::Undecodable, 0, &error.to_string()),
    }
    found.end()
}

/// Whether the text is XML. Consumes a byte order mark.
fn starts_with_tag(source: &mut impl io::BufRead) -> io::Result<bool> {
    if source.fill_buf()?.starts_with(b"\xef\xbb\xbf") {
        source.consume(3);
    }
    Ok(source.fill_buf()?.trim_ascii_start().starts_with(b"<"))
}

/// Ends at a limit.
struct Limited<R> {
    source: R,
    left: usize,
    is_cut: bool,
}

impl<R: Read> Read for Limited<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.left == 0 {
            self.is_cut = self.source.read(&mut [0])? > 0;
            return Ok(0);
        }
        let most = buffer.len().min(self.left);
        let count = self.source.read(&mut buffer[..most])?;
        self.left -= count;
        Ok(count)
    }
}

/// What was found so far.
struct Found<'a> {
    limits: &'a Limits,
    sitemap: Sitemap,
    alternates: usize,
    /// Names of the open elements, without prefixes.
    open: Vec<Vec<u8>>,
    /// The page that is being read.
    page: Draft,
    text: String,
    is_full: bool,
}

#[derive(Default)]
struct Draft {
    address: Option<String>,
    date: Option<String>,
    alternates: Vec<(String, Url)>,
}

impl<'a> Found<'a> {
    fn new(limits: &'a Limits) -> Self {
        let sitemap = Sitemap {
            format: Format::Unknown,
            pages: Vec::new(),
            sitemaps: Vec::new(),
            problems: Vec::new(),
        };
        Self {
            limits,
            sitemap,
            alternates: 0,
            open: Vec::new(),
            page: Draft::default(),
            text: String::new(),
            is_full: false,
        }
    }

    fn end(mut self) -> Sitemap {
        let is_read = self.sitemap.format != Format::Unknown;
        if is_read && self.sitemap.pages.is_empty() && self.sitemap.sitemaps.is_empty() {
            self.problem(ProblemKind::Empty, 0, "");
        }
        self.sitemap
    }

    fn problem(&mut self, kind: ProblemKind, position: u64, text: &str) {
        if self.sitemap.problems.len() < MOST_PROBLEMS {
            let text = text.chars().take(200).collect();
            self.sitemap.problems.push(Problem { kind, position, text, line: 0, near: String::new() });
        }
    }

    /// Plain text with one address on each line.
    fn lines(&mut self, mut source: BufReader<Limited<Box<dyn Read + '_>>>) {
        self.sitemap.format = Format::Text;
        let mut bytes = Vec::new();
        let outcome = source.read_to_end(&mut bytes);
        let mut position = 0;
        for line in bytes.split(|byte| matches!(byte, b'\n' | b'\r')) {
            let text = line.trim_ascii();
            if !text.is_empty() {
                self.page.address = Some(String::from_utf8_lossy(text).into_owned());
                self.finish_page(position);
            }
            if self.is_full {
                return;
            }
            position += line.len() as u64 + 1;
        }
        self.finish(outcome.err(), source.get_ref().is_cut, position);
    }

    fn xml(&mut self, source: BufReader<Limited<Box<dyn Read + '_>>>) {
        let mut reader = Reader::from_reader(source);
        reader.config_mut().allow_dangling_amp = true;
        let mut buffer = Vec::new();
        while !self.is_full {
            let position = reader.buffer_position();
            match reader.read_event_into(&mut buffer) {
                Ok(Event::Eof) => {
                    let is_cut = reader.get_ref().get_ref().is_cut;
                    if !is_cut && !self.open.is_empty() {
                        self.problem(ProblemKind::NotWellFormed, position, "the file ends inside an element");
                    }
                    return self.finish(None, is_cut, position);
                }
                Ok(event) => self.event(event, position),
                Err(quick_xml::Error::Io(error)) => {
                    let error = io::Error::new(error.kind(), error.to_string());
                    return self.finish(Some(error), false, position);
                }
                Err(error) if reader.get_ref().get_ref().is_cut => {
                    return self.problem(ProblemKind::TooLarge, position, &error.to_string());
                }
                Err(error) => return self.problem(ProblemKind::NotWellFormed, position, &error.to_string()),
            }
            buffer.clear();
        }
    }

    fn finish(&mut self, error: Option<io::Error>, is_cut: bool, position: u64) {
        if let Some(error) = error {
            self.problem(ProblemKind::Undecodable, position, &error.to_string());
        } else if is_cut {
            self.problem(ProblemKind::TooLarge, position, "");
        }
    }

    fn event(&mut self, event: Event<'_>, position: u64) {
        match event {
            Event::Start(start) => {
                self.start(&start, position);
                self.open.push(start.local_name().as_ref().to_vec());
                self.text.clear();
                if self.open.len() > self.limits.depth {
                    self.problem(ProblemKind::TooDeep, position, "");
                    self.is_full = true;
                }
            }
            Event::Empty(start) => self.start(&start, position),
            Event::End(_) => self.close(position),
            Event::Text(text) => {
                // A reference without its end is passed on as text.
                if text.starts_with(b"&") {
                    self.problem(ProblemKind::UnknownEntity, position, &text.decode().unwrap_or_default());
                }
                self.push(&text.decode().unwrap_or_default());
            }
            Event::CData(text) => self.push(&text.decode().unwrap_or_default()),
            Event::GeneralRef(reference) => self.reference(&reference, position),
            _ => {}
        }
    }

    fn start(&mut self, start: &BytesStart<'_>, position: u64) {
        if self.open.is_empty() {
            return self.root(start, position);
        }
        match (start.local_name().as_ref(), self.sitemap.format) {
            (b"url" | b"sitemap" | b"item" | b"entry", _) => self.page = Draft::default(),
            (b"link", Format::Pages) => self.alternate(start, position),
            (b"link", Format::Atom) if self.is_in(b"entry") => {
                let rel = attribute(start, b"rel").unwrap_or_default();
                if rel.is_empty() || rel == "alternate" {
                    self.page.address = attribute(start, b"href");
                }
            }
            _ => {}
        }
    }

    fn root(&mut self, start: &BytesStart<'_>, position: u64) {
        self.sitemap.format = match start.local_name().as_ref() {
            b"urlset" => Format::Pages,
            b"sitemapindex" => Format::Index,
            b"rss" | b"RDF" => Format::Rss,
            b"feed" => Format::Atom,
            other => {
                self.is_full = true;
                return self.problem(ProblemKind::UnknownRoot, position, &String::from_utf8_lossy(other));
            }
        };
        if matches!(self.sitemap.format, Format::Pages | Format::Index) {
            let own = start
                .name()
                .prefix()
                .map_or(b"xmlns".to_vec(), |prefix| [b"xmlns:", prefix.as_ref()].concat());
            let namespace = attribute(start, &own).unwrap_or_default();
            if !NAMESPACES.contains(&namespace.trim_end_matches('/')) {
                self.problem(ProblemKind::WrongNamespace, position, &namespace);
            }
        }
    }

    fn alternate(&mut self, start: &BytesStart<'_>, position: u64) {
        let (Some(language), Some(address)) = (attribute(start, b"hreflang"), attribute(start, b"href"))
        else {
            return;
        };
        self.alternates += 1;
        match Url::parse(address.trim()) {
            Ok(_) if self.alternates > self.limits.alternates => {
                if self.alternates == self.limits.alternates + 1 {
                    self.problem(ProblemKind::TooManyAlternates, position, "");
                }
            }
            Ok(url) => self.page.alternates.push((language, url)),
            Err(_) => self.problem(ProblemKind::InvalidAddress, position, &address),
        }
    }

    fn close(&mut self, position: u64) {
        let Some(name) = self.open.pop() else { return };
        let text = || Some(self.text.trim().to_owned());
        match (&name[..], self.sitemap.format) {
            (b"loc", Format::Pages) if self.is_in(b"url") => self.page.address = text(),
            (b"loc", Format::Index) if self.is_in(b"sitemap") => self.page.address = text(),
            (b"link", Format::Rss) if self.is_in(b"item") => self.page.address = text(),
            (b"lastmod", _) if self.is_in(b"url") || self.is_in(b"sitemap") => self.page.date = text(),
            (b"pubDate", Format::Rss) => self.page.date = text(),
            (b"updated", Format::Atom) => self.page.date = text(),
            (b"url", Format::Pages) | (b"item", Format::Rss) | (b"entry", Format::Atom) => {
                self.finish_page(position);
            }
            (b"sitemap", Format::Index) => self.finish_sitemap(position),
            _ => {}
        }
        self.text.clear();
    }

    fn is_in(&self, name: &[u8]) -> bool {
        self.open.last().is_some_and(|open| open == name)
    }

    fn push(&mut self, text: &str) {
        if self.text.len() < MOST_TEXT {
            self.text.push_str(&text[..text.floor_char_boundary(MOST_TEXT)]);
        }
    }

    fn reference(&mut self, reference: &BytesRef<'_>, position: u64) {
        if let Ok(Some(character)) = reference.resolve_char_ref() {
            return self.push(character.encode_utf8(&mut [0; 4]));
        }
        let name = reference.decode().unwrap_or_default();
        match quick_xml::escape::resolve_predefined_entity(&name) {
            Some(text) => self.push(text),
            None => self.problem(ProblemKind::UnknownEntity, position, &name),
        }
    }

    fn finish_page(&mut self, position: u64) {
        let draft = std::mem::take(&mut self.page);
        let Some(url) = self.address(draft.address.as_deref(), position) else { return };
        let is_dated = matches!(self.sitemap.format, Format::Pages | Format::Atom);
        if let Some(date) = draft.date.as_deref().filter(|date| is_dated && !is_date(date)) {
            self.problem(ProblemKind::InvalidDate, position, date);
        }
        self.sitemap.pages.push(Page { url, last_modified: draft.date, alternates: draft.alternates });
    }

    fn finish_sitemap(&mut self, position: u64) {
        let draft = std::mem::take(&mut self.page);
        if let Some(url) = self.address(draft.address.as_deref(), position) {
            self.sitemap.sitemaps.push(url);
        }
    }

    fn address(&mut self, text: Option<&str>, position: u64) -> Option<Url> {
        if self.sitemap.pages.len() + self.sitemap.sitemaps.len() >= self.limits.addresses {
            self.is_full = true;
            self.problem(ProblemKind::TooManyAddresses, position, "");
            return None;
        }
        let text = text.unwrap_or_default();
        let parsed = Url::parse(text).ok().filter(|url| matches!(url.scheme(), "http" | "https"));
        let Some(mut url) = parsed else {
            self.problem(ProblemKind::InvalidAddress, position, text);
            return None;
        };
        url.set_fragment(None);
        Some(url)
    }
}

fn attribute(start: &BytesStart<'_>, name: &[u8]) -> Option<String> {
    let mut attributes = start.attributes();
    let found = attributes.with_checks(false).flatten().find(|attribute| attribute.key == QName(name))?;
    let value = String::from_utf8_lossy(&found.value);
    // A value with an unknown entity stays as it is.
    Some(quick_xml::escape::unescape(&value).map_or_else(|_| value.to_string(), Into::into))
}

/// Whether a text is a date of W3C: from a year to a second with its zone.
fn is_date(text: &str) -> bool {
    let is_shape = |shape: &str| {
        shape.len() == text.len()
            && shape.bytes().zip(text.bytes()).all(|(shape, byte)| match shape {
                b'0' => byte.is_ascii_digit(),
                _ => shape == byte,
            })
    };
    if ["0000", "0000-00", "0000-00-00"].iter().any(|shape| is_shape(shape)) {
        return true;
    }
    let Some((date, clock)) = text.split_once('T') else { return false };
    let Some(zone) = clock.find(['Z', '+', '-']) else { return false };
    let clock = match &clock[zone..] {
        "Z" => &clock[..zone],
        offset if offset.len() == 6 && offset.as_bytes()[3] == b':' => &clock[..zone],
        _ => return false,
    };
    let seconds = if clock.len() == 5 { format!("{clock}:00") } else { clock.to_owned() };
    let whole = format!("{date}T{seconds}Z");
    time::OffsetDateTime::parse(&whole, &time::format_description::well_known::Rfc3339).is_ok()
}
