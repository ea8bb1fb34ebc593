//! The filter of tools.

use crate::catalogue::tools::{Audience, Shelf, Tool};
use crate::platform::prelude::*;

/// The rollout stage of a tool's newest version.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = MatrixStage)]
pub(super) enum Stage {
    /// One administrator tries it.
    Me,
    /// The accounts of one plan have it.
    Plan,
    /// A percentage of all accounts has it.
    Percent,
    /// Everyone has it.
    All,
}

impl Stage {
    pub fn of(shelf: &Shelf, tool: &str) -> Self {
        match shelf.audience(tool) {
            None => Self::All,
            Some(Audience::Account(_)) => Self::Me,
            Some(Audience::Plan(_)) => Self::Plan,
            Some(Audience::Percent(_)) => Self::Percent,
        }
    }
}

/// Which tools to list, or to change together.
#[derive(Debug, Default, Deserialize, Validate, IntoParams, ToSchema)]
#[into_params(parameter_in = Query)]
#[schema(as = MatrixFilter)]
pub(super) struct ToolFilter {
    /// Words that name, summary or category must contain; case and Polish accents are ignored.
    #[serde(default)]
    #[garde(inner(length(chars, max = 200)))]
    q: Option<String>,
    /// Only tools of this category.
    #[serde(default)]
    #[garde(inner(length(chars, max = 64)))]
    category: Option<String>,
    /// Only tools of this publisher.
    #[serde(default)]
    #[garde(inner(length(chars, max = 64)))]
    publisher: Option<String>,
    /// Only tools whose newest version is at this rollout stage.
    #[serde(default)]
    #[garde(skip)]
    #[param(inline)]
    stage: Option<Stage>,
}

impl ToolFilter {
    /// The matching tools, in display order.
    pub fn tools(&self, shelf: &Shelf, locale: Locale) -> Vec<Arc<Tool>> {
        let words = self.q.as_deref().map(fold).unwrap_or_default();
        let is =
            |wanted: &Option<String>, value: &str| wanted.as_deref().is_none_or(|wanted| wanted == value);
        let meant = |tool: &&Arc<Tool>| {
            is(&self.category, &tool.category)
                && is(&self.publisher, &tool.publisher)
                && self.stage.is_none_or(|stage| stage == Stage::of(shelf, &tool.id))
                && words.split(' ').all(|word| tool.text(locale).folded.contains(word))
        };
        shelf.all(locale).filter(meant).cloned().collect()
    }
}
