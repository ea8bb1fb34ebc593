//! Judges a case of `plugin test`: schemas, limits and the expected result.

use sitewright_package::Expected;

use super::case::{Case, NEEDS_MODEL, Played, Verdict, Written};
use super::folder;
use super::replay::line_of;
use crate::catalogue::tools;
use crate::cli::desk::leads_out;
use crate::cli::prelude::*;
use crate::platform::model::count_words;
use crate::work::recordings::{Deviation, Player, Recording};

/// Judges a case, in the reader's language.
pub(super) async fn judge(plugin: &Plugin, package: &Package, case: &Case, reader: Locale) -> Verdict {
    let mut verdict = Verdict::default();
    let made = match &case.played {
        Played::Answers(answers) => {
            tools::rehearse(plugin, case.language.tag(), case.input.clone(), answers).await
        }
        Played::Recording(recording) => play(plugin, recording, reader, &mut verdict).await,
    };
    match made {
        Err(error) => verdict.problems.push(format!("{error:#}")),
        Ok(made) => {
            look_at(&made, package, case, reader, &mut verdict);
            if let Some(expected) = case.expected.as_ref().filter(|expected| **expected != made) {
                let is_else_good = verdict.is_ok();
                differ(expected, &made, reader, &mut verdict.problems);
                verdict.unexpected = Some(made).filter(|_| is_else_good);
            }
        }
    }
    verdict
}

/// Replays a recorded run. A changed prompt is a note; a call without a recorded answer, or an unused answer, is a
/// problem that needs a new recording.
async fn play(
    plugin: &Plugin,
    recording: &Recording,
    reader: Locale,
    verdict: &mut Verdict,
) -> anyhow::Result<Expected> {
    let player = Arc::new(Player::new(recording));
    let report = plugin.run(recording.input.get().to_owned(), player.clone()).await;
    for deviation in player.deviations() {
        let list = match deviation {
            Deviation::AsksOtherwise { .. } => &mut verdict.notes,
            Deviation::Lacking(_) | Deviation::NotAsked(_) => &mut verdict.problems,
        };
        list.push(line_of(&deviation, reader));
    }
    tools::ended(report.result)
}

fn look_at(made: &Expected, package: &Package, case: &Case, reader: Locale, verdict: &mut Verdict) {
    let (title, text, data) = match made {
        Expected::Outcome { title, text, data } => (title, text, data),
        Expected::Failure(name) => {
            verdict.made = Text::key("cli.test-ends").with("name", name.as_str()).say(reader);
            let is_wanted = case.expected.as_ref() == Some(made);
            if name == NEEDS_MODEL {
                verdict.notes.push(Text::key("cli.test-needs-model").say(reader));
            } else if !is_wanted {
                let text = Text::key("cli.test-no-result").with("name", name.as_str());
                verdict.problems.push(text.say(reader));
                if folder::is_unanswered(made) && leads_out(&package.permissions) {
                    verdict.problems.push(Text::key("cli.test-needs-recording").say(reader));
                }
            }
            return;
        }
    };
    let words = count_words(text);
    let is_draft = matches!(&case.played, Played::Answers(answers) if answers.is_empty());
    verdict.made = match is_draft {
        true => Text::key("cli.test-draft").with("words", words).say(reader),
        false => Text::key("cli.test-recorded").with("words", words).say(reader),
    };
    verdict.written = Some(Written { title: title.clone(), text: text.clone() });
    let described = package.descriptors.iter().find(|(language, _)| *language == case.language.tag());
    if let Some((_, descriptor)) = described {
        let checked = Schema::of_output(descriptor.output.get()).map_err(|error| format!("{error:#}"));
        if let Err(why) = checked.and_then(|schema| schema.check(data)) {
            verdict.problems.push(Text::key("cli.test-schema").with("why", why).say(reader));
        }
    }
    limits(data, reader, verdict);
}

/// A broken hard limit makes a result unusable; other limits are advice.
fn limits(data: &Value, reader: Locale, verdict: &mut Verdict) {
    let variants = data["variants"].as_array().map_or(&[][..], Vec::as_slice);
    for (place, variant) in variants.iter().enumerate() {
        let broken = variant["checks"].as_array().into_iter().flatten().filter(|check| check["ok"] == false);
        for check in broken {
            let message = check["message"].as_str().unwrap_or_default();
            let note = Text::key("cli.test-limit").with("number", place + 1).with("message", message);
            let note = note.with("field", check["field"].as_str().unwrap_or_default()).say(reader);
            let list = if check["level"] == "hard" { &mut verdict.problems } else { &mut verdict.notes };
            list.push(note);
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
