//! What a user runs.

use crate::libraries::*;
use crate::text_column;

/// What a user runs: it decides what the screen proposes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Business {
    /// An online shop.
    Shop,
    /// A business with customers nearby: a bakery, an office, a workshop.
    Local,
    /// Texts for clients.
    Agency,
    /// A blog or a portal.
    Blog,
    Other,
}

text_column!(Business);
