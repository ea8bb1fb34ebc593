//! Job advertisements in sections and in words for people of any gender.

use sitewright_sdk::commerce::{Format, Page, Writing, entries, found, number, tidy_line};
use sitewright_sdk::compose::Composer;
use sitewright_sdk::{Brief, Checks, Choice, Generator, Input, Level, Output, Prompt, Texts, export, texts};

#[derive(Input)]
pub struct Order {
    #[field(required, min = 2, max = 120)]
    job_title: String,
    #[field(required, min = 1, max = 120)]
    company: String,
    #[field(required, min = 10, max = 3000, widget = "textarea")]
    responsibilities: String,
    #[field(required, min = 10, max = 3000, widget = "textarea")]
    requirements: String,
    #[field(max = 2000, widget = "textarea")]
    benefits: String,
    #[field(max = 120)]
    salary: String,
    #[field(max = 120)]
    location: String,
    #[field(default = "hybrid")]
    work_mode: WorkMode,
    contract: Option<Contract>,
    #[field(flatten)]
    writing: Writing,
}

#[derive(Choice, Clone, Copy, PartialEq, Eq, Debug)]
#[rustfmt::skip]
pub enum WorkMode { OnSite, Hybrid, Remote }

#[derive(Choice, Clone, Copy, PartialEq, Eq, Debug)]
#[rustfmt::skip]
pub enum Contract { #[choice("UoP")] Employment, #[choice("B2B")] Business, #[choice("UZ")] Mandate, FullTime, PartTime, Internship }

#[derive(Output, Default, Clone)]
pub struct Advertisement {
    #[field(format = "markdown")]
    #[limit(words, min = 200, max = 700, recommended)]
    text: String,
}

pub struct JobDescription;

impl Generator for JobDescription {
    type Input = Order;
    type Variant = Advertisement;
    const TEXTS: &'static Texts = texts!("texts");

    fn subject(order: &Order) -> &str {
        &order.job_title
    }

    fn prompt(brief: &Brief<'_, Order>, variant: usize) -> Prompt {
        let prompt = Prompt::new(brief.text("prompt.role"))
            .rule(brief.text("prompt.sections"))
            .rule(brief.text("prompt.gender"))
            .rule(brief.text(if brief.salary.is_empty() { "prompt.no-salary" } else { "prompt.salary" }))
            .rule(brief.pick_text("prompt.angles", variant))
            .max_words(900);
        given(brief).into_iter().fold(prompt, |prompt, (title, value)| prompt.data(title, value))
    }

    fn draft(brief: &Brief<'_, Order>, variant: usize) -> Advertisement {
        let lines = Composer::new(brief, variant)
            .with("job", &tidy_line(&brief.job_title))
            .with("company", &tidy_line(&brief.company))
            .with("location", &tidy_line(&brief.location));
        let own = brief.brand.name == brief.company;
        let lines = if own { lines } else { lines.with("brand-description", "") };
        let tone = ["draft.tone.", brief.tone().id()].concat();
        let facts = given(brief).into_iter().skip(1).take(5).filter(|(_, value)| !value.is_empty());
        let facts: Vec<String> =
            facts.map(|(title, value)| [title, ": ", &tidy_line(&value)].concat()).collect();
        let listed = |text: &str| entries(text, brief.language());
        let wanted = listed(&brief.requirements);
        let unsure = if wanted.len() < 3 { String::new() } else { lines.line("draft.unsure") };
        let page = Page::new(Format::Html)
            .heading(&lines.line("draft.headline"))
            .text(&lines.paragraph(&[&tone, "draft.opening", "draft.about"]))
            .list(&lines.line("draft.facts"), &facts)
            .list(&lines.line("draft.duties"), &listed(&brief.responsibilities))
            .list(&lines.line("draft.wanted"), &wanted)
            .text(&unsure)
            .list(&lines.line("draft.offer"), &listed(&brief.benefits))
            .heading(&lines.line("draft.applying"))
            .text(&lines.paragraph(&["draft.apply", "draft.everyone"]));
        Advertisement { text: page.finish() }
    }

    fn check(brief: &Brief<'_, Order>, advertisement: &Advertisement, checks: &mut Checks) {
        let gendered = found(&advertisement.text, brief.list("words.gendered"));
        let (count, words) = (number(gendered.len()), gendered.join(", "));
        checks.rule("text", "gendered", Level::Recommended, count, &[("words", &words)]);
        let silent =
            brief.salary.is_empty() && found(&advertisement.text, brief.list("words.pay")).is_empty();
        checks.rule("text", "no-salary", Level::Recommended, u32::from(silent), &[]);
    }
}

/// What the person gave, under the fields' titles: the job, then the facts about it, then its description.
fn given(brief: &Brief<'_, Order>) -> [(&'static str, String); 9] {
    let option = |field: &str, id: &str| brief.text(&["input.", field, ".options.", id].concat()).to_owned();
    let contract = brief.contract.map(|contract| option("contract", contract.id()));
    [
        ("job_title", brief.job_title.clone()),
        ("company", brief.company.clone()),
        ("location", brief.location.clone()),
        ("work_mode", option("work_mode", brief.work_mode.id())),
        ("contract", contract.unwrap_or_default()),
        ("salary", brief.salary.clone()),
        ("responsibilities", brief.responsibilities.clone()),
        ("requirements", brief.requirements.clone()),
        ("benefits", brief.benefits.clone()),
    ]
    .map(|(field, value)| (brief.text(&["input.", field, ".title"].concat()), value))
}

export!(JobDescription);

#[cfg(test)]
mod tests;
