//! The installed tools.

pub mod tools;
