//! Rules of the site audit: meta descriptions.
