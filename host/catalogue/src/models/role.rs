//! The roles of models.

use crate::messages::audit_log::Subject;
use crate::platform::prelude::*;

/// What models are used for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ModelRole {
    /// Short and simple texts.
    Quick,
    /// The best texts.
    Best,
    /// Work with images.
    Vision,
    /// Search by meaning. It writes no text.
    Embeddings,
}

text_column!(ModelRole);

impl ModelRole {
    pub const ALL: [Self; 4] = [Self::Quick, Self::Best, Self::Vision, Self::Embeddings];

    pub fn name(self) -> &'static str {
        match self {
            Self::Quick => "quick",
            Self::Best => "best",
            Self::Vision => "vision",
            Self::Embeddings => "embeddings",
        }
    }

    pub(super) fn of(name: &str) -> Result<Self> {
        Self::ALL.into_iter().find(|role| role.name() == name).ok_or_else(Problem::not_found)
    }

    pub(super) fn subject(self) -> Subject<'static> {
        Subject::of("model-role", self.name(), self.name())
    }

    /// Refuses a role that writes no text.
    pub(super) fn expect_text(self) -> Result<()> {
        match self {
            Self::Embeddings => Err(Problem::invalid_field("role", Text::key("validation.not-a-choice"))),
            _ => Ok(()),
        }
    }
}
