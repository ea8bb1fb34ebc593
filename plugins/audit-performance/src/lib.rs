//! Rules of the site audit: speed.
