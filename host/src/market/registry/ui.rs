//! Pages that packages bring for their tools, sent to a frame that is a stranger to everything else here.
//!
//! What a page may do is what its frame lets it: it has no origin, so neither cookies nor storage, and its policy lets it
//! load the files of its own package and call nobody. The files are no secret, and the frame has nothing to prove who it
//! is; but a version that was taken away, closed or revoked is not sent any more. The page of a version in development is
//! its author's alone, so that its address is told to nobody else and cannot be guessed.

use axum::{
    body::Bytes,
    extract::{Path, State},
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use futures::future::BoxFuture;
use sitewright_package::{PAGE, Package};

use super::developed::{self, FOLDER};
use crate::{
    catalogue::tools::{ToolUi, Tools},
    platform::{
        app::App,
        db::{self, Conn},
        error::{Problem, Result},
        http::host_name,
        locale::Locale,
    },
};

/// A page that may be withdrawn is asked for each time; what it loads belongs to this very version for good.
const ASK: &str = "no-cache";
const KEEP: &str = "public, max-age=31536000, immutable";

/// A content security policy knows nothing of WebRTC, which would reach any address. Browsers that know this header close
/// that way, and those of names and connections that are prepared in advance.
const CONNECTIONS: &str = "(response-origin);webrtc=block";

/// Where the page of a version is that serves nobody and that somebody tries: another slice knows.
pub struct PagesOfTrials(pub for<'a> fn(&'a App, &'a str, &'a str) -> PageFile<'a>);

/// A file of a page, where there is one.
pub type PageFile<'a> = BoxFuture<'a, Result<Option<Vec<u8>>>>;

/// Stores the page of a package, where it brings one.
pub async fn store(tx: &mut Conn, package: &Package) -> Result<()> {
    if package.manifest.module != PAGE {
        return Ok(());
    }
    let files = package.files.iter().filter_map(|(name, file)| Some((name.strip_prefix(FOLDER)?, file)));
    for (path, content) in files {
        db::query("INSERT INTO package_ui (digest, path, content) VALUES ($1, $2, $3) ON CONFLICT (digest, path) DO NOTHING")
            .bind(&package.digest)
            .bind(path)
            .bind(content.clone())
            .execute(&mut *tx)
            .await?;
    }
    Ok(())
}

/// A file of a page. No part of the API: browsers ask for it on behalf of a frame. `digest`: that of the package, or the
/// name that a version in development has for its author alone.
pub async fn get_file(
    State(app): State<App>,
    Path((digest, path)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response> {
    let shelf = app.part::<Tools>().shelf();
    let is_open = shelf.packages().get(&digest).is_some_and(|tool| tool.closed().is_none());
    let kind = kind(&path).ok_or_else(Problem::not_found)?;
    let file: Option<Vec<u8>> = if is_open {
        let file = db::query_scalar("SELECT content FROM package_ui WHERE digest = $1 AND path = $2");
        file.bind(&digest).bind(&path).fetch_optional(app.db.read()).await?
    } else {
        match developed::page_file(&app, &digest, &path).await? {
            Some(file) => Some(file),
            None => app.part::<PagesOfTrials>().0(&app, &digest, &path).await?,
        }
    };
    let file = file.ok_or_else(Problem::not_found)?;
    // There is such a page, so that this is a digest or a name as long as one.
    let tag = format!("\"{}\"", &digest[..32]);
    let is_known = headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let mut response = match is_known {
        true => StatusCode::NOT_MODIFIED.into_response(),
        false => Bytes::from(file).into_response(),
    };
    let cache = if path.ends_with(".html") { ASK } else { KEEP };
    // Told with "not modified", too: the browser puts these in the place of those that it kept.
    for (name, value) in [
        (header::CONTENT_TYPE, kind),
        (header::ETAG, &tag),
        (header::CACHE_CONTROL, cache),
        (header::CONTENT_SECURITY_POLICY, &policy(&app, &headers, &digest)),
        (HeaderName::from_static("connection-allowlist"), CONNECTIONS),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_DNS_PREFETCH_CONTROL, "off"),
        // Whoever has no origin is a stranger everywhere, to the files of its own page, too.
        (header::ACCESS_CONTROL_ALLOW_ORIGIN, "*"),
        (HeaderName::from_static("cross-origin-resource-policy"), "cross-origin"),
    ] {
        response.headers_mut().insert(name, HeaderValue::from_str(value).map_err(Problem::internal)?);
    }
    Ok(response)
}

/// The kinds of files that a page is made of; packages hold no others there.
fn kind(path: &str) -> Option<&'static str> {
    Some(match path.rsplit_once('.')?.1 {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webp" => "image/webp",
        "woff2" => "font/woff2",
        _ => return None,
    })
}

/// What the page may do: `'self'` would be the whole server, so its own folder is named in full.
fn policy(app: &App, headers: &HeaderMap, digest: &str) -> String {
    let folder = |origin: String| format!("{origin}{}", ToolUi::folder(digest));
    let own = origins(app, headers).into_iter().map(folder).collect::<Vec<_>>().join(" ");
    format!(
        "sandbox allow-scripts; default-src 'none'; script-src {own}; style-src {own}; img-src {own}; font-src {own}; \
         connect-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'"
    )
}

/// Where a browser may have found this server. What was asked for comes first, and may be a name that no setting knows.
fn origins(app: &App, headers: &HeaderMap) -> Vec<String> {
    let origin = |url: &str| Some(reqwest::Url::parse(url).ok()?.origin().ascii_serialization());
    // A policy takes HTTPS for HTTP, and not the other way round.
    let asked = asked(headers).map(|host| format!("http://{host}"));
    let sites = Locale::ALL.into_iter().filter_map(|locale| app.config.site(locale)).filter_map(origin);
    let mut all: Vec<String> = asked.into_iter().chain(origin(&app.url())).chain(sites).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Name and port that the request was sent to, where both may stand in a header.
fn asked(headers: &HeaderMap) -> Option<&str> {
    let name = host_name(headers)?;
    let host = headers.get(header::HOST)?.to_str().ok()?;
    let port = host.strip_prefix(name)?;
    let is_port = |port: &str| !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit());
    (port.is_empty() || port.strip_prefix(':').is_some_and(is_port)).then_some(host)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_gets_into_the_policy_with_the_name_of_the_host() {
        let of = |host: &str| {
            asked(&HeaderMap::from_iter([(header::HOST, host.parse().expect("a header"))])).map(str::to_owned)
        };
        for host in ["example.com", "localhost:8080", "[::1]:8080"] {
            assert_eq!(of(host).as_deref(), Some(host));
        }
        for host in ["a; script-src *", "a:80 *", "a:b", "a:", "a:80;"] {
            assert_eq!(of(host), None, "{host}");
        }
    }

    #[test]
    fn a_page_is_made_of_known_kinds() {
        assert_eq!(kind("a/b.svg"), Some("image/svg+xml"));
        for path in ["index", "a.exe", "a.html.br", "a.HTML"] {
            assert_eq!(kind(path), None, "{path}");
        }
    }
}
