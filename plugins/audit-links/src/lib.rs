//! Rules of the site audit: links.
