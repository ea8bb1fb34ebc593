//! The server is killed at every step of installing, updating, releasing and rolling back; the next start finds the
//! registry consistent, as before the step or after it.

use crate::crash::Server;
use crate::prelude::*;

const STEPS: [&str; 3] = ["written", "committed", "shown"];

/// A server that dies at a crash point, and its administrator.
struct Ground {
    store: Store,
    bundle: TempDir,
    token: String,
}

impl Ground {
    fn new() -> Self {
        let (store, bundle) = (Store::new(), bundle());
        let more = ["--admin", "--token", "--json"];
        let mut command = crate::cli::create(store.path(), "adam@example.com", &more);
        command.env("SITEWRIGHT_SECRET_KEY", "5e".repeat(32));
        if let Some(url) = &store.url {
            command.env("DATABASE_URL", url);
        }
        let (code, made, messages) = output(&mut command);
        assert_eq!(code, 0, "{messages}");
        let made: Value = serde_json::from_str(&made).expect("JSON");
        let token = made["token"].as_str().expect("a token").to_owned();
        Self { store, bundle, token }
    }

    fn server(&self, die_at: Option<&str>) -> Server {
        let mut more = vec![("SITEWRIGHT_PLUGIN_DEVELOPMENT", "true")];
        more.extend(die_at.map(|at| ("SITEWRIGHT_DIE_AT", at)));
        Server::start_with(&self.store, self.bundle.path(), &more)
    }

    /// Sends a request that kills the server, and returns the next server.
    async fn dies_at(&self, step: &str, call: impl AsyncFnOnce(Client)) -> Server {
        let server = self.server(Some(step));
        call(server.client(&self.token)).await;
        server.died();
        self.check(step).await;
        self.server(None)
    }

    /// Invariants of the registry.
    async fn check(&self, step: &str) {
        let db = self.store.open(self.store.path()).await;
        for (rule, sql) in [
            (
                "what can be run has its file",
                "SELECT count(*) FROM packages k WHERE state IN ('ready', 'waiting')
                AND NOT EXISTS (SELECT 1 FROM package_files f WHERE f.digest = k.digest)",
            ),
            (
                "what serves is a ready package of the plugin",
                "SELECT count(*) FROM plugins p JOIN packages k ON k.digest = p.current_digest
                WHERE k.state <> 'ready' OR k.plugin <> p.id OR NOT p.installed",
            ),
            (
                "what is released serves everybody",
                "SELECT count(*) FROM plugin_releases r JOIN plugins p ON p.id = r.plugin
                WHERE r.state = 'done' AND r.digest <> p.current_digest",
            ),
            (
                "a file belongs to a package",
                "SELECT count(*) FROM package_files f WHERE NOT EXISTS (SELECT 1 FROM packages k WHERE k.digest = f.digest)",
            ),
        ] {
            let broken: i64 = db::query_scalar(sql).fetch_one(db.read()).await.expect("the query runs");
            assert_eq!(broken, 0, "{step}: {rule}");
        }
        db.close().await;
    }
}

/// Sends the fatal request; there is no response.
async fn kills(client: &Client, method: Method, path: &str, body: reqwest::Body, kind: &str) {
    let request = client.request(method, path).header("content-type", kind.to_owned()).body(body);
    assert!(request.send().await.is_err(), "{path}: the server is dead");
}

async fn packages() -> [Vec<u8>; 2] {
    let app = TestApp::start().await;
    let packages =
        [Plain::new("motto", "1.0.0").pack(&app).await, Plain::new("motto", "1.1.0").pack(&app).await];
    app.stop().await;
    packages
}

/// Dies while installing this package; returns the next server.
async fn died_of_installing(ground: &Ground, step: &str, package: &[u8]) -> Server {
    let (path, kind) = ("/api/admin/plugins", "application/octet-stream");
    let body = package.to_vec();
    ground.dies_at(step, async |client| kills(&client, Method::POST, path, body.into(), kind).await).await
}

/// Dies while rolling back; returns the next server.
async fn died_of_taking_back(ground: &Ground, step: &str) -> Server {
    let (path, kind) = ("/api/admin/plugins/motto/rollback", "application/json");
    ground
        .dies_at(step, async |client| {
            kills(&client, Method::POST, path, r#"{"reason":"It fails."}"#.into(), kind).await
        })
        .await
}

#[tokio::test]
async fn an_installation_is_atomic() {
    let [first, _] = packages().await;
    for step in ["checked"].iter().chain(&STEPS) {
        let ground = Ground::new();
        let at = format!("install.{step}");
        let server = died_of_installing(&ground, &at, &first).await;
        let mut client = server.client(&ground.token);
        let is_there = client.get("/api/tools/motto").await.status == 200;
        assert_eq!(is_there, matches!(*step, "committed" | "shown"), "{at}");
        // Installing again succeeds in any case.
        client.installs(first.clone()).await;
        assert_eq!(version(&mut client, "motto").await, "1.0.0", "{at}");
        server.kill();
    }
}

#[tokio::test]
async fn updates_and_rollbacks_are_atomic() {
    let [first, second] = packages().await;
    let ground = Ground::new();
    let server = ground.server(None);
    server.client(&ground.token).installs(first.clone()).await;
    server.kill();
    for step in STEPS {
        let happened = step != "written";
        let server = died_of_installing(&ground, &format!("install.{step}"), &second).await;
        let mut client = server.client(&ground.token);
        assert_eq!(version(&mut client, "motto").await == "1.1.0", happened, "install.{step}");
        let digest = client.installs(second.clone()).await;
        let body = json!({ "digest": digest, "stage": "all" });
        client.post("/api/admin/plugins/motto/release", body).await.is(200);
        server.kill();

        let server = died_of_taking_back(&ground, &format!("rollback.{step}")).await;
        let mut client = server.client(&ground.token);
        assert_eq!(version(&mut client, "motto").await == "1.0.0", happened, "rollback.{step}");
        // Restores the initial state: only the first version.
        client.delete("/api/admin/plugins/motto").await.is(204);
        client.installs(first.clone()).await;
        assert_eq!(version(&mut client, "motto").await, "1.0.0");
        server.kill();
    }
}
