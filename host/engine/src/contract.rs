//! The types of `wit/plugin.wit` as plain Rust. The host sees only these.

use std::fmt;

use serde::{Deserialize, Serialize};

pub use crate::bindings::exports::sitewright::plugin::tool::{Descriptor, Outcome};
pub use crate::bindings::sitewright::plugin::context::{Project, Term};
pub use crate::bindings::sitewright::plugin::types::FieldError;
use crate::bindings::sitewright::plugin::{context, types};

/// Why a plugin, or the host on its behalf, failed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Failure {
    /// HTTP 422.
    InvalidInput(Vec<FieldError>),
    /// HTTP 402.
    LimitReached(String),
    /// HTTP 409.
    NeedsModel,
    /// HTTP 502.
    Unavailable(String),
    /// HTTP 400.
    Refused(String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::InvalidInput(fields) => {
                f.write_str("The input is not valid.")?;
                fields.iter().try_for_each(|field| write!(f, " {}: {}", field.pointer, field.message))
            }
            Failure::NeedsModel => f.write_str("Only a connected language model can do this."),
            Failure::LimitReached(why) | Failure::Unavailable(why) | Failure::Refused(why) => {
                f.write_str(why)
            }
        }
    }
}

/// The language, project and brand kit of a run. Constant during the run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Context {
    pub interface_language: String,
    pub project: Option<Project>,
    pub brand: Option<Brand>,
    /// Milliseconds since the Unix epoch.
    pub now_ms: u64,
}

/// The voice of the project's brand.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Brand {
    pub name: String,
    pub description: String,
    pub tone: String,
    pub audience: String,
    pub avoid: Vec<String>,
    pub facts: Vec<String>,
    pub glossary: Vec<Term>,
}

impl From<types::Failure> for Failure {
    fn from(failure: types::Failure) -> Self {
        match failure {
            types::Failure::InvalidInput(fields) => Failure::InvalidInput(fields),
            types::Failure::LimitReached(message) => Failure::LimitReached(message),
            types::Failure::NeedsModel => Failure::NeedsModel,
            types::Failure::Unavailable(message) => Failure::Unavailable(message),
            types::Failure::Refused(message) => Failure::Refused(message),
        }
    }
}

impl From<Failure> for types::Failure {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::InvalidInput(fields) => types::Failure::InvalidInput(fields),
            Failure::LimitReached(message) => types::Failure::LimitReached(message),
            Failure::NeedsModel => types::Failure::NeedsModel,
            Failure::Unavailable(message) => types::Failure::Unavailable(message),
            Failure::Refused(message) => types::Failure::Refused(message),
        }
    }
}

impl From<&Brand> for context::Brand {
    fn from(brand: &Brand) -> Self {
        let Brand { name, description, tone, audience, avoid, facts, glossary } = brand.clone();
        context::Brand { name, description, tone, audience, avoid, facts, glossary }
    }
}
