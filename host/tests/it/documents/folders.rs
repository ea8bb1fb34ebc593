//! Folders: depth, unique names, ownership, and what happens to their documents.

use super::store;
use crate::prelude::*;

async fn make(client: &mut Client, name: &str, parent: Option<&str>) -> String {
    client.post("/api/folders", json!({ "name": name, "parent_id": parent })).await.is(201).id()
}

async fn put(client: &mut Client, ids: &[&str], folder: Option<&str>) -> Value {
    client.post("/api/documents/move", json!({ "ids": ids, "folder_id": folder })).await.body["count"].clone()
}

async fn total(client: &mut Client, filter: &str) -> Value {
    client.get(&format!("/api/documents?{filter}")).await.body["total"].clone()
}

#[app_test]
async fn folders_are_nested_three_deep(app: TestApp, mut client: user) {
    let blog = make(&mut client, "Blog", None).await;
    let year = make(&mut client, "2026", Some(&blog)).await;
    let may = make(&mut client, "Maj", Some(&year)).await;
    client.post("/api/folders", json!({ "name": "1", "parent_id": may })).await.has(
        json!({ "/errors/parent_id/0": "Folders can only be 3 levels deep. Choose a place further up." }),
    );
    // A branch is as deep as its deepest folder.
    let other = make(&mut client, "Inne", None).await;
    client.patch(&format!("/api/folders/{blog}"), json!({ "parent_id": other })).await.is(422);
    for parent in [&blog, &may] {
        client.patch(&format!("/api/folders/{blog}"), json!({ "parent_id": parent })).await.has(
            json!({ "/errors/parent_id/0": "You can't move a folder into itself. Choose another place." }),
        );
    }
    let moved = client.patch(&format!("/api/folders/{may}"), json!({ "parent_id": null })).await;
    assert_eq!((moved.status, &moved.body["parent_id"]), (200, &json!(null)), "{}", moved.body);
    let renamed =
        client.patch(&format!("/api/folders/{may}"), json!({ "name": "  Czerwiec \n 2026 " })).await;
    assert_eq!(renamed.body["name"], "Czerwiec 2026");
    let names: Vec<Value> = client.get("/api/folders").await.body["data"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|folder| folder["name"].clone())
        .collect();
    assert_eq!(names, ["2026", "Blog", "Czerwiec 2026", "Inne"]);
}

#[app_test]
async fn two_folders_in_one_place_have_different_names(app: TestApp, mut client: user) {
    client.cookies.insert("locale".into(), "pl".into());
    let first = make(&mut client, "Łódź", None).await;
    let again = client.post("/api/folders", json!({ "name": "LODZ", "parent_id": null })).await;
    assert_eq!(again.body["errors"]["name"][0], "Folder o nazwie „LODZ” już tu jest. Wybierz inną nazwę.");
    let inside = make(&mut client, "lodz", Some(&first)).await;
    client.patch(&format!("/api/folders/{inside}"), json!({ "parent_id": null })).await.is(422);
    let itself = client.patch(&format!("/api/folders/{first}"), json!({ "name": "łódź" })).await;
    assert_eq!(itself.status, 200, "a folder may be written otherwise");
    for name in ["", "  ", "\u{0}", &"x".repeat(81)] {
        assert_eq!(client.post("/api/folders", json!({ "name": name })).await.status, 422, "{name:?}");
    }
    make(&mut app.user().await, "Łódź", None).await;
}

#[app_test]
async fn documents_are_put_into_folders_and_counted(app: TestApp, mut client: user) {
    let ids = [
        store(&app, &client, "Jeden", "a").await,
        store(&app, &client, "Dwa", "a").await,
        store(&app, &client, "Trzy", "a").await,
    ];
    let [one, two, three] = [&ids[0], &ids[1], &ids[2]].map(String::as_str);
    let blog = make(&mut client, "Blog", None).await;
    let may = make(&mut client, "Maj", Some(&blog)).await;
    assert_eq!(put(&mut client, &[one], Some(&blog)).await, 1);
    assert_eq!(put(&mut client, &[two, two], Some(&may)).await, 1);
    assert_eq!(put(&mut client, &[two], Some(&may)).await, 1, "twice is the same");
    assert_eq!(total(&mut client, &format!("folder={blog}")).await, 2, "with its subfolders");
    assert_eq!(total(&mut client, &format!("folder={may}")).await, 1);
    assert_eq!(total(&mut client, &format!("folder={blog}&q=jeden")).await, 1);
    assert_eq!(total(&mut client, "folder=none").await, 1);
    assert_eq!(total(&mut client, "folder=unknown").await, 0);

    client.call(Method::PUT, &format!("/api/documents/{three}/favourite"), None).await.is(204);
    assert_eq!(total(&mut client, "favourite=true").await, 1);
    let folders = client.get("/api/folders").await.body;
    assert_eq!(
        [&folders["total"], &folders["unfiled"], &folders["favourites"], &folders["trash"]],
        [&json!(3), &json!(1), &json!(1), &json!(0)]
    );
    assert_eq!((&folders["data"][0]["documents"], &folders["data"][1]["documents"]), (&json!(1), &json!(1)));
    client.delete(&format!("/api/documents/{three}/favourite")).await.is(204);
    assert_eq!(total(&mut client, "favourite=true").await, 0);
    assert_eq!(put(&mut client, &[one, two, three], None).await, 3);
    assert_eq!(total(&mut client, "folder=none").await, 3);
}

#[app_test]
async fn folders_count_the_documents_of_a_project(app: TestApp, mut client: user) {
    let project = client.project("piekarnia.pl").await;
    let [one, two] = [store(&app, &client, "Jeden", "a").await, store(&app, &client, "Dwa", "a").await];
    let update = db::query("UPDATE documents SET project_id = $1 WHERE id = $2");
    app.change(update.binds((project, &one))).await;
    let blog = make(&mut client, "Blog", None).await;
    put(&mut client, &[&one, &two], Some(&blog)).await;
    let all = client.get("/api/folders").await.body;
    let own = client.get(&format!("/api/folders?project={project}")).await.body;
    assert_eq!([&all["total"], &all["data"][0]["documents"]], [&json!(2), &json!(2)]);
    assert_eq!([&own["total"], &own["data"][0]["documents"]], [&json!(1), &json!(1)]);
}

#[app_test]
async fn a_folder_that_is_deleted_leaves_its_documents_or_takes_them_along(app: TestApp, mut client: user) {
    let one = store(&app, &client, "Jeden", "a").await;
    let two = store(&app, &client, "Dwa", "a").await;
    let blog = make(&mut client, "Blog", None).await;
    let year = make(&mut client, "2026", Some(&blog)).await;
    let may = make(&mut client, "Maj", Some(&year)).await;
    put(&mut client, &[&one], Some(&year)).await;
    put(&mut client, &[&two], Some(&may)).await;
    client.delete(&format!("/api/folders/{year}")).await.is(200).has(json!({ "count": 2 }));
    assert_eq!(client.get("/api/folders").await.body["data"].as_array().map(Vec::len), Some(1));
    assert_eq!(client.get(&format!("/api/documents/{two}")).await.body["folder_id"], json!(blog));

    assert_eq!(client.delete(&format!("/api/folders/{blog}?documents=trash")).await.body["count"], 2);
    assert_eq!((total(&mut client, "").await, total(&mut client, "trash=true").await), (json!(0), json!(2)));
    assert_eq!(client.post("/api/documents/restore", json!({ "ids": [one, two] })).await.body["count"], 2);
    assert_eq!(total(&mut client, "folder=none").await, 2, "the folder is deleted, the documents are not");
    client.delete(&format!("/api/folders/{blog}")).await.is(404);
}

#[app_test]
async fn folders_of_others_do_not_exist(app: TestApp, mut owner: user) {
    let folder = make(&mut owner, "Mój", None).await;
    let document = store(&app, &owner, "Mój", "a").await;
    put(&mut owner, &[&document], Some(&folder)).await;
    let mut other = app.user().await;
    let own = store(&app, &other, "Nie mój", "a").await;
    assert_eq!(total(&mut other, &format!("folder={folder}")).await, 0);
    let expected = json!({ "/errors/parent_id/0": "This folder no longer exists. Choose another one." });
    other.post("/api/folders", json!({ "name": "x", "parent_id": folder })).await.has(expected);
    other.post("/api/documents/move", json!({ "ids": [own], "folder_id": folder })).await.wrong("folder_id");
    assert_eq!(put(&mut other, &[&document], None).await, 0);
    assert_eq!(owner.get(&format!("/api/documents/{document}")).await.body["folder_id"], json!(folder));
}
