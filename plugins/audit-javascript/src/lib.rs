//! Rules of the site audit: JavaScript.
