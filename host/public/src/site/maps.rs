//! Files for robots: which pages there are, and which of them they may read.

use axum::extract::State;
use axum::routing::get;

use super::blog;
use super::listed::tools_and_shops;
use super::templates::{Build, DocsEntry, SitePage, Templates};
use super::tool;
use super::view::absolute;
use crate::operator::{self, Legal, PRODUCT, Settings};
use crate::platform::prelude::*;
use crate::posts::{self, Mapped, PostKind};

/// Addresses of one map; the limit is 50,000, with both languages of each.
const MOST_ENTRIES: usize = 20_000;

/// Posts that `llms.txt` names, the newest ones.
const MOST_POSTS: usize = 200;

pub fn routes() -> Router<App> {
    Router::new()
        .route("/robots.txt", get(robots))
        .route("/sitemap.xml", get(index))
        .route("/sitemap/{name}", get(sitemap))
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
    // The reference of the API is for everyone.
    let open = "Allow: /api/docs/\n";
    let closed = ["/app/", "/api/", "/shared/", "/auth/", "/checkout", "/blog/preview/", "/pl/blog/preview/"];
    let rules: String = closed.iter().map(|path| format!("Disallow: {path}\n")).collect();
    let map = absolute(&app, language(&parts)?, "/sitemap.xml");
    Ok(plain("text/plain; charset=utf-8", format!("User-agent: *\n{open}{rules}\nSitemap: {map}\n")))
}

/// A page of a map.
struct Entry {
    /// Its addresses by language.
    to: HashMap<Locale, String>,
    /// Known only for posts.
    changed_at: Option<Timestamp>,
}

/// The pages without parameters that this site has. Until the operator is known, legal pages are blank, and neither
/// search engines nor other programs learn of them.
fn shown_pages<'a>(build: &'a Build, settings: &'a Settings) -> impl Iterator<Item = &'a SitePage> {
    let is_known = settings.company.is_known();
    let is_blank = move |page: &SitePage| !is_known && Legal::of_page(&page.name).is_some();
    build.site.pages.iter().filter(move |page| !settings.is_hidden(&page.name) && !is_blank(page))
}

impl Entry {
    fn of(to: impl IntoIterator<Item = (Locale, String)>) -> Self {
        Self { to: to.into_iter().collect(), changed_at: None }
    }
}

/// Pages and tools.
async fn pages(app: &App, build: &Build) -> Vec<Entry> {
    let settings = operator::settings(app);
    let pages = shown_pages(build, &settings).map(|page| Entry { to: page.to.clone(), changed_at: None });
    let (mut tools, _) = tools_and_shops(app, Locale::En).await;
    if settings.is_hidden("aiTool") {
        tools.clear();
    }
    let tools = tools
        .iter()
        .map(|tool| Entry::of(Locale::ALL.map(|locale| (locale, tool::address(build, locale, &tool.id)))));
    pages.chain(tools).collect()
}

fn docs(build: &Build) -> Vec<Entry> {
    let names =
        |locale| build.site.docs.get(&locale).into_iter().flatten().flat_map(|section| &section.pages);
    let both = names(Locale::En).zip(names(Locale::Pl));
    both.map(|(en, pl)| Entry::of([(Locale::En, en.address.clone()), (Locale::Pl, pl.address.clone())]))
        .collect()
}

/// Posts, the operator's pages, and the lists of the blog, on the sites of their languages.
async fn blog_entries(app: &App, own: Option<Locale>) -> Result<Vec<Entry>> {
    let conn = &mut app.db.read().acquire().await?;
    let all = posts::mapped(conn).await?;
    let mut entries = Vec::with_capacity(all.len());
    for locale in Locale::ALL.into_iter().filter(|locale| own.is_none_or(|own| own == *locale)) {
        let mut newest = all.iter().filter(|post| post.language == locale && post.kind == PostKind::Post);
        let Some(changed_at) = newest.next().map(|post| post.changed_at) else { continue };
        // The blog exists in both languages, and is listed in those with posts.
        let has_posts =
            |of: &Locale| all.iter().any(|post| post.language == *of && post.kind == PostKind::Post);
        let both = Locale::ALL.into_iter().filter(has_posts).map(|of| (of, blog::home(of).to_owned()));
        // On a site of both languages one entry has both addresses.
        if own.is_some() || locale == Locale::En || !has_posts(&Locale::En) {
            entries.push(Entry { changed_at: Some(changed_at), ..Entry::of(both) });
        }
        let (tags, authors) = posts::lists(conn, locale).await?;
        let paths = tags.iter().map(|slug| blog::tag_path(slug, locale));
        let paths = paths.chain(authors.iter().map(|slug| blog::author_path(slug, locale)));
        entries.extend(paths.map(|path| Entry::of([(locale, path)])));
    }
    for post in all.iter().filter(|post| own.is_none_or(|own| own == post.language)) {
        // A pair is one entry, that of its English post.
        if own.is_none() && post.language == Locale::Pl && post.twin().is_some() {
            continue;
        }
        let other = post.language.pick(Locale::Pl, Locale::En);
        let to = [(post.language, post.path())].into_iter().chain(post.twin().map(|twin| (other, twin)));
        entries.push(Entry { changed_at: Some(post.changed_at), ..Entry::of(to) });
    }
    Ok(entries)
}

/// The index of the maps.
async fn index(State(app): State<App>, parts: Parts) -> Result<Response> {
    let own = visit(&parts)?.site();
    let posts = blog_entries(&app, own).await?;
    let maps = posts.len().div_ceil(MOST_ENTRIES);
    let names = ["pages".to_owned(), "docs".to_owned()];
    let names = names.into_iter().chain((1..=maps).map(|number| format!("blog-{number}")));
    let mut xml = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    );
    for name in names {
        let address = absolute(&app, language(&parts)?, &format!("/sitemap/{name}.xml"));
        xml.push_str(&format!("<sitemap><loc>{address}</loc></sitemap>\n"));
    }
    xml.push_str("</sitemapindex>\n");
    Ok(plain("application/xml; charset=utf-8", xml))
}

async fn sitemap(State(app): State<App>, Path(name): Path<String>, parts: Parts) -> Result<Response> {
    let build = app.part::<Templates>().build(&app.bundle)?;
    let own = visit(&parts)?.site();
    let entries = match name.strip_suffix(".xml").unwrap_or_default() {
        "pages" => pages(&app, &build).await,
        "docs" => docs(&build),
        name => {
            let number: Option<usize> = name.strip_prefix("blog-").and_then(|number| number.parse().ok());
            let number = number.filter(|number| *number > 0).ok_or_else(Problem::not_found)?;
            let all = blog_entries(&app, own).await?;
            all.into_iter().skip((number - 1).saturating_mul(MOST_ENTRIES)).take(MOST_ENTRIES).collect()
        }
    };
    refuse_if(entries.is_empty(), Problem::not_found)?;
    let mut xml = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" \
         xmlns:xhtml=\"http://www.w3.org/1999/xhtml\">\n",
    );
    entries.iter().for_each(|entry| xml.push_str(&listed(&app, entry, own)));
    xml.push_str("</urlset>\n");
    Ok(plain("application/xml; charset=utf-8", xml))
}

/// The lines of a page: one for each language of the site, with all its twins.
fn listed(app: &App, entry: &Entry, own: Option<Locale>) -> String {
    let href = |locale: Locale| entry.to.get(&locale).map(|path| absolute(app, locale, path));
    let twin = |of: Locale| {
        let href = href(of)?;
        Some(format!("<xhtml:link rel=\"alternate\" hreflang=\"{}\" href=\"{href}\"/>", of.tag()))
    };
    let twins: String = match entry.to.len() {
        1 => String::new(),
        _ => Locale::ALL.into_iter().filter_map(twin).collect(),
    };
    let changed =
        entry.changed_at.map(|at| format!("<lastmod>{}</lastmod>", at.rfc3339())).unwrap_or_default();
    let own = Locale::ALL.into_iter().filter(|locale| own.is_none_or(|own| own == *locale)).filter_map(href);
    own.map(|address| format!("<url><loc>{address}</loc>{changed}{twins}</url>\n")).collect()
}

/// What programs that answer questions read first: what the product is, and where its texts are. A site of both languages
/// lists the English ones first.
async fn llms(State(app): State<App>, parts: Parts) -> Result<Response> {
    let build = app.part::<Templates>().build(&app.bundle)?;
    let own = visit(&parts)?.site();
    let posts = posts::mapped(&mut app.db.read().acquire().await?).await?;
    let first = own.unwrap_or_default();
    let name = operator::settings(&app).name().to_owned();
    let mut text = format!("# {name}\n\n> {}\n", first.say("site.llms", &Params::new()));
    for locale in Locale::ALL.into_iter().filter(|locale| own.is_none_or(|own| own == *locale)) {
        for (title, lines) in sections(&app, &build, locale, &posts) {
            let title = match locale == first {
                true => title,
                false => locale.say("site.llms-other", &params([("title", title.into())])),
            };
            if !lines.is_empty() {
                text.push_str(&format!("\n## {title}\n\n{}", lines.concat()));
            }
        }
    }
    Ok(plain("text/plain; charset=utf-8", text))
}

/// The titles of a language's lists with their lines: pages, sections of the docs, posts.
fn sections(app: &App, build: &Build, locale: Locale, posts: &[Mapped]) -> Vec<(String, Vec<String>)> {
    let settings = operator::settings(app);
    let named = |text: &str| text.replace(PRODUCT, settings.name());
    let line = |title: &str, path: &str, description: &str| {
        let about = if description.is_empty() { String::new() } else { format!(": {description}") };
        format!("- [{title}]({}){about}\n", absolute(app, locale, path))
    };
    let of = |kind| posts.iter().filter(move |post| post.language == locale && post.kind == kind);
    let page = |page: &SitePage| {
        let about = page.about.get(&locale)?;
        Some(line(&named(&about.title), page.to.get(&locale)?, &named(&about.description)))
    };
    let own = of(PostKind::Page).map(|page| line(&page.title, &page.path(), &page.description));
    let pages = shown_pages(build, &settings).filter_map(page).chain(own).collect();
    let docs = build.site.docs.get(&locale).into_iter().flatten().map(|section| {
        let page = |page: &DocsEntry| line(&page.title, &format!("{}.md", page.address), &page.description);
        (section.title.clone(), section.pages.iter().map(page).collect())
    });
    let post = |post: &Mapped| line(&post.title, &format!("{}.md", post.path()), &post.description);
    let blog = of(PostKind::Post).take(MOST_POSTS).map(post).collect();
    let mut sections = vec![(locale.say("site.llms-pages", &Params::new()), pages)];
    sections.extend(docs);
    sections.push(("Blog".to_owned(), blog));
    sections
}
