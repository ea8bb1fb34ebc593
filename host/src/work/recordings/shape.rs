//! The format of a recording.

use serde::{Deserialize, Serialize};
use serde_json::{Value, value::RawValue};
use sitewright_engine::{Call, Context, Failure, Report, RunError};

/// The format version that this program writes and reads.
pub const FORMAT: u32 = 1;

/// Input, calls, answers and result of a run.
#[derive(Debug, Serialize, Deserialize)]
pub struct Recording {
    /// The format version.
    pub format: u32,
    pub tool: String,
    pub version: String,
    /// Digest of the tool's package; null for a built-in tool.
    pub package: Option<String>,
    /// The context of the run, including its time: a plugin has no other clock.
    pub context: Context,
    /// The plugin's input.
    pub input: Box<RawValue>,
    /// In call order.
    pub calls: Vec<RecordedCall>,
    /// Whether calls are missing at the end, because there were too many.
    #[serde(default)]
    pub truncated: bool,
    pub end: End,
}

/// One host call, and its answer.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct RecordedCall {
    #[serde(flatten)]
    pub call: Call,
    /// `None` if the run ended first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<RecordedAnswer>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RecordedAnswer {
    Ok(Value),
    Err(Failure),
}

/// The end of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum End {
    Outcome {
        title: String,
        text: String,
        data: Value,
    },
    Failure(Failure),
    /// It trapped, or a limit ended it.
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
