//! `examples/*.json`: inputs and the tool's results.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::archive::Archive;
use crate::descriptor::Described;
use crate::layout::EXAMPLES;
use crate::{Code, LANGUAGES, Problem, Problems, json};

/// One input with its result. The tool is pure: the same input, answers and time give the same result.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Example {
    /// The language of the interface.
    pub language: String,
    pub input: Value,
    /// The language model's answers, in the order of the requests; without any the tool writes its draft.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub answers: Vec<String>,
    pub expected: Expected,
}

/// The result of an example.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Expected {
    Outcome {
        title: String,
        text: String,
        data: Value,
    },
    /// The contract's name of the failure, such as `needs-model`.
    Failure(String),
}

/// A tool has at least one example; a rule pack, which does not run, needs none.
pub(crate) fn read(
    archive: &Archive,
    described: &[Described],
    is_pack: bool,
    found: &mut Problems,
) -> Vec<(String, Example)> {
    if archive.below(EXAMPLES).next().is_none() && !is_pack {
        found.at(EXAMPLES, Code::ExampleMissing);
    }
    let mut examples = Vec::new();
    for (place, bytes) in archive.below(EXAMPLES) {
        let Some(example) = json::read::<Example>(bytes, place, found) else { continue };
        check(&example, place, described, found);
        examples.push((place.to_owned(), example));
    }
    examples
}

fn check(example: &Example, place: &str, described: &[Described], found: &mut Problems) {
    if !LANGUAGES.contains(&example.language.as_str()) {
        let problem = Problem::at(Code::ExampleLanguage, format!("{place}: language"));
        return found.add(problem.with("known", LANGUAGES.join(", ")));
    }
    let Some(described) = described.iter().find(|described| described.language == example.language) else {
        return;
    };
    if let Some(input) = &described.input {
        input.check(&example.input, &format!("{place}: input"), found);
    }
    if let (Some(output), Expected::Outcome { data, .. }) = (&described.output, &example.expected) {
        output.check(data, &format!("{place}: expected/outcome/data"), found);
    }
}

impl Example {
    /// The content of the file.
    pub fn to_json(&self) -> Vec<u8> {
        // Texts and numbers: serialization cannot fail.
        serde_json::to_vec_pretty(self).unwrap_or_default()
    }
}
