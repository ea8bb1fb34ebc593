//! The names and the colours of projects.

use super::*;

fn colors(list: &Value) -> Vec<&str> {
    let projects = list["projects"].as_array().expect("projects");
    projects.iter().map(|project| project["color"].as_str().expect("a colour")).collect()
}

#[app_test]
async fn a_new_project_has_its_domain_as_its_name_and_a_colour_that_is_used_least(
    _app: TestApp,
    mut client: user,
) {
    for number in 0..10 {
        client.project(&format!("shop{number}.pl")).await;
    }
    let list = client.projects().await;
    let unique: BTreeSet<&str> = colors(&list).into_iter().collect();
    assert_eq!(unique.len(), 10, "each has its own");
    assert_eq!(
        (&list["projects"][0]["name"], &list["projects"][0]["icon"]),
        (&json!("shop0.pl"), &Value::Null)
    );

    let gone = list["projects"][3]["id"].as_i64().expect("a number");
    let freed = list["projects"][3]["color"].clone();
    client.delete_project(gone).await.is(200);
    client.project("next.pl").await;
    assert_eq!(client.projects().await["projects"][9]["color"], freed, "the free one is taken");
}

#[app_test]
async fn a_project_is_renamed_and_takes_another_colour(_app: TestApp, mut client: user, mut other: user) {
    let project = client.project("żółw.pl").await;
    let path = format!("/api/projects/{project}");
    client
        .patch(&path, json!({ "name": "  Sklep\nz żółwiami " }))
        .await
        .is(200)
        .has(json!({ "name": "Sklep z żółwiami", "color": "moss", "site": { "domain": "żółw.pl" } }));
    client.patch(&path, json!({ "color": "rose" })).await.is(200);
    let list = client.projects().await;
    assert_eq!(
        (&list["projects"][0]["name"], &list["projects"][0]["color"]),
        (&json!("Sklep z żółwiami"), &json!("rose"))
    );
    client
        .patch(&path, json!({ "name": "" }))
        .await
        .is(200)
        .has(json!({ "name": "żółw.pl", "color": "rose" }));

    client.patch(&path, json!({ "name": "x".repeat(81) })).await.is(422).wrong("name");
    client.patch(&path, json!({ "color": "pink" })).await.is(422).wrong("color");
    other.patch(&path, json!({ "name": "Mine" })).await.refused(404, "not-found");
    client.patch("/api/projects/0", json!({})).await.refused(404, "not-found");
    let file = client.get("/api/user/export").await.status;
    assert_eq!(file, 200);
}
