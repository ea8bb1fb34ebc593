//! The values that every page of the site has, and the responses with them.

use super::brand::Brand;
use super::og;
use super::templates::Build;
use crate::platform::bundle::{ENGLISH, is_known, set};
use crate::platform::prelude::*;
use crate::posts;

/// Caches in front of the server keep a page for five minutes, and longer while they ask for a newer one.
const CACHED: &str = "public, max-age=0, s-maxage=300, stale-while-revalidate=86400";

/// The host of a language's site, as readers see it.
pub fn host(app: &App, locale: Locale) -> String {
    let origin = app.origin(locale);
    origin.split_once("://").map_or(origin.as_str(), |(_, host)| host).to_owned()
}

/// An address on the site of its language.
pub fn absolute(app: &App, locale: Locale, path: &str) -> String {
    format!("{}{path}", app.origin(locale))
}

/// What the layout of a page shows.
#[derive(Serialize)]
pub struct Frame {
    /// The page's own address on its site.
    pub canonical: String,
    /// The page in each language that has it.
    pub twins: Vec<Twin>,
    /// The address of the page in the other language, or of its home page.
    pub other: String,
    pub origin: String,
    pub registration: bool,
    /// The picture for previews of links.
    pub picture: Option<og::Shown>,
    pub brand: Brand,
    /// Whether the blog has posts in the language.
    pub blog: bool,
    /// Structured data, one object for each block.
    pub data: Vec<Value>,
}

#[derive(Serialize)]
pub struct Twin {
    /// The value of `hreflang`.
    pub language: &'static str,
    pub href: String,
}

impl Frame {
    /// `address`: the path of the page in each language.
    pub async fn of(
        app: &App,
        conn: &mut Conn,
        locale: Locale,
        address: impl Fn(Locale) -> String,
    ) -> Result<Self> {
        let href = |of: Locale| absolute(app, of, &address(of));
        let mut twins: Vec<Twin> =
            Locale::ALL.into_iter().map(|of| Twin { language: of.tag(), href: href(of) }).collect();
        twins.push(Twin { language: "x-default", href: href(Locale::En) });
        Ok(Self {
            canonical: href(locale),
            other: other(app, locale, &address),
            twins,
            origin: app.origin(locale),
            registration: app.config.registration_open,
            picture: None,
            brand: Brand::of(app, locale),
            blog: posts::is_published(conn, locale).await?,
            data: Vec::new(),
        })
    }
}

/// The page in the other language. The English home page would lead back to a reader whose browser prefers Polish.
fn other(app: &App, locale: Locale, address: impl Fn(Locale) -> String) -> String {
    let of = locale.pick(Locale::Pl, Locale::En);
    let path = address(of);
    let choice =
        if path == "/" && app.config.site(of).is_none() { format!("?{ENGLISH}") } else { String::new() };
    absolute(app, of, &path) + &choice
}

/// The path of a page on its site.
pub fn path_of(frame: &Frame) -> String {
    frame.canonical.strip_prefix(&frame.origin).unwrap_or(&frame.canonical).to_owned()
}

/// The rendered page with the values of its frame and its own ones.
pub fn rendered(
    build: &Build,
    page: &str,
    locale: Locale,
    frame: &Frame,
    own: impl Serialize,
) -> Result<String> {
    let context = minijinja::context! { frame, ..minijinja::Value::from_serialize(own) };
    build.render(page, locale, context)
}

/// A page with its tag, for everyone alike.
pub fn everyones(html: String, locale: Locale, parts: &Parts) -> Response {
    let mut response = everyones_file("text/html; charset=utf-8", html, parts);
    set(&mut response, header::CONTENT_LANGUAGE, locale.tag());
    response
}

/// A file with its tag, for everyone alike.
pub fn everyones_file(kind: &str, text: String, parts: &Parts) -> Response {
    let tag = format!("\"{}\"", &hash_of(&text)[..16]);
    let mut response = match is_known(&parts.headers, &tag) {
        true => StatusCode::NOT_MODIFIED.into_response(),
        false => text.into_response(),
    };
    set(&mut response, header::CONTENT_TYPE, kind);
    set(&mut response, header::ETAG, &tag);
    set(&mut response, header::CACHE_CONTROL, CACHED);
    response
}

/// A page that is made for one visitor.
pub fn own(html: String, locale: Locale) -> Response {
    let mut response = axum::response::Html(html).into_response();
    set(&mut response, header::CACHE_CONTROL, "no-store");
    set(&mut response, header::CONTENT_LANGUAGE, locale.tag());
    response
}
