//! Examples of style: keep, list, delete, and their use in runs.

use crate::prelude::*;

fn replies() -> impl Iterator<Item = Reply> {
    (0..9).map(|_| Reply::text("Three good words."))
}

/// Runs the scripted tool; the id of its document.
async fn document(client: &mut Client) -> String {
    client.run(json!({ "topic": "tea" })).await.is(201).string("document_id")
}

async fn keep(client: &mut Client, document: &str, text: &str) -> Answer {
    client.post(&format!("/api/documents/{document}/style-example"), json!({ "text": text })).await
}

async fn listed(client: &mut Client, tool: &str) -> Vec<Value> {
    let list = client.get(&format!("/api/style-examples?tool={tool}")).await.is(200);
    list.body["data"].as_array().expect("a list").clone()
}

/// The messages of the last request to the model.
fn last_messages(app: &TestApp) -> Vec<(String, String)> {
    let bodies = app.model().bodies();
    let messages = bodies.last().expect("a request")["messages"].as_array().expect("messages").clone();
    let field = |message: &Value, name: &str| message[name].as_str().expect("a text").to_owned();
    messages.iter().map(|message| (field(message, "role"), field(message, "content"))).collect()
}

#[app_test(TestApp::with_model(replies()))]
async fn later_runs_of_the_tool_imitate_an_example_until_it_is_deleted(app: TestApp, mut client: user) {
    let id = document(&mut client).await;
    let plain = last_messages(&app);
    let made = keep(&mut client, &id, "  Hej! Herbata czeka. Żółw też.  ").await.is(201);
    made.has(json!({ "tool": SCRIPTED, "text": "Hej! Herbata czeka. Żółw też." }));
    document(&mut client).await;
    let with = last_messages(&app);
    assert_eq!(with.len(), plain.len());
    for ((role, before), (_, after)) in plain.iter().zip(&with) {
        if role == "user" {
            assert!(after.contains("1.\nHej! Herbata czeka. Żółw też.\n</data-"), "{after}");
            assert!(after.ends_with(before), "{after}");
        } else {
            assert_eq!(before, after, "the example is data");
        }
    }

    let kept = listed(&mut client, SCRIPTED).await;
    assert_eq!(kept.len(), 1);
    assert_eq!(listed(&mut client, "email").await.len(), 0, "each tool has its own");
    let path = format!("/api/style-examples/{}", kept[0]["id"].as_str().expect("an id"));
    client.delete(&path).await.is(204);
    client.delete(&path).await.refused(404, "not-found");
    document(&mut client).await;
    assert_eq!(last_messages(&app), plain);
}

#[app_test(TestApp::with_model(replies()))]
async fn examples_are_few_short_and_of_one_brand(app: TestApp, mut client: user) {
    let id = document(&mut client).await;
    keep(&mut client, &id, " ").await.wrong("text");
    keep(&mut client, &id, &"ż".repeat(2001)).await.wrong("text");
    keep(&mut client, &id, &"ż".repeat(2000)).await.is(201);
    keep(&mut client, &id, "Two").await.is(201);
    keep(&mut client, &id, "Three").await.is(201);
    let refused = keep(&mut client, &id, "Four").await.refused(409, "brand.too-many-examples");
    assert_eq!(refused.body["max"], 3);

    let add = |domain: &str| json!({ "domain": domain, "language_code": "pl", "location_code": 2616 });
    client.post("/api/project/addProject", add("example.com")).await.is(201);
    assert_eq!(listed(&mut client, SCRIPTED).await.len(), 3, "the first project takes them over");
    client.post("/api/project/addProject", add("example.org")).await.is(201);
    assert_eq!(listed(&mut client, SCRIPTED).await.len(), 0, "another brand has its own");
    let other = document(&mut client).await;
    assert!(!last_messages(&app).iter().any(|(_, text)| text.contains("Three\n")));
    keep(&mut client, &other, "For the other brand").await.is(201);
    assert_eq!(listed(&mut client, SCRIPTED).await[0]["text"], "For the other brand");
}
