//! The schema that a running plugin wants the model's answer to satisfy: read as strictly as those of packages, before
//! the model is asked.

use jsonschema::Validator;
use serde_json::Value;

use super::{MOST_WORK, Work, compile, read};
use crate::problem::{Found, Problem};
use crate::{Code, Limits};

/// Bytes that a pattern may take when it is compiled: less than in a package, since nobody reviewed this one.
const PATTERN_BYTES: usize = 64 << 10;

/// Work of checking one answer: about a second of one core in the worst case.
const MOST_OF_ANSWER: u64 = MOST_WORK / 4;
/// What is wrong with texts that people read. This schema is read by a model, which may be asked for tags.
const OF_TEXTS: [Code; 2] = [Code::Markup, Code::TextHidden];

/// A schema that answers can be checked against, at a cost that is known beforehand.
pub struct AnswerSchema {
    validator: Validator,
    document: Value,
    work: Work,
}

impl AnswerSchema {
    /// Reads a schema for answers of `most_bytes` at most, or says all that is wrong with it.
    ///
    /// This takes up to some hundred milliseconds for a hostile schema and belongs on a thread that may block.
    pub fn read(text: &str, most_bytes: usize) -> Result<Self, Vec<Problem>> {
        let (limits, mut found) = (Limits::default(), Found::default());
        if let Some(schema) = Self::read_into(text, most_bytes, &limits, &mut found) {
            return Ok(schema);
        }
        let mut problems = found.into_list();
        problems.retain(|problem| !OF_TEXTS.contains(&problem.code));
        if problems.is_empty() {
            problems.push(Problem::at(Code::SchemaMalformed, "schema"));
        }
        Err(problems)
    }

    fn read_into(text: &str, most_bytes: usize, limits: &Limits, found: &mut Found) -> Option<Self> {
        let (document, refused) = read(text, "schema", limits, found)?;
        let work = Work::of(&document);
        if work.on_text(most_bytes) > MOST_OF_ANSWER {
            found.add(Problem::at(Code::SchemaTooLarge, "schema").with("max_kb", limits.schema_bytes >> 10));
            return None;
        }
        if refused {
            return None;
        }
        let validator = compile(&document, PATTERN_BYTES, "schema", found)?;
        Some(Self { validator, document, work })
    }

    /// The schema as it is sent to the model.
    pub fn document(&self) -> &Value {
        &self.document
    }

    /// Whether a JSON text satisfies the schema. One that is nested more deeply than the parser allows does not.
    pub fn is_satisfied_by(&self, answer: &str) -> bool {
        serde_json::from_str(answer).is_ok_and(|answer: Value| {
            // The text may be longer than what the schema was read for.
            self.work.on(&answer) <= MOST_OF_ANSWER && self.validator.is_valid(&answer)
        })
    }
}
