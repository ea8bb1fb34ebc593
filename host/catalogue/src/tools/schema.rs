//! A JSON Schema of a tool, checked and compiled once.
//!
//! The schema comes from the publisher, and the value from a user or a plugin. The work of validating is bounded in
//! advance (see [`Work`]); longer work runs in [`aside`].

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::OnceLock;

use anyhow::{Context as _, anyhow, ensure};
use jsonschema::{Draft, PatternOptions, Validator};
use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;
use sitewright_package::{MOST_WORK, Work};
use tokio::sync::Semaphore;

use crate::platform::error::Result as OurResult;
use crate::platform::prelude::*;

/// Most fields of a form.
const MOST_PROPERTIES: usize = 200;

/// Bytes of a compiled pattern, as in the package reader.
const PATTERN_BYTES: usize = 256 << 10;
/// Work that is done on the calling thread: a few milliseconds.
const QUICK: u64 = 1 << 22;
/// Concurrent long validations.
static AT_ONCE: Semaphore = Semaphore::const_new(2);

/// Runs long work on a blocking thread, so that requests are answered meanwhile.
pub async fn aside<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> OurResult<T> {
    let permit = AT_ONCE.acquire().await.map_err(Problem::internal)?;
    let work = move || {
        // Held until the work has ended, even if the caller was dropped.
        let _permit = permit;
        work()
    };
    blocking(work).await.map_err(Problem::internal)
}

/// A schema with its defaults.
pub struct Schema {
    /// The original document, which has the order of its fields.
    raw: String,
    compiled: OnceLock<Compiled>,
}

struct Compiled {
    validator: Validator,
    /// The parsed document, for defaults and titles.
    document: Value,
    work: Work,
}

/// How long a value may take to validate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    Quick,
    /// Not on a request thread.
    Long,
    /// Refused.
    TooMuch,
}

impl Schema {
    /// The schema of an input: an object whose properties can be drawn as a form.
    pub fn of_input(json: &str) -> anyhow::Result<Self> {
        let schema = Self::of(json).context("the input schema")?;
        ensure!(schema.document()["type"] == "object", "the input schema does not describe an object");
        let properties = schema.document()["properties"].as_object().map_or(0, Map::len);
        ensure!(
            properties <= MOST_PROPERTIES,
            "the input schema has {properties} properties; {MOST_PROPERTIES} is the most"
        );
        Ok(schema)
    }

    /// The schema of `outcome.data`.
    pub fn of_output(json: &str) -> anyhow::Result<Self> {
        let schema = Self::of(json).context("the output schema")?;
        ensure!(schema.document()["type"] == "object", "the output schema does not describe an object");
        Ok(schema)
    }

    /// A schema that was checked before. It is compiled when it is first needed: of ten thousand few ever are.
    pub fn checked(json: String) -> Self {
        Self { raw: json, compiled: OnceLock::new() }
    }

    fn of(json: &str) -> anyhow::Result<Self> {
        let compiled = Compiled::of(json)?;
        Ok(Self { raw: json.to_owned(), compiled: OnceLock::from(compiled) })
    }

    /// Compiles it now instead of on first use.
    pub fn compile(&self) {
        self.compiled();
    }

    fn compiled(&self) -> &Compiled {
        self.compiled.get_or_init(|| {
            Compiled::of(&self.raw).unwrap_or_else(|error| {
                tracing::error!(%error, "a checked schema could not be compiled; it refuses every value");
                Compiled::nothing()
            })
        })
    }

    pub(super) fn validator(&self) -> &Validator {
        &self.compiled().validator
    }

    /// The parsed document.
    pub fn document(&self) -> &Value {
        &self.compiled().document
    }

    /// The original JSON.
    pub fn json(&self) -> &str {
        &self.raw
    }

    /// The keys of the object at this path, such as `properties`, in their original order.
    pub fn names(&self, path: &[&str]) -> Vec<String> {
        let Ok(mut at) = serde_json::from_str::<&RawValue>(&self.raw) else { return Vec::new() };
        for name in path {
            let fields: Option<BTreeMap<Cow<'_, str>, &RawValue>> = serde_json::from_str(at.get()).ok();
            match fields.and_then(|mut fields| fields.remove(*name)) {
                Some(field) => at = field,
                None => return Vec::new(),
            }
        }
        serde_json::from_str(at.get()).map(|Names(names)| names).unwrap_or_default()
    }

    pub fn effort(&self, value: &Value) -> Effort {
        match self.compiled().work.on(value) {
            work if work <= QUICK => Effort::Quick,
            work if work <= MOST_WORK => Effort::Long,
            _ => Effort::TooMuch,
        }
    }

    /// Validates the value; returns the reason if it is invalid.
    pub fn check(&self, value: &Value) -> Result<(), String> {
        refuse_if(self.effort(value) == Effort::TooMuch, || "it is too large for its schema".to_owned())?;
        self.validator()
            .validate(value)
            .map_err(|error| format!("{} at {:?}", error.masked(), error.instance_path().as_str()))
    }
}

impl Compiled {
    fn of(json: &str) -> anyhow::Result<Self> {
        let document: Value = serde_json::from_str(json).context("it is not JSON")?;
        jsonschema::draft202012::meta::validate(&document)
            .map_err(|error| anyhow!("it is not a JSON Schema: {error} at {}", error.instance_path()))?;
        let validator = jsonschema::options()
            .with_draft(Draft::Draft202012)
            .should_validate_formats(true)
            // As in the package reader: linear time for any pattern.
            .with_pattern_options(PatternOptions::regex().size_limit(PATTERN_BYTES))
            .build(&document)
            .map_err(|error| anyhow!("it cannot be used: {error}"))?;
        let work = Work::of(&document);
        Ok(Self { validator, document, work })
    }

    /// A schema that refuses everything.
    fn nothing() -> Self {
        let document = Value::Bool(false);
        let validator = jsonschema::validator_for(&document);
        Self { validator: validator.expect("`false` is a schema"), document, work: Work::default() }
    }
}

/// The keys of an object in order.
struct Names(Vec<String>);

impl<'de> Deserialize<'de> for Names {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;

        impl<'de> Visitor<'de> for Reader {
            type Value = Names;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Names, M::Error> {
                let mut names = Vec::new();
                while let Some((name, _)) = map.next_entry::<String, IgnoredAny>()? {
                    names.push(name);
                }
                Ok(Names(names))
            }
        }

        deserializer.deserialize_map(Reader)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(json: &str) -> String {
        Schema::of_input(json).err().map(|error| format!("{error:#}")).unwrap_or_default()
    }

    #[test]
    fn malformed_schemas_are_refused_with_a_reason() {
        assert_eq!(refusal(r#"{"type":"object","properties":{}}"#), "");
        assert!(refusal("{").contains("not JSON"));
        assert!(refusal(r#"{"type":"objekt"}"#).contains("not a JSON Schema"));
        assert!(refusal(r#"{"type":"string"}"#).contains("does not describe an object"));
        assert!(
            refusal(r#"{"type":"object","properties":{"a":{"pattern":"("}}}"#).contains("the input schema")
        );
    }
}
