//! Packages: valid ones, hostile ones, and ones with changed bytes.

mod archives;
mod descriptions;
mod fixture;
mod fuzzers;
mod good;
mod hostile;
mod mutations;
#[path = "../../fuzz/src/parsers.rs"]
mod parsers;
mod rules;
mod signatures;
mod templates;
mod zip_bytes;
