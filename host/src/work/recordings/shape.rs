//! A recording as it is written.

use serde::{Deserialize, Serialize};
use serde_json::{Value, value::RawValue};
use sitewright_engine::{Context, Failure, Report, RunError};

/// The shape that this program writes and reads.
pub const FORMAT: u32 = 1;

/// What a run was given, asked, was answered and made.
#[derive(Debug, Serialize, Deserialize)]
pub struct Recording {
    /// Which shape this is.
    pub format: u32,
    pub tool: String,
    pub version: String,
    /// Digest of the package that the tool came in; null where it came with the server.
    pub package: Option<String>,
    /// Whom it was for and when: a plugin has no other clock.
    pub context: Context,
    /// As the plugin was given it.
    pub input: Box<RawValue>,
    /// In the order in which they were asked.
    pub calls: Vec<Call>,
    /// Whether calls are missing at the end, since there were too many.
    #[serde(default)]
    pub truncated: bool,
    pub end: End,
}

/// One call of the host.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Call {
    /// Interface and function, such as `model.complete`.
    pub call: String,
    pub question: Value,
    /// None where the run ended before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<Answer>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Answer {
    Ok(Value),
    Err(Failure),
}

/// What came of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum End {
    Outcome {
        title: String,
        text: String,
        data: Value,
    },
    Failure(Failure),
    /// It broke down, or a limit ended it.
    Broken(String),
}

impl End {
    pub fn of(report: &Report) -> Self {
        match &report.result {
            Ok(outcome) => Self::Outcome {
                title: outcome.title.clone(),
                text: outcome.text.clone(),
                data: serde_json::from_str(&outcome.data).unwrap_or(Value::String(outcome.data.clone())),
            },
            Err(RunError::Failure(failure)) => Self::Failure(failure.clone()),
            Err(error) => Self::Broken(error.to_string()),
        }
    }
}
