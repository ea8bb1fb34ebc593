//! `describe/*.json`: the output of the component's `describe`, so that a catalogue does not have to run it.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::archive::Archive;
use crate::schema::Schema;
use crate::{Code, LANGUAGES, Limits, Problem, Problems, json, markup};

const NAME_CHARS: usize = 100;
const SUMMARY_CHARS: usize = 500;

/// Describes a tool in one language, for the catalogue and the form.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Descriptor {
    pub name: String,
    pub summary: String,
    /// JSON Schema of the input, its fields in the order of the form.
    pub input: Box<RawValue>,
    /// JSON Schema of the result's data.
    pub output: Box<RawValue>,
    /// An example input for the form.
    pub example: Box<RawValue>,
}

/// A description with its schemas, if they are valid.
pub(crate) struct Described {
    pub language: &'static str,
    pub descriptor: Descriptor,
    pub input: Option<Schema>,
    pub output: Option<Schema>,
}

pub(crate) fn read(archive: &Archive, limits: &Limits, found: &mut Problems) -> Vec<Described> {
    let mut all: Vec<Described> = Vec::new();
    for language in LANGUAGES {
        let place = place(language);
        let Some(bytes) = archive.get(&place) else { continue };
        let Some(descriptor) = json::read::<Descriptor>(bytes, &place, found) else { continue };
        text(&descriptor.name, NAME_CHARS, &format!("{place}: name"), found);
        text(&descriptor.summary, SUMMARY_CHARS, &format!("{place}: summary"), found);
        let input = Schema::read(descriptor.input.get(), &format!("{place}: input"), limits, found);
        let output = Schema::read(descriptor.output.get(), &format!("{place}: output"), limits, found);
        if let (Some(input), Ok(example)) = (&input, serde_json::from_str(descriptor.example.get())) {
            input.check(&example, &format!("{place}: example"), found);
        }
        all.push(Described { language, descriptor, input, output });
    }
    compare(&all, found);
    all
}

pub(crate) fn place(language: &str) -> String {
    format!("describe/{language}.json")
}

fn text(text: &str, max: usize, place: &str, found: &mut Problems) {
    if text.trim().is_empty() {
        found.at(place, Code::TextEmpty);
    }
    if text.chars().count() > max {
        found.add(Problem::at(Code::TextTooLong, place).with("max", max));
    }
    markup::check(text, place, found);
}

/// The form must have the same fields in each language.
fn compare(all: &[Described], found: &mut Problems) {
    for one in all {
        for other in all.iter().filter(|other| other.language != one.language) {
            let (here, there) = (place(one.language), place(other.language));
            if let (Some(input), Some(others)) = (&one.input, &other.input) {
                input.compare(others, &format!("{here}: input"), &there, found);
            }
            if let (Some(output), Some(others)) = (&one.output, &other.output) {
                output.compare(others, &format!("{here}: output"), &there, found);
            }
        }
    }
}

impl PartialEq for Descriptor {
    fn eq(&self, other: &Self) -> bool {
        let parts = |of: &Self| [&of.input, &of.output, &of.example].map(|part| part.get().to_owned());
        self.name == other.name && self.summary == other.summary && parts(self) == parts(other)
    }
}

impl Descriptor {
    /// The content of the file.
    pub fn to_json(&self) -> Vec<u8> {
        // Texts and numbers: serialization cannot fail.
        serde_json::to_vec(self).unwrap_or_default()
    }

    /// Converts the result of `describe`; `None` if a part of it is not JSON.
    pub fn of(name: &str, summary: &str, [input, output, example]: [&str; 3]) -> Option<Self> {
        let json = |text: &str| {
            serde_json::from_str::<Value>(text).ok().and_then(|_| RawValue::from_string(text.to_owned()).ok())
        };
        let (name, summary) = (name.to_owned(), summary.to_owned());
        Some(Self { name, summary, input: json(input)?, output: json(output)?, example: json(example)? })
    }
}
