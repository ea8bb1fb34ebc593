//! Rules of the site audit: redirects.
