//! Rules of the site audit: images.
