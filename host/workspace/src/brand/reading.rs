//! Extracts facts about a brand from one page.

use reqwest::Url;

use super::links::{in_turn, rank, same_site};
use super::organization::{Organization, organizations};
use super::rules::line;
use super::site::{self, business::Signs};
use crate::platform::clock::Timestamp;
use crate::platform::fetch::{LINE_BREAK, Page, Part, Property, parts};
use crate::platform::fold::fold;
use crate::platform::locale::Locale;

/// Characters of a heading that may be a fact.
const HEADING: std::ops::RangeInclusive<usize> = 8..=160;
/// A shorter first paragraph is not a description.
const PARAGRAPH_CHARS: usize = 60;
/// Items of one kind per page.
const MOST: usize = 100;

/// The facts of one page.
#[derive(Debug, Default)]
pub(super) struct Reading {
    pub url: String,
    /// The language that the page names, if it is one of the product's.
    pub language: Option<Locale>,
    /// The language of the page, or of the reader if the page has none.
    pub locale: Locale,
    pub site_name: String,
    pub logo: String,
    pub title: String,
    pub description: String,
    pub organizations: Vec<Organization>,
    pub phones: Vec<String>,
    pub emails: Vec<String>,
    pub addresses: Vec<String>,
    /// Opening hours in text or in microdata; empty if there are none.
    pub hours: String,
    pub founded: Option<i32>,
    pub profiles: Vec<String>,
    /// Products with prices.
    pub priced: Vec<String>,
    /// Names of products or services, joined.
    pub names: String,
    /// Headings with numbers.
    pub figures: Vec<String>,
    pub signs: Signs,
    /// The text, by line.
    pub lines: Vec<String>,
    /// Pages of the same site to read next, the best first.
    pub links: Vec<Url>,
}

/// What is collected while the parts are read.
#[derive(Default)]
struct Seen {
    links: Vec<(usize, Url)>,
    headings: Vec<String>,
    /// Marked parts of addresses, in order.
    marked: Vec<(Property, String)>,
    hours: Vec<String>,
    founded: Option<i32>,
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
        url: page.url.to_string(),
        language,
        locale,
        site_name: meta(&parts, &["og:site_name", "application-name"]),
        description: description(&parts),
        ..Reading::default()
    };
    reading.signs.is_of_articles = meta(&parts, &["og:type"]).eq_ignore_ascii_case("article");
    let mut seen = Seen::default();
    for part in &parts {
        read_part(&mut reading, &mut seen, page, part);
    }
    read_marked(&mut reading, seen.marked);
    read_text(&mut reading, &seen.headings, &seen.hours, seen.founded);
    seen.links.sort_by_key(|(rank, _)| *rank);
    reading.links = in_turn(seen.links);
    reading
}

fn read_part(reading: &mut Reading, seen: &mut Seen, page: &Page, part: &Part) {
    let locale = reading.locale;
    match part {
        Part::Title(text) if reading.title.is_empty() => reading.title = line(text),
        Part::Logo(alt) if reading.logo.is_empty() => reading.logo = name_of_logo(alt),
        Part::Data(json) if reading.organizations.len() < MOST => {
            reading.signs.is_of_articles |=
                json.contains("\"BlogPosting\"") || json.contains("\"NewsArticle\"");
            reading.organizations.extend(described(json, locale));
            reading.organizations.truncate(MOST);
        }
        Part::Address(text) => push_if(&mut reading.addresses, &on_one_line(text), is_address),
        Part::Heading(level, text) => {
            if *level <= 4 {
                push_if(&mut reading.figures, text, is_figure);
            }
            if (2..=4).contains(level) && seen.headings.len() < MOST {
                seen.headings.push(line(text));
            }
        }
        Part::Property(property, text) if seen.marked.len() < MOST => match property {
            Property::Hours => seen.hours.push(line(text)),
            Property::Founded => seen.founded = line(text).get(..4).and_then(|year| year.parse().ok()),
            property => seen.marked.push((*property, line(text))),
        },
        Part::Link(there, text, _) => read_link(reading, seen, &page.url, (there.trim(), &line(text))),
        Part::Text(text) => reading.lines = site::lines(text),
        _ => {}
    }
}

/// Marked phones and emails, and addresses from their marked parts.
fn read_marked(reading: &mut Reading, marked: Vec<(Property, String)>) {
    let mut address: [String; 3] = Default::default();
    let end = (Property::Street, String::new());
    for (property, text) in marked.into_iter().chain([end]) {
        match property {
            Property::Phone => reading.phones.extend(site::phones::linked(&text, reading.locale)),
            Property::Email if site::emails::is_own(&text) => reading.emails.push(text),
            Property::Street => {
                let [street, code, city] = std::mem::take(&mut address);
                let city = format!("{code} {city}");
                if !street.is_empty() {
                    let known =
                        if city.trim().is_empty() { street } else { format!("{street}, {}", city.trim()) };
                    push_if(&mut reading.addresses, &known, is_address);
                }
                address[0] = text;
            }
            Property::Postcode => address[1] = text,
            Property::City => address[2] = text,
            _ => {}
        }
    }
}

/// What the text says, after what is marked.
fn read_text(reading: &mut Reading, headings: &[String], hours: &[String], founded: Option<i32>) {
    let (lines, locale) = (std::mem::take(&mut reading.lines), reading.locale);
    reading.phones.extend(site::phones::phones(&lines, locale));
    reading.emails.extend(site::emails::emails(&lines));
    reading.addresses.extend(site::postal::addresses(&lines));
    let written: Vec<String> = hours.iter().map(|text| super::hours::written(text, locale)).collect();
    reading.hours =
        if written.is_empty() { site::opening::hours(&lines, locale) } else { written.join("; ") };
    reading.founded = founded.or_else(|| site::founded::year(&lines, this_year()));
    reading.priced = site::offer::priced(&lines);
    reading.names = site::offer::names(headings);
    for list in [&mut reading.phones, &mut reading.emails, &mut reading.addresses] {
        list.truncate(MOST);
    }
    reading.signs.prices = reading.priced.len();
    reading.signs.has_address |= !reading.addresses.is_empty();
    reading.signs.has_hours |= !reading.hours.is_empty();
    reading.lines = lines;
}

fn this_year() -> i32 {
    Timestamp::now().rfc3339().get(..4).and_then(|year| year.parse().ok()).unwrap_or_default()
}

/// Logos are described as `Logo Pod Lipą` or `Pod Lipą logo`.
fn name_of_logo(alt: &str) -> String {
    let words: Vec<&str> = alt
        .split_whitespace()
        .filter(|word| !matches!(&*fold(word), "logo" | "logotyp" | "logotype" | "-" | "–"))
        .collect();
    let name = line(&words.join(" "));
    if name.contains('.') || name.chars().count() > 40 { String::new() } else { name }
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

/// `address` elements also contain names of authors, and whole cards with phones and hours: a short text with a digit
/// is an address.
fn is_address(text: &str) -> bool {
    text.chars().count() <= 120
        && text.contains(|char: char| char.is_ascii_digit())
        && text.contains(' ')
        && !text.contains('@')
        && text.chars().filter(char::is_ascii_digit).count() <= 12
}

fn is_figure(text: &str) -> bool {
    HEADING.contains(&text.chars().count())
        && text.contains(|char: char| char.is_ascii_digit())
        && text.split(' ').filter(|word| word.contains(char::is_alphabetic)).count() >= 2
}

fn read_link(reading: &mut Reading, seen: &mut Seen, home: &Url, (there, said): (&str, &str)) {
    if let Some(phone) = there.strip_prefix("tel:") {
        let digits = said.chars().filter(char::is_ascii_digit).count();
        let shown = if (7..=15).contains(&digits) && said.len() <= 25 { said } else { phone };
        let shown = site::phones::linked(shown, reading.locale).unwrap_or_else(|| shown.to_owned());
        push_if(&mut reading.phones, &shown, |phone| phone.chars().filter(char::is_ascii_digit).count() >= 6);
        return;
    }
    if let Some(email) = there.strip_prefix("mailto:") {
        let email = email.split('?').next().unwrap_or_default();
        push_if(&mut reading.emails, email, site::emails::is_own);
        return;
    }
    let Ok(url) = home.join(there) else { return };
    if let Some(profile) = site::profiles::profile(&url) {
        if reading.profiles.len() < MOST && !reading.profiles.contains(&profile) {
            reading.profiles.push(profile);
        }
        return;
    }
    reading.signs.has_basket |= same_site(&url, home) && site::business::is_basket(url.path());
    if seen.links.len() < MOST {
        seen.links.extend(rank(url, said, home));
    }
}
