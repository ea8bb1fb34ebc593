//! Crawls a site and reads the facts of its pages.

pub mod page;
pub mod text;
