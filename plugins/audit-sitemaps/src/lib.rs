//! Rules of the site audit: sitemaps.
