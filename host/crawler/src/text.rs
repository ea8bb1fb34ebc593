//! What a text is like: its words, sentences and language, how hard it is to read, and what it has in common with others.

mod code;
mod language;
mod measure;
mod prices;
mod signs;

pub use code::needless;
pub use language::{Language, detect};
pub use measure::Measure;
pub use prices::{Price, prices};
pub use signs::{mojibake, placeholder};
