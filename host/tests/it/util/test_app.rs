//! A server on a free port, with its own data folder.

use argon2::password_hash::PasswordHasher as _;
use argon2::{Algorithm, Argon2, Params, Version};
use sitewright::people::accounts::{self, NewPerson, WaysIn};
use sitewright::platform::auth::{self, CSRF_COOKIE, NewSession, SESSION_COOKIE};
use sitewright::platform::config::{LocalServers, PasswordMemory};
use sitewright::platform::users;
use sitewright::workspace::documents;
use tokio::sync::OnceCell;
use tokio::task::JoinHandle;

use super::tools;
use crate::prelude::*;

/// The password of all users.
pub const PASSWORD: &str = "correct horse";

pub struct TestApp {
    pub app: App,
    pub address: SocketAddr,
    server: JoinHandle<anyhow::Result<()>>,
    bundle: Option<PathBuf>,
    model: Option<ModelServer>,
    data: Arc<Store>,
}

impl TestApp {
    /// A server with default settings and few of the built-in plugins.
    pub async fn start() -> Self {
        Self::with(|_| {}).await
    }

    /// A server with changed settings.
    pub async fn with(change: impl FnOnce(&mut Config)) -> Self {
        Self::in_folder(Arc::new(Store::new()), change).await
    }

    /// A server with the plugins of the tests.
    pub async fn with_plugins(change: impl FnOnce(&mut Config)) -> Self {
        Self::with(|config| {
            config.bundle = Some(tools::shared_bundle());
            change(config);
        })
        .await
    }

    /// A server with this bundle, which is kept until the test ends.
    pub async fn with_bundle(bundle: TempDir, change: impl FnOnce(&mut Config)) -> Self {
        let folder = bundle.path().to_owned();
        let app = Self::with(|config| {
            config.bundle = Some(folder);
            change(config);
        });
        app.await.keeping(bundle)
    }

    /// A server with the plugins of the tests and a model that gives these replies.
    pub async fn with_model(replies: impl IntoIterator<Item = Reply>) -> Self {
        Self::with_model_and(replies, |_| {}).await
    }

    /// The same with changed settings.
    pub async fn with_model_and(
        replies: impl IntoIterator<Item = Reply>,
        change: impl FnOnce(&mut Config),
    ) -> Self {
        let model = ModelServer::start(replies).await;
        let app = Self::with_plugins(|config| {
            model.connect(config);
            change(config);
        })
        .await;
        Self { model: Some(model), ..app }
    }

    /// The model of the server.
    pub fn model(&self) -> ModelServer {
        self.model.clone().expect("a server with a model")
    }

    pub async fn in_folder(data: Arc<Store>, change: impl FnOnce(&mut Config)) -> Self {
        let mut config = Config {
            data: data.path().join("data"),
            database_url: data.url.clone(),
            listen: SocketAddr::from(([127, 0, 0, 1], 0)),
            // Tests create many accounts from one address and sign in often.
            registrations_per_address: 10_000,
            // Tests ask for the end of a job as often as they can.
            key_requests_per_minute: 100_000,
            // A registration takes 5 ms instead of 200.
            password_memory: PasswordMemory(8),
            // Reserving a pool for thousands takes longer than most tests.
            max_instances: Some(64),
            bundle: Some(tools::few_built_in()),
            // All tests would use the same port.
            realtime_port: None,
            // The websites of projects are on the Internet.
            project_icons: false,
            // No test depends on what runs on this machine.
            model_local: LocalServers(Vec::new()),
            ..Config::default()
        };
        change(&mut config);
        // Compiling runs the program in a child process, and the tests are a different program.
        sitewright::platform::program::be(env!("CARGO_BIN_EXE_sitewright"));
        share_compiled_plugins(&config.data);
        if config.database_url.is_none() {
            copy_template(&config.data).await;
        }
        let listener = TcpListener::bind(config.listen).await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let bundle = config.bundle.clone();
        let app = sitewright::open(config).await.expect("the application opens");
        lift_limits(&app.db).await;
        let server = tokio::spawn(sitewright::serve(app.clone(), listener));
        Self { app, address, server, bundle, model: None, data }
    }

    /// Keeps a folder until the test ends.
    pub fn keeping(self, folder: TempDir) -> Self {
        self.data.keep(folder);
        self
    }

    /// Stops the server as a signal would and starts another one on the same data, with the same bundle.
    pub async fn restart(self, change: impl FnOnce(&mut Config)) -> Self {
        let (data, bundle) = (self.data.clone(), self.bundle.clone());
        self.stop().await;
        Self::in_folder(data, |config| {
            config.bundle = bundle;
            change(config);
        })
        .await
    }

    /// Changes the database between two servers.
    pub async fn restart_after(self, statements: &[&'static str]) -> Self {
        let (data, bundle) = (self.data.clone(), self.bundle.clone());
        self.stop().await;
        let db = data.open(&data.path().join("data")).await;
        let mut conn = db.write_alone().await.expect("a connection");
        for &statement in statements {
            db::query(statement).execute(&mut conn).await.expect("the statement runs");
        }
        drop(conn);
        db.close().await;
        Self::in_folder(data, |config| config.bundle = bundle).await
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
                 AND NOT EXISTS (SELECT 1 FROM runs WHERE id = r.run_id AND status IN ('queued', 'running'))
                 AND NOT EXISTS (SELECT 1 FROM audits WHERE id = r.run_id AND state NOT IN ('done', 'failed', 'cancelled'))",
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
        let email = format!("{}@example.com", db::new_id());
        self.person(Role::User, "Test Person", &email).await
    }

    /// A browser with a new signed-in account of this role: rows instead of a registration and a sign-in.
    pub async fn person(&self, role: Role, name: &str, email: &str) -> Client {
        // Computing it takes longer than everything else here.
        static HASH: LazyLock<String> = LazyLock::new(|| {
            let params = Params::new(8, Params::DEFAULT_T_COST, Params::DEFAULT_P_COST, None);
            let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params.expect("valid parameters"));
            argon2.hash_password(PASSWORD.as_bytes()).expect("a hash").to_string()
        });
        let new = NewPerson {
            name: Some(name.to_owned()),
            email: Some(email.to_owned()),
            password: None,
            role,
            language: Some(Locale::En),
        };
        let mut tx = self.app.db.write().await.expect("a transaction");
        let made = accounts::create_person_in(&self.app, &mut tx, new, WaysIn::default()).await;
        let id = made.expect("an account").id;
        users::set_password(&mut tx, &id, &HASH).await.expect("a password");
        let session = NewSession { user_id: &id, ..NewSession::default() };
        let token = auth::begin_session(&self.app, &mut tx, session).await.expect("a session");
        tx.commit().await.expect("committed");

        let mut client = self.visitor();
        let prefix = if self.app.config.has_secure_cookies() { "__Host-" } else { "" };
        client.cookies.insert(format!("{prefix}{SESSION_COOKIE}"), token.clone());
        client.cookies.insert("locale".to_owned(), "en".to_owned());
        client.cookies.insert(CSRF_COOKIE.to_owned(), auth::csrf_token(&self.app));
        (client.token, client.user_id) = (Some(token), Some(id));
        client
    }

    /// The text of the mail that was queued last, optionally of a template.
    pub async fn letter(&self, template: Option<&str>) -> String {
        self.part_of_letter("text", template).await
    }

    /// The HTML part of the newest mail of a template.
    pub async fn letter_html(&self, template: &str) -> String {
        self.part_of_letter("html", Some(template)).await
    }

    async fn part_of_letter(&self, part: &str, template: Option<&str>) -> String {
        let (id, text, html): (String, String, String) = db::query_as(
            "SELECT id, text, html FROM mails WHERE ($1 IS NULL OR template = $1) ORDER BY id DESC LIMIT 1",
        )
        .bind(template)
        .fetch_one(self.app.db.read())
        .await
        .expect("a mail");
        let sealed = if part == "html" { html } else { text };
        sitewright::messages::mail::unseal(&self.app, &id, part, &sealed).expect("our own mail")
    }

    /// Changes the database without the server.
    pub async fn execute(&self, sql: &'static str) {
        self.change(db::query(sql)).await;
    }

    /// The same with values.
    pub async fn change(&self, change: db::Query<'_>) {
        let mut tx = self.app.db.write().await.expect("a transaction");
        change.execute(&mut *tx).await.expect("the statement runs");
        tx.commit().await.expect("committed");
    }

    /// Stores a document as the end of a run does. Returns its id.
    pub async fn store(&self, new: NewDocument<'_>) -> String {
        let (id, statements) = documents::creation(new).await.expect("statements");
        let mut tx = self.app.db.write().await.expect("a transaction");
        db::execute_all(&mut tx, statements).await.expect("stored");
        tx.commit().await.expect("committed");
        id
    }

    /// One number or text from the database.
    pub async fn value<T>(&self, sql: &'static str) -> T
    where
        T: db::Scalar,
    {
        db::query_scalar(sql).fetch_one(self.app.db.read()).await.expect("the query runs")
    }
}

/// Most tests are not about the limits of the free plan.
pub async fn lift_limits(db: &Db) {
    let mut conn = db.write_alone().await.expect("a connection");
    db::query("UPDATE products SET projects = NULL, bulk_rows = NULL WHERE id = 0 AND edited_at IS NULL")
        .execute(&mut conn)
        .await
        .expect("the limits are lifted");
}

/// A new data folder gets a database with all tables, since copying a file is faster than all migrations.
async fn copy_template(data: &Path) {
    static TEMPLATE: OnceCell<Vec<u8>> = OnceCell::const_new();
    let file = data.join("sitewright.db");
    if file.exists() {
        return;
    }
    let template = TEMPLATE.get_or_init(|| async {
        let folder = TempDir::new().expect("a folder");
        let file = folder.path().join("template.db");
        Db::open(&Place::Sqlite(file.clone())).await.expect("the tables are made").close().await;
        fs::read(file).expect("the template")
    });
    fs::write(file, template.await).expect("a copy of the template");
}

/// Compiling a plugin takes a second; all servers of all test runs share the compiled code.
pub fn share_compiled_plugins(data: &Path) {
    let shared = Path::new(env!("CARGO_TARGET_TMPDIR")).join("compiled-plugins");
    fs::create_dir_all(&shared).expect("a folder");
    fs::create_dir_all(data).expect("a folder");
    tools::link(&shared, &data.join("cache"));
}
