//! Rules of the site audit: content.
