//! Newsletters: an issue with sections, from a topic and the user's items.

use sitewright_sdk::letter::{self, Points};
use sitewright_sdk::{
    Brief, Checks, Decimal, Generator, Input, Level, Limit, Output, Prompt, Texts, Unit, Voice, export, texts,
};

#[derive(Input)]
pub struct Order {
    #[field(required, min = 3, max = 500, widget = "textarea")]
    topic: String,
    #[field(max = 10)]
    items: Vec<String>,
    #[field(max = 120)]
    cta: String,
    #[field(min = 1, max = 8, default = 3, widget = "slider")]
    sections: u32,
    #[field(flatten)]
    voice: Voice,
    #[field(min = 1, max = 5, default = 3, widget = "slider")]
    variants: u32,
}

#[derive(Output, Default, Clone)]
pub struct Issue {
    #[limit(characters, min = 1, max = 60, recommended)]
    subject: String,
    #[limit(characters, min = 40, max = 90, recommended)]
    preheader: String,
    #[field(format = "markdown")]
    #[limit(words, min = 150, max = 800, recommended)]
    body: String,
}

pub struct Newsletter;

impl Generator for Newsletter {
    type Input = Order;
    type Variant = Issue;
    const TEXTS: &'static Texts = texts!("texts");

    fn subject(order: &Order) -> &str {
        order.topic.lines().next().unwrap_or_default()
    }

    fn prompt(brief: &Brief<'_, Order>, variant: usize) -> Prompt {
        let values = [&brief.topic[..], &brief.items.join("\n")];
        letter::prompt(brief, variant, &brief.cta, &["topic", "items"], &values)
            .rule(brief.fill("prompt.sections-count", &[("count", &brief.sections.decimal())]))
            .rule(brief.text("prompt.length"))
            .rule(if brief.items.is_empty() { "" } else { brief.text("prompt.items") })
            .max_words(1100)
    }

    fn draft(brief: &Brief<'_, Order>, variant: usize) -> Issue {
        let points = Points::of(&brief.topic, "- ").with(&brief.cta, letter::tone(brief, variant));
        let sections = letter::sections(brief, &brief.items, brief.sections as usize, variant);
        let points = points.and("sections", sections);
        let [subject, preheader, body] = letter::draft(brief, variant, &points, "issue", 0, ["", ""]);
        Issue { subject, preheader, body }
    }

    fn check(brief: &Brief<'_, Order>, issue: &Issue, checks: &mut Checks) {
        let known = [&brief.topic, &brief.items.join(" ")[..]].concat();
        letter::check([&issue.subject, &issue.preheader, &issue.body], &known, checks);
        letter::links_kept(&brief.items, &issue.body, checks);
        let headings = issue.body.lines().filter(|line| line.starts_with('#')).count() as u32;
        let ordered = Limit::between(Unit::Items, brief.sections, brief.sections, Level::Recommended);
        checks.named("body", "sections", ordered, headings);
    }
}

export!(Newsletter);

#[cfg(test)]
mod tests;
