//! Tests of a rule pack with the sites in its files `checks/ID.toml`: `[[breaks]]` are sites that break the rule, and
//! `[[holds]]` sites that nearly do. Each is served over HTTP and HTTPS on loopback and crawled as in an audit; then the
//! pack checks it. A rule must be found on exactly the pages that `found` lists, and on no page of a site that holds.
//!
//! ```ignore
//! #[test]
//! fn sites() {
//!     sitewright_check_sites::run(&crate::PACK, env!("CARGO_MANIFEST_DIR"));
//! }
//! ```
//!
//! All differences of a pack are printed together. The variable `CHECK` limits the test to one rule, and prints the facts
//! of its sites if `FACTS` is set.
//!
//! - Sites: [`Site`](file::Site) and [`Page`](file::Page) describe what a file may contain
//! - Hosts: only those that the site lists have an address, and only the schemes that it lists answer
//! - `given`: the data of connected services, see [`given`]

mod certificates;
mod compare;
mod crawled;
mod file;
mod given;
mod native;
mod server;
mod words;

use std::path::Path;

use futures::StreamExt as _;
use sitewright_sdk::rules::Pack;

pub use compare::{Difference, Found, Rule, compare};
pub use crawled::{Crawled, crawl};
pub use file::{Case, Check, Site, checks, checks_of_rules};

/// Sites that are crawled at the same time.
const AT_ONCE: usize = 8;

/// Crawls and checks the sites of the pack in this folder. Panics with all differences.
pub fn run(pack: &'static Pack, folder: &str) {
    let chosen = std::env::var("CHECK").ok();
    let all = checks(&Path::new(folder).join("checks")).unwrap_or_else(|why| panic!("{why}"));
    let checks: Vec<Check> =
        all.into_iter().filter(|check| chosen.as_ref().is_none_or(|chosen| *chosen == check.id)).collect();
    assert!(!checks.is_empty(), "the pack has no such check");
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    let runtime = runtime.expect("a runtime starts");
    let cases: Vec<_> = checks.iter().flat_map(Check::cases).collect();
    let count = cases.len();
    let results = futures::stream::iter(cases).map(|case| async move {
        let differences = native::differences(pack, &case).await;
        let lines: Vec<String> = differences.iter().map(ToString::to_string).collect();
        (!lines.is_empty()).then(|| format!("{case}\n    {}", lines.join("\n    ")))
    });
    let differences: Vec<String> =
        runtime.block_on(results.buffered(AT_ONCE).filter_map(|result| async { result }).collect());
    assert!(
        differences.is_empty(),
        "{} of {count} sites differ:\n{}",
        differences.len(),
        differences.join("\n")
    );
}
