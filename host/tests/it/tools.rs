//! The catalogue of tools.

use serde_json::json;
use tempfile::TempDir;

use crate::util::{
    TestApp,
    tools::{HOSTILE, SCRIPTED, add_plugin, bundle, guest, manifest},
};

async fn app(bundle: &TempDir) -> TestApp {
    let folder = bundle.path().to_owned();
    TestApp::with(|config| config.bundle = Some(folder)).await
}

fn ids(catalogue: &serde_json::Value) -> Vec<&str> {
    let tools = catalogue["tools"].as_array().expect("tools");
    tools.iter().map(|tool| tool["id"].as_str().expect("an id")).collect()
}

#[tokio::test]
async fn the_catalogue_speaks_the_readers_language() {
    let bundle = bundle();
    let app = app(&bundle).await;
    let mut user = app.user().await;
    let english = user.get("/api/tools").await;
    assert_eq!(english.status, 200);
    assert_eq!(ids(&english.body), [HOSTILE, SCRIPTED]);
    let tool = &english.body["tools"][1];
    assert_eq!(tool["name"], "Scripted tool");
    assert_eq!(tool["input"]["properties"]["topic"]["title"], "Topic");
    assert_eq!(tool["example"], json!({ "topic": "tea" }));
    assert_eq!(tool["favourite"], false);
    assert_eq!(tool["icon"], "/api/tools/scripted/icon.svg");
    assert_eq!(tool["ui"]["module"], "form");
    assert_eq!(tool["permissions"][1]["import"], "model");
    assert_eq!(english.body["categories"], json!([{ "id": "content", "title": "Content" }]));

    user.cookies.insert("locale".into(), "pl".into());
    let polish = user.get("/api/tools/scripted").await;
    assert_eq!(polish.body["name"], "Narzędzie ze scenariuszem");
    assert_eq!(polish.body["input"]["properties"]["topic"]["title"], "Temat");
    assert_eq!(polish.body["permissions"][2]["title"], "Pokazuje na ekranie postęp pracy");
    app.stop().await;
}

#[tokio::test]
async fn the_search_folds_case_and_polish_letters() {
    let bundle = bundle();
    let app = app(&bundle).await;
    let mut user = app.user().await;
    user.cookies.insert("locale".into(), "pl".into());
    for (query, found) in [
        ("q=ZOLW", vec![SCRIPTED]),
        ("q=narzedzie+scenariuszem", vec![SCRIPTED]),
        ("q=tre%C5%9Bci", vec![HOSTILE, SCRIPTED]),
        ("q=nothing", vec![]),
        ("category=content", vec![HOSTILE, SCRIPTED]),
        ("category=seo", vec![]),
    ] {
        let answer = user.get(&format!("/api/tools?{query}")).await;
        assert_eq!(ids(&answer.body), found, "{query}");
    }
    app.stop().await;
}

#[tokio::test]
async fn favourites_are_everybodys_own() {
    let bundle = bundle();
    let app = app(&bundle).await;
    let (mut ewa, mut jan) = (app.user().await, app.user().await);
    for _ in 0..2 {
        assert_eq!(ewa.put("/api/tools/scripted/favourite").await.status, 204);
    }
    assert_eq!(ewa.get("/api/tools/scripted").await.body["favourite"], true);
    assert_eq!(jan.get("/api/tools/scripted").await.body["favourite"], false);
    assert_eq!(ewa.delete("/api/tools/scripted/favourite").await.status, 204);
    assert_eq!(ewa.get("/api/tools/scripted").await.body["favourite"], false);
    assert_eq!(ewa.put("/api/tools/unknown/favourite").await.problem(), (404, "not-found"));
    app.stop().await;
}

#[tokio::test]
async fn the_catalogue_is_for_people_who_are_signed_in_and_icons_for_all() {
    let bundle = bundle();
    let app = app(&bundle).await;
    let mut visitor = app.visitor();
    assert_eq!(visitor.get("/api/tools").await.problem(), (401, "auth.unauthenticated"));
    assert_eq!(visitor.get("/api/tools/scripted").await.problem(), (401, "auth.unauthenticated"));
    let icon = visitor.get("/api/tools/scripted/icon.svg").await;
    assert_eq!((icon.status, icon.header("content-type")), (200, "image/svg+xml"));
    assert_eq!(visitor.get("/api/tools/unknown/icon.svg").await.status, 404);
    app.stop().await;
}

#[tokio::test]
async fn a_bad_plugin_is_left_out_and_the_others_serve() {
    let bundle = bundle();
    let good = guest(SCRIPTED);
    add_plugin(bundle.path(), "no-component", &manifest("no-component", 1), b"not wasm");
    add_plugin(bundle.path(), "other-name", &manifest("another", 1), &good);
    add_plugin(bundle.path(), "no-manifest", "id = ", &good);
    add_plugin(bundle.path(), "no-category", &manifest("no-category", 1).replace("content", "misc"), &good);
    let app = app(&bundle).await;
    let catalogue = app.user().await.get("/api/tools").await;
    assert_eq!(ids(&catalogue.body), [HOSTILE, SCRIPTED]);
    app.stop().await;
}
