//! Sends one request and reads its answer within limits. It follows no redirects: each answer is returned as it is.

mod certificate;
mod credentials;
mod decode;
mod failure;
mod network;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use reqwest::header::{self, HeaderMap, HeaderValue};
use reqwest::{Certificate, Client, Response, redirect};
use tokio::time::{Instant, timeout_at};
use url::Url;

use crate::named::named;

pub use credentials::{BadCredentials, Credentials};
pub use failure::{Failure, FailureKind};
pub use network::{Network, PublicNetwork, is_public};
pub use reqwest::header as headers;

/// Bytes of a style sheet, script or drawing that are read.
const CODE_BYTES: usize = 2 * 1024 * 1024;
/// Bytes of the body of a redirect that are read, so that the connection can be used again.
const REDIRECT_BYTES: usize = 64 * 1024;

/// How requests are sent.
#[derive(Clone)]
pub struct Settings {
    /// The value of the header `User-Agent`. It should name the product and a page about it.
    pub user_agent: String,
    /// The value of the header `Accept-Language`.
    pub language: Option<String>,
    pub limits: Limits,
    pub credentials: Option<Credentials>,
    pub network: Arc<dyn Network>,
    /// Certificates in DER that are trusted besides those of the system, such as that of a company.
    pub roots: Vec<Vec<u8>>,
}

impl Settings {
    /// Requests to the public internet.
    pub fn new(user_agent: impl Into<String>) -> Self {
        Self {
            user_agent: user_agent.into(),
            language: None,
            limits: Limits::default(),
            credentials: None,
            network: Arc::new(PublicNetwork::default()),
            roots: Vec::new(),
        }
    }
}

/// The limits of one request.
#[derive(Debug, Clone, PartialEq)]
pub struct Limits {
    /// Bytes of a body, both as transferred and decoded.
    pub body: usize,
    /// Bytes of all headers.
    pub headers: usize,
    /// Time until the headers have arrived.
    pub first_byte: Duration,
    /// Time until the body has arrived.
    pub whole: Duration,
    /// Bytes per second that a body needs at least.
    pub slowest: usize,
    /// Time after which the rate of a body is checked.
    pub slow_after: Duration,
    /// How many times larger than its transferred bytes a decoded body may be.
    pub ratio: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            body: 15 * 1024 * 1024,
            headers: 64 * 1024,
            first_byte: Duration::from_secs(10),
            whole: Duration::from_secs(30),
            slowest: 1024,
            slow_after: Duration::from_secs(5),
            ratio: 100,
        }
    }
}

/// One request.
#[derive(Debug, Clone, Copy)]
pub struct Request<'a> {
    pub url: &'a Url,
    pub is_head: bool,
    pub wanted: Wanted,
    /// Makes the request conditional.
    pub validators: Option<&'a Validators>,
    /// Further headers. Those of the credentials replace them.
    pub headers: &'a [(header::HeaderName, HeaderValue)],
}

impl<'a> Request<'a> {
    /// A request for an address with all of its body.
    pub fn get(url: &'a Url) -> Self {
        Self { url, is_head: false, wanted: Wanted::All, validators: None, headers: &[] }
    }
}

/// Which body is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// Any, up to the limit of bodies.
    All,
    /// Any, up to another limit.
    Most(usize),
    /// Only HTML.
    Pages,
    /// Only style sheets, scripts and drawings, up to a limit of their own.
    Code,
    /// The first bytes.
    Start(usize),
}

/// What an earlier answer said for conditional requests.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Validators {
    pub etag: Option<String>,
    pub last_modified: Option<String>,
}

named! {
    /// Why a body ended.
    pub enum BodyEnd {
        Complete = "complete",
        /// The caller did not want it.
        NotWanted = "not-wanted",
        /// It is longer than the limit.
        TooLarge = "too-large",
        /// Decoding it would produce far more bytes than were transferred.
        Bomb = "bomb",
        /// It took longer than the limit.
        TimedOut = "body-timed-out",
        /// It arrived more slowly than the limit.
        TooSlow = "too-slow",
        /// The connection ended early.
        Broken = "broken",
        /// Its content encoding is unknown or damaged.
        Undecodable = "undecodable",
    }
}

named! {
    /// The protocol of an answer.
    pub enum Version {
        Http09 = "HTTP/0.9",
        Http10 = "HTTP/1.0",
        Http11 = "HTTP/1.1",
        Http2 = "HTTP/2",
        Http3 = "HTTP/3",
    }
}

/// The answer of a server.
#[derive(Debug, Clone)]
pub struct Reply {
    pub status: u16,
    pub version: Version,
    pub headers: HeaderMap,
    /// As transferred, until [`Reply::decode`].
    pub body: Vec<u8>,
    pub body_end: BodyEnd,
    /// Bytes of the body as transferred.
    pub transferred: u64,
    /// Time until the headers had arrived, with the time of connecting.
    pub first_byte: Duration,
    /// Time until the body had arrived.
    pub total: Duration,
    pub server: Option<SocketAddr>,
    /// When the certificate of the server ends, in seconds since 1970.
    pub certificate_until: Option<i64>,
}

impl Reply {
    /// The value of a header, if it is text.
    pub fn header(&self, name: header::HeaderName) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }

    /// The media type in lower case, without parameters; empty if there is none.
    pub fn media_type(&self) -> String {
        media_type(&self.headers)
    }

    pub fn is_page(&self) -> bool {
        is_page(&self.headers)
    }

    /// Whether it is a style sheet, a script or a drawing: a text that servers compress, many of them not for `HEAD`.
    pub fn is_code(&self) -> bool {
        (200..300).contains(&self.status) && is_code(&self.headers)
    }

    /// The target of a redirect, if this is one.
    pub fn location(&self, url: &Url) -> Option<Url> {
        let moved = matches!(self.status, 300..=303 | 307 | 308);
        let there = self.headers.get(header::LOCATION).filter(|_| moved)?;
        // Servers send UTF-8 here, although only ASCII is allowed.
        url.join(&String::from_utf8_lossy(there.as_bytes())).ok()
    }

    /// How long the server wants to be left alone, at `now` in seconds since 1970.
    pub fn retry_after(&self, now: i64) -> Option<Duration> {
        let text = self.header(header::RETRY_AFTER)?.trim();
        if let Ok(seconds) = text.parse() {
            return Some(Duration::from_secs(seconds));
        }
        let until = time::OffsetDateTime::parse(text, &time::format_description::well_known::Rfc2822).ok()?;
        Some(Duration::from_secs(u64::try_from(until.unix_timestamp() - now).unwrap_or(0)))
    }

    pub fn validators(&self) -> Option<Validators> {
        let text = |name| self.header(name).map(str::to_owned);
        let found = Validators { etag: text(header::ETAG), last_modified: text(header::LAST_MODIFIED) };
        (found != Validators::default()).then_some(found)
    }

    /// Decodes the body in place. This may take some time, so it belongs on a blocking thread.
    pub fn decode(&mut self, limits: &Limits) {
        let encodings = self.headers.get_all(header::CONTENT_ENCODING);
        let encodings: Vec<&str> = encodings.iter().filter_map(|value| value.to_str().ok()).collect();
        if encodings.is_empty() || self.body.is_empty() {
            return;
        }
        let (body, end) = decode::decode(&self.body, &encodings.join(","), limits);
        self.body = body;
        // A body that was cut before is damaged for the decoder, which is no news.
        if self.body_end == BodyEnd::Complete {
            self.body_end = end;
        }
    }
}

fn media_type(headers: &HeaderMap) -> String {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}

fn is_page(headers: &HeaderMap) -> bool {
    matches!(media_type(headers).as_str(), "" | "text/html" | "application/xhtml+xml")
}

fn is_code(headers: &HeaderMap) -> bool {
    let kind = media_type(headers);
    matches!(kind.as_str(), "text/css" | "image/svg+xml") || kind.ends_with("javascript")
}

/// Sends requests: cheap to clone.
#[derive(Clone)]
pub struct Fetcher {
    client: Client,
    limits: Limits,
    credentials: Option<Credentials>,
    network: Arc<dyn Network>,
}

impl Fetcher {
    pub fn new(settings: &Settings) -> Result<Self, Failure> {
        // An application that has chosen a provider before keeps it.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let mut defaults = HeaderMap::new();
        defaults.insert(header::ACCEPT_ENCODING, HeaderValue::from_static("gzip, br, zstd, deflate"));
        let accept = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
        defaults.insert(header::ACCEPT, HeaderValue::from_static(accept));
        if let Some(language) = &settings.language {
            let value = HeaderValue::from_str(language);
            defaults.insert(header::ACCEPT_LANGUAGE, value.map_err(|_| Failure::invalid("Accept-Language"))?);
        }
        let roots: Result<Vec<_>, _> = settings.roots.iter().map(|der| Certificate::from_der(der)).collect();
        let headers = u32::try_from(settings.limits.headers).unwrap_or(u32::MAX);
        let client = Client::builder()
            .user_agent(&settings.user_agent)
            .default_headers(defaults)
            // A proxy would connect for us and bypass the check of the address.
            .no_proxy()
            .redirect(redirect::Policy::none())
            .referer(false)
            .dns_resolver(Arc::new(network::Guarded(settings.network.clone())))
            .connect_timeout(settings.limits.first_byte)
            .http2_max_header_list_size(headers)
            .tls_info(true)
            .tls_certs_merge(roots.map_err(|error| Failure::of(&error))?)
            .build()
            .map_err(|error| Failure::of(&error))?;
        let (limits, credentials) = (settings.limits.clone(), settings.credentials.clone());
        Ok(Self { client, limits, credentials, network: settings.network.clone() })
    }

    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Sends a request.
    pub async fn fetch(&self, request: Request<'_>) -> Result<Reply, Failure> {
        network::check(&*self.network, request.url)?;
        let start = Instant::now();
        let sent = timeout_at(start + self.limits.first_byte, self.request(request).send()).await;
        let response = match sent {
            Ok(response) => response.map_err(|error| Failure::of(&error))?,
            Err(_) => return Err(Failure::new(FailureKind::TimedOut, "no answer within the time limit")),
        };
        let first_byte = start.elapsed();
        let size: usize =
            response.headers().iter().map(|(name, value)| name.as_str().len() + value.len() + 4).sum();
        if size > self.limits.headers {
            return Err(Failure::new(FailureKind::Headers, format!("{size} bytes of headers")));
        }
        Ok(self.read(request, response, start, first_byte).await)
    }

    fn request(&self, request: Request<'_>) -> reqwest::RequestBuilder {
        let url = request.url.clone();
        let mut builder = if request.is_head { self.client.head(url) } else { self.client.get(url) };
        let own = self.credentials.as_ref().map_or(&[][..], |own| own.headers_for(request.url));
        let others = request.headers.iter().filter(|(name, _)| own.iter().all(|(owned, _)| owned != name));
        for (name, value) in own.iter().chain(others) {
            builder = builder.header(name, value);
        }
        if let Some(validators) = request.validators {
            let values = [
                (header::IF_NONE_MATCH, &validators.etag),
                (header::IF_MODIFIED_SINCE, &validators.last_modified),
            ];
            for (name, value) in values {
                if let Some(value) = value.as_deref().and_then(|value| HeaderValue::from_str(value).ok()) {
                    builder = builder.header(name, value);
                }
            }
        }
        builder
    }

    async fn read(
        &self,
        request: Request<'_>,
        mut response: Response,
        start: Instant,
        first_byte: Duration,
    ) -> Reply {
        let most = self.most(request.wanted, &response);
        let (body, body_end) = match most {
            Some(most) => self.body(&mut response, most, start).await,
            None => (Vec::new(), BodyEnd::NotWanted),
        };
        let is_start =
            matches!(request.wanted, Wanted::Start(_) | Wanted::Code) && body_end == BodyEnd::TooLarge;
        let tls = response.extensions().get::<reqwest::tls::TlsInfo>();
        Reply {
            status: response.status().as_u16(),
            version: version(response.version()),
            certificate_until: tls.and_then(|tls| certificate::not_after(tls.peer_certificate()?)),
            server: response.remote_addr(),
            transferred: body.len() as u64,
            body,
            body_end: if is_start { BodyEnd::NotWanted } else { body_end },
            first_byte,
            total: start.elapsed(),
            headers: std::mem::take(response.headers_mut()),
        }
    }

    /// Bytes of the body to read; `None` if the caller does not want it.
    fn most(&self, wanted: Wanted, response: &Response) -> Option<usize> {
        if response.status().is_redirection() {
            return Some(REDIRECT_BYTES.min(self.limits.body));
        }
        match wanted {
            Wanted::All => Some(self.limits.body),
            Wanted::Most(most) | Wanted::Start(most) => Some(most),
            Wanted::Code => Some(if is_code(response.headers()) { CODE_BYTES } else { 0 }),
            Wanted::Pages => is_page(response.headers()).then_some(self.limits.body),
        }
    }

    async fn body(&self, response: &mut Response, most: usize, start: Instant) -> (Vec<u8>, BodyEnd) {
        let length = response.content_length().and_then(|length| usize::try_from(length).ok());
        // The announced length may be a lie, so that only a part of it is reserved.
        let mut body = Vec::with_capacity(length.unwrap_or(0).min(most).min(256 * 1024));
        let (begin, end) = (Instant::now(), start + self.limits.whole);
        loop {
            let patience = Instant::now() + self.limits.first_byte;
            let piece = match timeout_at(end.min(patience), response.chunk()).await {
                Ok(Ok(Some(piece))) => piece,
                Ok(Ok(None)) => return (body, BodyEnd::Complete),
                Ok(Err(_)) => return (body, BodyEnd::Broken),
                Err(_) if end <= patience => return (body, BodyEnd::TimedOut),
                Err(_) => return (body, BodyEnd::TooSlow),
            };
            let room = most - body.len();
            if piece.len() > room {
                body.extend_from_slice(&piece[..room]);
                return (body, BodyEnd::TooLarge);
            }
            body.extend_from_slice(&piece);
            let passed = begin.elapsed();
            if passed > self.limits.slow_after
                && body.len() as f64 / passed.as_secs_f64() < self.limits.slowest as f64
            {
                return (body, BodyEnd::TooSlow);
            }
        }
    }
}

fn version(version: reqwest::Version) -> Version {
    match version {
        reqwest::Version::HTTP_09 => Version::Http09,
        reqwest::Version::HTTP_10 => Version::Http10,
        reqwest::Version::HTTP_2 => Version::Http2,
        reqwest::Version::HTTP_3 => Version::Http3,
        _ => Version::Http11,
    }
}
