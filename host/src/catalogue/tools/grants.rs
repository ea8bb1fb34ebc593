//! Egress that a tool's manifest allows, with display texts.

use serde::Deserialize;
use sitewright_engine::Permission;
use sitewright_package::{HostPattern, Manifest};

use crate::platform::locale::{Locale, Params};

/// The hosts that a tool may call, and the kinds of connections that it may use.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Grants {
    pub hosts: Vec<HostPattern>,
    pub connections: Vec<String>,
}

impl From<&Manifest> for Grants {
    fn from(manifest: &Manifest) -> Self {
        Self { hosts: manifest.hosts.clone(), connections: manifest.connections.clone() }
    }
}

impl Grants {
    /// Parses the stored JSON manifest, which may be older than grants.
    pub fn stored(manifest: Option<&str>) -> Self {
        #[derive(Default, Deserialize)]
        #[serde(default)]
        struct Stored {
            hosts: Vec<String>,
            connections: Vec<String>,
        }
        let stored: Option<Stored> = manifest.and_then(|json| serde_json::from_str(json).ok());
        let Stored { hosts, connections } = stored.unwrap_or_default();
        Self { hosts: hosts.iter().filter_map(|host| HostPattern::parse(host)).collect(), connections }
    }

    /// Whether these are a subset of `those`.
    pub fn are_within(&self, those: &Self) -> bool {
        self.hosts.iter().all(|host| those.hosts.contains(host))
            && self.connections.iter().all(|kind| those.connections.contains(kind))
    }

    /// What a permission means for this tool, in the reader's language.
    pub(super) fn title(&self, permission: Permission, locale: Locale) -> String {
        let key = format!("tools.permission.{}", permission.name());
        if permission != Permission::Http {
            return locale.say(&key, &Params::new());
        }
        let mut reached: Vec<String> = self.hosts.iter().map(ToString::to_string).collect();
        if !self.connections.is_empty() {
            let kinds = Params::from_iter([("kinds".to_owned(), self.connections.join(", ").into())]);
            reached.push(locale.say("tools.own-connections", &kinds));
        }
        locale.say(&key, &Params::from_iter([("hosts".to_owned(), reached.join(", ").into())]))
    }
}
