//! The vocabulary of schema.org.

use sitewright_sdk::json::Value;
use sitewright_sdk::rules::structured::{each_item, short, values};
use sitewright_sdk::rules::{Page, Report, Settings};

/// The types in order, one in a line, with the families that they belong to: o Organization, l LocalBusiness, a Article,
/// e Event, w WebPage, p Product.
const TYPES: &str = include_str!("types.txt");
/// The properties in order, one in a line.
const PROPERTIES: &str = include_str!("properties.txt");
/// Types of values.
const DATA_TYPES: [&str; 12] = [
    "Boolean",
    "CssSelectorType",
    "Date",
    "DateTime",
    "Float",
    "Integer",
    "Number",
    "PronounceableText",
    "Text",
    "Time",
    "URL",
    "XPathType",
];

/// What follows a name in its line of a sorted list.
fn entry(list: &'static str, name: &str) -> Option<&'static str> {
    let (mut low, mut high) = (0, list.len());
    while low < high {
        let middle = (low + high) / 2;
        let start = list[..middle].rfind('\n').map_or(0, |end| end + 1);
        let end = list[middle..].find('\n').map_or(list.len(), |length| middle + length);
        let line = &list[start..end];
        let (known, rest) = line.split_once(' ').unwrap_or((line, ""));
        match known.cmp(name) {
            std::cmp::Ordering::Less => low = end + 1,
            std::cmp::Ordering::Greater => high = start,
            std::cmp::Ordering::Equal => return Some(rest),
        }
    }
    None
}

/// Whether a type belongs to a family, by its letter.
pub fn is_in_family(name: &str, family: char) -> bool {
    entry(TYPES, name).is_some_and(|families| families.contains(family))
}

/// Names of the vocabulary as an item has them, without its prefix; `None` for those of other vocabularies and keywords.
fn own_name(name: &str) -> Option<&str> {
    let own = short(name);
    let is_other = own.is_empty() || own.starts_with('@') || own.contains([':', '/', '#']);
    let is_annotation = own.ends_with("-input") || own.ends_with("-output");
    (!is_other && !is_annotation).then_some(own)
}

/// The first name of an item that the vocabulary does not have.
fn unknown<'v>(item: &'v Value<'_>, terms: &[&str]) -> Option<&'v str> {
    let names = || values(item.get("@type")).iter().map(Value::text);
    let is_new = |name: &&str| !terms.contains(name);
    let unknown_type = names()
        .filter_map(own_name)
        .filter(is_new)
        .find(|name| !DATA_TYPES.contains(name) && entry(TYPES, name).is_none());
    // The properties of a type of another vocabulary are its own.
    let is_foreign = names().any(|name| own_name(name).is_none_or(|name| terms.contains(&name)));
    unknown_type.or_else(|| {
        let properties = item.members().iter().filter(|_| !is_foreign).filter_map(|(name, _)| own_name(name));
        properties.filter(is_new).find(|name| entry(PROPERTIES, name).is_none())
    })
}

/// Whether a context is that of schema.org, and the terms that it defines besides.
fn context<'v>(block: &'v Value<'_>) -> (bool, Vec<&'v str>) {
    let (mut is_schema, mut terms) = (false, Vec::new());
    for block in values(block) {
        for context in values(block.get("@context")) {
            let address = if context.members().is_empty() { context } else { context.get("@vocab") };
            is_schema |= address.text().contains("schema.org");
            terms.extend(context.members().iter().map(|(name, _)| &**name));
        }
    }
    (is_schema, terms)
}

pub fn sd_unknown_type(page: &Page, _: &Settings, report: &mut Report) {
    const RDFA: u32 = 2;
    if !page.is_document() {
        return;
    }
    for data in page.data().filter(|data| data.format() != RDFA && data.error().is_empty()) {
        let Some(block) = sitewright_sdk::json::parse(data.json()) else { continue };
        let (is_schema, terms) = context(&block);
        // The types of Microdata are addresses.
        if data.format() == 0 && !is_schema {
            continue;
        }
        let mut first = None;
        each_item(&block, &mut |item, _| first = first.or_else(|| unknown(item, &terms)));
        if let Some(name) = first {
            report.found().text("name", name).evidence(&data);
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{PROPERTIES, TYPES, entry, is_in_family};

    #[test]
    fn every_entry_of_the_lists_is_found() {
        for list in [TYPES, PROPERTIES] {
            for line in list.lines() {
                let name = line.split(' ').next().expect("a line has a name");
                assert!(entry(list, name).is_some(), "{name}");
            }
            assert_eq!(entry(list, "Prodcut"), None);
        }
        assert!(is_in_family("Dentist", 'l') && is_in_family("BlogPosting", 'a'));
    }
}
