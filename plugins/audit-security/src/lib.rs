//! Rules of the site audit: security.
