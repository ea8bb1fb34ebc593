//! The installed tools, and which plan includes which.

pub mod matrix;
pub mod tools;
