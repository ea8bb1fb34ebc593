//! Servers of language models on this machine, for a setting.

use std::fmt;

/// Names and base addresses of servers that may run on this machine.
#[derive(Debug, Clone, PartialEq)]
pub struct LocalServers(pub Vec<LocalServer>);

/// One of them.
#[derive(Debug, Clone, PartialEq)]
pub struct LocalServer {
    /// The program, such as `ollama`.
    pub name: String,
    /// The base URL without a path.
    pub url: String,
}

impl LocalServers {
    /// Parses `ollama=http://127.0.0.1:11434, vllm=http://127.0.0.1:8000`; `None` if a part is not such a pair.
    pub fn parse(list: &str) -> Option<Self> {
        let parts = list.split(',').map(str::trim).filter(|part| !part.is_empty());
        let server = |part: &str| {
            let (name, url) = part.split_once('=')?;
            let url = reqwest::Url::parse(url.trim()).ok()?;
            let is_base =
                matches!(url.scheme(), "http" | "https") && url.path() == "/" && url.query().is_none();
            let name = name.trim().to_owned();
            let url = url.as_str().trim_end_matches('/').to_owned();
            (is_base && !name.is_empty()).then_some(LocalServer { name, url })
        };
        parts.map(server).collect::<Option<_>>().map(Self)
    }
}

impl Default for LocalServers {
    /// The usual ports of the usual programs.
    fn default() -> Self {
        let usual = [("ollama", 11_434), ("lm-studio", 1_234), ("llama.cpp", 8_080), ("vllm", 8_000)];
        let server = |(name, port): (&str, u16)| LocalServer {
            name: name.to_owned(),
            url: format!("http://127.0.0.1:{port}"),
        };
        Self(usual.into_iter().map(server).collect())
    }
}

impl fmt::Display for LocalServers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pairs: Vec<String> =
            self.0.iter().map(|server| format!("{}={}", server.name, server.url)).collect();
        f.write_str(&pairs.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::LocalServers;

    #[test]
    fn servers_are_listed_with_their_addresses() {
        let usual = LocalServers::default();
        assert_eq!(LocalServers::parse(&usual.to_string()), Some(usual));
        assert_eq!(LocalServers::parse("").map(|none| none.0.len()), Some(0));
        for wrong in ["ollama", "=http://a", "a=ftp://b", "a=http://b/v1"] {
            assert_eq!(LocalServers::parse(wrong), None, "{wrong}");
        }
    }
}
