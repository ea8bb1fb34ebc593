//! The installed tools, and the language models that they use.

pub mod models;
pub mod tools;
