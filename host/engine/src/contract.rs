//! The types of `wit/plugin.wit` as plain Rust. The host sees only these.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::bindings::exports::sitewright::plugin::tool;
use crate::bindings::sitewright::plugin::{context, types};

/// Describes a tool in one language, for the catalogue and the form.
#[derive(Clone, Debug, PartialEq)]
pub struct Descriptor {
    pub name: String,
    pub summary: String,
    /// JSON Schema of the input: a JSON object with its properties in the order of the form.
    pub input: String,
    /// JSON Schema of `Outcome::data`: a JSON object.
    pub output: String,
    /// An example input for the form: a JSON object.
    pub example: String,
}

/// The result of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    pub title: String,
    /// Markdown.
    pub text: String,
    /// JSON; the host checks it against the tool's output schema.
    pub data: String,
}

/// An error in one field of the input.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FieldError {
    /// JSON Pointer (RFC 6901).
    pub pointer: String,
    pub message: String,
}

/// Why a plugin, or the host for a plugin, could not do what was asked.
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

/// The website that the user has selected.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Project {
    pub domain: String,
    pub language: String,
    pub location_code: u32,
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

/// How the brand writes a term in the target language.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Term {
    pub source: String,
    pub target: String,
}

impl From<tool::Descriptor> for Descriptor {
    fn from(d: tool::Descriptor) -> Self {
        Descriptor { name: d.name, summary: d.summary, input: d.input, output: d.output, example: d.example }
    }
}

impl From<tool::Outcome> for Outcome {
    fn from(o: tool::Outcome) -> Self {
        Outcome { title: o.title, text: o.text, data: o.data }
    }
}

impl From<types::Failure> for Failure {
    fn from(failure: types::Failure) -> Self {
        match failure {
            types::Failure::InvalidInput(fields) => Failure::InvalidInput(
                fields.into_iter().map(|f| FieldError { pointer: f.pointer, message: f.message }).collect(),
            ),
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
            Failure::InvalidInput(fields) => types::Failure::InvalidInput(
                fields
                    .into_iter()
                    .map(|f| types::FieldError { pointer: f.pointer, message: f.message })
                    .collect(),
            ),
            Failure::LimitReached(message) => types::Failure::LimitReached(message),
            Failure::NeedsModel => types::Failure::NeedsModel,
            Failure::Unavailable(message) => types::Failure::Unavailable(message),
            Failure::Refused(message) => types::Failure::Refused(message),
        }
    }
}

impl From<&Project> for context::Project {
    fn from(project: &Project) -> Self {
        let Project { domain, language, location_code } = project.clone();
        context::Project { domain, language, location_code }
    }
}

impl From<&Brand> for context::Brand {
    fn from(brand: &Brand) -> Self {
        let Brand { name, description, tone, audience, avoid, facts, glossary } = brand.clone();
        let glossary =
            glossary.into_iter().map(|t| context::Term { source: t.source, target: t.target }).collect();
        context::Brand { name, description, tone, audience, avoid, facts, glossary }
    }
}
