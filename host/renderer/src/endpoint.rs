//! Where the browser listens.

use std::str::FromStr;
use std::time::Duration;

use serde::Deserialize;
use sitewright_crawler::render::Unrendered;
use url::Url;

/// How long the browser may take to say where its socket is.
const PATIENCE: Duration = Duration::from_secs(3);

/// The address of a browser: of its DevTools server, such as `http://127.0.0.1:9222`, or of the socket itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endpoint(Url);

impl FromStr for Endpoint {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let url = Url::parse(text).ok().filter(|url| matches!(url.scheme(), "http" | "ws") && url.has_host());
        url.map(Self)
            .ok_or("an address such as http://127.0.0.1:9222 or ws://127.0.0.1:9222/devtools/browser/…")
    }
}

#[derive(Deserialize)]
struct Version {
    #[serde(rename = "webSocketDebuggerUrl")]
    socket: Url,
}

impl Endpoint {
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// The host and port to connect to.
    pub(crate) fn server(&self) -> String {
        let (host, port) = (self.0.host_str().unwrap_or_default(), self.0.port_or_known_default());
        format!("{host}:{}", port.unwrap_or(80))
    }

    /// The address of the socket. The browser names itself as the request does, which is not where it is reached.
    pub(crate) async fn socket(&self) -> Result<Url, Unrendered> {
        if self.0.scheme() == "ws" {
            return Ok(self.0.clone());
        }
        self.ask().await.ok_or(Unrendered::Unconnected)
    }

    async fn ask(&self) -> Option<Url> {
        let client = reqwest::Client::builder().no_proxy().timeout(PATIENCE);
        let client = client.redirect(reqwest::redirect::Policy::none()).build().ok()?;
        let asked = client.get(self.0.join("/json/version").ok()?);
        // The browser refuses names, as a page could use one to reach it, but not this one.
        let answer = asked.header(reqwest::header::HOST, "localhost").send().await.ok()?;
        let mut socket = answer.json::<Version>().await.ok()?.socket;
        socket.set_scheme("ws").ok()?;
        socket.set_host(Some("localhost")).ok()?;
        Some(socket)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_endpoint_is_an_address_without_tls() {
        for (text, server) in [
            ("http://127.0.0.1:9222", Some("127.0.0.1:9222")),
            ("ws://chromium/devtools/browser/a", Some("chromium:80")),
            ("http://[::1]:9222/", Some("[::1]:9222")),
            ("https://chromium", None),
            ("chromium:9222", None),
        ] {
            let endpoint = text.parse::<Endpoint>().ok();
            assert_eq!(endpoint.map(|endpoint| endpoint.server()).as_deref(), server, "{text}");
        }
    }
}
