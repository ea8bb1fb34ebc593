//! Hosts with ports, for a setting.

use std::fmt;

use reqwest::Url;

/// Hosts with ports.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct HostPorts(Vec<(String, u16)>);

impl HostPorts {
    /// Parses `shop.internal:8080, mail.internal:81`; `None` if a part is not such a pair.
    pub fn parse(list: &str) -> Option<Self> {
        let parts = list.split(',').map(str::trim).filter(|part| !part.is_empty());
        let pair = |part: &str| {
            let (host, port) = part.rsplit_once(':')?;
            let is_name = !host.is_empty() && !host.contains(['/', '@', ':']);
            is_name.then_some((host.to_ascii_lowercase(), port.parse().ok()?))
        };
        parts.map(pair).collect::<Option<_>>().map(Self)
    }

    pub fn contain(&self, host: &str, port: u16) -> bool {
        self.0.iter().any(|(known, at)| known == host && *at == port)
    }

    /// The port of a host; `None` if it is not listed.
    fn of(&self, host: &str) -> Option<u16> {
        self.0.iter().find(|(known, _)| known == host).map(|(_, port)| *port)
    }

    /// The address at which a server that stands in for the host of `url` is reached without TLS; else `url`.
    pub fn stand_in(&self, url: &Url) -> Url {
        let mut there = url.clone();
        let port = self.of(url.host_str().unwrap_or_default());
        if let ("https", None, Some(port)) = (url.scheme(), url.port(), port) {
            // Both succeed for an address with a host.
            let _ = there.set_scheme("http");
            let _ = there.set_port(Some(port));
        }
        there
    }
}

impl fmt::Display for HostPorts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pairs: Vec<String> = self.0.iter().map(|(host, port)| format!("{host}:{port}")).collect();
        f.write_str(&pairs.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::HostPorts;

    #[test]
    fn hosts_are_listed_with_their_ports() {
        let ports = HostPorts::parse("Shop.internal:8080, b.internal:81").expect("pairs");
        assert!(ports.contain("shop.internal", 8080) && ports.contain("b.internal", 81));
        assert!(!ports.contain("shop.internal", 81) && !ports.contain("internal", 8080));
        assert_eq!(HostPorts::parse(&ports.to_string()), Some(ports));
        for wrong in ["shop.internal", "shop.internal:", ":80", "http://shop.internal:80", "a:99999"] {
            assert_eq!(HostPorts::parse(wrong), None, "{wrong}");
        }
    }
}
