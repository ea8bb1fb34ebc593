//! The address of the socket, if it differs from the page's.

use axum::http::{HeaderMap, Uri, header};

use crate::app::App;

/// An address of the socket that differs from the page's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SocketAddress {
    pub tls: bool,
    pub host: String,
    pub port: u16,
}

impl SocketAddress {
    /// The form used in the content security policy and in URLs.
    pub fn origin(&self) -> String {
        let Self { tls, host, port } = self;
        format!("{}://{host}:{port}", if *tls { "wss" } else { "ws" })
    }

    fn parse(url: &str) -> Option<Self> {
        let url: Uri = url.parse().ok()?;
        let tls = matches!(url.scheme_str()?, "wss" | "https");
        let host = url.host().filter(|host| is_sane(host))?.to_owned();
        Some(Self { tls, host, port: url.port_u16().unwrap_or(if tls { 443 } else { 80 }) })
    }
}

/// The address of the socket for the client with these headers; `None` if it is the page's.
pub fn socket_address(app: &App, headers: &HeaderMap) -> Option<SocketAddress> {
    if !app.config.realtime {
        return None;
    }
    if let Some(url) = &app.config.realtime_url {
        return SocketAddress::parse(url);
    }
    // A page over HTTPS may not open an unencrypted socket; the proxy forwards sockets at the page's address.
    let behind_tls = app.config.has_secure_cookies()
        || app.config.public_url.as_ref().is_some_and(|url| url.starts_with("https:"));
    let port = *app.socket_port.get()?;
    let host = host_name(headers)?.to_owned();
    (!behind_tls).then_some(SocketAddress { tls: false, host, port })
}

/// The host of a request, without the port.
pub fn host_name(headers: &HeaderMap) -> Option<&str> {
    let host = headers.get(header::HOST)?.to_str().ok()?;
    let name = match host.rfind(']') {
        Some(end) => &host[..=end],
        None => host.split(':').next().unwrap_or_default(),
    };
    is_sane(name).then_some(name)
}

/// The name is written into a header and into JSON.
fn is_sane(host: &str) -> bool {
    !host.is_empty()
        && host
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b':' | b'[' | b']'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_host(host: &str) -> Option<String> {
        let headers = HeaderMap::from_iter([(header::HOST, host.parse().expect("a header"))]);
        host_name(&headers).map(str::to_owned)
    }

    #[test]
    fn the_port_is_removed_and_invalid_hosts_are_refused() {
        assert_eq!(of_host("example.com:8080").as_deref(), Some("example.com"));
        assert_eq!(of_host("[::1]:8080").as_deref(), Some("[::1]"));
        assert_eq!(of_host("a; script-src *"), None);
    }

    #[test]
    fn an_address_is_read() {
        let address = SocketAddress::parse("wss://ws.example.com:2087").expect("an address");
        assert_eq!(address.origin(), "wss://ws.example.com:2087");
        assert_eq!(SocketAddress::parse("https://ws.example.com").map(|address| address.port), Some(443));
        assert_eq!(SocketAddress::parse("ws.example.com"), None);
    }
}
