//! The blog and the operator's own pages: lists, posts, and previews of drafts.

mod data;
mod files;
mod motif;
mod shown;

use axum::http::HeaderName;
use minijinja::context;

use super::data::breadcrumbs;
use super::og;
use super::templates::Build;
use super::view::{self, Frame, absolute, rendered};
use crate::platform::bundle::{SiteRequest, set};
use crate::platform::prelude::*;
use crate::posts::{self, Found, Person, PostKind, Shown, Wanted};

pub use files::routes;
use shown::{CardView, PostView};
pub use shown::{author_path, tag_path};

/// Posts on a page of a list.
const PER_PAGE: u32 = 12;

/// Whether this slice of the site renders a page.
pub fn is_its(page: &str) -> bool {
    matches!(page, "blog" | "blogTag" | "blogAuthor" | "blogPost" | "blogPreview" | "ownPage")
}

/// The response for a page; `None` if it does not exist.
pub async fn page(app: &App, build: &Build, request: &SiteRequest<'_>) -> Result<Option<Response>> {
    let mut conn = app.db.read().acquire().await?;
    let param = |name| request.param(name).unwrap_or_default();
    match request.page {
        "blogPost" => post(app, &mut conn, build, request, (PostKind::Post, param("post"))).await,
        "ownPage" => post(app, &mut conn, build, request, (PostKind::Page, param("page"))).await,
        "blogPreview" => preview(app, &mut conn, build, request).await,
        _ => list(app, &mut conn, build, request).await,
    }
}

/// The address of the blog in a language.
pub fn home(locale: Locale) -> &'static str {
    locale.pick("/blog", "/pl/blog")
}

/// A frame for a page that has a translation only sometimes. Without one the other language is that of the blog.
async fn frame(app: &App, conn: &mut Conn, locale: Locale, own: &str, twin: Option<&str>) -> Result<Frame> {
    let other = locale.pick(Locale::Pl, Locale::En);
    let instead = match posts::is_published(conn, other).await? {
        true => home(other),
        false => other.pick("/", "/pl"),
    };
    let address = |of: Locale| (if of == locale { own } else { twin.unwrap_or(instead) }).to_owned();
    let mut frame = Frame::of(app, conn, locale, address).await?;
    if twin.is_none() {
        frame.twins.retain(|twin| twin.language == locale.tag());
    }
    Ok(frame)
}

/// A list of posts with its pages.
#[derive(Serialize)]
struct List {
    cards: Vec<CardView>,
    page: i64,
    pages: i64,
    total: i64,
    /// Addresses of the pages beside it; empty if there is none.
    newer: String,
    older: String,
}

async fn list(
    app: &App,
    conn: &mut Conn,
    build: &Build,
    request: &SiteRequest<'_>,
) -> Result<Option<Response>> {
    let (locale, path) = (request.locale, request.address(request.locale));
    let number = page_number(request);
    let Some(number) = number else { return Ok(None) };
    let wanted = Wanted { tag: request.param("tag"), author: request.param("author") };
    let page = Page { page: number, per_page: PER_PAGE };
    let found = posts::published(conn, locale, wanted, page).await?;
    let pages = (found.total + i64::from(PER_PAGE) - 1) / i64::from(PER_PAGE);
    // An empty blog is a page; everything else exists if it has posts.
    if found.cards.is_empty() && (number > 1 || request.page != "blog") {
        return Ok(None);
    }
    let number = i64::from(number);
    let at = |page: i64| match page {
        1 => path.clone(),
        page if (2..=pages).contains(&page) => format!("{path}?page={page}"),
        _ => String::new(),
    };
    let tag = request.param("tag").and_then(|slug| {
        found.cards.first()?.tags.iter().find(|tag| tag.slug == slug).map(|tag| tag.name.clone())
    });
    let author = match request.param("author") {
        Some(slug) => posts::author(conn, slug).await?,
        None => None,
    };
    let twin = twin_of_list(conn, request, number).await?;
    let mut frame = frame(app, conn, locale, &at(number), twin.as_deref()).await?;
    frame.data = data_of_list(app, locale, &path, tag.as_deref(), author.as_ref());
    let list = List {
        newer: if number > 1 { at(number - 1) } else { String::new() },
        older: at(number + 1),
        cards: shown::cards(found.cards, locale, number == 1),
        page: number,
        pages,
        total: found.total,
    };
    let hidden = list.total == 0;
    let tags = shown::tags(&list.cards);
    let author = author.map(|author| shown::person(&author, locale));
    let own = context! { list, tags, tag, author, hidden, feed => files::feed_path(locale) };
    let html = rendered(build, request.page, locale, &frame, own)?;
    Ok(Some(view::everyones(html, locale, request.parts)))
}

/// The number in `?page=`; `None` if it is not one that a link has.
fn page_number(request: &SiteRequest) -> Option<u32> {
    let query = request.parts.uri.query().unwrap_or_default();
    match query.split('&').find_map(|pair| pair.strip_prefix("page=")) {
        Some(number) => number.parse().ok().filter(|number| (1..=100_000).contains(number)),
        None => Some(1),
    }
}

/// The same list in the other language: the blog itself, the posts with a tag that is the same word in both, such as
/// "SEO", and the posts of an author who writes in both.
async fn twin_of_list(conn: &mut Conn, request: &SiteRequest<'_>, number: i64) -> Result<Option<String>> {
    let other = request.locale.pick(Locale::Pl, Locale::En);
    if number > 1 {
        return Ok(None);
    }
    let wanted = Wanted { tag: request.param("tag"), author: request.param("author") };
    let there = posts::published(conn, other, wanted, Page { page: 1, per_page: 1 }).await?;
    Ok((there.total > 0).then(|| request.address(other)))
}

fn data_of_list(
    app: &App,
    locale: Locale,
    path: &str,
    tag: Option<&str>,
    author: Option<&Person>,
) -> Vec<Value> {
    let blog = ("Blog", home(locale));
    let mut all = Vec::new();
    if let Some(author) = author {
        all.push(data::profile(app, locale, author));
    }
    all.push(match tag.or(author.map(|author| author.name.as_str())) {
        Some(name) => breadcrumbs(app, locale, &[blog, (name, path)]),
        None => breadcrumbs(app, locale, &[blog]),
    });
    all
}

async fn post(
    app: &App,
    conn: &mut Conn,
    build: &Build,
    request: &SiteRequest<'_>,
    (kind, slug): (PostKind, &str),
) -> Result<Option<Response>> {
    let locale = request.locale;
    match posts::find(conn, kind, locale, slug).await? {
        Found::Post(post) => {
            let picture = og::of_post(app, &post, &og::name_of(build, request));
            let html = post_html(app, conn, build, &post, picture, false).await?;
            Ok(Some(view::everyones(html, locale, request.parts)))
        }
        Found::Moved(path) => Ok(Some(moved(&path))),
        Found::Gone => {
            let frame = frame(app, conn, locale, home(locale), None).await?;
            let html = rendered(build, "gone", locale, &frame, ())?;
            Ok(Some((StatusCode::GONE, view::own(html, locale)).into_response()))
        }
        Found::Nothing => Ok(None),
    }
}

/// Leads to the address that a post has now, for good.
fn moved(path: &str) -> Response {
    let mut response = StatusCode::MOVED_PERMANENTLY.into_response();
    set(&mut response, header::LOCATION, path);
    set(&mut response, header::CACHE_CONTROL, "public, max-age=3600");
    response
}

/// A post at its secret address: not for search engines, and never kept.
async fn preview(
    app: &App,
    conn: &mut Conn,
    build: &Build,
    request: &SiteRequest<'_>,
) -> Result<Option<Response>> {
    let token = request.param("token").unwrap_or_default();
    let found = posts::preview(conn, token).await?.filter(|post| post.language == request.locale);
    let Some(post) = found else { return Ok(None) };
    let html = post_html(app, conn, build, &post, None, true).await?;
    let mut response = view::own(html, request.locale);
    set(&mut response, HeaderName::from_static("x-robots-tag"), "noindex, nofollow");
    set(&mut response, header::REFERRER_POLICY, "no-referrer");
    Ok(Some(response))
}

/// The page of a post. `hidden`: it is a preview.
async fn post_html(
    app: &App,
    conn: &mut Conn,
    build: &Build,
    post: &Shown,
    picture: Option<og::Shown>,
    hidden: bool,
) -> Result<String> {
    let (locale, path) = (post.language, post.card.path.as_str());
    let mut frame = frame(app, conn, locale, path, post.twin.as_deref()).await?;
    frame.picture = picture;
    if hidden {
        // Its address is a secret, which scripts of others would learn.
        frame.brand.measuring.clear();
    }
    let is_draft = hidden && !post.is_published;
    let own = PostView::of(app, post);
    if post.kind == PostKind::Page {
        frame.data = vec![breadcrumbs(app, locale, &[(&post.card.title, path)])];
        return rendered(build, "ownPage", locale, &frame, context! { post => own, hidden, is_draft });
    }
    frame.data = vec![
        data::posting(app, locale, post, &absolute(app, locale, path)),
        breadcrumbs(app, locale, &[("Blog", home(locale)), (&post.card.title, path)]),
    ];
    let related = shown::cards(posts::related(conn, post).await?, locale, false);
    let own = context! { post => own, related, hidden, is_draft, feed => files::feed_path(locale) };
    rendered(build, "blogPost", locale, &frame, own)
}
