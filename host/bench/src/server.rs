//! A separate server for each part: the release binary, an empty data folder, a free port.

use std::cell::OnceCell;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;
use tempfile::TempDir;

use crate::client::Client;

pub const BINARY: &str = "target/release/sitewright";
pub const EMAIL: &str = "bench@example.com";
pub const PASSWORD: &str = "a bench of its own";

pub struct Server {
    process: Child,
    pub address: String,
    pub token: String,
    pub started_in: Duration,
    // The folder must outlive the server.
    _data: Arc<TempDir>,
}

/// Data folder and settings; may be started more than once.
pub struct Setup {
    data: Arc<TempDir>,
    settings: Vec<(&'static str, String)>,
    is_administrator: bool,
    token: OnceCell<String>,
}

impl Setup {
    pub fn new() -> Result<Self> {
        ensure!(Path::new(BINARY).exists(), "{BINARY} is missing: run `make build`");
        let data = Arc::new(TempDir::new()?);
        Ok(Self { data, settings: Vec::new(), is_administrator: false, token: OnceCell::new() })
    }

    pub fn set(mut self, name: &'static str, value: impl ToString) -> Self {
        self.settings.push((name, value.to_string()));
        self
    }

    /// Makes the benchmark's account an administrator.
    pub fn of_administrator(mut self) -> Self {
        self.is_administrator = true;
        self
    }

    pub fn data(&self) -> &Path {
        self.data.path()
    }

    /// The setup of a further server on the same database: the data folder is its own.
    pub fn beside(&self) -> Result<Self> {
        let data = Arc::new(TempDir::new()?);
        Ok(Self { data, settings: self.settings.clone(), token: self.token.clone(), ..*self })
    }

    /// Starts the server and signs one account in.
    pub async fn start(&self) -> Result<Server> {
        let address = free_address()?;
        let begin = Instant::now();
        let process = self
            .command(&["serve"])
            .env("SITEWRIGHT_LISTEN", &address)
            .stdout(Stdio::null())
            .spawn()
            .with_context(|| format!("cannot start {BINARY}"))?;
        let mut server = Server {
            process,
            address,
            token: String::new(),
            started_in: Duration::ZERO,
            _data: self.data.clone(),
        };
        server.first_answer(begin).await?;
        server.started_in = begin.elapsed();
        // The server has stored the plan's allowance for new accounts.
        server.token = self.token()?.to_owned();
        Ok(server)
    }

    /// A bearer token of the benchmark's account, which has enough words for every load.
    fn token(&self) -> Result<&str> {
        if let Some(token) = self.token.get() {
            return Ok(token);
        }
        let token = self.account(EMAIL, self.is_administrator)?;
        Ok(self.token.get_or_init(|| token))
    }

    /// Creates an account and returns a bearer token of it.
    pub fn account(&self, email: &str, is_administrator: bool) -> Result<String> {
        let mut command = self.command(&["user", "create", "--name", "Bench", "--token", "--json"]);
        command.args(["--email", email, "--password", PASSWORD]);
        if is_administrator {
            command.arg("--admin");
        }
        let output = command.output()?;
        ensure!(output.status.success(), "user create: {output:?}");
        let user: Value = serde_json::from_slice(&output.stdout)?;
        Ok(user["token"].as_str().context("user create printed no token")?.to_owned())
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(BINARY);
        command
            .args(arguments)
            .env("SITEWRIGHT_DATA", self.data.path())
            .env("SITEWRIGHT_LOG", "warn")
            // The free plan takes this value when the server starts.
            .env("SITEWRIGHT_FREE_WORDS", "1000000000")
            // All sockets of the benchmark come from one address.
            .env("SITEWRIGHT_CONNECTIONS_PER_ADDRESS", "20000")
            .env_remove("RUST_BACKTRACE")
            .envs(self.settings.iter().map(|(name, value)| (*name, value)));
        command
    }
}

impl Server {
    pub async fn client(&self) -> Result<Client> {
        Client::connect(&self.address, Some(&self.token)).await
    }

    pub fn process_id(&self) -> u32 {
        self.process.id()
    }

    /// Kills the process as if the machine had failed.
    pub fn kill(&mut self) {
        // Killing fails only if the process has already ended.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }

    /// Resident set of the server process in MiB (2^20 bytes).
    pub fn resident_mb(&self) -> Result<f64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id()))?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).context("no VmRSS")?;
        let kib: f64 = line.split_whitespace().nth(1).context("no number in VmRSS")?.parse()?;
        Ok(kib / 1024.0)
    }

    async fn first_answer(&mut self, begin: Instant) -> Result<()> {
        loop {
            if let Some(status) = self.process.try_wait()? {
                bail!("the server ended at once: {status}");
            }
            if let Ok(mut client) = self.client().await
                && client.get("/readyz").await?.status.is_success()
            {
                return Ok(());
            }
            ensure!(begin.elapsed() < Duration::from_secs(60), "the server did not get ready in 60 s");
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}

fn free_address() -> Result<String> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?.to_string())
}

/// The bundle that `make build` made, with these plugins added.
pub fn bundle_with(guests: &[(&str, &str)]) -> Result<TempDir> {
    let folder = TempDir::new()?;
    copy_folder(Path::new("target/bundle"), folder.path())?;
    for (id, component) in guests {
        let plugin = folder.path().join("plugins").join(id);
        std::fs::create_dir_all(&plugin)?;
        let manifest = format!(
            "id = \"{id}\"\nversion = \"0.1.0\"\npublisher = \"bench\"\ncategory = \"content\"\nwords = 1\n\
             [ui]\nmodule = \"form\"\n"
        );
        std::fs::write(plugin.join("plugin.toml"), manifest)?;
        std::fs::copy(component, plugin.join("component.wasm"))
            .with_context(|| format!("{component} is missing: run `make guests`"))?;
    }
    Ok(folder)
}

fn copy_folder(from: &Path, to: &Path) -> Result<()> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let target: PathBuf = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_folder(&entry.path(), &target)?;
        } else {
            std::fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}
