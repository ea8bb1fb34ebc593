//! The guests are the examples of this crate.
