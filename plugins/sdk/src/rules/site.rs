//! Questions about the whole crawl.

use std::cell::OnceCell;
use std::marker::PhantomData;

use sitewright_facts::{
    Batch, Chain, Crawl, Duplicate, Host, Item, Listing, Page, Probe, Reference, Robots, Sitemap, State,
    View, layouts,
};

use super::bindings::sitewright::plugin::crawl::{Bits, Condition, Range, Selection, Test};
use super::bindings::sitewright::plugin::facts::Table;
use super::{Failure, File, Finding};

/// The most that the host returns at once.
const ROWS: u32 = 1_000;
const PAGES: usize = 50;
/// The flag of a page that search engines may show, in `states`.
const INDEXABLE: u32 = 32;

/// The host's side: the imports of a component, or a site in memory.
pub trait Source {
    fn select(
        &self,
        table: &str,
        conditions: &[Condition],
        after: u64,
        limit: u32,
    ) -> Result<Selection, Failure>;
    fn pages(&self, numbers: &[u32], tables: &[&str]) -> Result<Vec<Table>, Failure>;
    fn report(&self, findings: Vec<Finding>) -> Result<(), Failure>;
    /// Milliseconds since the Unix epoch.
    fn now(&self) -> u64;
}

/// The crawl of a site.
pub struct Site<'s> {
    source: &'s dyn Source,
    tables: &'s [&'s str],
    indexable: OnceCell<Indexable>,
    pub(super) files: OnceCell<Vec<File>>,
}

/// A question about a table of the site.
pub struct Query<'s, T> {
    source: &'s dyn Source,
    conditions: Vec<Condition>,
    rows: PhantomData<fn() -> T>,
}

macro_rules! tables {
    ($($(#[doc = $doc:literal])+ $table:ident: $item:ident,)+) => {
        impl<'s> Site<'s> {
            $($(#[doc = $doc])+ pub fn $table(&self) -> Query<'s, $item<'static>> {
                self.query()
            })+
        }
    };
}

tables! {
    /// The state of every address.
    states: State,
    /// What refers to what: links, canonical addresses, images and so on.
    references: Reference,
    /// Pages that share a title, a text or another thing.
    duplicates: Duplicate,
    /// Chains of redirects.
    chains: Chain,
    /// The robots.txt of each host.
    robots: Robots,
    /// Sitemaps.
    sitemaps: Sitemap,
    /// The answers to the paths that the pack or the crawl probes.
    probes: Probe,
    /// Hosts of the site.
    hosts: Host,
    /// One row about the crawl.
    crawl: Crawl,
    /// The pages that sitemaps list.
    listings: Listing,
}

impl<'s> Site<'s> {
    pub(super) fn new(source: &'s dyn Source, tables: &'s [&'s str]) -> Self {
        Self { source, tables, indexable: OnceCell::new(), files: OnceCell::new() }
    }

    fn query<T>(&self) -> Query<'s, T> {
        Query { source: self.source, conditions: Vec::new(), rows: PhantomData }
    }

    /// Reads pages by their numbers, in the order of the list, with the tables of the pack. Pages that were not read are
    /// left out.
    pub fn pages(&self, numbers: &[u32], mut each: impl FnMut(Page<'_>)) -> Result<(), Failure> {
        for numbers in numbers.chunks(PAGES) {
            let tables = self.source.pages(numbers, self.tables)?;
            let batch = batch(self.tables, &tables);
            batch.pages().for_each(&mut each);
        }
        Ok(())
    }

    /// Groups of pages with this kind of duplicates.
    pub fn groups(&self, kind: u32, mut each: impl FnMut(&Group)) -> Result<(), Failure> {
        let mut group = Group::default();
        let mut number = None;
        self.duplicates().is("kind", kind).each(|row| {
            if number != Some(row.group()) {
                if number.is_some() {
                    each(&group);
                }
                number = Some(row.group());
                group.pages.clear();
            }
            group.pages.push((row.page(), row.similarity()));
        })?;
        if number.is_some() {
            each(&group);
        }
        Ok(())
    }

    /// The pages that search engines may show. They are read once.
    pub fn indexable(&self) -> Result<&Indexable, Failure> {
        if let Some(known) = self.indexable.get() {
            return Ok(known);
        }
        let mut read = Indexable::default();
        self.states().has("flags", INDEXABLE).each(|state| read.add(state.number(), state.language()))?;
        Ok(self.indexable.get_or_init(|| read))
    }
}

/// Pages that share something.
#[derive(Clone, Debug, Default)]
pub struct Group {
    /// The number of each page, and how similar it is to the first one in thousandths.
    pub pages: Vec<(u32, u32)>,
}

/// The pages that search engines may show, and their languages.
#[derive(Debug, Default)]
pub struct Indexable {
    /// By the number of a page: 0 for one that is not indexable, otherwise the place of its language, from 1.
    pages: Vec<u8>,
    languages: Vec<String>,
}

impl Indexable {
    fn add(&mut self, number: u32, language: &str) {
        let known = self.languages.iter().position(|known| known == language);
        let place = known.unwrap_or_else(|| {
            self.languages.push(language.to_owned());
            self.languages.len() - 1
        });
        let number = number as usize;
        if self.pages.len() <= number {
            self.pages.resize(number + 1, 0);
        }
        self.pages[number] = place.min(usize::from(u8::MAX) - 1) as u8 + 1;
    }

    pub fn contains(&self, page: u32) -> bool {
        self.place(page).is_some()
    }

    /// The language of an indexable page.
    pub fn language(&self, page: u32) -> Option<&str> {
        Some(&self.languages[usize::from(self.place(page)?) - 1])
    }

    /// The pages of a group that are indexable, by language, if a language has at least two.
    pub fn alike(&self, group: &Group) -> Vec<Vec<u32>> {
        let mut alike: Vec<(u8, Vec<u32>)> = Vec::new();
        for (page, _) in &group.pages {
            let Some(place) = self.place(*page) else { continue };
            match alike.iter_mut().find(|(known, _)| *known == place) {
                Some((_, pages)) => pages.push(*page),
                None => alike.push((place, vec![*page])),
            }
        }
        alike.into_iter().map(|(_, pages)| pages).filter(|pages| pages.len() > 1).collect()
    }

    fn place(&self, page: u32) -> Option<u8> {
        self.pages.get(page as usize).copied().filter(|place| *place > 0)
    }
}

impl<T: Item> Query<'_, T> {
    /// The column has this number.
    pub fn is(self, column: &str, number: u32) -> Self {
        self.within(column, number, number)
    }

    /// The column has a number of this range; both ends are included.
    pub fn within(self, column: &str, least: u32, most: u32) -> Self {
        self.test(column, Test::Within(Range { least, most }))
    }

    /// The column has all of these bits.
    pub fn has(self, column: &str, bits: u32) -> Self {
        self.test(column, Test::Has(Bits { mask: bits, value: bits }))
    }

    /// The column has none of these bits.
    pub fn has_not(self, column: &str, bits: u32) -> Self {
        self.test(column, Test::Has(Bits { mask: bits, value: 0 }))
    }

    fn test(mut self, column: &str, test: Test) -> Self {
        self.conditions.push(Condition { column: column.to_owned(), test });
        self
    }

    /// Reads the rows, in blocks.
    pub fn each(self, mut each: impl FnMut(T::In<'_>)) -> Result<(), Failure> {
        let mut after = 0;
        loop {
            let Selection { rows, next } = self.source.select(T::TABLE, &self.conditions, after, ROWS)?;
            let tables = [rows];
            let batch = batch(&[T::TABLE], &tables);
            (0..T::count(&batch)).for_each(|row| each(T::of(&batch, row)));
            match next {
                Some(next) if next > after => after = next,
                _ => return Ok(()),
            }
        }
    }

    /// The number of rows.
    pub fn count(self) -> Result<usize, Failure> {
        let mut count = 0;
        self.each(|_| count += 1)?;
        Ok(count)
    }
}

/// Tables of the contract, by their names.
pub(super) fn batch<'t>(names: &[&str], tables: &'t [Table]) -> Batch<'t> {
    let mut batch = Batch::default();
    for (name, Table { width, cells, text }) in names.iter().zip(tables) {
        batch.set(name, View { width: *width as usize, cells, text });
    }
    // A reader of an empty table needs its width only to find that there are no rows.
    debug_assert!(
        names
            .iter()
            .all(|name| *name != layouts::pages.name || batch.pages.width > 0 || batch.pages.is_empty())
    );
    batch
}
