//! Rules of the site audit: AI readiness.
