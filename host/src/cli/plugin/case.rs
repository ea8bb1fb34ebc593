//! A case of `plugin test` with its result, and the files of recordings.

use sitewright_engine::Failure;
use sitewright_package::{Example, Expected};

use super::{folder, read, write};
use crate::cli::prelude::*;
use crate::work::recordings::{End, Recording};

/// Recorded model answers of older versions of this program; they are still used.
pub(super) const RECORDINGS: &str = "recordings";

/// A case to run, with its expected result if known.
pub(super) struct Case {
    pub name: String,
    pub language: Locale,
    pub input: Value,
    pub played: Played,
    pub expected: Option<Expected>,
    /// The file with the expected result; `None` if it is not written yet.
    pub file: Option<PathBuf>,
}

/// The answers to a run's calls.
pub(super) enum Played {
    /// The model's answers, in call order; without any no model is connected. Egress is not answered.
    Answers(Vec<String>),
    /// All calls of a run.
    Recording(Box<Recording>),
}

#[derive(Serialize)]
pub(super) struct Tested {
    pub name: String,
    pub language: &'static str,
    #[serde(flatten)]
    pub verdict: Verdict,
}

impl Case {
    pub fn is_without_answers(&self) -> bool {
        matches!(&self.played, Played::Answers(answers) if answers.is_empty())
    }

    /// The file name of its recording.
    pub fn stem(&self) -> &str {
        let stem = self.file.as_deref().and_then(Path::file_stem).and_then(|stem| stem.to_str());
        stem.unwrap_or(self.language.tag())
    }
}

/// The contract's name of the failure without a model.
pub(super) const NEEDS_MODEL: &str = "needs-model";

/// The result of a case.
#[derive(Debug, Default, Serialize)]
pub(super) struct Verdict {
    /// A short summary.
    pub made: String,
    /// Why it failed.
    pub problems: Vec<String>,
    /// What calls of a shop system should have done; `problems` has the same in sentences.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<Finding>,
    /// Possible improvements.
    pub notes: Vec<String>,
    /// The result text, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub written: Option<Written>,
    /// The actual result, if it differs from the expected one and nothing else is wrong.
    #[serde(skip)]
    pub unexpected: Option<Expected>,
}

/// A result in readable form.
#[derive(Debug, Serialize)]
pub(super) struct Written {
    pub title: String,
    pub text: String,
}

impl Verdict {
    pub fn is_ok(&self) -> bool {
        self.problems.is_empty()
    }

    /// Writes the actual result into the file with the expected one. A refusal because of unanswered egress is never
    /// intended, so it is not written.
    pub fn update(&mut self, case: &Case, reader: Locale) -> anyhow::Result<()> {
        let made = self.unexpected.take().filter(|made| !folder::is_unanswered(made));
        let (Some(made), Some(file)) = (made, &case.file) else { return Ok(()) };
        let bytes = read(file, reader)?;
        let bytes = match &case.played {
            Played::Answers(_) => {
                let mut example: Example = serde_json::from_slice(&bytes)?;
                example.expected = made;
                example.to_json()
            }
            Played::Recording(_) => {
                let mut recording: Recording = serde_json::from_slice(&bytes)?;
                // Other failures contain more than their name, so they need a new recording.
                recording.end = match made {
                    Expected::Outcome { title, text, data } => End::Outcome { title, text, data },
                    Expected::Failure(name) if name == NEEDS_MODEL => End::Failure(Failure::NeedsModel),
                    Expected::Failure(_) => return Ok(()),
                };
                serde_json::to_vec_pretty(&recording)?
            }
        };
        write(file, &bytes, reader)?;
        self.problems.clear();
        self.notes.push(Text::key("cli.test-updated").with("file", file.display().to_string()).say(reader));
        Ok(())
    }
}

/// What a call should have done, and what it did.
#[derive(Debug, Serialize)]
pub(super) struct Finding {
    /// The function of the interface, with its kind.
    pub call: String,
    pub expected: String,
    pub made: String,
}

/// The files of a folder of recordings, by name.
pub(super) fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(|path| path.is_file()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    files
}

pub(super) fn name_of(folder: &str, file: &Path) -> String {
    format!("{folder}/{}", file.file_name().unwrap_or_default().to_string_lossy())
}

pub(super) fn unread(name: &str, error: &serde_json::Error, reader: Locale) -> anyhow::Error {
    let text = Text::key("cli.recording-unread").with("file", name).with("why", error.to_string());
    text.fail(reader).into()
}
