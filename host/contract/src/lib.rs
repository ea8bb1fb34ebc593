//! The names of the contract in `wit/plugin.wit`, in one place. The engine uses them to grant what a component
//! imports, and the package reader uses them to report imports that the host would refuse.

use serde::{Serialize, Serializer};

/// The prefix of the names of the contract's interfaces.
pub const PACKAGE: &str = "sitewright:plugin/";

/// The contract, whose functions are those that a component may import.
const CONTRACT: &str = include_str!("../../../wit/plugin.wit");

/// The interfaces that only have types.
pub const TYPES: [&str; 3] = ["facts", "system", "types"];

/// The supported versions of the contract, each with all of its patch releases.
pub const VERSIONS: [&str; 1] = ["0.1"];

/// A permission of a plugin. A plugin has exactly the permissions that its component imports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Permission {
    /// Reads the data of the run: language, project, brand kit, time.
    Context,
    /// Calls the language model, which costs words.
    Model,
    /// Reports the progress of the run.
    Progress,
    /// Sends requests to the hosts in the manifest and to the hosts of the user's connections.
    Http,
    /// Queries search engines, through the provider that the host has connected.
    Search,
    /// Stores data for the project.
    Store,
    /// Reads public web pages.
    Web,
    /// Reads the crawl of a site audit.
    Crawl,
}

impl Permission {
    pub const ALL: [Permission; 8] = [
        Permission::Context,
        Permission::Model,
        Permission::Progress,
        Permission::Http,
        Permission::Search,
        Permission::Store,
        Permission::Web,
        Permission::Crawl,
    ];

    /// The permissions of every generator, unless its manifest overrides them.
    pub const OF_GENERATORS: [Permission; 3] = [Permission::Context, Permission::Model, Permission::Progress];

    /// The permissions that call systems outside the run. Each call is counted.
    pub const EGRESS: [Permission; 4] =
        [Permission::Http, Permission::Search, Permission::Store, Permission::Web];

    /// The name of the interface in the contract.
    pub fn name(self) -> &'static str {
        match self {
            Permission::Context => "context",
            Permission::Model => "model",
            Permission::Progress => "progress",
            Permission::Http => "http",
            Permission::Search => "search",
            Permission::Store => "store",
            Permission::Web => "web",
            Permission::Crawl => "crawl",
        }
    }

    /// Finds the permission by the name of its interface.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|permission| permission.name() == name)
    }

    /// Whether the interface has this function, by `wit/plugin.wit`.
    pub fn has(self, function: &str) -> bool {
        let interface =
            CONTRACT.split_once(&format!("\ninterface {} {{\n", self.name())).map(|(_, rest)| rest);
        let body = interface.and_then(|rest| rest.split_once("\n}")).map_or("", |(body, _)| body);
        body.lines()
            .any(|line| line.trim_start().split_once(": func(").is_some_and(|(name, _)| name == function))
    }
}

impl Serialize for Permission {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// Splits `sitewright:plugin/model@0.1.0` into `model` and `0.1.0`; `None` for a name outside the contract.
pub fn interface(name: &str) -> Option<(&str, &str)> {
    name.strip_prefix(PACKAGE)?.split_once('@')
}

/// Whether a version, such as `0.1.0`, is one of [`VERSIONS`].
pub fn is_known(version: &str) -> bool {
    VERSIONS.iter().any(|known| version.strip_prefix(known).is_some_and(|rest| rest.starts_with('.')))
}

#[cfg(test)]
mod tests {
    use super::{Permission, interface, is_known};

    #[test]
    fn names_are_split() {
        assert_eq!(interface("sitewright:plugin/model@0.1.0"), Some(("model", "0.1.0")));
        assert_eq!(interface("wasi:io/streams@0.2.0"), None);
        assert!(is_known("0.1.0") && is_known("0.1.17"));
        assert!(!is_known("0.10.0") && !is_known("0.1") && !is_known("1.0.1"));
    }

    #[test]
    fn a_permission_is_known_by_its_interface() {
        for permission in Permission::ALL {
            assert_eq!(Permission::named(permission.name()), Some(permission));
        }
        assert_eq!(Permission::named("types"), None);
    }

    #[test]
    fn functions_are_those_of_the_contract() {
        assert!(Permission::Context.has("now") && Permission::Model.has("complete-all"));
        assert!(Permission::Store.has("get") && Permission::Web.has("read"));
        assert!(
            !Permission::Web.has("get") && !Permission::Web.has("") && !Permission::Context.has("project")
        );
    }
}
