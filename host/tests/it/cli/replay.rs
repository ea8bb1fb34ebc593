//! `plugin replay`: repeats a run from its recording.

use super::dev::{KEY, partner, rename, target};
use crate::prelude::*;
use crate::templates::{self, bundle};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn p9_a_run_of_a_version_in_development_is_run_again_on_what_the_folder_became() {
    let (bundle, model) = (bundle(), ModelServer::start([Reply::text("Rye bread for everybody.")]).await);
    let app = templates::app(&bundle, Some(&model)).await;
    let (mut admin, mut user, partner) = (administrator(&app).await, anna(&app).await, partner());
    let (_, program) = admin.key(json!({ "scopes": ["plugins:write", "runs:read"] })).await;
    let (key, to) = (program.bearer.expect("the key"), target(&app));
    let does = |arguments: &[&str]| {
        let arguments = [arguments, &["--target", &to]].concat();
        partner.types_with(&[(KEY, &key)], &arguments)
    };
    let (code, _, output) = does(&["dev", "motto", "--once"]);
    assert_eq!(code, 0, "{output}");
    let order = json!({ "topic": "Rye bread", "variants": 1 });
    let run = admin.run_to_end("motto", order.clone()).await.has(json!({ "status": "succeeded" }));
    let id = run.id();
    let asked = model.bodies().len();

    let (code, printed, output) = does(&["replay", &id, "--save", "run.json"]);
    assert!(code == 0 && printed.ends_with("The result is the same.\n"), "{printed}{output}");
    let recorded: Value =
        serde_json::from_slice(&fs::read(partner.path("run.json")).expect("saved")).expect("JSON");
    assert_eq!(recorded["calls"][0]["call"], "model.complete");
    assert_eq!(recorded["calls"][0]["answer"]["ok"]["text"], "Rye bread for everybody.");

    // A prefix of an id is enough if it is unique.
    let (code, printed, output) = does(&["replay", &id[..8]]);
    assert!(code == 0 && printed.ends_with("The result is the same.\n"), "{printed}{output}");
    let (code, _, output) = does(&["replay", "ffffffff"]);
    assert!(code == 1 && output.contains("No run of this account begins with ffffffff."), "{output}");

    // Another version has another prompt, and a different result.
    rename(&partner, "You write short, clear texts", "You write long texts");
    let (code, printed, output) = partner.types(&["replay", "run.json", "--version", "motto"]);
    assert!(code == 1 && printed.contains("model.complete: the prompt differs"), "{printed}{output}");
    assert!(printed.contains("The result is the same, but the calls are not."), "{printed}");
    rename(&partner, "You write long texts", "You write short, clear texts");
    rename(&partner, "max = 2000, level = \"hard\"", "max = 1990, level = \"hard\"");
    let arguments = ["replay", "run.json", "--version", "motto", "--language", "pl"];
    let (code, printed, output) = partner.types(&arguments);
    assert!(code == 1 && printed.ends_with("Wynik jest inny.\n"), "{printed}{output}");
    assert!(printed.contains("\n- ") && printed.contains("\n+ ") && printed.contains("1990"), "{printed}");
    assert_eq!(model.bodies().len(), asked, "the model was not asked again");

    // If the prefix is ambiguous, the runs are listed.
    let second = admin.run_to_end("motto", order).await.body["id"].clone();
    let (code, _, output) = does(&["replay", &id[..1]]);
    assert!(
        code == 2 && output.contains(&id) && output.contains(second.as_str().expect("an id")),
        "{output}"
    );

    // Ordinary users cannot read or make recordings, and recordings of others do not exist for them.
    user.get(&format!("/api/runs/{id}/recording")).await.is(404);
    user.fetch_csrf_token().await;
    let path = format!("/api/tools/{}/runs", templates::FAQ);
    let input = json!({ "product": "Plecak", "facts": "30 litrów." });
    let asks = json!({ "input": input, "record": true });
    user.post(&path, asks.clone()).await.refused(403, "auth.forbidden");
    let run = admin.post(&path, asks).await.id();
    assert_eq!(admin.ended(&run).await["status"], "succeeded");
    assert_eq!(admin.get(&format!("/api/runs/{run}/recording")).await.body["tool"], templates::FAQ);
    let unasked = admin.run_to_end(templates::FAQ, input).await;
    let unasked = unasked.id();
    admin.get(&format!("/api/runs/{unasked}/recording")).await.is(404);

    p9_a_recording_is_found_by_the_beginning_of_its_id(&mut admin, &mut user, &id, &run).await;

    // After a week it expires.
    app.change(db::query("UPDATE run_recordings SET expires_at = 1 WHERE run_id = $1").bind(&run)).await;
    admin.get(&format!("/api/runs/{run}/recording")).await.is(404);
    app.stop().await;
}

async fn p9_a_recording_is_found_by_the_beginning_of_its_id(
    admin: &mut Client,
    user: &mut Client,
    one: &str,
    other: &str,
) {
    let path = |id: &str| format!("/api/runs/{id}/recording");
    // Runs of the same minute have a common prefix.
    let common = one.chars().zip(other.chars()).take_while(|(one, other)| one == other).count();
    for (id, name) in [(one, "motto"), (other, templates::FAQ)] {
        admin.get(&path(&id[..30])).await.has(json!({ "tool": name }));
    }
    if common >= 8 {
        admin.get(&path(&one[..common])).await.refused(409, "runs.id-too-short");
    }
    for wrong in [&one[..7], "0199%25", "________", "zzzzzzzzzz"] {
        assert_eq!(admin.get(&path(wrong)).await.status, 404, "{wrong}");
    }
    assert_eq!(user.get(&path(&one[..30])).await.status, 404, "it belongs to another account");
}

#[test]
fn an_invalid_recording_is_reported() {
    let partner = partner();
    partner.write("run.json", "{}");
    let (code, _, output) = partner.types(&["replay", "run.json"]);
    assert!(
        code == 1 && output.contains("this is not a recording of a run: missing field `format`"),
        "{output}"
    );
    let (code, _, output) = partner.types(&["replay", "01a0"]);
    assert!(code == 1 && output.contains("No server runs on the data folder"), "{output}");
}
