//! Language models behind one trait.
//!
//! [`Provider`] calls a model at its provider, in one of three protocols; [`unconnected`] returns the plugin's own draft.
//! Which one answers is decided by the slice `models`, for each run; a command has the model that the settings name. The
//! rest of the host can only query [`Model::connected`].

mod answer;
mod anthropic;
mod dialect;
mod gemini;
mod images;
mod offered;
mod openai;
mod protocol;
mod provider;
mod retry;
mod schema;
mod shown;
mod stream;
mod transport;
mod unconnected;

use std::ops::AddAssign;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::http::StatusCode;
use futures::future::BoxFuture;
use serde::{Deserialize, Serialize};
use sitewright_engine::{Completion, CompletionRequest};
use unicode_segmentation::UnicodeSegmentation;
use utoipa::ToSchema;

use crate::config::Config;
use crate::error::Problem;
use crate::text_column;

pub use images::{MOST_IMAGES, show};
pub use offered::{
    NotOffered, Offered, Purpose, offered, offered_by_ollama, offered_through, parameters_in, purpose_of,
    sees_images,
};
pub use provider::{Answered, Effort, Provider, Unanswered};

/// Receives an answer as it arrives, in order.
pub type Written = Arc<dyn Fn(Heard<'_>) + Send + Sync>;

/// What a listener hears of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Heard<'a> {
    Piece(&'a str),
    /// Another model answers, so the pieces so far are void.
    Again,
}

/// Completes the requests of plugins.
pub trait Model: Send + Sync + 'static {
    /// False if every answer is the plugin's own draft, which costs no words.
    fn connected(&self) -> bool;

    /// Whether it is the user's own one, which costs no words.
    fn is_own(&self) -> bool {
        false
    }

    /// Sends one request. Dropping the future also stops the work at the provider.
    fn complete(
        &self,
        request: CompletionRequest,
        written: Written,
    ) -> BoxFuture<'static, Result<Completion, ModelError>>;
}

/// The protocol of a provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = ModelProtocol)]
pub enum Kind {
    /// OpenAI's, which most other servers speak as well.
    OpenAi,
    Anthropic,
    Gemini,
}

text_column!(Kind);

/// Whether any model is connected, shared by all that show it. The slice `models` sets it.
#[derive(Debug, Clone)]
pub struct Connected(Arc<AtomicBool>);

impl Connected {
    /// As the settings say, until the stored connections are read.
    pub fn of(config: &Config) -> Self {
        Self(Arc::new(AtomicBool::new(settings(config).is_some())))
    }

    pub fn get(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    pub fn set(&self, connected: bool) {
        self.0.store(connected, Ordering::Relaxed);
    }
}

/// The tokens of a call.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Usage {
    pub input: u64,
    pub output: u64,
    /// Whether the provider did not report them, or not all.
    pub estimated: bool,
}

impl AddAssign for Usage {
    fn add_assign(&mut self, other: Self) {
        self.input = self.input.saturating_add(other.input);
        self.output = self.output.saturating_add(other.output);
        self.estimated = self.estimated || other.estimated;
    }
}

/// Why there is no answer. The cause is logged where it happened; users see the sentence of [`ModelError::key`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ModelError {
    #[error("no language model is connected and the plugin has no draft")]
    NeedsModel,
    #[error("the language model has too many requests")]
    Busy,
    #[error("the language model cannot be reached")]
    Unreachable,
    #[error("the language model did not answer in time")]
    TimedOut,
    #[error("the language model aborted its answer")]
    BrokenOff,
    #[error("the language model refused the request")]
    Rejected,
    #[error("the account at the language model's provider has no credit left")]
    NoCredit,
    #[error("the language model does not accept the server's key")]
    WrongKey,
    #[error("the language model's address or name is not known to its provider")]
    Unknown,
    #[error("the language model's answer was cut off before its end")]
    CutOff,
    /// With the code of the reason (see `sitewright_package::Code`).
    #[error("the plugin described its answer with a schema that is refused: {0}")]
    Schema(&'static str),
    #[error("the language model's answer is not usable")]
    Garbled,
    #[error("the language model declined to write this")]
    Declined,
    #[error("the budget of this month for language models is used up")]
    BudgetUsedUp,
    #[error("no connected language model sees images and the plugin has no draft")]
    Blind,
    #[error("an image cannot be shown to the language model")]
    Image,
}

impl ModelError {
    /// The locale key of the error.
    pub fn key(self) -> &'static str {
        match self {
            Self::NeedsModel => "model.needed",
            Self::Busy => "model.busy",
            Self::Unreachable => "model.unreachable",
            Self::TimedOut => "model.timed-out",
            Self::BrokenOff => "model.broken-off",
            Self::Rejected => "model.rejected",
            Self::NoCredit => "model.no-credit",
            Self::WrongKey => "model.wrong-key",
            Self::Unknown => "model.unknown",
            Self::CutOff => "model.cut-off",
            Self::Schema(_) => "model.schema",
            Self::Garbled => "model.garbled",
            Self::Declined => "model.declined",
            Self::BudgetUsedUp => "model.budget-used-up",
            Self::Blind => "model.blind",
            Self::Image => "model.image",
        }
    }

    /// The problem that users see.
    pub fn problem(self) -> Problem {
        let status = match self {
            Self::NeedsModel | Self::Blind => StatusCode::CONFLICT,
            Self::Declined | Self::Image | Self::Schema(_) => StatusCode::BAD_REQUEST,
            _ => StatusCode::BAD_GATEWAY,
        };
        let problem = Problem::new(status, self.key());
        match self {
            Self::Schema(reason) => problem.with("reason", reason),
            _ => problem,
        }
    }

    /// The problem that users see if the model is their own one: it names the page with its settings.
    pub fn problem_of_own(self) -> Problem {
        let code = match self {
            Self::WrongKey => "own-model.wrong-key",
            Self::NoCredit => "own-model.no-credit",
            Self::Busy => "own-model.busy",
            Self::Unknown | Self::Rejected => "own-model.rejected",
            Self::Unreachable | Self::TimedOut | Self::BrokenOff => "own-model.unreachable",
            _ => return self.problem(),
        };
        Problem::new(StatusCode::BAD_GATEWAY, code)
    }

    /// Whether the provider was called and failed. Otherwise it was not called.
    pub fn is_of_provider(self) -> bool {
        !matches!(self, Self::NeedsModel | Self::Schema(_) | Self::BudgetUsedUp | Self::Blind | Self::Image)
    }

    /// Whether the provider answered, but the answer is not usable.
    pub fn is_unusable_answer(self) -> bool {
        matches!(self, Self::Garbled | Self::Declined | Self::CutOff)
    }
}

/// The address of the model and its timeouts.
#[derive(Clone, PartialEq)]
pub struct ModelSettings {
    pub kind: Kind,
    /// The base URL, of OpenAI's protocol with the version, such as `https://api.openai.com/v1`.
    pub url: String,
    /// Empty for servers without authentication.
    pub key: String,
    pub name: String,
    pub connect: Duration,
    /// Timeout from the request to the first event of the answer.
    pub first_token: Duration,
    /// Timeout between two events.
    pub idle: Duration,
    /// Timeout of one answer with all retries. It is below the wall limit of a run, so that a slow model fails with
    /// its own message.
    pub total: Duration,
    pub retries: u32,
}

impl ModelSettings {
    /// Timeouts that suit hosted providers and a local model on a modest machine.
    pub fn new(url: impl Into<String>, key: impl Into<String>, name: impl Into<String>) -> Self {
        Self {
            kind: Kind::OpenAi,
            url: url.into(),
            key: key.into(),
            name: name.into(),
            connect: Duration::from_secs(10),
            first_token: Duration::from_secs(60),
            idle: Duration::from_secs(30),
            total: Duration::from_secs(110),
            retries: 3,
        }
    }
}

/// Characters of a provider's own words that are kept.
const COMPLAINT_CHARS: usize = 300;

impl ModelSettings {
    /// The words of a provider, shortened and without the key.
    fn redacted(&self, complaint: &str) -> String {
        let complaint = match self.key.as_str() {
            "" => complaint.to_owned(),
            key => complaint.replace(key, "[key]"),
        };
        complaint.chars().take(COMPLAINT_CHARS).collect()
    }
}

/// Implemented by hand so that the key is never logged.
impl std::fmt::Debug for ModelSettings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ModelSettings")
            .field("url", &self.url)
            .field("name", &self.name)
            .field("total", &self.total)
            .finish_non_exhaustive()
    }
}

/// The model's settings; `None` if no model is connected.
pub fn settings(config: &Config) -> Option<ModelSettings> {
    let key = config.model_key.clone().unwrap_or_default();
    let settings = ModelSettings::new(config.model_url.clone()?, key, config.model_name.clone());
    Some(limited(config, settings))
}

/// The settings with the timeouts that the configuration names.
pub fn limited(config: &Config, settings: ModelSettings) -> ModelSettings {
    ModelSettings {
        first_token: config.model_timeout,
        idle: config.model_timeout,
        // Less than the run's limit, so that a slow model is reported as the reason.
        total: config.plugin_wall.mul_f64(0.9),
        retries: config.model_retries,
        ..settings
    }
}

/// Opens the model that the settings name. Must be called on the runtime that does the I/O: guests run on other
/// threads, which must not carry the model's connections.
pub fn open(settings: Option<ModelSettings>) -> anyhow::Result<Arc<dyn Model>> {
    Ok(match settings {
        Some(settings) => Arc::new(Provider::new(settings)?),
        None => unconnected(),
    })
}

/// The model that answers if none is connected.
pub fn unconnected() -> Arc<dyn Model> {
    Arc::new(unconnected::Unconnected(tokio::runtime::Handle::current()))
}

/// More bytes than the average word of any European language. Answers of a provider that ignores the token limit are
/// cut at this bound.
const BYTES_PER_WORD: usize = 40;

/// The most bytes of an answer with this many words.
fn answer_bytes(words: u32) -> usize {
    4096 + BYTES_PER_WORD.saturating_mul(words as usize)
}

/// The words of a text: the unit of billing.
pub fn count_words(text: &str) -> u32 {
    u32::try_from(text.unicode_words().count()).unwrap_or(u32::MAX)
}

/// An estimate of the tokens of a text: between those of English, with four characters each, and of Polish, with three.
pub fn estimated_tokens(text: &str) -> u64 {
    (text.chars().count() as u64 * 2).div_ceil(7)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_counted_as_people_count_them() {
        assert_eq!(count_words(""), 0);
        assert_eq!(count_words("Kawa – 20% taniej, tylko w piątek!"), 6);
        assert_eq!(count_words("**Don't** panic:\n- #one\n- two"), 4);
    }

    #[test]
    fn the_key_stays_out_of_debug_output() {
        let settings = ModelSettings::new("https://model.example/v1", "sk-secret", "m");
        assert!(!format!("{settings:?}").contains("sk-secret"));
    }
}
