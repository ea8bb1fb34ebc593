//! A server on a free port, with its own data folder.

use std::{net::SocketAddr, path::Path, sync::Arc};

use sitewright::platform::{
    app::App,
    config::{Config, PasswordMemory},
    db::Db,
};
use tokio::{net::TcpListener, task::JoinHandle};

use super::{Client, Store};

pub struct TestApp {
    pub app: App,
    pub address: SocketAddr,
    server: JoinHandle<anyhow::Result<()>>,
    data: Arc<Store>,
}

impl TestApp {
    /// A server with default settings.
    pub async fn start() -> Self {
        Self::with(|_| {}).await
    }

    /// A server with changed settings.
    pub async fn with(change: impl FnOnce(&mut Config)) -> Self {
        Self::in_folder(Arc::new(Store::new()), change).await
    }

    pub async fn in_folder(data: Arc<Store>, change: impl FnOnce(&mut Config)) -> Self {
        let mut config = Config {
            data: data.path().join("data"),
            database_url: data.url.clone(),
            listen: SocketAddr::from(([127, 0, 0, 1], 0)),
            // Tests create many accounts from one address and sign in often.
            registrations_per_address: 10_000,
            // A registration takes 5 ms instead of 200.
            password_memory: PasswordMemory(8),
            // Reserving a pool for thousands takes longer than most tests.
            max_instances: Some(64),
            // All tests would use the same port.
            realtime_port: None,
            ..Config::default()
        };
        change(&mut config);
        // Compiling runs the program in a child process, and the tests are a different program.
        sitewright::platform::program::be(env!("CARGO_BIN_EXE_sitewright"));
        share_compiled_plugins(&config.data);
        let listener = TcpListener::bind(config.listen).await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let app = sitewright::open(config).await.expect("the application opens");
        lift_limits(&app.db).await;
        let server = tokio::spawn(sitewright::serve(app.clone(), listener));
        Self { app, address, server, data }
    }

    /// Stops the server as a signal would and starts another one on the same data.
    pub async fn restart(self, change: impl FnOnce(&mut Config)) -> Self {
        let data = self.data.clone();
        self.stop().await;
        Self::in_folder(data, change).await
    }

    /// Stops the server as a signal would.
    pub async fn stop(self) {
        self.check_books().await;
        self.app.stop.cancel();
        self.server.await.expect("the server does not panic").expect("the server ends well");
    }

    /// Invariants after every test: each balance follows from the previous one, and reservations are settled unless
    /// their run is unfinished.
    async fn check_books(&self) {
        let wrong: i64 = self
            .value(
                "SELECT count(*) FROM meter_entries e WHERE balance <> amount + COALESCE(
                    (SELECT balance FROM meter_entries p WHERE p.holder = e.holder AND p.meter = e.meter AND p.seq = e.seq - 1), 0)",
            )
            .await;
        assert_eq!(wrong, 0, "a balance does not follow from the one before");
        let open: i64 = self
            .value(
                "SELECT count(*) FROM meter_entries r WHERE kind = 'reserve'
                 AND NOT EXISTS (SELECT 1 FROM meter_entries s WHERE s.run_id = r.run_id AND s.meter = r.meter AND s.attempt = r.attempt AND s.kind = 'settle')
                 AND NOT EXISTS (SELECT 1 FROM runs WHERE id = r.run_id AND status IN ('queued', 'running'))",
            )
            .await;
        assert_eq!(open, 0, "words were reserved and never settled");
        let miscounted: i64 = self
            .value(
                "SELECT count(*) FROM api_keys k WHERE COALESCE((SELECT SUM(words) FROM api_key_months m WHERE m.key_id = k.id), 0)
                 <> COALESCE((SELECT -SUM(e.amount) FROM meter_entries e JOIN runs r ON r.id = e.run_id
                     WHERE r.key_id = k.id AND e.kind IN ('reserve', 'settle')), 0)",
            )
            .await;
        assert_eq!(miscounted, 0, "the words of a key differ from the ledger");
    }

    /// A new browser.
    pub fn visitor(&self) -> Client {
        Client::new(self.address)
    }

    /// A browser with a new signed-in account.
    pub async fn user(&self) -> Client {
        let mut client = self.visitor();
        let name = sitewright::platform::db::new_id();
        let answer = client
            .post(
                "/register",
                serde_json::json!({
                    "name": "Test Person",
                    "email": format!("{name}@example.com"),
                    "password": "correct horse",
                    "password_confirmation": "correct horse",
                }),
            )
            .await;
        assert_eq!(answer.status, 201, "{}", answer.body);
        client.remember(&answer);
        client
    }

    /// The text of the mail that was queued last, optionally of a template.
    pub async fn letter(&self, template: Option<&str>) -> String {
        let (id, text): (String, String) = sitewright::platform::db::query_as(
            "SELECT id, text FROM mails WHERE ($1 IS NULL OR template = $1) ORDER BY id DESC LIMIT 1",
        )
        .bind(template)
        .fetch_one(self.app.db.read())
        .await
        .expect("a mail");
        sitewright::messages::mail::unseal(&self.app, &id, "text", &text).expect("our own mail")
    }

    /// The HTML part of the newest mail of a template.
    pub async fn letter_html(&self, template: &str) -> String {
        let (id, html): (String, String) = sitewright::platform::db::query_as(
            "SELECT id, html FROM mails WHERE template = $1 ORDER BY id DESC LIMIT 1",
        )
        .bind(template)
        .fetch_one(self.app.db.read())
        .await
        .expect("a mail");
        sitewright::messages::mail::unseal(&self.app, &id, "html", &html).expect("our own mail")
    }

    /// One number or text from the database.
    pub async fn value<T>(&self, sql: &'static str) -> T
    where
        T: sitewright::platform::db::Scalar,
    {
        sitewright::platform::db::query_scalar(sql)
            .fetch_one(self.app.db.read())
            .await
            .expect("the query runs")
    }
}

/// Most tests are not about the limits of the free plan.
pub async fn lift_limits(db: &Db) {
    let mut conn = db.write_alone().await.expect("a connection");
    sitewright::platform::db::query(
        "UPDATE products SET projects = NULL, bulk_rows = NULL WHERE id = 0 AND edited_at IS NULL",
    )
    .execute(&mut conn)
    .await
    .expect("the limits are lifted");
}

/// Compiling a plugin takes a second; all servers of all test runs share the compiled code.
pub fn share_compiled_plugins(data: &Path) {
    let shared = Path::new(env!("CARGO_TARGET_TMPDIR")).join("compiled-plugins");
    std::fs::create_dir_all(&shared).expect("a folder");
    std::fs::create_dir_all(data).expect("a folder");
    match std::os::unix::fs::symlink(&shared, data.join("cache")) {
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
        done => done.expect("a link"),
    }
}
