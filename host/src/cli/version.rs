//! `sitewright version`

use std::sync::LazyLock;

use clap::Args;
use serde_json::json;

pub(super) const NUMBER: &str = env!("CARGO_PKG_VERSION");
/// Empty if unknown at build time.
const COMMIT: &str = env!("SITEWRIGHT_COMMIT");

/// Version and commit, in one line.
pub(super) static SHORT: LazyLock<String> = LazyLock::new(|| match COMMIT {
    "" => NUMBER.to_owned(),
    commit => format!("{NUMBER} ({commit})"),
});

#[derive(Args)]
pub(super) struct Version {
    /// Print JSON: version, commit, contract
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Version) -> anyhow::Result<()> {
    let contracts = sitewright_contract::VERSIONS;
    if arguments.json {
        let commit = Some(COMMIT).filter(|commit| !commit.is_empty());
        println!("{:#}", json!({ "version": NUMBER, "commit": commit, "contract": contracts }));
        return Ok(());
    }
    println!("sitewright {}", *SHORT);
    if COMMIT.is_empty() {
        println!("commit unknown: built without a repository, or for debugging");
    }
    println!("contract {}", contracts.join(", "));
    Ok(())
}
