//! Rules of items.

use sitewright_engine::shop::{About, Item, Kind, Text as ItemText};

use super::sheet::Sheet;
use crate::cli::prelude::*;

/// The values that occur more than once.
pub(super) fn repeated<'t>(all: impl Iterator<Item = &'t str>) -> BTreeSet<&'t str> {
    let mut known = HashSet::new();
    all.filter(|value| !known.insert(*value)).collect()
}

/// Whether this may be a language tag (BCP 47).
pub(super) fn is_language(tag: &str) -> bool {
    let mut parts = tag.split('-');
    let first = parts.next().unwrap_or_default();
    (2..=3).contains(&first.len())
        && first.bytes().all(|byte| byte.is_ascii_lowercase())
        && parts
            .all(|part| (2..=8).contains(&part.len()) && part.bytes().all(|it| it.is_ascii_alphanumeric()))
}

/// An item of a list or of a reading.
pub(super) fn look_at(item: &Item, kind: &Kind, about: Option<&About>, call: &str, sheet: &mut Sheet) {
    let id = &item.id;
    sheet.expect(!id.is_empty(), call, "cli.shop-item-id", "\"\"");
    sheet.expect(item.kind == kind.id, call, "cli.shop-item-kind", format!("{id}: {}", item.kind));
    let is_address = item.url.is_empty() || Url::parse(&item.url).is_ok_and(|url| url.has_host());
    sheet.expect(is_address, call, "cli.shop-item-url", format!("{id}: {}", item.url));
    let texts: Vec<String> = item.texts.iter().map(place).collect();
    for twice in repeated(texts.iter().map(String::as_str)) {
        sheet.found(call, &Text::key("cli.shop-once"), format!("{id}: {twice}"));
    }
    for text in &item.texts {
        let is_known = match text.field.strip_prefix("alt:") {
            Some(image) => kind.images && item.images.iter().any(|known| known.id == image),
            None => kind.fields.iter().any(|field| field.id == text.field),
        };
        sheet.expect(is_known, call, "cli.shop-item-field", format!("{id}: {}", text.field));
        let is_spoken = about.is_none_or(|about| about.languages.contains(&text.language));
        sheet.expect(is_spoken, call, "cli.shop-item-language", format!("{id}: {}", text.language));
    }
    sheet.expect(!item.texts.is_empty(), call, "cli.shop-item-texts", id);
    for fact in item.facts.iter().filter(|fact| fact.name.is_empty() || fact.value.is_empty()) {
        sheet.found(call, &Text::key("cli.shop-item-fact"), format!("{id}: {}={}", fact.name, fact.value));
    }
}

/// The language and the field of a text.
pub(super) fn place(text: &ItemText) -> String {
    format!("{}/{}", text.language, text.field)
}

/// The first text that differs, or that only one of the items has.
pub(super) fn difference(one: &Item, other: &Item) -> Option<String> {
    let texts = |item: &Item| -> BTreeMap<String, String> {
        item.texts.iter().map(|text| (place(text), text.value.clone())).collect()
    };
    let (one, other) = (texts(one), texts(other));
    let places: BTreeSet<&String> = one.keys().chain(other.keys()).collect();
    let differing = places.into_iter().find(|place| one.get(*place) != other.get(*place))?;
    let value = |texts: &BTreeMap<String, String>| match texts.get(differing) {
        Some(value) => short(value),
        None => "–".to_owned(),
    };
    Some(format!("{differing}: {} – {}", value(&one), value(&other)))
}

/// A text of a readable length, quoted.
pub(super) fn short(text: &str) -> String {
    const CHARS: usize = 80;
    let cut: String = text.chars().take(CHARS).collect();
    let dots = if cut.len() < text.len() { "…" } else { "" };
    format!("{cut:?}{dots}")
}

/// The text of a field; `None` if the item does not have it.
pub(super) fn value<'i>(item: &'i Item, language: &str, field: &str) -> Option<&'i str> {
    let found = item.texts.iter().find(|text| text.language == language && text.field == field);
    found.map(|text| text.value.as_str())
}

#[cfg(test)]
mod tests {
    use super::is_language;

    #[test]
    fn languages_are_tags() {
        for tag in ["pl", "en-GB", "zh-Hant", "ast"] {
            assert!(is_language(tag), "{tag}");
        }
        for tag in ["", "pl_PL", "Polish", "PL", "p", "en-"] {
            assert!(!is_language(tag), "{tag}");
        }
    }
}
