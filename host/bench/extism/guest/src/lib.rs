//! The benchmark's work as an extism plugin.

use extism_pdk::{FnResult, host_fn, plugin_fn};

include!("../../../guests/work.rs");

#[host_fn]
extern "ExtismHost" {
    fn model(prompt: String) -> String;
}

#[plugin_fn]
pub fn run(input: String) -> FnResult<String> {
    let brief: Brief = serde_json::from_str(&input)?;
    let text = unsafe { model(prompt(&brief))? };
    Ok(serde_json::json!({ "title": brief.topic, "text": text }).to_string())
}
