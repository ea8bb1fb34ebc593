//! The interface `rules` of a rule pack: its description, and the checks of pages and of a site.
//!
//! What a pack returns is checked before the host sees it: a wrong finding is an error of the whole call, whose findings
//! are dropped.

mod crawl;
mod finding;
mod pack;

use serde_json::Value;
use sitewright_facts::{Batch, Tables};
use wasmtime::component::{ComponentExportIndex, ComponentType, InstancePre, Lower};

use crate::answer::Answer;
pub use crate::bindings::exports::sitewright::plugin::rules::Value as Placeholder;
pub use crate::bindings::exports::sitewright::plugin::rules::{Fix, Pack, Parameter, Rule, Scope};
pub use crate::bindings::sitewright::plugin::facts::{Evidence, Finding, Severity};
use crate::bindings::sitewright::plugin::types;
use crate::contract::{Context, Descriptor};
use crate::plugin::{Linked, Plugin, export, exports};
use crate::ports::{NoPorts, Ports};
use crate::prelude::*;
use crate::run::{Host, call_checked};
pub(crate) use crawl::SiteCheck;
pub use crawl::{Crawl, Question};

const RULES: &str = "sitewright:plugin/rules@0.1.0";

/// The page of a finding about the site as a whole.
pub const THE_SITE: u32 = u32::MAX;

type Called<T> = std::result::Result<T, RunError>;

/// A table as it is passed to a pack: its buffers are copied once, into the pack's memory.
#[derive(ComponentType, Lower)]
#[component(record)]
struct Passed<'a> {
    width: u32,
    cells: &'a [u32],
    text: &'a str,
}

type CheckPages<'a> = (&'a [Passed<'a>], &'a str);

/// The functions of the interface in a component.
pub(crate) struct RuleExports {
    describe: ComponentExportIndex,
    check_pages: ComponentExportIndex,
    check_site: ComponentExportIndex,
}

impl RuleExports {
    /// `None` if the component does not export `rules`.
    pub(crate) fn of(instance: &InstancePre<State>) -> std::result::Result<Option<Self>, InstallError> {
        if !exports(instance, RULES) {
            return Ok(None);
        }
        let describe = export::<(&str,), (Answer<Pack>,)>(instance, RULES, "describe")?;
        let check_pages = export::<CheckPages<'_>, (Answer<Vec<Finding>>,)>(instance, RULES, "check-pages")?;
        let check_site = export::<(&str,), SiteChecked>(instance, RULES, "check-site")?;
        Ok(Some(Self { describe, check_pages, check_site }))
    }
}

type SiteChecked = (Answer<std::result::Result<(), types::Failure>>,);

/// The findings of a call, and the CPU time of the pack.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Checked {
    /// The page of each is a row of the batch, or a number of the crawl or [`THE_SITE`]. The rows of evidence are those
    /// within the page.
    pub findings: Vec<Finding>,
    pub guest_cpu: Duration,
}

/// A pack with its settings for one audit. Cheap to clone.
#[derive(Clone)]
pub struct Checks {
    plugin: Plugin,
    pack: Arc<Pack>,
    settings: Arc<str>,
    ports: Arc<dyn Ports>,
}

impl Plugin {
    /// The rules of a pack with their texts; pure. They satisfy the contract, and their texts are plain.
    pub async fn describe_rules(&self, language: &str) -> Called<Pack> {
        let (plugin, language) = (self.clone(), language.to_owned());
        self.on_guest_threads(async move {
            let host = Host::of(NoPorts::speaking(&language));
            let describe = |linked: &Linked| linked.rules.as_ref().map(|rules| rules.describe);
            let check = |pack: Pack, _: &mut _| pack::check(&pack).map(|()| pack);
            let described = call_checked(&plugin, describe, &language, (&*language,), host, check);
            described.await.map(|(pack, _)| pack)
        })
        .await
        .and_then(|described| described)
    }

    /// The rules in each of these languages. The descriptions differ in their texts alone.
    pub async fn describe_rules_in<const N: usize>(&self, languages: [&str; N]) -> Called<[Pack; N]> {
        let packs =
            futures::future::try_join_all(languages.map(|language| self.describe_rules(language))).await?;
        if packs.iter().any(|pack| !pack::is_same(pack, &packs[0])) {
            return Err(malformed("description", "the rules are not the same in each language"));
        }
        packs.try_into().map_err(|_| RunError::Internal("a description is missing".to_owned()))
    }

    /// Prepares the checks of an audit. `pack` is the description in any language; `settings` is the JSON of the
    /// contract.
    pub fn checks(&self, pack: Arc<Pack>, settings: &str, context: Context) -> Checks {
        Checks { plugin: self.clone(), pack, settings: settings.into(), ports: NoPorts::within(context) }
    }
}

impl Checks {
    pub fn pack(&self) -> &Pack {
        &self.pack
    }

    /// Checks a batch of pages.
    pub async fn pages(&self, pages: Arc<Tables>) -> Called<Checked> {
        if self.plugin.loaded.shared.guests.is_here() {
            return self.check_pages(&pages.view()).await;
        }
        let checks = self.clone();
        let plugin = &self.plugin;
        plugin.on_guest_threads(async move { checks.check_pages(&pages.view()).await }).await?
    }

    async fn check_pages(&self, batch: &Batch<'_>) -> Called<Checked> {
        let tables: Vec<Passed<'_>> = self.pack.tables.iter().map(|name| passed(batch, name)).collect();
        let export = |linked: &Linked| linked.rules.as_ref().map(|rules| rules.check_pages);
        let first = batch.pages().next().map_or("", |page| page.url());
        let arguments: CheckPages<'_> = (&tables, &self.settings);
        let check = |findings: Vec<Finding>, _: &mut _| finding::of_pages(&self.pack, batch, findings);
        let host = Host::of(self.ports.clone());
        let (findings, figures) = call_checked(&self.plugin, export, first, arguments, host, check).await?;
        Ok(Checked { findings, guest_cpu: figures.guest_cpu })
    }

    /// Checks the site, once all of its pages are there.
    pub async fn site(&self, crawl: Arc<dyn Crawl>) -> Called<Checked> {
        let checks = self.clone();
        self.plugin.on_guest_threads(async move { checks.check_site(crawl).await }).await?
    }

    async fn check_site(&self, crawl: Arc<dyn Crawl>) -> Called<Checked> {
        let export = |linked: &Linked| linked.rules.as_ref().map(|rules| rules.check_site);
        let site = SiteCheck::new(crawl, self.pack.clone(), self.plugin.limits().site.findings);
        let host = Host { ports: self.ports.clone(), site: Some(site) };
        let check = |answer: std::result::Result<(), types::Failure>, _: &mut _| {
            answer.map_err(|failure| RunError::Failure(failure.into()))
        };
        let arguments = (&*self.settings,);
        let checked = call_checked(&self.plugin, export, "check-site", arguments, host, check);
        let ((), figures) = checked.await?;
        let findings = figures.site.map(SiteCheck::findings).unwrap_or_default();
        Ok(Checked { findings, guest_cpu: figures.guest_cpu })
    }
}

fn passed<'a>(batch: &Batch<'a>, name: &str) -> Passed<'a> {
    let view = batch.get(name).unwrap_or_default();
    Passed { width: view.width as u32, cells: view.cells, text: view.text }
}

/// What the host stores of a pack where it stores the form and the result of a tool.
pub(crate) fn descriptor(pack: Pack) -> Descriptor {
    let empty = || r#"{"type":"object","properties":{}}"#.to_owned();
    let Pack { name, summary, .. } = pack;
    Descriptor {
        name,
        summary,
        input: empty(),
        output: empty(),
        example: Value::Object(<_>::default()).to_string(),
    }
}

/// An error of what a pack returned.
fn malformed(part: &'static str, why: impl Into<String>) -> RunError {
    RunError::Malformed { part, why: why.into() }
}
