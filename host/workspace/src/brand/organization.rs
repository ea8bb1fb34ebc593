//! The organizations in a page's JSON-LD (schema.org).

use super::hours;
use super::rules::line;
use crate::platform::prelude::*;

/// Organizations of a page, and values of one field; a longer list, such as of branches, is no fact about the brand.
const MOST: usize = 100;
/// Deepest nesting that is searched.
const DEPTH: usize = 8;
/// Properties of other parties: authors, reviewers, makers, sponsors.
const OTHERS: [&str; 12] = [
    "author",
    "brand",
    "creator",
    "hasOfferCatalog",
    "itemReviewed",
    "manufacturer",
    "memberOf",
    "parentOrganization",
    "review",
    "reviews",
    "sponsor",
    "worksFor",
];
/// Suffixes of organization types; others, such as `NGO`, are recognised by their address.
const ORGANIZATIONS: [&str; 4] = ["Organization", "Business", "Corporation", "Store"];
/// Types with a name and an address that are not organizations.
const NOT_ORGANIZATIONS: [&str; 8] =
    ["Person", "Event", "Product", "Article", "JobPosting", "Place", "ContactPoint", "Service"];

/// An organization as its page describes it.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Organization {
    pub name: String,
    pub description: String,
    pub addresses: Vec<String>,
    pub phones: Vec<String>,
    pub emails: Vec<String>,
    /// Opening hours; empty if it has none.
    pub hours: String,
    /// The founding year; empty if it has none.
    pub founded: String,
    /// Other finished sentences: the area served, the VAT id.
    pub facts: Vec<String>,
}

/// The organizations in a JSON-LD value, in order.
pub(super) fn organizations(json: &Value, locale: Locale) -> Vec<Organization> {
    let mut found = Vec::new();
    collect(json, 0, &mut |object| {
        if found.len() < MOST {
            found.push(organization(object, locale));
        }
    });
    found
}

fn collect(json: &Value, depth: usize, found: &mut impl FnMut(&Value)) {
    if depth > DEPTH {
        return;
    }
    match json {
        Value::Array(items) => items.iter().for_each(|item| collect(item, depth + 1, found)),
        Value::Object(fields) => {
            if is_organization(json) {
                found(json);
            }
            let own = fields.iter().filter(|(name, _)| !OTHERS.contains(&name.as_str()));
            own.for_each(|(_, value)| collect(value, depth + 1, found));
        }
        _ => {}
    }
}

/// There are hundreds of types of local businesses; they are recognised by address and opening hours.
fn is_organization(object: &Value) -> bool {
    let kinds = texts(&object["@type"]);
    let called = |names: &[&str]| kinds.iter().any(|kind| names.iter().any(|name| kind.ends_with(name)));
    let found_somewhere = || {
        ["address", "telephone", "openingHours", "openingHoursSpecification"]
            .iter()
            .any(|field| !object[*field].is_null())
    };
    object["name"].is_string() && (called(&ORGANIZATIONS) || !called(&NOT_ORGANIZATIONS) && found_somewhere())
}

fn organization(object: &Value, locale: Locale) -> Organization {
    Organization {
        name: text(&object["name"]),
        description: text(&object["description"]),
        addresses: each(&object["address"])
            .into_iter()
            .map(address)
            .filter(|text| !text.is_empty())
            .collect(),
        phones: texts(&object["telephone"]),
        emails: texts(&object["email"])
            .iter()
            .map(|email| email.trim_start_matches("mailto:").to_owned())
            .collect(),
        hours: opening_hours(object, locale),
        founded: text(&object["foundingDate"]).chars().take(4).collect(),
        facts: facts(object, locale),
    }
}

fn facts(object: &Value, locale: Locale) -> Vec<String> {
    let mut facts = Vec::new();
    let mut add = |label: Text, value: String| {
        if !value.is_empty() {
            facts.push(label.with("value", value).say(locale));
        }
    };
    add(Text::key("brand.fact.area"), area(&object["areaServed"]));
    let vat = [text(&object["vatID"]), text(&object["taxID"])];
    add(Text::key("brand.fact.vat"), vat.into_iter().find(|id| !id.is_empty()).unwrap_or_default());
    facts
}

fn opening_hours(object: &Value, locale: Locale) -> String {
    let mut all: Vec<String> = each(&object["openingHoursSpecification"])
        .into_iter()
        .filter_map(|entry| hours::specified(entry, locale))
        .collect();
    if all.is_empty() {
        all = texts(&object["openingHours"]).iter().map(|text| hours::written(text, locale)).collect();
    }
    all.join("; ")
}

fn area(value: &Value) -> String {
    let names =
        each(value).into_iter().map(|area| if area.is_object() { text(&area["name"]) } else { text(area) });
    names.filter(|name| !name.is_empty()).collect::<Vec<_>>().join(", ")
}

fn address(value: &Value) -> String {
    if value.is_string() {
        return text(value);
    }
    let city = [text(&value["postalCode"]), text(&value["addressLocality"])].join(" ").trim().to_owned();
    // A country is a name, a two-letter code (which says little), or an object with a name.
    let country = if value["addressCountry"].is_object() {
        &value["addressCountry"]["name"]
    } else {
        &value["addressCountry"]
    };
    let country = Some(text(country)).filter(|name| name.chars().count() > 2).unwrap_or_default();
    let parts = [text(&value["streetAddress"]), city, country];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
}

fn each(value: &Value) -> Vec<&Value> {
    match value {
        Value::Array(items) => items.iter().take(MOST).collect(),
        Value::Null => Vec::new(),
        one => vec![one],
    }
}

fn texts(value: &Value) -> Vec<String> {
    each(value).into_iter().map(text).filter(|text| !text.is_empty()).collect()
}

fn text(value: &Value) -> String {
    match value {
        Value::String(text) => line(text),
        Value::Number(number) => number.to_string(),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {

    use super::*;

    #[test]
    fn the_organization_is_found_in_a_graph_and_others_are_not() {
        let page = json!({"@context": "https://schema.org", "@graph": [
            {"@type": "WebSite", "name": "Site", "publisher": {"@type": "Organization", "name": "Lipa", "foundingDate": "1987-05-01",
                "email": "mailto:biuro@lipa.example", "areaServed": ["Poznań", {"name": "Luboń"}], "vatID": "PL123"}},
            {"@type": ["Bakery"], "name": "Lipa", "telephone": "+48 61 100", "openingHours": ["Mo-Sa 06:00-18:00"],
                "address": {"streetAddress": "Lipowa 1", "postalCode": "61-001", "addressLocality": "Poznań", "addressCountry": "PL"}},
            {"@type": "Product", "name": "Chleb", "brand": {"@type": "Organization", "name": "Other"}},
            {"@type": "Person", "name": "Anna", "telephone": "1"},
        ]});
        let found = organizations(&page, Locale::Pl);
        assert_eq!(found.iter().map(|one| one.name.as_str()).collect::<Vec<_>>(), ["Lipa", "Lipa"]);
        assert_eq!(found[0].emails, ["biuro@lipa.example"]);
        assert_eq!(found[0].facts, ["Obszar działania: Poznań, Luboń", "NIP: PL123"]);
        assert_eq!(found[0].founded, "1987");
        assert_eq!(found[1].addresses, ["Lipowa 1, 61-001 Poznań"]);
        assert_eq!(found[1].hours, "pon.–sob. 6:00–18:00");
    }
}
