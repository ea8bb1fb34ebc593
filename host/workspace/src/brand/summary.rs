//! Combines the facts of a site's pages.

use std::collections::HashSet;

use reqwest::Url;

use super::reading::Reading;
use super::{BrandKitContent, rules};
use crate::platform::error::Text;
use crate::platform::fold::fold;
use crate::platform::locale::Locale;

/// Phones, emails and postal addresses that are proposed, each; a list of branches is no fact about the brand.
const MOST_CONTACTS: usize = 3;

/// The kit proposed by a site's pages; tone and audience are left to the user.
pub(super) fn of(readings: &[Reading], home: &Url) -> BrandKitContent {
    BrandKitContent {
        name: cut(&name(readings, home), rules::NAME),
        description: cut(&described(readings), rules::DESCRIPTION),
        facts: facts(readings, readings[0].locale),
        ..BrandKitContent::default()
    }
}

fn name(readings: &[Reading], home: &Url) -> String {
    let organizations =
        readings.iter().flat_map(|reading| &reading.organizations).map(|found| found.name.as_str());
    let site_names = readings.iter().map(|reading| reading.site_name.as_str());
    let said = site_names.chain(organizations).find(|name| !name.is_empty());
    said.map_or_else(|| name_in_title(&readings[0].title, home), str::to_owned)
}

/// The part of a title that matches the domain, or else its first part.
fn name_in_title(title: &str, home: &Url) -> String {
    let host = home.host_str().unwrap_or_default().trim_start_matches("www.");
    let label: String = fold(host.split('.').next().unwrap_or_default()).replace('-', "");
    let parts: Vec<&str> = [" | ", " – ", " — ", " - ", " :: ", " · ", ": "]
        .iter()
        .fold(vec![title], |parts, mark| parts.into_iter().flat_map(|part| part.split(mark)).collect());
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

/// The claims of a site: contact and opening hours first, then headings with numbers.
fn facts(readings: &[Reading], locale: Locale) -> Vec<String> {
    let organizations: Vec<_> = readings.iter().flat_map(|reading| &reading.organizations).collect();
    let label = |text: Text, value: &String| text.with("value", value.as_str()).say(locale);
    let addresses = organizations.iter().flat_map(|found| &found.addresses);
    let addresses = addresses.chain(readings.iter().flat_map(|reading| &reading.addresses));
    let phones = organizations.iter().flat_map(|found| &found.phones);
    let phones = phones.chain(readings.iter().flat_map(|reading| &reading.phones));
    let emails = organizations.iter().flat_map(|found| &found.emails);
    let emails = emails.chain(readings.iter().flat_map(|reading| &reading.emails));

    let mut facts = Vec::new();
    facts.extend(distinct(addresses, letters).map(|value| label(Text::key("brand.fact.address"), value)));
    facts.extend(distinct(phones, last_digits).map(|value| label(Text::key("brand.fact.phone"), value)));
    facts.extend(distinct(emails, letters).map(|value| label(Text::key("brand.fact.email"), value)));
    facts.extend(organizations.iter().flat_map(|found| found.facts.iter().cloned()));
    facts.extend(readings.iter().flat_map(|reading| reading.figures.iter().cloned()));
    let mut known = HashSet::new();
    facts.retain(|fact| fact.chars().count() <= rules::FACT && known.insert(fold(fact)));
    facts.truncate(rules::MOST_FACTS);
    facts
}

fn distinct<'v>(
    values: impl Iterator<Item = &'v String>,
    key: fn(&str) -> String,
) -> impl Iterator<Item = &'v String> {
    let mut known = HashSet::new();
    values.filter(move |value| known.insert(key(value))).take(MOST_CONTACTS)
}

fn letters(text: &str) -> String {
    fold(text).chars().filter(|char| char.is_alphanumeric()).collect()
}

/// A number may be written with or without the country code.
fn last_digits(text: &str) -> String {
    let digits: Vec<char> = text.chars().filter(char::is_ascii_digit).collect();
    digits[digits.len().saturating_sub(9)..].iter().collect()
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
