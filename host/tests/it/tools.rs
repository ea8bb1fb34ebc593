//! The catalogue of tools.

use sitewright::platform::fetch::Networks;

use crate::prelude::*;

fn ids(catalogue: &Value) -> Vec<&str> {
    let tools = catalogue["tools"].as_array().expect("tools");
    tools.iter().map(|tool| tool["id"].as_str().expect("an id")).collect()
}

#[app_test(TestApp::with_plugins(|_| {}))]
async fn the_catalogue_speaks_the_readers_language(app: TestApp, mut user: user) {
    let english = user.get("/api/tools").await.is(200);
    assert_eq!(ids(&english.body), [HOSTILE, SCRIPTED]);
    let tool = &english.body["tools"][1];
    assert_eq!(tool["name"], "Scripted tool");
    assert_eq!(tool["input"]["properties"]["topic"]["title"], "Topic");
    assert_eq!(tool["example"], json!({ "topic": "tea" }));
    has(tool, json!({ "favourite": false, "icon": "/api/tools/scripted/icon.svg" }));
    assert_eq!(tool["ui"]["module"], "form");
    assert_eq!(tool["permissions"][1]["import"], "model");
    assert_eq!(english.body["categories"], json!([{ "id": "content", "title": "Content" }]));

    user.cookies.insert("locale".into(), "pl".into());
    let polish = user.get("/api/tools/scripted").await.has(json!({ "name": "Narzędzie ze scenariuszem" }));
    assert_eq!(polish.body["input"]["properties"]["topic"]["title"], "Temat");
    assert_eq!(polish.body["permissions"][2]["title"], "Pokazuje postęp pracy");
}

#[app_test(TestApp::with_plugins(|_| {}))]
async fn the_search_folds_case_and_polish_letters(app: TestApp, mut user: user) {
    user.cookies.insert("locale".into(), "pl".into());
    for (query, found) in [
        ("q=ZOLW", vec![SCRIPTED]),
        ("q=narzedzie+scenariuszem", vec![SCRIPTED]),
        ("q=tre%C5%9Bci", vec![HOSTILE, SCRIPTED]),
        // The other language, and words that say nothing.
        ("q=scripted+tool", vec![SCRIPTED]),
        ("q=tool+for+the+scripted", vec![SCRIPTED]),
        ("q=nothing", vec![]),
        ("category=content", vec![HOSTILE, SCRIPTED]),
        ("category=seo", vec![]),
    ] {
        assert_eq!(ids(&user.get(&format!("/api/tools?{query}")).await.body), found, "{query}");
    }
}

#[app_test(TestApp::with_plugins(|_| {}))]
async fn the_catalogue_comes_in_pages(app: TestApp, mut user: user) {
    user.put("/api/tools/scripted/favourite").await.is(204);
    for (query, found, total) in [
        ("", vec![HOSTILE, SCRIPTED], 2),
        ("per_page=1", vec![HOSTILE], 2),
        ("page=2&per_page=1", vec![SCRIPTED], 2),
        ("page=3&per_page=1", vec![], 2),
        ("sort=favourites", vec![SCRIPTED, HOSTILE], 2),
        ("favourite=true", vec![SCRIPTED], 1),
        ("favourite=false", vec![HOSTILE], 1),
        ("ids=scripted,unknown,hostile,scripted,", vec![SCRIPTED, HOSTILE], 2),
        ("ids=scripted,hostile&q=scripted", vec![SCRIPTED], 1),
        ("locked=false&needs_model=false", vec![HOSTILE, SCRIPTED], 2),
        ("locked=true", vec![], 0),
        ("needs_model=true", vec![], 0),
        ("module=form", vec![HOSTILE, SCRIPTED], 2),
        ("module=form&per_page=1", vec![HOSTILE], 2),
        ("module=page", vec![], 0),
    ] {
        let answer = user.get(&format!("/api/tools?{query}")).await;
        assert_eq!(ids(&answer.body), found, "{query}");
        assert_eq!(answer.body["total"], total, "{query}");
        assert_eq!(answer.body["categories"][0]["id"], "content", "{query}");
    }
    user.get("/api/tools").await.has(json!({ "page": 1, "per_page": 100 }));
    let short = user.get("/api/tools?schemas=false&ids=scripted").await.body;
    assert_eq!((&short["tools"][0]["name"], short["tools"][0].get("input")), (&json!("Scripted tool"), None));
    for query in ["per_page=101", "per_page=0", "page=x"] {
        assert_eq!(user.get(&format!("/api/tools?{query}")).await.status, 422, "{query}");
    }
}

#[app_test(TestApp::with_model((0..5).map(|_| Reply::text("Fresh tea every day."))))]
async fn the_cost_of_a_run_is_measured_once_there_are_enough(app: TestApp, mut user: user) {
    for run in 0..5 {
        assert_eq!(user.get("/api/tools/scripted").await.body["words"], 50, "stated after {run} runs");
        assert_eq!(user.run(json!({ "topic": "tea" })).await.body["words"], 4);
    }
    assert_eq!(user.get("/api/tools/scripted").await.body["words"], 4);
    user.get("/api/tools").await.has(json!({ "/tools/1/words": 4, "/tools/0/words": 0 }));
}

#[tokio::test]
async fn a_tool_that_needs_a_model_reports_it_if_none_is_connected() {
    let bundle = bundle();
    let manifest = manifest("needy", 10).replace("[ui]", "needs_model = \"always\"\n[ui]");
    add_plugin(bundle.path(), "needy", &manifest, &guest(SCRIPTED));
    let app = TestApp::with_bundle(bundle, |config| {
        config.fetch_private = Networks::parse("127.0.0.1").expect("a network");
    })
    .await;
    let mut user = app.user().await;
    assert_eq!(user.get("/api/tools/needy").await.body["needs_model"], "always");
    assert_eq!(user.get("/api/tools/scripted").await.body["needs_model"], "never");
    // An own model is the user's only.
    let (mut admin, mut owner) = (administrator(&app).await, app.user().await);
    let _own = crate::own_model::connect(&mut admin, &mut owner, []).await;
    assert_eq!(owner.get("/api/tools/needy").await.body["needs_model"], "never");
    owner.get("/api/tools?needs_model=true").await.has(json!({ "total": 0 }));
    user.get("/api/tools?needs_model=true").await.has(json!({ "total": 1 }));
    let model = ModelServer::start([]).await;
    let app = app.restart(|config| config.model_url = Some(model.url.clone())).await;
    let mut user = app.user().await;
    assert_eq!(user.get("/api/tools/needy").await.body["needs_model"], "never");
    app.stop().await;
}

#[app_test(TestApp::with_plugins(|_| {}))]
async fn favourites_belong_to_their_account(app: TestApp, mut ewa: user, mut jan: user) {
    for _ in 0..2 {
        ewa.put("/api/tools/scripted/favourite").await.is(204);
    }
    assert_eq!(ewa.get("/api/tools/scripted").await.body["favourite"], true);
    assert_eq!(jan.get("/api/tools/scripted").await.body["favourite"], false);
    ewa.delete("/api/tools/scripted/favourite").await.is(204);
    assert_eq!(ewa.get("/api/tools/scripted").await.body["favourite"], false);
    ewa.put("/api/tools/unknown/favourite").await.refused(404, "not-found");
}

#[app_test(TestApp::with_plugins(|_| {}))]
async fn icons_are_for_everyone(app: TestApp, mut visitor: visitor) {
    let icon = visitor.get("/api/tools/scripted/icon.svg").await;
    assert_eq!((icon.status, icon.header("content-type")), (200, "image/svg+xml"));
    visitor.get("/api/tools/unknown/icon.svg").await.is(404);
}

#[tokio::test]
async fn a_bad_plugin_is_left_out_and_the_others_serve() {
    let bundle = bundle();
    let good = guest(SCRIPTED);
    add_plugin(bundle.path(), "no-component", &manifest("no-component", 1), b"not wasm");
    add_plugin(bundle.path(), "other-name", &manifest("another", 1), &good);
    add_plugin(bundle.path(), "no-manifest", "id = ", &good);
    add_plugin(bundle.path(), "no-category", &manifest("no-category", 1).replace("content", "misc"), &good);
    let app = TestApp::with_bundle(bundle, |_| {}).await;
    assert_eq!(ids(&app.user().await.get("/api/tools").await.body), [HOSTILE, SCRIPTED]);
    app.stop().await;
}

/// The program at the command line, without a server: exit code, output, messages.
fn sitewright(bundle: &TempDir, model: Option<&ModelServer>, arguments: &[&str]) -> (i32, String, String) {
    let data = TempDir::new().expect("a folder");
    let mut command = program(data.path());
    command.env("SITEWRIGHT_BUNDLE", bundle.path()).args(arguments);
    if let Some(model) = model {
        command.env("SITEWRIGHT_MODEL_URL", &model.url);
    }
    let ended = output(&mut command);
    assert!(!data.path().join("sitewright.db").exists(), "a command without an account needs no database");
    ended
}

#[test]
fn tools_are_listed_at_the_command_line() {
    let bundle = bundle();
    add_plugin(bundle.path(), "broken", &manifest("broken", 1), b"not wasm");
    let (code, listed, messages) = sitewright(&bundle, None, &["tool", "list", "--language", "pl"]);
    assert_eq!(code, 0, "{messages}");
    assert!(listed.contains("scripted  Narzędzie ze scenariuszem – Robi to"), "{listed}");
    assert!(messages.contains("the plugin broken cannot be installed"), "{messages}");

    let (_, listed, _) = sitewright(&bundle, None, &["tool", "list", "--json"]);
    let listed: Value = serde_json::from_str(&listed).expect("JSON");
    assert_eq!((&listed[1]["id"], &listed[1]["name"]), (&json!(SCRIPTED), &json!("Scripted tool")));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tool_runs_at_the_command_line_with_a_model_or_without() {
    let bundle = bundle();
    let run = |model, input: &[&str]| {
        let arguments = [&["tool", "run", SCRIPTED, "--json"], input].concat();
        let (code, printed, messages) = sitewright(&bundle, model, &arguments);
        assert_eq!(code, 0, "{messages}");
        serde_json::from_str::<Value>(&printed).expect("JSON")
    };
    let draft = run(None, &["--example"]);
    assert_eq!(
        draft,
        json!({ "title": "About tea", "text": "A draft about tea.", "data": { "text": "A draft about tea." }, "words": 0, "drafted": true })
    );
    let model = ModelServer::start([Reply::text("Fresh tea every day.")]).await;
    let written = run(Some(&model), &["--input", r#"{"topic": "tea"}"#]);
    has(&written, json!({ "text": "Fresh tea every day.", "words": 4, "drafted": false }));

    let (code, printed, _) = sitewright(&bundle, None, &["tool", "run", SCRIPTED, "--example"]);
    assert_eq!((code, printed.as_str()), (0, "# About tea\n\nA draft about tea.\n"));
}

#[test]
fn errors_at_the_command_line_are_reported_with_their_place() {
    let bundle = bundle();
    let run = |arguments: &[&str]| {
        let (code, _, messages) = sitewright(&bundle, None, &[&["tool", "run"], arguments].concat());
        (code, messages)
    };
    let (code, messages) = run(&[SCRIPTED, "--input", r#"{"count": 10}"#, "--screen", "pl"]);
    assert_eq!((code, messages.as_str()), (2, "count: Wpisz 9 lub mniej.\ntopic: Wypełnij to pole.\n"));
    let (code, messages) = run(&["unknown", "--example"]);
    assert!(
        code == 2 && messages.contains("there is no tool \"unknown\"; there are: hostile, scripted"),
        "{messages}"
    );
    let (code, messages) = run(&[SCRIPTED, "--input", "{"]);
    assert!(code == 2 && messages.contains("the input is not JSON"), "{messages}");
    let (code, messages) = run(&[SCRIPTED, "--input", r#"{"topic": "tea", "do": "refuse"}"#]);
    assert!(code == 1 && messages.contains("Not today."), "{messages}");
    assert_eq!(run(&[SCRIPTED]).0, 2, "neither input nor example");
}

#[test]
fn a_component_is_inspected_before_it_is_installed() {
    let bundle = bundle();
    let file = bundle.path().join("plugins/scripted/component.wasm");
    let file = file.to_str().expect("a path");
    let (code, shown, messages) = sitewright(&bundle, None, &["plugin", "inspect", file]);
    assert_eq!(code, 0, "{messages}");
    for part in [
        "sha256",
        "Uses the AI model",
        "memory     65536 KiB",
        "en: Scripted tool",
        "pl: Narzędzie",
        "topic*",
    ] {
        assert!(shown.contains(part), "{part} is missing in {shown}");
    }
    let (_, shown, _) = sitewright(&bundle, None, &["plugin", "inspect", "--json", file]);
    let shown: Value = serde_json::from_str(&shown).expect("JSON");
    assert_eq!(shown["permissions"][1]["import"], "model");
    assert_eq!(shown["limits"]["cpu_ms"], 250);
    assert_eq!(shown["describe"]["pl"]["name"], "Narzędzie ze scenariuszem");

    let other = bundle.path().join("text.wasm");
    std::fs::write(&other, "not wasm").expect("written");
    let (code, _, messages) =
        sitewright(&bundle, None, &["plugin", "inspect", other.to_str().expect("a path")]);
    assert!(code == 1 && messages.contains("is not a WebAssembly component"), "{messages}");
}
