//! A stand-in for the language model. It gives the same answer to the same request.

use std::hash::{DefaultHasher, Hash, Hasher};

use serde_json::{Value, json};
use sitewright_engine::{Completion, CompletionRequest, Failure};

use crate::dice::Dice;
use crate::random::text;

/// How the stand-in behaves in one run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Script {
    /// No model is connected: drafts are returned.
    Unconnected,
    /// Each part under its title.
    Parts,
    /// The tool's draft, or a text without labels.
    Text,
    /// Refusals, empty answers, broken JSON, labels in every notation, and failures.
    Hostile,
}

impl Script {
    pub fn any(dice: &mut Dice) -> Self {
        match dice.below(10) {
            0..=4 => Self::Unconnected,
            5..=6 => Self::Parts,
            7 => Self::Text,
            _ => Self::Hostile,
        }
    }
}

pub struct Model {
    pub script: Script,
    pub seed: u64,
    /// Titles of the parts of a variant, with their names.
    pub parts: Vec<(String, String)>,
}

impl Model {
    /// A model for a tool whose result has this schema.
    pub fn new(script: Script, seed: u64, output: &Value) -> Self {
        let parts = output["properties"]["variants"]["items"]["properties"].as_object();
        let parts = parts.into_iter().flatten().filter(|(name, _)| *name != "checks");
        let title = |part: &Value| part["title"].as_str().unwrap_or_default().to_owned();
        let parts = parts.map(|(name, part)| (name.clone(), title(part))).collect();
        Self { script, seed, parts }
    }

    pub fn reply(&self, request: &CompletionRequest) -> Result<Completion, Failure> {
        if self.script == Script::Unconnected {
            let text = request.draft.clone().ok_or(Failure::NeedsModel)?;
            return Ok(Completion { text, words: 0, drafted: true });
        }
        let mut hasher = DefaultHasher::new();
        (self.seed, &request.show_as, request.messages.len()).hash(&mut hasher);
        request.messages.iter().for_each(|message| message.text.hash(&mut hasher));
        let mut dice = Dice::new(hasher.finish());
        let text = match self.script {
            Script::Parts => self.sections(&mut dice, |title| format!("{title}: ")),
            Script::Text => text(1, 900, &mut dice),
            _ => self.hostile(request, &mut dice)?,
        };
        let words = text.split_whitespace().count() as u32;
        Ok(Completion { text, words, drafted: false })
    }

    fn sections(&self, dice: &mut Dice, label: impl Fn(&str) -> String) -> String {
        let mut answer = String::new();
        for (_, title) in &self.parts {
            answer.push_str(&label(title));
            answer.push_str(&text(0, 300, dice));
            answer.push('\n');
        }
        answer
    }

    fn hostile(&self, request: &CompletionRequest, dice: &mut Dice) -> Result<String, Failure> {
        const FIXED: &[&str] = &[
            "",
            "   ",
            "…",
            "🎉🎉",
            "I'm sorry, but I can't help with that.",
            "Jako model językowy nie mogę tego napisać.",
            "As an AI engineer I build models.",
            "{\"title\": \"x\", \"description\": 3",
            "```json\n{}\n```",
            "- ",
            ":",
            "\n\n\n",
            "<think>",
            "Sure! Here is your text:",
            "1. \n2. \n3. ",
            "**",
            "#",
            "\u{202E}\u{200B}",
        ];
        Ok(match dice.below(9) {
            0 | 1 => (*dice.pick(FIXED)).to_owned(),
            2 => self.sections(dice, |title| format!("## {title}\n")),
            3 => self.sections(dice, |title| format!("- **{title}**: ")),
            4 => self.sections(dice, |title| format!("1. {title}:\n")),
            5 => {
                let parts = self.parts.iter().map(|(name, _)| (name.clone(), json!(text(0, 300, dice))));
                Value::Object(parts.collect()).to_string()
            }
            6 => request.messages.first().map(|message| message.text.clone()).unwrap_or_default(),
            7 => text(1, 200, dice).repeat(12),
            _ => return Err(Failure::Unavailable("The model does not answer.".to_owned())),
        })
    }
}
