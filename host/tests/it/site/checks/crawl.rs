//! The site as a robot reads it: the pages of its map, everything that they name, and the files for robots.

use std::cell::RefCell;
use std::rc::Rc;

use scraper::{ElementRef, Html, Selector};

use super::super::mapped;
use crate::prelude::*;

/// An address of the site and what it answers.
pub struct Fetched {
    pub status: u16,
    pub headers: HeaderMap,
    pub bytes: Vec<u8>,
    pub took: Duration,
}

impl Fetched {
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }

    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.bytes).unwrap_or_default()
    }
}

/// What was fetched, before its pages are parsed.
pub struct Answers {
    pub origin: String,
    /// The paths of the map.
    pub mapped: Vec<String>,
    /// By path with its query.
    pub fetched: BTreeMap<String, Fetched>,
}

/// Files that robots and browsers look for, and addresses that must not exist.
const ALSO: &[&str] = &[
    "/robots.txt",
    "/sitemap.xml",
    "/sitemap/pages.xml",
    "/sitemap/docs.xml",
    "/llms.txt",
    "/favicon.svg",
    "/favicon.ico",
    "/0b9f6f0e-no-such-page",
    "/pl/0b9f6f0e-no-such-page",
    "/.git/HEAD",
    "/.env",
    "/wp-config.php.bak",
    "/backup.zip",
    "/pricing/",
    "/site/",
];

/// Reads the whole site: each page of the map, then everything on the site that a page names.
pub async fn crawl(app: &TestApp, client: &mut Client) -> Answers {
    let (origin, mapped) = (app.app.url(), mapped(app, client).await);
    let mut answers = Answers { origin, mapped: mapped.clone(), fetched: BTreeMap::new() };
    let mut waiting: Vec<String> = ALSO.iter().map(|path| (*path).to_owned()).chain(mapped).collect();
    while let Some(path) = waiting.pop() {
        if answers.fetched.contains_key(&path) {
            continue;
        }
        let started = std::time::Instant::now();
        let request = client.request(Method::GET, &path).header("accept", "text/html");
        let answer = client.send(request.header("accept-encoding", "gzip")).await;
        let took = started.elapsed();
        let bytes =
            if answer.header("content-encoding") == "gzip" { unpacked(&answer.bytes) } else { answer.bytes };
        let fetched = Fetched { status: answer.status, headers: answer.headers, bytes, took };
        if answers.mapped.contains(&path) {
            waiting.extend(named(fetched.text(), &answers.origin));
        }
        answers.fetched.insert(path, fetched);
    }
    answers
}

fn unpacked(bytes: &[u8]) -> Vec<u8> {
    let mut plain = Vec::new();
    flate2::read::GzDecoder::new(bytes).read_to_end(&mut plain).expect("gzip");
    plain
}

/// The addresses of the same site that a page names, without fragments.
fn named(html: &str, origin: &str) -> Vec<String> {
    let document = Html::parse_document(html);
    let mut found = Vec::new();
    for (css, name) in [
        ("a[href], link[href]", "href"),
        ("script[src], img[src], iframe[src], source[src]", "src"),
        ("meta[property='og:image']", "content"),
    ] {
        let elements = selector(css);
        let values = document.select(&elements).filter_map(|element| element.attr(name));
        found.extend(values.map(str::to_owned));
    }
    for element in document.select(&selector("[srcset]")) {
        let set = element.attr("srcset").unwrap_or_default();
        found.extend(set.split(',').filter_map(|one| Some(one.split_whitespace().next()?.to_owned())));
    }
    found.into_iter().filter_map(|link| path_of(&link, origin)).collect()
}

/// The path of an address on this site, with its query and without its fragment.
pub fn path_of(link: &str, origin: &str) -> Option<String> {
    let own = link.strip_prefix(origin).unwrap_or(link);
    let own = own.split('#').next().unwrap_or_default();
    match own {
        "" if link.starts_with(origin) => Some("/".to_owned()),
        own if own.starts_with('/') && !own.starts_with("//") => Some(own.to_owned()),
        _ => None,
    }
}

/// A selector; the checks use each for hundreds of pages.
pub fn selector(css: &str) -> Rc<Selector> {
    thread_local!(static KNOWN: RefCell<HashMap<String, Rc<Selector>>> = RefCell::default());
    KNOWN.with_borrow_mut(|known| {
        let parse = || Rc::new(Selector::parse(css).expect("a selector"));
        known.entry(css.to_owned()).or_insert_with(parse).clone()
    })
}

/// A parsed page of the map.
pub struct Page<'a> {
    pub path: &'a str,
    /// Of its address.
    pub language: &'static str,
    pub fetched: &'a Fetched,
    pub document: Html,
    /// The visible text of its main part.
    pub main: String,
}

impl Page<'_> {
    pub fn all(&self, css: &str) -> Vec<ElementRef<'_>> {
        self.document.select(&selector(css)).collect()
    }

    /// The texts of these elements, with single spaces.
    pub fn texts(&self, css: &str) -> Vec<String> {
        self.all(css).into_iter().map(text_of).collect()
    }

    /// The values of an attribute.
    pub fn values(&self, css: &str, name: &str) -> Vec<String> {
        self.all(css).iter().filter_map(|element| element.attr(name)).map(str::to_owned).collect()
    }

    /// The first value of an attribute.
    pub fn value(&self, css: &str, name: &str) -> String {
        self.values(css, name).into_iter().next().unwrap_or_default()
    }

    pub fn title(&self) -> String {
        self.texts("head > title").into_iter().next().unwrap_or_default()
    }

    pub fn description(&self) -> String {
        self.value("head > meta[name=description]", "content")
    }

    pub fn canonical(&self) -> String {
        self.value("head > link[rel=canonical]", "href")
    }

    /// Languages and addresses of the page's versions.
    pub fn versions(&self) -> Vec<(String, String)> {
        let all = self.all("link[rel=alternate][hreflang]").into_iter();
        all.map(|link| {
            let value = |name: &str| link.attr(name).unwrap_or_default().to_owned();
            (value("hreflang"), value("href"))
        })
        .collect()
    }

    /// The blocks of structured data; an invalid one is null.
    pub fn data(&self) -> Vec<Value> {
        let blocks = self.all("script[type='application/ld+json']").into_iter();
        blocks.map(|block| serde_json::from_str(&block.inner_html()).unwrap_or_default()).collect()
    }

    pub fn words(&self) -> usize {
        self.main.split_whitespace().count()
    }
}

/// The text of an element with single spaces.
pub fn text_of(element: ElementRef) -> String {
    let text: String = element.text().collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The text of the main part without scripts, styles and navigation.
fn main_of(document: &Html) -> String {
    let mut text = String::new();
    let hidden = ["script", "style", "nav", "template"];
    for main in document.select(&selector("main")) {
        for node in main.descendants() {
            let is_hidden = || {
                node.ancestors()
                    .filter_map(|above| above.value().as_element())
                    .any(|above| hidden.contains(&above.name()))
            };
            if let Some(own) = node.value().as_text().filter(|_| !is_hidden()) {
                text.push_str(own);
                text.push(' ');
            }
        }
    }
    text
}

/// The whole site.
pub struct Site<'a> {
    pub answers: &'a Answers,
    pub pages: Vec<Page<'a>>,
}

impl<'a> Site<'a> {
    pub fn of(answers: &'a Answers) -> Self {
        let page = |path: &'a String| {
            let fetched = &answers.fetched[path];
            let document = Html::parse_document(fetched.text());
            let language = if fetched.header("content-language") == "pl" { "pl" } else { "en" };
            let main = main_of(&document);
            Page { path, language, fetched, document, main }
        };
        Self { answers, pages: answers.mapped.iter().map(page).collect() }
    }

    /// What an address of the site answers; `None` for one elsewhere.
    pub fn target(&self, link: &str) -> Option<&Fetched> {
        self.answers.fetched.get(&path_of(link, &self.answers.origin)?)
    }

    pub fn page(&self, link: &str) -> Option<&Page<'a>> {
        let path = path_of(link, &self.answers.origin)?;
        self.pages.iter().find(|page| page.path == path)
    }

    pub fn robots(&self) -> &str {
        self.answers.fetched["/robots.txt"].text()
    }

    /// The texts of all maps.
    pub fn map(&self) -> String {
        let maps = self.answers.fetched.iter().filter(|(path, _)| path.starts_with("/sitemap/"));
        maps.map(|(_, map)| map.text()).collect()
    }

    /// Whether robots may not open a path.
    pub fn is_closed(&self, path: &str) -> bool {
        let starts = |rule: &str| {
            self.robots()
                .lines()
                .filter_map(|line| line.strip_prefix(rule))
                .any(|start| path.starts_with(start))
        };
        starts("Disallow: ") && !starts("Allow: ")
    }

    /// Internal links: the page, the element, and the path of its target.
    pub fn links(&self) -> Vec<(&Page<'a>, ElementRef<'_>, String)> {
        let of_page = |page| {
            let links = Page::all(page, "a[href]").into_iter();
            links.filter_map(move |link| {
                let path = path_of(link.attr("href")?, &self.answers.origin)?;
                Some((page, link, path))
            })
        };
        self.pages.iter().flat_map(of_page).collect()
    }
}
