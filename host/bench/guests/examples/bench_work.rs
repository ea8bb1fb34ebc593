//! The benchmark's work as a tool.

#[path = "../work.rs"]
pub mod work;

pub use work::Work;

sitewright_sdk::export!(Work);
