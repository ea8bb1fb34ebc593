//! What a case of `plugin test` came to: whether it keeps the schemas, the limits and what was expected.

use serde::Serialize;
use serde_json::Value;
use sitewright_engine::Plugin;
use sitewright_package::{Expected, Package};

use super::test::Case;
use crate::{
    model::count_words,
    tools::{self, Schema},
};

/// What a case came to.
#[derive(Debug, Default, Serialize)]
pub(super) struct Verdict {
    /// In a few words.
    pub made: String,
    /// Why it does not hold.
    pub problems: Vec<String>,
    /// What could be better.
    pub notes: Vec<String>,
}

impl Verdict {
    pub fn is_ok(&self) -> bool {
        self.problems.is_empty()
    }
}

pub(super) async fn judge(plugin: &Plugin, package: &Package, case: &Case) -> Verdict {
    let mut verdict = Verdict::default();
    match tools::rehearse(plugin, case.language.tag(), case.input.clone(), &case.answers).await {
        Err(error) => verdict.problems.push(format!("{error:#}")),
        Ok(made) => {
            look_at(&made, package, case, &mut verdict);
            if let Some(expected) = case.expected.as_ref().filter(|expected| **expected != made) {
                differ(expected, &made, &mut verdict.problems);
            }
        }
    }
    verdict
}

fn look_at(made: &Expected, package: &Package, case: &Case, verdict: &mut Verdict) {
    let (text, data) = match made {
        Expected::Outcome { text, data, .. } => (text, data),
        Expected::Failure(name) => {
            verdict.made = format!("ends with {name}");
            let is_wanted = case.expected.as_ref() == Some(made);
            if name == "needs-model" {
                verdict.notes.push(
                    "Without a model it writes nothing; `--record` keeps a model's answers.".to_owned(),
                );
            } else if !is_wanted {
                verdict.problems.push(format!("It ends with {name} rather than with a result."));
            }
            return;
        }
    };
    let how = if case.answers.is_empty() { "draft" } else { "recorded answers" };
    verdict.made = format!("{how}, {} words", count_words(text));
    let described = package.descriptors.iter().find(|(language, _)| *language == case.language.tag());
    if let Some((_, descriptor)) = described {
        let checked = Schema::of_output(descriptor.output.get()).map_err(|error| format!("{error:#}"));
        if let Err(why) = checked.and_then(|schema| schema.check(data)) {
            verdict.problems.push(format!("The result does not satisfy the tool's schema: {why}"));
        }
    }
    limits(data, verdict);
}

/// A hard limit that is broken makes a result useless; the others are advice.
fn limits(data: &Value, verdict: &mut Verdict) {
    let variants = data["variants"].as_array().map_or(&[][..], Vec::as_slice);
    for (place, variant) in variants.iter().enumerate() {
        let broken = variant["checks"].as_array().into_iter().flatten().filter(|check| check["ok"] == false);
        for check in broken {
            let message = check["message"].as_str().unwrap_or_default();
            let told =
                format!("Variant {}, {}: {message}", place + 1, check["field"].as_str().unwrap_or_default());
            let list = if check["level"] == "hard" { &mut verdict.problems } else { &mut verdict.notes };
            list.push(told);
        }
    }
}

fn differ(expected: &Expected, made: &Expected, problems: &mut Vec<String>) {
    let (
        Expected::Outcome { title, text, data },
        Expected::Outcome { title: other_title, text: other_text, data: other_data },
    ) = (expected, made)
    else {
        let name = |of: &Expected| match of {
            Expected::Outcome { .. } => "a result".to_owned(),
            Expected::Failure(name) => name.clone(),
        };
        return problems.push(format!("Expected is {}, and it ends with {}.", name(expected), name(made)));
    };
    if title != other_title {
        problems.push(format!("The title differs. Expected: {title}\n        Made:     {other_title}"));
    }
    if text != other_text {
        let (mut lines, mut others) = (text.lines(), other_text.lines());
        let mut number = 1;
        let (line, other) = loop {
            match (lines.next(), others.next()) {
                (Some(line), Some(other)) if line == other => number += 1,
                (line, other) => break (line.unwrap_or("(the end)"), other.unwrap_or("(the end)")),
            }
        };
        problems
            .push(format!("The text differs in line {number}. Expected: {line}\n        Made:     {other}"));
    }
    if data != other_data && text == other_text {
        problems.push("The data differs.".to_owned());
    }
}
