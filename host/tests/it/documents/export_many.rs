//! Many documents in one archive.

use super::store;
use crate::prelude::*;

fn files(answer: Answer) -> Vec<(String, Vec<u8>)> {
    assert_eq!((answer.status, answer.header("content-type")), (200, "application/zip"), "{}", answer.body);
    let mut archive = zip::ZipArchive::new(Cursor::new(answer.bytes)).expect("an archive");
    let mut files: Vec<(String, Vec<u8>)> = (0..archive.len())
        .map(|place| {
            let mut file = archive.by_index(place).expect("a file");
            let mut content = Vec::new();
            file.read_to_end(&mut content).expect("its content");
            (file.name().to_owned(), content)
        })
        .collect();
    files.sort();
    files
}

#[app_test]
async fn all_documents_are_in_their_folders_under_their_titles(app: TestApp, mut client: user) {
    store(&app, &client, "../Świeże bułki?", "od **siódmej**").await;
    store(&app, &client, "świeże bułki", "b").await;
    let filed = store(&app, &client, "W folderze", "c").await;
    let thrown = store(&app, &client, "W koszu", "d").await;
    client.delete(&format!("/api/documents/{thrown}")).await;
    let folder = client.post("/api/folders", json!({ "name": "Łódź / Blog" })).await;
    client.post("/api/documents/move", json!({ "ids": [filed], "folder_id": folder.body["id"] })).await;

    let archive = files(client.get("/api/documents/export/md").await);
    let names: Vec<&str> = archive.iter().map(|(name, _)| name.as_str()).collect();
    assert!(names.contains(&"Łódź Blog/W folderze.md"), "{names:?}");
    assert!(names.contains(&"świeże bułki.md") && names.contains(&"Świeże bułki (2).md"), "{names:?}");
    assert_eq!(names.len(), 3);
    let text = archive.iter().find(|(name, _)| name == "Świeże bułki (2).md").map(|(_, text)| text.clone());
    assert_eq!(text, Some("# ../Świeże bułki?\n\nod **siódmej**\n".as_bytes().to_vec()));
}

#[app_test]
async fn a_file_of_an_archive_has_the_time_of_its_document(app: TestApp, mut client: user) {
    store(&app, &client, "Bułki od siódmej.", "a").await;
    app.execute("UPDATE documents SET updated_at = 1767323045000").await;
    for (path, name) in
        [("/api/documents/export/html", "Bułki od siódmej.html"), ("/api/user/export", "documents/")]
    {
        let answer = client.get(path).await.is(200);
        let mut archive = zip::ZipArchive::new(Cursor::new(answer.bytes)).expect("an archive");
        let found = archive.file_names().find(|found| found.starts_with(name)).map(str::to_owned);
        let found = found.unwrap_or_else(|| panic!("no {name} in {path}"));
        let time = archive.by_name(&found).expect("a file").last_modified().expect("a time").to_string();
        assert_eq!(time, "2026-01-02 03:04:04", "even seconds only: {path}");
    }
}

#[app_test]
async fn a_selection_and_a_filter_are_exported_in_each_format(app: TestApp, mut client: user, other: user) {
    let one = store(&app, &client, "Jeden", "a").await;
    let two = store(&app, &client, "Dwa", "b").await;
    store(&app, &client, "Trzy", "c").await;
    let foreign = store(&app, &other, "Cudzy", "a").await;
    let picked = files(client.get(&format!("/api/documents/export/html?ids={one},{two},{foreign}")).await);
    assert_eq!(picked.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["Dwa.html", "Jeden.html"]);
    let found = files(client.get("/api/documents/export/docx?q=trz").await);
    assert_eq!(found[0].0, "Trzy.docx");
    zip::ZipArchive::new(Cursor::new(&found[0].1)).expect("a document of Word");

    for nothing in [format!("ids={foreign}"), format!("ids={one}&q=trzy"), "trash=true".into(), "ids=".into()]
    {
        let answer = client.get(&format!("/api/documents/export/md?{nothing}")).await;
        assert_eq!(answer.problem(), (422, "documents.nothing-to-export"), "{nothing}");
    }
    client.get("/api/documents/export/pdf").await.is(404);
}

#[app_test]
async fn too_much_for_one_archive_is_refused_with_its_limit(app: TestApp, mut client: user) {
    let ids = vec!["x"; 1_001].join(",");
    let many = client.get(&format!("/api/documents/export/md?ids={ids}")).await;
    assert_eq!(many.problem(), (422, "documents.too-many-to-export"));
    assert_eq!((&many.body["count"], &many.body["max"]), (&json!(1_001), &json!(1_000)));
    let text = "x".repeat(1024 * 1024);
    for number in 0..33 {
        store(&app, &client, &format!("Długi {number}"), &text).await;
    }
    client.get("/api/documents/export/md").await.refused(422, "documents.too-much-to-export");
}
