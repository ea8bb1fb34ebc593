//! The OpenAPI document.

use crate::prelude::*;

fn document() -> Value {
    serde_json::to_value(sitewright::openapi()).expect("JSON")
}

/// The front end's types and the diff of a change to the API come from the stored document.
#[test]
fn the_stored_document_is_up_to_date() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web-shell/sdk/openapi.json");
    let stored = serde_json::from_str(&fs::read_to_string(file).expect("the document")).expect("JSON");
    let mut differ = Vec::new();
    compare("", &stored, &document(), &mut differ);
    assert!(differ.is_empty(), "run `make api`; it differs at {differ:#?}");
}

/// Collects where two documents differ.
fn compare(at: &str, one: &Value, other: &Value, differ: &mut Vec<String>) {
    match (one, other) {
        (Value::Object(one), Value::Object(other)) => {
            let names: BTreeSet<_> = one.keys().chain(other.keys()).collect();
            for name in names {
                let [one, other] = [one, other].map(|object| object.get(name).unwrap_or(&Value::Null));
                compare(&format!("{at}/{name}"), one, other, differ);
            }
        }
        _ if one == other => {}
        _ => differ.push(at.to_owned()),
    }
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
                let component = response["$ref"].as_str().map(|target| target.trim_start_matches('#'));
                let response =
                    component.map_or(response, |target| document.pointer(target).expect("a component"));
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

#[app_test]
async fn the_server_and_the_command_line_show_the_same_document(app: TestApp) {
    let served = app.visitor().get("/api/openapi.json").await;
    assert_eq!(served.header("content-type"), "application/json");
    let printed =
        std::process::Command::new(env!("CARGO_BIN_EXE_sitewright")).arg("openapi").output().expect("runs");
    let printed: Value = serde_json::from_slice(&printed.stdout).expect("JSON");
    assert_eq!(served.body, printed);
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
