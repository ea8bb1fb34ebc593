//! The prompt for the model.
//!
//! The template's words are rules; the user's input is only in the fenced data. A text's placeholder in a rule is
//! therefore replaced by the label of that text in the data, so no input ever becomes a rule. Numbers and options are
//! the template's own and are inserted.

use sitewright_sdk::form::Kind;
use sitewright_sdk::{Brief, Joined, Language, Prompt};

use crate::order::Order;
use crate::placeholders::{all_said, filled, named, title};
use crate::source::template;

pub fn prompt(brief: &Brief<'_, Order>, variant: usize) -> Prompt {
    let template = template();
    let mut prompt = Prompt::new(worded(brief, brief.text("prompt.role"))).max_words(template.max_words);
    if let Some(temperature) = template.temperature {
        prompt = prompt.temperature(temperature);
    }
    for rule in list(brief, "prompt.rules") {
        prompt = prompt.rule(worded(brief, rule));
    }
    let angles: Vec<&str> = list(brief, "prompt.angles").to_vec();
    if let Some(angle) = brief.pick(&angles, "prompt.angles", variant) {
        prompt = prompt.angle(worded(brief, angle));
    }
    for (place, field) in template.fields.iter().enumerate() {
        let when = match field.kind {
            Kind::Flag if brief.is_on(place) => Some("on"),
            Kind::Choice(_) => brief.option(place),
            _ => None,
        };
        let when = when.map(|when| ["prompt.when", field.spec.name, when].joined("."));
        for rule in when.iter().flat_map(|key| list(brief, key)) {
            prompt = prompt.rule(worded(brief, rule));
        }
        prompt = prompt.data(title(place, brief.phrases), brief.said(place, brief.phrases));
    }
    prompt
}

fn list(brief: &Brief<'_, Order>, key: &str) -> &'static [&'static str] {
    brief.phrases.find(key).unwrap_or_default()
}

/// The text of a rule; empty if it is about an empty field.
fn worded(brief: &Brief<'_, Order>, rule: &str) -> String {
    let places = named(rule);
    if !all_said(brief, &places, brief.phrases) {
        return String::new();
    }
    filled(rule, &places, |place| match template().fields[place].kind {
        Kind::Number | Kind::Choice(_) => brief.said(place, brief.phrases),
        _ => label(title(place, brief.phrases), brief.language()),
    })
}

/// The label of a text in the data, in the quotes of the language.
fn label(title: &str, language: Language) -> String {
    match language {
        Language::En => ["“", title, "”"].concat(),
        Language::Pl => ["„", title, "”"].concat(),
    }
}
