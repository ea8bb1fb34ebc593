//! Rules of the site audit: crawlability.
