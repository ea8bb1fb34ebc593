//! Addresses of pages: their normal form, the site that they belong to, and patterns of them.
//!
//! # Normal form
//!
//! Two addresses are the same page if their normal forms are equal. This is the only place that decides it:
//!
//! 1. Scheme and host are in lower case, an international host is in its ASCII form, and a dot at its end is dropped.
//! 2. The default port of the scheme, the user name and the password are dropped.
//! 3. Dot segments of the path are resolved; an empty path is `/`. Repeated slashes stay: servers tell them apart.
//! 4. Percent-encoding has upper-case digits. Letters, digits and `-._~` are not encoded; characters that are not ASCII
//!    or not allowed are.
//! 5. The query stays in its order, because servers may depend on it, but ignored parameters are dropped, such as
//!    `utm_source`. An empty query is dropped.
//! 6. The fragment is dropped: it never reaches the server.

mod normal;
mod pattern;
mod scope;

pub use normal::{IGNORED_PARAMETERS, Normal};
pub use pattern::{BadPattern, Pattern};
pub use scope::{Scope, origin, site};

/// Path and query of an address in normal form.
pub(crate) fn path_and_query(address: &str) -> &str {
    let host = address.find("://").map_or(0, |scheme| scheme + 3);
    address[host..].find('/').map_or("", |path| &address[host + path..])
}

/// The path of an address in normal form.
pub(crate) fn path_of(address: &str) -> &str {
    let path = path_and_query(address);
    path.split_once('?').map_or(path, |(path, _)| path)
}

/// Which addresses a crawl reads.
#[derive(Debug, Clone)]
pub struct Rules {
    pub normal: Normal,
    pub scope: Scope,
    /// Pages must match one of them, unless the list is empty.
    pub include: Vec<Pattern>,
    /// Pages must match none of them.
    pub exclude: Vec<Pattern>,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            normal: Normal::default(),
            scope: Scope::HostVariants,
            include: Vec::new(),
            exclude: Vec::new(),
        }
    }
}

impl Rules {
    /// Whether the patterns let the crawl read an address of the site, which is in normal form.
    pub fn wants(&self, address: &str) -> bool {
        let matches = |patterns: &[Pattern]| patterns.iter().any(|pattern| pattern.matches(address));
        (self.include.is_empty() || matches(&self.include)) && !matches(&self.exclude)
    }
}

#[cfg(test)]
mod tests;
