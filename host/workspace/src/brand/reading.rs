//! Extracts facts about a brand from one page.

use reqwest::Url;

use super::organization::{Organization, organizations};
use super::rules::line;
use crate::platform::fetch::{LINE_BREAK, Page, Part, parts};
use crate::platform::fold::fold;
use crate::platform::locale::Locale;

/// Characters of a heading that may be a fact.
const HEADING: std::ops::RangeInclusive<usize> = 8..=160;
/// A shorter first paragraph is not a description.
const PARAGRAPH_CHARS: usize = 60;
/// Characters of a link's text; a longer one is a teaser.
const LINK_CHARS: usize = 60;
/// Items of one kind per page.
const MOST: usize = 100;

/// Words in URLs and texts of links to "about" pages, the best first.
const ABOUT: [&[&str]; 3] = [
    &[
        "o nas",
        "o-nas",
        "o_nas",
        "about",
        "kim jestesmy",
        "kim-jestesmy",
        "who-we-are",
        "o firmie",
        "o-firmie",
    ],
    &["kontakt", "contact"],
    &["oferta", "uslugi", "services", "offer", "historia", "our-story", "nasza-historia", "firma", "company"],
];

/// The facts of one page.
#[derive(Debug, Default)]
pub(super) struct Reading {
    /// The language of the page, or of the reader if the page has none.
    pub locale: Locale,
    pub site_name: String,
    pub title: String,
    pub description: String,
    pub organizations: Vec<Organization>,
    pub phones: Vec<String>,
    pub emails: Vec<String>,
    pub addresses: Vec<String>,
    /// Headings with numbers.
    pub figures: Vec<String>,
    /// Pages of the same site to read next, the best first.
    pub links: Vec<Url>,
}

/// Reads a page. Takes some milliseconds, so it must not run on a request thread.
pub(super) fn read(page: &Page, reader: Locale) -> Reading {
    let parts = parts(&page.html);
    let language = parts.iter().find_map(|part| match part {
        Part::Language(tag) => Locale::of_tag(tag),
        _ => None,
    });
    // Labels of facts are in the language of the facts.
    let locale = language.unwrap_or(reader);
    let mut reading = Reading {
        locale,
        site_name: meta(&parts, &["og:site_name", "application-name"]),
        description: description(&parts),
        ..Reading::default()
    };
    let mut links = Vec::new();
    for part in &parts {
        match part {
            Part::Title(text) if reading.title.is_empty() => reading.title = line(text),
            Part::Data(json) if reading.organizations.len() < MOST => {
                reading.organizations.extend(described(json, locale));
                reading.organizations.truncate(MOST);
            }
            Part::Address(text) => push_if(&mut reading.addresses, &on_one_line(text), is_address),
            Part::Heading(1..=4, text) => push_if(&mut reading.figures, text, is_figure),
            Part::Link(there, text, _) => {
                read_link(&mut reading, &mut links, &page.url, (there.trim(), &line(text)))
            }
            _ => {}
        }
    }
    links.sort_by_key(|(rank, _)| *rank);
    for (_, url) in links {
        if !reading.links.contains(&url) && reading.links.len() < MOST {
            reading.links.push(url);
        }
    }
    reading
}

/// Joins the lines of an address with commas.
fn on_one_line(text: &str) -> String {
    let lines = text.split(LINE_BREAK).map(|text| line(text).trim_end_matches(',').to_owned());
    lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join(", ")
}

fn push_if(list: &mut Vec<String>, text: &str, fits: fn(&str) -> bool) {
    let text = line(text);
    if list.len() < MOST && fits(&text) {
        list.push(text);
    }
}

fn meta(parts: &[Part], names: &[&str]) -> String {
    let said = |wanted: &&str| {
        parts.iter().find_map(|part| match part {
            Part::Meta(name, content) if name == wanted => {
                Some(line(content)).filter(|text| !text.is_empty())
            }
            _ => None,
        })
    };
    names.iter().find_map(said).unwrap_or_default()
}

fn description(parts: &[Part]) -> String {
    let said = meta(parts, &["description", "og:description", "twitter:description"]);
    if !said.is_empty() {
        return said;
    }
    let paragraph = parts.iter().find_map(|part| match part {
        Part::Paragraph(text) => Some(line(text)).filter(|text| text.chars().count() >= PARAGRAPH_CHARS),
        _ => None,
    });
    paragraph.unwrap_or_default()
}

fn described(json: &str, locale: Locale) -> Vec<Organization> {
    serde_json::from_str(json.trim()).map(|json| organizations(&json, locale)).unwrap_or_default()
}

/// `address` elements also contain names of authors: a text with a digit is an address.
fn is_address(text: &str) -> bool {
    text.chars().count() <= 200 && text.contains(|char: char| char.is_ascii_digit()) && text.contains(' ')
}

fn is_figure(text: &str) -> bool {
    HEADING.contains(&text.chars().count())
        && text.contains(|char: char| char.is_ascii_digit())
        && text.split(' ').filter(|word| word.contains(char::is_alphabetic)).count() >= 2
}

fn read_link(reading: &mut Reading, links: &mut Vec<(usize, Url)>, home: &Url, (there, said): (&str, &str)) {
    if let Some(phone) = there.strip_prefix("tel:") {
        let digits = said.chars().filter(char::is_ascii_digit).count();
        let shown = if (7..=15).contains(&digits) && said.len() <= 25 { said } else { phone };
        push_if(&mut reading.phones, shown, |phone| phone.len() <= 25 && !phone.is_empty());
    } else if let Some(email) = there.strip_prefix("mailto:") {
        let email = email.split('?').next().unwrap_or_default();
        push_if(&mut reading.emails, email, |email| email.contains('@') && email.len() <= 254);
    } else if links.len() < MOST {
        links.extend(rank(there, said, home));
    }
}

fn rank(there: &str, said: &str, home: &Url) -> Option<(usize, Url)> {
    let mut url = home.join(there).ok()?;
    url.set_fragment(None);
    if url.path() == home.path() || !same_site(&url, home) || said.chars().count() > LINK_CHARS {
        return None;
    }
    let (path, said) = (url.path().to_lowercase(), fold(said));
    let rank =
        ABOUT.iter().position(|words| words.iter().any(|word| path.contains(word) || said == *word))?;
    Some((rank, url))
}

/// Whether two URLs belong to one site; `www.` is ignored.
pub(super) fn same_site(one: &Url, other: &Url) -> bool {
    let host = |url: &Url| url.host_str().map(|host| host.trim_start_matches("www.").to_owned());
    matches!(one.scheme(), "http" | "https") && host(one) == host(other) && one.port() == other.port()
}
