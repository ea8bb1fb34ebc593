//! Tasks for agents, over the Model Context Protocol.

use super::*;
use crate::util::agent::{call, problem, send, tools};

#[app_test]
async fn an_agent_adds_changes_and_lists_tasks(app: TestApp, mut client: user, mut other: user) {
    client.project("example.com").await;
    let (_, mut agent) = client.key(json!({ "scopes": ["tasks:read", "tasks:write"] })).await;
    let new = json!({ "title": "Shorten the title", "due": "2030-01-31", "owner": "me" });
    let task = call(&mut agent, "add-task", new).await;
    has(&task, json!({ "state": "open", "/owner/id": client.user_id, "due": "2030-01-31" }));
    let change = json!({ "task": task["id"], "state": "done", "owner": "none", "due": null });
    has(
        &call(&mut agent, "change-task", change).await,
        json!({ "state": "done", "owner": null, "due": null }),
    );
    let list = call(&mut agent, "list-tasks", json!({ "state": "done", "sort": "created" })).await;
    has(&list, json!({ "total": 1, "/data/0/id": task["id"], "per_page": 20 }));
    assert_eq!(call(&mut agent, "list-tasks", json!({ "state": "unfinished" })).await["total"], 0);

    for (name, arguments, code) in [
        ("add-task", json!({}), "validation.failed"),
        ("add-task", json!({ "title": "Tea", "due": "2030-13-01" }), "validation.failed"),
        ("add-task", json!({ "title": " " }), "validation.failed"),
        ("change-task", json!({ "task": "none", "state": "done" }), "not-found"),
        ("list-tasks", json!({ "state": "lost" }), "validation.failed"),
    ] {
        assert_eq!(problem(&mut agent, name, arguments.clone()).await, code, "{name} {arguments}");
    }
    let (_, mut foreign) = other.key(json!({ "scopes": ["tasks:read", "tasks:write"] })).await;
    assert_eq!(call(&mut foreign, "list-tasks", json!({})).await["total"], 0);
    assert_eq!(problem(&mut foreign, "add-task", json!({ "title": "Tea" })).await, "tasks.no-project");
    let (_, mut reader) = client.key(json!({ "scopes": ["tasks:read"] })).await;
    let names: Vec<Value> = tools(&mut reader).await.iter().map(|tool| tool["name"].clone()).collect();
    assert_eq!(names, ["list-tasks"]);
    let add = json!({ "name": "add-task", "arguments": { "title": "Tea" } });
    let refused = send(&mut reader, "tools/call", add).await;
    assert_eq!(refused["error"]["data"]["code"], "keys.scope-missing");
}
