//! The benchmark's work as a tool.

#[path = "../work.rs"]
mod work;

use work::Work;

sitewright_sdk::export!(Work);
