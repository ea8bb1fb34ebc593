//! The command line, called as a process.

mod audit;
pub mod dev;
mod publish;
mod recordings;
mod replay;
mod shops;
mod surface;
mod work;

use std::net::TcpListener;

use crate::prelude::*;

fn sitewright(data: &Path) -> Command {
    let mut command = program(data);
    command.env("SITEWRIGHT_LISTEN", "127.0.0.1:0").env("SITEWRIGHT_LOG", "warn");
    command
}

/// The command that creates an account.
pub fn create(data: &Path, email: &str, more: &[&str]) -> Command {
    let mut command = sitewright(data);
    command.args(["user", "create", "--email", email, "--name", "Ewa"]).args(more);
    command
}

fn output(mut command: Command) -> (bool, String, String) {
    let (code, printed, messages) = crate::util::output(&mut command);
    (code == 0, printed, messages)
}

/// A server in its own process; it ends with the test.
struct Server {
    child: Child,
    /// The line that it printed when it was ready.
    line: String,
}

impl Server {
    fn start(mut command: Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).spawn().expect("the program starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("its output")).read_line(&mut line).expect("a line");
        Self { child, line: line.trim().to_owned() }
    }

    fn serve(data: &TempDir) -> Self {
        let mut command = sitewright(data.path());
        command.arg("serve");
        Self::start(command)
    }

    fn client(&self) -> Client {
        let address = self.line.strip_prefix("Serving http://").expect(&self.line);
        Client::new(address.parse().expect("an address"))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[tokio::test]
async fn serve_prints_a_link_that_signs_in() {
    let data = TempDir::new().expect("a folder");
    let mut command = sitewright(data.path());
    command.args(["serve", "--login-link"]);
    let server = Server::start(command);
    let link = server.line.strip_prefix("Open http://").expect(&server.line);
    let (address, token) = link.split_once("/auth/one-time-login/").expect("address and token");

    let mut client = Client::new(address.parse().expect("an address"));
    client.post("/api/one-time-login/validate", json!({"token": token})).await.is(200);
    client.get("/api/user").await.has(json!({ "email": "admin@localhost", "role": "super-admin" }));
}

#[test]
fn two_servers_do_not_share_a_folder_or_a_port() {
    let data = TempDir::new().expect("a folder");
    let _server = Server::serve(&data);

    let mut second = sitewright(data.path());
    second.arg("serve");
    let (done, _, message) = output(second);
    assert!(!done && message.contains("another server uses the data folder"), "{message}");

    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let other = TempDir::new().expect("a folder");
    let mut third = sitewright(other.path());
    third.arg("serve").env("SITEWRIGHT_LISTEN", taken.local_addr().expect("an address").to_string());
    let (done, _, message) = output(third);
    assert!(!done && message.contains("is in use by another program"), "{message}");
    assert!(message.contains("SITEWRIGHT_LISTEN="), "the message says what to do: {message}");
}

#[test]
fn a_server_stops_gracefully_on_a_signal() {
    let data = TempDir::new().expect("a folder");
    let mut server = Server::serve(&data);
    let id = server.child.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &id]).status().expect("kill runs").success());
    assert!(server.child.wait().expect("it ends").success());
    assert!(!data.path().join("sitewright.db-wal").exists(), "the log was merged into the database");
}

#[tokio::test]
async fn user_create_makes_an_account_beside_a_running_server() {
    let data = TempDir::new().expect("a folder");
    let server = Server::serve(&data);

    let more = ["--password", "correct horse", "--admin", "--link"];
    let (done, printed, message) = output(create(data.path(), "Ewa@Example.com", &more));
    assert!(done, "{message}");
    assert!(printed.lines().nth(1).is_some_and(|line| line.starts_with("Open http")), "{printed}");

    let mut client = server.client();
    let signed_in =
        client.post("/login", json!({"email": "ewa@example.com", "password": "correct horse"})).await;
    assert_eq!(signed_in.body["user"]["role"], "admin", "{}", signed_in.body);
    assert_eq!(signed_in.body["user"]["id"], printed.lines().next().unwrap_or_default());
    assert_eq!(signed_in.body["user"]["words"]["left"], 10_000);
}

#[test]
fn errors_are_reported_by_option() {
    let data = TempDir::new().expect("a folder");
    let (done, _, message) = output(create(data.path(), "ewa", &["--password", "short"]));
    assert!(!done);
    assert!(message.contains("--email: Enter a valid email address."), "{message}");
    assert!(message.contains("--password: Use at least 8 characters."), "{message}");

    let mut serve = sitewright(data.path());
    serve.arg("serve").env("SITEWRIGHT_LISTEN", "everywhere");
    let (done, _, message) = output(serve);
    assert!(!done && message.contains("SITEWRIGHT_LISTEN must be an address with a port"), "{message}");
}

#[test]
fn migrate_makes_the_database_and_can_be_repeated() {
    let data = TempDir::new().expect("a folder");
    for _ in 0..2 {
        let mut migrate = sitewright(data.path());
        migrate.arg("migrate");
        let (done, printed, message) = output(migrate);
        assert!(done && printed.contains("is up to date"), "{printed}{message}");
    }
    assert!(data.path().join("sitewright.db").exists());
}

#[tokio::test]
async fn user_create_prints_a_token_for_scripts() {
    let data = TempDir::new().expect("a folder");
    let (created, printed, complaint) =
        output(create(data.path(), "ewa@example.com", &["--token", "--json"]));
    assert!(created, "{complaint}");
    let made: Value = serde_json::from_str(&printed).expect("JSON");
    assert_eq!(made["link"], json!(null));
    assert_eq!(made["token"].as_str().expect("a token").len(), 64);
}

#[tokio::test]
async fn q6_a_token_from_the_command_line_makes_keys_like_a_fresh_sign_in() {
    let data = TempDir::new().expect("a folder");
    let (created, printed, complaint) =
        output(create(data.path(), "ewa@example.com", &["--token", "--json"]));
    assert!(created, "{complaint}");
    let printed: Value = serde_json::from_str(&printed).expect("JSON");
    // The owner registers later.
    let place = db::Place::Sqlite(data.path().join("sitewright.db"));
    let db = db::Db::open(&place).await.expect("the database");
    let mut tx = db.write().await.expect("a transaction");
    db::query("UPDATE sessions SET confirmed_at = confirmed_at - 3600000, created_at = created_at - 3600000")
        .execute(&mut *tx)
        .await
        .expect("an hour passes");
    tx.commit().await.expect("kept");
    db.close().await;
    let server = Server::serve(&data);
    let mut client = server.client();
    client.bearer = printed["token"].as_str().map(str::to_owned);
    client.post("/api/keys", json!({"name": "script", "scopes": ["tools:read"]})).await.is(201);
}
