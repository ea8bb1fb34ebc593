//! Biographies of people: a line for a profile, or a page in the first or third person.

use sitewright_sdk::bio::{self, Paragraph, Place, gendered, register, speaks};
use sitewright_sdk::compose::Composer;
use sitewright_sdk::material::{capitalized, statements};
use sitewright_sdk::short::{Names, phrases, tidy};
use sitewright_sdk::{
    Brief, Checks, Choice, Generator, Input, Level, Output, Prompt, Texts, Voice, export, texts,
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
    voice: Voice,
    #[field(min = 1, max = 5, default = 3, widget = "slider")]
    variants: u32,
}

#[derive(Choice, Clone, Copy, PartialEq, Eq, Debug)]
#[rustfmt::skip]
pub enum Person { First, Third }

#[derive(Choice, Clone, Copy, PartialEq, Eq, Debug)]
#[rustfmt::skip]
pub enum Platform { Generic, LinkedinAbout, LinkedinHeadline, X, Instagram, Tiktok, Facebook }

#[derive(Output, Default, Clone)]
pub struct Bio {
    /// The longest that any of the platforms takes; each has its own limit besides.
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
            .rule(brief.pick_text("prompt.angles", variant))
            .data(brief.text("input.name.title"), &brief.input.name)
            .data(brief.text("input.role.title"), &brief.role)
            .data(brief.text("input.facts.title"), &brief.facts)
    }

    fn draft(brief: &Brief<'_, Order>, variant: usize) -> Bio {
        let place = Place::of(brief.platform.id());
        let names = Names::of(&[&*brief.input.name, &brief.role, &brief.facts].join("\n"));
        let [role, facts] = [&brief.role, &brief.facts].map(|text| tidy(text, &names));
        let role = role.trim_end_matches('.');
        let say = |key: &str| {
            let composer = Composer::new(brief, variant).with("name", &brief.input.name);
            let composer = composer.with("role", role).with("Role", &capitalized(role));
            composer.line(&["draft", brief.person.id(), key].join("."))
        };
        let closing = say(&["closing", register(brief.tone())].join("."));
        if place.is_line {
            let mut parts = phrases(&facts, place.limit.unit, place.room() / 2);
            let turn = variant % parts.len().max(1);
            parts.rotate_left(turn);
            let role = phrases(role, place.limit.unit, place.room()).into_iter().take(1);
            return Bio {
                text: bio::line(&role.chain(parts).chain([closing]).collect::<Vec<_>>(), &place, variant),
            };
        }
        let facts = bio::facts(&facts, &place);
        let in_first = facts.iter().any(|fact| speaks(fact, brief.language()));
        let facts = match brief.person {
            Person::First if in_first && variant % 2 == 0 => Paragraph::prose("", &facts),
            Person::Third if in_first => Paragraph::quotation(say("quoting"), &facts, brief.language()),
            _ => Paragraph::list(say("listing"), &facts),
        };
        Bio {
            text: bio::page(vec![Paragraph::plain(say("opening")), facts, Paragraph::plain(closing)], &place),
        }
    }

    fn check(brief: &Brief<'_, Order>, bio: &Bio, checks: &mut Checks) {
        Place::of(brief.platform.id()).check("text", &bio.text, checks);
        let told = gendered(&bio.text, &brief.facts);
        let count = u32::try_from(told.len()).unwrap_or(u32::MAX);
        checks.rule("text", "gender", Level::Recommended, count, &[("words", &told.join(", "))]);
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
