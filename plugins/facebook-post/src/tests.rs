//! Tests through the tool's public interface: from an input to posts.

mod answers;
mod drafts;
mod inputs;

use serde_json::{Value, json};
use sitewright_sdk::testing::{TestHost, TestResult, check_tool};

use super::FacebookPost;

#[test]
fn the_tool_is_complete() {
    check_tool::<FacebookPost>();
}

/// Runs the tool without a model; missing fields have their default.
fn drafts(language: &str, mut input: Value) -> TestResult {
    input["language"] = json!(language);
    run(&TestHost::new(language), &input)
}

fn run(host: &TestHost, input: &Value) -> TestResult {
    host.run::<FacebookPost>(&input.to_string()).unwrap_or_else(|failure| panic!("{input}: {failure:?}"))
}

fn texts(result: &TestResult) -> Vec<String> {
    result.variants.iter().map(|variant| variant["text"].as_str().expect("text").to_owned()).collect()
}

/// The messages of failed checks.
fn complaints(variant: &Value) -> Vec<&str> {
    let checks = variant["checks"].as_array().expect("checks");
    checks.iter().filter(|check| check["ok"] == false).filter_map(|check| check["message"].as_str()).collect()
}
