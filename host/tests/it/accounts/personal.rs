//! Avatars, the export of a user's data, and the deletion of an account.

use db::{Either, query, query_as};
use image::{ImageFormat, RgbImage};

use crate::prelude::*;
use crate::util::pictures::{encoded, noted, photo, shown, tells};

/// A PNG of 1 × 1.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0\x1f\x15\xc4\x89\0\0\0\rIDATx\x9cc\xf8\xcf\xc0\xf0\x1f\0\x05\0\x01\xff\x89\x99=\x1d\0\0\0\0IEND\xaeB`\x82";

async fn upload(client: &mut Client, bytes: Vec<u8>) -> Answer {
    client.upload(Method::PUT, "/api/user/avatar", "image/png", bytes).await
}

#[app_test]
async fn an_avatar_is_detected_by_its_content_and_served_safely(app: TestApp, mut client: user) {
    assert!(client.get("/api/user").await.body["avatar"].is_null());
    let address = upload(&mut client, PNG.to_vec()).await.is(200).string("avatar");
    let picture = client.get(&address).await.is(200);
    assert_eq!(picture.header("content-type"), "image/png");
    assert_eq!(shown(&picture.bytes).dimensions(), (1, 1));
    assert_eq!(picture.header("x-content-type-options"), "nosniff");
    assert!(picture.header("content-security-policy").contains("sandbox"));
    app.visitor().get(&address).await.is(401);

    client.cookies.insert("locale".into(), "pl".into());
    let script =
        upload(&mut client, b"<svg xmlns=\"http://www.w3.org/2000/svg\"><script>1</script></svg>".to_vec())
            .await;
    assert_eq!(script.body["errors"], json!({"avatar": ["Wybierz obraz w formacie PNG, JPEG lub WebP."]}));
    let mut large = PNG.to_vec();
    large.resize(600 * 1024, 0);
    let large = upload(&mut client, large).await;
    assert_eq!(large.body["errors"]["avatar"][0], "Obraz ma więcej niż 512 KB. Wybierz mniejszy.");
    let mut wide = PNG.to_vec();
    wide[18] = 0x40;
    upload(&mut client, wide).await.is(422);

    assert!(client.delete("/api/user/avatar").await.body["avatar"].is_null());
    client.get(&address).await.refused(404, "not-found");
}

/// Metadata of the camera is removed; its orientation is applied to the pixels.
#[app_test]
async fn w9_an_avatar_has_no_metadata(app: TestApp, mut client: user) {
    for (file, size) in [(photo(), (20, 40)), (noted(), (3, 3))] {
        assert!(tells(&file));
        let saved = upload(&mut client, file).await.is(200);
        let kept = client.get(saved.body["avatar"].as_str().expect("an address")).await;
        assert!(!tells(&kept.bytes));
        assert_eq!(shown(&kept.bytes).dimensions(), size);
    }
    let saved = upload(&mut client, photo()).await;
    let kept = client.get(saved.body["avatar"].as_str().expect("an address")).await;
    let (top, bottom) = (shown(&kept.bytes)[(10, 5)], shown(&kept.bytes)[(10, 35)]);
    assert!(top[0] > 200 && bottom[2] > 200, "the left is above now: {top:?} {bottom:?}");
}

/// Images that were stored unchanged are encoded again; those that cannot be decoded are removed.
#[app_test]
async fn w9_stored_avatars_are_cleaned(app: TestApp, mut client: user, mut other: user) {
    for (person, file) in [(&mut client, photo()), (&mut other, b"\xff\xd8\xff no picture".to_vec())] {
        upload(person, PNG.to_vec()).await;
        query("UPDATE avatars SET content = $2, media_type = 'image/jpeg', clean = FALSE WHERE user_id = $1")
            .binds((person.user_id.as_deref().expect("signed in"), STANDARD.encode(file)))
            .execute(&mut app.app.db.write_alone().await.expect("a connection"))
            .await
            .expect("changed");
    }
    let app = app.restart(|_| {}).await;
    let mut ticks = tokio::time::interval(Duration::from_millis(20));
    while app.value::<i64>("SELECT count(*) FROM avatars WHERE NOT clean").await > 0 {
        ticks.tick().await;
    }
    let again = |before: &Client| {
        let mut client = app.visitor();
        client.cookies = before.cookies.clone();
        client
    };
    let (mut client, mut other) = (again(&client), again(&other));
    let address = client.get("/api/user").await.string("avatar");
    let kept = client.get(&address).await;
    assert!(!tells(&kept.bytes));
    assert_eq!(shown(&kept.bytes).dimensions(), (20, 40));
    assert!(other.get("/api/user").await.body["avatar"].is_null());
}

/// A file of some KB may decode to a hundred MB: its size is checked first, and one at a time is decoded.
#[app_test]
async fn v2_an_avatar_is_as_large_as_its_header(app: TestApp, mut client: user) {
    for format in [ImageFormat::Png, ImageFormat::WebP] {
        let largest = upload(&mut client, encoded(&RgbImage::new(4096, 4096).into(), format)).await.is(200);
        let kept = client.get(largest.body["avatar"].as_str().expect("an address")).await;
        assert_eq!(shown(&kept.bytes).dimensions(), (256, 256));
        let larger = upload(&mut client, encoded(&RgbImage::new(4097, 1).into(), format)).await;
        assert_eq!(
            larger.body["errors"]["avatar"][0],
            "The picture is more than 4096 pixels wide or high. Choose a smaller one."
        );
    }
    // One declares a small size and contains a hundred times as much; one declares a large size and is empty.
    let mut cut = encoded(&RgbImage::new(64, 64).into(), ImageFormat::Png);
    cut.truncate(60);
    upload(&mut client, cut).await.is(422);
}

/// A user with a document.
async fn writer(app: &TestApp) -> Client {
    let mut client = app.user().await;
    let run = client.run_to_end("facebook-post", json!({"topic": "Ciepłe bułki", "language": "pl"})).await;
    assert_eq!(run.body["status"], "succeeded", "{}", run.body);
    client
}

#[app_test]
async fn a_users_data_can_be_exported(app: TestApp, mut client: writer) {
    let export = client.get("/api/user/export").await;
    assert_eq!((export.status, export.header("content-type")), (200, "application/zip"));
    let mut archive = zip::ZipArchive::new(Cursor::new(export.bytes)).expect("an archive");
    let names: Vec<String> = archive.file_names().map(str::to_owned).collect();
    for name in [
        "account.json",
        "sessions.json",
        "words.json",
        "pages.json",
        "shared-documents.json",
        "style-examples.json",
    ] {
        assert!(names.iter().any(|known| known == name), "{names:?}");
    }
    let document = names.iter().find(|name| name.starts_with("documents/")).expect("a document");
    assert!(document.ends_with(".md"), "{document}");
    let mut text = String::new();
    archive.by_name(document).expect("the document").read_to_string(&mut text).expect("UTF-8");
    assert!(text.starts_with("# "), "{text}");
    let mut account = String::new();
    archive.by_name("account.json").expect("the account").read_to_string(&mut account).expect("UTF-8");
    assert!(account.contains("@example.com") && !account.contains("argon2"), "{account}");
}

#[app_test]
async fn a_deleted_account_leaves_no_personal_data(app: TestApp, mut client: writer) {
    upload(&mut client, PNG.to_vec()).await;
    let email = client.get("/api/user").await.string("email");
    let wrong = client.delete_with("/api/user", json!({"password": "wrong horse"})).await;
    assert_eq!(wrong.problem(), (422, "auth.wrong-password"));
    client.delete_with("/api/user", json!({})).await.errors(json!({"password": ["Fill in this field."]}));
    client.delete_with("/api/user", json!({"password": "correct horse"})).await.is(204);
    assert!(!client.cookies.contains_key("sitewright_session"));
    client.program().get("/api/user").await.refused(401, "auth.unauthenticated");
    app.visitor().post("/login", json!({"email": email, "password": "correct horse"})).await.is(422);

    for table in ["documents", "runs", "sessions", "avatars", "mails"] {
        let sql = sqlx::AssertSqlSafe(format!("SELECT count(*) FROM {table}"));
        let left: i64 = db::query_scalar(sql).fetch_one(app.app.db.read()).await.expect("counted");
        assert_eq!(left, 0, "{table}");
    }
    let row: String =
        app.value("SELECT name || ' ' || email || ' ' || COALESCE(password_hash, '') FROM users").await;
    assert!(row.starts_with("- ") && row.trim_end().ends_with("@deleted.invalid"), "{row}");
    assert!(app.value::<i64>("SELECT count(*) FROM meter_entries").await > 0, "the ledger stays");
    // The address is available again.
    let again = json!({"name": "Anna", "email": email, "password": "correct horse", "password_confirmation": "correct horse"});
    app.visitor().post("/register", again).await.is(201);
}

#[app_test]
async fn the_only_super_administrator_stays(app: TestApp, mut admin: crate::mail::administrator) {
    admin.delete_with("/api/user", json!({})).await.refused(409, "accounts.last-administrator");
}

/// Tables with references to users, and their columns.
const FOREIGN_KEYS: Either = Either {
    lite: "SELECT m.name, f.\"from\" FROM sqlite_master m JOIN pragma_foreign_key_list(m.name) f
           WHERE m.type = 'table' AND f.\"table\" = 'users'",
    pg: "SELECT c.conrelid::regclass::text, a.attname::text FROM pg_constraint c
         JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = ANY (c.conkey)
         WHERE c.contype = 'f' AND c.confrelid = 'users'::regclass",
};

/// A new table with personal data must be listed in `tables` of its slice, with the column.
#[app_test]
async fn every_table_with_personal_data_is_emptied_with_the_account(app: TestApp) {
    let personal: &sitewright::platform::personal_data::Personal = app.app.part();
    let named: Vec<(&str, &str)> = personal.columns().collect();
    let rows: Vec<(String, String)> =
        query_as(FOREIGN_KEYS).fetch_all(app.app.db.read()).await.expect("the tables");
    assert!(rows.len() > 8, "the tables are found");
    let forgotten: Vec<&(String, String)> =
        rows.iter().filter(|(table, field)| !named.contains(&(table.as_str(), field.as_str()))).collect();
    assert!(forgotten.is_empty(), "not named by any slice: {forgotten:?}");
}
