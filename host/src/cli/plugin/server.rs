//! The client of a running server, for the plugin commands.

use reqwest::{Client, Method, RequestBuilder, Response, StatusCode, header};

use crate::cli::failure;
use crate::cli::prelude::*;

/// Checking a package may take as long as its examples.
const PATIENCE: Duration = Duration::from_secs(120);

/// The server and its API key.
#[derive(Args)]
pub(super) struct ServerArgs {
    /// The server, such as https://sitewright.example.com
    #[arg(long, env = "SITEWRIGHT_TARGET")]
    pub target: Option<String>,
    /// An API key of the server with the scope plugins:write, created in the settings; prefer the
    /// environment variable, because other programs can read arguments
    #[arg(long, env = "SITEWRIGHT_API_KEY", hide_env_values = true)]
    pub key: Option<String>,
}

impl ServerArgs {
    /// The named server; `None` without one.
    pub fn named(&self, language: Locale) -> anyhow::Result<Option<Server>> {
        let Some(target) = &self.target else { return Ok(None) };
        let key = self.key.as_deref().unwrap_or_default();
        if key.is_empty() {
            bail!(Text::key("cli.key-missing").fail(language));
        }
        Server::new(target, key, language).map(Some)
    }

    /// The named server, or an error.
    pub fn expect(&self, language: Locale) -> anyhow::Result<Server> {
        self.named(language)?.with_context(|| Text::key("cli.target-missing").fail(language))
    }
}

/// A server with an API key.
pub(super) struct Server {
    base: Url,
    key: String,
    client: Client,
    language: Locale,
}

/// A server's refusal.
#[derive(Debug, Default, Deserialize, thiserror::Error)]
#[serde(default)]
#[error("{message}")]
pub(super) struct Refusal {
    #[serde(skip)]
    pub status: u16,
    message: String,
    code: String,
    errors: BTreeMap<String, Vec<String>>,
}

/// A server's response, with its refusal apart from other errors.
pub(super) fn answered<T>(answer: anyhow::Result<T>) -> anyhow::Result<Result<T, Refusal>> {
    match answer {
        Ok(answer) => Ok(Ok(answer)),
        Err(error) => error.downcast().map(Err),
    }
}

/// A reason of a refusal.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Reason {
    pub code: String,
    pub place: String,
    pub message: String,
}

/// A version that the server accepted for development.
#[derive(Debug, Deserialize)]
pub(super) struct Taken {
    pub plugin: String,
    pub version: String,
    pub page: String,
    pub notes: Vec<Reason>,
}

/// The result of a server's preflight.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Verdict {
    pub digest: String,
    pub ok: bool,
    pub problems: Vec<Reason>,
    pub version: Option<String>,
    pub known: Option<String>,
    pub more: Vec<String>,
    pub newer: bool,
}

/// A package that was submitted.
#[derive(Debug, Deserialize)]
pub(super) struct Sent {
    pub id: String,
    pub digest: String,
    pub state: String,
    pub problems: Vec<Reason>,
}

/// A package that was installed.
#[derive(Debug, Deserialize)]
pub(super) struct Installed {
    pub digest: String,
    pub state: String,
}

impl Server {
    pub fn new(target: &str, key: &str, language: Locale) -> anyhow::Result<Self> {
        let base: Url = target.parse().with_context(|| format!("{target} is not a URL"))?;
        if !may_carry_a_key(&base) {
            bail!(Text::key("cli.target-in-clear").with("target", target).fail(language));
        }
        // Fails only if the process already has a provider, which works as well.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = Client::builder()
            .user_agent(concat!("sitewright/", env!("CARGO_PKG_VERSION")))
            // The key would be sent along.
            .redirect(reqwest::redirect::Policy::none())
            .timeout(PATIENCE)
            .build()?;
        Ok(Self { base, key: key.to_owned(), client, language })
    }

    /// A URL of the server.
    pub fn url(&self, path: &str) -> String {
        format!("{}{path}", self.base.as_str().trim_end_matches('/'))
    }

    /// Uploads a version in development, for the key's account only.
    pub async fn develop(&self, package: Vec<u8>) -> anyhow::Result<Taken> {
        self.send(self.posting("/api/development/plugins", package)).await
    }

    /// Reports to the open pages of the tool why there is no newer version.
    pub async fn report_errors(&self, plugin: &str, errors: &[String]) -> anyhow::Result<()> {
        let path = format!("/api/development/plugins/{plugin}/mistakes");
        self.ask(self.request(Method::PUT, &path).json(&json!({ "mistakes": errors }))).await.map(drop)
    }

    /// Deletes a version in development.
    pub async fn withdraw(&self, plugin: &str) -> anyhow::Result<()> {
        let request = self.request(Method::DELETE, &format!("/api/development/plugins/{plugin}"));
        self.ask(request).await.map(drop)
    }

    /// Requests a preflight of a package.
    pub async fn check(&self, package: Vec<u8>) -> anyhow::Result<Verdict> {
        self.send(self.posting("/api/development/checks", package)).await
    }

    /// Installs a package for a stage.
    pub async fn install(&self, package: Vec<u8>, stage: &str) -> anyhow::Result<Installed> {
        self.send(self.posting(&format!("/api/admin/plugins?stage={stage}"), package)).await
    }

    /// Uploads a package as a publisher.
    pub async fn upload(&self, package: Vec<u8>) -> anyhow::Result<Sent> {
        self.send(self.posting("/api/publisher/packages", package)).await
    }

    /// Submits an upload for review.
    pub async fn submit(&self, id: &str, note: Option<&str>) -> anyhow::Result<Sent> {
        let request = self.request(Method::POST, &format!("/api/publisher/packages/{id}/submit"));
        self.send(request.json(&json!({ "note": note }))).await
    }

    /// The ids of a page of the account's runs, latest first.
    pub async fn runs(&self, page: u32) -> anyhow::Result<Vec<String>> {
        #[derive(Deserialize)]
        struct Runs {
            data: Vec<Run>,
        }
        #[derive(Deserialize)]
        struct Run {
            id: String,
        }
        let path = format!("/api/runs?page={page}&per_page=100");
        let runs: Runs = self.send(self.request(Method::GET, &path)).await?;
        Ok(runs.data.into_iter().map(|run| run.id).collect())
    }

    /// Downloads bytes.
    pub async fn bytes(&self, path: &str) -> anyhow::Result<Vec<u8>> {
        Ok(self.ask(self.request(Method::GET, path)).await?.bytes().await?.to_vec())
    }

    fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let request = self.client.request(method, self.url(path)).bearer_auth(&self.key);
        request.header(header::ACCEPT_LANGUAGE, self.language.tag())
    }

    fn posting(&self, path: &str, package: Vec<u8>) -> RequestBuilder {
        let request = self.request(Method::POST, path);
        request.header(header::CONTENT_TYPE, "application/octet-stream").body(package)
    }

    async fn send<T: DeserializeOwned>(&self, request: RequestBuilder) -> anyhow::Result<T> {
        self.ask(request).await?.json().await.context("the response of the server")
    }

    /// A successful response; a refusal is an error.
    async fn ask(&self, request: RequestBuilder) -> anyhow::Result<Response> {
        let unreachable =
            || Text::key("cli.unreachable").with("target", self.base.as_str()).fail(self.language);
        let answer = request.send().await.with_context(unreachable)?;
        let status = answer.status();
        if status.is_success() {
            return Ok(answer);
        }
        let text = answer.text().await.unwrap_or_default();
        let mut refusal: Refusal = serde_json::from_str(&text).unwrap_or_default();
        refusal.status = status.as_u16();
        if refusal.message.is_empty() {
            let said = Text::key("cli.no-answer").with("target", self.base.as_str());
            refusal.message = said.with("status", status.as_u16()).say(self.language);
        }
        Err(refusal.into())
    }
}

impl Refusal {
    /// Whether the refusal has this status.
    pub fn is(&self, status: StatusCode) -> bool {
        self.status == status.as_u16()
    }

    /// Prints every reason with its place.
    pub fn print(&self) -> ExitCode {
        if failure::is_json() {
            let errors = (!self.errors.is_empty()).then(|| json!({ "errors": self.errors }));
            failure::print_error(&self.code, &self.message, errors.unwrap_or_default());
            return ExitCode::FAILURE;
        }
        self.lines().iter().for_each(|line| eprintln!("{line}"));
        ExitCode::FAILURE
    }

    /// Every reason with its place.
    pub fn lines(&self) -> Vec<String> {
        if self.errors.is_empty() {
            let code = if self.code.is_empty() { String::new() } else { format!(" [{}]", self.code) };
            return vec![format!("{}{code}", self.message)];
        }
        let of_place = |(place, messages): (&String, &Vec<String>)| -> Vec<String> {
            messages.iter().map(|message| format!("{place}: {message}")).collect()
        };
        self.errors.iter().flat_map(of_place).collect()
    }
}

impl Reason {
    /// The printed form.
    pub fn line(&self) -> String {
        let place = if self.place.is_empty() { String::new() } else { format!("{}: ", self.place) };
        format!("{place}{} [{}]", self.message, self.code)
    }
}

/// Whether the key is safe on the connection: over TLS, or on this machine.
fn may_carry_a_key(base: &Url) -> bool {
    let is_here = match base.host() {
        Some(url::Host::Ipv4(address)) => address.is_loopback(),
        Some(url::Host::Ipv6(address)) => address.is_loopback(),
        Some(url::Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        None => false,
    };
    base.scheme() == "https" || (base.scheme() == "http" && is_here)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_sent_only_over_safe_connections() {
        let may = |target: &str| may_carry_a_key(&target.parse().expect("an address"));
        assert!(may("https://example.com") && may("http://127.0.0.1:8080") && may("http://[::1]:8080"));
        assert!(may("http://localhost:8080"));
        assert!(!may("http://example.com") && !may("http://10.0.0.5") && !may("ftp://localhost"));
    }
}
