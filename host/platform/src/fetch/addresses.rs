//! Which addresses the server may call for users: the public internet and nothing else.

use std::io;

use futures::FutureExt as _;
use ipnet::IpNet;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use sitewright_crawler::fetch::is_public;

use crate::libraries::*;

/// Networks, for a setting.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Networks(Vec<IpNet>);

impl Networks {
    /// Whether the server may call an address: a public one, or one of these networks.
    pub fn allow(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.contain(address) || is_public(address)
    }

    /// Parses `10.0.0.0/8, 127.0.0.1`; `None` if a part is not a network.
    pub fn parse(list: &str) -> Option<Self> {
        let parts = list.split(',').map(str::trim).filter(|part| !part.is_empty());
        parts
            .map(|part| part.parse().or_else(|_| part.parse::<IpAddr>().map(IpNet::from)).ok())
            .collect::<Option<_>>()
            .map(Self)
    }

    fn contain(&self, address: IpAddr) -> bool {
        self.0.iter().any(|network| network.contains(&address))
    }
}

impl fmt::Display for Networks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let networks: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&networks.join(", "))
    }
}

/// The allowed addresses: public ones and the exceptions in the settings.
#[derive(Debug, Clone)]
pub(super) struct Reach(pub Arc<Networks>);

impl Reach {
    pub fn allows(&self, address: IpAddr) -> bool {
        self.0.allow(address)
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
        Box::pin(async move {
            let allowed: Vec<SocketAddr> = found
                .await?
                .into_iter()
                .filter(|found| reach.allows(*found))
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
        assert_eq!(Networks::parse("10.0.0.0/33"), None);
        assert_eq!(Networks::parse("everything"), None);
    }
}
