//! Which addresses the server may call for users: the public internet and nothing else.

use std::io;

use futures::FutureExt as _;
use ipnet::IpNet;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use sitewright_crawler::fetch::is_public;

use crate::libraries::*;

/// Networks and hosts, for a setting. A host may have any address: its entry in DNS decides which.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Networks {
    networks: Vec<IpNet>,
    /// In lower case.
    hosts: Vec<String>,
}

impl Networks {
    /// Whether the server may call an address: a public one, or one of these networks.
    pub fn allow(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.contain(address) || is_public(address)
    }

    /// The same for an address of a host, which may be one of these hosts.
    pub fn allow_at(&self, host: &str, address: IpAddr) -> bool {
        self.hosts.iter().any(|allowed| allowed.eq_ignore_ascii_case(host)) || self.allow(address)
    }

    /// Parses `10.0.0.0/8, 127.0.0.1, wiki.example.com`; `None` if a part is neither a network nor the name of a host with a
    /// dot.
    pub fn parse(list: &str) -> Option<Self> {
        let mut parsed = Self::default();
        for part in list.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            match part.parse().or_else(|_| part.parse::<IpAddr>().map(IpNet::from)) {
                Ok(network) => parsed.networks.push(network),
                Err(_) if is_name(part) => parsed.hosts.push(part.to_ascii_lowercase()),
                Err(_) => return None,
            }
        }
        Some(parsed)
    }

    fn contain(&self, address: IpAddr) -> bool {
        self.networks.iter().any(|network| network.contains(&address))
    }
}

/// Whether a text is the name of a host with a dot. A word without one is rather a mistake, and figures are an address.
fn is_name(text: &str) -> bool {
    let is_label = |label: &str| {
        !label.is_empty() && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    let last = text.rsplit('.').next().unwrap_or_default();
    text.contains('.') && text.split('.').all(is_label) && last.bytes().any(|byte| byte.is_ascii_alphabetic())
}

impl fmt::Display for Networks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let networks = self.networks.iter().map(ToString::to_string);
        let all: Vec<String> = networks.chain(self.hosts.iter().cloned()).collect();
        f.write_str(&all.join(", "))
    }
}

/// The allowed addresses: public ones and the exceptions in the settings.
#[derive(Debug, Clone)]
pub(super) struct Reach(pub Arc<Networks>);

impl Reach {
    pub fn allows(&self, address: IpAddr) -> bool {
        self.0.allow(address)
    }

    pub fn allows_at(&self, host: &str, address: IpAddr) -> bool {
        self.0.allow_at(host, address)
    }

    /// Whether the settings name the address.
    pub fn names(&self, address: IpAddr) -> bool {
        self.0.contain(address.to_canonical())
    }
}

/// Names with their addresses, for a setting.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Names(Vec<(String, IpAddr)>);

impl Names {
    /// The addresses of a name: those of the settings, and DNS for all other names.
    pub fn addresses(&self, name: &str) -> BoxFuture<'static, io::Result<Vec<IpAddr>>> {
        self.look_up(name)
    }

    /// Parses `shop.internal=10.0.0.5, mail.internal=10.0.0.6`; `None` if a part is not such a pair.
    pub fn parse(list: &str) -> Option<Self> {
        let parts = list.split(',').map(str::trim).filter(|part| !part.is_empty());
        let pair = |part: &str| {
            let (name, address) = part.split_once('=')?;
            Some((name.trim().to_ascii_lowercase(), address.trim().parse().ok()?))
        };
        parts.map(pair).collect::<Option<_>>().map(Self)
    }
}

impl fmt::Display for Names {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pairs: Vec<String> = self.0.iter().map(|(name, address)| format!("{name}={address}")).collect();
        f.write_str(&pairs.join(", "))
    }
}

/// Resolves a name to addresses.
pub(super) trait LookUp: Send + Sync {
    fn look_up(&self, name: &str) -> BoxFuture<'static, io::Result<Vec<IpAddr>>>;
}

impl LookUp for Names {
    /// The settings first, and DNS for all other names.
    fn look_up(&self, name: &str) -> BoxFuture<'static, io::Result<Vec<IpAddr>>> {
        let known: Vec<IpAddr> =
            self.0.iter().filter(|(known, _)| known == name).map(|(_, address)| *address).collect();
        let name = name.to_owned();
        async move {
            if !known.is_empty() {
                return Ok(known);
            }
            Ok(tokio::net::lookup_host((name, 0)).await?.map(|found| found.ip()).collect())
        }
        .boxed()
    }
}

/// Resolves names and returns only allowed addresses to the connection: the checked address is the one that is
/// called.
pub(super) struct GuardedLookUp {
    pub reach: Reach,
    pub names: Arc<dyn LookUp>,
}

impl Resolve for GuardedLookUp {
    fn resolve(&self, name: Name) -> Resolving {
        let (reach, found) = (self.reach.clone(), self.names.look_up(name.as_str()));
        let host = name.as_str().to_owned();
        Box::pin(async move {
            let allowed: Vec<SocketAddr> = found
                .await?
                .into_iter()
                .filter(|found| reach.allows_at(&host, *found))
                .map(|found| SocketAddr::new(found, 0))
                .collect();
            if allowed.is_empty() {
                return Err(NotPublic.into());
            }
            Ok(Box::new(allowed.into_iter()) as Addrs)
        })
    }
}

/// The name has only addresses that are not allowed.
#[derive(Debug)]
pub(super) struct NotPublic;

impl fmt::Display for NotPublic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name resolves to an address that is not public")
    }
}

impl std::error::Error for NotPublic {}

#[cfg(test)]
mod tests {
    use super::*;

    fn reach(exceptions: &str) -> Reach {
        Reach(Arc::new(Networks::parse(exceptions).expect("networks")))
    }

    #[test]
    fn only_public_addresses_are_reached() {
        let reach = reach("");
        for public in ["8.8.8.8", "193.0.0.1", "2606:4700::1111", "64:ff9b::808:808", "2002:808:808::1"] {
            assert!(reach.allows(public.parse().expect("an address")), "{public}");
        }
        let others = "0.0.0.0 10.1.2.3 100.64.0.1 127.0.0.1 127.8.8.8 169.254.169.254 172.31.0.1 192.0.0.8 \
            192.168.1.1 198.18.0.1 203.0.113.9 224.0.0.1 255.255.255.255 :: ::1 ::ffff:10.0.0.1 \
            ::ffff:127.0.0.1 ::7f00:1 fe80::1 fec0::1 fd00::1 ff02::1 64:ff9b::a00:1 64:ff9b:1::808:808 \
            2002:7f00:1:: 2001::1 2001:db8::1";
        for other in others.split(' ') {
            assert!(!reach.allows(other.parse().expect("an address")), "{other}");
        }
    }

    #[test]
    fn exceptions_are_networks_or_addresses() {
        let reach = reach("10.0.0.0/8, 127.0.0.1,::1");
        for allowed in ["10.9.9.9", "127.0.0.1", "::ffff:127.0.0.1", "::1"] {
            assert!(reach.allows(allowed.parse().expect("an address")), "{allowed}");
        }
        assert!(!reach.allows("127.0.0.2".parse().expect("an address")));
        for wrong in
            ["10.0.0.0/33", "everything", "10.0.0.256", "https://wiki.example.com", "*.example.com", "a..b"]
        {
            assert_eq!(Networks::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn an_allowed_host_may_have_any_address_and_other_hosts_may_not() {
        let reach = reach("10.0.0.0/8, Wiki.Example.com");
        let private = "192.168.1.5".parse().expect("an address");
        assert!(reach.allows_at("wiki.example.com", private));
        for other in ["example.com", "a.wiki.example.com", "wiki.example.com.evil.test", "192.168.1.5"] {
            assert!(!reach.allows_at(other, private), "{other}");
        }
        assert!(!reach.allows(private), "the address itself is not allowed");
        assert!(reach.allows_at("example.com", "10.1.2.3".parse().expect("an address")));
        assert_eq!(reach.0.to_string(), "10.0.0.0/8, wiki.example.com");
    }
}
