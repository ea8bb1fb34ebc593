//! `plugin check --target` and `plugin publish`: the preflight of a server, and uploading to it.

use super::dev::{KEY, again, developing, key, partner, target};
use crate::prelude::*;
use crate::publishers::register;
use crate::templates::{self, bundle};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_preflight_reports_whether_a_package_would_be_installed_and_installs_nothing() {
    let bundle = bundle();
    let app = templates::app(&bundle, None).await;
    let (mut admin, partner) = (administrator(&app).await, partner());
    let (secret, to) = (key(&mut admin).await, target(&app));
    let check = |arguments: &[&str]| {
        let arguments = [&["check"], arguments, &["--target", &to]].concat();
        partner.types_with(&[(KEY, &secret)], &arguments)
    };
    let (code, _, output) = check(&["motto"]);
    assert!(code == 1 && output.contains("[package.unsigned]"), "{output}");
    let (code, _, output) = check(&["motto", "--language", "pl"]);
    assert!(code == 1 && output.starts_with("Pakiet nie jest podpisany."), "{output}");

    let app = developing(app, &bundle).await;
    let (mut admin, to) = (again(&app, &admin), target(&app));
    let check = |arguments: &[&str]| {
        let arguments = [&["check"], arguments, &["--target", &to]].concat();
        partner.types_with(&[(KEY, &secret)], &arguments)
    };
    let (code, printed, output) = check(&["motto"]);
    assert!(
        code == 0 && printed.contains("would install version 0.1.0, which would serve all accounts at once"),
        "{printed}{output}"
    );
    let rows: i64 = app.value("SELECT count(*) FROM packages").await;
    assert_eq!(rows, 0, "nothing was installed, and no refusal noted");
    admin.get("/api/tools/motto").await.is(404);

    // All problems at once, as for an installation.
    admin.installs(Plain::new("motto", "0.1.0").by("others").pack(&app).await).await;
    let (code, printed, _) = check(&["motto", "--json"]);
    let verdict: Value = serde_json::from_str(&printed).expect("JSON");
    let mut codes: Vec<_> =
        verdict["problems"].as_array().expect("a list").iter().map(|one| &one["code"]).collect();
    codes.sort_by_key(ToString::to_string);
    assert_eq!(
        (code, codes),
        (1, vec![&json!("registry.other-publisher"), &json!("registry.version-taken")])
    );
    partner.does(&["pack", "motto", "-o", "motto.plugin"]);
    let refused = admin.install(fs::read(partner.path("motto.plugin")).expect("a package"), "").await.is(422);
    let said: BTreeSet<&str> =
        refused.body["errors"].as_object().expect("errors").keys().map(String::as_str).collect();
    let places: BTreeSet<&str> = verdict["problems"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|one| one["place"].as_str())
        .collect();
    assert_eq!(said, places);
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_administrators_key_publishes() {
    let app = TestApp::with_bundle(bundle(), |config| config.plugin_development = true).await;
    let (mut admin, mut user, partner) = (administrator(&app).await, anna(&app).await, partner());
    let (secret, to) = (key(&mut admin).await, target(&app));
    let publish = |secret: &str, more: &[&str]| {
        let arguments = [&["publish", "motto", "--target", &to], more].concat();
        partner.types_with(&[(KEY, secret)], &arguments)
    };
    let (code, printed, output) = publish(&secret, &[]);
    assert!(code == 0 && printed.starts_with("Installed for your account only"), "{printed}{output}");
    assert_eq!(
        (admin.get("/api/tools/motto").await.status, user.get("/api/tools/motto").await.status),
        (200, 404)
    );
    let actor: String =
        app.value("SELECT actor_id FROM audit_entries WHERE action = 'plugin.installed'").await;
    assert_eq!(Some(actor), admin.user_id);

    // A user who is not an administrator submits it, and needs a publisher for that.
    let theirs = key(&mut user).await;
    let (code, _, output) = publish(&theirs, &[]);
    assert!(code == 1 && output.contains("[publishers.none]"), "{output}");
    // A key for one tool must not access what serves the whole server.
    let (_, bound) = admin.key(json!({ "scopes": ["plugins:write"], "tools": [templates::FAQ] })).await;
    let (code, _, output) = publish(bound.bearer.as_deref().expect("the key"), &[]);
    assert!(code == 1 && output.contains("[auth.forbidden]"), "{output}");
    let mut other = person(&app, Role::Admin, "Zofia", "zofia@example.com").await;
    other.get("/api/tools/motto").await.is(404);

    let manifest = fs::read_to_string(partner.path("motto/plugin.toml")).expect("a manifest");
    partner.write("motto/plugin.toml", manifest.replace("0.1.0", "0.2.0"));
    let (code, printed, output) = publish(&secret, &["--stage", "all", "--language", "pl"]);
    assert!(
        code == 0 && printed.starts_with("Zainstalowano; wtyczka działa u wszystkich."),
        "{printed}{output}"
    );
    assert_eq!(user.get("/api/tools/motto").await.body["version"], "0.2.0");
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn p7_members_of_a_publisher_have_their_own_packages_checked() {
    let bundle = bundle();
    let app = templates::app(&bundle, None).await;
    let (mut anna, partner) = (anna(&app).await, partner());
    let (secret, to) = (key(&mut anna).await, target(&app));
    let check = |folder: &str, language: &str| {
        let arguments = ["check", folder, "--target", &to, "--language", language];
        partner.types_with(&[(KEY, &secret)], &arguments)
    };
    // A user without a publisher gets a message about who may.
    let (code, _, output) = check("motto", "en");
    assert!(code == 1 && output.contains("administrators and for members of a publisher"), "{output}");
    assert!(output.contains("[registry.check-not-allowed]"), "{output}");
    let (_, _, output) = check("motto", "pl");
    assert!(output.contains("Zostań wydawcą"), "{output}");

    let publisher = register(&mut anna).await;
    partner.does(&["new", "slogans", "--publisher", "acme"]);
    let (code, _, output) = check("slogans", "en");
    assert!(code == 1 && output.contains("[package.unsigned]"), "their own package is checked: {output}");
    let signed = Plain::new("slogans", "0.1.0").by("acme").pack(&app).await;
    partner.write("slogans.plugin", publisher.sign(&signed));
    let (code, printed, output) = check("slogans.plugin", "en");
    assert!(code == 0 && printed.contains("would install version 0.1.0"), "{printed}{output}");
    // Another publisher's valid package is refused, and the message names its publisher.
    let (mut admin, others) = (administrator(&app).await, Key::of("others"));
    let new = json!({ "id": "others", "name": "Others", "level": "partner" });
    admin.post("/api/admin/publishers", new).await.is(201);
    admin.post("/api/admin/publishers/others/keys", json!({ "key": others.public })).await.is(201);
    let theirs = Plain::new("captions", "0.1.0").by("others").pack(&app).await;
    partner.write("captions.plugin", others.sign(&theirs));
    let (code, _, output) = check("captions.plugin", "en");
    assert!(code == 1 && output.contains("members of its publisher, others"), "{output}");
    assert!(output.contains("[registry.check-not-yours]"), "{output}");
    app.stop().await;
}
