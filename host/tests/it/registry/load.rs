//! Versions come and go while runs go on: none fails, and each is one version's work from its beginning to its end.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

use futures::future::join_all;
use serde_json::json;
use sitewright::registry;

use crate::{
    admin::{administrator, anna},
    registry::{version, workshop},
    util::packages::Plain,
};

const WORKERS: usize = 4;
const CHANGES: usize = 20;

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
            // At least one each, and as many as there is time for.
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
            let released = admin.post("/api/admin/plugins/motto/release", body).await;
            assert_eq!(released.status, 200, "{}", released.body);
            let back = admin.post("/api/admin/plugins/motto/rollback", json!({})).await;
            assert!(back.status == 200 || back.status == 409, "{}", back.body);
        }
        over.store(true, Relaxed);
    };
    futures::future::join(work, changes).await;
    registry::settle(&app.app).await.expect("settled");

    // The row names the version that really ran: the text is the component's own, the count the engine's.
    let wrong: i64 = app
        .value(
            "SELECT count(*) FROM runs r JOIN packages k ON k.digest = r.package_digest JOIN documents d ON d.id = r.document_id
             WHERE d.text <> k.version OR d.package_digest <> k.digest OR d.tool_version <> k.version OR r.tool_version <> k.version",
        )
        .await;
    assert_eq!(wrong, 0);
    let all: i64 = app.value("SELECT count(*) FROM runs WHERE status = 'succeeded'").await;
    assert_eq!(all, runs.load(Relaxed) as i64);
    app.stop().await;
}
