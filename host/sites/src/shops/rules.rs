//! What the rules object to in a proposal: facts that are lost or invented, lengths, and parts of the shop's own text that
//! would be lost.

use sitewright_engine::shop::{Fact, Field, Format};
use sitewright_sdk::{Language, Level as SdkLevel, Unit, facts};

use super::html;
use crate::platform::prelude::*;
use crate::platform::search_results;

/// Values that a message lists.
const SHOWN: usize = 5;
/// Letters of a word that its inflected forms share.
const STEM: usize = 4;
/// Facts that a description does not have to name.
const UNNAMED: [&str; 5] = ["sku", "ean", "price", "category", "brand"];

/// How serious an objection is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum CheckLevel {
    /// The proposal does not pass: a user has to decide.
    Hard,
    /// It passes, and may be better.
    Advice,
}

/// An objection to a proposal.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Check {
    pub level: CheckLevel,
    pub text: Text,
}

/// A proposal with everything that it is compared with.
pub(super) struct Case<'a> {
    pub field: &'a Field,
    /// Where the rules for search results come from: the id of the field.
    pub title: &'a str,
    pub facts: &'a [Fact],
    /// All texts of the item in the language that the proposal was made from.
    pub sources: &'a BTreeMap<String, String>,
    /// The text that the proposal replaces.
    pub old: &'a str,
    /// Of a translation: the text that was translated.
    pub translated: Option<&'a str>,
    pub new: &'a str,
    pub language: &'a str,
    pub from: &'a str,
}

/// All objections to a proposal.
pub(super) fn check(case: &Case<'_>) -> Vec<Check> {
    let plain = readable(case.field, case.new);
    if plain.is_empty() {
        return vec![hard(Text::key("shops.check.empty"))];
    }
    let mut checks = Vec::new();
    gaps(case, &plain, &mut checks);
    lengths(case, &plain, &mut checks);
    blocks(case, &mut checks);
    invented(case, &plain, &mut checks);
    lost(case, &plain, &mut checks);
    checks
}

fn hard(text: Text) -> Check {
    Check { level: CheckLevel::Hard, text }
}

fn advice(text: Text) -> Check {
    Check { level: CheckLevel::Advice, text }
}

/// The readable text of a field's value.
pub(super) fn readable(field: &Field, value: &str) -> String {
    match field.format {
        Format::Html => html::plain(value),
        Format::Line | Format::Plain => value.trim().to_owned(),
    }
}

/// What a draft leaves to be filled in: a phrase in square brackets that the shop's texts do not have.
fn gaps(case: &Case<'_>, plain: &str, checks: &mut Vec<Check>) {
    if !plain.contains('[') {
        return;
    }
    let known = known(case);
    let phrases = plain.split('[').skip(1).filter_map(|rest| rest.split_once(']').map(|(phrase, _)| phrase));
    let left =
        phrases.filter(|phrase| phrase.trim().contains(char::is_whitespace) && !known.contains(phrase));
    let left: Vec<String> = left.map(|phrase| format!("[{phrase}]")).collect();
    if !left.is_empty() {
        checks.push(hard(Text::key("shops.check.gaps").with("found", listed(&left))));
    }
}

fn lengths(case: &Case<'_>, plain: &str, checks: &mut Vec<Check>) {
    let characters = u32::try_from(case.new.chars().count()).unwrap_or(u32::MAX);
    if let Some(most) = case.field.most.filter(|most| characters > *most) {
        checks.push(hard(Text::key("shops.check.too-long").with("count", characters).with("max", most)));
    }
    let (unit, most) = match case.field.id.as_str() {
        "seo-title" => (Unit::PixelsTitle, search_results::TITLE),
        "seo-description" => (Unit::PixelsDescription, search_results::DESCRIPTION),
        _ => return,
    };
    if unit.measure(plain) > most {
        checks.push(advice(Text::key("shops.check.cut-off")));
    }
}

/// Tables, images and frames of the old text that the new one lacks.
fn blocks(case: &Case<'_>, checks: &mut Vec<Check>) {
    if case.field.format != Format::Html {
        return;
    }
    let mut left = html::blocks(case.new);
    let mut lost = Vec::new();
    for block in html::blocks(case.old) {
        match left.iter().position(|known| *known == block) {
            Some(place) => drop(left.swap_remove(place)),
            None if !lost.contains(&block) => lost.push(block),
            None => {}
        }
    }
    if !lost.is_empty() {
        checks.push(hard(Text::key("shops.check.blocks").with("found", lost.join(", "))));
    }
}

/// Everything that is known about the item.
fn known(case: &Case<'_>) -> String {
    let facts = case.facts.iter().map(|fact| format!("{}: {}", fact.name, fact.value));
    let texts = case.sources.values().map(|text| html::plain(text));
    let translated = case.translated.map(html::plain);
    [case.title.to_owned(), html::plain(case.old)]
        .into_iter()
        .chain(facts)
        .chain(texts)
        .chain(translated)
        .collect::<Vec<_>>()
        .join("\n")
}

fn invented(case: &Case<'_>, plain: &str, checks: &mut Vec<Check>) {
    if case.field.format == Format::Html {
        let sources = case.sources.values().map(String::as_str).chain([case.old]).chain(case.translated);
        let known: Vec<String> = sources.flat_map(html::addresses).collect();
        let strange = html::addresses(case.new).into_iter().filter(|address| !known.contains(address));
        let strange: Vec<String> = strange.collect();
        if !strange.is_empty() {
            checks.push(hard(Text::key("shops.check.links-invented").with("found", listed(&strange))));
        }
    }
    let is_foreign = primary(case.language) != primary(case.from) || !is_supported(case.language);
    for (name, level, found) in facts::invented(plain, &known(case), Language::of(case.language), is_foreign)
    {
        let key = match name {
            "invented-links" => "shops.check.links-invented",
            "invented-numbers" => "shops.check.numbers-invented",
            "invented-names" => "shops.check.names-invented",
            "invented-promises" => "shops.check.promises-invented",
            _ => continue,
        };
        let text = Text::key(key).with("found", listed(&found));
        checks.push(if level == SdkLevel::Hard { hard(text) } else { advice(text) });
    }
}

/// Facts of the old text and attributes that the new text does not have.
fn lost(case: &Case<'_>, plain: &str, checks: &mut Vec<Check>) {
    let numbers = |text: &str| -> Vec<String> {
        let all = facts::invented(text, plain, Language::of(case.language), true);
        all.into_iter()
            .filter(|(name, ..)| *name == "invented-numbers")
            .flat_map(|(.., found)| found)
            .collect()
    };
    let is_description = matches!(case.field.id.as_str(), "html" | "title") || case.translated.is_some();
    if !is_description {
        return;
    }
    let old = readable(case.field, case.translated.unwrap_or(case.old));
    let mut missing = numbers(&old);
    if case.field.id == "html" && case.translated.is_none() {
        let attributes = case.facts.iter().filter(|fact| !UNNAMED.contains(&fact.name.as_str()));
        let of_language = attributes.filter(|fact| fact.language.as_deref().is_none_or(|of| of == case.from));
        let mut unnamed = Vec::new();
        for fact in of_language {
            let lost = numbers(&fact.value);
            if !lost.is_empty() {
                missing.extend(lost);
            } else if !names(plain, &fact.value) {
                unnamed.push(fact.value.clone());
            }
        }
        if !unnamed.is_empty() {
            checks.push(advice(Text::key("shops.check.attributes-missing").with("found", listed(&unnamed))));
        }
    }
    missing.dedup();
    if !missing.is_empty() {
        checks.push(hard(Text::key("shops.check.numbers-missing").with("found", listed(&missing))));
    }
    let brand = case.facts.iter().find(|fact| fact.name == "brand").map_or("", |fact| fact.value.as_str());
    let is_expected =
        !brand.is_empty() && (case.field.id == "html" && case.translated.is_none() || old.contains(brand));
    if is_expected && !plain.contains(brand) {
        checks.push(hard(Text::key("shops.check.brand-missing").with("brand", brand)));
    }
}

/// Whether a text contains the words of a value, in any inflected form.
fn names(text: &str, value: &str) -> bool {
    let text = fold(text);
    let value = fold(value);
    let mut words =
        value.split(|letter: char| !letter.is_alphanumeric()).filter(|word| word.chars().count() > 2);
    words.all(|word| {
        let stem: String = word.chars().take(word.chars().count().saturating_sub(2).max(STEM)).collect();
        text.contains(&stem)
    })
}

fn listed(found: &[String]) -> String {
    let more = if found.len() > SHOWN { ", …" } else { "" };
    found[..found.len().min(SHOWN)].join(", ") + more
}

/// The language of a tag without its region.
fn primary(tag: &str) -> &str {
    tag.split('-').next().unwrap_or(tag)
}

/// Whether names and promises can be compared in a language.
fn is_supported(tag: &str) -> bool {
    matches!(primary(tag), "en" | "pl")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(field: &str, old: &str, new: &str) -> Vec<String> {
        let format = if field == "html" { Format::Html } else { Format::Line };
        let field = Field { id: field.to_owned(), name: String::new(), format, most: Some(200) };
        let fact =
            |name: &str, value: &str| Fact { name: name.to_owned(), value: value.to_owned(), language: None };
        let facts = [
            fact("brand", "Bolesławiec"),
            fact("Pojemność", "450 ml"),
            fact("Kolor", "kobaltowy"),
            fact("ean", "5901234123457"),
        ];
        let case = Case {
            field: &field,
            title: "Kubek Maria",
            facts: &facts,
            sources: &BTreeMap::new(),
            old,
            translated: None,
            new,
            language: "pl",
            from: "pl",
        };
        let code = |check: Check| match check.text {
            Text::Key { key, .. } => key.trim_start_matches("shops.check.").to_owned(),
            Text::Said(said) => said,
        };
        check(&case).into_iter().map(code).collect()
    }

    #[test]
    fn a_good_description_passes() {
        let good = "<p>Kubek Maria z Bolesławca: Bolesławiec, 450 ml, kobaltowy wzór.</p>";
        assert_eq!(codes("html", "", good), Vec::<String>::new());
    }

    #[test]
    fn lost_and_invented_facts_are_reported() {
        assert_eq!(codes("html", "", ""), ["empty"]);
        let without = "<p>Kubek Maria w kolorze kobaltowym.</p>";
        assert_eq!(codes("html", "", without), ["numbers-missing", "brand-missing"]);
        let wrong = "<p>Kubek Maria (Bolesławiec), kobaltowy, 500 ml.</p>";
        assert_eq!(codes("html", "", wrong), ["numbers-invented", "numbers-missing"]);
        let plain = "<p>Kubek Maria Bolesławiec, 450 ml.</p>";
        assert_eq!(codes("html", "", plain), ["attributes-missing"]);
        let table = "<p>Kubek Bolesławiec 450 ml, kobaltowy</p><table><tr><td>450 ml</td></tr></table>";
        assert_eq!(codes("html", table, "<p>Kubek Bolesławiec 450 ml, kobaltowy.</p>"), ["blocks"]);
    }

    #[test]
    fn places_to_fill_in_do_not_pass() {
        let draft = "<p>Kubek Maria Bolesławiec, 450 ml, kobaltowy.</p><p>[Dla kogo to dobry wybór?]</p>";
        assert_eq!(codes("html", "", draft), ["gaps"]);
        let own = "<p>Kubek Maria Bolesławiec, 450 ml, kobaltowy [nowy wzór] [1].</p>";
        assert_eq!(codes("html", "<p>Kubek [nowy wzór]</p>", own), Vec::<String>::new());
    }

    #[test]
    fn short_fields_have_lengths() {
        assert_eq!(codes("seo-title", "", "Kubek Maria 450 ml"), Vec::<String>::new());
        assert_eq!(codes("seo-title", "", &"Kubek Maria ".repeat(8)), ["cut-off"]);
        assert_eq!(codes("seo-title", "", &"Kubek Maria ".repeat(20)), ["too-long", "cut-off"]);
        assert_eq!(codes("seo-title", "", "Kubek Maria 3500 ml"), ["numbers-invented"]);
    }
}
