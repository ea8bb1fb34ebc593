//! Reads external pages: it follows robots.txt, sends one request at a time with pauses between them, and checks
//! every address when it connects, also after each redirect.

mod addresses;
mod charset;
mod files;
mod html;
mod robots;
mod turns;

use anyhow::Context as _;
use reqwest::{Client, Response, redirect};
use sitewright_crawler::robots::{Access, MOST_BYTES as ROBOTS_BYTES};

use crate::config::{Config, HostPorts};
use crate::error::{Text, refuse_if};
use crate::libraries::*;
use crate::tasks::blocking;

use addresses::{GuardedLookUp, LookUp, NotPublic, Reach};
pub use addresses::{Names, Networks};
pub use files::Answer;
pub use html::{LINE_BREAK, Part, Property, parts};
use turns::Turns;

/// Redirects that are followed for one page.
const REDIRECTS: usize = 5;

/// Why a page was not read.
#[derive(Debug, Clone, PartialEq)]
pub enum Unread {
    /// Not the address of a page.
    NotAnAddress,
    /// The host has an address that may not be called.
    Private,
    /// robots.txt forbids it.
    Disallowed,
    /// The connection would not be encrypted.
    NoTls,
    Unreachable,
    TimedOut,
    TooLarge(usize),
    /// The response is not HTML.
    NotAPage,
    Status(u16),
    Redirects,
}

impl Unread {
    /// The reason as a message for the user.
    pub fn text(&self) -> Text {
        match self {
            Self::NotAnAddress => Text::key("validation.url"),
            Self::Private => Text::key("fetch.private"),
            Self::Disallowed => Text::key("fetch.disallowed"),
            Self::NoTls => Text::key("fetch.no-tls"),
            Self::Unreachable => Text::key("fetch.unreachable"),
            Self::TimedOut => Text::key("fetch.timed-out"),
            Self::TooLarge(bytes) => Text::key("fetch.too-large").with("max_mb", bytes.div_ceil(1024 * 1024)),
            Self::NotAPage => Text::key("fetch.not-a-page"),
            Self::Status(status) => Text::key("fetch.status").with("status", *status),
            Self::Redirects => Text::key("fetch.redirects"),
        }
    }
}

/// A fetched page.
#[derive(Debug)]
pub struct Page {
    /// Its address, after redirects.
    pub url: Url,
    pub html: String,
}

/// The client for external pages: cheap to clone, one per server.
#[derive(Debug, Clone)]
pub struct Fetcher {
    client: Client,
    reach: Reach,
    timeout: Duration,
    pause: Duration,
    page_bytes: usize,
    /// Servers that stand in for hosts of plugins.
    plain: HostPorts,
    turns: Arc<Turns>,
}

/// A client that connects only to public addresses and those that the settings allow; the address is checked when it
/// connects. The caller follows redirects, after checking each of them.
pub fn guarded_client(config: &Config) -> anyhow::Result<Client> {
    client(config, Reach(Arc::new(config.fetch_private.clone())), Arc::new(config.fetch_names.clone()))
}

fn client(config: &Config, reach: Reach, names: Arc<dyn LookUp>) -> anyhow::Result<Client> {
    let about = config.public_url.as_deref().unwrap_or(env!("CARGO_PKG_REPOSITORY"));
    Client::builder()
        .user_agent(format!("Sitewright/{} (+{about})", env!("CARGO_PKG_VERSION")))
        // A proxy would connect for us and bypass the check of the address.
        .no_proxy()
        .redirect(redirect::Policy::none())
        .dns_resolver(Arc::new(GuardedLookUp { reach, names }))
        .connect_timeout(config.fetch_timeout)
        .referer(false)
        .build()
        .context("cannot create the client for external servers")
}

impl Fetcher {
    pub fn new(config: &Config) -> anyhow::Result<Self> {
        Ok(Self {
            client: guarded_client(config)?,
            reach: Reach(Arc::new(config.fetch_private.clone())),
            timeout: config.fetch_timeout,
            pause: config.fetch_pause,
            page_bytes: config.fetch_page_bytes,
            plain: config.plugin_http_plain.clone(),
            turns: Arc::default(),
        })
    }

    /// The client, for requests to addresses that [`Fetcher::expect_safe`] allows. It follows no redirects.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// Refuses an address that must not receive a secret: without encryption, or of a private network.
    pub fn expect_safe(&self, url: &Url) -> Result<(), Unread> {
        self.check(url)?;
        self.expect_private_line(url)
    }

    /// Starts a visit that ends after this time at the latest.
    pub fn visit(&self, longest: Duration) -> Visit {
        Visit { fetcher: self.clone(), until: Instant::now() + longest, last: None, robots: HashMap::new() }
    }

    /// Checks what can be checked before the name is resolved.
    fn check(&self, url: &Url) -> Result<(), Unread> {
        refuse_if(!matches!(url.scheme(), "http" | "https"), || Unread::NotAnAddress)?;
        // Ports below 1024 that are not websites, such as mail, must not receive HTTP requests.
        if url.port().is_some_and(|port| port < 1024 && port != 80 && port != 443) {
            return Err(Unread::Private);
        }
        // An IP address is not resolved, so it is checked here.
        let host = url.host_str().ok_or(Unread::NotAnAddress)?;
        let figures = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
        if figures.is_ok_and(|address| !self.reach.allows(address)) { Err(Unread::Private) } else { Ok(()) }
    }
}

/// A visit: the robots.txt rules of its sites, and the time of the last request.
pub struct Visit {
    fetcher: Fetcher,
    until: Instant,
    last: Option<Instant>,
    robots: HashMap<String, Arc<Access>>,
}

impl Visit {
    /// Reads one page.
    pub async fn page(&mut self, url: &Url) -> Result<Page, Unread> {
        let mut url = url.clone();
        for _ in 0..=REDIRECTS {
            tidy(&mut url);
            self.fetcher.check(&url)?;
            let robots = self.robots(&url).await?;
            let pause = robots.delay().unwrap_or_default();
            let asked = url.clone();
            refuse_if(!elsewhere(move || robots.allows(asked.as_str())).await?, || Unread::Disallowed)?;
            let (response, bytes) = self.call(&url, pause, self.fetcher.page_bytes, is_page).await?;
            match next(&url, &response)? {
                Some(there) => url = there,
                None => {
                    let kind = expect_page(&response)?;
                    let polish = url.host_str().is_some_and(|host| host.ends_with(".pl"));
                    let html = elsewhere(move || charset::decode(&bytes, &kind, polish)).await?;
                    return Ok(Page { url, html });
                }
            }
        }
        Err(Unread::Redirects)
    }

    /// The site's robots.txt rules, read once.
    async fn robots(&mut self, url: &Url) -> Result<Arc<Access>, Unread> {
        let site = url.origin().ascii_serialization();
        if let Some(known) = self.robots.get(&site) {
            return Ok(known.clone());
        }
        let robots = Arc::new(self.fetch_robots(url).await?);
        self.robots.insert(site, robots.clone());
        Ok(robots)
    }

    async fn fetch_robots(&mut self, url: &Url) -> Result<Access, Unread> {
        let mut url = url.join("/robots.txt").map_err(|_| Unread::NotAnAddress)?;
        for _ in 0..=REDIRECTS {
            self.fetcher.check(&url)?;
            let (response, bytes) = match self.call(&url, Duration::ZERO, ROBOTS_BYTES, |_| true).await {
                // A file this large cannot be read in full; the rest might forbid anything.
                Err(Unread::TooLarge(_)) => return Ok(Access::Closed),
                answer => answer?,
            };
            match next(&url, &response)? {
                Some(there) => url = there,
                None => {
                    let status = response.status();
                    return elsewhere(move || robots::access(status, &bytes)).await;
                }
            }
        }
        // RFC 9309: after five redirects the file counts as missing.
        Ok(Access::Open)
    }

    /// Sends one request, after the pause that is due, within the remaining time. Reads the body if `wanted`.
    async fn call(
        &mut self,
        url: &Url,
        pause: Duration,
        most: usize,
        wanted: impl Fn(&Response) -> bool,
    ) -> Result<(Response, Vec<u8>), Unread> {
        let pause = pause.max(self.fetcher.pause);
        let site = url.origin().ascii_serialization();
        let turn = self.fetcher.turns.take(&site, pause, self.until).ok_or(Unread::TimedOut)?;
        let due = self.last.map_or(turn, |last| turn.max(last + pause));
        refuse_if(due > self.until, || Unread::TimedOut)?;
        tokio::time::sleep_until(due.into()).await;
        let left = self.until.saturating_duration_since(Instant::now());
        let exchange = async {
            let request = self.fetcher.client.get(self.fetcher.plain.stand_in(url));
            let request = request.header(header::ACCEPT, "text/html,text/plain;q=0.8");
            let mut response = request.send().await.map_err(reason)?;
            let bytes = if wanted(&response) { read(&mut response, most).await? } else { Vec::new() };
            Ok((response, bytes))
        };
        let answer = tokio::time::timeout(left.min(self.fetcher.timeout), exchange).await;
        self.last = Some(Instant::now());
        answer.map_err(|_| Unread::TimedOut)?
    }
}

/// Removes user name, password and fragment from an address.
fn tidy(url: &mut Url) {
    // Addresses that cannot have these are refused by the check.
    let _ = url.set_username("");
    let _ = url.set_password(None);
    url.set_fragment(None);
}

/// The target of a redirect, if the response is one.
pub fn next(url: &Url, response: &Response) -> Result<Option<Url>, Unread> {
    let status = response.status();
    let moved = status.is_redirection() && status != StatusCode::NOT_MODIFIED;
    let Some(there) = response.headers().get(header::LOCATION).filter(|_| moved) else { return Ok(None) };
    let there = there.to_str().ok().and_then(|there| url.join(there).ok());
    there.map(Some).ok_or(Unread::NotAnAddress)
}

fn is_page(response: &Response) -> bool {
    let kind = content_type(response);
    response.status().is_success() && (kind.is_empty() || kind.contains("html"))
}

fn content_type(response: &Response) -> String {
    let kind = response.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    kind.unwrap_or_default().to_ascii_lowercase()
}

/// Runs parsing on a blocking thread: hostile input can take long (milliseconds for thousands of rules or for a
/// page of some MB).
async fn elsewhere<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Unread> {
    blocking(work).await.map_err(|_| Unread::Unreachable)
}

/// The content type of a page; an error for anything else.
fn expect_page(response: &Response) -> Result<String, Unread> {
    refuse_if(!response.status().is_success(), || Unread::Status(response.status().as_u16()))?;
    // The request asked for HTML without compression; a compressed body cannot be read.
    if !is_page(response) || response.headers().contains_key(header::CONTENT_ENCODING) {
        return Err(Unread::NotAPage);
    }
    Ok(content_type(response))
}

/// Reads a body up to a limit.
pub async fn read(response: &mut Response, most: usize) -> Result<Vec<u8>, Unread> {
    if response.content_length().is_some_and(|length| length > most as u64) {
        return Err(Unread::TooLarge(most));
    }
    let mut bytes = Vec::new();
    while let Some(piece) = response.chunk().await.map_err(reason)? {
        refuse_if(bytes.len() + piece.len() > most, || Unread::TooLarge(most))?;
        bytes.extend_from_slice(&piece);
    }
    Ok(bytes)
}

/// Maps a request error to a reason.
pub fn reason(error: reqwest::Error) -> Unread {
    let mut cause: Option<&dyn std::error::Error> = Some(&error);
    while let Some(error) = cause {
        if error.is::<NotPublic>() {
            return Unread::Private;
        }
        cause = error.source();
    }
    if error.is_timeout() { Unread::TimedOut } else { Unread::Unreachable }
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::sync::Mutex;

    use futures::FutureExt as _;
    use futures::future::BoxFuture;
    use tokio::io::AsyncReadExt as _;
    use tokio::net::TcpListener;

    use super::*;

    /// A name server that answers each query with the next address.
    struct Rebinding(Arc<Mutex<Vec<IpAddr>>>);

    impl LookUp for Rebinding {
        fn look_up(&self, _: &str) -> BoxFuture<'static, io::Result<Vec<IpAddr>>> {
            let answer = self.0.lock().expect("no test panics here").pop();
            async move { Ok(answer.into_iter().collect()) }.boxed()
        }
    }

    /// A name resolves to a public address first and to a private one later. The checked address is the one that is
    /// called, so there is one query per connection, and the second answer is refused.
    #[tokio::test]
    async fn a_name_that_changes_its_address_is_not_followed_to_a_private_one() {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let port = listener.local_addr().expect("an address").port();
        let private: IpAddr = "127.0.0.1".parse().expect("an address");
        // Taken from the end: first an address that the settings allow, then one that they do not, on the same port.
        let also_private: IpAddr = "127.0.0.2".parse().expect("an address");
        let answers = Arc::new(Mutex::new(vec![also_private, private]));
        let reach = Reach(Arc::new(Networks::parse("127.0.0.1").expect("a network")));
        let client =
            client(&Config::default(), reach, Arc::new(Rebinding(answers.clone()))).expect("a client");

        let url = format!("http://rebinding.example:{port}/");
        let served = tokio::spawn(async move {
            let (mut stream, _) = listener.accept().await.expect("a connection");
            // The connection ends without a response, so the next request needs a new one, with a new query.
            let _ = stream.read(&mut [0; 64]).await;
            listener
        });
        let first = client.get(&url).send().await.map(drop).map_err(reason);
        assert_eq!(first, Err(Unread::Unreachable), "it was called and said nothing");
        let _listener = served.await.expect("no panic");
        let second = client.get(&url).send().await.map(drop).map_err(reason);
        assert_eq!(second, Err(Unread::Private));
        assert!(answers.lock().expect("no test panics here").is_empty(), "each connection asks once");
    }
}
