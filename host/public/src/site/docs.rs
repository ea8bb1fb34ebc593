//! Pages of the docs: each is a file of the build, shown in one template, and beside it the Markdown for programs.

use std::ops::RangeInclusive;

use super::data;
use super::templates::{Build, DocsEntry, DocsSection, described};
use super::view::{Frame, rendered};
use crate::operator;
use crate::platform::bundle::SiteRequest;
use crate::platform::prelude::*;

/// A page of the docs as the build writes it.
#[derive(Serialize, Deserialize)]
struct DocsPage {
    title: String,
    description: String,
    /// Its text as HTML, which the build has escaped.
    html: String,
    headings: Vec<Heading>,
}

#[derive(Serialize, Deserialize)]
struct Heading {
    id: String,
    text: String,
    level: u8,
}

/// Lengths of titles that search engines show whole, and that say enough.
const TITLE: RangeInclusive<usize> = 30..=60;

/// What search engines show of a page. Short titles, such as that of a function, name their section too.
#[derive(Serialize)]
struct Head {
    title: String,
    description: String,
}

fn head_of(brand: &str, locale: Locale, page: &DocsPage, section: &str) -> Head {
    let own = page.title.replace('\u{a0}', " ");
    let docs = locale.pick(format!("{brand} documentation"), format!("dokumentacja {brand}"));
    let long =
        [format!("{own} · {brand}"), format!("{own} · {section} · {}", locale.pick(docs.as_str(), brand))];
    let [short, long] = if own == section { [long[0].clone(), format!("{own} · {docs}")] } else { long };
    let title = match short.chars().count() {
        count if TITLE.contains(&count) => short,
        count if count > *TITLE.end() => own,
        _ => long,
    };
    let more = locale.pick(
        format!("From “{section}” in the {brand} documentation."),
        format!("Z działu „{section}” w dokumentacji {brand}."),
    );
    Head { title, description: described(&page.description, &more) }
}

/// A page with its section.
pub fn find(
    build: &Build,
    locale: Locale,
    is: impl Fn(&DocsEntry) -> bool,
) -> Option<(&DocsSection, &DocsEntry)> {
    let sections = build.site.docs.get(&locale)?;
    let all = sections.iter().flat_map(|section| section.pages.iter().map(move |entry| (section, entry)));
    all.into_iter().find(|(_, entry)| is(entry))
}

/// The HTML of a page; `None` if it is not written.
pub fn page(app: &App, build: &Build, request: &SiteRequest, mut frame: Frame) -> Result<Option<String>> {
    let locale = request.locale;
    let address = request.address(locale);
    let sections = build.site.docs.get(&locale).map(Vec::as_slice).unwrap_or_default();
    let all: Vec<&DocsEntry> = sections.iter().flat_map(|section| &section.pages).collect();
    let Some(place) = all.iter().position(|entry| entry.address == address) else { return Ok(None) };
    let file = format!("site/docs/{}/{}.json", locale.tag(), all[place].name);
    let Some(file) = app.bundle.read(&file) else { return Ok(None) };
    let page: DocsPage = serde_json::from_slice(&file).map_err(Problem::internal)?;
    let section = sections.iter().find(|section| section.pages.iter().any(|entry| entry.address == address));
    let way = section.map_or("", |section| &section.title);
    let start = section.and_then(|section| section.pages.first()).map_or("", |first| &first.address);
    frame.data = vec![data::breadcrumbs(app, locale, &[(way, start), (&page.title, &address)])];
    let previous = place.checked_sub(1).map(|place| all[place]);
    let next = all.get(place + 1);
    let start = address.strip_suffix(all[place].name.as_str()).unwrap_or_default().trim_end_matches('/');
    let index = build.site.search.get(&locale);
    let head = head_of(operator::settings(app).name(), locale, &page, way);
    let own = minijinja::context! { head, page, sections, address, previous, next, start, index };
    rendered(build, "docs", locale, &frame, own).map(Some)
}
