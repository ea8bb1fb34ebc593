//! What a case of `plugin test` came to: whether it keeps the schemas, the limits and what was expected.

use serde::Serialize;
use serde_json::Value;
use sitewright_engine::Plugin;
use sitewright_package::{Expected, Package};

use super::test::Case;
use crate::{
    error::Text,
    locale::Locale,
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

/// Judges a case, in the reader's language.
pub(super) async fn judge(plugin: &Plugin, package: &Package, case: &Case, reader: Locale) -> Verdict {
    let mut verdict = Verdict::default();
    match tools::rehearse(plugin, case.language.tag(), case.input.clone(), &case.answers).await {
        Err(error) => verdict.problems.push(format!("{error:#}")),
        Ok(made) => {
            look_at(&made, package, case, reader, &mut verdict);
            if let Some(expected) = case.expected.as_ref().filter(|expected| **expected != made) {
                differ(expected, &made, reader, &mut verdict.problems);
            }
        }
    }
    verdict
}

fn look_at(made: &Expected, package: &Package, case: &Case, reader: Locale, verdict: &mut Verdict) {
    let (text, data) = match made {
        Expected::Outcome { text, data, .. } => (text, data),
        Expected::Failure(name) => {
            verdict.made = Text::key("cli.test-ends").with("name", name.as_str()).say(reader);
            let is_wanted = case.expected.as_ref() == Some(made);
            if name == "needs-model" {
                verdict.notes.push(Text::key("cli.test-needs-model").say(reader));
            } else if !is_wanted {
                let text = Text::key("cli.test-no-result").with("name", name.as_str());
                verdict.problems.push(text.say(reader));
            }
            return;
        }
    };
    let words = count_words(text);
    verdict.made = match case.answers.is_empty() {
        true => Text::key("cli.test-draft").with("words", words).say(reader),
        false => Text::key("cli.test-recorded").with("words", words).say(reader),
    };
    let described = package.descriptors.iter().find(|(language, _)| *language == case.language.tag());
    if let Some((_, descriptor)) = described {
        let checked = Schema::of_output(descriptor.output.get()).map_err(|error| format!("{error:#}"));
        if let Err(why) = checked.and_then(|schema| schema.check(data)) {
            verdict.problems.push(Text::key("cli.test-schema").with("why", why).say(reader));
        }
    }
    limits(data, reader, verdict);
}

/// A hard limit that is broken makes a result useless; the others are advice.
fn limits(data: &Value, reader: Locale, verdict: &mut Verdict) {
    let variants = data["variants"].as_array().map_or(&[][..], Vec::as_slice);
    for (place, variant) in variants.iter().enumerate() {
        let broken = variant["checks"].as_array().into_iter().flatten().filter(|check| check["ok"] == false);
        for check in broken {
            let message = check["message"].as_str().unwrap_or_default();
            let told = Text::key("cli.test-limit").with("number", place + 1).with("message", message);
            let told = told.with("field", check["field"].as_str().unwrap_or_default()).say(reader);
            let list = if check["level"] == "hard" { &mut verdict.problems } else { &mut verdict.notes };
            list.push(told);
        }
    }
}

fn differ(expected: &Expected, made: &Expected, reader: Locale, problems: &mut Vec<String>) {
    let (
        Expected::Outcome { title, text, data },
        Expected::Outcome { title: other_title, text: other_text, data: other_data },
    ) = (expected, made)
    else {
        let name = |of: &Expected| match of {
            Expected::Outcome { .. } => Text::key("cli.test-a-result").say(reader),
            Expected::Failure(name) => name.clone(),
        };
        let text = Text::key("cli.test-ends-otherwise").with("expected", name(expected));
        return problems.push(text.with("made", name(made)).say(reader));
    };
    let both = |text: Text, expected: &str, made: &str| {
        let [wanted, got] = [Text::key("cli.test-expected"), Text::key("cli.test-made")];
        let [text, wanted, got] = [text, wanted, got].map(|text| text.say(reader));
        format!("{text} {wanted} {expected}\n        {got} {made}")
    };
    if title != other_title {
        problems.push(both(Text::key("cli.test-title"), title, other_title));
    }
    if text != other_text {
        let (mut lines, mut others) = (text.lines(), other_text.lines());
        let mut number = 1;
        let (line, other) = loop {
            match (lines.next(), others.next()) {
                (Some(line), Some(other)) if line == other => number += 1,
                other => break other,
            }
        };
        let end = Text::key("cli.test-the-end").say(reader);
        let text = Text::key("cli.test-text").with("line", number);
        problems.push(both(text, line.unwrap_or(&end), other.unwrap_or(&end)));
    }
    if data != other_data && text == other_text {
        problems.push(Text::key("cli.test-data").say(reader));
    }
}
