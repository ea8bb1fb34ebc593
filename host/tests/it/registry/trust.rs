//! Trusted signatures and revocations.

use crate::prelude::*;

async fn register(admin: &mut Client, publisher: &str, key: &Key) -> Answer {
    let new = json!({ "id": publisher, "name": "Acme", "level": "partner" });
    admin.post("/api/admin/publishers", new).await.is(201);
    let path = format!("/api/admin/publishers/{publisher}/keys");
    admin.post(&path, json!({ "key": key.public })).await
}

#[app_test]
async fn only_packages_signed_by_a_known_key_are_installed(app: TestApp) {
    let (mut admin, mut user) = (administrator(&app).await, anna(&app).await);
    let key = Key::of("acme");
    let package = Plain::new("motto", "1.0.0").by("acme").pack(&app).await;
    let unsigned = admin.install(package.clone(), "").await.refused(422, "registry.refused");
    assert_eq!(unsigned.fields(), ["package"]);
    let stranger = admin.install(key.sign(&package), "").await;
    assert!(
        stranger.body["errors"].to_string().contains("Register the publisher first"),
        "{}",
        stranger.body
    );

    let registered = register(&mut admin, "acme", &key).await.is(201);
    let id = registered.body["keys"][0]["id"].as_str().expect("a key").to_owned();
    let twice = admin.post("/api/admin/publishers/acme/keys", json!({ "key": key.public })).await;
    assert_eq!(twice.problem(), (409, "registry.key-known"));
    admin.install(key.sign(&package), "").await.is(201).has(json!({ "level": "partner", "key": id }));
    assert_eq!(version(&mut user, "motto").await, "1.0.0");

    let path = "/api/admin/publishers/acme";
    let reach = admin.get(&format!("{path}/reach?key={id}")).await;
    assert_eq!(
        reach.body,
        json!({ "packages": 1, "plugins": 1, "accounts": 1, "runs": 1 }),
        "{}",
        reach.body
    );
    assert_eq!(admin.get(&format!("{path}/reach?key=none")).await.body["packages"], 0);
    let edit = json!({ "name": "Acme & Sons", "level": "community" });
    admin.put_with(path, edit.clone()).await.is(204);
    let publisher = admin.get("/api/admin/publishers").await.body["data"][0].clone();
    assert_eq!((&publisher["name"], &publisher["level"]), (&edit["name"], &edit["level"]));
    let of_level =
        |level: &str| format!("/api/admin/plugins?level={level}&q=motto&publisher=acme&state=installed");
    assert_eq!(admin.get(&of_level("partner")).await.body["total"], 1, "installed packages keep their level");
    for none in [
        of_level("community"),
        "/api/admin/plugins?state=closed".into(),
        "/api/admin/plugins?q=nothing".into(),
    ] {
        assert_eq!(admin.get(&none).await.body["total"], 0, "{none}");
    }

    // The key is compromised.
    let revoke = format!("/api/admin/keys/{id}/revocation");
    admin.put_with(&revoke, json!({ "reason": "It leaked." })).await.is(204);
    run(&mut user, "motto").await.refused(503, "plugin.revoked");
    let newer = key.sign(&Plain::new("motto", "1.0.1").by("acme").pack(&app).await);
    let refused = admin.install(newer, "").await;
    assert!(refused.body["errors"].to_string().contains("revoked"), "{}", refused.body);
    // Nor after a restart.
    let app = app.restart(|_| {}).await;
    let mut user = ewa(&app).await;
    run(&mut user, "motto").await.refused(503, "plugin.revoked");
}

#[app_test(workshop())]
async fn a_refusal_has_all_reasons_at_once_and_is_kept(app: TestApp, mut admin: administrator) {
    let plain = Plain::new("motto", "1.0.0");
    let engine = app.app.part::<sitewright::catalogue::tools::Tools>().engine().clone();
    let mut files = plain.files(&engine).await;
    files.remove("LICENSE");
    files.insert("run.sh".to_owned(), b"rm -rf /".to_vec());
    let text = String::from_utf8(files["plugin.toml"].clone()).expect("UTF-8");
    files.insert("plugin.toml".to_owned(), text.replace("1.0.0", "one").into_bytes());
    let spoilt = pack(files).expect("packed");
    let refused = admin.install(spoilt.clone(), "").await.refused(422, "registry.refused");
    assert_eq!(refused.fields(), ["LICENSE", "plugin.toml: version", "run.sh"]);
    let kept = admin.get("/api/admin/packages?state=refused").await;
    let problems = kept.body["data"][0]["problems"].as_array().expect("problems").len();
    assert_eq!((kept.body["total"].as_i64(), problems), (Some(1), 3), "{}", kept.body);
    admin.cookies.insert("locale".into(), "pl".into());
    let digest = sitewright_package::digest(&spoilt);
    let polish = admin.get(&format!("/api/admin/packages/{digest}")).await;
    assert!(polish.text().contains("Wersja"), "{}", polish.body);

    // Only this server knows the owner of the id and the version.
    admin.cookies.insert("locale".into(), "en".into());
    admin.installs(plain.pack(&app).await).await;
    let foreign =
        admin.install(Plain::new("motto", "1.0.0").by("others").asking().pack(&app).await, "").await;
    assert_eq!(foreign.fields(), ["plugin.toml: id", "plugin.toml: version"], "{}", foreign.body);
    let ours = admin.install(Plain::new("facebook-post", "9.0.0").pack(&app).await, "").await;
    assert_eq!(ours.fields(), ["plugin.toml: id"], "{}", ours.body);
}

#[app_test(workshop())]
async fn a_revoked_package_never_runs_again_and_the_version_before_does(app: TestApp) {
    let (mut admin, mut user) = (administrator(&app).await, anna(&app).await);
    admin.installs(Plain::new("motto", "1.0.0").pack(&app).await).await;
    let bad = Plain::new("motto", "1.1.0").pack(&app).await;
    let digest = admin.installs(bad.clone()).await;
    assert_eq!(version(&mut user, "motto").await, "1.1.0");
    let path = format!("/api/admin/packages/{digest}/revocation");
    let reason = Some(json!({ "reason": "It tells secrets." }));
    admin.call(Method::PUT, &path, reason.clone()).await.is(204);
    assert_eq!(version(&mut user, "motto").await, "1.0.0");
    let refused = admin.install(bad, "").await;
    assert!(refused.body["errors"].to_string().contains("It tells secrets."), "{}", refused.body);
    let body = json!({ "digest": digest, "stage": "all" });
    admin.post("/api/admin/plugins/motto/release", body).await.refused(409, "registry.not-ready");
    // A package that was never here can be revoked as well.
    let next = Plain::new("motto", "1.2.0").pack(&app).await;
    let path = format!("/api/admin/packages/{}/revocation", sitewright_package::digest(&next));
    admin.call(Method::PUT, &path, reason).await.is(204);
    admin.install(next, "").await.refused(422, "registry.refused");
}

#[app_test(workshop())]
async fn p5_a_tool_shows_its_publishers_current_name(app: TestApp, mut admin: administrator, mut user: anna) {
    let key = Key::of("acme");
    register(&mut admin, "acme", &key).await;
    admin.installs(key.sign(&Plain::new("motto", "1.0.0").by("acme").pack(&app).await)).await;
    // It distinguishes two tools that look alike; of an unregistered publisher only the id is known.
    admin.installs(Plain::new("motto-two", "1.0.0").by("others").pack(&app).await).await;
    async fn names(user: &mut Client) -> Vec<String> {
        let listed = user.get("/api/tools?ids=facebook-post,motto,motto-two").await.body;
        let name = |tool: &Value| tool["publisher_name"].as_str().expect("a name").to_owned();
        listed["tools"].as_array().expect("tools").iter().map(name).collect()
    }
    assert_eq!(names(&mut user).await, ["Sitewright", "Acme", "others"]);
    let edit = json!({ "name": "Acme & Sons", "level": "partner" });
    admin.put_with("/api/admin/publishers/acme", edit).await.is(204);
    assert_eq!(names(&mut user).await, ["Sitewright", "Acme & Sons", "others"]);
    let tool = user.get("/api/tools/motto").await.body;
    has(&tool, json!({ "publisher": "acme", "publisher_name": "Acme & Sons", "version": "1.0.0" }));
}

#[app_test(workshop())]
async fn p12_keys_are_shown_as_minisign_shows_them_and_found_in_either_form(app: TestApp) {
    let mut admin = administrator(&app).await;
    for (publisher, turn) in [("acme", false), ("zen", true)] {
        let key = Key::of(publisher);
        let new = json!({ "id": publisher, "name": publisher, "level": "partner" });
        admin.post("/api/admin/publishers", new).await.is(201);
        let path = format!("/api/admin/publishers/{publisher}/keys");
        let added = admin.post(&path, json!({ "key": key.public })).await;
        let shown = added.body["keys"][0]["id"].as_str().expect("an id").to_owned();
        // minisign writes it into the first line of the public file.
        assert!(
            key.public.lines().next().is_some_and(|line| line.contains(&shown)),
            "{shown} {}",
            key.public
        );
        let plain = Plain::new(&format!("{publisher}-motto"), "1.0.0").by(publisher);
        admin.install(key.sign(&plain.pack(&app).await), "").await.has(json!({ "key": shown }));
        // In the displayed order.
        let bytes: Vec<&str> = (0..8).rev().map(|at| &shown[2 * at..2 * at + 2]).collect();
        let named = if turn { bytes.concat().to_lowercase() } else { shown.clone() };
        let reach = admin.get(&format!("/api/admin/publishers/{publisher}/reach?key={named}")).await;
        assert_eq!(reach.body["packages"], 1, "{named} {}", reach.body);
        let revoke = format!("/api/admin/keys/{named}/revocation");
        let reason = Some(json!({ "reason": "It leaked." }));
        assert_eq!(admin.call(Method::PUT, &revoke, reason).await.status, 204, "{named}");
        run(&mut admin, &plain.id).await.refused(503, "plugin.revoked");
        let log = admin.get("/api/admin/audit-log?action=publisher.key-revoked").await;
        assert!(log.text().contains(&shown), "{}", log.text());
    }
}
