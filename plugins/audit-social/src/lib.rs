//! Rules of the site audit: social media.
