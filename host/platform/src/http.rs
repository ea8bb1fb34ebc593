//! The edge: what happens around every handler.
//!
//! A request gets its id, its log line and its metrics here, and a [`Problem`] becomes a response in the reader's
//! language, with its cause logged once. Errors of handlers and of axum itself all leave in this shape.

mod connections;
mod held;
mod idempotency;
mod incoming;
mod listen;
mod policy;
mod socket;
mod unread;

use axum::extract::rejection::PathRejection;
use axum::extract::{ConnectInfo, MatchedPath, Path, Request, State};
use axum::http::{Extensions, HeaderName, Uri, Version};
use axum::middleware::{Next, from_fn_with_state};
use tokio::sync::OnceCell;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::predicate::Predicate;
use tower_http::compression::{CompressionLayer, CompressionLevel};
use tracing::Instrument as _;

use crate::app::App;
use crate::auth::{self, Caller, Credentials, User, Visitor};
use crate::db::{self, Tx};
use crate::error::{Problem, Result, Text};
use crate::libraries::*;
use crate::locale::Locale;

pub(crate) use connections::Connection;
pub use connections::Connections;
pub use held::{Held, Holders};
pub use idempotency::idempotency_key;
pub use incoming::{Incoming, Parameters, parameters};
pub use listen::serve;
pub use policy::{FramedBy, Measured};
pub use socket::{SocketAddress, host_name, socket_address};

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Adds the security headers to a response outside the edge.
pub(crate) fn protect(response: &mut Response, is_https: bool) {
    policy::protect(response, None, is_https);
}

/// The only parameter of a handler's path.
pub struct Id(pub String);

impl<S: Send + Sync> FromRequestParts<S> for Id {
    type Rejection = PathRejection;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, PathRejection> {
        let Path(id) = Path::from_request_parts(parts, state).await?;
        Ok(Self(id))
    }
}

/// Facts about a request: those known before a handler runs, and those that are looked up later (the user).
pub struct Visit {
    pub request_id: String,
    /// The client's address; `None` in tests without a socket.
    pub address: Option<std::net::IpAddr>,
    pub credentials: Credentials,
    visitor: OnceCell<Visitor>,
    key: OnceCell<Caller>,
    site: Option<Locale>,
    cookie_locale: Option<Locale>,
    accepted_locale: Option<Locale>,
    /// The connection of the request; `None` in tests without a socket.
    connection: Option<Arc<Connection>>,
}

impl Visit {
    fn of(app: &App, request: &Request) -> Self {
        let headers = request.headers();
        let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
        Self {
            request_id: text(REQUEST_ID).filter(|id| is_sane_id(id)).map_or_else(db::new_id, str::to_owned),
            address: client_address(app, request),
            credentials: Credentials::of(app, headers),
            visitor: OnceCell::new(),
            key: OnceCell::new(),
            site: site_of(app, request),
            cookie_locale: auth::cookie(headers, "locale").and_then(Locale::of_tag),
            accepted_locale: text(header::ACCEPT_LANGUAGE).and_then(Locale::of_accept_language),
            connection: request.extensions().get::<Arc<Connection>>().cloned(),
        }
    }

    /// The user who sent the request, looked up once.
    pub async fn user(&self, app: &App) -> Result<Option<&User>> {
        let visitor = self.visitor.get_or_try_init(|| auth::visitor_of(app, &self.credentials)).await?;
        if visitor.user.is_some() {
            self.connection.as_ref().inspect(|connection| connection.know());
        }
        Ok(visitor.user.as_ref())
    }

    /// The caller of the request's API key, looked up once; 401 without a valid key.
    pub async fn key(&self, app: &App) -> Result<&Caller> {
        let Credentials::Key(secret) = &self.credentials else { return Err(Problem::unauthenticated()) };
        let caller = self.key.get_or_try_init(|| auth::caller_of(app, secret)).await?;
        self.connection.as_ref().inspect(|connection| connection.know());
        Ok(caller)
    }

    /// The language of the requested site, if each language has its own.
    pub fn site(&self) -> Option<Locale> {
        self.site
    }

    /// The language chosen in this browser.
    pub fn chosen(&self) -> Option<Locale> {
        self.cookie_locale
    }

    /// The language of the response: the site's, then the cookie's, then the user's, then the browser's.
    pub async fn locale(&self, app: &App) -> Locale {
        if let Some(locale) = self.site.or(self.cookie_locale) {
            return locale;
        }
        if let Credentials::Key(_) = self.credentials {
            // A key can set its own language; otherwise the account's is used.
            let own = self.key.get().and_then(|caller| caller.language);
            return self.accepted_locale.or(own).unwrap_or_default();
        }
        // A failed lookup must not replace the response that is being rendered.
        let chosen = self.user(app).await.ok().flatten().and_then(|user| user.language);
        chosen.or(self.accepted_locale).unwrap_or_default()
    }
}

/// The visit of the current request.
pub fn visit(parts: &Parts) -> Result<Arc<Visit>> {
    let visit = parts.extensions.get::<Arc<Visit>>().cloned();
    visit.ok_or_else(|| Problem::internal(anyhow::anyhow!("the request did not come through the edge")))
}

impl FromRequestParts<App> for Locale {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        Ok(visit(parts)?.locale(app).await)
    }
}

/// Wraps the routes with the edge.
pub fn around(app: &App, router: Router<App>) -> Router<App> {
    around_signed(app, router.layer(from_fn_with_state(app.clone(), auth::check_csrf)))
}

/// The same for routes that no browser calls with a cookie: their requests are signed, so they need no CSRF token.
pub fn around_signed(app: &App, router: Router<App>) -> Router<App> {
    router
        .layer(pages_compressed())
        .layer(CatchPanicLayer::custom(panicked))
        .layer(from_fn_with_state(app.clone(), edge))
}

/// Pages contain their opening and its styles, and texts for everyone contain no secrets. Files are compressed at build
/// time, and responses of the API may contain secrets beside text of the request, whose length an attacker could measure.
fn pages_compressed() -> CompressionLayer<impl Predicate> {
    let is_page = |_: StatusCode, _: Version, headers: &HeaderMap, _: &Extensions| {
        let starts = |name, with: &[u8]| {
            headers.get(name).is_some_and(|value: &HeaderValue| value.as_bytes().starts_with(with))
        };
        let is_text =
            [b"text/".as_slice(), b"application/xml"].iter().any(|kind| starts(header::CONTENT_TYPE, kind));
        starts(header::CONTENT_TYPE, b"text/html") || (is_text && starts(header::CACHE_CONTROL, b"public"))
    };
    CompressionLayer::new().quality(CompressionLevel::Fastest).compress_when(is_page)
}

async fn edge(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let started = Instant::now();
    let visit = Arc::new(Visit::of(&app, &request));
    request.extensions_mut().insert(visit.clone());
    let method = request.method().clone();
    let route = request.extensions().get::<MatchedPath>().map(|path| path.as_str().to_owned());
    // The route and not the path: a path may contain a secret (one-time links) or a name.
    let route = route.unwrap_or_else(|| "(static)".to_owned());
    let socket = socket_address(&app, request.headers());
    let span = tracing::info_span!("request", id = %visit.request_id, method = %method, route = %route);

    async {
        let mut response = if has_nul(request.uri()) { unreadable() } else { next.run(request).await };
        let problem = response.extensions_mut().remove::<Problem>().or_else(|| nameless(&response));
        if let Some(problem) = problem {
            response = render(&app, &visit, &problem, response).await;
        }
        if let Ok(id) = HeaderValue::from_str(&visit.request_id) {
            response.headers_mut().insert(REQUEST_ID, id);
        }
        if visit.visitor.get().is_some_and(|visitor| visitor.prolonged) {
            auth::keep_cookie(&app, &visit.credentials, response.headers_mut());
        }
        policy::protect(&mut response, socket.as_ref(), app.config.is_https());
        let status = response.status().as_u16();
        let took = started.elapsed();
        tracing::debug!(status, took_ms = took.as_secs_f64() * 1000.0, "answered");
        metrics::counter!("sitewright_http_requests_total", "method" => method.as_str().to_owned(), "route" => route.clone(), "status" => status.to_string()).increment(1);
        metrics::histogram!("sitewright_http_request_seconds", "route" => route.clone()).record(took.as_secs_f64());
        response
    }
    .instrument(span.clone())
    .await
}

/// No valid name, number or search contains NUL, and PostgreSQL refuses it.
fn has_nul(uri: &Uri) -> bool {
    uri.path_and_query().is_some_and(|target| target.as_str().contains("%00"))
}

fn unreadable() -> Response {
    Problem::new(StatusCode::BAD_REQUEST, "request.malformed").into_response()
}

/// The problem for an error that axum answered itself, such as an unsupported method.
fn nameless(response: &Response) -> Option<Problem> {
    let status = response.status();
    let kind = response.headers().get(header::CONTENT_TYPE).map(HeaderValue::as_bytes).unwrap_or_default();
    // An HTML page renders its own "not found".
    let ours = kind.starts_with(b"application/json") || kind.starts_with(b"text/html");
    if ours || !(status.is_client_error() || status.is_server_error()) {
        return None;
    }
    Some(match status {
        StatusCode::NOT_FOUND => Problem::not_found(),
        StatusCode::METHOD_NOT_ALLOWED => Problem::new(StatusCode::METHOD_NOT_ALLOWED, "request.method"),
        StatusCode::PAYLOAD_TOO_LARGE => Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "request.too-large"),
        status if status.is_server_error() => Problem::new(status, "server.error")
            .because(anyhow::anyhow!("a response with status {status} and no problem")),
        status => Problem::new(status, "request.malformed"),
    })
}

async fn render(app: &App, visit: &Visit, problem: &Problem, silent: Response) -> Response {
    if problem.status().is_server_error() {
        let cause = problem.cause().map(|cause| format!("{cause:#}")).unwrap_or_default();
        tracing::error!(code = problem.code(), cause, "the request failed");
    } else {
        tracing::debug!(
            code = problem.code(),
            cause = problem.cause().map(tracing::field::display),
            "the request was refused"
        );
    }
    let mut view = problem.render(visit.locale(app).await);
    view.request_id = Some(visit.request_id.clone());
    let mut response = (problem.status(), axum::Json(view)).into_response();
    // Keep cookies that a handler set, the allowed methods of a 405, and the challenge of a 401.
    for name in [header::SET_COOKIE, header::ALLOW, header::WWW_AUTHENTICATE] {
        for value in silent.headers().get_all(&name) {
            response.headers_mut().append(name.clone(), value.clone());
        }
    }
    if let Some(seconds) = problem.retry_after_seconds() {
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

fn panicked(panic: Box<dyn std::any::Any + Send>) -> Response {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default();
    Problem::internal(anyhow::anyhow!("a handler panicked: {text}")).into_response()
}

/// Behind a proxy the last entry is the proxy's; earlier ones come from the client and cannot be trusted.
fn client_address(app: &App, request: &Request) -> Option<std::net::IpAddr> {
    if app.config.trust_forwarded {
        let forwarded = request.headers().get_all("x-forwarded-for").iter().next_back();
        let last = forwarded.and_then(|value| value.to_str().ok()).and_then(|list| list.rsplit(',').next());
        if let Some(address) = last.and_then(|address| address.trim().parse().ok()) {
            return Some(address);
        }
    }
    request.extensions().get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip())
}

/// The language of the site that received the request. A proxy may have replaced `Host`.
fn site_of(app: &App, request: &Request) -> Option<Locale> {
    let text = |name: HeaderName| request.headers().get(name).and_then(|value| value.to_str().ok());
    let forwarded =
        app.config.trust_forwarded.then(|| text(HeaderName::from_static("x-forwarded-host"))).flatten();
    let host = forwarded
        .or_else(|| text(header::HOST))
        .or_else(|| request.uri().authority().map(|host| host.as_str()))?;
    app.config.language_of(host.trim())
}

/// A request id from outside is repeated in logs and responses only if it is harmless there.
fn is_sane_id(id: &str) -> bool {
    (8..=64).contains(&id.len())
        && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
}

/// For responses with secrets, or that differ by cookie.
pub const NO_STORE: [(HeaderName, HeaderValue); 1] =
    [(header::CACHE_CONTROL, HeaderValue::from_static("no-store"))];

/// An empty response with a body type that suits every handler.
pub fn no_content() -> Response {
    (StatusCode::NO_CONTENT, Body::empty()).into_response()
}

/// Commits the transaction of a request, then gives its response.
pub async fn committed<T>(tx: Tx, response: T) -> Result<T> {
    tx.commit().await?;
    Ok(response)
}

/// The version that a client edits, from `If-Match`; `None` if any version will do.
pub fn if_match(headers: &HeaderMap) -> Result<Option<i64>> {
    let Some(tag) = headers.get(header::IF_MATCH).and_then(|tag| tag.to_str().ok()) else { return Ok(None) };
    if tag.trim() == "*" {
        return Ok(None);
    }
    let version = tag.trim().trim_start_matches("W/").trim_matches('"').parse();
    version.map(Some).map_err(|_| Problem::invalid_field("If-Match", Text::key("validation.wrong-format")))
}
