//! Views of pages, as the script of the site reports them. Browsers that ask not to be followed are not counted, and
//! neither are programs.

use axum::extract::State;
use axum::routing::post;

use super::templates::Templates;
use super::{docs, tool};
use crate::operator;
use crate::people::accounts::SignUp;
use crate::platform::prelude::*;
use crate::posts::{self, PostKind, Wanted};
use crate::visits::{self, View};

/// Views of one address in a minute.
const MINUTELY: Limit = Limit::new(60, MINUTE);
const MOST_BYTES: usize = 2_000;
/// Parts of the names of programs that read pages.
const PROGRAMS: [&str; 14] = [
    "bot",
    "crawl",
    "spider",
    "slurp",
    "headless",
    "lighthouse",
    "preview",
    "monitor",
    "curl",
    "wget",
    "python",
    "java/",
    "http-client",
    "scan",
];

/// A view.
#[derive(Debug, Deserialize)]
struct Seen {
    page: String,
    /// The host of the page before, or a campaign.
    #[serde(default)]
    source: String,
}

/// The report needs no CSRF token, because it acts for no account.
pub fn routes() -> Router<App> {
    Router::new().route("/site/visits", post(see))
}

async fn see(State(app): State<App>, parts: Parts, body: Body) -> Result<Response> {
    let address = visit(&parts)?.address;
    app.rates.count_from("site.visits", address, MINUTELY)?;
    let seen: Seen = json::decode(&json::read(&app, &parts.headers, body, MOST_BYTES).await?)?;
    let text = |name: &str| parts.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let agent = text("user-agent");
    let is_elsewhere = !matches!(text("sec-fetch-site"), "" | "same-origin");
    let refuses = text("dnt") == "1" || text("sec-gpc") == "1";
    let page = seen.page.trim_end_matches('/');
    let page = if page.is_empty() { "/" } else { page };
    if !is_elsewhere && !refuses && !is_program(agent) && exists(&app, page).await {
        visits::count(&app, &View { page, source: &visits::source(&seen.source), address, agent });
    }
    Ok(no_content())
}

fn is_program(agent: &str) -> bool {
    let agent = agent.to_ascii_lowercase();
    agent.is_empty() || PROGRAMS.iter().any(|part| agent.contains(part))
}

/// Whether there is such a page: only those are counted, so that no one can fill the table.
async fn exists(app: &App, path: &str) -> bool {
    let Some(place) = app.bundle.site_place(path) else { return false };
    let settings = operator::settings(app);
    let page = place.page.as_str();
    if settings.is_hidden(page) {
        return false;
    }
    let param = |name| place.param(name).unwrap_or_default();
    match page {
        "aiTool" => tool::find(app, param("tool")).await.is_some(),
        "blogPost" => has_post(app, PostKind::Post, param("post")).await,
        "ownPage" => has_post(app, PostKind::Page, param("page")).await,
        "blogTag" | "blogAuthor" => {
            let wanted = Wanted { tag: place.param("tag"), author: place.param("author") };
            let found = async { posts::is_listed(&mut app.db.read().acquire().await?, wanted).await };
            found.await.unwrap_or_default()
        }
        "docs" => app.part::<Templates>().build(&app.bundle).is_ok_and(|build| {
            Locale::ALL.into_iter().any(|of| docs::find(&build, of, |entry| entry.address == path).is_some())
        }),
        // Of a page with another parameter it is unknown whether it exists.
        _ => place.is_whole(),
    }
}

async fn has_post(app: &App, kind: PostKind, slug: &str) -> bool {
    let found = async { posts::exists(&mut app.db.read().acquire().await?, kind, slug).await };
    found.await.unwrap_or_default()
}

/// Counts a registration, with the page if it exists.
pub fn signed_up<'a>(app: &'a App, sign_up: &'a SignUp) -> BoxFuture<'a, ()> {
    Box::pin(async move {
        let page = if exists(app, &sign_up.page).await { sign_up.page.as_str() } else { "" };
        visits::sign_up(app, page, &visits::source(&sign_up.source));
    })
}
