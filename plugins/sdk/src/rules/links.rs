//! Questions about addresses and what refers to them.

use sitewright_facts::{Reference, Robots, State, UNKNOWN};

use super::{Failure, Query, Site};
use crate::decimal::Decimal;

/// The kinds of references.
pub mod kind {
    pub const LINK: u32 = 0;
    pub const CANONICAL: u32 = 1;
    pub const HREFLANG: u32 = 2;
    pub const IMAGE: u32 = 3;
    pub const RESOURCE: u32 = 4;
    pub const REDIRECT: u32 = 5;
}

/// Bits of a reference.
pub mod reference {
    pub const NOFOLLOW: u32 = 1;
    pub const OTHER_SITE: u32 = 4;
    pub const FROM_INDEXABLE: u32 = 8;
}

/// Bits of the state of an address.
pub mod state {
    pub const HTML: u32 = 1;
    pub const NOINDEX: u32 = 2;
    pub const CANONICALISED: u32 = 4;
    pub const IN_SITEMAP: u32 = 16;
    pub const INDEXABLE: u32 = 32;
    pub const NOT_FETCHED: u32 = 64;
    pub const DISALLOWED_GOOGLE: u32 = 128;
}

/// What a page refers to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Referred {
    pub target: u32,
    /// The row in the table of the source.
    pub row: u32,
    pub status: u32,
    pub fragment: Option<String>,
}

/// Redirects that are followed; the crawl follows no more.
const MOST_REDIRECTS: usize = 10;

/// Whether a robots.txt is the one for an address.
pub fn is_robots_of(robots: &Robots<'_>, url: &str) -> bool {
    url.strip_prefix(robots.origin()).is_some_and(|rest| rest.starts_with('/'))
}

/// A set of page numbers.
#[derive(Clone, Debug, Default)]
pub struct Numbers(Vec<u64>);

impl Numbers {
    /// Whether the number is new.
    pub fn insert(&mut self, number: u32) -> bool {
        let (place, bit) = (number as usize / 64, 1 << (number % 64));
        if self.0.len() <= place {
            self.0.resize(place + 1, 0);
        }
        let is_new = self.0[place] & bit == 0;
        self.0[place] |= bit;
        is_new
    }

    pub fn contains(&self, number: u32) -> bool {
        self.0.get(number as usize / 64).is_some_and(|bits| bits & 1 << (number % 64) != 0)
    }
}

impl<'r> Query<'_, Reference<'r>> {
    /// The references by their source: each page comes once, with all of its rows.
    pub fn by_source(
        self,
        mut each: impl FnMut(u32, &[Referred]) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let (mut source, mut rows) = (UNKNOWN, Vec::new());
        let mut done = Ok(());
        self.each(|reference| {
            if reference.source() != source {
                if !rows.is_empty() && done.is_ok() {
                    done = each(source, &rows);
                }
                source = reference.source();
                rows.clear();
            }
            rows.push(Referred {
                target: reference.target(),
                row: reference.row(),
                status: reference.status(),
                fragment: reference.fragment().map(str::to_owned),
            });
        })?;
        done?;
        if rows.is_empty() { Ok(()) } else { each(source, &rows) }
    }
}

impl Site<'_> {
    /// Reads the state of one address.
    pub fn state<T>(&self, number: u32, read: impl FnOnce(State<'_>) -> T) -> Result<Option<T>, Failure> {
        let (mut read, mut found) = (Some(read), None);
        if number != UNKNOWN {
            self.states().is("number", number).each(|state| {
                found = read.take().map(|read| read(state));
            })?;
        }
        Ok(found)
    }

    /// The address with a number; empty if there is none.
    pub fn url(&self, number: u32) -> Result<String, Failure> {
        Ok(self.state(number, |state| state.url().to_owned())?.unwrap_or_default())
    }

    /// The status of an address, or why there is no response.
    pub fn outcome(&self, number: u32) -> Result<String, Failure> {
        let status = self.state(number, |state| state.status())?.unwrap_or(0);
        if status > 0 {
            return Ok(status.decimal());
        }
        let mut failure = String::new();
        self.pages(&[number], |page| page.failure().clone_into(&mut failure))?;
        Ok(failure)
    }

    /// The home page: the start of the crawl after its redirects.
    pub fn home(&self) -> Result<u32, Failure> {
        let mut home = 0;
        self.crawl().each(|crawl| home = crawl.home())?;
        self.end_of_redirects(home)
    }

    /// The address at which the redirects of an address end; it is the last known one of a loop.
    pub fn end_of_redirects(&self, mut number: u32) -> Result<u32, Failure> {
        for _ in 0..MOST_REDIRECTS {
            match self.state(number, |state| state.location())? {
                Some(next) if next != UNKNOWN && next != number => number = next,
                _ => break,
            }
        }
        Ok(number)
    }

    /// The rule of robots.txt that keeps Googlebot from an address, as it is written; empty without one.
    pub fn blocking_rule(&self, number: u32) -> Result<String, Failure> {
        let (mut line, mut url, mut rule) = (0, String::new(), String::new());
        self.pages(&[number], |page| {
            line = page.google_line();
            page.url().clone_into(&mut url);
        })?;
        self.robots().each(|robots| {
            if line > 0 && is_robots_of(&robots, &url) {
                let text = robots.text().lines().nth(line as usize - 1);
                text.and_then(|text| text.split('#').next()).unwrap_or_default().trim().clone_into(&mut rule);
            }
        })?;
        Ok(rule)
    }

    /// The address by which a page is known: of a page that links or refers to it, of a sitemap, or of the start of the
    /// crawl.
    pub fn known_from(&self, number: u32) -> Result<String, Failure> {
        let state = self.state(number, |state| (state.from(), state.flags() & state::IN_SITEMAP != 0))?;
        let (from, is_listed) = state.unwrap_or((UNKNOWN, false));
        if from != UNKNOWN {
            return self.url(from);
        }
        let mut known = String::new();
        if is_listed {
            self.sitemaps().within("status", 200, 299).each(|sitemap| {
                if known.is_empty() {
                    sitemap.url().clone_into(&mut known);
                }
            })?;
        }
        if known.is_empty() {
            self.crawl().each(|crawl| crawl.start().clone_into(&mut known))?;
        }
        Ok(known)
    }
}
