//! Rules of the site audit: indexability.
