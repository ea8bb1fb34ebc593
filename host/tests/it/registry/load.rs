//! Versions are installed and removed while runs go on: none fails, and each uses one version from start to end.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicUsize};

use crate::prelude::*;

const WORKERS: usize = 4;
const CHANGES: usize = 20;

/// A server with a model that holds its answer back, and a run of version 1.0.0 that waits for it.
async fn held() -> (TestApp, ModelServer, Client, Client, String, String) {
    let model = ModelServer::start([Reply::Holds(vec!["Three good ".into()])]).await;
    let url = model.url.clone();
    let app = TestApp::with(|config| (config.plugin_development, config.model_url) = (true, Some(url))).await;
    let (mut admin, mut user) = (administrator(&app).await, anna(&app).await);
    let digest = admin.installs(Plain::scripted("motto", "1.0.0").pack(&app).await).await;
    let run = user.run_tool("motto", json!({ "topic": "tea" }), None).await.is(202);
    model.until("the model writes", |seen| seen.open == 1).await;
    (app, model, admin, user, digest, run.id())
}

#[tokio::test]
async fn a_run_ends_with_the_version_it_started_with() {
    let (app, model, mut admin, mut user, _, id) = held().await;
    admin.installs(Plain::scripted("motto", "1.1.0").pack(&app).await).await;
    assert_eq!(user.get("/api/tools/motto").await.body["version"], "1.1.0");
    model.open_gate();
    user.ended(&id).await.has(json!({ "status": "succeeded", "tool_version": "1.0.0" }));
    app.stop().await;
}

#[tokio::test]
async fn runs_of_uninstalled_versions_finish_and_runs_of_revoked_ones_do_not() {
    let (app, model, mut admin, mut user, _, id) = held().await;
    admin.delete("/api/admin/plugins/motto").await.is(204);
    model.open_gate();
    assert_eq!(user.ended(&id).await["status"], "succeeded");
    app.stop().await;

    let (app, _model, mut admin, mut user, digest, id) = held().await;
    let path = format!("/api/admin/packages/{digest}/revocation");
    admin.put_with(&path, json!({ "reason": "It tells secrets." })).await.is(204);
    let run = user.ended(&id).await;
    has(&run, json!({ "status": "failed", "problem": { "code": "plugin.revoked" }, "words": 0 }));
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_run_fails_or_mixes_versions_while_updates_and_rollbacks_happen() {
    let app = workshop().await;
    let (mut admin, user) = (administrator(&app).await, anna(&app).await);
    let mut digests = Vec::new();
    for number in ["1.0.0", "1.1.0"] {
        digests.push(admin.installs(Plain::new("motto", number).pack(&app).await).await);
    }
    let (over, runs) = (AtomicBool::new(false), AtomicUsize::new(0));
    let work = join_all((0..WORKERS).map(|_| {
        let (mut client, over, runs) = (user.program(), &over, &runs);
        async move {
            // At least one each, and as many as time permits.
            loop {
                version(&mut client, "motto").await;
                runs.fetch_add(1, Relaxed);
                if over.load(Relaxed) {
                    return;
                }
            }
        }
    }));
    let changes = async {
        for change in 0..CHANGES {
            let body = json!({ "digest": digests[change % 2], "stage": "all" });
            admin.post("/api/admin/plugins/motto/release", body).await.is(200);
            let back =
                admin.post("/api/admin/plugins/motto/rollback", json!({ "reason": "It fails." })).await;
            assert!(back.status == 200 || back.status == 409, "{}", back.body);
        }
        over.store(true, Relaxed);
    };
    futures::future::join(work, changes).await;
    check(&app, runs.into_inner()).await;
    app.stop().await;
}

/// The row names the version that really ran, as the text of the component shows.
async fn check(app: &TestApp, runs: usize) {
    let wrong: i64 = app
        .value(
            "SELECT count(*) FROM runs r JOIN packages k ON k.digest = r.package_digest JOIN documents d ON d.id = r.document_id
             WHERE d.text <> k.version OR d.package_digest <> k.digest OR d.tool_version <> k.version OR r.tool_version <> k.version",
        )
        .await;
    assert_eq!(wrong, 0);
    let all: i64 = app.value("SELECT count(*) FROM runs WHERE status = 'succeeded'").await;
    assert_eq!(all, runs as i64);
}
