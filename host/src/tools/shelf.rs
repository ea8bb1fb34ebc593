//! The catalogue of one moment: which version of each tool serves whom. It is never changed, only replaced as a whole,
//! so whoever holds a tool of it keeps that very version.

use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
};

use sha2::{Digest as _, Sha256};

use super::Tool;
use crate::locale::Locale;

/// Versions of tools.
pub struct Shelf {
    tools: BTreeMap<String, Arc<Tool>>,
    staged: HashMap<String, Staged>,
    packages: HashMap<String, Arc<Tool>>,
    /// A version of each tool in the order of the screen, by `Locale as usize`.
    order: [Vec<Arc<Tool>>; 2],
}

/// A version on its way to everybody.
pub struct Staged {
    pub tool: Arc<Tool>,
    pub audience: Audience,
}

/// Whom a version serves first.
#[derive(Debug, Clone, PartialEq)]
pub enum Audience {
    /// One account.
    Account(String),
    /// The accounts of a plan.
    Plan(i64),
    /// So many of a hundred accounts, always the same ones for a plugin.
    Percent(u8),
}

/// Who asks for a tool.
#[derive(Debug, Clone, Copy)]
pub struct Reader<'a> {
    pub account: &'a str,
    /// Its plan, where it is known; see [`Shelf::asks_for_plan`].
    pub plan: Option<i64>,
}

impl Shelf {
    /// `tools`: the version of each that serves everybody. `staged`: the version of a tool that serves some before all
    /// others, by the id of the tool. `packages`: every version that came in a package and is in use, by the digest of
    /// the package.
    pub fn new(
        tools: BTreeMap<String, Arc<Tool>>,
        staged: HashMap<String, Staged>,
        packages: HashMap<String, Arc<Tool>>,
    ) -> Self {
        let new = staged.iter().filter(|(id, _)| !tools.contains_key(*id)).map(|(_, staged)| &staged.tool);
        let all: Vec<Arc<Tool>> = tools.values().chain(new).cloned().collect();
        let order = Locale::ALL.map(|locale| {
            let mut order = all.clone();
            order.sort_by(|one, other| one.place(locale).cmp(&other.place(locale)));
            order
        });
        Self { tools, staged, packages, order }
    }

    /// The versions that serve everybody, by id.
    pub fn tools(&self) -> &BTreeMap<String, Arc<Tool>> {
        &self.tools
    }

    /// The versions that came in packages and are in use, by the digest of the package.
    pub fn packages(&self) -> &HashMap<String, Arc<Tool>> {
        &self.packages
    }

    /// The version of a tool that serves this account.
    pub fn find(&self, id: &str, reader: Reader<'_>) -> Option<&Arc<Tool>> {
        if !self.staged.is_empty()
            && let Some(staged) = self.staged.get(id)
            && staged.audience.includes(id, reader)
        {
            return Some(&staged.tool);
        }
        self.tools.get(id)
    }

    /// A version of a tool to show it by: the one that serves everybody, or else the one that serves some.
    pub fn any(&self, id: &str) -> Option<&Arc<Tool>> {
        self.tools.get(id).or_else(|| self.staged.get(id).map(|staged| &staged.tool))
    }

    /// Whether the plan of an account decides which version of the tool serves it.
    pub fn asks_for_plan(&self, id: &str) -> bool {
        let asks = |staged: &Staged| matches!(staged.audience, Audience::Plan(_));
        !self.staged.is_empty() && self.staged.get(id).is_some_and(asks)
    }

    /// The tools as this account has them, in the order of the screen.
    pub fn of<'a>(&'a self, reader: Reader<'a>, locale: Locale) -> impl Iterator<Item = &'a Arc<Tool>> {
        self.order[locale as usize].iter().filter_map(move |tool| self.find(&tool.id, reader))
    }
}

impl Audience {
    fn includes(&self, id: &str, reader: Reader<'_>) -> bool {
        match self {
            Self::Account(account) => account == reader.account,
            Self::Plan(plan) => reader.plan == Some(*plan),
            Self::Percent(percent) => share_of(id, reader.account) < *percent,
        }
    }
}

/// Where an account stands among a hundred, from 0: another place for each plugin, so that it is not always the same
/// people who try what is new, and always the same place for a plugin, so that nobody is sent to and fro.
fn share_of(id: &str, account: &str) -> u8 {
    let hash = Sha256::new().chain_update(id).chain_update([0]).chain_update(account).finalize();
    let mut first = [0; 8];
    first.copy_from_slice(&hash[..8]);
    u8::try_from(u64::from_be_bytes(first) % 100).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn includes(audience: &Audience, account: &str, plan: Option<i64>) -> bool {
        audience.includes("slogan", Reader { account, plan })
    }

    #[test]
    fn a_stage_reaches_whom_it_names() {
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
        // Another plugin is tried by others.
        let other = accounts.iter().filter(|account| share_of("motto", account) < 10);
        assert!(other.filter(|account| few.contains(account)).count() < few.len() / 2);
    }
}
