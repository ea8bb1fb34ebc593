//! Audits that fetch only what changed.

use super::*;

/// Like [`site`], with servers that tell what changed.
async fn tagged() -> Site {
    let links = "<h1>Oak tables</h1><p><a href=\"/prices\">Prices</a> <a href=\"/about\">About</a></p>";
    Site::start([
        ("/", Reply::Tagged(page("<title>Oak tables made to order in York</title>", links))),
        ("/prices", Reply::Tagged(page("", "<h1>Prices</h1><p><a href=\"/\">Home</a></p>"))),
        ("/about", Reply::Html(page("<title>About the workshop for oak tables</title>", "<h1>About</h1>"))),
        ("/robots.txt", Reply::Text("User-agent: *\nDisallow: /closed\n".into())),
    ])
    .await
}

async fn only_changed(client: &mut Client, project: i64) {
    let path = format!("/api/projects/{project}/audit-settings");
    let mut settings = client.get(&path).await.is(200).body;
    settings["only_changed"] = json!(true);
    client.put_with(&path, settings).await.is(200);
}

async fn used(client: &mut Client) -> i64 {
    client.get("/api/pages").await.is(200).body["used"].as_i64().expect("a number")
}

#[tokio::test]
async fn pages_that_have_not_changed_keep_their_facts_and_cost_nothing() {
    let site = tagged().await;
    let app = auditing(&site).await;
    let mut client = app.user().await;
    let project = project(&mut client).await;
    let first = Audit::run(&mut client, &site, json!({})).await;
    has(&first.view(&mut client).await, json!({ "unchanged": 0, "pages": 3 }));
    let (before, cost) = (found(&mut client, &first).await, used(&mut client).await);
    assert!(before.iter().any(|one| one.contains("title-missing")), "{before:?}");

    only_changed(&mut client, project).await;
    let second = Audit::run(&mut client, &site, json!({})).await;
    has(
        &second.view(&mut client).await,
        json!({ "unchanged": 2, "pages": 3, "score": first.view(&mut client).await["score"] }),
    );
    assert_eq!(found(&mut client, &second).await, before);
    assert_eq!(used(&mut client).await - cost, 1);
    let missing = &second.findings(&mut client, "title-missing", "").await[0];
    let page_of = second.get(&mut client, &format!("pages/{}", missing["page"])).await;
    has(&page_of, json!({ "status": 200, "/headings/0/text": "Prices" }));
    let links = second.get(&mut client, &format!("pages/{}/links?direction=out", missing["page"])).await;
    has(&links, json!({ "total": 1, "/data/0/text": "Home" }));

    // One of them changes, and a rule that is turned on sees the others.
    site.put(
        "/prices",
        Reply::Tagged(page("<title>Prices of oak tables in York</title>", "<h1>Prices</h1>")),
    );
    let third = Audit::run(&mut client, &site, json!({})).await;
    has(&third.view(&mut client).await, json!({ "unchanged": 1, "pages": 3, "/changes/fixed": 1 }));
    assert_eq!(third.findings(&mut client, "title-missing", "").await.len(), 0);
}

#[tokio::test]
async fn facts_that_were_read_in_another_way_are_read_anew() {
    let site = tagged().await;
    let app = auditing(&site).await;
    let mut client = app.user().await;
    let project = project(&mut client).await;
    only_changed(&mut client, project).await;
    Audit::run(&mut client, &site, json!({})).await;
    app.change(db::query("UPDATE audits SET version = '0.0.1'")).await;
    let second = Audit::run(&mut client, &site, json!({})).await;
    has(&second.view(&mut client).await, json!({ "unchanged": 0, "pages": 3 }));
    let third = Audit::run(&mut client, &site, json!({})).await;
    has(&third.view(&mut client).await, json!({ "unchanged": 2 }));
}
