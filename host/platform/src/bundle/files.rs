//! Serves the front end: the shell, its modules, the API explorer.

use axum::extract::State;
use axum::http::Method;
use axum::response::Redirect;

use crate::app::App;
use crate::error::{Problem, Result, refuse_if};
use crate::libraries::*;

use super::{Bundle, File, pages};

/// The fallback route: a file of the front end, or the shell's page for a path that a user opened.
pub async fn get_file(State(app): State<App>, parts: Parts) -> Result<Response> {
    let path = parts.uri.path();
    refuse_if(!matches!(parts.method, Method::GET | Method::HEAD), Problem::not_found)?;
    // Relative links of that page need the trailing slash.
    if path == "/api/docs" {
        return Ok(Redirect::permanent("/api/docs/").into_response());
    }
    if let Some(found) = bundle_path(path).and_then(|path| find(&app.bundle, &path, &parts.headers)) {
        return Ok(found.answer(&parts.headers));
    }
    refuse_if(is_api(path) || !wants_page(path, &parts.headers), Problem::not_found)?;
    pages::open(&app, &parts).await
}

/// A path such as /login that the API serves for another method only: GET returns the shell's page.
pub async fn get_page(State(app): State<App>, parts: Parts) -> Result<Response> {
    let opens_page = matches!(parts.method, Method::GET | Method::HEAD)
        && !is_api(parts.uri.path())
        && wants_page(parts.uri.path(), &parts.headers);
    refuse_if(!opens_page, || Problem::new(StatusCode::METHOD_NOT_ALLOWED, "request.method"))?;
    pages::open(&app, &parts).await
}

fn is_api(path: &str) -> bool {
    ["/api", "/sanctum", "/broadcasting"]
        .iter()
        .any(|root| path.strip_prefix(root).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')))
}

/// The path of a file in the bundle; `None` if the URL path is not a file's.
fn bundle_path(path: &str) -> Option<String> {
    let path = percent_encoding::percent_decode_str(path).decode_utf8().ok()?;
    let path = path.trim_start_matches('/');
    if let Some(rest) = path.strip_prefix("api/docs") {
        return match rest.strip_prefix('/') {
            Some("") => Some("web/api-docs/index.html".to_owned()),
            Some(file) => Some(format!("web/api-docs/{file}")),
            None => None,
        };
    }
    let is_file = path.rsplit('/').next().is_some_and(|name| name.contains('.'));
    // The page itself is never sent unchanged: the language is inserted.
    if !is_file || path == "index.html" {
        return None;
    }
    if path.starts_with("modules/") { Some(path.to_owned()) } else { Some(format!("web/{path}")) }
}

/// A browser that navigates wants a page; a missing script or image must not be answered with one.
fn wants_page(path: &str, headers: &HeaderMap) -> bool {
    let accepts = |kind: &str| {
        headers
            .get_all(header::ACCEPT)
            .iter()
            .filter_map(|value| value.to_str().ok())
            .any(|value| value.contains(kind))
    };
    let last = path.rsplit('/').next().unwrap_or_default();
    accepts("text/html") || (!last.contains('.') && (accepts("*/*") || !headers.contains_key(header::ACCEPT)))
}

struct Found {
    file: File,
    kind: String,
    encoding: Option<&'static str>,
    cache: &'static str,
}

/// The best encoding for this client: brotli or gzip if it was compressed at build time.
fn find(bundle: &Bundle, path: &str, headers: &HeaderMap) -> Option<Found> {
    let kind = mime_guess::from_path(path).first_or_octet_stream();
    let kind = match kind.type_().as_str() {
        "text" => format!("{kind}; charset=utf-8"),
        _ => kind.to_string(),
    };
    let cache = if has_hash(path) { "public, max-age=31536000, immutable" } else { "no-cache" };
    for (encoding, suffix) in [("br", ".br"), ("gzip", ".gz")] {
        if accepts_encoding(headers, encoding)
            && let Some(file) = bundle.file(&format!("{path}{suffix}"))
        {
            return Some(Found { file, kind, encoding: Some(encoding), cache });
        }
    }
    bundle.file(path).map(|file| Found { file, kind, encoding: None, cache })
}

fn accepts_encoding(headers: &HeaderMap, wanted: &str) -> bool {
    headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok()).any(|value| {
        value.split(',').any(|part| {
            let mut pieces = part.split(';').map(str::trim);
            pieces.next().is_some_and(|name| name.eq_ignore_ascii_case(wanted))
                && !pieces
                    .any(|quality| matches!(quality.strip_prefix("q="), Some("0" | "0.0" | "0.00" | "0.000")))
        })
    })
}

/// Whether the name contains a hash of the content, as `Tool-DbG3x_1a.js` does: such a file never changes.
fn has_hash(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    let Some((stem, _)) = name.split_once('.') else { return false };
    // Hashes may contain dashes, so the last eight characters after one are checked.
    stem.len() > 8
        && stem.is_char_boundary(stem.len() - 8)
        && stem[..stem.len() - 8].ends_with('-')
        && stem[stem.len() - 8..]
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-')
        && stem[stem.len() - 8..].bytes().any(|byte| byte.is_ascii_digit() || byte.is_ascii_uppercase())
}

impl Found {
    fn answer(self, sent: &HeaderMap) -> Response {
        let tag = match self.encoding {
            Some(encoding) => self.file.tag.replacen('"', &format!("\"{encoding}-"), 1),
            None => self.file.tag,
        };
        let mut response = if is_known(sent, &tag) {
            StatusCode::NOT_MODIFIED.into_response()
        } else {
            let mut response = Response::new(body(self.file.data));
            set(&mut response, header::CONTENT_TYPE, &self.kind);
            if let Some(encoding) = self.encoding {
                set(&mut response, header::CONTENT_ENCODING, encoding);
            }
            response
        };
        set(&mut response, header::ETAG, &tag);
        set(&mut response, header::CACHE_CONTROL, self.cache);
        set(&mut response, header::VARY, "Accept-Encoding");
        response
    }
}

/// A built-in file is sent without a copy.
fn body(data: Cow<'static, [u8]>) -> Body {
    Body::from(match data {
        Cow::Borrowed(data) => Bytes::from_static(data),
        Cow::Owned(data) => Bytes::from(data),
    })
}

pub fn is_known(sent: &HeaderMap, tag: &str) -> bool {
    let known = sent.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok()).unwrap_or_default();
    known.split(',').any(|known| known.trim().trim_start_matches("W/") == tag)
}

pub fn set(response: &mut Response, name: header::HeaderName, value: &str) {
    if let Ok(value) = HeaderValue::from_str(value) {
        response.headers_mut().insert(name, value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_a_hash_are_recognised() {
        for name in
            ["assets/index-DbG3x_1a.js", "modules/form/remoteEntry-1a2B3c4D.js", "a/index-Ab-_1234.css.map"]
        {
            assert!(has_hash(name), "{name}");
        }
        for name in
            ["index.html", "mf-manifest.json", "favicon.svg", "assets/some-picture.png", "a-navigate.js"]
        {
            assert!(!has_hash(name), "{name}");
        }
    }

    #[test]
    fn only_file_paths_are_read_from_the_bundle() {
        assert_eq!(bundle_path("/assets/a.js").as_deref(), Some("web/assets/a.js"));
        assert_eq!(bundle_path("/modules/form/a.js").as_deref(), Some("modules/form/a.js"));
        assert_eq!(bundle_path("/api/docs/").as_deref(), Some("web/api-docs/index.html"));
        assert_eq!(bundle_path("/api/docs/a.js").as_deref(), Some("web/api-docs/a.js"));
        assert_eq!(bundle_path("/app/tools"), None);
        assert_eq!(bundle_path("/index.html"), None);
    }
}
