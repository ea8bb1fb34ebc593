//! The kit: create, change, delete, and its use in runs.

use crate::prelude::*;

const PATH: &str = "/api/brand-kit";

fn kit() -> Value {
    json!({
        "name": "Piekarnia Pod Lipą",
        "description": "Chleb na zakwasie, od 1987 roku.\nW Poznaniu.",
        "tone": "ciepło i konkretnie",
        "audience": "Sąsiedzi, którzy rano idą do pracy",
        "avoid": ["tani", "promocja"],
        "facts": ["Otwarte od 6:00"],
        "glossary": [{"source": "zakwas", "target": "sourdough starter"}],
    })
}

fn with(change: impl FnOnce(&mut Value)) -> Value {
    let mut kit = kit();
    change(&mut kit);
    kit
}

async fn put(client: &mut Client, kit: Value) -> Answer {
    client.put_with(PATH, kit).await
}

#[app_test]
async fn a_kit_is_filled_in_changed_and_deleted(app: TestApp, mut client: user) {
    let none = client.get(PATH).await;
    assert_eq!((none.status, &none.body), (200, &json!({"brandKit": null, "project_id": null})));

    let made = put(&mut client, with(|kit| kit["version"] = json!(0))).await.is(200);
    assert_eq!((made.header("etag"), &made.body["brandKit"]["version"]), ("\"1\"", &json!(1)));
    let read = client.get(PATH).await.body["brandKit"].clone();
    for (field, value) in kit().as_object().expect("fields") {
        assert_eq!(&read[field], value, "{field}");
    }

    let changed = put(&mut client, json!({"name": "  Pod\tLipą ", "version": 1})).await;
    assert_eq!(changed.body["brandKit"]["name"], "Pod Lipą");
    assert_eq!(changed.body["brandKit"]["avoid"], json!([]), "absent fields become empty");
    assert_eq!(changed.body["brandKit"]["version"], 2);
    assert_eq!(changed.body["brandKit"]["created_at"], read["created_at"]);

    client.delete(PATH).await.is(204);
    assert_eq!(client.get(PATH).await.body, json!({"brandKit": null, "project_id": null}));
    assert_eq!(client.delete(PATH).await.status, 204, "deleting twice is no mistake");
}

#[app_test]
async fn a_change_of_an_old_version_is_refused(app: TestApp, mut client: user) {
    put(&mut client, kit()).await;
    put(&mut client, with(|kit| kit["tone"] = json!("calm"))).await;
    for late in [0, 1, 3] {
        let answer = put(&mut client, with(|kit| kit["version"] = json!(late))).await;
        assert_eq!(answer.problem(), (409, "brand.changed-meanwhile"), "{late}");
        assert_eq!(answer.body["version"], 2);
    }
    let tagged = |client: &Client, tag: &'static str| {
        client.request(Method::PUT, PATH).header(header::IF_MATCH, tag).json(&kit())
    };
    let late = tagged(&client, "\"1\"");
    client.send(late).await.is(409);
    let wrong = tagged(&client, "yesterday's");
    client.send(wrong).await.is(422);
    assert_eq!(client.get(PATH).await.body["brandKit"]["tone"], "calm", "nothing was lost");
    let right = tagged(&client, "\"2\"");
    assert_eq!(client.send(right).await.body["brandKit"]["version"], 3);

    client.delete(PATH).await;
    let gone = put(&mut client, with(|kit| kit["version"] = json!(3))).await;
    assert_eq!(gone.status, 409, "the kit was deleted meanwhile");
}

#[app_test]
async fn every_validation_error_is_reported_at_its_field_in_both_languages(app: TestApp, mut client: user) {
    let wrong = with(|kit| {
        kit["name"] = json!(" \n ");
        kit["description"] = json!("ż".repeat(1001));
        kit["tone"] = json!("x".repeat(201));
        kit["audience"] = json!("x".repeat(301));
        kit["avoid"] = json!(["a", "b", "Łódź", "ż".repeat(61), "  ", "LODZ"]);
        kit["facts"] = json!((0..31).map(|n| format!("Fact {n}")).collect::<Vec<_>>());
        kit["glossary"] = json!([{"source": "a", "target": ""}, {"source": "A", "target": "x".repeat(121)}, {"target": "b"}]);
    });
    put(&mut client, wrong.clone()).await.refused(422, "validation.failed").errors(json!({
        "name": ["Fill in this field."],
        "description": ["Use at most 1,000 characters."],
        "tone": ["Use at most 200 characters."],
        "audience": ["Use at most 300 characters."],
        "avoid.3": ["Use at most 60 characters."],
        "avoid.4": ["Fill in this field."],
        "avoid.5": ["Enter each value only once."],
        "facts": ["Enter at most 30 items."],
        "glossary.0.target": ["Fill in this field."],
        "glossary.1.source": ["Enter each value only once."],
        "glossary.1.target": ["Use at most 120 characters."],
        "glossary.2.source": ["Fill in this field."],
    }));
    client.cookies.insert("locale".into(), "pl".into());
    let polish = put(&mut client, wrong).await;
    assert_eq!(polish.body["errors"]["avoid.3"], json!(["Wpisz najwyżej 60 znaków."]));
    assert_eq!(polish.body["errors"]["name"], json!(["Wypełnij to pole."]));
    assert_eq!(
        client.get(PATH).await.body,
        json!({"brandKit": null, "project_id": null}),
        "nothing was stored"
    );
}

#[app_test]
async fn wrong_shapes_are_reported_at_their_field(app: TestApp, mut client: user) {
    client.language = Some("en");
    for (body, field) in [
        (json!({}), "name"),
        (json!([]), "body"),
        (json!({"name": "x", "avoid": "tani"}), "avoid"),
        (json!({"name": "x", "avoid": ["a", 5]}), "avoid.1"),
        (json!({"name": "x", "glossary": [{"source": "a", "target": "b", "note": "c"}]}), "glossary.0.note"),
        (json!({"name": "x", "colour": "red"}), "colour"),
        (json!({"name": null}), "name"),
        (json!({"name": "x", "version": "1"}), "version"),
    ] {
        let answer = put(&mut client, body.clone()).await;
        assert_eq!(answer.status, 422, "{body}: {}", answer.body);
        let errors = answer.body["errors"].as_object().expect("errors");
        assert_eq!(errors.keys().collect::<Vec<_>>(), [field], "{body}");
    }
    let longest = json!({
        "name": "ż".repeat(80),
        "description": "🙂".repeat(1000),
        "tone": "x".repeat(200),
        "audience": "x".repeat(300),
        "avoid": (0..50).map(|n| format!("{n:060}")).collect::<Vec<_>>(),
        "facts": (0..30).map(|n| format!("{n:0300}")).collect::<Vec<_>>(),
        "glossary": (0..100).map(|n| json!({"source": format!("{n:0120}"), "target": "x".repeat(120)})).collect::<Vec<_>>(),
    });
    assert_eq!(put(&mut client, longest).await.status, 200, "all that is allowed fits");
}

#[app_test]
async fn a_kit_belongs_to_its_account(app: TestApp, mut owner: user, mut other: user) {
    put(&mut owner, kit()).await;
    assert_eq!(other.get(PATH).await.body, json!({"brandKit": null, "project_id": null}));
    put(&mut other, with(|kit| kit["name"] = json!("Other"))).await;
    other.delete(PATH).await;
    assert_eq!(owner.get(PATH).await.body["brandKit"]["name"], "Piekarnia Pod Lipą");
}

/// A bundle with one real tool, as `make` builds it.
fn with_facebook_post() -> TempDir {
    let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/bundle/plugins/facebook-post");
    let folder = TempDir::new().expect("a folder");
    let manifest =
        fs::read_to_string(built.join("plugin.toml")).expect("the plugins are missing: run `make`");
    let component = fs::read(built.join("component.wasm")).expect("a component");
    add_plugin(folder.path(), "facebook-post", &manifest, &component);
    folder
}

async fn post(client: &mut Client) -> Value {
    let order = json!({"topic": "Bułki na zakwasie", "goal": "recruitment", "language": "pl", "variants": 1});
    let run = client.run_to_end("facebook-post", order).await.is(201).has(json!({ "status": "succeeded" }));
    run.body["outcome"]["data"]["variants"][0].clone()
}

#[app_test(TestApp::with_bundle(with_facebook_post(), |_| {}))]
async fn a_draft_contains_no_words_that_the_brand_avoids(app: TestApp, mut client: user) {
    let before = post(&mut client).await["text"].as_str().expect("a text").to_owned();
    // The tool's own lines: the user's input must stay.
    let lines = before.lines().filter(|line| !line.contains("zakwasie") && !line.contains('#'));
    let words = lines.map(|line| line.trim_matches(|char: char| !char.is_alphabetic()));
    let said: Vec<&str> = words.filter(|line| (10..=60).contains(&line.chars().count())).collect();
    assert!(!said.is_empty(), "{before}");
    assert_eq!(post(&mut client).await["text"], before, "without a kit the draft is always the same");

    put(&mut client, json!({"name": "Pod Lipą", "avoid": said})).await.is(200);
    let after = post(&mut client).await["text"].as_str().expect("a text").to_owned();
    for line in &said {
        assert!(!after.contains(line), "{line} in {after}");
    }

    // Another account's kit has no effect here.
    let mut other = app.user().await;
    assert_eq!(post(&mut other).await["text"], before);
}

#[tokio::test]
async fn the_model_receives_the_brands_voice() {
    let model =
        ModelServer::start([Reply::text("Bułki czekają od 6:00."), Reply::text("Bułki czekają od 6:00.")])
            .await;
    let app = TestApp::with_bundle(with_facebook_post(), |config| model.connect(config)).await;
    let mut client = app.user().await;
    put(&mut client, kit()).await;
    post(&mut client).await;
    let asked = model.bodies()[0]["messages"].to_string();
    for said in ["Piekarnia Pod Lipą", "ciepło i konkretnie", "Otwarte od 6:00", "promocja", "Sąsiedzi"] {
        assert!(asked.contains(said), "no {said} in {asked}");
    }
    app.stop().await;
}
