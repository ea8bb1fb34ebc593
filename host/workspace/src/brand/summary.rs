//! Combines the facts of a site's pages.

mod facts;

use reqwest::Url;

use super::organization::Organization;
use super::reading::Reading;
use super::site::business::Signs;
use super::{BrandKitContent, rules, site};
use crate::platform::fold::fold;
use crate::platform::prelude::*;
use crate::platform::users::Business;

/// Characters of the subject of a page.
const TOPIC: usize = 80;

/// What is found on a site, with the page of each fact.
pub(super) struct Summary {
    pub brand_kit: BrandKitContent,
    pub found: Vec<Found>,
    pub business: Option<Business>,
    /// The subject of the home page: its title without the name; may be empty.
    pub topic: String,
}

/// A value of the kit and where it was read.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = BrandFact)]
pub(super) struct Found {
    pub kind: FactKind,
    /// As it is in the kit: the description, the tone, or one of its facts.
    pub text: String,
    /// The address of the page.
    pub url: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = BrandFactKind)]
pub(super) enum FactKind {
    Name,
    Description,
    Tone,
    Audience,
    Address,
    Phone,
    Email,
    Hours,
    Founded,
    Offer,
    Profile,
    Other,
}

/// What the pages of a site say.
pub(super) fn of(readings: &[Reading], home: &Url) -> Summary {
    let locale = readings[0].locale;
    let facts = facts::of(readings, locale);
    let lines: Vec<String> = readings.iter().flat_map(|reading| reading.lines.iter().cloned()).collect();
    let brand_kit = BrandKitContent {
        name: cut(&name(readings, home), rules::NAME),
        description: cut(&described(readings), rules::DESCRIPTION),
        tone: cut(&site::manner::tone(&lines, locale), rules::TONE),
        facts: facts.iter().map(|fact| fact.text.clone()).collect(),
        ..BrandKitContent::default()
    };
    let of_home = [
        (FactKind::Name, &brand_kit.name),
        (FactKind::Description, &brand_kit.description),
        (FactKind::Tone, &brand_kit.tone),
    ];
    let of_home = of_home.into_iter().filter(|(_, text)| !text.is_empty());
    let found = of_home.map(|(kind, text)| Found { kind, text: text.clone(), url: home.to_string() });
    let found = found.chain(facts).collect();
    let topic = topic(&readings[0].title, &brand_kit.name);
    Summary { found, business: business(readings, &lines), topic, brand_kit }
}

fn business(readings: &[Reading], lines: &[String]) -> Option<Business> {
    let any = |has: fn(&Reading) -> bool| readings.iter().any(has);
    let signs = Signs {
        prices: readings.iter().map(|reading| reading.signs.prices).sum(),
        has_address: any(|reading| {
            reading.signs.has_address || has(reading, |one| !one.addresses.is_empty())
        }),
        has_hours: any(|reading| reading.signs.has_hours || has(reading, |one| !one.hours.is_empty())),
        is_of_articles: any(|reading| reading.signs.is_of_articles),
        has_basket: any(|reading| reading.signs.has_basket),
    };
    site::business::proposed(lines, signs)
}

fn has(reading: &Reading, has: fn(&Organization) -> bool) -> bool {
    reading.organizations.iter().any(has)
}

fn name(readings: &[Reading], home: &Url) -> String {
    let organizations =
        readings.iter().flat_map(|reading| &reading.organizations).map(|found| found.name.as_str());
    let site_names = readings.iter().map(|reading| reading.site_name.as_str());
    if let Some(said) = site_names.chain(organizations).find(|name| !name.is_empty()) {
        return said.to_owned();
    }
    // A logo may be of a partner: it counts if the title contains it, or if there is no title.
    let (title, logo) = (&readings[0].title, &readings[0].logo);
    let is_own = !logo.is_empty() && (title.is_empty() || fold(title).contains(&fold(logo)));
    if is_own { logo.clone() } else { name_in_title(title, home) }
}

fn parts_of_title(title: &str) -> Vec<&str> {
    [" | ", " – ", " — ", " - ", " :: ", " · ", ": "]
        .iter()
        .fold(vec![title], |parts, mark| parts.into_iter().flat_map(|part| part.split(mark)).collect())
}

/// The first part of a title that is not the name, such as `Chleb na zakwasie` of `Pod Lipą | Chleb na zakwasie`.
fn topic(title: &str, name: &str) -> String {
    let name = fold(name);
    let parts = parts_of_title(title).into_iter().map(str::trim);
    let mut others =
        parts.filter(|part| (3..=TOPIC).contains(&part.chars().count()) && !name.contains(&fold(part)));
    others.next().unwrap_or_default().to_owned()
}

/// The part of a title that matches the domain, or else its first part.
fn name_in_title(title: &str, home: &Url) -> String {
    let host = home.host_str().unwrap_or_default().trim_start_matches("www.");
    let label: String = fold(host.split('.').next().unwrap_or_default()).replace('-', "");
    let parts = parts_of_title(title);
    let plain = |part: &str| fold(part).chars().filter(|char| char.is_alphanumeric()).collect::<String>();
    let own = parts.iter().find(|part| {
        let part = plain(part);
        part.len() > 2 && (label.contains(&part) || part.contains(&label))
    });
    own.or(parts.first()).map(|part| part.trim().to_owned()).unwrap_or_default()
}

fn described(readings: &[Reading]) -> String {
    let organizations = readings.iter().flat_map(|reading| &reading.organizations);
    let said = [readings[0].description.as_str()]
        .into_iter()
        .chain(organizations.map(|found| found.description.as_str()));
    said.max_by_key(|text| text.chars().count().min(rules::DESCRIPTION)).unwrap_or_default().to_owned()
}

/// Cuts a text to this many characters: at a sentence if possible, otherwise at a word.
fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let start: String = text.chars().take(most - 1).collect();
    let sentence = start.rfind(". ").map(|end| start[..=end].to_owned());
    sentence.unwrap_or_else(|| match start.rfind(' ') {
        Some(end) => format!("{}…", &start[..end]),
        None => format!("{start}…"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_is_found_in_a_title() {
        let home = Url::parse("https://www.pod-lipa.pl/").expect("a URL");
        assert_eq!(name_in_title("Chleb na zakwasie | Pod Lipą", &home), "Pod Lipą");
        assert_eq!(name_in_title("Rye bread – every day", &home), "Rye bread");
        assert_eq!(name_in_title("", &home), "");
    }

    #[test]
    fn long_texts_end_with_a_sentence_or_a_word() {
        assert_eq!(cut("One. Two. Three", 12), "One. Two.");
        assert_eq!(cut("One two three", 9), "One two…");
        assert_eq!(cut(&"ż".repeat(10), 5), "żżżż…");
        assert_eq!(cut("short", 5), "short");
    }
}
