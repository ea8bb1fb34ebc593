//! Pages of packages, served to a sandboxed frame.
//!
//! A page may do what its frame allows: it has no origin, so it has neither cookies nor storage, and its policy lets
//! it load only the files of its own package and call no server. The files are not secret, and the frame cannot
//! authenticate; but a version that was removed, closed or revoked is not served any more. The page of a version in
//! development is for its author only, so its address is secret and cannot be guessed.

use axum::http::HeaderName;
use sitewright_package::{PAGE, Package};

use super::developed::{self, FOLDER};
use crate::catalogue::tools::{ToolUi, Tools};
use crate::platform::http::host_name;
use crate::platform::prelude::*;

/// A page may be withdrawn, so it is revalidated each time; the files it loads belong to this version and never
/// change.
const ASK: &str = "no-cache";
const KEEP: &str = "public, max-age=31536000, immutable";

/// A content security policy does not cover WebRTC, which could reach any address. Browsers that support this header
/// block it, and also DNS prefetch and preconnect.
const CONNECTIONS: &str = "(response-origin);webrtc=block";

/// The page of a version that is only in a trial: a function of a later slice.
pub struct PagesOfTrials(pub for<'a> fn(&'a App, &'a str, &'a str) -> PageFile<'a>);

/// A file of a page, if it exists.
pub type PageFile<'a> = BoxFuture<'a, Result<Option<Vec<u8>>>>;

/// Stores the page of a package, if it has one.
pub async fn store(tx: &mut Conn, package: &Package) -> Result<()> {
    if package.manifest.module != PAGE {
        return Ok(());
    }
    let files = package.files.iter().filter_map(|(name, file)| Some((name.strip_prefix(FOLDER)?, file)));
    for (path, content) in files {
        let query = db::query(
            "INSERT INTO package_ui (digest, path, content) VALUES ($1, $2, $3) ON CONFLICT (digest, path) DO NOTHING",
        );
        query.binds((&package.digest, path, content.clone())).execute(&mut *tx).await?;
    }
    Ok(())
}

/// A file of a page. Not part of the API: browsers request it for a frame. `digest` is that of the package, or the
/// secret name of a version in development.
pub async fn get_file(
    app: App,
    Path((digest, path)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response> {
    let shelf = app.part::<Tools>().shelf();
    let is_open = shelf.packages().get(&digest).is_some_and(|tool| tool.closed().is_none());
    let kind = kind(&path).ok_or_else(Problem::not_found)?;
    let file: Option<Vec<u8>> = if is_open {
        let file = db::query_scalar("SELECT content FROM package_ui WHERE digest = $1 AND path = $2");
        file.binds((&digest, &path)).fetch_optional(app.db.read()).await?
    } else {
        match developed::page_file(&app, &digest, &path).await? {
            Some(file) => Some(file),
            None => app.part::<PagesOfTrials>().0(&app, &digest, &path).await?,
        }
    };
    let file = file.ok_or_else(Problem::not_found)?;
    // The page exists, so this is a digest or a name of the same length.
    let tag = format!("\"{}\"", &digest[..32]);
    let is_known = headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let mut response = match is_known {
        true => StatusCode::NOT_MODIFIED.into_response(),
        false => Bytes::from(file).into_response(),
    };
    let cache = if path.ends_with(".html") { ASK } else { KEEP };
    // Also with "not modified": the browser replaces the cached headers with these.
    for (name, value) in [
        (header::CONTENT_TYPE, kind),
        (header::ETAG, &tag),
        (header::CACHE_CONTROL, cache),
        (header::CONTENT_SECURITY_POLICY, &policy(&app, &headers, &digest)),
        (HeaderName::from_static("connection-allowlist"), CONNECTIONS),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_DNS_PREFETCH_CONTROL, "off"),
        // A page without an origin is cross-origin even to its own files.
        (header::ACCESS_CONTROL_ALLOW_ORIGIN, "*"),
        (HeaderName::from_static("cross-origin-resource-policy"), "cross-origin"),
    ] {
        response.headers_mut().insert(name, HeaderValue::from_str(value).map_err(Problem::internal)?);
    }
    Ok(response)
}

/// The file types of a page; packages contain no others there.
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

/// The policy of the page: `'self'` would be the whole server, so its own folder is named in full.
fn policy(app: &App, headers: &HeaderMap, digest: &str) -> String {
    let folder = |origin: String| format!("{origin}{}", ToolUi::folder(digest));
    let own = origins(app, headers).into_iter().map(folder).collect::<Vec<_>>().join(" ");
    format!(
        "sandbox allow-scripts; default-src 'none'; script-src {own}; style-src {own}; img-src {own}; font-src {own}; \
         connect-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'"
    )
}

/// The origins under which a browser may reach this server. The requested one is first, and may be unknown to the
/// settings.
fn origins(app: &App, headers: &HeaderMap) -> Vec<String> {
    let origin = |url: &str| Some(reqwest::Url::parse(url).ok()?.origin().ascii_serialization());
    // A policy for HTTP also matches HTTPS, but not the other way round.
    let asked = asked(headers).map(|host| format!("http://{host}"));
    let sites = Locale::ALL.into_iter().filter_map(|locale| app.config.site(locale)).filter_map(origin);
    let mut all: Vec<String> = asked.into_iter().chain(origin(&app.url())).chain(sites).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Host name and port of the request, if both are valid in a header.
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
    fn a_host_name_adds_nothing_to_the_policy() {
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
    fn a_page_has_only_known_file_types() {
        assert_eq!(kind("a/b.svg"), Some("image/svg+xml"));
        for path in ["index", "a.exe", "a.html.br", "a.HTML"] {
            assert_eq!(kind(path), None, "{path}");
        }
    }
}
