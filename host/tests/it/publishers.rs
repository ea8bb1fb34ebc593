//! The publishers' portal: registration, uploads, and reviews.

mod alike;
mod decisions;
mod guests;
mod listing;
mod members;
pub mod reviews;

use crate::prelude::*;

fn acme() -> Value {
    json!({ "id": "acme", "name": "Acme", "contact": "hello@acme.example", "website": "https://acme.example",
        "country": "PL", "terms": 1 })
}

/// Registers the publisher of an account, with a key.
pub async fn register(client: &mut Client) -> Key {
    client.post("/api/publisher", acme()).await.is(201);
    let key = Key::of("acme");
    add(client, &key).await.is(201);
    key
}

async fn add(client: &mut Client, key: &Key) -> Answer {
    let challenge = client.get("/api/publisher/challenge").await.body["challenge"].clone();
    let signature = key.prove(challenge.as_str().expect("a text"));
    let body = json!({ "key": key.public, "challenge": challenge, "signature": signature });
    client.post("/api/publisher/keys", body).await
}

#[app_test]
async fn a_user_becomes_a_publisher_once(app: TestApp, mut anna: anna) {
    assert_eq!(anna.get("/api/publisher").await.body, json!({ "publisher": null, "terms": 1 }));
    anna.send_package(b"no package".to_vec()).await.refused(409, "publishers.none");

    for id in ["sitewright-tools", "admin", "Acme", "a--b"] {
        let mut new = acme();
        new["id"] = json!(id);
        assert_eq!(anna.post("/api/publisher", new).await.fields(), ["id"], "{id}");
    }
    let wrong = json!({ "id": "acme", "name": "Acme", "contact": "nobody", "website": "javascript:alert(1)",
        "country": "Poland", "terms": 0 });
    assert_eq!(anna.post("/api/publisher", wrong).await.fields(), ["contact"]);
    let wrong = json!({ "id": "acme", "name": "Acme", "contact": "a@acme.example", "website": "javascript:alert(1)",
        "country": "Poland", "terms": 0 });
    assert_eq!(anna.post("/api/publisher", wrong).await.fields(), ["country", "terms", "website"]);

    assert_eq!(anna.post("/api/publisher", acme()).await.is(201).body["publisher"]["level"], "community");
    anna.post("/api/publisher", acme()).await.refused(409, "publishers.already");
    let mut jan = jan(&app).await;
    assert_eq!(jan.post("/api/publisher", acme()).await.fields(), ["id"]);

    let edited = anna.patch("/api/publisher", json!({ "name": "Acme Tools", "website": "" })).await;
    let publisher = &edited.body["publisher"];
    has(publisher, json!({ "name": "Acme Tools", "website": null, "contact": "hello@acme.example" }));
}

#[app_test]
async fn payout_details_are_encrypted_and_shown_by_their_last_digits(app: TestApp, mut anna: anna) {
    register(&mut anna).await;
    let payout = json!({ "legal_name": "Acme sp. z o.o.", "address": "Poznań", "tax_id": "7811234567",
        "account": "PL61109010140000071219812874" });
    let saved = anna.put_with("/api/publisher/payout", payout).await.is(200);
    assert_eq!(saved.body["publisher"]["payout"]["account_end"], "2874");
    assert!(!saved.text().contains("121981"), "{}", saved.text());
    let kept: String = app.value("SELECT payout FROM publisher_profiles").await;
    assert!(!kept.contains("Acme") && !kept.contains("2874"), "{kept}");
    // A mistyped IBAN is reported at its field; other numbers are not checked.
    for (account, status) in [("PL61 1090 1014 0000 0712 1981 2875", 422), ("021000021 123456789", 200)] {
        let payout =
            json!({ "legal_name": "Acme", "address": "Poznań", "tax_id": "7811234567", "account": account });
        let answer = anna.put_with("/api/publisher/payout", payout).await;
        assert_eq!(answer.status, status, "{}", answer.body);
        assert!(status == 200 || answer.fields() == ["account"], "{}", answer.body);
    }
}

#[app_test]
async fn registering_a_key_requires_a_signature(app: TestApp, mut anna: anna) {
    let key = register(&mut anna).await;
    add(&mut anna, &key).await.refused(409, "registry.key-known");

    // Another publisher's public key, a text of one's own, and another publisher's challenge.
    let (theirs, other) = (Key::of("other"), Key::of("acme"));
    let challenge = anna.get("/api/publisher/challenge").await.body["challenge"].clone();
    let text = challenge.as_str().expect("a text");
    let body = json!({ "key": theirs.public, "challenge": text, "signature": other.prove(text) });
    assert_eq!(anna.post("/api/publisher/keys", body).await.fields(), ["signature"]);
    let own = "sitewright-publisher-key acme AAAA";
    let body = json!({ "key": other.public, "challenge": own, "signature": other.prove(own) });
    assert_eq!(anna.post("/api/publisher/keys", body).await.fields(), ["challenge"]);
    let mut jan = jan(&app).await;
    let mut new = acme();
    (new["id"], new["name"]) = (json!("jan"), json!("Jan"));
    jan.post("/api/publisher", new).await.is(201);
    let body = json!({ "key": other.public, "challenge": text, "signature": other.prove(text) });
    assert_eq!(jan.post("/api/publisher/keys", body).await.fields(), ["challenge"]);

    let package = key.sign(&Plain::new("motto", "1.0.0").by("acme").pack(&app).await);
    assert_eq!(anna.send_package(package.clone()).await.body["state"], "checked");
    let id = anna.get("/api/publisher").await.body["publisher"]["keys"][0]["id"].clone();
    let path = format!("/api/publisher/keys/{}", id.as_str().expect("an id"));
    jan.delete(&path).await.is(404);
    anna.delete(&path).await.is(200);
    anna.delete(&path).await.is(404);
    let retired = anna.send_package(package).await;
    assert_eq!(retired.body["problems"][0]["code"], "package.signer-revoked", "{}", retired.body);
}

#[app_test]
async fn a_report_has_all_errors_in_the_readers_language_and_is_kept(app: TestApp, mut anna: anna) {
    let key = register(&mut anna).await;
    let engine = app.app.part::<sitewright::catalogue::tools::Tools>().engine().clone();
    let mut files = Plain::new("motto", "1.0.0").by("acme").files(&engine).await;
    files.remove("LICENSE");
    files.insert("run.sh".to_owned(), b"rm -rf /".to_vec());
    let spoilt = key.sign(&sitewright_package::pack(files).expect("packed"));
    let report = anna.send_package(spoilt.clone()).await.is(201).has(json!({ "state": "refused" }));
    let mut places: Vec<&str> = report.body["problems"]
        .as_array()
        .expect("problems")
        .iter()
        .filter_map(|one| one["place"].as_str())
        .collect();
    places.sort_unstable();
    assert_eq!(places, ["LICENSE", "run.sh"]);
    let path = format!("/api/publisher/packages/{}", report.body["id"].as_str().expect("an id"));
    anna.cookies.insert("locale".into(), "pl".into());
    assert!(anna.get(&path).await.text().contains("Dodaj plik LICENSE"), "{}", anna.get(&path).await.text());
    anna.post(&format!("{path}/submit"), json!({})).await.refused(409, "publishers.not-checked");

    // A foreign publisher id is reported at its place, and the same bytes keep their report.
    let foreign = key.sign(&Plain::new("motto", "1.0.0").by("others").pack(&app).await);
    assert_eq!(anna.send_package(foreign).await.body["state"], "refused");
    assert_eq!(anna.send_package(spoilt).await.body["id"], report.body["id"]);
    assert_eq!(anna.get("/api/publisher/packages").await.body["total"], 2);
    anna.delete(&path).await.is(204);
    anna.get(&path).await.is(404);
}

#[app_test]
async fn a_program_uploads_packages_with_a_key_with_the_scope(app: TestApp, mut anna: anna) {
    let key = register(&mut anna).await;
    let secret = |scope: &str| json!({ "name": "CI", "scopes": [scope] });
    let mut program = anna.program();
    let made = anna.post("/api/keys", secret("tools:read")).await;
    program.bearer = made.body["secret"].as_str().map(str::to_owned);
    let package = key.sign(&Plain::new("motto", "1.0.0").by("acme").pack(&app).await);
    program.send_package(package.clone()).await.refused(403, "keys.scope-missing");
    let made = anna.post("/api/keys", secret("plugins:write")).await;
    program.bearer = made.body["secret"].as_str().map(str::to_owned);
    let sent = program.send_package(package).await.is(201).has(json!({ "state": "checked" }));
    let path = format!("/api/publisher/packages/{}/submit", sent.body["id"].as_str().expect("an id"));
    assert_eq!(program.post(&path, json!({ "note": "First." })).await.body["state"], "submitted");
}

#[app_test]
async fn p16_a_refused_package_keeps_the_name_of_its_file_and_the_time_of_sending(app: TestApp) {
    let mut anna = anna(&app).await;
    let key = register(&mut anna).await;
    const SEND: &str = "/api/publisher/packages";
    for (name, shown) in [
        ("my-tool-0.1.0.plugin", json!("my-tool-0.1.0.plugin")),
        ("..%2F..%2Fetc%2Fpasswd", json!("passwd")),
        ("C%3A%5CTemp%5Ctool%0A.plugin", json!("tool.plugin")),
        ("%20", json!(null)),
    ] {
        let body = format!("no package {name}").into_bytes();
        anna.post_package(&format!("{SEND}?file_name={name}"), body)
            .await
            .has(json!({ "state": "refused", "file_name": shown }));
    }
    let package = key.sign(&Plain::new("motto", "1.0.0").by("acme").pack(&app).await);
    let sent = anna.post_package(&format!("{SEND}?file_name=motto.plugin"), package.clone()).await.body;
    let path = format!("{SEND}/{}", sent["id"].as_str().expect("an id"));
    app.execute("UPDATE submissions SET sent_at = 1000").await;
    let asked = anna.post(&format!("{path}/submit"), json!({})).await.body;
    assert_eq!(asked["sent_at"], "1970-01-01T00:00:01Z", "requesting a review is not an upload: {asked}");
    anna.post(&format!("{path}/withdraw"), json!({})).await.is(200);
    // An upload without a name keeps the earlier name.
    let again = anna.send_package(package).await.body;
    assert_eq!((&again["id"], &again["file_name"]), (&sent["id"], &json!("motto.plugin")));
    assert_ne!(again["sent_at"], asked["sent_at"]);
}

#[app_test(TestApp::with(|config| config.plugin_development = true))]
async fn p16_a_refused_id_is_reported_with_the_conflicting_tool(app: TestApp) {
    let (mut admin, mut anna) = (crate::admin::administrator(&app).await, anna(&app).await);
    admin.installs(Plain::new("motto", "1.0.0").by("acme").pack(&app).await).await;
    let taken = anna.post("/api/publisher", acme()).await;
    assert_eq!(taken.fields(), ["id"]);
    let output = taken.body["errors"]["id"][0].as_str().expect("a sentence");
    assert!(output.contains("motto") && output.contains("unsigned"), "{output}");
    admin.delete("/api/admin/plugins/motto").await.is(204);
}

#[app_test(TestApp::with(|config| config.plugin_development = true))]
async fn p5_a_publisher_that_is_renamed_is_shown_under_its_new_name_at_once(app: TestApp) {
    let (mut admin, mut anna) = (crate::admin::administrator(&app).await, anna(&app).await);
    let key = register(&mut anna).await;
    admin.installs(key.sign(&Plain::new("motto", "1.0.0").by("acme").pack(&app).await)).await;
    assert_eq!(anna.get("/api/tools/motto").await.body["publisher_name"], "Acme");
    anna.patch("/api/publisher", json!({ "name": "Zen Works" })).await.is(200);
    assert_eq!(anna.get("/api/tools/motto").await.body["publisher_name"], "Zen Works");
}
