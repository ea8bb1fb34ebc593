//! Rules of the site audit: mobile.
