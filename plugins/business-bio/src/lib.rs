//! Descriptions of companies: a line for a profile, or a page about the company and its work.

use sitewright_sdk::bio::{Paragraph, Place, Writer, speaks};
use sitewright_sdk::contact::{addresses, phones};
use sitewright_sdk::material::{as_sentence, capitalized};
use sitewright_sdk::units::{Unit, lower};
use sitewright_sdk::{
    Brief, Checks, Choice, Generator, Input, Level, Limit, Manner, Output, Prompt, Texts, export, texts,
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
    manner: Manner,
}

#[derive(Choice, Clone, Copy, PartialEq, Eq, Debug)]
#[rustfmt::skip]
pub enum Platform { Generic, GoogleBusinessProfile, LinkedinPage, Instagram, X, FacebookPage }

#[derive(Output, Default, Clone)]
pub struct Profile {
    /// The limit of a LinkedIn page; other places have their own limits.
    #[limit(characters, max = 2000, hard)]
    text: String,
}

pub struct BusinessBio;

impl Generator for BusinessBio {
    type Input = Order;
    type Variant = Profile;
    const TEXTS: &'static Texts = texts!("texts");

    fn subject(order: &Order) -> &str {
        &order.company
    }

    fn prompt(brief: &Brief<'_, Order>, variant: usize) -> Prompt {
        let title = |name: &str| brief.text(&["input", name, "title"].join("."));
        Prompt::new(brief.text("prompt.role"))
            .rule(brief.text(&["prompt.platform", brief.platform.id()].join(".")))
            .angle(brief.pick_text("prompt.angles", variant))
            .data(title("company"), &brief.company)
            .data(title("what_we_do"), &brief.what_we_do)
            .data(title("founded_location"), &brief.founded_location)
            .data(title("usp"), &brief.usp)
            .max_words(350)
    }

    fn draft(brief: &Brief<'_, Order>, variant: usize) -> Profile {
        let Order { company, what_we_do, founded_location, usp, platform, .. } = brief.input;
        // Not the company: its words may be common ones elsewhere.
        let named = [what_we_do, usp].map(String::as_str).join("\n");
        let writer = Writer::new(brief, variant, platform.id(), &named).with("company", company);
        let brand = brief.brand.facts.join("\n");
        let founded = since(brief, founded_location);
        if writer.place.is_line {
            let rest = [usp, &founded, what_we_do, &brand].map(String::as_str).join("\n");
            return Profile { text: writer.line(what_we_do, &rest) };
        }
        let [mut what, usp, founded, brand] = [what_we_do, usp, &founded, &brand].map(|text| {
            let mut facts = writer.facts(text);
            facts.retain(|fact| phones(fact) == 0);
            facts
        });
        let said = lower(&[&what[..], &usp, &founded].concat().join(" "));
        let brand: Vec<String> =
            brand.into_iter().filter(|fact| !said.contains(&lower(fact.trim_end_matches('.')))).collect();
        let opening = match what.first() {
            Some(line) if line.contains(company) => String::new(),
            Some(line) if speaks(line, brief.language()) => writer.say("draft.hello").replace("..", "."),
            // After a colon, a capital or a second colon would be hard to read.
            Some(line) if !line.starts_with(char::is_uppercase) && !line.contains(": ") => {
                writer.say("draft.opening")
            }
            _ => as_sentence(company),
        };
        // What follows a dash goes on: "Termoplus – projektujemy".
        if opening.ends_with('–')
            && let Some(first) = what.first_mut()
        {
            let mut letters = first.chars();
            let small = letters.next().map_or(String::new(), |letter| lower(&letter.to_string()));
            *first = [&small, letters.as_str()].concat();
        }
        let is_list = usp.len() > 1 && brief.usp.contains(['\n', ';']);
        let parts = [
            Paragraph::prose(opening, &what),
            if is_list { Paragraph::list(writer.say("draft.usp"), &usp) } else { Paragraph::prose("", &usp) },
            Paragraph::prose("", &founded),
            Paragraph::prose("", &brand),
        ];
        Profile { text: writer.page(parts.into()) }
    }

    fn check(brief: &Brief<'_, Order>, bio: &Profile, checks: &mut Checks) {
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

/// "Leeds, 2021" as "Leeds, since 2021"; a sentence stays as it is.
fn since(brief: &Brief<'_, Order>, text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_year = |word: &&str| {
        let word = word.trim_end_matches([',', '.']);
        word.len() == 4 && word.starts_with(['1', '2']) && word.bytes().all(|byte| byte.is_ascii_digit())
    };
    let Some(place) = words.iter().position(is_year).filter(|_| words.len() <= LONGEST_ORIGIN) else {
        return text.to_owned();
    };
    let before = place.checked_sub(1).map(|before| words[before]);
    let is_open = before.is_none_or(|word| word.ends_with([',', '–', '-', '—']));
    let is_since = before.is_some_and(|word| ["since", "od"].contains(&lower(word).as_str()));
    if !is_open && !is_since {
        return text.to_owned();
    }
    let year = words[place].trim_end_matches([',', '.']);
    // "1987 r." has its word already.
    let ends = year != words[place] || place + 1 == words.len();
    let since = brief.fill(if ends { "draft.since-year" } else { "draft.since" }, &[("year", year)]);
    let since = [&*since, words[place][year.len()..].trim_end_matches('.')].concat();
    let before = &words[..place - usize::from(is_since)];
    capitalized(&[before, &[&*since], &words[place + 1..]].concat().join(" "))
}

/// The longest origin that is no sentence, in words.
const LONGEST_ORIGIN: usize = 8;

export!(BusinessBio);

#[cfg(test)]
mod tests;
