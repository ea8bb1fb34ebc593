//! Prepares a model's answer: removes wrapping, and recognises answers that are unusable.

mod clean;
mod flaw;
mod plain;
mod refusal;

pub use clean::clean;
pub(crate) use clean::{first_variant, is_numbered};
pub use flaw::{Flaw, find as find_flaw};
pub(crate) use flaw::{is_polish, language_of_word};
pub use plain::{is_plain, plain};
