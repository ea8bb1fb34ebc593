//! Which URLs a plugin may call. Checked for the first URL and for each redirect, always on the parsed URL that is
//! also the one called, so that no second parser can disagree.

use std::sync::Arc;

use reqwest::Url;
use url::Host;

use super::{refused, shown, unavailable};
use crate::billing::plans::SharedCeilings;
use crate::catalogue::tools::Grants;
use crate::connections::Opened;
use crate::platform::config::HostPorts;
use crate::platform::error::{Problem, Result, refuse_if};
use crate::platform::fetch::Unread;

/// Parses a URL and checks that the plugin may call it.
pub(super) fn destination(
    text: &str,
    grants: &Grants,
    connections: &[Arc<Opened>],
    ports: &HostPorts,
) -> Result<Url> {
    let url = Url::parse(text).map_err(|_| refused("outside.not-an-address"))?;
    check(&url, grants, connections, ports)?;
    Ok(url)
}

/// Checks that the plugin may call this URL. IP addresses in any notation and names with a trailing dot are refused:
/// no manifest and no connection contains one.
pub(super) fn check(
    url: &Url,
    grants: &Grants,
    connections: &[Arc<Opened>],
    ports: &HostPorts,
) -> Result<()> {
    if !url.username().is_empty() || url.password().is_some() {
        return Err(refused("outside.credentials-in-address"));
    }
    let is_named = |host: &str| {
        grants.hosts.iter().any(|pattern| pattern.matches(host))
            || connections.iter().any(|connection| connection.host == host)
    };
    match url.host() {
        Some(Host::Domain(host)) if is_named(host) => {}
        _ => return Err(refused("outside.host-not-permitted").with("host", shown(host(url)))),
    }
    let is_open = match (url.scheme(), url.port_or_known_default()) {
        ("https", Some(443)) => true,
        ("http" | "https", Some(port)) => ports.contain(host(url), port),
        _ => false,
    };
    if is_open { Ok(()) } else { Err(refused("outside.not-encrypted").with("host", shown(host(url)))) }
}

/// Refuses a host of the manifest that the user's plan excludes, even if the user has a connection to it. A connected
/// host that no pattern of the manifest matches is not subject to the plan.
pub(super) fn expect_open(url: &Url, grants: &Grants, ceilings: &SharedCeilings) -> Result<()> {
    let Some((ceilings, open)) = ceilings.as_ref().and_then(|all| Some((all, all.hosts()?))) else {
        return Ok(());
    };
    let host = host(url);
    let mut meant = grants.hosts.iter().filter(|pattern| pattern.matches(host)).peekable();
    let is_open = meant.peek().is_none() || meant.any(|pattern| open.contains(&pattern.to_string()));
    refuse_if(!is_open, || ceilings.closed_host(&shown(host)))
}

/// The host for a message.
pub(super) fn host(url: &Url) -> &str {
    url.host_str().unwrap_or_default()
}

/// The reason why there is no response, with the host.
pub(super) fn unanswered(reason: &Unread, url: &Url) -> Problem {
    let problem = match reason {
        Unread::NotAnAddress => refused("outside.not-an-address"),
        Unread::Private => refused("outside.private"),
        Unread::Disallowed => refused("outside.page-disallowed"),
        Unread::NotAPage => unavailable("outside.page-not-html"),
        Unread::TimedOut => unavailable("outside.timed-out"),
        Unread::TooLarge(bytes) => return unavailable("outside.too-large").with("max_kb", bytes / 1024),
        Unread::Redirects => unavailable("outside.redirects"),
        Unread::Unreachable | Unread::NoTls | Unread::Status(_) => unavailable("outside.unreachable"),
    };
    problem.with("host", shown(host(url)))
}

#[cfg(test)]
mod tests {
    use sitewright_package::HostPattern;

    use super::*;

    fn checked(text: &str) -> String {
        let hosts =
            ["*.shoparena.pl", "api.example.com"].map(|host| HostPattern::parse(host).expect("a host"));
        let grants = Grants { hosts: hosts.to_vec(), connections: Vec::new() };
        let own = Opened { host: "sklep.example.pl".into(), ..Opened::default() };
        let ports = HostPorts::parse("api.example.com:8080").expect("a port");
        match destination(text, &grants, &[Arc::new(own)], &ports) {
            Ok(url) => url.to_string(),
            Err(problem) => problem.code().to_owned(),
        }
    }

    #[test]
    fn a_plugin_calls_the_hosts_of_its_manifest_and_of_its_connections() {
        for (text, url) in [
            ("https://lipa.shoparena.pl/x", "https://lipa.shoparena.pl/x"),
            ("https://LIPA.ShopArena.PL", "https://lipa.shoparena.pl/"),
            ("https://lipa.shoparena.pl:443/", "https://lipa.shoparena.pl/"),
            ("https://api.example.com/?a=b", "https://api.example.com/?a=b"),
            ("https://sklep.example.pl/", "https://sklep.example.pl/"),
            ("http://api.example.com:8080/", "http://api.example.com:8080/"),
            // Browsers accept backslashes and blanks; the parsed URL is checked and called.
            ("https:\\\\api.example.com\\a", "https://api.example.com/a"),
            (" https://api.exa\nmple.com/", "https://api.example.com/"),
        ] {
            assert_eq!(checked(text), url, "{text}");
        }
    }

    #[test]
    fn no_notation_hides_another_host() {
        for text in [
            "https://shoparena.pl/",
            "https://evil-shoparena.pl/",
            "https://a.b.shoparena.pl/",
            "https://lipa.shoparena.pl./",
            "https://lipa.shoparena.pl.evil.com/",
            "https://evil.com/lipa.shoparena.pl",
            "https://evil.com#.shoparena.pl",
            "https://evil.com?.shoparena.pl",
            "https://evil.com\\.shoparena.pl/",
            "https://lipa。shoparena.pl.evil.com/",
            // A Cyrillic а.
            "https://api.ex\u{430}mple.com/",
            "https://127.0.0.1/",
            "https://2130706433/",
            "https://0x7f.1/",
            "https://0177.0.0.1/",
            "https://[::1]/",
            "https://[::ffff:169.254.169.254]/",
            "https://169.254.169.254/latest/meta-data/",
            "https://localhost/",
        ] {
            assert_eq!(checked(text), "outside.host-not-permitted", "{text}");
        }
        for text in [
            "https://user@api.example.com/",
            "https://api.example.com@evil.com/",
            "https://:x@api.example.com/",
        ] {
            assert_eq!(checked(text), "outside.credentials-in-address", "{text}");
        }
        for text in [
            "http://api.example.com/",
            "https://api.example.com:8443/",
            "http://lipa.shoparena.pl:8080/",
            "ftp://api.example.com/",
            "ws://api.example.com/",
        ] {
            assert_eq!(checked(text), "outside.not-encrypted", "{text}");
        }
        for text in [
            "",
            "/x",
            "https://",
            "api.example.com",
            "https://exa mple.com/",
            "https://api.example.com:99999/",
        ] {
            assert_eq!(checked(text), "outside.not-an-address", "{text}");
        }
        assert_eq!(checked("file:///etc/passwd"), "outside.host-not-permitted");
        assert_eq!(checked("data:text/plain,x"), "outside.host-not-permitted");
    }
}
