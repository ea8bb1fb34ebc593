//! Validation and ownership of projects.

use super::{POLAND, UNITED_STATES};
use crate::prelude::*;

#[app_test]
async fn the_list_has_the_shape_that_clients_expect(app: TestApp, mut client: user) {
    assert_eq!(
        client.projects().await,
        json!({
            "projects": [], "selected_project": null, "domain": null, "language_code": null, "location": null, "errors": [],
        })
    );
    let added = client.try_project("https://www.Żółw.pl/sklep?x=1", "pl", POLAND).await;
    let id = added.body["project"]["id"].as_i64().expect("a number");
    assert!(id > 0);
    let item = json!({
        "id": id, "name": "żółw.pl", "color": "moss", "icon": null, "language_code": "pl", "site": { "domain": "żółw.pl" },
    });
    assert_eq!((added.status, &added.body), (201, &json!({ "status": "success", "project": item })));
    assert_eq!(
        client.projects().await,
        json!({
            "projects": [item],
            "selected_project": id,
            "domain": "żółw.pl",
            "language_code": "pl",
            "location": {
                "location_code": 2616,
                "location_name": "Poland",
                "location_code_parent": null,
                "country_iso_code": "PL",
                "location_type": "Country",
                "available_languages": [{
                    "language_name": "Polish",
                    "language_code": "pl",
                    "available_sources": ["google", "bing", "amazon"],
                    "keywords": null,
                    "serps": null,
                }],
            },
            "errors": [],
        })
    );
}

#[app_test]
async fn all_errors_are_reported_at_their_field_in_both_languages(app: TestApp, mut client: user) {
    client.language = Some("en");
    let errors = async |client: &mut crate::util::Client, body: Value| {
        let answer = client.post("/api/project/addProject", body).await.refused(422, "validation.failed");
        answer.body["errors"].clone()
    };
    assert_eq!(
        errors(&mut client, json!({})).await,
        json!({
            "domain": ["Fill in this field."],
            "language_code": ["Fill in this field."],
            "location_code": ["Fill in this field."],
        })
    );
    let wrong = json!({ "domain": "anna@example.com", "language_code": "pl", "location_code": 2840 });
    assert_eq!(
        errors(&mut client, wrong.clone()).await,
        json!({
            "domain": ["Enter the domain of a website, such as example.com."],
            "language_code": ["Choose one of the languages of this location."],
        })
    );
    client.cookies.insert("locale".into(), "pl".into());
    assert_eq!(
        errors(&mut client, wrong).await,
        json!({
            "domain": ["Wpisz domenę strony, na przykład example.com."],
            "language_code": ["Wybierz jeden z języków tej lokalizacji."],
        })
    );
    let polish = json!({ "domain": "com.pl", "language_code": "xx", "location_code": 1 });
    let said = errors(&mut client, polish).await;
    assert_eq!(said["location_code"], json!(["Wybierz lokalizację z listy."]));
    assert!(
        said["domain"][0].as_str().is_some_and(|text| text.starts_with("com.pl nie jest pełną domeną")),
        "{said}"
    );
    for (body, field) in [
        (json!({ "domain": 5 }), "domain"),
        (json!({ "domain": "example.com", "location_code": "2616" }), "location_code"),
        (json!({ "domain": "example.com", "colour": "red" }), "colour"),
    ] {
        assert!(errors(&mut client, body.clone()).await[field].is_array(), "{body}");
    }
    assert_eq!(client.projects().await["projects"], json!([]), "nothing was stored");
}

#[app_test]
async fn one_domain_in_one_language_is_one_project(app: TestApp, mut client: user) {
    client.language = Some("en");
    client.try_project("example.com", "en", UNITED_STATES).await;
    for again in ["example.com", "EXAMPLE.com.", "http://www.example.com:8080/shop"] {
        let answer = client.try_project(again, "en", UNITED_STATES).await;
        let output = json!({ "domain": ["You already have a project for example.com in this language."] });
        assert_eq!((answer.status, &answer.body["errors"]), (422, &output), "{again}");
    }
    client.try_project("example.com", "es", UNITED_STATES).await.is(201);
    client.try_project("shop.example.com", "en", UNITED_STATES).await.is(201);
    let mut other = app.user().await;
    other.try_project("example.com", "en", UNITED_STATES).await.is(201);
    assert_eq!(client.projects().await["projects"].as_array().map(Vec::len), Some(3));
}

#[app_test]
async fn the_first_is_selected_by_itself_and_a_new_one_when_it_is_added(app: TestApp, mut client: user) {
    let (first, second) = (client.project("first.pl").await, client.project("second.pl").await);
    assert_ne!(first, second);
    assert_eq!(client.projects().await["selected_project"], second);

    let done = client.select(first).await;
    assert_eq!((done.status, &done.body), (200, &json!({ "status": "success" })));
    client.projects().await.has(json!({ "selected_project": first, "domain": "first.pl" }));

    // By default the oldest remaining one is selected.
    client.select(second).await;
    client.delete_project(second).await.is(200);
    assert_eq!(client.projects().await["selected_project"], first);
    client.delete_project(first).await.is(200);
    assert_eq!(client.projects().await["selected_project"], Value::Null);
    assert!(client.project("third.pl").await > second, "a number is never given twice");
}

#[app_test]
async fn foreign_projects_cannot_be_selected_or_deleted(app: TestApp, mut owner: user, mut other: user) {
    let project = owner.project("example.pl").await;
    for id in [project, project + 100, -1] {
        assert_eq!(other.select(id).await.problem(), (404, "not-found"), "{id}");
        assert_eq!(other.delete_project(id).await.problem(), (404, "not-found"), "{id}");
    }
    other.language = Some("en");
    other.select(0).await.errors(json!({ "selectedProject": ["Choose one of your projects."] }));
    other.delete_project(0).await.is(404);
    for (path, body) in [
        ("saveSelectedProject", json!({})),
        ("saveSelectedProject", json!({ "selectedProject": "1" })),
        ("deleteProject", json!({ "projectID": null })),
    ] {
        assert_eq!(other.post(&format!("/api/project/{path}"), body).await.status, 422, "{path}");
    }
    assert_eq!(other.projects().await["projects"], json!([]));
    assert_eq!(owner.projects().await["selected_project"], project);
}

#[app_test]
async fn the_plans_limit_of_projects_is_enforced(app: TestApp) {
    app.execute("UPDATE products SET projects = 3 WHERE id = 0").await;
    let mut client = app.user().await;
    for number in 1..=3 {
        client.project(&format!("site-{number}.pl")).await;
    }
    let answer = client.try_project("one-more.pl", "pl", POLAND).await;
    assert_eq!((answer.problem(), &answer.body["max"]), ((402, "projects.limit"), &json!(3)));
    let again = client.try_project("site-1.pl", "pl", POLAND).await;
    assert_eq!(again.status, 422, "errors of the field come first");
    let last = client.projects().await["selected_project"].as_i64().expect("a number");
    client.delete_project(last).await;
    client.try_project("one-more.pl", "pl", POLAND).await.is(201);
}

#[app_test]
async fn two_requests_at_once_add_it_once(app: TestApp, client: user) {
    let mut clients: Vec<_> = (0..8).map(|_| client.program()).collect();
    let added = clients.iter_mut().map(|client| client.try_project("example.pl", "pl", POLAND));
    let statuses: Vec<u16> = join_all(added).await.iter().map(|answer| answer.status).collect();
    assert_eq!(statuses.iter().filter(|status| **status == 201).count(), 1, "{statuses:?}");
    assert!(statuses.iter().all(|status| matches!(status, 201 | 422)), "{statuses:?}");
}

#[app_test]
async fn a_tab_works_in_its_own_project(app: TestApp, mut client: user) {
    let one = client.project("piekarnia.pl").await;
    let two = client.project("buty.pl").await;
    let other = app.user().await.project("kawa.pl").await;
    client.select(one).await.is(200);
    for (tab, works_in) in [(two, two), (one, one), (other, one), (0, one)] {
        let request = client.request(Method::GET, "/api/project/getUserProjects");
        let answer = client.send(request.header("x-tab-project", tab.to_string())).await;
        assert_eq!(answer.body["selected_project"], json!(works_in), "{tab}");
    }
    assert_eq!(client.projects().await["selected_project"], json!(one));
}
