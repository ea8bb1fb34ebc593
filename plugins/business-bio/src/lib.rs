//! Descriptions of companies: a line for a profile, or a page about who they are and what they do.

use sitewright_sdk::bio::{self, Paragraph, Place, register, speaks};
use sitewright_sdk::compose::Composer;
use sitewright_sdk::contact::{addresses, phones};
use sitewright_sdk::short::{Names, phrases, tidy};
use sitewright_sdk::units::Unit;
use sitewright_sdk::{
    Brief, Checks, Choice, Generator, Input, Level, Limit, Output, Prompt, Texts, Voice, export, texts,
};

#[derive(Input)]
pub struct Order {
    #[field(required, min = 1, max = 120)]
    company: String,
    #[field(required, min = 10, max = 2000, widget = "textarea")]
    what_we_do: String,
    #[field(max = 200)]
    founded_location: String,
    #[field(max = 500, widget = "textarea")]
    usp: String,
    #[field(default = "generic")]
    platform: Platform,
    #[field(flatten)]
    voice: Voice,
    #[field(min = 1, max = 5, default = 3, widget = "slider")]
    variants: u32,
}

#[derive(Choice, Clone, Copy, PartialEq, Eq, Debug)]
#[rustfmt::skip]
pub enum Platform { Generic, GoogleBusinessProfile, LinkedinPage, Instagram, X, FacebookPage }

#[derive(Output, Default, Clone)]
pub struct Bio {
    /// The longest that any of the platforms takes; each has its own limit besides.
    #[limit(characters, max = 2000, hard)]
    text: String,
}

pub struct BusinessBio;

impl Generator for BusinessBio {
    type Input = Order;
    type Variant = Bio;
    const TEXTS: &'static Texts = texts!("texts");

    fn subject(order: &Order) -> &str {
        &order.company
    }

    fn prompt(brief: &Brief<'_, Order>, variant: usize) -> Prompt {
        let title = |name: &str| brief.text(&["input", name, "title"].join("."));
        Prompt::new(brief.text("prompt.role"))
            .rule(brief.text(&["prompt.platform", brief.platform.id()].join(".")))
            .rule(brief.pick_text("prompt.angles", variant))
            .data(title("company"), &brief.company)
            .data(title("what_we_do"), &brief.what_we_do)
            .data(title("founded_location"), &brief.founded_location)
            .data(title("usp"), &brief.usp)
            .max_words(350)
    }

    fn draft(brief: &Brief<'_, Order>, variant: usize) -> Bio {
        let place = Place::of(brief.platform.id());
        let names = Names::of(&[&*brief.company, &brief.what_we_do, &brief.usp].join("\n"));
        let facts = brief.brand.facts.join("\n");
        let own = [&brief.what_we_do, &brief.usp, &brief.founded_location, &facts].map(|text| {
            let own = bio::facts(&tidy(text, &names), &place);
            own.into_iter().filter(|line| phones(line) == 0 || place.is_line).collect::<Vec<_>>()
        });
        let say = |key: &str| {
            let composer = Composer::new(brief, variant).with("company", &brief.company);
            composer.line(&["draft", key].join("."))
        };
        let closing = say(&["closing", register(brief.tone())].join("."));
        if place.is_line {
            let [what, usp, founded, facts] = own.map(|own| own.join("\n"));
            let first = phrases(&what, place.limit.unit, place.room()).into_iter().take(1);
            let rest = [usp, founded, what.clone(), facts].join("\n");
            let mut rest = phrases(&rest, place.limit.unit, place.room() / 2);
            let turn = variant % rest.len().max(1);
            rest.rotate_left(turn);
            let parts: Vec<String> = first.chain(rest).chain([closing]).collect();
            return Bio { text: bio::line(&parts, &place, variant) };
        }
        let [what, usp, founded, facts] = own;
        let opening = match what.first() {
            Some(line) if line.contains(&brief.company) => String::new(),
            Some(line) if place.fits(line) && !speaks(line, brief.language()) => say("opening"),
            _ => say("hello"),
        };
        let founded =
            founded.first().map_or_else(String::new, |founded| [&say("founded"), " ", founded, "."].concat());
        let usp = if variant % 2 == 0 {
            Paragraph::prose(say("usp"), &usp)
        } else {
            Paragraph::list(say("usp"), &usp)
        };
        let parts =
            [Paragraph::prose(opening, &what), usp, Paragraph::plain(founded), Paragraph::prose("", &facts)];
        Bio { text: bio::page(parts.into_iter().chain([Paragraph::plain(closing)]).collect(), &place) }
    }

    fn check(brief: &Brief<'_, Order>, bio: &Bio, checks: &mut Checks) {
        Place::of(brief.platform.id()).check("text", &bio.text, checks);
        if brief.platform == Platform::Generic {
            let least = Limit { unit: Unit::Words, min: Some(50), max: None, level: Level::Recommended };
            checks.limit("text", least, Unit::Words.measure(&bio.text));
        }
        if brief.platform == Platform::GoogleBusinessProfile {
            checks.rule("text", "address", Level::Platform, addresses(&bio.text), &[]);
            checks.rule("text", "phone", Level::Platform, phones(&bio.text), &[]);
        }
    }
}

export!(BusinessBio);

#[cfg(test)]
mod tests;
