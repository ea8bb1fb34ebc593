//! The files of pictures, as browsers load them.

use axum::extract::State;
use axum::routing::get;

use super::{plain, store};
use crate::platform::bundle::{is_known, set};
use crate::platform::picture::Format;
use crate::platform::prelude::*;

/// A name never gets another content.
const CACHED: &str = "public, max-age=31536000, immutable";

pub fn routes() -> Router<App> {
    Router::new().route("/pictures/{name}", get(file))
}

/// `{id}-{width}.{ending}`, or `{id}` for the largest file in the format that every program reads.
async fn file(State(app): State<App>, Path(name): Path<String>, parts: Parts) -> Result<Response> {
    let (id, width, format) = match of_name(&name) {
        Some(named) => named,
        None => {
            let found = store::one(&mut *app.db.read().begin().await?, &name).await?;
            let picture = found.ok_or_else(Problem::not_found)?;
            (picture.id, picture.width, plain(picture.is_transparent))
        }
    };
    let content = store::content(&app, &id, width, format).await?.ok_or_else(Problem::not_found)?;
    let tag = format!("\"{id}-{width}-{}\"", format.ending());
    let mut response = match is_known(&parts.headers, &tag) {
        true => StatusCode::NOT_MODIFIED.into_response(),
        false => content.into_response(),
    };
    set(&mut response, header::CONTENT_TYPE, format.media_type());
    set(&mut response, header::ETAG, &tag);
    set(&mut response, header::CACHE_CONTROL, CACHED);
    // Nothing in it may run, should a browser treat it as a document.
    set(&mut response, header::CONTENT_SECURITY_POLICY, "default-src 'none'; sandbox");
    Ok(response)
}

fn of_name(name: &str) -> Option<(String, i64, Format)> {
    let (stem, ending) = name.rsplit_once('.')?;
    let (id, width) = stem.rsplit_once('-')?;
    let format = Format::ALL.into_iter().find(|format| format.ending() == ending)?;
    Some((id.to_owned(), width.parse().ok()?, format))
}
