//! Packages: good ones, hostile ones, and what becomes of one whose bytes are changed.

mod archives;
mod descriptions;
mod fixture;
mod fuzzers;
mod good;
mod hostile;
mod mutations;
#[path = "../../fuzz/src/parsers.rs"]
mod parsers;
mod signatures;
mod templates;
mod zip_bytes;
