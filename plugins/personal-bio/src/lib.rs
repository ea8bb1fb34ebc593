//! Biographies of people: a line for a profile, or a page in the first or third person.

use sitewright_sdk::bio::{Paragraph, Place, Writer, gendered, speaks};
use sitewright_sdk::material::statements;
use sitewright_sdk::{
    Brief, Checks, Choice, Generator, Input, Level, Manner, Output, Prompt, Texts, export, texts,
};

#[derive(Input)]
pub struct Order {
    #[field(required, min = 2, max = 120)]
    name: String,
    #[field(required, min = 2, max = 200)]
    role: String,
    #[field(required, min = 10, max = 2000, widget = "textarea")]
    facts: String,
    #[field(default = "first")]
    person: Person,
    #[field(default = "generic")]
    platform: Platform,
    #[field(flatten)]
    manner: Manner,
}

/// The grammatical person.
#[derive(Choice, Clone, Copy, PartialEq, Eq, Debug)]
#[rustfmt::skip]
pub enum Person { First, Third }

#[derive(Choice, Clone, Copy, PartialEq, Eq, Debug)]
#[rustfmt::skip]
pub enum Platform { Generic, LinkedinAbout, LinkedinHeadline, X, Instagram, Tiktok, Facebook }

#[derive(Output, Default, Clone)]
pub struct Bio {
    /// The maximum of all platforms; each also has its own limit.
    #[limit(characters, max = 2600, hard)]
    text: String,
}

pub struct PersonalBio;

impl Generator for PersonalBio {
    type Input = Order;
    type Variant = Bio;
    const TEXTS: &'static Texts = texts!("texts");

    fn subject(order: &Order) -> &str {
        &order.name
    }

    fn prompt(brief: &Brief<'_, Order>, variant: usize) -> Prompt {
        Prompt::new(brief.text("prompt.role"))
            .rule(brief.text(&["prompt.platform", brief.platform.id()].join(".")))
            .rule(brief.text(&["prompt.person", brief.person.id()].join(".")))
            .rule(brief.text("prompt.gender"))
            .angle(brief.pick_text("prompt.angles", variant))
            .data(brief.text("input.name.title"), &brief.input.name)
            .data(brief.text("input.role.title"), &brief.role)
            .data(brief.text("input.facts.title"), &brief.facts)
    }

    fn draft(brief: &Brief<'_, Order>, variant: usize) -> Bio {
        let Order { name, role, facts, person, platform, .. } = brief.input;
        let writer =
            Writer::new(brief, variant, platform.id(), &[role, facts].map(String::as_str).join("\n"));
        let role = writer.tidy(role.trim_end_matches('.'));
        let writer = writer.with("name", name).with("role", &role);
        if writer.place.is_line {
            let text = writer.line(&role, facts);
            return Bio { text: if text.is_empty() { name.clone() } else { text } };
        }
        let is_prose = !facts.contains(['\n', ';']);
        let facts = writer.facts(facts);
        let in_first = facts.iter().any(|fact| speaks(fact, brief.language()));
        let facts = if in_first && *person == Person::Third {
            Paragraph::quotation(writer.say("draft.quoting"), &facts, brief.language())
        } else if is_prose {
            Paragraph::prose("", &facts)
        } else {
            Paragraph::list("", &facts)
        };
        Bio { text: writer.page(vec![Paragraph::plain(writer.say("draft.opening")), facts]) }
    }

    fn check(brief: &Brief<'_, Order>, bio: &Bio, checks: &mut Checks) {
        Place::of(brief.platform.id()).check("text", &bio.text, checks);
        let guessed = gendered(&bio.text, &brief.facts);
        let count = u32::try_from(guessed.len()).unwrap_or(u32::MAX);
        checks.rule("text", "gender", Level::Recommended, count, &[("words", &guessed.join(", "))]);
        let spoken = brief.person == Person::Third
            && statements(&bio.text)
                .iter()
                .any(|line| !line.contains(['„', '“', '"']) && speaks(line, brief.language()));
        checks.rule("text", "person", Level::Recommended, u32::from(spoken), &[]);
    }
}

export!(PersonalBio);

#[cfg(test)]
mod tests;
