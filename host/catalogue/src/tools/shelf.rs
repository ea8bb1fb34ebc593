//! The catalogue at one moment: which version of each tool serves which accounts. A reference to a tool keeps exactly
//! that version. The catalogue is replaced as a whole, but copies share their content, so that changing one plugin of
//! ten thousand costs as much as one of ten.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use imbl::{HashMap, OrdMap};
use sha2::{Digest as _, Sha256};

use super::{Guest, Guests, Reach, Tool};
use crate::platform::locale::Locale;

/// The publisher of built-in tools.
const OURS: &str = "sitewright";

/// A position in display order: by category, then by name, then by id.
pub(super) type Place = (usize, String, String);

/// Versions of tools. Cheap to clone.
#[derive(Clone, Default)]
pub struct Shelf {
    /// By the id of the tool.
    plugins: HashMap<String, Arc<Versions>>,
    packages: HashMap<String, Arc<Tool>>,
    developments: Developments,
    /// Publisher names by id.
    publishers: Arc<BTreeMap<String, String>>,
    /// Number of unlisted tools.
    unlisted: usize,
    /// A version of each tool in display order, by `Locale as usize`.
    order: [OrdMap<Place, Arc<Tool>>; 2],
}

/// The versions of a tool that are in use.
#[derive(Default)]
pub struct Versions {
    /// The version that serves everyone.
    pub current: Option<Arc<Tool>>,
    /// The version in rollout.
    pub staged: Option<Staged>,
    /// All versions from packages.
    pub packages: Vec<Arc<Tool>>,
    /// Whether the lists omit it.
    pub unlisted: bool,
}

/// Versions in development, by account and tool id.
pub type Developments = HashMap<String, BTreeMap<String, Arc<Tool>>>;

/// A version in rollout.
pub struct Staged {
    pub tool: Arc<Tool>,
    pub audience: Audience,
}

/// The account that requests a tool.
#[derive(Debug, Clone, Copy)]
pub struct Reader<'a> {
    pub account: &'a str,
    /// Its plan, if known; see [`Shelf::asks_for_plan`].
    pub plan: Option<i64>,
    /// The unlisted tools that it has access to.
    pub reach: Reach<'a>,
}

impl Shelf {
    /// Replaces the versions of a tool.
    pub fn put(&mut self, id: &str, versions: Versions) {
        if let Some(old) = self.plugins.remove(id) {
            self.unlisted -= usize::from(old.unlisted);
            for digest in old.packages.iter().filter_map(|tool| tool.package.as_deref()) {
                self.packages.remove(digest);
            }
            for (tool, locale) in old.placed() {
                self.order[locale as usize].remove(&tool.place(locale));
            }
        }
        for tool in &versions.packages {
            self.packages.extend(tool.package.clone().map(|digest| (digest, tool.clone())));
        }
        for (tool, locale) in versions.placed() {
            self.order[locale as usize].insert(tool.place(locale), tool.clone());
        }
        if versions.any().is_some() || !versions.packages.is_empty() {
            self.unlisted += usize::from(versions.unlisted);
            self.plugins.insert(id.to_owned(), Arc::new(versions));
        }
    }

    /// Replaces the versions in development.
    pub fn put_developments(&mut self, developments: Developments) {
        self.developments = developments;
    }

    /// Sets the publisher names by id.
    pub fn put_publishers(&mut self, names: BTreeMap<String, String>) {
        self.publishers = Arc::new(names);
    }

    /// The name of a publisher, or its id if it is not registered, which is possible only for versions in
    /// development.
    pub fn publisher_name<'a>(&'a self, id: &'a str) -> &'a str {
        match id {
            OURS => "Sitewright",
            _ => self.publishers.get(id).map_or(id, String::as_str),
        }
    }

    pub fn developments(&self) -> &Developments {
        &self.developments
    }

    /// Whether this is the account's version in development.
    pub fn is_development(&self, account: &str, tool: &Arc<Tool>) -> bool {
        self.own(account).and_then(|own| own.get(&tool.id)).is_some_and(|own| Arc::ptr_eq(own, tool))
    }

    fn own(&self, account: &str) -> Option<&BTreeMap<String, Arc<Tool>>> {
        if self.developments.is_empty() { None } else { self.developments.get(account) }
    }

    /// The versions of a tool.
    pub fn versions(&self, id: &str) -> Option<&Versions> {
        self.plugins.get(id).map(Arc::as_ref)
    }

    /// The version of a tool that serves everyone.
    pub fn current(&self, id: &str) -> Option<&Arc<Tool>> {
        self.versions(id)?.current.as_ref()
    }

    /// The versions from packages that are in use, by digest.
    pub fn packages(&self) -> &HashMap<String, Arc<Tool>> {
        &self.packages
    }

    /// The version of a tool that serves this account. Rule packs are for administrators and [`Self::packs`].
    pub fn find(&self, id: &str, reader: Reader<'_>) -> Option<&Arc<Tool>> {
        let is_shown = |tool: &&Arc<Tool>| !tool.is_pack() || matches!(reader.reach, Reach::All);
        self.version(id, reader).filter(is_shown)
    }

    fn version(&self, id: &str, reader: Reader<'_>) -> Option<&Arc<Tool>> {
        if let Some(tool) = self.own(reader.account).and_then(|own| own.get(id)) {
            return Some(tool);
        }
        let versions = self.versions(id)?;
        if versions.unlisted && !reader.reach.includes(id) {
            return None;
        }
        match &versions.staged {
            Some(staged) if staged.audience.includes(id, reader) => Some(&staged.tool),
            _ => versions.current.as_ref(),
        }
    }

    /// A version of a tool for display: the one that serves everyone, or else the one in rollout.
    pub fn any(&self, id: &str) -> Option<&Arc<Tool>> {
        let own = || self.developments.values().find_map(|own| own.get(id));
        self.versions(id).and_then(Versions::any).or_else(own)
    }

    /// The name of a tool; its id if no version is in use.
    pub fn name_of(&self, id: &str, locale: Locale) -> String {
        self.any(id).map_or_else(|| id.to_owned(), |tool| tool.text(locale).name.clone())
    }

    /// A version of every tool, in display order.
    pub fn all(&self, locale: Locale) -> impl Iterator<Item = &Arc<Tool>> {
        self.order[locale as usize].values()
    }

    /// The accounts of a version in rollout; `None` without one.
    pub fn audience(&self, id: &str) -> Option<&Audience> {
        self.versions(id)?.staged.as_ref().map(|staged| &staged.audience)
    }

    /// Whether the plan of an account decides which version of the tool serves it.
    pub fn asks_for_plan(&self, id: &str) -> bool {
        let staged = self.versions(id).and_then(|versions| versions.staged.as_ref());
        staged.is_some_and(|staged| matches!(staged.audience, Audience::Plan(_)))
    }

    /// Whether the tool is unlisted.
    pub fn is_unlisted(&self, id: &str) -> bool {
        self.unlisted > 0 && self.versions(id).is_some_and(|versions| versions.unlisted)
    }

    /// Whether any tool is unlisted.
    pub fn has_unlisted(&self) -> bool {
        self.unlisted > 0
    }

    /// How an account got access to an unlisted tool.
    pub fn guest<'a>(&self, guests: &'a Guests, id: &str) -> Option<&'a Guest> {
        guests.get(id).filter(|_| self.is_unlisted(id))
    }

    /// The tools of this account, in display order; versions in development come first.
    pub fn of<'a>(&'a self, reader: Reader<'a>, locale: Locale) -> impl Iterator<Item = &'a Arc<Tool>> {
        let is_new = move |id: &str| self.versions(id).and_then(Versions::any).is_none();
        let new = self.own(reader.account).into_iter().flatten();
        let new = new.filter(move |(id, tool)| is_new(id) && !tool.is_pack());
        let known = self.order[locale as usize].values();
        let known = known.filter_map(move |tool| self.find(&tool.id, reader));
        new.map(|(_, tool)| tool).chain(known)
    }

    /// The rule packs of this account, by id, in the versions that serve it. Whether its plan includes them is not
    /// considered.
    pub fn packs<'a>(&'a self, reader: Reader<'a>) -> Vec<&'a Arc<Tool>> {
        let own = self.own(reader.account).into_iter().flatten().map(|(id, _)| id.as_str());
        let known = self.order[Locale::En as usize].values().map(|tool| tool.id.as_str());
        let ids: std::collections::BTreeSet<&str> = own.chain(known).collect();
        ids.into_iter().filter_map(|id| self.version(id, reader)).filter(|tool| tool.is_pack()).collect()
    }
}

/// The content in a deterministic order, for comparing two catalogues.
impl fmt::Debug for Shelf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plugins: std::collections::BTreeMap<_, _> = self.plugins.iter().collect();
        let packages: std::collections::BTreeMap<_, _> = self.packages.iter().collect();
        f.debug_struct("Shelf")
            .field("plugins", &plugins)
            .field("packages", &packages)
            .field("order", &self.order)
            .finish()
    }
}

impl Versions {
    fn any(&self) -> Option<&Arc<Tool>> {
        self.current.as_ref().or_else(|| self.staged.as_ref().map(|staged| &staged.tool))
    }

    /// The display order in each language.
    fn placed(&self) -> impl Iterator<Item = (&Arc<Tool>, Locale)> {
        self.any().into_iter().flat_map(|tool| Locale::ALL.map(|locale| (tool, locale)))
    }
}

impl fmt::Debug for Versions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut packages: Vec<_> = self.packages.iter().collect();
        packages.sort_by_key(|tool| &tool.package);
        let staged = self.staged.as_ref().map(|staged| (&staged.tool, &staged.audience));
        f.debug_struct("Versions")
            .field("current", &self.current)
            .field("staged", &staged)
            .field("packages", &packages)
            .field("unlisted", &self.unlisted)
            .finish()
    }
}

/// The accounts that get a version first.
#[derive(Debug, Clone, PartialEq)]
pub enum Audience {
    /// One account.
    Account(String),
    /// The accounts of a plan.
    Plan(i64),
    /// This percentage of accounts, always the same ones for a plugin.
    Percent(u8),
}

impl Audience {
    pub fn includes(&self, id: &str, reader: Reader<'_>) -> bool {
        match self {
            Self::Account(account) => account == reader.account,
            Self::Plan(plan) => reader.plan == Some(*plan),
            Self::Percent(percent) => share_of(id, reader.account) < *percent,
        }
    }
}

/// The percentile of an account, from 0: different for each plugin, so that new versions do not always hit the same
/// users, and constant for a plugin, so that no user switches back and forth.
fn share_of(id: &str, account: &str) -> u8 {
    let hash = Sha256::new().chain_update(id).chain_update([0]).chain_update(account).finalize();
    let mut first = [0; 8];
    first.copy_from_slice(&hash[..8]);
    u8::try_from(u64::from_be_bytes(first) % 100).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::super::Reach;
    use super::*;

    fn includes(audience: &Audience, account: &str, plan: Option<i64>) -> bool {
        audience.includes("slogan", Reader { account, plan, reach: Reach::Listed })
    }

    #[test]
    fn a_stage_serves_its_accounts() {
        let me = Audience::Account("ewa".to_owned());
        assert!(includes(&me, "ewa", None) && !includes(&me, "jan", None));
        let plan = Audience::Plan(2);
        assert!(includes(&plan, "jan", Some(2)) && !includes(&plan, "jan", Some(1)));
        assert!(!includes(&plan, "jan", None));
    }

    #[test]
    fn a_percentage_is_met_and_only_grows() {
        let accounts: Vec<String> = (0..2_000).map(|number| format!("account-{number}")).collect();
        let reached = |percent: u8| -> Vec<&String> {
            let audience = Audience::Percent(percent);
            accounts.iter().filter(|account| includes(&audience, account, None)).collect()
        };
        assert_eq!((reached(0).len(), reached(100).len()), (0, accounts.len()));
        let (few, many) = (reached(10), reached(50));
        assert!((140..260).contains(&few.len()), "{}", few.len());
        assert!((900..1_100).contains(&many.len()), "{}", many.len());
        assert!(few.iter().all(|account| many.contains(account)));
        // Another plugin has different accounts.
        let other = accounts.iter().filter(|account| share_of("motto", account) < 10);
        assert!(other.filter(|account| few.contains(account)).count() < few.len() / 2);
    }
}
