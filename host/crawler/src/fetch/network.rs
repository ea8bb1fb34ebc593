//! Which addresses of the network may be called. They are checked after a name is resolved, for each connection, so that
//! a name that changes its address cannot lead into a private network.

use std::fmt;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;

use futures::future::BoxFuture;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use url::{Host, Url};

use super::{Failure, FailureKind};

/// The network as the crawl may use it.
pub trait Network: Send + Sync {
    /// Whether an address may be called for a host. The host is in lower case.
    fn allows(&self, host: &str, address: IpAddr) -> bool;

    /// Whether a port may be called. Those below 1024 other than the web's are mail and the like.
    fn allows_port(&self, port: u16) -> bool {
        port >= 1024 || matches!(port, 80 | 443)
    }

    /// The addresses of a name. The port 0 stands for that of the request.
    fn look_up(&self, name: &str) -> BoxFuture<'static, io::Result<Vec<SocketAddr>>> {
        let name = name.to_owned();
        Box::pin(async move { Ok(tokio::net::lookup_host((name, 0)).await?.collect()) })
    }
}

/// The public internet, and the private addresses of the hosts that an administrator has allowed.
#[derive(Debug, Clone, Default)]
pub struct PublicNetwork {
    /// Hosts in lower case: names, or addresses without brackets.
    pub private_hosts: Vec<String>,
}

impl Network for PublicNetwork {
    fn allows(&self, host: &str, address: IpAddr) -> bool {
        is_public(address) || self.private_hosts.iter().any(|allowed| allowed == host)
    }
}

/// Whether an address belongs to the public internet.
pub fn is_public(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

/// According to the registry of special addresses (RFC 6890 and its successors).
fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    !(address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_documentation()
        || a == 0
        || (a == 100 && (64..128).contains(&b))
        || (a == 192 && b == 0 && c == 0)
        || (a == 192 && b == 88 && c == 99)
        || (a == 198 && (18..20).contains(&b))
        || a >= 224)
}

/// Only 2000::/3 is public, without the ranges that embed an IPv4 address or are reserved.
fn is_public_v6(address: Ipv6Addr) -> bool {
    let [a, b, c, d, .., e, f] = address.segments();
    let embedded =
        |high: u16, low: u16| is_public_v4(Ipv4Addr::from((u32::from(high) << 16) | u32::from(low)));
    match (a, b) {
        // NAT64: an IPv4 host as seen from an IPv6-only network.
        (0x64, 0xff9b) => (c, d) == (0, 0) && embedded(e, f),
        // 6to4.
        (0x2002, _) => embedded(b, c),
        (0x2001, 0..0x200) | (0x2001, 0xdb8) | (0x3fff, 0..0x1000) => false,
        _ => (a & 0xe000) == 0x2000,
    }
}

/// Checks what can be checked before a name is resolved: the port, and an address in place of a name.
pub(super) fn check(network: &dyn Network, url: &Url) -> Result<(), Failure> {
    let host = url.host().filter(|_| matches!(url.scheme(), "http" | "https"));
    let address = match host.ok_or_else(|| Failure::invalid("not an address of the web"))? {
        Host::Domain(_) => None,
        Host::Ipv4(address) => Some(IpAddr::V4(address)),
        Host::Ipv6(address) => Some(IpAddr::V6(address)),
    };
    let is_allowed =
        address.is_none_or(|address| network.allows(&address.to_string(), address.to_canonical()));
    if is_allowed && url.port_or_known_default().is_some_and(|port| network.allows_port(port)) {
        Ok(())
    } else {
        Err(Failure::new(FailureKind::AddressDenied, "the address is not public"))
    }
}

/// Resolves names, and returns only allowed addresses to the connection: the checked address is the one that is called.
pub(super) struct Guarded(pub Arc<dyn Network>);

impl Resolve for Guarded {
    fn resolve(&self, name: Name) -> Resolving {
        let network = self.0.clone();
        Box::pin(async move {
            let host = name.as_str().to_ascii_lowercase();
            let found = network.look_up(&host).await.map_err(Unresolved::Failed)?;
            if found.is_empty() {
                return Err(Unresolved::Nothing.into());
            }
            let allowed: Vec<SocketAddr> = found
                .into_iter()
                .filter(|address| network.allows(&host, address.ip().to_canonical()))
                .collect();
            if allowed.is_empty() {
                return Err(Unresolved::Denied.into());
            }
            Ok(Box::new(allowed.into_iter()) as Addrs)
        })
    }
}

/// Why a name has no address to call.
#[derive(Debug)]
pub(super) enum Unresolved {
    Failed(io::Error),
    Nothing,
    Denied,
}

impl fmt::Display for Unresolved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Failed(error) => write!(f, "the name cannot be resolved: {error}"),
            Self::Nothing => f.write_str("the name has no address"),
            Self::Denied => f.write_str("the name resolves to an address that is not public"),
        }
    }
}

impl std::error::Error for Unresolved {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_public_addresses_are_called() {
        for public in ["8.8.8.8", "193.0.0.1", "2606:4700::1111", "64:ff9b::808:808", "2002:808:808::1"] {
            assert!(is_public(public.parse().expect("an address")), "{public}");
        }
        let others = "0.0.0.0 10.1.2.3 100.64.0.1 127.0.0.1 127.8.8.8 169.254.169.254 172.31.0.1 192.0.0.8 \
            192.168.1.1 198.18.0.1 203.0.113.9 224.0.0.1 255.255.255.255 :: ::1 ::ffff:10.0.0.1 \
            ::ffff:127.0.0.1 ::7f00:1 fe80::1 fec0::1 fd00::1 ff02::1 64:ff9b::a00:1 64:ff9b:1::808:808 \
            2002:7f00:1:: 2001::1 2001:db8::1";
        for other in others.split(' ') {
            assert!(!is_public(other.parse().expect("an address")), "{other}");
        }
    }

    #[test]
    fn addresses_in_place_of_names_are_checked_too() {
        let network = PublicNetwork { private_hosts: vec!["127.0.0.2".to_owned()] };
        for (url, allowed) in [
            ("http://8.8.8.8/", true),
            ("http://8.8.8.8:25/", false),
            ("http://127.0.0.1/", false),
            ("http://2130706433/", false),
            ("http://127.0.0.2:8080/", true),
            ("http://[::ffff:127.0.0.1]/", false),
            ("ftp://8.8.8.8/", false),
        ] {
            assert_eq!(check(&network, &Url::parse(url).expect("a URL")).is_ok(), allowed, "{url}");
        }
    }
}
