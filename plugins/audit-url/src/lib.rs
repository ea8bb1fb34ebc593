//! Rules of the site audit: addresses.
