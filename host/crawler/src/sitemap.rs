//! Sitemaps: a list of pages (`urlset`), a list of sitemaps (`sitemapindex`), RSS, Atom and plain text, also with gzip.
//!
//! A file is read as a stream: only what was found is kept, up to the limits of the protocol. Entities that a file
//! declares itself are not expanded.

mod place;
mod read;

use serde::{Deserialize, Serialize};
use url::Url;

use crate::named::named;

pub use place::locate;
pub use read::read;

/// Addresses of one file (protocol 0.9).
pub const MOST_ADDRESSES: usize = 50_000;
/// Bytes of one file, decoded (protocol 0.9).
pub const MOST_BYTES: usize = 50 * 1024 * 1024;

/// The limits of one file.
#[derive(Debug, Clone, PartialEq)]
pub struct Limits {
    pub addresses: usize,
    pub bytes: usize,
    /// Elements inside each other.
    pub depth: usize,
    /// Addresses of pages in other languages, in all of the file.
    pub alternates: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { addresses: MOST_ADDRESSES, bytes: MOST_BYTES, depth: 32, alternates: 200_000 }
    }
}

named! {
    /// What a file is.
    pub enum Format {
        Pages = "urlset",
        Index = "sitemapindex",
        Rss = "rss",
        Atom = "atom",
        Text = "text",
        Unknown = "unknown",
    }
}

/// A sitemap.
#[derive(Debug, Clone, PartialEq)]
pub struct Sitemap {
    pub format: Format,
    pub pages: Vec<Page>,
    /// The sitemaps that an index lists.
    pub sitemaps: Vec<Url>,
    pub problems: Vec<Problem>,
}

/// A page of a sitemap.
#[derive(Debug, Clone, PartialEq)]
pub struct Page {
    /// As it is written, without the fragment.
    pub url: Url,
    /// As it is written.
    pub last_modified: Option<String>,
    /// Value of `hreflang` and address of the same page in other languages.
    pub alternates: Vec<(String, Url)>,
}

/// Something wrong in the file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    pub kind: ProblemKind,
    /// Bytes of the decoded file before it.
    pub position: u64,
    /// Details, such as the address.
    pub text: String,
    /// The line of the decoded file, from 1; 0 before [`locate`].
    pub line: u32,
    /// The text of the line from there.
    pub near: String,
}

named! {
    /// What is wrong.
    pub enum ProblemKind {
        /// It is not well-formed XML; what precedes was read.
        NotWellFormed = "not-well-formed",
        /// The root element is none of a sitemap.
        UnknownRoot = "unknown-root",
        /// The namespace is not that of the protocol.
        WrongNamespace = "wrong-namespace",
        /// An address is missing or not absolute.
        InvalidAddress = "invalid-address",
        InvalidDate = "invalid-date",
        TooManyAddresses = "too-many-addresses",
        TooManyAlternates = "too-many-alternates",
        /// The decoded file is too large.
        TooLarge = "too-large",
        /// Elements are nested too deeply.
        TooDeep = "too-deep",
        /// An entity that XML does not define.
        UnknownEntity = "unknown-entity",
        /// Compressed data are damaged.
        Undecodable = "undecodable",
        /// No address was found.
        Empty = "empty",
    }
}

#[cfg(test)]
mod tests;
