//! Files for robots: which pages there are, and which of them they may read.

use axum::extract::State;
use axum::routing::get;

use super::listed::tools_and_shops;
use super::templates::{Build, SitePage, Templates};
use super::tool;
use super::view::{absolute, origin};
use crate::operator::{self, PRODUCT, Settings};
use crate::platform::prelude::*;

pub fn routes() -> Router<App> {
    Router::new()
        .route("/robots.txt", get(robots))
        .route("/sitemap.xml", get(sitemap))
        .route("/llms.txt", get(llms))
}

/// The language of the requested site: its own one, or English if both share one.
fn language(parts: &Parts) -> Result<Locale> {
    Ok(visit(parts)?.site().unwrap_or_default())
}

fn plain(kind: &'static str, text: String) -> Response {
    let cache = (header::CACHE_CONTROL, "public, max-age=3600");
    ([(header::CONTENT_TYPE, kind), cache], text).into_response()
}

/// What robots may read: everything public. Pages behind the sign-in have nothing for them.
async fn robots(State(app): State<App>, parts: Parts) -> Result<Response> {
    let closed = ["/app/", "/api/", "/shared/", "/auth/", "/checkout"];
    let rules: String = closed.iter().map(|path| format!("Disallow: {path}\n")).collect();
    let map = absolute(&app, language(&parts)?, "/sitemap.xml");
    Ok(plain("text/plain; charset=utf-8", format!("User-agent: *\n{rules}\nSitemap: {map}\n")))
}

/// A page of the map, with its twin.
struct Entry {
    to: HashMap<Locale, String>,
}

/// The pages without parameters that this site has.
fn shown_pages<'a>(build: &'a Build, settings: &'a Settings) -> impl Iterator<Item = &'a SitePage> {
    build.site.pages.iter().filter(|page| !settings.is_hidden(&page.name))
}

/// Every page that search engines should list.
async fn entries(app: &App, build: &Build) -> Vec<Entry> {
    let settings = operator::settings(app);
    let pages = shown_pages(build, &settings).map(|page| Entry { to: page.to.clone() });
    let (mut tools, _) = tools_and_shops(app, Locale::En).await;
    if settings.is_hidden("aiTool") {
        tools.clear();
    }
    let tools = tools.iter().map(|tool| {
        let to = Locale::ALL.map(|locale| (locale, tool::address(build, locale, &tool.id)));
        Entry { to: HashMap::from(to) }
    });
    let names =
        |locale| build.site.docs.get(&locale).into_iter().flatten().flat_map(|section| &section.pages);
    let docs = names(Locale::En).zip(names(Locale::Pl)).map(|(en, pl)| Entry {
        to: HashMap::from([(Locale::En, en.address.clone()), (Locale::Pl, pl.address.clone())]),
    });
    pages.chain(tools).chain(docs).collect()
}

async fn sitemap(State(app): State<App>, parts: Parts) -> Result<Response> {
    let build = app.part::<Templates>().build(&app.bundle)?;
    let own = visit(&parts)?.site();
    let mut xml = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" \
         xmlns:xhtml=\"http://www.w3.org/1999/xhtml\">\n",
    );
    for entry in entries(&app, &build).await {
        let href = |locale: Locale| entry.to.get(&locale).map(|path| absolute(&app, locale, path));
        let twins: String = Locale::ALL
            .into_iter()
            .filter_map(|of| {
                Some(format!(
                    "<xhtml:link rel=\"alternate\" hreflang=\"{}\" href=\"{}\"/>",
                    of.tag(),
                    href(of)?
                ))
            })
            .collect();
        for locale in Locale::ALL.into_iter().filter(|locale| own.is_none_or(|own| own == *locale)) {
            if let Some(address) = href(locale) {
                xml.push_str(&format!("<url><loc>{address}</loc>{twins}</url>\n"));
            }
        }
    }
    xml.push_str("</urlset>\n");
    Ok(plain("application/xml; charset=utf-8", xml))
}

/// What programs that answer questions read first: what the product is, and where its texts are.
async fn llms(State(app): State<App>, parts: Parts) -> Result<Response> {
    let build = app.part::<Templates>().build(&app.bundle)?;
    let locale = language(&parts)?;
    let settings = operator::settings(&app);
    let mut text = format!("# {}\n\n> {}\n", settings.name(), locale.say("site.llms", &Params::new()));
    let line = |title: &str, path: &str, description: &str| {
        format!("- [{title}]({}{path}): {description}\n", origin(&app, locale))
    };
    text.push_str(&format!("\n## {}\n\n", locale.say("site.llms-pages", &Params::new())));
    for page in shown_pages(&build, &settings) {
        if let (Some(path), Some(about)) = (page.to.get(&locale), page.about.get(&locale)) {
            let named = |text: &str| text.replace(PRODUCT, settings.name());
            text.push_str(&line(&named(&about.title), path, &named(&about.description)));
        }
    }
    for section in build.site.docs.get(&locale).into_iter().flatten() {
        text.push_str(&format!("\n## {}\n\n", section.title));
        for page in &section.pages {
            text.push_str(&line(&page.title, &format!("{}.md", page.address), &page.description));
        }
    }
    Ok(plain("text/plain; charset=utf-8", text))
}
