//! The facts of a page: a document is read once, from its first to its last byte, into rows of the tables of
//! [`sitewright_facts`].
//!
//! [`read`] appends one row to `pages` and rows to the tables that belong to it. The numbers of targets are unknown until
//! the crawl gives them: [`targets`] lists the rows of a page with an address, [`set_targets`] sets their numbers.

mod blocks;
mod charset;
pub(crate) mod dates;
mod directives;
mod elements;
mod goods;
mod head;
mod items;
mod links;
mod media;
mod names;
mod reader;
mod response;
mod summary;
mod targets;
mod tokens;
mod tree;

use std::collections::HashMap;

use sitewright_facts::{NewPage, Tables, UNKNOWN};
use url::Url;

pub use dates::day_of;
pub use links::{host_of, normalise};
pub use response::freshen;
pub(crate) use targets::own_rows;
pub use targets::{Target, clear_rows, renumber, set_location, set_number, set_targets, targets};

/// The rows of one page; a document with more is read to its end without them.
mod limits {
    pub const HEADERS: usize = 200;
    pub const TITLES: u32 = 100;
    pub const METAS: u32 = 500;
    pub const HINTS: u32 = 1_000;
    pub const HEADINGS: u32 = 1_000;
    pub const LINKS: u32 = 5_000;
    /// Bytes of a base: each link would copy a longer one.
    pub const BASE: usize = 2_048;
    pub const IMAGES: u32 = 2_000;
    pub const RESOURCES: u32 = 1_000;
    pub const DATA: u32 = 200;
    pub const FORMS: u32 = 100;
    pub const PARAGRAPHS: usize = 100;
    pub const IDS: usize = 1_000;
    pub const HIDDEN: u32 = 100;
    pub const PRICES: usize = 50;
    /// Properties of Microdata and RDFa, and the depth of their items.
    pub const PROPERTIES: usize = 5_000;
    pub const ITEMS_DEPTH: usize = 32;
}

/// What was received for an address.
pub struct Input<'a> {
    pub url: &'a Url,
    /// The columns about the address and its response, as the crawl knows them. `url`, those that headers contain, and
    /// those of the document are read from the other fields.
    pub response: NewPage<'a>,
    /// Names and values of the response's headers.
    pub headers: &'a [(&'a str, &'a str)],
    /// The decoded body; empty without one.
    pub body: &'a [u8],
    /// The day of the crawl, in days since 1970-01-01. Later dates in a document are those of events.
    pub today: u32,
}

/// How a crawl treats addresses.
pub struct Rules<'a> {
    /// The absolute, normalised address without fragment; none if it is invalid or neither http nor https.
    pub normalise: &'a (dyn Fn(&Url, &str) -> Option<String> + Sync),
    /// Whether a host belongs to the site.
    pub same_site: &'a (dyn Fn(&str) -> bool + Sync),
}

/// What the elements of a document tell of it.
struct Found {
    own_url: String,
    today: u32,
    doctype: bool,
    elements: u32,
    nesting: u32,
    lang: Option<String>,
    title: Option<String>,
    description: Option<String>,
    viewport: Option<String>,
    canonical: Option<String>,
    header_canonical: Option<String>,
    robots: directives::Robots,
    meta_charset_at: u32,
    meta_author: Option<String>,
    data_author: String,
    byline: String,
    newest: Option<u32>,
    /// Whether its type is that of an article.
    article: bool,
    /// Whether an `article` has an author or a date.
    signed_article: bool,
    onclick_links: u32,
    titles: u32,
    metas: u32,
    hints: u32,
    headings: u32,
    links: u32,
    images: u32,
    resources: u32,
    data: u32,
    forms: u32,
    hidden: u32,
    /// The longest text that an element calls a description.
    goods_text: Option<String>,
    /// The places of cards of products in the visible text, in order.
    cards: Vec<std::ops::Range<usize>>,
}

impl Found {
    fn new(own_url: String, today: u32) -> Self {
        Self {
            own_url,
            today,
            doctype: false,
            // Every document has `html`, `head` and `body`.
            elements: 3,
            nesting: 2,
            lang: None,
            title: None,
            description: None,
            viewport: None,
            canonical: None,
            header_canonical: None,
            robots: directives::Robots::default(),
            meta_charset_at: UNKNOWN,
            meta_author: None,
            data_author: String::new(),
            byline: String::new(),
            newest: None,
            article: false,
            signed_article: false,
            onclick_links: 0,
            titles: 0,
            metas: 0,
            hints: 0,
            headings: 0,
            links: 0,
            images: 0,
            resources: 0,
            data: 0,
            forms: 0,
            hidden: 0,
            goods_text: None,
            cards: Vec::new(),
        }
    }

    /// The canonical address: of the head, otherwise of the Link header.
    fn canonical(&self) -> &str {
        self.canonical.as_deref().or(self.header_canonical.as_deref()).unwrap_or_default()
    }

    fn canonical_is_foreign(&self) -> bool {
        let canonical = self.canonical();
        !canonical.is_empty() && links::is_foreign(&self.own_url, canonical)
    }

    /// Notes a date of publication or modification.
    fn date(&mut self, day: u32) {
        if day <= self.today {
            self.newest = self.newest.max(Some(day));
        }
    }
}

/// Reads what was received for an address, and appends its rows. The result is the row in `pages`.
pub fn read(input: &Input<'_>, rules: &Rules<'_>, tables: &mut Tables) -> usize {
    let response = response::Response::of(input, rules);
    let before = targets::Counts::of(tables);
    response::write_headers(input, tables);
    let own_url = (rules.normalise)(input.url, input.url.as_str()).unwrap_or_else(|| input.url.to_string());
    let is_html = response.is_html(input);
    let document = if is_html { charset::decode(input.body, response.charset) } else { "".into() };
    let mut reader = reader::Reader {
        rules,
        url: input.url,
        base: None,
        found: Found::new(own_url, input.today),
        tokens: tokens::Tokens::new(&document),
        tree: tree::Tree::new(),
        blocks: blocks::Blocks::default(),
        marks: Vec::new(),
        link: None,
        picture: None,
        heading: None,
        form: None,
        hidden: None,
        items: items::Items::default(),
        ids: Vec::new(),
        id_places: HashMap::new(),
        has_html: false,
        breaks: 0,
        tables,
    };
    for (name, value) in input.headers {
        match *name {
            _ if name.eq_ignore_ascii_case("link") => reader.link_header(value),
            _ if name.eq_ignore_ascii_case("x-robots-tag") => {
                reader.found.robots.add(directives::of_header(value))
            }
            _ => {}
        }
    }
    if is_html {
        if charset::has_mark(input.body) {
            reader.found.meta_charset_at = 0;
        }
        reader.read();
    }
    let reader::Reader { found, blocks, tree, tables, .. } = reader;
    summary::write(
        input,
        &response,
        summary::Document { is_html, found: &found, blocks: &blocks, head_ended_by: &tree.head_ended_by },
        &before,
        tables,
    )
}
