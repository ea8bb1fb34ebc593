//! Words and plans: what an account may use, and what it has used.

pub mod plans;
pub mod words;
