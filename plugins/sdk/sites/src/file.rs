//! The files of checks, as far as their sites go.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::Value;
use sitewright_crawler::address::Normal;
use url::Url;

use crate::words;

/// The host of pages that name none.
const HOST: &str = "site.example";
/// What files are filled up with.
const LINE: &str = "\nsome more text of this file which only makes it larger, line by line";

/// The most copies of a page, words of a placeholder and bytes of a body: a site has to fit into memory.
const MOST_COPIES: u32 = 10_000;
const MOST_WORDS: usize = 1_000_000;
const MOST_BYTES: usize = 100_000_000;

/// The rules of a pack that is data.
#[derive(Deserialize)]
struct Rules {
    #[serde(default)]
    rules: Vec<Check>,
}

/// A check with its sites.
#[derive(Debug, Deserialize)]
pub struct Check {
    /// Of a file of its own, its name; otherwise a key beside the sites.
    #[serde(default)]
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
    /// Its place in the file, such as "breaks 1".
    pub name: String,
    pub site: &'c Site,
    /// The paths and addresses that are found.
    pub found: &'c [String],
}

impl fmt::Display for Case<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}: {}", self.check, self.name, self.site.why)
    }
}

/// The checks of a folder, by name; none if there is no such folder.
///
/// Errors: a file cannot be read, or a site that cannot be served.
pub fn checks(folder: &Path) -> Result<Vec<Check>, String> {
    let mut paths = Vec::new();
    if folder.is_dir() {
        let unreadable = |error: std::io::Error| format!("{}: {error}", folder.display());
        for entry in std::fs::read_dir(folder).map_err(unreadable)? {
            paths.push(entry.map_err(unreadable)?.path());
        }
    }
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    paths.sort();
    let read = |path: &PathBuf| {
        let text = std::fs::read_to_string(path).map_err(|error| error.to_string());
        let check = text.and_then(|text| toml::from_str(&text).map_err(|error| error.to_string()));
        let id = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let check = check.map(|check| Check { id, ..check });
        check.and_then(Check::verified).map_err(|why| format!("{}: {why}", path.display()))
    };
    paths.iter().map(read).collect()
}

/// The checks of a `rules.toml`.
///
/// Errors: it cannot be read, or a site that cannot be served.
pub fn checks_of_rules(text: &str) -> Result<Vec<Check>, String> {
    let rules: Rules = toml::from_str(text).map_err(|error| error.to_string())?;
    rules.rules.into_iter().map(Check::verified).collect()
}

impl Check {
    /// Refuses sites that cannot be served.
    fn verified(self) -> Result<Self, String> {
        let wrong = |site: &Site, why: String| format!("{}, \"{}\": {why}", self.id, site.why);
        for site in self.breaks.iter().chain(&self.holds) {
            site.verify().map_err(|why| wrong(site, why))?;
        }
        match self.breaks.iter().find(|site| site.found.is_empty()) {
            Some(site) => Err(wrong(site, "`found` lists the pages that break the rule".to_owned())),
            None => Ok(self),
        }
    }

    pub fn cases(&self) -> Vec<Case<'_>> {
        let breaks = self.breaks.iter().enumerate();
        let breaks =
            breaks.map(|(index, site)| self.case(format!("breaks {}", index + 1), site, &site.found));
        let holds = self.holds.iter().enumerate();
        let holds = holds.map(|(index, site)| self.case(format!("holds {}", index + 1), site, &[]));
        breaks.chain(holds).collect()
    }

    fn case<'a>(&'a self, name: String, site: &'a Site, found: &'a [String]) -> Case<'a> {
        Case { check: &self.id, name, site, found }
    }
}

impl Site {
    fn verify(&self) -> Result<(), String> {
        if self.pages.is_empty() {
            return Err("a site has pages".to_owned());
        }
        for page in &self.pages {
            page.verify()?;
        }
        let origin = self.pages[0].origin();
        let found = self.found.iter().filter(|found| !found.is_empty());
        found
            .map(|found| if found.starts_with('/') { format!("{origin}{found}") } else { found.clone() })
            .try_for_each(|address| {
                normal_of(&address).map(drop).ok_or_else(|| format!("`found`: {address} is no address"))
            })
    }

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

/// The normal form of an address, for which the server and the crawl agree. An address without one, which no verified
/// site has, stays as it is.
pub fn normal(address: &str) -> String {
    normal_of(address).unwrap_or_else(|| address.to_owned())
}

fn normal_of(address: &str) -> Option<String> {
    Normal::default().absolute(address).map(Into::into)
}

impl Page {
    fn verify(&self) -> Result<(), String> {
        let is_host = |host: &str| {
            !host.is_empty()
                && host.split('.').all(|label| !label.is_empty())
                && host.len() <= 200
                && host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-.".contains(&byte))
        };
        let path = &self.path;
        let wrong = |what: &str| Err(format!("the page {path}: {what}"));
        if !matches!(self.scheme.as_deref(), None | Some("http" | "https")) {
            return wrong("`scheme` is http or https");
        }
        if self.host.as_deref().is_some_and(|host| !is_host(host)) {
            return wrong("`host` is the name of a host, such as shop.example");
        }
        let address = format!("{}{path}", self.origin());
        if path != "*" && (!path.starts_with('/') || normal_of(&address).is_none()) {
            return wrong("`path` begins with / and is part of an address, or is \"*\"");
        }
        if self.status.is_some_and(|status| !(100..=999).contains(&status)) {
            return wrong("`status` has three digits");
        }
        let is_too_large = self.repeat.is_some_and(|count| count > MOST_COPIES)
            || self.fill.values().any(|words| *words > MOST_WORDS)
            || self.bytes.is_some_and(|bytes| bytes > MOST_BYTES);
        if is_too_large { wrong("`repeat`, `fill` or `bytes` is too large") } else { Ok(()) }
    }

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
