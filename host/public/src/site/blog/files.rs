//! Posts for programs: feeds, and the Markdown of each post.

use axum::extract::State;
use axum::routing::get;
use minijinja::HtmlEscape as Escaped;

use super::super::view::everyones_file;
use crate::operator;
use crate::platform::bundle;
use crate::platform::prelude::*;
use crate::posts::{self, Found, PostKind, Shown};

pub fn routes() -> Router<App> {
    let post = |locale| {
        move |State(app): State<App>, Path(name): Path<String>, parts: Parts| {
            markdown(app, locale, name, parts)
        }
    };
    let feed = |locale| move |State(app): State<App>, parts: Parts| feed(app, locale, parts);
    Router::new()
        .route(feed_path(Locale::En), get(feed(Locale::En)))
        .route(feed_path(Locale::Pl), get(feed(Locale::Pl)))
        .route("/blog/post/{post}", get(post(Locale::En)))
        .route("/pl/blog/post/{post}", get(post(Locale::Pl)))
}

pub fn feed_path(locale: Locale) -> &'static str {
    locale.pick("/blog/feed.xml", "/pl/blog/feed.xml")
}

/// A post as Markdown, if the address ends with `.md`; every other address is a page.
async fn markdown(app: App, locale: Locale, name: String, parts: Parts) -> Result<Response> {
    let Some(slug) = name.strip_suffix(".md") else { return bundle::get_file(State(app), parts).await };
    let mut conn = app.db.read().acquire().await?;
    match posts::find(&mut conn, PostKind::Post, locale, slug).await? {
        Found::Post(post) => {
            let text = posts::markdown(&post);
            Ok(everyones_file("text/markdown; charset=utf-8", text, &parts))
        }
        Found::Moved(path) => Ok(super::moved(&format!("{path}.md"))),
        Found::Gone => Err(Problem::new(StatusCode::GONE, "posts.gone")),
        Found::Nothing => Err(Problem::not_found()),
    }
}

/// The newest posts as an Atom feed with their texts; 404 while there are none.
async fn feed(app: App, locale: Locale, parts: Parts) -> Result<Response> {
    let mut conn = app.db.read().acquire().await?;
    let all = posts::feed(&mut conn, locale).await?;
    let Some(updated) = all.iter().map(changed_at).max() else { return Err(Problem::not_found()) };
    let origin = app.origin(locale);
    let settings = operator::settings(&app);
    let title = locale.say("site.feed", &params([("name", settings.name().into())]));
    let mut xml = format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"{}\">\n\
         <id>{origin}{home}</id><title>{}</title><updated>{}</updated>\n\
         <link rel=\"alternate\" type=\"text/html\" href=\"{origin}{home}\"/><link rel=\"self\" type=\"application/atom+xml\" href=\"{origin}{}\"/>\n",
        locale.tag(),
        Escaped(&title),
        updated.rfc3339(),
        feed_path(locale),
        home = super::home(locale),
    );
    all.iter().for_each(|post| xml.push_str(&entry(post, &origin, settings.name())));
    xml.push_str("</feed>\n");
    Ok(everyones_file("application/atom+xml; charset=utf-8", xml, &parts))
}

fn changed_at(post: &Shown) -> Timestamp {
    post.updated_at.max(post.card.published_at)
}

fn entry(post: &Shown, origin: &str, site: &str) -> String {
    let card = &post.card;
    let author = card.author.as_deref().unwrap_or(site);
    let tags: String =
        card.tags.iter().map(|tag| format!("<category term=\"{}\"/>", Escaped(&tag.name))).collect();
    format!(
        "<entry><id>{origin}{path}</id><title>{}</title><link rel=\"alternate\" type=\"text/html\" href=\"{origin}{path}\"/>\
         <published>{}</published><updated>{}</updated><author><name>{}</name></author>{tags}\
         <summary>{}</summary><content type=\"html\">{}</content></entry>\n",
        Escaped(&card.title),
        card.published_at.rfc3339(),
        changed_at(post).rfc3339(),
        Escaped(author),
        Escaped(&card.description),
        Escaped(&absolute(&post.html, origin)),
        path = card.path,
    )
}

/// HTML whose addresses do not depend on where it is shown.
fn absolute(html: &str, origin: &str) -> String {
    ["href=\"/", "src=\"/", "srcset=\"/", "w, /"].into_iter().fold(html.to_owned(), |html, before| {
        let with = format!("{}{origin}/", before.trim_end_matches('/'));
        html.replace(before, &with)
    })
}
