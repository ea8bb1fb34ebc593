//! What is made of a model's answer before it counts: wrapping taken off, and answers that are none
//! recognised.

mod clean;
mod flaw;
mod plain;
mod refusal;

pub use clean::clean;
pub use flaw::{Flaw, find as find_flaw};
pub(crate) use flaw::{is_polish, language_of_word};
pub use plain::{is_plain, plain};
