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
        "links": [{ "place": "resources", "title_en": "Roadmap", "title_pl": "Plany rozwoju", "url": "https://plan.example/herbata" }],
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
        "links": [{ "place": "footer", "title_en": "", "title_pl": "Plan", "url": "//elsewhere.example" }],
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
