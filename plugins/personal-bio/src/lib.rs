//! Biographies of people: a line for a profile, or a page in the first or third person.

use sitewright_sdk::bio::{Paragraph, Place, Writer, gendered, narrates, speaks};
use sitewright_sdk::compose::paragraphs;
use sitewright_sdk::material::{as_sentence, capitalized, statements};
use sitewright_sdk::short::without_stop;
use sitewright_sdk::{
    Brief, Checks, Choice, Generator, Input, Language, Level, Manner, Output, Prompt, Texts, export, texts,
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
        let Order { name, role, facts, platform, .. } = brief.input;
        let writer =
            Writer::new(brief, variant, platform.id(), &[role, facts].map(String::as_str).join("\n"));
        let role = writer.tidy(role.trim_end_matches('.'));
        let writer = writer.with("name", name).with("role", &role);
        if Self::is_frame(brief) {
            let facts = rewriting(brief);
            let text = if writer.place.is_line {
                let role = capitalized(&role);
                let parts: Vec<&str> = [&*role].into_iter().chain(facts.iter().map(String::as_str)).collect();
                parts.join(if writer.place.breaks { "\n" } else { " | " })
            } else {
                paragraphs(&[writer.say("draft.opening"), facts.join("\n")])
            };
            return Bio { text };
        }
        if writer.place.is_line {
            let text = writer.line(&role, facts);
            return Bio { text: if text.is_empty() { name.clone() } else { text } };
        }
        let is_prose = !facts.contains(['\n', ';']);
        let mut facts = writer.facts(facts);
        if is_prose && brief.language() == Language::En {
            facts = match brief.person {
                Person::First => {
                    facts.into_iter().map(|fact| subject::spoken(&fact).unwrap_or(fact)).collect()
                }
                Person::Third => subject::told(facts, name),
            };
        }
        let facts = if is_prose { Paragraph::prose("", &facts) } else { Paragraph::list("", &facts) };
        Bio { text: writer.page(vec![Paragraph::plain(writer.say("draft.opening")), facts]) }
    }

    /// Facts in another person than the ordered one have to be rewritten, which rules cannot do. In an English
    /// line "Teaches in Leeds" suits both.
    fn is_frame(brief: &Brief<'_, Order>) -> bool {
        let suits = brief.person == Person::First
            && brief.language() == Language::En
            && Place::of(brief.platform.id()).is_line
            && !statements(&brief.facts).iter().any(|fact| speaks(fact, brief.language()));
        !suits && statements(&brief.facts).iter().any(|fact| is_in_another(brief, fact))
    }

    fn check(brief: &Brief<'_, Order>, bio: &Bio, checks: &mut Checks) {
        Place::of(brief.platform.id()).check("text", &bio.text, checks);
        let guessed = gendered(&bio.text, &brief.facts);
        let count = u32::try_from(guessed.len()).unwrap_or(u32::MAX);
        checks.rule("text", "gender", Level::Recommended, count, &[("words", &guessed.join(", "))]);
        let spoken = brief.person == Person::Third
            && statements(&bio.text).iter().any(|line| speaks(line, brief.language()));
        checks.rule("text", "person", Level::Recommended, u32::from(spoken), &[]);
    }
}

/// Whether a fact is in another person than the ordered one.
fn is_in_another(brief: &Brief<'_, Order>, fact: &str) -> bool {
    let speaks = speaks(fact, brief.language());
    match brief.person {
        Person::First => {
            let is_english = brief.language() == Language::En;
            !speaks && (narrates(fact, brief.language()) || is_english && subject::is_bound(fact))
        }
        Person::Third => speaks,
    }
}

/// The facts, those in another person as places to fill.
fn rewriting(brief: &Brief<'_, Order>) -> Vec<String> {
    let order = brief.text(&["draft.rewrite.", brief.person.id()].concat());
    let is_line = Place::of(brief.platform.id()).is_line;
    let facts = statements(&brief.facts).into_iter().map(|fact| {
        if is_in_another(brief, &fact) {
            return ["[", order, " ", &fact, "]"].concat();
        }
        if is_line {
            return without_stop(&fact).to_owned();
        }
        // Beside sentences with "I" one without a subject would have none.
        let is_spoken = brief.person == Person::First && brief.language() == Language::En;
        as_sentence(&is_spoken.then(|| subject::spoken(&fact)).flatten().unwrap_or(fact))
    });
    facts.collect()
}

export!(PersonalBio);

mod subject;

#[cfg(test)]
mod tests;
