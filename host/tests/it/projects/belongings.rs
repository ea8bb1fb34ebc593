//! The data of a project: its brand kit, its runs with their documents, its bulk jobs.

use super::UNITED_STATES;
use crate::prelude::*;

#[app_test]
async fn the_first_project_takes_over_the_kit_and_others_have_their_own(app: TestApp, mut client: user) {
    client.save_kit("Before").await;
    let first = client.project("first.pl").await;
    assert_eq!(client.kit().await, "Before");
    let second = client.project("second.pl").await;
    assert_eq!(client.kit().await, Value::Null);
    client.save_kit("Second").await.is(200).has(json!({ "brandKit": { "version": 1 } }));
    assert_eq!(client.save_kit("Second again").await.body["brandKit"]["version"], 2);
    client.select(first).await;
    assert_eq!(client.kit().await, "Before");
    client.save_kit("First").await;
    client.select(second).await;
    assert_eq!(client.kit().await, "Second again");
    client.delete("/api/brand-kit").await.is(204);
    client.select(first).await;
    assert_eq!(client.kit().await, "First", "only the selected project's kit is deleted");

    // A save with a project's number goes to that project, whichever another window has selected meanwhile.
    client.select(second).await;
    let named = json!({ "name": "First named", "project_id": first });
    client.put_with("/api/brand-kit", named.clone()).await.is(200).has(json!({ "project_id": first }));
    assert_eq!(client.kit().await, Value::Null);
    let mut other = app.user().await;
    other.put_with("/api/brand-kit", named).await.is(404);

    client.delete_project(first).await;
    assert_eq!(client.kit().await, Value::Null, "the kit is deleted with its project");
    client.delete_project(second).await;
    assert_eq!(client.save_kit("Account").await.body["brandKit"]["version"], 1);
    assert_eq!(client.save_kit("Account").await.body["brandKit"]["version"], 2);
}

#[tokio::test]
async fn a_run_uses_the_brand_of_the_project_that_was_selected_at_its_start() {
    let model = ModelServer::start([Reply::Holds(vec!["Three good words.".into()])]).await;
    let app = super::with_facebook_post(|config| model.connect(config)).await;
    let mut client = app.user().await;
    let first = client.project("first.pl").await;
    client.save_kit("Kit of the first").await;
    client.project("second.pl").await;
    client.save_kit("Kit of the second").await;
    client.select(first).await;
    let order = json!({ "topic": "Bułki", "variants": 1 });
    let run = client.run_tool("facebook-post", order, None).await.is(202);
    assert_eq!(run.body["input"]["language"], "pl", "texts are in the project's language");
    model.until("the model is asked", |seen| seen.open == 1).await;
    let asked = model.bodies()[0]["messages"].to_string();
    assert!(asked.contains("Kit of the first") && !asked.contains("Kit of the second"), "{asked}");
    model.open_gate();
    client.ended(run.body["id"].as_str().expect("an id")).await;
    app.stop().await;
}

#[tokio::test]
async fn the_projects_language_is_the_default_of_texts_and_no_more() {
    let app = super::with_facebook_post(|_| {}).await;
    let mut client = app.user().await;
    client.cookies.insert("locale".into(), "en".into());
    let language = async |client: &mut crate::util::Client, input: Value| {
        let run = client.run_to_end("facebook-post", input).await.is(201);
        run.body["input"]["language"].clone()
    };
    assert_eq!(language(&mut client, json!({ "topic": "Tea" })).await, "en");
    client.project("herbata.pl").await;
    assert_eq!(language(&mut client, json!({ "topic": "Tea" })).await, "pl");
    assert_eq!(language(&mut client, json!({ "topic": "Tea", "language": null })).await, "pl");
    assert_eq!(language(&mut client, json!({ "topic": "Tea", "language": "en" })).await, "en");
    // The example is in the interface language, and contains it.
    let example = client.get("/api/tools/facebook-post").await.body["example"].clone();
    assert_eq!(language(&mut client, example).await, "en");
    // For a language that no tool supports the interface language is used.
    client.try_project("te.com", "es", UNITED_STATES).await;
    assert_eq!(language(&mut client, json!({ "topic": "Tea" })).await, "en");
    app.stop().await;
}

#[app_test(TestApp::with_plugins(|_| {}))]
async fn the_archive_can_be_filtered_by_project(app: TestApp, mut client: user) {
    client.run(json!({ "topic": "tea" })).await;
    let first = client.project("first.pl").await;
    client.run(json!({ "topic": "coffee" })).await;
    client.run(json!({ "topic": "cocoa" })).await;
    let second = client.project("second.pl").await;
    let job = client.topics(&["milk"]).await;
    client.post(&format!("/api/bulk/{job}/start"), json!({})).await;
    client.select(first).await;
    super::until(&mut client, &job, "done").await;

    assert_eq!(client.documents("").await, 4);
    assert_eq!(client.documents(&format!("?project={first}")).await, 2);
    assert_eq!(client.documents(&format!("?project={second}")).await, 1, "rows work for their job's project");
    assert_eq!(client.documents(&format!("?project={first}&q=cocoa")).await, 1);
    assert_eq!(client.documents("?project=0").await, 0);
    let mut other = app.user().await;
    assert_eq!(other.documents(&format!("?project={first}")).await, 0, "no documents of others");
    other.get("/api/documents?project=first").await.is(400);
}

#[app_test(TestApp::with_plugins(|_| {}))]
async fn runs_can_be_filtered_by_project(app: TestApp, mut client: user) {
    async fn topics(client: &mut Client, project: i64) -> Vec<String> {
        let list = client.get(&format!("/api/runs?tool=scripted&project={project}")).await.is(200).body;
        let runs = list["data"].as_array().expect("a list");
        assert_eq!(list["total"], runs.len());
        runs.iter().map(|run| run["input"]["topic"].as_str().expect("a topic").to_owned()).collect()
    }
    client.run(json!({ "topic": "tea" })).await;
    assert_eq!(topics(&mut client, 0).await, ["tea"], "without a project");
    let first = client.project("first.pl").await;
    let coffee = client.run(json!({ "topic": "coffee" })).await.string("document_id");
    let second = client.project("second.pl").await;
    client.run(json!({ "topic": "milk" })).await;

    assert_eq!(topics(&mut client, 0).await, ["tea"]);
    assert_eq!(topics(&mut client, first).await, ["coffee"]);
    assert_eq!(topics(&mut client, second).await, ["milk"]);
    client.get(&format!("/api/documents/{coffee}")).await.is(200).has(json!({ "project_id": first }));
    let mut other = app.user().await;
    assert!(topics(&mut other, first).await.is_empty(), "no runs of others");
    other.get("/api/runs?project=first").await.is(400);
    other.get("/api/runs?project=-1").await.is(400);

    let (_, mut bound) = client.key(json!({ "project_id": second })).await;
    assert_eq!(topics(&mut bound, second).await, ["milk"]);
    assert!(topics(&mut bound, first).await.is_empty(), "a key does not leave its project");
}
