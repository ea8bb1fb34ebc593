//! The texts of links.

use sitewright_sdk::rules::{Link, Page, Report, Settings};
use sitewright_sdk::units::{bare, lower, words};
use sitewright_sdk::{word_list::Words, words as list};

use crate::{address_of, leads, report_links};

/// Texts that say nothing about the target, in lower case and without punctuation.
const GENERIC: Words = list![
    "click here",
    "here",
    "read more",
    "more",
    "learn more",
    "see more",
    "this page",
    "link",
    "details",
    "kliknij tutaj",
    "kliknij",
    "tutaj",
    "tu",
    "czytaj więcej",
    "więcej",
    "dowiedz się więcej",
    "zobacz więcej",
    "zobacz",
    "szczegóły",
];
/// A longer text is none of them.
const LONGEST: usize = 40;

/// Whether a link has an address to follow.
fn leads_somewhere(link: &Link) -> bool {
    link.href().is_some() && link.kind() <= leads::TEL
}

pub fn link_empty_anchor(page: &Page, _: &Settings, report: &mut Report) {
    const NOTHING: u32 = 4;
    report_links(page, report, |link| leads_somewhere(link) && link.text_from() == NOTHING);
}

/// The name of a link, as readers of it hear it.
fn name<'a>(link: &Link<'a>) -> &'a str {
    if link.label().is_empty() { link.text() } else { link.label() }
}

fn is_generic(link: &Link) -> bool {
    let name = name(link);
    if !leads_somewhere(link) || name.len() > LONGEST {
        return false;
    }
    let mut plain = String::new();
    for word in words(name).map(bare).filter(|word| !word.is_empty()) {
        if !plain.is_empty() {
            plain.push(' ');
        }
        plain.push_str(&lower(word));
    }
    GENERIC.contains(&plain)
}

pub fn link_generic_anchor(page: &Page, _: &Settings, report: &mut Report) {
    let links = || page.links().filter(is_generic);
    if let (true, Some(first)) = (page.is_document(), links().next()) {
        let found = report.found().text("url", address_of(&first)).text("text", name(&first));
        found.number("count", links().count()).evidences(links());
    }
}
