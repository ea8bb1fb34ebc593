//! The data of connected services: the table `given` of a site, as rows of the tables.
//!
//! - `render`: what a browser shows of a page: `url`, `title`, `canonical`, `robots`, `words`, `missing_words`, `links`,
//!   `missing_links`, `errors`, `console`, `tap_targets = {total, small, example}`, `font = {chars, small_chars}`,
//!   `viewport_width`, `scroll_width`, `widest`, `mobile_words`, `desktop_words`, `requests`, `foreign_requests`,
//!   `images = [{src, natural_width, width, density}]`, `lcp = {element, src, loading}`
//! - `lighthouse`: `lcp_ms`, `cls`, `fcp_ms`, `tbt_ms`, `score`, `render_blocking_ms`, `render_blocking_file`, and of real
//!   visits `field_lcp_ms`, `field_cls`, `field_inp_ms`
//! - `gsc`, `serp`, `history`, `shop`: the JSON of a row of `known` with this source. An entry of `gsc.pages` belongs to the
//!   page that it names, one of `gsc.queries` is in the list `queries` of that page, and one of `history.links` belongs to
//!   the row of the address that it names
//! - `tls = {host, verified, problem, days_left, versions, alpn}`: the row of a host
//! - `today`: the day of the crawl
//!
//! They describe the page "/" unless `path` names another.

use std::collections::{BTreeMap, HashMap};

use serde_json::{Value, json};
use sitewright_facts::{NewHost, NewKnown, NewRendered, Page, Table, Tables, UNKNOWN, layouts};
use time::macros::format_description;
use time::{Date, OffsetDateTime};
use url::Url;

use crate::file::{Site, normal};

/// The day of a crawl whose site gives none: 2026-11-27.
const TODAY: u32 = 20_784;
/// The width of the phone for which pages are rendered.
const PHONE_PX: u64 = 360;

type Fallible<T> = Result<T, String>;
type Pages = BTreeMap<u32, Tables>;

/// The services that know something of a site. Measurements come from the browser, too.
pub fn services(site: &Site) -> impl Iterator<Item = &str> {
    let services = site.given.keys().map(String::as_str);
    let measured = site.given.get("lighthouse").map(|_| "render");
    services.filter(|service| *service != "today" && *service != "tls").chain(measured)
}

/// The day of the crawl, in days since 1970-01-01.
pub fn today(site: &Site) -> Fallible<u32> {
    let Some(day) = site.given.get("today") else { return Ok(TODAY) };
    let day = Date::parse(day.as_str().unwrap_or_default(), format_description!("[year]-[month]-[day]"));
    let day = day.map_err(|error| format!("given.today: {error}"))?;
    let days = (day - OffsetDateTime::UNIX_EPOCH.date()).whole_days();
    u32::try_from(days).map_err(|error| format!("given.today: {error}"))
}

/// Adds the given data to the tables of the pages and of the site.
pub fn add(site: &Site, start: &Url, today: u32, pages: &mut Pages, around: &mut Tables) -> Fallible<()> {
    let given = |service: &str| site.given.get(service).filter(|value| value.is_object());
    if given("render").is_some() || given("lighthouse").is_some() {
        let render = given("render").cloned().unwrap_or_else(|| json!({}));
        let measured = given("lighthouse").cloned().unwrap_or_else(|| json!({}));
        let path = render["path"].as_str().or(measured["path"].as_str()).unwrap_or("/").to_owned();
        add_rendered(page_of(pages, start, &path)?, &render, &measured)?;
    }
    for service in ["gsc", "serp", "history", "shop"] {
        if let Some(known) = given(service) {
            add_known(service, known.clone(), start, pages)?;
        }
    }
    if let Some(tls) = given("tls") {
        add_host(tls, today, around)?;
    }
    let kinds = ["render", "lighthouse", "gsc", "serp", "history", "shop", "tls", "today"];
    let other = site.given.keys().find(|name| !kinds.contains(&name.as_str()));
    other.map_or(Ok(()), |name| Err(format!("given.{name} is unknown")))
}

/// The page with a path or an address.
fn page_of<'p>(pages: &'p mut Pages, start: &Url, path: &str) -> Fallible<&'p mut Tables> {
    let url = start.join(path).map_err(|error| format!("{path}: {error}"))?;
    let url = normal(url.as_str());
    let of = |page: &Tables| page.view().pages().any(|page| page.url() == url);
    pages.values_mut().find(|page| of(page)).ok_or_else(|| format!("given: {url} was not crawled"))
}

fn add_known(service: &str, mut known: Value, start: &Url, pages: &mut Pages) -> Fallible<()> {
    let mut push = |path: &str, known: &Value| {
        let page = page_of(pages, start, path)?;
        let json = known.to_string();
        NewKnown { source: service, json: &json, ..NewKnown::default() }.push(&mut page.known);
        page.claim();
        Ok::<_, String>(())
    };
    let object = known.as_object_mut().ok_or("given data are tables")?;
    let mut taken = |name: &str| match object.remove(name) {
        Some(Value::Array(entries)) => entries,
        _ => Vec::new(),
    };
    let mut queries: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for mut query in taken("queries") {
        let page = query.as_object_mut().and_then(|query| query.remove("page"));
        let page = page.as_ref().and_then(Value::as_str).ok_or("a query names its page")?.to_owned();
        queries.entry(page).or_default().push(query);
    }
    for (page, queries) in queries {
        push(&page, &json!({ "queries": queries }))?;
    }
    for (list, name) in [("pages", "page"), ("links", "url")] {
        for mut entry in taken(list) {
            let place = entry.as_object_mut().and_then(|entry| entry.remove(name));
            let place = place.as_ref().and_then(Value::as_str).ok_or("an entry names its page")?;
            push(place, &entry)?;
        }
    }
    if object.is_empty() {
        return Ok(());
    }
    let path = object.remove("path");
    push(path.as_ref().and_then(Value::as_str).unwrap_or("/"), &known)
}

/// Sets the row of a host.
fn add_host(tls: &Value, today: u32, around: &mut Tables) -> Fallible<()> {
    let host = tls["host"].as_str().ok_or("given.tls names a host")?;
    let problem = match tls["problem"].as_str() {
        None => "",
        Some("expired") => "expired",
        Some("host name mismatch") => "hostname",
        Some("handshake") => "handshake",
        Some(_) => "chain",
    };
    let end = i64::from(today) + tls["days_left"].as_i64().unwrap_or(0);
    let mut protocols = if tls["alpn"] == "h2" { 16 } else { 0 };
    for version in tls["versions"].as_array().into_iter().flatten() {
        protocols |= match version.as_str().unwrap_or_default() {
            "TLSv1.0" => 1,
            "TLSv1.1" => 2,
            "TLSv1.2" => 4,
            "TLSv1.3" => 8,
            other => return Err(format!("given.tls: {other} is unknown")),
        };
    }
    let mut hosts = Table::new(layouts::hosts.width());
    let before = around.clone();
    let view = before.view();
    let mut row = NewHost { host, ..NewHost::default() };
    for (index, other) in view.hosts().enumerate() {
        if other.host() == host {
            row = NewHost {
                fetched: other.fetched(),
                failed: other.failed(),
                challenged: other.challenged(),
                ..row
            };
        } else {
            hosts.append_row(layouts::hosts, before.hosts.view().row(index), &mut HashMap::new());
        }
    }
    let not_after = u32::try_from(end).map_err(|error| error.to_string())?;
    NewHost { tls: true, tls_error: problem, not_after, protocols, ..row }.push(&mut hosts);
    around.hosts = hosts;
    Ok(())
}

/// Adds the rendered view of a page: the page as it was sent, unless the data say otherwise.
fn add_rendered(tables: &mut Tables, render: &Value, measured: &Value) -> Fallible<()> {
    let before = tables.clone();
    let view = before.view();
    let page: Page<'_> = view.pages().next().ok_or("a page has a row")?;
    check_names("render", render, RENDER)?;
    check_names("lighthouse", measured, LIGHTHOUSE)?;
    let own = Own { page, render, measured };
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let absolute = |address: &Value| own.absolute(address.as_str());
    let (errors, lcp) = (render["errors"].as_array(), &render["lcp"]);
    let exception = errors.and_then(|errors| errors.first()).map(text).unwrap_or_default();
    let is_image = lcp["element"] == "img";
    let widest = text(&render["widest"]);
    let small_target = text(&render["tap_targets"]["example"]);
    let (lcp_url, oversized) =
        (if is_image { absolute(&lcp["src"]) } else { String::new() }, own.oversized());
    let blocking_file = absolute(&measured["render_blocking_file"]);
    let words = own.number(&render["words"], own.number(&render["desktop_words"], page.words()));
    let links = own.number(&render["links"], page.links().filter(|link| link.kind() == 0).count() as u32);
    let width = render["viewport_width"].as_u64().unwrap_or(PHONE_PX);
    NewRendered {
        url: render["url"].as_str().unwrap_or(page.url()),
        title: render["title"].as_str().unwrap_or(page.title().unwrap_or_default()),
        canonical: render["canonical"].as_str().unwrap_or(page.canonical()),
        noindex: render["robots"].as_str().map_or(page.noindex(), |robots| robots.contains("noindex")),
        words,
        words_sent: words.saturating_sub(own.number(&render["missing_words"], 0)),
        links,
        links_sent: links.saturating_sub(own.number(&render["missing_links"], 0)),
        phone_words: own.number(&render["mobile_words"], words),
        exceptions: errors.map_or(0, |errors| errors.len() as u32),
        exception: &exception,
        requests: own.number(&render["requests"], 1),
        foreign_requests: own.number(&render["foreign_requests"], 0),
        overflow_px: render["scroll_width"].as_u64().unwrap_or(width).saturating_sub(width) as u32,
        widest: &widest,
        targets: own.number(&render["tap_targets"]["total"], 0),
        small_targets: own.number(&render["tap_targets"]["small"], 0),
        small_target: &small_target,
        characters: own.number(&render["font"]["chars"], 0),
        small_characters: own.number(&render["font"]["small_chars"], 0),
        lcp_lazy: lcp["loading"] == "lazy",
        lcp_url: &lcp_url,
        oversized: &oversized,
        lcp_ms: own.measured("lcp_ms"),
        field_lcp_ms: own.measured("field_lcp_ms"),
        inp_ms: own.measured("field_inp_ms"),
        cls: own.thousandths("cls"),
        field_cls: own.thousandths("field_cls"),
        fcp_ms: own.measured("fcp_ms"),
        tbt_ms: own.measured("tbt_ms"),
        blocking_ms: own.measured("render_blocking_ms"),
        blocking_file: &blocking_file,
        score: own.measured("score"),
        ..NewRendered::default()
    }
    .push(&mut tables.rendered);
    tables.claim();
    Ok(())
}

const RENDER: &[&str] = &[
    "path",
    "url",
    "title",
    "canonical",
    "robots",
    "words",
    "missing_words",
    "links",
    "missing_links",
    "errors",
    "console",
    "tap_targets",
    "font",
    "viewport_width",
    "scroll_width",
    "widest",
    "mobile_words",
    "desktop_words",
    "requests",
    "foreign_requests",
    "images",
    "lcp",
];
const LIGHTHOUSE: &[&str] = &[
    "path",
    "lcp_ms",
    "field_lcp_ms",
    "field_inp_ms",
    "cls",
    "field_cls",
    "fcp_ms",
    "tbt_ms",
    "score",
    "render_blocking_ms",
    "render_blocking_file",
];

fn check_names(service: &str, value: &Value, known: &[&str]) -> Fallible<()> {
    let mut names = value.as_object().into_iter().flat_map(|object| object.keys());
    let other = names.find(|name| !known.contains(&name.as_str()));
    other.map_or(Ok(()), |name| Err(format!("given.{service}.{name} is unknown")))
}

/// The data of one page.
struct Own<'a> {
    page: Page<'a>,
    render: &'a Value,
    measured: &'a Value,
}

impl Own<'_> {
    fn number(&self, value: &Value, default: u32) -> u32 {
        value.as_u64().map_or(default, |number| number as u32)
    }

    fn measured(&self, name: &str) -> u32 {
        self.number(&self.measured[name], UNKNOWN)
    }

    fn thousandths(&self, name: &str) -> u32 {
        self.measured[name].as_f64().map_or(UNKNOWN, |number| (number * 1000.0).round() as u32)
    }

    fn absolute(&self, address: Option<&str>) -> String {
        let base = Url::parse(self.page.url()).ok();
        let url = base.zip(address).and_then(|(base, address)| base.join(address).ok());
        url.map(String::from).unwrap_or_default()
    }

    /// The images of the rendered page, as the column has them.
    fn oversized(&self) -> String {
        let images = self.render["images"].as_array();
        let image = |image: &Value| {
            json!({
                "url": self.absolute(image["src"].as_str()),
                "natural": image["natural_width"],
                "shown": image["width"],
                "density": image["density"],
            })
        };
        let images: Vec<Value> = images.into_iter().flatten().map(image).collect();
        if images.is_empty() { String::new() } else { Value::from(images).to_string() }
    }
}
