//! Runs every rule pack that is data.
//!
//! The host has checked the pack (`rules.toml`) and passes it as JSON in each call, so that any number of packs share this
//! one component. It imports nothing else: a pack of data has no permissions.

mod check;
#[cfg(target_arch = "wasm32")]
mod component;
mod source;
#[cfg(test)]
mod tests;

pub use check::{Found, check};
pub use source::{Pack, Rule, Texts};
