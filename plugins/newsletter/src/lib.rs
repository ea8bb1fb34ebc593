//! Newsletters: an issue with sections, from a topic and the user's items.

use sitewright_sdk::compose::paragraphs;
use sitewright_sdk::letter::{self, Points};
use sitewright_sdk::markdown::escape;
use sitewright_sdk::material::{as_sentence, capitalized, label, statements};
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

/// The longest title of an issue, in characters.
const TITLE: usize = 100;

pub struct Newsletter;

impl Generator for Newsletter {
    type Input = Order;
    type Variant = Issue;
    const TEXTS: &'static Texts = texts!("texts");
    const ONE_DRAFT: bool = true;

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

    /// The title, what the topic says beyond it, the items, and the call to action.
    fn draft(brief: &Brief<'_, Order>, _: usize) -> Issue {
        if Self::is_frame(brief) {
            return frame(brief);
        }
        let points = Points::of(&brief.topic, "- ").with(&brief.cta);
        let points = points.and("sections", letter::sections(brief, &brief.items, brief.sections as usize));
        let (_, preheader) = letter::headers(brief, &points, "issue", 0);
        let subject = letter::headline(points.first());
        // The first items that fit say what is inside, without their links; all of them would be the issue again.
        let shown = brief.items.len().saturating_sub(1).max(1);
        let inside = brief.items.iter().take(shown).fold(String::new(), |inside, item| {
            let item: Vec<&str> = item.split(' ').filter(|word| !letter::is_link(word)).collect();
            let item = item.join(" ");
            let item = item.trim_end_matches(['.', ' ', '–', '-', ':']);
            let mark = if inside.is_empty() || item.is_empty() { "" } else { " · " };
            let longer = [&inside, mark, item].concat();
            if has_at_most(&longer, 90) { longer } else { inside }
        });
        // A short one is better than the subject line again.
        let is_new = !preheader.trim_end_matches('.').eq_ignore_ascii_case(points.first());
        let preheader =
            if has_at_most(&inside, 39) && (is_new || inside.is_empty()) { preheader } else { inside };
        let news = escape(&capitalized(points.first()));
        let is_title = has_at_most(&news, TITLE);
        let title = if is_title { ["# ", news.trim_end_matches('.')].concat() } else { as_sentence(&news) };
        let rest = points.body(brief, 0, "issue", brief.list("draft.issue.layout"));
        let body = paragraphs(&[title, rest, escape(&brief.brand.name)]);
        Issue { subject, preheader, body }
    }

    /// An issue without content asks for it.
    fn is_frame(brief: &Brief<'_, Order>) -> bool {
        brief.items.is_empty() && statements(&brief.topic).len() < 2
    }

    fn check(brief: &Brief<'_, Order>, issue: &Issue, checks: &mut Checks) {
        let known = [&brief.topic, &brief.items.join(" ")[..]].concat();
        letter::check([&issue.subject, &issue.preheader, &issue.body], &known, checks);
        letter::links_kept(&brief.items, &issue.body, checks);
        let headings = issue.body.lines().filter(|line| line.starts_with("##")).count() as u32;
        // One section needs no heading.
        let headings = headings.max(1);
        let ordered = Limit::between(Unit::Items, brief.sections, brief.sections, Level::Recommended);
        checks.named("body", "sections", ordered, headings);
    }
}

fn frame(brief: &Brief<'_, Order>) -> Issue {
    let topic = label(&brief.topic);
    let text = |key: &str| brief.fill(key, &[("topic", &topic)]);
    let mut body = vec![text("frame.opening")];
    body.extend(
        brief
            .list("frame.sections")
            .iter()
            .take(brief.sections as usize)
            .map(|section| (*section).to_owned()),
    );
    body.push(if brief.cta.is_empty() { text("frame.ask") } else { escape(&brief.cta) });
    let subject = letter::headline(&brief.topic);
    Issue { subject, preheader: text("frame.preheader"), body: paragraphs(&body) }
}

export!(Newsletter);

#[cfg(test)]
mod tests;
