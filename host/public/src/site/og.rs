//! Pictures of pages for previews of their links (Open Graph), drawn when a program first asks for one.
//!
//! The address of a picture contains a hash of what it shows, so that programs keep it for ever, and only pictures of
//! pages that exist are drawn.

mod card;
mod draw;

use std::collections::VecDeque;

use axum::extract::State;
use axum::response::Redirect;
use axum::routing::get;

use super::templates::{Build, Templates};
use super::view::absolute;
use crate::platform::bundle::{is_known, set};
use crate::platform::prelude::*;
use crate::posts::{self, PostKind};

pub use card::{Card, name_of};
pub use draw::{HEIGHT, WIDTH};

/// Drawn pictures in memory: more than the site has, at some 15 KB each.
const MOST_KEPT: usize = 1_000;
/// Pictures that one address may have drawn: a robot reads the whole site. Those that are kept do not count.
const MINUTELY: Limit = Limit::new(400, MINUTE);
/// Pixels of a cover below which networks show none, or a small one.
const LEAST_WIDTH: i64 = 600;
/// A name never gets another content.
const CACHED: &str = "public, max-age=31536000, immutable";

/// The pictures that were drawn last.
#[derive(Default)]
pub struct Drawings {
    kept: Mutex<VecDeque<(String, Bytes)>>,
    /// One picture is drawn at a time, so that visitors can't keep the processors busy.
    turn: tokio::sync::Mutex<()>,
}

/// The picture of a page, as its head names it.
#[derive(Debug, Serialize)]
pub struct Shown {
    url: String,
    /// Its media type.
    kind: &'static str,
    alt: String,
    width: i64,
    height: i64,
}

/// The picture of a page; `name` as [`name_of`] gives it.
pub async fn shown(app: &App, build: &Build, locale: Locale, name: &str) -> Result<Option<Shown>> {
    Ok(card::of(app, build, locale, name).await?.map(|card| Shown::of(app, name, card)))
}

/// The picture of a post that was read already: its cover, unless that is too small for previews, or a drawing.
pub fn of_post(app: &App, post: &posts::Shown, name: &str) -> Option<Shown> {
    let (card, locale) = (&post.card, post.language);
    match card.cover.as_ref().filter(|cover| cover.width >= LEAST_WIDTH) {
        Some(cover) => Some(Shown {
            url: absolute(app, locale, &cover.plain_file()),
            kind: cover.plain_type(),
            alt: card.cover_alt.clone(),
            width: cover.width,
            height: cover.height,
        }),
        None if post.kind == PostKind::Post => {
            Some(Shown::of(app, name, Card::of_post(app, locale, &card.title)))
        }
        None => None,
    }
}

impl Shown {
    fn of(app: &App, name: &str, card: Card) -> Self {
        let url = absolute(app, card.locale, &address(name, &card, card.locale));
        Self { url, kind: "image/png", alt: card.title, width: WIDTH.into(), height: HEIGHT.into() }
    }
}

fn address(name: &str, card: &Card, locale: Locale) -> String {
    format!("/og/{}/{name}.png?v={}", locale.tag(), card.tag())
}

pub fn routes() -> Router<App> {
    Router::new().route("/og/{language}/{*file}", get(picture))
}

#[derive(Deserialize)]
struct Version {
    #[serde(default)]
    v: String,
}

async fn picture(
    State(app): State<App>,
    Path((language, file)): Path<(String, String)>,
    Query(Version { v }): Query<Version>,
    parts: Parts,
) -> Result<Response> {
    let locale = Locale::of_tag(&language).ok_or_else(Problem::not_found)?;
    let name = file.strip_suffix(".png").ok_or_else(Problem::not_found)?;
    let build = app.part::<Templates>().build(&app.bundle)?;
    let card = card::of(&app, &build, locale, name).await?.ok_or_else(Problem::not_found)?;
    let tag = card.tag();
    if v != tag {
        return Ok(Redirect::temporary(&address(name, &card, locale)).into_response());
    }
    let quoted = format!("\"{tag}\"");
    let mut response = match is_known(&parts.headers, &quoted) {
        true => StatusCode::NOT_MODIFIED.into_response(),
        false => drawn(&app, &build, card, &parts).await?.into_response(),
    };
    set(&mut response, header::CONTENT_TYPE, "image/png");
    set(&mut response, header::ETAG, &quoted);
    set(&mut response, header::CACHE_CONTROL, CACHED);
    Ok(response)
}

/// The picture from memory, or a new one.
async fn drawn(app: &App, build: &Build, card: Card, parts: &Parts) -> Result<Bytes> {
    let (drawings, tag) = (app.part::<Drawings>(), card.tag());
    if let Some(known) = drawings.find(&tag) {
        return Ok(known);
    }
    app.rates.count_from("site.og", visit(parts)?.address, MINUTELY)?;
    let _turn = drawings.turn.lock().await;
    // Another request may have had it drawn in the meantime.
    if let Some(known) = drawings.find(&tag) {
        return Ok(known);
    }
    let fonts = build.site.fonts.iter().filter_map(|file| app.bundle.read(&format!("web{file}"))).collect();
    let png: Bytes = app.conversions.short(move || draw::png(&card, fonts)).await??.into();
    drawings.keep(tag, png.clone());
    Ok(png)
}

impl Drawings {
    fn find(&self, tag: &str) -> Option<Bytes> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.iter().find(|(known, _)| known == tag).map(|(_, png)| png.clone())
    }

    fn keep(&self, tag: String, png: Bytes) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.push_back((tag, png));
        while kept.len() > MOST_KEPT {
            kept.pop_front();
        }
    }
}
