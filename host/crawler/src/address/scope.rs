//! Which hosts belong to a site.

use serde::{Deserialize, Serialize};
use url::{Host, Url};

/// The hosts that a crawl reads, seen from its first address. Both schemes belong to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scope {
    /// Only the host itself.
    Host,
    /// The host with and without `www.`.
    HostVariants,
    /// All hosts of the registrable domain, such as `shop.example.co.uk` for `example.co.uk`.
    Domain,
}

impl Scope {
    /// Whether an address belongs to the site of `start`.
    pub fn contains(self, start: &Url, url: &Url) -> bool {
        let (Some(home), Some(host)) = (start.host_str(), url.host_str()) else { return false };
        // A port that is not the scheme's own is a site of its own.
        if start.port() != url.port() {
            return false;
        }
        self.joins(home, host)
    }

    /// Whether two hosts belong to the same site.
    pub fn joins(self, home: &str, host: &str) -> bool {
        let domain = |host| if host_is_name(host) { psl::domain_str(host) } else { None };
        match self {
            Self::Host => home == host,
            Self::HostVariants => bare(home) == bare(host),
            Self::Domain => home == host || domain(home).is_some_and(|home| domain(host) == Some(home)),
        }
    }
}

fn host_is_name(host: &str) -> bool {
    !host.starts_with('[') && host.parse::<std::net::Ipv4Addr>().is_err()
}

fn bare(host: &str) -> &str {
    host.strip_prefix("www.").unwrap_or(host)
}

fn domain(url: &Url) -> Option<&str> {
    match url.host()? {
        Host::Domain(name) => psl::domain_str(name),
        _ => None,
    }
}

/// The registrable domain of an address, or its host if it has none.
pub fn site(url: &Url) -> &str {
    domain(url).or(url.host_str()).unwrap_or_default()
}

/// The server of an address: scheme, host and port. robots.txt and the pace apply to it.
pub fn origin(url: &Url) -> &str {
    &url[..url::Position::BeforePath]
}
