//! Packages, publishers, trials and revenue.

pub mod publishers;
pub mod registry;
pub mod revenue;
pub mod trials;
