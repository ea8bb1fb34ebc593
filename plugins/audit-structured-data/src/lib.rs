//! Rules of the site audit: structured data.
