//! Words and plans: what an account may use and has used.

pub mod plans;
pub mod words;
