//! What administrators say about the public site: settings and legal texts.

mod domains;
mod pages;

use crate::prelude::*;

/// A server with everything that the build makes.
async fn whole() -> TestApp {
    whole_with(|_| {}).await
}

async fn whole_with(change: impl FnOnce(&mut Config)) -> TestApp {
    let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/bundle");
    TestApp::with(|config| {
        config.bundle = Some(built);
        change(config);
    })
    .await
}

/// The settings of a company.
fn company() -> Value {
    json!({
        "company": { "name": "Herbaciarnia sp. z o.o.", "address": "ul. Długa 5\n00-001 Warszawa", "vat_id": "PL5260001246",
            "email": "biuro@herbata.example", "phone": "" },
        "brand": { "name": "Herbata", "logo": null, "colour": "#7A1F3D" },
        "socials": [{ "network": "linkedin", "url": "https://linkedin.com/company/herbata" }],
        "links": [{ "place": "resources", "title_en": "Roadmap", "title_pl": "Plany rozwoju", "url": "https://plan.example/herbata",
            "url_pl": "https://plan.example/pl" }],
        "hidden": ["maker"],
        "analytics": { "script": "", "attributes": [] },
        "pixel": { "id": "" }
    })
}

#[app_test]
async fn settings_are_kept_and_recorded(app: TestApp, mut admin: administrator) {
    let first = admin.get("/api/admin/site").await;
    assert_eq!((first.status, &first.body["brand"]["name"]), (200, &json!("")));
    let changed = admin.put_with("/api/admin/site", company()).await;
    assert_eq!(changed.status, 200, "{}", changed.body);
    assert_eq!(changed.body["brand"]["colour"], "#7a1f3d");
    assert_eq!(admin.get("/api/admin/site").await.body, changed.body);
    assert_eq!(actions(&mut admin).await, ["site.changed"]);
    let stored: i64 = app.value("SELECT COUNT(*) FROM site_settings").await;
    assert_eq!(stored, 1);
}

#[app_test]
async fn a_wrong_setting_is_reported_at_its_field(_app: TestApp, mut admin: administrator) {
    let wrong = json!({
        "company": { "name": "", "address": "", "vat_id": "", "email": "herbata", "phone": "" },
        "brand": { "name": "", "colour": "#ffcc00", "logo": "../x" },
        "socials": [{ "network": "x", "url": "http://x.com/herbata" }],
        "links": [{ "place": "footer", "title_en": "", "title_pl": "Plan", "url": "//elsewhere.example", "url_pl": "elsewhere" }],
        "hidden": ["home"],
        "analytics": { "script": "javascript:alert(1)", "attributes": [{ "name": "onload", "value": "" }] },
        "pixel": { "id": "12a" }
    });
    let refused = admin.put_with("/api/admin/site", wrong).await;
    let fields: Vec<&String> = refused.body["errors"].as_object().expect("errors").keys().collect();
    let expected = [
        "analytics.attributes.0.name",
        "analytics.script",
        "brand.colour",
        "brand.logo",
        "company.email",
        "hidden.0",
        "links.0.title_en",
        "links.0.url",
        "links.0.url_pl",
        "pixel.id",
        "socials.0.url",
    ];
    assert_eq!(
        (refused.status, fields),
        (422, expected.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>().iter().collect())
    );
}

#[app_test]
async fn scripts_of_others_need_a_confirmed_password(app: TestApp, mut admin: administrator) {
    app.execute("UPDATE sessions SET confirmed_at = NULL").await;
    let mut settings = company();
    assert_eq!(admin.put_with("/api/admin/site", settings.clone()).await.status, 200);
    settings["analytics"]["script"] = json!("https://stats.example/script.js");
    assert_eq!(admin.put_with("/api/admin/site", settings).await.status, 423);
    assert_eq!(admin.get("/api/admin/site").await.body["analytics"]["script"], "");
}

/// A day from today on.
fn in_days(days: i64) -> String {
    Timestamp::now().plus_ms(days * 86_400_000).date()
}

#[app_test]
async fn a_legal_text_has_versions_with_days(_app: TestApp, mut admin: administrator) {
    let path = "/api/admin/site/legal/terms/pl";
    let add =
        |days: i64, text: &str| json!({ "text": text, "valid_from": in_days(days), "note": "Nowe ceny" });
    let first = admin.post(path, add(0, "# Regulamin")).await;
    assert_eq!(
        (first.status, &first.body["version"], &first.body["is_current"]),
        (201, &json!(1), &json!(true))
    );
    let second = admin.post(path, add(30, "# Nowy regulamin")).await;
    assert_eq!((&second.body["version"], &second.body["is_coming"]), (&json!(2), &json!(true)));
    let past = admin.post(path, add(-3, "# Stary")).await;
    assert_eq!((past.status, past.body["errors"]["valid_from"].is_array()), (422, true));

    let all = admin.get("/api/admin/site/legal").await;
    let texts = all.body["data"].as_array().expect("texts");
    assert_eq!(texts.len(), 6);
    let terms = texts.iter().find(|text| text["kind"] == "terms" && text["language"] == "pl").expect("terms");
    let versions: Vec<_> =
        terms["versions"].as_array().expect("versions").iter().map(|one| &one["version"]).collect();
    assert_eq!(versions, [&json!(2), &json!(1)]);
    assert_eq!(admin.get(&format!("{path}/2")).await.body["text"], "# Nowy regulamin");

    assert_eq!(admin.delete(&format!("{path}/1")).await.status, 409, "it is in force");
    assert_eq!(admin.delete(&format!("{path}/2")).await.status, 204);
    assert_eq!(admin.get(&format!("{path}/2")).await.status, 404);
    let done = actions(&mut admin).await;
    assert_eq!(done, ["site.legal-deleted", "site.legal-added", "site.legal-added"]);
}

#[app_test]
async fn an_own_text_gives_way_to_the_template_again(_app: TestApp, mut admin: administrator) {
    let path = "/api/admin/site/legal/privacy/en";
    admin.post(path, json!({ "text": "## Own", "valid_from": in_days(0) })).await.is(201);
    let new = json!({ "text": null, "valid_from": in_days(0), "note": "" });
    let back = admin.post(path, new).await.is(201);
    back.has(json!({ "version": 2, "is_template": true, "is_current": true, "unnamed": [] }));
    let text = admin.get(&format!("{path}/2")).await.string("text");
    assert!(text.contains("Who is responsible"), "{text}");
    // It says what is connected later.
    let mut settings = company();
    settings["analytics"]["script"] = json!("https://stats.example/script.js");
    admin.put_with("/api/admin/site", settings).await.is(200);
    assert!(admin.get(&format!("{path}/2")).await.string("text").contains("stats.example"));
    let blank = admin.post(path, json!({ "text": " ", "valid_from": in_days(0) })).await.is(422);
    assert_eq!(blank.fields(), ["text"]);
}

/// The versions of a text.
async fn versions(admin: &mut Client, kind: &str, language: &str) -> Vec<Value> {
    let all = admin.get("/api/admin/site/legal").await.body["data"].take();
    let mut all = all.as_array().expect("texts").iter();
    let text = all.find(|text| text["kind"] == kind && text["language"] == language).expect("the text");
    text["versions"].as_array().expect("versions").clone()
}

#[app_test]
async fn of_several_versions_of_one_day_the_newest_counts(_app: TestApp, mut admin: administrator) {
    for days in [0, 20, 0, 20] {
        let new = json!({ "text": "## Terms", "valid_from": in_days(days) });
        admin.post("/api/admin/site/legal/terms/en", new).await.is(201);
    }
    let versions = versions(&mut admin, "terms", "en").await;
    let states: Vec<_> =
        versions.iter().map(|one| (&one["version"], &one["is_current"], &one["is_replaced"])).collect();
    let expected = [(4, false, false), (2, false, true), (3, true, false), (1, false, true)];
    let expected =
        expected.map(|(version, current, replaced)| (json!(version), json!(current), json!(replaced)));
    assert!(states.iter().zip(&expected).all(|(is, (v, c, r))| *is == (v, c, r)), "{states:?}");
    let late = json!({ "text": "## Terms", "valid_from": in_days(400) });
    let late = admin.post("/api/admin/site/legal/terms/en", late).await.is(422);
    assert_eq!(late.fields(), ["valid_from"]);
}

#[app_test]
async fn an_own_text_is_compared_with_what_is_connected(_app: TestApp, mut admin: administrator) {
    for (kind, text) in [("privacy", "## Data"), ("cookies", "## Cookies of Meta"), ("terms", "## Terms")] {
        let new = json!({ "text": text, "valid_from": in_days(0) });
        admin.post(&format!("/api/admin/site/legal/{kind}/pl"), new).await.is(201);
    }
    let mut settings = company();
    settings["analytics"]["script"] = json!("https://plausible.io/script.js");
    settings["pixel"]["id"] = json!("1234");
    admin.put_with("/api/admin/site", settings).await.is(200);
    for (kind, unnamed) in [
        ("privacy", json!(["plausible.io", "Meta"])),
        ("cookies", json!(["plausible.io"])),
        ("terms", json!([])),
    ] {
        assert_eq!(versions(&mut admin, kind, "pl").await[0]["unnamed"], unnamed, "{kind}");
    }
}
