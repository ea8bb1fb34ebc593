//! The files of checks, as far as their sites go.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

use serde::Deserialize;
use serde_json::Value;
use sitewright_crawler::address::Normal;
use url::Url;

use crate::words;

/// The host of pages that name none.
const HOST: &str = "site.example";
/// What files are filled up with.
const LINE: &str = "\nsome more text of this file which only makes it larger, line by line";

/// A check with its sites.
#[derive(Debug, Deserialize)]
pub struct Check {
    #[serde(skip)]
    pub id: String,
    #[serde(default)]
    breaks: Vec<Site>,
    #[serde(default)]
    holds: Vec<Site>,
}

/// A site of a check.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Site {
    /// What breaks the rule, or nearly does.
    pub why: String,
    /// Where the rule is broken: a path, an address of another origin than the first page's, or "" for the whole site.
    #[serde(default)]
    pub found: Vec<String>,
    /// The level of the findings, for rules with more than one.
    pub severity: Option<String>,
    /// The crawl starts at the home page of the first page's host.
    pub pages: Vec<Page>,
    #[serde(default)]
    pub given: BTreeMap<String, Value>,
}

/// An address of a site. A page has `head` and `body`, or is `raw`; other files are `text` or only have a size.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Page {
    /// With a query, if it has one. "*" stands for every path of the host without a page or usual file of its own.
    pub path: String,
    pub scheme: Option<String>,
    pub host: Option<String>,
    pub status: Option<u16>,
    pub headers: BTreeMap<String, Values>,
    /// The target of a redirect, with the status 301 unless there is another.
    pub redirect: Option<String>,
    pub head: Option<String>,
    pub body: Option<String>,
    pub raw: Option<String>,
    pub text: Option<String>,
    /// The media type; "" leaves the header out.
    #[serde(rename = "type")]
    pub media_type: Option<String>,
    /// There are so many of this page; "{n}" is the number of each.
    pub repeat: Option<u32>,
    /// Placeholders that become so many words.
    pub fill: BTreeMap<String, usize>,
    pub delay_ms: u64,
    /// The size of the body, which is filled up.
    pub bytes: Option<usize>,
    /// The connection is closed without an answer.
    pub close: bool,
}

/// One value of a header, or several.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum Values {
    One(String),
    Several(Vec<String>),
}

/// What the server does for an address.
#[derive(Clone, Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
    pub delay_ms: u64,
    pub close: bool,
}

/// One site of a check, with what it should show.
pub struct Case<'c> {
    pub check: &'c str,
    /// Its place in the file.
    name: String,
    pub site: &'c Site,
    /// The paths and addresses that are found.
    pub found: &'c [String],
}

impl fmt::Display for Case<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}: {}", self.check, self.name, self.site.why)
    }
}

/// The checks of a folder, by name. Panics if a file is wrong.
pub fn checks(folder: &Path) -> Vec<Check> {
    let entries = std::fs::read_dir(folder).expect("the pack has checks");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("a file").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    paths.sort();
    let read = |path: &Path| {
        let text = std::fs::read_to_string(path).expect("a readable file");
        let check = toml::from_str(&text).map_err(|error| format!("{}: {error}", path.display()));
        let id = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Check { id, ..check.unwrap_or_else(|why: String| panic!("{why}")) }
    };
    paths.iter().map(|path| read(path)).collect()
}

impl Check {
    pub fn cases(&self) -> Vec<Case<'_>> {
        let case = |name: &str, index: usize, site| {
            let found: &[String] = if name == "breaks" { site_found(site) } else { &[] };
            Case { check: &self.id, name: format!("{name} {}", index + 1), site, found }
        };
        let breaks = self.breaks.iter().enumerate().map(|(index, site)| case("breaks", index, site));
        let holds = self.holds.iter().enumerate().map(|(index, site)| case("holds", index, site));
        breaks.chain(holds).collect()
    }
}

fn site_found(site: &Site) -> &[String] {
    assert!(!site.found.is_empty(), "a site that breaks a rule lists where: {}", site.why);
    &site.found
}

impl Site {
    /// Where the crawl starts.
    pub fn start(&self) -> Url {
        let first = self.pages.first().expect("a site has pages");
        Url::parse(&format!("{}/", first.origin())).expect("an origin")
    }

    /// The answers by address in normal form.
    pub fn answers(&self) -> BTreeMap<String, Answer> {
        let mut answers = BTreeMap::new();
        for page in self.pages.iter().flat_map(Page::repeated) {
            let path = if page.path == "*" { "/*" } else { &page.path };
            let address = format!("{}{path}", page.origin());
            answers.entry(normal(&address)).or_insert_with(|| page.answer());
        }
        answers
    }
}

/// The normal form of an address, for which the server and the crawl agree.
pub fn normal(address: &str) -> String {
    let url = Normal::default().absolute(address);
    url.unwrap_or_else(|| panic!("{address} is no address")).into()
}

impl Page {
    pub fn origin(&self) -> String {
        format!("{}://{}", self.scheme.as_deref().unwrap_or("http"), self.host.as_deref().unwrap_or(HOST))
    }

    /// The page itself, or each of those that `repeat` makes of it.
    fn repeated(&self) -> Vec<Self> {
        let Some(count) = self.repeat else { return vec![self.clone()] };
        let numbered = |number: u32| {
            let with = |text: &String| text.replace("{n}", &number.to_string());
            let mut page = self.clone();
            page.path = with(&self.path);
            for (text, own) in [
                (&mut page.head, &self.head),
                (&mut page.body, &self.body),
                (&mut page.raw, &self.raw),
                (&mut page.text, &self.text),
                (&mut page.redirect, &self.redirect),
            ] {
                *text = own.as_ref().map(with);
            }
            page
        };
        (1..=count).map(numbered).collect()
    }

    fn answer(&self) -> Answer {
        let redirects = self.redirect.is_some();
        let status = self.status.unwrap_or(if redirects { 301 } else { 200 });
        let mut headers = Vec::new();
        for (name, values) in &self.headers {
            let values = match values {
                Values::One(value) => std::slice::from_ref(value),
                Values::Several(values) => values,
            };
            headers.extend(values.iter().map(|value| (name.clone(), value.clone())));
        }
        let has = |name: &str| headers.iter().any(|(own, _)| own.eq_ignore_ascii_case(name));
        let media_type = self.media_type();
        if !media_type.is_empty() && !has("content-type") {
            headers.push(("Content-Type".to_owned(), media_type.to_owned()));
        }
        if let Some(target) = &self.redirect {
            headers.push(("Location".to_owned(), target.clone()));
        }
        Answer { status, headers, body: self.content(), delay_ms: self.delay_ms, close: self.close }
    }

    fn media_type(&self) -> &str {
        let default = if self.text.is_some() { "text/plain" } else { "text/html; charset=utf-8" };
        self.media_type.as_deref().unwrap_or(default)
    }

    fn content(&self) -> Vec<u8> {
        let filled = |text: &str| {
            let mut text = text.to_owned();
            for (placeholder, count) in &self.fill {
                text = text.replace(placeholder, &words::varied(*count, &self.path));
            }
            text
        };
        let of = |text: &Option<String>| filled(text.as_deref().unwrap_or_default());
        let is_file = !self.media_type().contains("html") && self.head.is_none() && self.body.is_none();
        let text = match (&self.raw, &self.text) {
            (Some(raw), _) => filled(raw),
            (None, Some(text)) => filled(text),
            (None, None) if is_file || self.redirect.is_some() => String::new(),
            (None, None) => format!(
                "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
                 <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">{}</head><body>{}</body></html>",
                of(&self.head),
                of(&self.body)
            ),
        };
        self.padded(text.into_bytes())
    }

    /// The body with the wanted size: with a comment in a language that has them, otherwise with lines or zero bytes.
    fn padded(&self, mut body: Vec<u8>) -> Vec<u8> {
        let Some(size) = self.bytes else { return body };
        let media_type = self.media_type();
        let (open, close) = if media_type.contains("html") || media_type.contains("xml") {
            ("<!--", "-->")
        } else if media_type.contains("css") || media_type.contains("javascript") {
            ("/*", "*/")
        } else {
            ("", "")
        };
        let room = size.saturating_sub(body.len() + open.len() + close.len());
        let is_text = media_type.starts_with("text/") || !open.is_empty();
        let line = if open.is_empty() { LINE.replace("some", "# some") } else { LINE.to_owned() };
        body.extend(open.bytes());
        if is_text {
            body.extend(line.bytes().cycle().take(room));
        } else {
            body.resize(body.len() + room, 0);
        }
        body.extend(close.bytes());
        body
    }
}
