//! Content that attackers insert into pages of others.

use sitewright_sdk::rules::{Failure, Link, Page, Report, Settings, Site};
use sitewright_sdk::units::{bare, lower, words};
use sitewright_sdk::{Words, words as list};

/// Bits of an address in the table `states`: a page in HTML.
const HTML: u32 = 1;
/// A link to another site.
const ELSEWHERE: u32 = 1;

/// What such content advertises, in lower case; a word or several.
const TERMS: Words = list![
    "casino",
    "casinos",
    "kasyno",
    "kasyna",
    "slot machine",
    "slot machines",
    "slots",
    "slot online",
    "poker",
    "roulette",
    "ruletka",
    "blackjack",
    "jackpot",
    "betting",
    "sportsbook",
    "bukmacher",
    "togel",
    "judi",
    "gacor",
    "viagra",
    "cialis",
    "levitra",
    "kamagra",
    "tadalafil",
    "sildenafil",
    "xanax",
    "tramadol",
    "phentermine",
    "payday loan",
    "payday loans",
    "chwilówka",
    "chwilówki",
    "pożyczki bez bik",
    "replica watches",
    "porn",
    "escort",
];

/// How many terms a text contains; each counts once.
fn terms_in(text: &str) -> Vec<&'static str> {
    let mut line = String::from(" ");
    for word in words(text) {
        line.push_str(&lower(bare(word)));
        line.push(' ');
    }
    let is_in = |term: &&str| {
        let mut places = line.match_indices(*term);
        places.any(|(at, _)| line[..at].ends_with(' ') && line[at + term.len()..].starts_with(' '))
    };
    TERMS.iter().filter(is_in).collect()
}

/// Scripts by their letters, with the languages that use them.
const SCRIPTS: [(u32, u32, &[&str]); 9] = [
    (0x0400, 0x052F, &["ru", "uk", "bg", "sr", "mk", "be", "kk", "ky", "mn", "tg"]),
    (0x0590, 0x05FF, &["he", "yi"]),
    (0x0600, 0x06FF, &["ar", "fa", "ur", "ps", "ku"]),
    (0x0900, 0x097F, &["hi", "mr", "ne"]),
    (0x0E00, 0x0E7F, &["th"]),
    (0x3040, 0x30FF, &["ja"]),
    (0x3400, 0x9FFF, &["ja", "zh", "ko"]),
    (0xAC00, 0xD7AF, &["ko"]),
    (0x10A0, 0x10FF, &["ka"]),
];

/// Whether most letters of a text are of a script that the language does not use.
fn is_foreign(text: &str, language: &str) -> bool {
    let (mut letters, mut foreign) = (0, 0);
    for letter in text.chars().filter(|letter| letter.is_alphabetic()) {
        letters += 1;
        let code = letter as u32;
        let script = SCRIPTS.iter().find(|(first, last, _)| (*first..=*last).contains(&code));
        foreign += u32::from(script.is_some_and(|(.., languages)| !languages.contains(&language)));
    }
    letters > 1 && foreign * 2 > letters
}

/// The language of a page, by its text, otherwise by its declaration.
fn language_of<'a>(page: &Page<'a>) -> &'a str {
    let declared = page.lang().and_then(|lang| lang.get(..2)).unwrap_or_default();
    if page.language().is_empty() { declared } else { page.language() }
}

/// Signs in a page.
struct Signs {
    page: u32,
    hidden: usize,
    links: usize,
    example: String,
}

fn signs(page: &Page, least_terms: usize) -> Option<Signs> {
    let mut found = Signs { page: page.number(), hidden: 0, links: 0, example: String::new() };
    for block in page.hidden() {
        let terms = terms_in(block.text());
        if terms.len() >= least_terms {
            found.hidden += terms.len();
            found.example = terms.join(", ");
        }
    }
    let declared = page.lang().and_then(|lang| lang.get(..2)).unwrap_or_default();
    let is_foreign = |link: &Link| {
        let text = link.text();
        link.kind() == ELSEWHERE && is_foreign(text, language_of(page)) && is_foreign(text, declared)
    };
    let mut links = page.links().filter(is_foreign);
    if let Some(link) = links.next() {
        found.links = 1 + links.count();
        if found.example.is_empty() {
            link.text().clone_into(&mut found.example);
        }
    }
    (found.hidden + found.links > 0).then_some(found)
}

pub fn sec_spam_injection(site: &Site, settings: &Settings, report: &mut Report) -> Result<(), Failure> {
    let mut documents = Vec::new();
    site.states().has("flags", HTML).is("role", 0).within("status", 200, 299).each(|state| {
        documents.push(state.number());
    })?;
    let (terms, accepted) = (settings.count("terms") as usize, settings.count("pages") as usize);
    let mut all: Vec<Signs> = Vec::new();
    site.pages(&documents, |page| all.extend(signs(&page, terms)))?;
    let are_many = all.iter().filter(|signs| signs.links > 0).count() > accepted;
    for Signs { page, hidden, links, example } in all {
        let count = hidden + if are_many { links } else { 0 };
        if count > 0 {
            report.page(page).number("count", count).text("example", &example);
        }
    }
    Ok(())
}
