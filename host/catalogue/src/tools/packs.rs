//! The rule packs among the installed plugins: they check sites, and are no tools.

use futures::stream::{self, StreamExt as _, TryStreamExt as _};
use quick_cache::sync::Cache;
use sitewright_engine::Plugin;
use sitewright_engine::rules::Pack;

use super::{Reach, Reader, Terms, Tool, Tools, guests_of, terms};
use crate::platform::prelude::*;

/// Descriptions that are kept: some dozen packs in two languages, of more than one version.
const DESCRIBED: usize = 200;

/// The descriptions of packs by the digest of their component and the language. Every list of findings needs all of them.
pub(super) type Descriptions = Arc<Cache<(String, Locale), Arc<Pack>>>;

pub(super) fn descriptions() -> Descriptions {
    Arc::new(Cache::new(DESCRIBED))
}

/// A rule pack that an account may use.
pub struct RulePack {
    pub id: String,
    pub plugin: Plugin,
    descriptions: Descriptions,
}

impl RulePack {
    async fn of(tools: &Tools, tool: &Tool) -> Result<Self> {
        let plugin = tool.code.plugin().await.map_err(Problem::internal)?;
        Ok(Self { id: tool.id.clone(), plugin, descriptions: tools.packs.clone() })
    }

    /// A pack that is not installed.
    pub fn given(tools: &Tools, id: &str, plugin: &Plugin) -> Self {
        Self { id: id.to_owned(), plugin: plugin.clone(), descriptions: tools.packs.clone() }
    }

    /// Its rules, with the texts of a language.
    pub async fn rules(&self, locale: Locale) -> Result<Arc<Pack>> {
        let key = (self.plugin.digest().to_owned(), locale);
        let describe = async { self.plugin.describe_rules(locale.tag()).await.map(Arc::new) };
        self.descriptions.get_or_insert_async(&key, describe).await.map_err(Problem::internal)
    }
}

/// The rule packs that an account may use, in the order of their ids.
pub async fn packs_of(app: &App, account: &str) -> Result<Vec<RulePack>> {
    let Terms { plan, locks, .. } = terms(app, account).await?;
    let tools = app.part::<Tools>();
    let shelf = tools.shelf();
    let guests = guests_of(app, &shelf, account).await?;
    let reader = Reader { account, plan: Some(plan), reach: Reach::Guest(&guests) };
    let mut packs = Vec::new();
    for tool in shelf.packs(reader) {
        if locks.of(&tool.id).is_none() && tool.closed().is_none() {
            packs.push(RulePack::of(tools, tool).await?);
        }
    }
    Ok(packs)
}

/// The rule packs that serve everyone, by id. Those that were never compiled are compiled side by side.
pub async fn packs_of_everyone(tools: &Tools) -> Result<Vec<RulePack>> {
    let shelf = tools.shelf();
    let packs = shelf.packs(Reader { account: "", plan: None, reach: Reach::Listed });
    let packs: Vec<Arc<Tool>> = packs.into_iter().cloned().collect();
    let at_once = std::thread::available_parallelism().map_or(1, usize::from);
    let packs = packs.into_iter().map(|tool| async move { RulePack::of(tools, &tool).await });
    stream::iter(packs).buffered(at_once).try_collect().await
}
