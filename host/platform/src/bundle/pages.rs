//! Serves pages: the shell's page for every address of the product, redirects for older addresses and for users
//! without access, and 404 for the rest. The router in the browser does the same within the application.

use axum::http::HeaderName;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use crate::app::App;
use crate::auth::{self, Cookie, Role, User};
use crate::error::{Problem, Result};
use crate::http::{FramedBy, Parameters, Visit, parameters, visit};
use crate::libraries::*;
use crate::locale::Locale;

use super::routes::{Access, Found, Routes};
use super::{is_known, set};

/// The shell's page; the router in the browser renders the screen of the path.
const PAGE: &str = "web/index.html";

/// Whether the visitor accepted optional cookies: `0`, `1`, or `1.` with a tag of what the site measured then. Set by scripts.
const CONSENT: &str = "cookie_consent";
const AFFILIATE: &str = "affiliate";

/// The parameter that keeps the English home page from leading to the reader's language.
pub const ENGLISH: &str = "language=en";

/// The name of the site's page for an address without a page.
const MISSING: &str = "missing";

/// Browsers treat both as a slash.
const SLASHES: [char; 2] = ['/', '\\'];

/// Responds to a browser that opens an address.
pub(super) async fn open(app: &App, parts: &Parts) -> Result<Response> {
    let visit = visit(parts)?;
    let mut response = answer(app, parts, &visit).await?;
    let headers = response.headers_mut();
    remember_partner(app, headers, parts);
    // A page of the public site is the same for everyone, so that caches may keep it. The home page leads to the reader's
    // language, and a cookie is for one reader.
    let is_public =
        headers.get(header::CACHE_CONTROL).is_some_and(|value| value.as_bytes().starts_with(b"public"));
    if !is_public || parts.uri.path() == "/" || headers.contains_key(header::SET_COOKIE) {
        headers.insert(header::VARY, HeaderValue::from_static("Cookie, Accept-Language"));
        if is_public {
            headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        }
    }
    Ok(response)
}

/// The cookie with the referring partner needs the visitor's consent, and is removed if the consent is withdrawn.
/// Until then the shell keeps the query parameter.
fn remember_partner(app: &App, headers: &mut HeaderMap, parts: &Parts) {
    let sent = &parts.headers;
    match (auth::cookie(sent, CONSENT), partner(parts)) {
        (Some(answer), Some(partner)) if answer.starts_with('1') => {
            auth::set_cookie(app, headers, AFFILIATE, partner, Cookie::Affiliate)
        }
        (Some("0"), _) if auth::cookie(sent, AFFILIATE).is_some() => {
            auth::set_cookie(app, headers, AFFILIATE, "", Cookie::NoAffiliate);
        }
        _ => {}
    }
}

fn missing() -> Problem {
    Problem::new(StatusCode::NOT_FOUND, "server.front-end-missing")
}

async fn answer(app: &App, parts: &Parts, visit: &Visit) -> Result<Response> {
    let routes = app.bundle.routes().ok_or_else(missing)?;
    let path = parts.uri.path();
    if path != "/" && path.ends_with(SLASHES) {
        return Ok(lead(StatusCode::PERMANENT_REDIRECT, path.trim_end_matches(SLASHES), parts));
    }
    let locale = visit.locale(app).await;
    let Some(found) = routes.find(path).filter(|found| exists(app, found, locale)) else {
        return nowhere(app, locale, parts).await;
    };
    if let Some(response) = translated(app, &found, visit, locale, parts) {
        return Ok(response);
    }
    let locale = found.route.language.unwrap_or(locale);
    if found.route.alias {
        return Ok(lead_on(app, &found, locale, parts));
    }
    if !found.route.site.is_empty() {
        let SitePages(answer) = app.part::<SitePages>();
        let request = SiteRequest { page: &found.route.site, locale, found: Some(&found), parts };
        return match answer(app, request).await? {
            Some(response) => Ok(response),
            None => nowhere(app, locale, parts).await,
        };
    }
    // A page in a frame has its token in local storage, which the server does not see.
    if !is_framed(&parts.headers)
        && let Some(response) = guard(app, &routes, &found, visit, locale, parts).await?
    {
        return Ok(response);
    }
    let mut response = page(app, &Opening::of(app, &found, visit, locale, parts).await, parts)?;
    if let Some(system) = found.param("system") {
        let query = parameters(parts.uri.query().unwrap_or_default());
        let Framers(framers) = app.part::<Framers>();
        let origins = framers(app, system.to_owned(), query).await;
        if !origins.is_empty() {
            response.extensions_mut().insert(FramedBy(origins));
        }
    }
    // The address is a secret.
    if found.param("token").is_some() {
        set(&mut response, HeaderName::from_static("x-robots-tag"), "noindex, nofollow");
    }
    Ok(response)
}

/// The origins that may have the page of another system's application in a frame, by the system and the parameters of the
/// address; none if those are not signed by the system. The shops slice provides the function.
pub struct Framers(pub fn(&App, String, Parameters) -> BoxFuture<'_, Vec<String>>);

/// Renders a page of the public site; `None` if the page does not exist. The site slice provides the function.
pub struct SitePages(pub for<'a> fn(&'a App, SiteRequest<'a>) -> BoxFuture<'a, Result<Option<Response>>>);

/// A request for a page of the public site.
pub struct SiteRequest<'a> {
    /// The page's name in the table of addresses.
    pub page: &'a str,
    pub locale: Locale,
    found: Option<&'a Found<'a>>,
    pub parts: &'a Parts,
}

impl SiteRequest<'_> {
    /// A parameter of the address, such as `tool`.
    pub fn param(&self, name: &str) -> Option<&str> {
        self.found?.param(name)
    }

    /// The page's address in a language, with the same parameters; that of the home page if it does not exist.
    pub fn address(&self, locale: Locale) -> String {
        self.found.map_or_else(|| locale.pick("/", "/pl").to_owned(), |found| found.address(locale))
    }
}

/// The texts of a tool, `None` if it does not exist. The tools slice provides the function, because the platform does not
/// depend on it.
pub struct KnownTools(pub fn(&App, &str, Locale) -> Option<ToolTexts>);

/// What the opening of a tool's page contains of it; empty if not every user may see the tool.
#[derive(Debug, Default)]
pub struct ToolTexts {
    pub name: String,
    pub summary: String,
}

/// The places of these texts in the opening.
const TOOL_NAME: &str = "{tool-name}";
const TOOL_SUMMARY: &str = "{tool-summary}";

/// The texts of the tool that the address names; `None` if it names none, or one that does not exist.
fn tool_of(app: &App, found: &Found, locale: Locale) -> Option<ToolTexts> {
    let KnownTools(texts_of) = app.part::<KnownTools>();
    texts_of(app, found.param("tool")?, locale)
}

/// A tool's page exists if the tool does.
fn exists(app: &App, found: &Found, locale: Locale) -> bool {
    found.param("tool").is_none() || tool_of(app, found, locale).is_some()
}

/// The initial HTML of the page, with the texts of its tool.
fn start(app: &App, found: &Found, locale: Locale) -> String {
    let opening = found.opening(locale);
    if !opening.contains(TOOL_NAME) {
        return opening.to_owned();
    }
    with_tool(opening, &tool_of(app, found, locale).unwrap_or_default())
}

fn with_tool(opening: &str, ToolTexts { name, summary }: &ToolTexts) -> String {
    opening.replace(TOOL_SUMMARY, &escaped(summary)).replace(TOOL_NAME, &escaped(name))
}

/// A text as HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Redirects an older address to the current one: permanently, unless the target depends on the reader's language.
fn lead_on(app: &App, found: &Found, locale: Locale, parts: &Parts) -> Response {
    let same = found.address(Locale::En) == found.address(Locale::Pl);
    let fixed = same || found.route.language.is_some();
    let status = if fixed { StatusCode::PERMANENT_REDIRECT } else { StatusCode::FOUND };
    let mut response = lead(status, &found.address(locale), parts);
    if let (true, Some(language)) = (same, found.route.language) {
        // The target address does not contain the requested language.
        auth::set_cookie(app, response.headers_mut(), "locale", language.tag(), Cookie::Preference);
    }
    response
}

/// Redirects to the page in the reader's language: on the site of the language if each has its own, otherwise to the
/// address in the chosen language. A public Polish address stays, as it is Polish whatever was chosen. On the bare domain
/// the browser's language counts too.
fn translated(app: &App, found: &Found, visit: &Visit, locale: Locale, parts: &Parts) -> Option<Response> {
    let language = found.route.language?;
    if visit.site().is_some() {
        let site = app.config.site(language).filter(|_| visit.site() != Some(language))?;
        return Some(lead(StatusCode::FOUND, &format!("{site}{}", found.address(language)), parts));
    }
    // A link from the Polish home page has chosen English, also in a browser that keeps no choice.
    let is_chosen = parts.uri.query().is_some_and(|query| query.split('&').any(|pair| pair == ENGLISH));
    if !found.route.site.is_empty() && (parts.uri.path() != "/" || is_chosen) {
        return None;
    }
    let wanted = visit.chosen().or((parts.uri.path() == "/").then_some(locale))?;
    let is_open = matches!(found.route.access, Access::Public | Access::Guest);
    let stays = wanted == language || (language == Locale::Pl && is_open) || found.route.alias;
    (!stays).then(|| lead(StatusCode::FOUND, &found.address(wanted), parts))
}

/// Redirects users who may not open the page.
async fn guard(
    app: &App,
    routes: &Routes,
    found: &Found<'_>,
    visit: &Visit,
    locale: Locale,
    parts: &Parts,
) -> Result<Option<Response>> {
    let access = found.route.access;
    if access == Access::Public {
        return Ok(None);
    }
    // Without the database the page still opens and shows the API's error.
    let user = visit.user(app).await.ok().flatten();
    let send = |path: &str| routes.page(path, locale).map(|address| go(&address));
    Ok(match (access, user) {
        (Access::Guest, None) => None,
        (Access::Guest, Some(_)) if is_mailed_link(found, parts) => None,
        (Access::Guest, Some(_)) => send("/app/dashboard"),
        (_, None) => routes.page("/login", locale).map(|login| go(&format!("{login}?next={}", here(parts)))),
        (Access::User | Access::Admin, Some(user)) if user.email_verified_at.is_none() => {
            match send("/verify-email") {
                None => administers(app, access, user, locale, parts)?,
                to_verification => to_verification,
            }
        }
        (access, Some(user)) => administers(app, access, user, locale, parts)?,
    })
}

/// A link from a requested mail: its page is open to anyone with the link.
fn is_mailed_link(found: &Found<'_>, parts: &Parts) -> bool {
    let query = parts.uri.query().unwrap_or_default();
    found.address(Locale::En) == "/reset-password" && query.split('&').any(|pair| pair.starts_with("token="))
}

/// For other users the administrators' pages do not exist.
fn administers(
    app: &App,
    access: Access,
    user: &User,
    locale: Locale,
    parts: &Parts,
) -> Result<Option<Response>> {
    let refused = access == Access::Admin && user.role == Role::User;
    refused.then(|| missing_page(app, locale, parts)).transpose()
}

fn here(parts: &Parts) -> String {
    let path = parts.uri.path_and_query().map_or("/", |path| path.as_str());
    utf8_percent_encode(path, NON_ALPHANUMERIC).to_string()
}

fn is_framed(headers: &HeaderMap) -> bool {
    let destination = headers.get(HeaderName::from_static("sec-fetch-dest"));
    destination
        .and_then(|value| value.to_str().ok())
        .is_some_and(|value| matches!(value, "iframe" | "frame" | "embed" | "object"))
}

/// The referring partner, from the query parameter `affiliate`; only values that a cookie can hold.
fn partner(parts: &Parts) -> Option<&str> {
    let query = parts.uri.query()?;
    let value = query.split('&').find_map(|pair| pair.strip_prefix("affiliate="))?;
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.~%+".contains(&byte);
    ((1..=200).contains(&value.len()) && value.bytes().all(is_plain)).then_some(value)
}

/// Redirects to another address with the query of this one.
fn lead(status: StatusCode, address: &str, parts: &Parts) -> Response {
    let query = parts.uri.query().map(|query| format!("?{query}")).unwrap_or_default();
    let mut response = status.into_response();
    set(&mut response, header::LOCATION, &format!("{}{query}", on_this_server(address)));
    set(&mut response, header::CACHE_CONTROL, "no-cache");
    response
}

/// Makes sure that an address begins with one slash: with two of them, of either kind, it would name another server.
/// An address with a scheme is one of the sites in the settings.
fn on_this_server(address: &str) -> Cow<'_, str> {
    if address.starts_with("http") {
        return address.into();
    }
    format!("/{}", address.trim_start_matches(SLASHES)).into()
}

/// Redirects temporarily.
fn go(address: &str) -> Response {
    let mut response = StatusCode::FOUND.into_response();
    set(&mut response, header::LOCATION, &on_this_server(address));
    set(&mut response, header::CACHE_CONTROL, "no-store");
    response
}

/// The changes to the shell's page.
struct Opening {
    locale: Locale,
    status: StatusCode,
    /// Attributes of `<html>` for the application.
    attributes: String,
    /// Scripts and styles to load together with the main script, so that they are not fetched one after the other.
    links: String,
    /// Content that is shown before the application has started.
    start: String,
}

impl Opening {
    async fn of(app: &App, found: &Found<'_>, visit: &Visit, locale: Locale, parts: &Parts) -> Self {
        let asked = found.route.access != Access::Public && !is_framed(&parts.headers);
        // The visitor is already known, so the application needs no request for it.
        let visitor = match asked {
            true => visit.user(app).await.map(visitor).unwrap_or_default(),
            false => "",
        };
        let early = match found.route.early.as_str() {
            early if asked && !early.is_empty() => format!(" data-early=\"{early}\""),
            _ => String::new(),
        };
        let closed = if app.config.registration_open { "" } else { " data-registration=\"closed\"" };
        let link = |file: &String| {
            let kind = match file.ends_with(".css") {
                true => "preload\" as=\"style",
                false => "modulepreload",
            };
            format!("<link rel=\"{kind}\" href=\"/{file}\">")
        };
        Self {
            locale,
            status: StatusCode::OK,
            attributes: format!("{}{visitor}{early}{closed}", sites(app)),
            links: found.files(locale).iter().map(link).collect(),
            start: start(app, found, locale),
        }
    }
}

/// What the opening of a page and the application need to know of the visitor.
fn visitor(user: Option<&User>) -> &'static str {
    match user {
        None => " data-visitor=\"guest\"",
        Some(user) if user.role != Role::User => " data-staff",
        Some(_) => "",
    }
}

/// The site's page for an address without a page, and the shell's one within the application.
async fn nowhere(app: &App, locale: Locale, parts: &Parts) -> Result<Response> {
    let path = parts.uri.path();
    if path.starts_with("/app/") {
        return missing_page(app, locale, parts);
    }
    let locale = if path.starts_with("/pl/") { Locale::Pl } else { locale };
    let SitePages(answer) = app.part::<SitePages>();
    let request = SiteRequest { page: MISSING, locale, found: None, parts };
    match answer(app, request).await {
        Ok(Some(response)) => Ok((StatusCode::NOT_FOUND, response).into_response()),
        // A bundle without the site.
        _ => missing_page(app, locale, parts),
    }
}

/// The "not found" page of the shell.
fn missing_page(app: &App, locale: Locale, parts: &Parts) -> Result<Response> {
    let status = StatusCode::NOT_FOUND;
    let (links, start) = (String::new(), String::new());
    page(app, &Opening { locale, status, attributes: sites(app), links, start }, parts)
}

/// The shell's page in the reader's language.
fn page(app: &App, opening: &Opening, parts: &Parts) -> Result<Response> {
    let file = app.bundle.file(PAGE).ok_or_else(missing)?;
    let Opening { locale, status, attributes, links, start } = opening;
    let root = format!("<html lang=\"{}\"{attributes}", locale.tag());
    let html = String::from_utf8_lossy(&file.data)
        .replacen("<html lang=\"en\"", &root, 1)
        .replacen("</template>", &format!("{links}</template>"), 1)
        .replacen("<div id=\"root\">", &format!("<div id=\"root\">{start}"), 1);
    // The inserted text changes the ETag, as the file's content does.
    let tag =
        file.tag.replacen('"', &format!("\"{}-", &auth::hash_of(&format!("{root}{links}{start}"))[..8]), 1);
    let known = *status == StatusCode::OK && is_known(&parts.headers, &tag);
    let mut response = if known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let mut response = (*status, Body::from(html)).into_response();
        set(&mut response, header::CONTENT_TYPE, "text/html; charset=utf-8");
        response
    };
    if *status == StatusCode::OK {
        set(&mut response, header::ETAG, &tag);
    }
    set(&mut response, header::CONTENT_LANGUAGE, locale.tag());
    set(&mut response, header::CACHE_CONTROL, "no-cache");
    Ok(response)
}

/// The site of each language, for the router. The settings contain only origins, so nothing needs escaping.
fn sites(app: &App) -> String {
    let one = |locale: Locale| {
        let site = app.config.site(locale)?;
        Some(format!(" data-site-{}=\"{site}\"", locale.tag()))
    };
    Locale::ALL.into_iter().filter_map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_texts_of_a_tool_are_put_into_the_opening_as_text() {
        let tool = ToolTexts { name: "A & B".into(), summary: "<b>\"bold\"</b>".into() };
        let opening = with_tool("<h1>{tool-name}</h1><p>{tool-summary}</p>", &tool);
        assert_eq!(opening, "<h1>A &amp; B</h1><p>&lt;b&gt;&quot;bold&quot;&lt;/b&gt;</p>");
        let unknown = with_tool("<h1>{tool-name}</h1><p>{tool-summary}</p>", &ToolTexts::default());
        assert_eq!(unknown, "<h1></h1><p></p>");
    }
}
