//! What several packs ask of pages and of the site.

use std::collections::BTreeMap;

use sitewright_facts::Page;

use super::links::{kind, reference as bits};
use super::{Failure, Site};
use crate::units::{lower, words};

/// The first kind of duplicates that are compared across languages.
const MAIN_TEXT: u32 = 3;

/// Whether search engines may show the page, as far as the page itself tells.
pub fn is_indexable(page: &Page<'_>) -> bool {
    let names_other = !page.canonical().is_empty() && page.canonical() != page.url();
    page.is_document() && page.status() == 200 && !page.noindex() && !page.disallowed_google() && !names_other
}

/// The words of a text in lower case, with single spaces.
pub fn normalised(text: &str) -> String {
    let mut out = String::new();
    for word in words(text) {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(&lower(word));
    }
    out
}

/// The characters of a text.
pub fn letters(text: &str) -> u32 {
    text.chars().count() as u32
}

/// Pages that share something.
pub struct Alike<T> {
    pub pages: Vec<u32>,
    /// What was read of the first page.
    pub of: T,
    first: String,
    second: String,
}

impl<T> Alike<T> {
    /// The address of another page of the group.
    pub fn other(&self, page: u32) -> &str {
        if page == self.pages[0] { &self.second } else { &self.first }
    }
}

/// A file that pages load.
#[derive(Clone, Debug)]
pub struct File {
    /// The number of its address.
    pub number: u32,
    /// The first page that loads it.
    pub page: u32,
    /// Whether that page shows it as an image.
    pub is_image: bool,
    /// The row of that page that names it, and its table.
    pub row: u32,
    pub table: &'static str,
}

/// Where a crawl started.
#[derive(Clone, Debug, Default)]
pub struct Start {
    pub url: String,
    /// What is connected, one in a line.
    pub connected: String,
}

impl Site<'_> {
    /// Groups of indexable pages with this kind of duplicates, with what `of` reads of the first page. Titles,
    /// descriptions and headings are compared within a language.
    pub fn alike<T>(&self, kind: u32, of: impl Fn(&Page<'_>) -> T) -> Result<Vec<Alike<T>>, Failure> {
        let indexable = self.indexable()?;
        let mut groups = Vec::new();
        self.groups(kind, |group| {
            if kind < MAIN_TEXT {
                groups.extend(indexable.alike(group));
            } else {
                let pages = group.pages.iter().map(|(page, _)| *page);
                groups.push(pages.filter(|page| indexable.contains(*page)).collect::<Vec<u32>>());
            }
        })?;
        groups.retain(|pages| pages.len() > 1);
        let examples: Vec<u32> = groups.iter().flat_map(|pages| [pages[0], pages[1]]).collect();
        let mut read = Vec::new();
        self.pages(&examples, |page| read.push((page.number(), page.url().to_owned(), of(&page))))?;
        let mut read = read.into_iter().peekable();
        let mut all = Vec::new();
        for pages in groups {
            let mut next = |number: u32| read.next_if(|(known, ..)| *known == number);
            if let (Some((_, first, of)), Some((_, second, _))) = (next(pages[0]), next(pages[1])) {
                all.push(Alike { pages, of, first, second });
            }
        }
        Ok(all)
    }

    /// The files that pages load, by number. They are read once.
    pub fn files(&self) -> Result<&[File], Failure> {
        if let Some(known) = self.files.get() {
            return Ok(known);
        }
        let mut files: BTreeMap<u32, File> = BTreeMap::new();
        self.references().within("kind", kind::IMAGE, kind::RESOURCE).each(|reference| {
            let is_image = reference.kind() == kind::IMAGE;
            let table =
                if is_image && reference.flags() & bits::IN_RESOURCES == 0 { "images" } else { "resources" };
            let file = File {
                number: reference.target(),
                page: reference.source(),
                is_image,
                row: reference.row(),
                table,
            };
            let known = files.entry(file.number).or_insert_with(|| file.clone());
            if file.page < known.page {
                *known = file;
            }
        })?;
        Ok(self.files.get_or_init(|| files.into_values().collect()))
    }

    /// Where the crawl started.
    pub fn start(&self) -> Result<Start, Failure> {
        let mut start = Start::default();
        self.crawl().each(|crawl| {
            start = Start { url: crawl.start().to_owned(), connected: crawl.connected().to_owned() };
        })?;
        Ok(start)
    }
}

impl Start {
    /// Whether a service is connected.
    pub fn has(&self, service: &str) -> bool {
        self.connected.lines().any(|line| line == service)
    }
}
