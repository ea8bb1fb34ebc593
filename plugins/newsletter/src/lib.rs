//! Newsletters: an issue with sections, from a topic and the user's items.

use sitewright_sdk::compose::paragraphs;
use sitewright_sdk::letter::{self, Points, brief_enough, is_shouting};
use sitewright_sdk::markdown::escape;
use sitewright_sdk::material::{capitalized, label};
use sitewright_sdk::units::has_at_most;
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
            .max_words((250 + brief.sections * 150).min(1100))
    }

    fn draft(brief: &Brief<'_, Order>, _: usize) -> Issue {
        if brief.items.is_empty() {
            return frame(brief);
        }
        let points = Points::of(&brief.topic, "- ").with(&brief.cta);
        let points = points.and("sections", letter::sections(brief, &brief.items, brief.sections as usize));
        let [subject, preheader, body] = letter::draft(brief, 0, &points, "issue", ["", ""]);
        // The news itself is the best subject.
        let subject = match brief_enough(points.first(), 60) {
            "" => subject,
            news if is_shouting(news) => subject,
            news => capitalized(news),
        };
        // The first items say what is inside.
        let items: Vec<&str> = brief.items.iter().map(|item| item.trim_end_matches('.')).collect();
        let fits = |text: &str| has_at_most(text, 90) && !text.contains("://");
        let inside = (1..=items.len()).rev().map(|count| items[..count].join(" · ")).find(|text| fits(text));
        Issue { subject, preheader: inside.unwrap_or(preheader), body }
    }

    /// An issue without content asks for it.
    fn is_frame(brief: &Brief<'_, Order>) -> bool {
        brief.items.is_empty()
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

fn frame(brief: &Brief<'_, Order>) -> Issue {
    let topic = label(&brief.topic);
    let text = |key: &str| brief.fill(key, &[("topic", &topic)]);
    let mut body = vec![text("frame.opening")];
    body.extend((0..brief.sections).map(|_| text("frame.section")));
    body.push(if brief.cta.is_empty() { text("frame.ask") } else { escape(&brief.cta) });
    Issue { subject: text("frame.subject"), preheader: text("frame.preheader"), body: paragraphs(&body) }
}

export!(Newsletter);

#[cfg(test)]
mod tests;
