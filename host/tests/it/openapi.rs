//! The OpenAPI document.

use serde_json::Value;

use crate::util::TestApp;

fn document() -> Value {
    let mut document = serde_json::to_value(sitewright::openapi()).expect("JSON");
    document["info"]["version"] = "[version]".into();
    document
}

/// A change of the API appears here first. Accept it with `cargo insta review` and regenerate the types of the front
/// end.
#[test]
fn the_document_is_the_one_that_was_agreed() {
    insta::assert_json_snapshot!(document());
}

#[test]
fn every_operation_is_described_and_every_error_has_the_one_shape() {
    let document = document();
    for (path, item) in document["paths"].as_object().expect("paths") {
        for (method, operation) in item.as_object().expect("operations") {
            let name = format!("{method} {path}");
            assert!(operation["operationId"].is_string(), "{name}");
            assert!(operation["summary"].as_str().is_some_and(|summary| !summary.is_empty()), "{name}");
            assert!(operation["tags"].as_array().is_some_and(|tags| tags.len() == 1), "{name}");
            assert!(operation["security"].is_array(), "{name}");
            for (status, response) in operation["responses"].as_object().expect("responses") {
                assert!(
                    response["description"].as_str().is_some_and(|text| !text.is_empty()),
                    "{name} {status}"
                );
                if status.as_str() >= "400" {
                    let schema = &response["content"]["application/json"]["schema"]["$ref"];
                    assert_eq!(schema, "#/components/schemas/Problem", "{name} {status}");
                }
            }
        }
    }
}

#[tokio::test]
async fn the_server_and_the_command_line_show_the_same_document() {
    let app = TestApp::start().await;
    let served = app.visitor().get("/api/openapi.json").await;
    assert_eq!(served.header("content-type"), "application/json");
    let printed =
        std::process::Command::new(env!("CARGO_BIN_EXE_sitewright")).arg("openapi").output().expect("runs");
    let printed: Value = serde_json::from_slice(&printed.stdout).expect("JSON");
    assert_eq!(served.body, printed);
    app.stop().await;
}

#[test]
fn every_reference_leads_somewhere_and_every_name_is_used_once() {
    fn references(value: &Value, found: &mut Vec<String>) {
        match value {
            Value::Object(fields) => {
                if let Some(Value::String(target)) = fields.get("$ref") {
                    found.push(target.clone());
                }
                fields.values().for_each(|value| references(value, found));
            }
            Value::Array(items) => items.iter().for_each(|value| references(value, found)),
            _ => {}
        }
    }
    let document = document();
    let mut found = Vec::new();
    references(&document, &mut found);
    let lost: Vec<_> =
        found.iter().filter(|target| document.pointer(target.trim_start_matches('#')).is_none()).collect();
    assert!(lost.is_empty(), "{lost:?}");

    let mut names: Vec<&str> = document["paths"]
        .as_object()
        .expect("paths")
        .values()
        .flat_map(|item| item.as_object().expect("operations").values())
        .filter_map(|operation| operation["operationId"].as_str())
        .collect();
    let all = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), all, "an operation id is used twice");
}
