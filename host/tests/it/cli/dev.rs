//! `plugin dev`: from a developer's folder into the catalogue of a running server, for the developer only.

use std::io::Lines;
use std::process::{ChildStderr, ChildStdout};

use super::{Server, create, output, sitewright};
use crate::prelude::*;
use crate::templates::{self, bundle};

pub const KEY: &str = "SITEWRIGHT_API_KEY";

/// A running `plugin dev`.
struct Dev {
    child: Child,
    printed: Lines<BufReader<ChildStdout>>,
    shown: Lines<BufReader<ChildStderr>>,
}

impl Dev {
    fn begin(mut command: Command) -> Self {
        let mut child =
            command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
        let printed = BufReader::new(child.stdout.take().expect("its output")).lines();
        let shown = BufReader::new(child.stderr.take().expect("its messages")).lines();
        Self { child, printed, shown }
    }

    /// The next line of its output.
    fn prints(&mut self) -> String {
        self.printed.next().unwrap_or_else(|| panic!("it ended: {:?}", self.shown.next())).expect("UTF-8")
    }

    /// The next line of its messages.
    fn tells(&mut self) -> String {
        self.shown.next().expect("it goes on").expect("UTF-8")
    }

    /// Ctrl-C.
    fn interrupt(&mut self) -> bool {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &id]).status().expect("kill runs").success());
        self.child.wait().expect("it ends").success()
    }
}

impl Drop for Dev {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The server's address.
pub fn target(app: &TestApp) -> String {
    format!("http://{}", app.address)
}

/// A key with the scope for plugins.
pub async fn key(client: &mut Client) -> String {
    let (_, program) = client.key(json!({ "scopes": ["plugins:write"] })).await;
    program.bearer.expect("the key")
}

/// A developer with a template, `motto`.
pub fn partner() -> Partner {
    let partner = Partner::new();
    partner.does(&["new", "motto", "--publisher", "tests"]);
    partner
}

pub fn rename(partner: &Partner, from: &str, to: &str) {
    let file = partner.path("motto/template.toml");
    let text = fs::read_to_string(&file).expect("a template");
    assert!(text.contains(from), "{from}");
    partner.write("motto/template.toml", text.replace(from, to));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_changed_template_appears_in_its_authors_catalogue_only() {
    let bundle = bundle();
    let app = templates::app(&bundle, None).await;
    let (mut admin, mut user) = (administrator(&app).await, anna(&app).await);
    let (key, partner) = (key(&mut admin).await, partner());
    let mut command = partner.command(&["dev", "motto", "--target", &target(&app)]);
    command.env(KEY, &key);
    let mut dev = Dev::begin(command);
    let line = dev.prints();
    let page = format!("motto 0.1.0  {}/app/tools/motto  ", target(&app));
    assert!(line.starts_with(&page), "{line}");
    assert_eq!(admin.get("/api/tools/motto").await.body["name"], "Motto");
    user.get("/api/tools/motto").await.is(404);
    let listed = admin.get("/api/tools").await.body["tools"][0].clone();
    assert_eq!(listed["id"], "motto", "versions in development come first");

    rename(&partner, "en = \"Motto\"", "en = \"Mottoes\"");
    assert!(dev.prints().starts_with(&page));
    assert_eq!(admin.get("/api/tools/motto").await.body["name"], "Mottoes");
    admin.run_to_end("motto", json!({ "topic": "Rye bread" })).await.has(json!({ "status": "succeeded" }));

    // Errors are reported with their place; the server keeps the last valid version.
    rename(&partner, "subject = \"topic\"", "subject = \"nothing\"");
    let shown = dev.tells();
    assert!(shown.contains("template.toml") && shown.contains("[package."), "{shown}");
    rename(&partner, "subject = \"nothing\"", "subject = \"topic\"");
    assert!(dev.prints().starts_with(&page));
    let kept: i64 = app.value("SELECT count(*) FROM plugin_developments").await;
    let installed: i64 = app.value("SELECT count(*) FROM packages").await;
    assert_eq!((kept, installed), (1, 0), "each takes the place of the one before, none in the registry");

    assert!(dev.interrupt());
    assert!(dev.prints().starts_with("The development version of motto was deleted"));
    admin.get("/api/tools/motto").await.is(404);
    let kept: i64 = app.value("SELECT count(*) FROM plugin_developments").await;
    assert_eq!(kept, 0);
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_version_in_development_belongs_to_its_author_until_the_account_ends() {
    let bundle = bundle();
    let app = templates::app(&bundle, None).await;
    let (mut admin, mut user) = (administrator(&app).await, anna(&app).await);
    let (key, partner) = (key(&mut admin).await, partner());
    let dev = |arguments: &[&str]| {
        let arguments = [&["dev", "motto", "--once"], arguments].concat();
        partner.types_with(&[(KEY, &key)], &arguments)
    };
    // The same version is installed for everyone.
    let app = developing(app, &bundle).await;
    let mut admin = again(&app, &admin);
    user = again(&app, &user);
    partner.does(&["pack", "motto", "-o", "motto.plugin"]);
    let digest = admin.installs(fs::read(partner.path("motto.plugin")).expect("a package")).await;
    rename(&partner, "en = \"Motto\"", "en = \"Mine\"");
    let (code, printed, shown) = dev(&["--target", &target(&app)]);
    assert_eq!(code, 0, "{shown}");
    assert!(printed.contains("[registry.version-taken]"), "future conflicts are reported: {printed}");
    assert_eq!(admin.get("/api/tools/motto").await.body["name"], "Mine");
    assert_eq!(user.get("/api/tools/motto").await.body["name"], "Motto");
    let own = admin.get("/api/development/plugins").await.body;
    let mine = own["data"][0]["digest"].as_str().expect("a digest").to_owned();
    assert_eq!((&own["total"], mine == digest), (&json!(1), false));
    admin.run_to_end("motto", json!({ "topic": "Rye bread" })).await.has(json!({ "status": "succeeded" }));
    let ran: String = app.value("SELECT package_digest FROM runs").await;
    assert_eq!(ran, mine);
    let file = admin.get(&format!("/api/development/packages/{mine}")).await;
    let path = format!("/api/development/packages/{mine}");
    assert_eq!((file.status, user.get(&path).await.status), (200, 404));

    // It survives a restart, and is deleted with the account.
    let app = developing(app, &bundle).await;
    let (mut admin, mut user) = (again(&app, &admin), again(&app, &user));
    assert_eq!(admin.get("/api/tools/motto").await.body["name"], "Mine");
    admin.delete("/api/development/plugins/motto").await.is(204);
    admin.delete("/api/development/plugins/motto").await.is(404);
    assert_eq!(admin.get("/api/tools/motto").await.body["name"], "Motto");
    assert_eq!(user.get("/api/tools/motto").await.body["name"], "Motto");
    app.stop().await;
}

/// The same server in plugin development mode.
pub async fn developing(app: TestApp, bundle: &TempDir) -> TestApp {
    let folder = bundle.path().to_owned();
    app.restart(|config| (config.bundle, config.plugin_development) = (Some(folder), true)).await
}

/// The same user at a restarted server.
pub fn again(app: &TestApp, client: &Client) -> Client {
    let mut again = app.visitor();
    (again.bearer, again.user_id) = (client.token.clone(), client.user_id.clone());
    again.token = client.token.clone();
    again
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_developers_may_work_on_plugins() {
    let bundle = bundle();
    let app = templates::app(&bundle, None).await;
    let (mut admin, mut user, partner) = (administrator(&app).await, anna(&app).await, partner());
    let to = target(&app);
    let dev = |key: &str| partner.types_with(&[(KEY, key)], &["dev", "motto", "--once", "--target", &to]);
    let (code, _, shown) = dev(&key(&mut user).await);
    assert!(code == 1 && shown.contains("[auth.forbidden]"), "{shown}");
    let (_, reader) = admin.key(json!({ "scopes": ["tools:read"] })).await;
    let (code, _, shown) = dev(reader.bearer.as_deref().expect("the key"));
    assert!(
        code == 1 && shown.contains("[keys.scope-missing]") && shown.contains("plugins:write"),
        "{shown}"
    );
    let (code, _, shown) = dev("");
    assert!(code == 1 && shown.contains("SITEWRIGHT_API_KEY"), "{shown}");
    let (code, _, shown) =
        partner.types_with(&[(KEY, "sw_x")], &["dev", "motto", "--once", "--target", "http://example.com"]);
    assert!(code == 1 && shown.contains("unencrypted"), "{shown}");
    let none: i64 = app.value("SELECT count(*) FROM plugin_developments").await;
    assert_eq!(none, 0);

    // In plugin development mode every user may.
    let app = developing(app, &bundle).await;
    let mut user = again(&app, &user);
    let secret = key(&mut user).await;
    let arguments = ["dev", "motto", "--once", "--target", &target(&app)];
    let (code, _, shown) = partner.types_with(&[(KEY, &secret)], &arguments);
    assert_eq!(code, 0, "{shown}");
    user.get("/api/tools/motto").await.is(200);
    app.stop().await;
}

#[test]
fn the_local_server_lends_a_key_that_is_deleted_afterwards() {
    let (data, partner) = (TempDir::new().expect("a folder"), partner());
    let (arguments, none) = (["dev", "motto", "--once"], TempDir::new().expect("a folder"));
    let dev = |data: &TempDir, more: &[&str]| {
        share_compiled_plugins(data.path());
        let mut command = partner.command(&[&arguments, more].concat());
        command.env("SITEWRIGHT_DATA", data.path());
        output(command)
    };
    let (done, _, shown) = dev(&none, &[]);
    assert!(!done && shown.contains("No server runs on the data folder"), "{shown}");

    let bundle = bundle();
    let mut command = sitewright(data.path());
    command.args(["serve"]).env("SITEWRIGHT_BUNDLE", bundle.path());
    let server = Server::start(command);
    let (done, _, shown) = dev(&data, &[]);
    assert!(!done && shown.contains("no such administrator"), "{shown}");
    assert!(output(create(data.path(), "ewa@example.com", &["--super-admin", "--token"])).0);
    let (done, printed, shown) = dev(&data, &["--account", "ewa@example.com"]);
    assert!(done, "{shown}");
    let address = server.line.strip_prefix("Serving ").expect(&server.line);
    assert!(printed.starts_with(&format!("motto 0.1.0  {address}/app/tools/motto  ")), "{printed}");
    drop(server);
    let keys = tokio::runtime::Runtime::new().expect("a runtime").block_on(async {
        let config =
            sitewright::platform::config::Config { data: data.path().to_owned(), ..Default::default() };
        let app = sitewright::open_quietly(config).await.expect("the data");
        let left: i64 = db::query_scalar("SELECT count(*) FROM api_keys")
            .fetch_one(app.db.read())
            .await
            .expect("a number");
        app.close().await;
        left
    });
    assert_eq!(keys, 0);
    let (done, _, shown) = dev(&data, &[]);
    assert!(
        !done && shown.contains("No server runs"),
        "what a server that ended left counts for nothing: {shown}"
    );
}
