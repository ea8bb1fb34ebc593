//! The catalogue of a process follows changes, and equals a rebuilt one.

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use crate::prelude::*;

const ROUNDS: u64 = 3;
const STEPS: usize = 40;
/// How often the processes are compared.
const EVERY: usize = 8;
/// One of them has the id of a built-in tool.
const PLUGINS: [&str; 3] = ["motto", "slogan", SCRIPTED];
const VERSIONS: [&str; 3] = ["1.0.0", "1.1.0", "2.0.0"];

async fn process(data: &Arc<Store>, bundle: &TempDir) -> TestApp {
    let folder = bundle.path().to_owned();
    TestApp::in_folder(data.clone(), |config| {
        (config.plugin_development, config.bundle) = (true, Some(folder))
    })
    .await
}

/// Which version serves whom in this process, after applying the changes of others.
async fn shown(app: &TestApp) -> String {
    registry::settle(&app.app).await.expect("a look at the database");
    format!("{:#?}", app.app.part::<Tools>().shelf())
}

/// The packages; the last version of each requests more permissions than the others.
async fn packages(app: &TestApp) -> Vec<(String, Vec<u8>)> {
    let mut packages = Vec::new();
    for id in PLUGINS {
        for version in VERSIONS {
            let plain = Plain::new(id, version);
            let plain = if version == VERSIONS[2] { plain.asking() } else { plain };
            let package = plain.pack(app).await;
            packages.push((sitewright_package::digest(&package), package));
        }
    }
    packages
}

/// A random change of the registry, which may be refused.
async fn step(random: &mut StdRng, admin: &mut Client, packages: &[(String, Vec<u8>)]) -> String {
    let plugin = *PLUGINS.choose(random).expect("a plugin");
    let (digest, package) = packages.choose(random).expect("a package");
    let stage = *["all", "all", "me", "plan", "percent"].choose(random).expect("a stage");
    let (path, package_path) =
        (format!("/api/admin/plugins/{plugin}"), format!("/api/admin/packages/{digest}"));
    let reason = Some(json!({ "reason": "Looks odd." }));
    let (method, path, body) = match random.random_range(0..20) {
        0..8 => {
            let how = format!("?stage={stage}&product_id=0&percent=50");
            let answer = admin.install(package.clone(), &how).await;
            return format!("install {how} {} {}", &digest[..6], answer.status);
        }
        8..11 => {
            let body = json!({ "digest": digest, "stage": stage, "product_id": 0, "percent": 20 });
            (Method::POST, format!("{path}/release"), Some(body))
        }
        11 | 12 => (Method::POST, format!("{path}/rollback"), Some(json!({ "reason": "It fails." }))),
        13 => (Method::PUT, format!("{path}/pin"), None),
        14 => (Method::DELETE, format!("{path}/pin"), None),
        15 => (Method::PUT, format!("{package_path}/quarantine"), reason),
        16 => (Method::DELETE, format!("{package_path}/quarantine"), None),
        17 => {
            let body = json!({ "permissions": ["model"], "stage": stage, "product_id": 0, "percent": 7 });
            (Method::POST, format!("{package_path}/approve"), Some(body))
        }
        18 if random.random_range(0..4) == 0 => (Method::PUT, format!("{package_path}/revocation"), reason),
        _ => (Method::DELETE, path, None),
    };
    let answer = admin.call(method.clone(), &path, body).await;
    assert!(answer.status < 500, "{method} {path}: {}", answer.body);
    format!("{method} {path} {}", answer.status)
}

#[tokio::test]
async fn a_following_process_always_equals_a_freshly_started_one() {
    for seed in 0..ROUNDS {
        let (data, bundle) = (Arc::new(Store::new()), bundle());
        let first = process(&data, &bundle).await;
        let packages = packages(&first).await;
        let mut admin = administrator(&first).await.program();
        let second = process(&data, &bundle).await;
        let mut elsewhere = second.visitor();
        elsewhere.bearer = admin.bearer.clone();
        let mut random = StdRng::seed_from_u64(seed);
        let mut story = Vec::new();
        for number in 1..=STEPS {
            let here = random.random_range(0..3) > 0;
            let client = if here { &mut admin } else { &mut elsewhere };
            story.push(step(&mut random, client, &packages).await);
            if number % EVERY == 0 {
                let (one, other) = (shown(&first).await, shown(&second).await);
                assert!(one == other, "seed {seed}: {story:#?}\n{one}\n{other}");
                registry::remake(&second.app).await.expect("rebuilt");
                let rebuilt = shown(&second).await;
                assert!(one == rebuilt, "seed {seed}: {story:#?}\n{one}\n{rebuilt}");
            }
        }
        let third = process(&data, &bundle).await;
        let (one, fresh) = (shown(&first).await, shown(&third).await);
        assert!(one == fresh, "seed {seed}: {story:#?}\n{one}\n{fresh}");
        for app in [third, second, first] {
            app.stop().await;
        }
    }
}

/// As a server of an older version does while it runs beside a newer one.
#[app_test(workshop())]
async fn an_unrecorded_change_is_noticed(app: TestApp, mut admin: administrator, mut user: anna) {
    for id in ["motto", "slogan"] {
        admin.installs(Plain::new(id, "1.0.0").pack(&app).await).await;
    }
    app.execute("UPDATE plugins SET installed = FALSE, current_digest = NULL WHERE id = 'motto'").await;
    app.execute("UPDATE registry SET generation = generation + 1 WHERE id = 1").await;
    // Followed by a recorded change.
    admin.installs(Plain::new("slogan", "1.1.0").pack(&app).await).await;
    user.get("/api/tools/motto").await.is(404);
    assert_eq!(version(&mut user, "slogan").await, "1.1.0");
}

/// An older server also writes them like this.
#[app_test(workshop())]
async fn a_package_without_its_names_is_read_from_its_descriptions(app: TestApp, mut admin: administrator) {
    admin.installs(Plain::new("motto", "1.0.0").pack(&app).await).await;
    app.execute("UPDATE packages SET names = NULL").await;
    let bearer = admin.program().bearer;
    let app = app.restart(|config| config.plugin_development = true).await;
    let mut admin = app.visitor();
    admin.bearer = bearer;
    let tool = admin.get("/api/tools/motto").await.body;
    assert_eq!((&tool["name"], &tool["example"]), (&json!("Plain tool"), &json!({ "topic": "tea" })));
    assert_eq!(version(&mut admin, "motto").await, "1.0.0");
}

#[app_test(workshop())]
async fn changing_one_plugin_leaves_the_others_unchanged(app: TestApp, mut admin: administrator) {
    admin.installs(Plain::new("motto", "1.0.0").pack(&app).await).await;
    let tools = app.app.part::<Tools>();
    let before = tools.find("motto").expect("a tool");
    let generation: i64 = app.value("SELECT generation FROM plugins WHERE id = 'motto'").await;
    admin.installs(Plain::new("slogan", "1.0.0").pack(&app).await).await;
    admin.delete("/api/admin/plugins/slogan").await.is(204);
    assert!(Arc::ptr_eq(&before, &tools.find("motto").expect("a tool")));
    let now: i64 = app.value("SELECT generation FROM plugins WHERE id = 'motto'").await;
    assert_eq!(generation, now);
    let unnoted: i64 = app.value("SELECT generation - noted FROM registry").await;
    assert_eq!(unnoted, 0);
}
