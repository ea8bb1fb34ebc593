//! The rule packs among the installed plugins: they check sites, and are no tools.

use sitewright_engine::Plugin;
use sitewright_engine::rules::Pack;

use super::{Reach, Reader, Terms, Tools, guests_of, terms};
use crate::platform::prelude::*;

/// A rule pack that an account may use.
pub struct RulePack {
    pub id: String,
    pub version: String,
    pub plugin: Plugin,
}

impl RulePack {
    /// Its rules, with the texts of a language.
    pub async fn rules(&self, locale: Locale) -> Result<Arc<Pack>> {
        self.plugin.describe_rules(locale.tag()).await.map(Arc::new).map_err(Problem::internal)
    }
}

/// The rule packs that an account may use, in the order of their ids.
pub async fn packs_of(app: &App, account: &str) -> Result<Vec<RulePack>> {
    let Terms { plan, locks, .. } = terms(app, account).await?;
    let shelf = app.part::<Tools>().shelf();
    let guests = guests_of(app, &shelf, account).await?;
    let reader = Reader { account, plan: Some(plan), reach: Reach::Guest(&guests) };
    let mut packs = Vec::new();
    for tool in shelf.packs(reader) {
        if locks.of(&tool.id).is_none() && tool.closed().is_none() {
            let plugin = tool.code.plugin().await.map_err(Problem::internal)?;
            packs.push(RulePack { id: tool.id.clone(), version: tool.version.clone(), plugin });
        }
    }
    Ok(packs)
}

/// The rule packs that serve everyone, by id.
pub async fn packs_of_everyone(app: &App) -> Result<Vec<RulePack>> {
    let shelf = app.part::<Tools>().shelf();
    let mut packs = Vec::new();
    for tool in shelf.packs(Reader { account: "", plan: None, reach: Reach::Listed }) {
        let plugin = tool.code.plugin().await.map_err(Problem::internal)?;
        packs.push(RulePack { id: tool.id.clone(), version: tool.version.clone(), plugin });
    }
    Ok(packs)
}
