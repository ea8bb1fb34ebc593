//! Rule packs of the site audit: the interface `rules`, and what a pack needs.
//!
//! A pack has a file `checks/ID.toml` for each of its rules, with the level, parameters and texts in both languages, and a
//! function of the same name (with underscores) that checks a page or the site. [`pack!`](crate::pack) reads the files
//! and exports the component.
//!
//! ```ignore
//! sitewright_sdk::pack! { category: "titles", tables: [titles, headings], probes: [] }
//!
//! fn title_too_long(page: &Page, settings: &Settings, report: &mut Report) {
//!     let (title, most) = (page.title().unwrap_or_default(), settings.count("chars"));
//!     if page.is_document() && letters(title) > most {
//!         report.found().number("chars", letters(title)).number("limit", most);
//!     }
//! }
//!
//! fn title_duplicate(site: &Site, settings: &Settings, report: &mut Report) -> Result<(), Failure> {
//!     site.groups(0, |pages| { … })
//! }
//! ```
//!
//! - [`Page`] and the other rows: the facts about a page. A table that the macro does not name is empty
//! - [`Site`]: questions about the whole crawl, answered in blocks
//! - [`Settings`]: the parameters of the rule, as the user has set them
//! - [`Report`]: takes findings, at most one of a rule for a page
//! - [`address`], [`languages`], [`links`], [`pages`], [`structured`]: what several packs ask of addresses, codes of
//!   languages, references, pages and structured data
//! - [`MemorySite`]: pages and a site in memory, for native tests

pub mod address;
mod describe;
#[cfg(target_arch = "wasm32")]
mod guest;
pub mod languages;
pub mod links;
#[cfg(not(target_arch = "wasm32"))]
pub mod memory;
pub mod pages;
mod report;
mod settings;
mod shared;
mod site;
pub mod structured;

pub use sitewright_facts::*;

/// The contract's types. Native tests use them too; a call of the host ends a test there.
#[doc(hidden)]
pub mod bindings {
    #[cfg(target_arch = "wasm32")]
    wit_bindgen::generate!({
        path: "../../wit",
        inline: "
            package sitewright:sdk;
            world rules {
                import sitewright:plugin/crawl@0.1.0;
                export sitewright:plugin/rules@0.1.0;
            }
        ",
        world: "sitewright:sdk/rules",
        with: { "sitewright:plugin/types@0.1.0": crate::guest::bindings::sitewright::plugin::types },
        generate_all,
        pub_export_macro: true,
        export_macro_name: "export_rules_component",
        default_bindings_module: "sitewright_sdk::rules::bindings",
    });
    #[cfg(not(target_arch = "wasm32"))]
    wit_bindgen::generate!({
        path: "../../wit",
        inline: "
            package sitewright:sdk;
            world rules {
                import sitewright:plugin/crawl@0.1.0;
                export sitewright:plugin/rules@0.1.0;
            }
        ",
        world: "sitewright:sdk/rules",
        generate_all,
        additional_derives: [PartialEq],
    });
}

#[cfg(target_arch = "wasm32")]
#[doc(hidden)]
pub use bindings::export_rules_component;
use bindings::exports::sitewright::plugin::rules as exported;
pub use bindings::sitewright::plugin::crawl as questions;
pub use bindings::sitewright::plugin::facts::{Evidence, Finding, Severity, Table as PlainTable};
pub use exported::Scope;
#[cfg(target_arch = "wasm32")]
#[doc(hidden)]
pub use guest::{check_pages, check_site};
#[cfg(not(target_arch = "wasm32"))]
pub use memory::{Found as MemoryFinding, MemorySite};
pub use report::{Found, Report};
pub use settings::Settings;
pub use shared::{Alike, File, Start, is_indexable, letters, normalised};
pub use site::{Group, Indexable, Query, Site, Source};

#[doc(hidden)]
pub use describe::describe;

use crate::json;
use crate::texts::Texts;
use settings::Chosen;

/// What a connected service, such as "serp", knows of a page.
pub fn known<'a>(page: &Page<'a>, source: &str) -> Option<json::Value<'a>> {
    page.known().find(|known| known.source() == source).and_then(|known| json::parse(known.json()))
}

/// The day of a date such as "2026-05-04", in days since 1970-01-01.
pub fn day(date: &str) -> Option<u32> {
    let mut parts = date.get(..10)?.splitn(3, '-').map(|part| part.parse::<u32>().ok());
    let (year, month, day) = (parts.next()??, parts.next()??, parts.next()??);
    if !(1970..3000).contains(&year) || !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    // Years begin in March, so that a leap day is the last one of its year.
    let (year, month) = if month < 3 { (year - 1, month + 9) } else { (year, month - 3) };
    let of_years = year * 365 + year / 4 - year / 100 + year / 400;
    (of_years + (month * 153 + 2) / 5 + day - 1).checked_sub(719_468)
}

/// A language that is known with less certainty, in thousandths, is a guess.
const CERTAIN: u32 = 500;

/// The language of a page as two letters: that of its text, unless it has too little text to tell, otherwise the declared
/// one; empty if neither is known.
pub fn language<'a>(page: &Page<'a>) -> &'a str {
    let declared = page.lang().and_then(|lang| lang.get(..2)).unwrap_or_default();
    if declared.is_empty() || page.language_certainty() >= CERTAIN { page.language() } else { declared }
}

#[cfg(target_arch = "wasm32")]
pub use crate::host::Failure;
/// Why the host does not answer a question.
#[cfg(not(target_arch = "wasm32"))]
pub use bindings::sitewright::plugin::types::Failure;

/// The page of a finding about the site as a whole.
pub const THE_SITE: u32 = u32::MAX;

/// A pack; [`pack!`](crate::pack) writes it.
pub struct Pack {
    /// Name, summary, and under the id of each rule a list: title, what, why, fix, labels of parameters.
    pub texts: &'static Texts,
    pub tables: &'static [&'static str],
    pub probes: &'static [&'static str],
    pub rules: &'static [Rule],
}

pub struct Rule {
    pub id: &'static str,
    pub severity: Severity,
    pub category: &'static str,
    pub score: bool,
    pub needs: &'static [&'static str],
    pub parameters: &'static [Parameter],
    /// Names and kinds.
    pub values: &'static [(&'static str, &'static str)],
    /// Systems with the keys of the texts that say how to fix it there.
    pub systems: &'static [(&'static str, &'static str)],
    pub check: Check,
}

pub struct Parameter {
    pub name: &'static str,
    pub default: f64,
    pub min: f64,
    pub max: f64,
}

#[derive(Clone, Copy)]
pub enum Check {
    Page(fn(&Page<'_>, &Settings<'_>, &mut Report<'_>)),
    Site(fn(&Site<'_>, &Settings<'_>, &mut Report<'_>) -> Result<(), Failure>),
}

/// `rules.check-pages`
fn pages_checked(
    pack: &'static Pack,
    batch: &Batch<'_>,
    settings: &str,
    source: &dyn Source,
) -> Vec<Finding> {
    let chosen = Chosen::read(pack, settings);
    let mut findings = Vec::new();
    for page in batch.pages() {
        for (index, rule) in pack.rules.iter().enumerate() {
            if let (Check::Page(check), Some(settings)) = (rule.check, chosen.of(pack, index, source)) {
                let report = &mut Report::new(&mut findings, pack, index, page.index());
                check(&page, &settings, report);
            }
        }
    }
    findings
}

/// `rules.check-site`
fn site_checked(pack: &'static Pack, settings: &str, source: &dyn Source) -> Result<(), Failure> {
    let chosen = Chosen::read(pack, settings);
    let site = Site::new(source, pack.tables);
    let mut findings = Vec::new();
    for (index, rule) in pack.rules.iter().enumerate() {
        if let (Check::Site(check), Some(settings)) = (rule.check, chosen.of(pack, index, source)) {
            let mut report = Report::new(&mut findings, pack, index, THE_SITE).to(source);
            check(&site, &settings, &mut report)?;
            report.end()?;
        }
    }
    match findings.is_empty() {
        true => Ok(()),
        false => source.report(findings),
    }
}

/// Makes the crate a component that exports the pack; [`pack!`](crate::pack) calls it.
#[doc(hidden)]
#[macro_export]
macro_rules! export_rules {
    ($pack:ident) => {
        #[cfg(target_arch = "wasm32")]
        mod component {
            use $crate::rules::bindings::exports::sitewright::plugin::rules;
            use $crate::rules::bindings::sitewright::plugin::facts::Table;
            use $crate::rules::{Failure, Finding};

            struct Component;

            impl rules::Guest for Component {
                fn describe(language: String) -> rules::Pack {
                    $crate::rules::describe(&super::$pack, $crate::Language::of(&language))
                }
                fn check_pages(batch: Vec<Table>, settings: String) -> Vec<Finding> {
                    $crate::rules::check_pages(&super::$pack, batch, settings)
                }
                fn check_site(settings: String) -> Result<(), Failure> {
                    $crate::rules::check_site(&super::$pack, settings)
                }
            }

            $crate::rules::export_rules_component!(Component with_types_in $crate::rules::bindings);
        }
    };
}

#[cfg(test)]
mod tests {
    use super::day;

    #[test]
    fn dates_are_days() {
        assert_eq!(day("1970-01-01"), Some(0));
        assert_eq!(day("2000-02-29T10:00:00Z"), Some(11_016));
        assert_eq!(day("2026-11-27"), Some(20_784));
        assert_eq!((day("2026-13-01"), day("yesterday"), day("1969-12-31")), (None, None, None));
    }
}
