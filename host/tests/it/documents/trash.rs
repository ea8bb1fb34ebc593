//! The trash: moving, restoring, permanent deletion, and expiry.

use sitewright::platform::clock::DAY_MS;
use sitewright::workspace::documents;

use super::store;
use crate::prelude::*;

#[app_test]
async fn many_documents_go_to_the_trash_and_come_back(app: TestApp, mut client: user, mut other: user) {
    let foreign = store(&app, &other, "Cudzy", "a").await;
    let one = store(&app, &client, "Jeden", "a").await;
    let two = store(&app, &client, "Dwa", "a").await;
    let all = json!({ "ids": [one, two, foreign, "none"] });
    for _ in 0..2 {
        assert_eq!(client.post("/api/documents/trash", all.clone()).await.body["count"], 2);
    }
    assert_eq!(client.get("/api/documents").await.body["total"], 0);
    let trash = client.get("/api/documents?trash=true").await.has(json!({ "total": 2 }));
    assert!(trash.body["data"][0]["deleted_at"].is_string(), "{}", trash.body);
    assert_eq!(client.get("/api/folders").await.body["trash"], 2);
    for _ in 0..2 {
        assert_eq!(client.post("/api/documents/restore", all.clone()).await.body["count"], 2);
    }
    assert_eq!(client.get("/api/documents").await.body["total"], 2);
    assert_eq!(other.get("/api/documents").await.body["total"], 1);
    for ids in [json!([]), json!(vec!["x"; 501])] {
        client.post("/api/documents/trash", json!({ "ids": ids })).await.is(422);
    }
}

#[app_test]
async fn only_what_is_in_the_trash_is_deleted_for_ever(app: TestApp, mut client: user, mut other: user) {
    let foreign = store(&app, &other, "Cudzy", "a").await;
    other.delete(&format!("/api/documents/{foreign}")).await;
    let kept = store(&app, &client, "Zostaje", "a").await;
    let gone = store(&app, &client, "Znika", "a").await;
    client.patch(&format!("/api/documents/{gone}"), json!({ "title": "Znika na zawsze" })).await;
    client.delete(&format!("/api/documents/{gone}")).await;
    let ids = json!({ "ids": [kept, gone, foreign] });
    assert_eq!(client.post("/api/documents/delete", ids.clone()).await.body["count"], 1);
    assert_eq!(client.post("/api/documents/delete", ids).await.body["count"], 0);
    client.post(&format!("/api/documents/{gone}/restore"), json!({})).await.is(404);
    client.get(&format!("/api/documents/{kept}")).await.is(200);
    assert_eq!(app.value::<i64>("SELECT count(*) FROM document_versions").await, 0);

    client.delete(&format!("/api/documents/{kept}")).await;
    for left in [1, 0] {
        assert_eq!(client.delete("/api/documents/trash").await.body["count"], left);
    }
    assert_eq!(
        other.get("/api/documents?trash=true").await.body["total"],
        1,
        "everybody has a trash of their own"
    );
}

#[app_test]
async fn the_trash_is_cleared_after_thirty_days(app: TestApp, mut client: user) {
    let kept = store(&app, &client, "Zostaje", "a").await;
    let thrown = store(&app, &client, "W koszu", "a").await;
    client.delete(&format!("/api/documents/{thrown}")).await;
    let soon = Timestamp::now().plus_ms(29 * DAY_MS);
    assert_eq!(documents::clear_trash(&app.app, soon).await.expect("cleared"), 0);
    let later = Timestamp::now().plus_ms(30 * DAY_MS + 1000);
    assert_eq!(documents::clear_trash(&app.app, later).await.expect("cleared"), 1);
    assert_eq!(client.get("/api/documents?trash=true").await.body["total"], 0);
    client.get(&format!("/api/documents/{kept}")).await.is(200);
}

#[app_test]
async fn an_accounts_folders_are_exported_and_deleted_with_it(app: TestApp, mut client: user) {
    let document = store(&app, &client, "Świeże bułki", "a").await;
    let folder = client.post("/api/folders", json!({ "name": "Piekarnia w Łodzi" })).await;
    let folder: &Value = &folder.body["id"];
    client.post("/api/documents/move", json!({ "ids": [document], "folder_id": folder })).await;
    let export = client.get("/api/user/export").await;
    let archive = zip::ZipArchive::new(std::io::Cursor::new(export.bytes)).expect("an archive");
    assert!(
        archive.file_names().any(|name| {
            name.starts_with("documents/piekarnia-w-lodzi/") && name.ends_with("-swieze-bulki.md")
        }),
        "{:?}",
        archive.file_names().collect::<Vec<_>>()
    );
    client.delete_with("/api/user", json!({ "password": "correct horse" })).await.is(204);
    assert_eq!(app.value::<i64>("SELECT count(*) FROM folders").await, 0);
    assert_eq!(app.value::<i64>("SELECT count(*) FROM indexed_documents").await, 0);
}

#[app_test]
async fn a_projects_documents_are_deleted_with_it_and_their_folder_stays(app: TestApp, mut client: user) {
    let body = json!({ "domain": "example.com", "language_code": "en", "location_code": 2840 });
    let project = client.post("/api/project/addProject", body).await;
    let project = &project.body["project"]["id"];
    let inside = store(&app, &client, "Projektowy", "a").await;
    let outside = store(&app, &client, "Bez projektu", "a").await;
    let assign = db::query("UPDATE documents SET project_id = $1 WHERE id = $2");
    app.change(assign.bind(project.as_i64()).bind(&inside)).await;
    let folder = client.post("/api/folders", json!({ "name": "Blog" })).await;
    let ids = json!({ "ids": [inside, outside], "folder_id": folder.body["id"] });
    assert_eq!(client.post("/api/documents/move", ids).await.body["count"], 2);
    assert_eq!(client.get(&format!("/api/documents?project={project}")).await.body["total"], 1);
    client.post("/api/project/deleteProject", json!({ "projectID": project })).await.is(200);
    client.get("/api/folders").await.has(json!({ "total": 1, "/data/0/documents": 1 }));
    assert_eq!(app.value::<i64>("SELECT count(*) FROM indexed_documents").await, 1);
}
