//! Rules of the site audit: headings.
