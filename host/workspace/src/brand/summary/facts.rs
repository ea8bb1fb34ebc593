//! The claims of a site: contact and opening hours first, then what it offers, then headings with numbers.

use std::collections::HashSet;

use super::{FactKind, Found};
use crate::brand::organization::Organization;
use crate::brand::reading::Reading;
use crate::brand::rules;
use crate::platform::error::Text;
use crate::platform::fold::fold;
use crate::platform::locale::Locale;

/// Phones, emails, postal addresses and profiles that are proposed, each; a list of branches is no fact about the
/// brand.
const MOST_CONTACTS: usize = 3;

/// Values of one kind, each with the address of its page.
type Values<'r> = Vec<(String, &'r str)>;

pub(super) fn of(readings: &[Reading], locale: Locale) -> Vec<Found> {
    let contacts = [
        (FactKind::Address, Text::key("brand.fact.address"), addresses(readings)),
        (
            FactKind::Phone,
            Text::key("brand.fact.phone"),
            distinct(both(readings, |one| &one.phones, |of| &of.phones), last_digits),
        ),
        (
            FactKind::Email,
            Text::key("brand.fact.email"),
            distinct(both(readings, |one| &one.emails, |of| &of.emails), letters),
        ),
        (FactKind::Hours, Text::key("brand.fact.hours"), hours(readings)),
        (FactKind::Founded, Text::key("brand.fact.founded"), founded(readings)),
        (FactKind::Offer, Text::key("brand.fact.offer"), offer(readings)),
    ];
    let mut facts: Vec<Found> = Vec::new();
    for (kind, label, values) in contacts {
        let said = |value: String| label.clone().with("value", value).say(locale);
        facts.extend(values.into_iter().map(|(value, url)| Found {
            kind,
            text: said(value),
            url: url.to_owned(),
        }));
    }
    facts.extend(others(readings, locale));
    let mut known = HashSet::new();
    facts.retain(|fact| fact.text.chars().count() <= rules::FACT && known.insert(fold(&fact.text)));
    facts.truncate(rules::MOST_FACTS);
    facts
}

/// Finished sentences, products with prices, headings with numbers, and profiles.
fn others(readings: &[Reading], locale: Locale) -> Vec<Found> {
    let mut found = Vec::new();
    let mut add =
        |kind: FactKind, text: String, url: &str| found.push(Found { kind, text, url: url.to_owned() });
    for reading in readings {
        for fact in reading.organizations.iter().flat_map(|one| &one.facts) {
            add(FactKind::Other, fact.clone(), &reading.url);
        }
    }
    for reading in readings {
        for priced in &reading.priced {
            add(FactKind::Offer, priced.clone(), &reading.url);
        }
    }
    for reading in readings {
        for figure in &reading.figures {
            add(FactKind::Other, figure.clone(), &reading.url);
        }
    }
    let profiles =
        readings.iter().flat_map(|reading| reading.profiles.iter().map(|one| (one.clone(), &*reading.url)));
    for (profile, url) in distinct(profiles.collect(), letters) {
        add(FactKind::Profile, Text::key("brand.fact.profile").with("value", profile).say(locale), url);
    }
    found
}

/// Values that organizations have in JSON-LD, then those of the pages.
fn both(
    readings: &[Reading],
    of_one: fn(&Organization) -> &Vec<String>,
    of_page: fn(&Reading) -> &Vec<String>,
) -> Values<'_> {
    let described = readings.iter().flat_map(move |reading| {
        reading.organizations.iter().flat_map(of_one).map(|value| (value.clone(), &*reading.url))
    });
    let read = readings
        .iter()
        .flat_map(move |reading| of_page(reading).iter().map(|value| (value.clone(), &*reading.url)));
    described.chain(read).collect()
}

/// One address is often written twice, once with a name or without the street's abbreviation: the first is kept.
fn addresses(readings: &[Reading]) -> Values<'_> {
    let mut known: Vec<(String, (String, &str))> = Vec::new();
    for (value, url) in both(readings, |one| &one.addresses, |of| &of.addresses) {
        let key = plain_address(&value);
        if !known.iter().any(|(other, _)| other.contains(&key) || key.contains(other.as_str())) {
            known.push((key, (value, url)));
        }
    }
    known.into_iter().map(|(_, value)| value).take(MOST_CONTACTS).collect()
}

fn plain_address(address: &str) -> String {
    let words = fold(address).replace("ul.", " ").replace("ulica ", " ");
    letters(&words)
}

/// The first hours: JSON-LD is more reliable than text.
fn hours(readings: &[Reading]) -> Values<'_> {
    let described = readings
        .iter()
        .flat_map(|reading| reading.organizations.iter().map(|one| (one.hours.clone(), &*reading.url)));
    let read = readings.iter().map(|reading| (reading.hours.clone(), &*reading.url));
    described.chain(read).filter(|(hours, _)| !hours.is_empty()).take(1).collect()
}

fn founded(readings: &[Reading]) -> Values<'_> {
    let described = readings
        .iter()
        .flat_map(|reading| reading.organizations.iter().map(|one| (one.founded.clone(), &*reading.url)));
    let read = readings.iter().filter_map(|reading| Some((reading.founded?.to_string(), &*reading.url)));
    described.chain(read).filter(|(year, _)| !year.is_empty()).take(1).collect()
}

fn offer(readings: &[Reading]) -> Values<'_> {
    let names = readings.iter().map(|reading| (reading.names.clone(), &*reading.url));
    names.filter(|(names, _)| !names.is_empty()).take(1).collect()
}

fn distinct<'r>(values: Values<'r>, key: fn(&str) -> String) -> Values<'r> {
    let mut known = HashSet::new();
    values.into_iter().filter(|(value, _)| known.insert(key(value))).take(MOST_CONTACTS).collect()
}

fn letters(text: &str) -> String {
    fold(text).chars().filter(|char| char.is_alphanumeric()).collect()
}

/// A number may be written with or without the country code.
fn last_digits(text: &str) -> String {
    let digits: Vec<char> = text.chars().filter(char::is_ascii_digit).collect();
    digits[digits.len().saturating_sub(9)..].iter().collect()
}
