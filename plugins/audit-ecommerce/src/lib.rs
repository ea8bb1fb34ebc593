//! Rules of the site audit: shops.
