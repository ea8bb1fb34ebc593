//! An agent that calls operations over the Model Context Protocol.

use sitewright::catalogue::tools::{Schema, prepare};

use crate::prelude::*;

/// Sends one message and returns the answer.
pub async fn send(program: &mut Client, method: &str, params: Value) -> Value {
    let message = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
    let accept = "application/json, text/event-stream";
    let request = program.request(Method::POST, "/mcp").header("accept", accept).json(&message);
    program.send(request).await.is(200).body
}

pub async fn tools(program: &mut Client) -> Vec<Value> {
    let list = send(program, "tools/list", json!({})).await;
    list["result"]["tools"].as_array().unwrap_or_else(|| panic!("no tools: {list}")).clone()
}

/// Calls an operation; the result matches its schema.
pub async fn call(program: &mut Client, name: &str, arguments: Value) -> Value {
    let answer = send(program, "tools/call", json!({ "name": name, "arguments": arguments })).await;
    assert_eq!(answer["result"]["isError"], false, "{name} {arguments}: {answer}");
    let result = answer["result"]["structuredContent"].clone();
    let text = answer["result"]["content"][0]["text"].as_str().expect("a text");
    assert_eq!(serde_json::from_str::<Value>(text).expect("JSON"), result, "for clients without structures");
    let tool = tools(program).await.into_iter().find(|tool| tool["name"] == name).expect("it is listed");
    let schema = Schema::of_output(&tool["outputSchema"].to_string()).expect("a schema");
    if let Err(problem) = prepare(&schema, result.clone()) {
        panic!("{name}: {:?} in {result}", problem.errors());
    }
    result
}

/// The code of the problem that a call returns.
pub async fn problem(program: &mut Client, name: &str, arguments: Value) -> String {
    let answer = send(program, "tools/call", json!({ "name": name, "arguments": arguments })).await;
    assert_eq!(answer["result"]["isError"], true, "{name}: {answer}");
    let code = &answer["result"]["_meta"]["sitewright/problem"]["code"];
    code.as_str().unwrap_or_else(|| panic!("no code: {answer}")).to_owned()
}
