//! Rules of the site audit: languages.
