//! The schema that a plugin sends for the model's answer: checked as strictly as those of packages, before the model
//! is called.

use jsonschema::Validator;
use serde_json::Value;

use super::{MOST_WORK, Work, compile, read};
use crate::{Code, Limits, Problem, Problems};

/// The maximum size of a compiled pattern in bytes: less than in a package, since this schema was not reviewed.
const PATTERN_BYTES: usize = 64 << 10;

/// The maximum work for one answer: about a second of one core in the worst case.
const MOST_OF_ANSWER: u64 = MOST_WORK / 4;
/// Problems of texts for users. They do not apply here: a model reads this schema, and it may ask for tags.
const OF_TEXTS: [Code; 2] = [Code::Markup, Code::TextHidden];

/// A schema for answers, with a known upper bound of its cost.
pub struct AnswerSchema {
    validator: Validator,
    document: Value,
    work: Work,
}

impl AnswerSchema {
    /// Reads a schema for answers of at most `most_bytes`, or returns all problems.
    ///
    /// A hostile schema takes up to some hundred milliseconds, so call this on a thread that may block.
    pub fn read(text: &str, most_bytes: usize) -> Result<Self, Vec<Problem>> {
        let (limits, mut found) = (Limits::default(), Problems::default());
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

    fn read_into(text: &str, most_bytes: usize, limits: &Limits, found: &mut Problems) -> Option<Self> {
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

    /// Whether a JSON text satisfies the schema. False for a text that exceeds the parser's depth.
    pub fn is_satisfied_by(&self, answer: &str) -> bool {
        serde_json::from_str(answer).is_ok_and(|answer: Value| {
            // The text may be longer than the limit in `read`.
            self.work.on(&answer) <= MOST_OF_ANSWER && self.validator.is_valid(&answer)
        })
    }
}
