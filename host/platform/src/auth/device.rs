//! The device of a sign-in: the browser, and the network instead of the address.

use ipnet::IpNet;

use crate::error::Result;
use crate::http::visit;
use crate::libraries::*;

/// Longer user agents are cut.
const LONGEST_AGENT: usize = 300;

/// The text by which users distinguish their sessions.
#[derive(Debug, Clone, Default)]
pub struct Device {
    pub user_agent: Option<String>,
    pub network: Option<String>,
}

impl Device {
    /// Of the current request.
    pub fn of(parts: &Parts) -> Result<Self> {
        let agent = parts.headers.get(header::USER_AGENT).and_then(|agent| agent.to_str().ok());
        Ok(Self {
            user_agent: agent.map(|agent| agent.chars().take(LONGEST_AGENT).collect()),
            network: visit(parts)?.address.map(network),
        })
    }
}

/// The network of an address: enough to recognise one's own, too little to locate a user.
fn network(address: IpAddr) -> String {
    let address = address.to_canonical();
    let prefix = if address.is_ipv4() { 24 } else { 48 };
    IpNet::new(address, prefix).map_or_else(|_| String::new(), |net| net.trunc().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_kept_as_its_network() {
        for (address, expected) in [
            ("203.0.113.77", "203.0.113.0/24"),
            ("::ffff:203.0.113.77", "203.0.113.0/24"),
            ("2001:db8:1:2::3", "2001:db8:1::/48"),
        ] {
            assert_eq!(network(address.parse().expect("an address")), expected);
        }
    }
}
