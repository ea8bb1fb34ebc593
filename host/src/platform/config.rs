//! Settings: `SITEWRIGHT_<NAME>` in the environment, over a TOML file named by `SITEWRIGHT_CONFIG`, over the defaults.
//!
//! A new setting is one line of the `settings!` list below; it is then read, checked and shown by `--help-settings`.

mod local_servers;
mod origin;
mod ports;
mod strangers;

use std::fmt::Display;

use anyhow::{Context as _, bail};

use crate::platform::db::Place;
use crate::platform::fetch::{Names, Networks};
use crate::platform::libraries::*;
use crate::platform::locale::Locale;

pub use local_servers::{LocalServer, LocalServers};
pub use origin::Origin;
pub use ports::HostPorts;
pub use strangers::unknown_variables;

/// Memory of a password hash, in KiB.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PasswordMemory(pub u32);

impl PasswordMemory {
    /// What OWASP recommends for argon2id with two passes.
    const LEAST: u32 = 19_456;
}

/// How a setting is parsed from text and written back.
trait Setting: Sized {
    /// The expected form, for the error message.
    const EXPECTED: &'static str;
    fn parse(text: &str) -> Option<Self>;
    /// The inverse of `parse`.
    fn write(&self) -> String;
}

macro_rules! setting {
    ($($type:ty: $expected:literal = |$text:ident| $parse:expr, |$value:ident| $write:expr;)*) => {$(
        impl Setting for $type {
            const EXPECTED: &'static str = $expected;
            fn parse($text: &str) -> Option<Self> { $parse }
            fn write(&self) -> String { let $value = self; $write }
        }
    )*};
}

setting! {
    String: "a text" = |text| Some(text.to_owned()), |value| value.clone();
    PathBuf: "a path" = |text| (!text.is_empty()).then(|| text.into()), |path| path.display().to_string();
    SocketAddr: "an address with a port, such as 127.0.0.1:8080" = |text| text.parse().ok(), |address| address.to_string();
    Origin: "an origin such as https://example.com, without a path" = |text| Origin::parse(text), |origin| origin.as_str().to_owned();
    bool: "true or false" = |text| match text.to_ascii_lowercase().as_str() {
        "true" | "1" | "yes" | "on" => Some(true),
        "false" | "0" | "no" | "off" => Some(false),
        _ => None,
    }, |value| value.to_string();
    u16: "the number of a port" = |text| text.parse().ok(), |number| number.to_string();
    u32: "a whole number" = |text| text.replace('_', "").parse().ok(), |number| number.to_string();
    u64: "a whole number" = |text| text.replace('_', "").parse().ok(), |number| number.to_string();
    usize: "a whole number" = |text| text.replace('_', "").parse().ok(), |number| number.to_string();
    Duration: "a time such as 250ms, 30s, 5m, 12h or 30d" = |text| parse_duration(text), |time| write_duration(*time);
    PasswordMemory: "a number of KiB, 19456 or more" = |text| text.parse().ok().filter(|kib| *kib >= PasswordMemory::LEAST).map(PasswordMemory), |memory| memory.0.to_string();
    Networks: "addresses or networks such as 10.0.0.0/8, separated by commas" = |text| Networks::parse(text), |list| list.to_string();
    Names: "names with addresses such as shop.internal=10.0.0.5, separated by commas" = |text| Names::parse(text), |list| list.to_string();
    LocalServers: "names with addresses such as ollama=http://127.0.0.1:11434, separated by commas" = |text| LocalServers::parse(text), |list| list.to_string();
    HostPorts: "hosts with ports such as shop.internal:8080, separated by commas" = |text| HostPorts::parse(text), |list| list.to_string();
    LogFormat: "text or json" = |text| match text {
        "text" => Some(LogFormat::Text),
        "json" => Some(LogFormat::Json),
        _ => None,
    }, |format| match format {
        LogFormat::Text => "text".to_owned(),
        LogFormat::Json => "json".to_owned(),
    };
}

impl<T: Setting> Setting for Option<T> {
    const EXPECTED: &'static str = T::EXPECTED;
    fn parse(text: &str) -> Option<Self> {
        if text.is_empty() { Some(None) } else { T::parse(text).map(Some) }
    }
    fn write(&self) -> String {
        self.as_ref().map(T::write).unwrap_or_default()
    }
}

/// How log lines are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogFormat {
    Text,
    Json,
}

/// The description of a setting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettingInfo {
    /// The key in a TOML file.
    pub name: &'static str,
    pub about: &'static str,
    /// The default as text; empty if there is none.
    pub default: String,
}

macro_rules! settings {
    ($($(#[doc = $doc:literal])+ $name:ident: $type:ty = $default:expr;)*) => {
        /// All settings, typed.
        #[derive(Debug, Clone)]
        pub struct Config {
            $($(#[doc = $doc])+ pub $name: $type,)*
        }

        impl Default for Config {
            fn default() -> Self {
                Self { $($name: $default,)* }
            }
        }

        impl Config {
            const NAMES: &'static [&'static str] = &[$(stringify!($name)),*];

            /// All settings, in the order of this file.
            pub fn settings() -> Vec<SettingInfo> {
                let defaults = Self::default();
                vec![$(SettingInfo {
                    name: stringify!($name),
                    about: concat!($($doc),+).trim(),
                    default: defaults.$name.write(),
                },)*]
            }

            fn take(source: &mut Source) -> anyhow::Result<Self> {
                let default = Self::default();
                Ok(Self { $($name: source.take(stringify!($name), default.$name)?,)* })
            }
        }
    };
}

settings! {
    /// Data folder: database, cache of compiled plugins, secret key.
    data: PathBuf = "sitewright-data".into();
    /// Database: postgres://user:password@host/name, or sqlite:path. Defaults to an SQLite file in the data folder. DATABASE_URL is read as well.
    database_url: Option<String> = None;
    /// Secret for signatures and encryption, 64 hexadecimal digits. Defaults to one generated in the data folder. Processes that share a database need the same one.
    secret_key: Option<String> = None;
    /// Time without a heartbeat after which a process that shares the database is considered dead and its work is taken over.
    process_silence: Duration = Duration::from_secs(10);
    /// Address to listen on. Port 0 picks a free port.
    listen: SocketAddr = SocketAddr::from(([127, 0, 0, 1], 8080));
    /// Public URL of the server, used in links. Defaults to the address of `listen`.
    public_url: Option<String> = None;
    /// URL of the English site, such as https://example.com, if each language has its own domain.
    site_en: Option<Origin> = None;
    /// URL of the Polish site, such as https://example.pl, if each language has its own domain.
    site_pl: Option<Origin> = None;
    /// Folder with the front end and the plugins, instead of the embedded ones.
    bundle: Option<PathBuf> = None;
    /// Bearer token that allows programs to read `/metrics`. Administrators need none.
    metrics_token: Option<String> = None;
    /// Whether cookies are sent over HTTPS only. Defaults to true if `public_url` begins with https.
    secure_cookies: Option<bool> = None;
    /// Whether to take the client's address from the last entry of X-Forwarded-For. Enable it only behind a proxy that sets this header.
    trust_forwarded: bool = false;
    /// Lifetime of a session, from the user's last visit.
    session_lifetime: Duration = Duration::from_secs(30 * 24 * 3600);
    /// Lifetime of a one-time sign-in link.
    link_lifetime: Duration = Duration::from_secs(24 * 3600);
    /// Passwords that are hashed concurrently. Each takes a core and the memory of `password_memory`.
    password_hashes: usize = 2;
    /// Failed sign-ins allowed per account and address within `login_window`.
    login_failures: u32 = 5;
    /// Failed sign-ins allowed per address, for all accounts, within `login_window`.
    login_failures_per_address: u32 = 50;
    /// Time window in which failed sign-ins are counted.
    login_window: Duration = Duration::from_secs(60);
    /// Counters per rate limit, such as one per address. A counter takes about 100 bytes.
    rate_counters: usize = 20_000;
    /// Requests per minute with one API key.
    key_requests_per_minute: u32 = 120;
    /// Packages per minute that one publisher may upload. Checking a package runs it.
    publisher_uploads_per_minute: u32 = 20;
    /// Memory of one password hash, in KiB. More memory is safer and slower.
    password_memory: PasswordMemory = PasswordMemory(PasswordMemory::LEAST);
    /// Accounts per hour that may be registered from one address.
    registrations_per_address: u32 = 100;
    /// Whether visitors may register. Otherwise only administrators and the command line create accounts.
    registration_open: bool = true;
    /// Whether users must verify their email address before they can work. Defaults to true if `smtp_url` is set.
    verify_email: Option<bool> = None;
    /// Lifetime of a link that verifies an email address.
    verify_lifetime: Duration = Duration::from_secs(24 * 3600);
    /// Lifetime of a link that resets a password.
    reset_lifetime: Duration = Duration::from_secs(60 * 60);
    /// Mail server, such as smtps://user:password@mail.example.com. Without it mails stay in the outbox, where administrators can read them.
    smtp_url: Option<String> = None;
    /// Sender of mails.
    mail_from: String = "Sitewright <no-reply@localhost>".to_owned();
    /// Timeout of the mail server.
    smtp_timeout: Duration = Duration::from_secs(30);
    /// Pause before the first retry of a mail. It doubles with each retry.
    mail_retry: Duration = Duration::from_secs(30);
    /// OAuth client ID for Google sign-in, which is available if this and the client secret are set.
    google_client_id: Option<String> = None;
    /// OAuth client secret for Google sign-in.
    google_client_secret: Option<String> = None;
    /// Google's authorization endpoint.
    google_auth_url: String = "https://accounts.google.com/o/oauth2/v2/auth".to_owned();
    /// Google's token endpoint.
    google_token_url: String = "https://oauth2.googleapis.com/token".to_owned();
    /// Google's user info endpoint.
    google_userinfo_url: String = "https://openidconnect.googleapis.com/v1/userinfo".to_owned();
    /// Maximum size of an uploaded avatar, in bytes.
    avatar_bytes: usize = 512 * 1024;
    /// Maximum size of a request body, in bytes.
    body_bytes: usize = 1024 * 1024;
    /// Maximum number of open client connections. Defaults to three quarters of the process's limit of open files.
    connections: Option<usize> = None;
    /// Maximum number of open connections per address, or per /64 network for IPv6. Not applied with `trust_forwarded`, where the proxy has to limit them.
    connections_per_address: usize = 512;
    /// Timeout for receiving the head of a request.
    header_timeout: Duration = Duration::from_secs(15);
    /// Time that a connection may stay idle between two requests.
    idle_timeout: Duration = Duration::from_secs(75);
    /// Time after which a connection is closed if the client does not read the response.
    write_timeout: Duration = Duration::from_secs(30);
    /// Maximum number of open event streams per account.
    streams_per_account: usize = 50;
    /// Maximum number of open event streams per address, for all accounts.
    streams_per_address: usize = 200;
    /// Timeout for receiving a request body.
    body_timeout: Duration = Duration::from_secs(30);
    /// Words per month of the free plan, until an administrator edits the plan.
    free_words: u32 = 10_000;
    /// Log level or filter, such as `info,sitewright=debug`.
    log: String = "info".to_owned();
    /// Format of the log: `text` or `json`.
    log_format: LogFormat = LogFormat::Text;
    /// Time that requests and runs have to finish when the server stops.
    stop_timeout: Duration = Duration::from_secs(10);
    /// Base URL of an OpenAI-compatible API, such as http://127.0.0.1:11434/v1. Without it plugins return their own drafts.
    model_url: Option<String> = None;
    /// API key for the language model.
    model_key: Option<String> = None;
    /// Name of the language model.
    model_name: String = "gpt-4o-mini".to_owned();
    /// Time without output after which a model call fails.
    model_timeout: Duration = Duration::from_secs(60);
    /// Retries of a model call after status 429 or 5xx.
    model_retries: u32 = 3;
    /// Programs with language models that may run on this machine. Administrators are offered those that answer. An empty value disables the search.
    model_local: LocalServers = LocalServers::default();
    /// Model calls per account and day that are free of charge because they had no usable answer, such as those of failed runs.
    free_model_calls: u32 = 100;
    /// Maximum number of concurrent runs per account.
    runs_per_account: usize = 8;
    /// Maximum number of concurrent bulk job rows per account. Keep it below `runs_per_account`, so that single runs do not wait for bulk jobs.
    bulk_per_account: usize = 4;
    /// Maximum number of queued runs per account.
    queue_per_account: usize = 200;
    /// Maximum number of queued runs of all accounts.
    queue_total: usize = 20_000;
    /// Threads that run plugins. They are separate from the threads that serve requests.
    guest_threads: usize = 2;
    /// Maximum number of plugin instances. Defaults to a value derived from the limits of the kernel.
    max_instances: Option<u32> = None;
    /// Memory limit of a plugin instance, in bytes.
    plugin_memory_bytes: usize = 64 * 1024 * 1024;
    /// CPU time limit of a run. Waiting does not count.
    plugin_cpu: Duration = Duration::from_millis(250);
    /// Time limit of a run, including waiting.
    plugin_wall: Duration = Duration::from_secs(120);
    /// Maximum size of the arguments of one host call, in bytes.
    plugin_host_call_bytes: usize = 2 * 1024 * 1024;
    /// Maximum number of host calls per run.
    plugin_host_calls: u64 = 10_000;
    /// Maximum size of the result of a run, in bytes.
    plugin_output_bytes: usize = 1024 * 1024;
    /// Maximum number of resource handles that a run may hold.
    plugin_handles: usize = 1_000;
    /// Plugin development mode: accepts unsigned packages and unknown publishers, and lets every user develop plugins. Only for development machines.
    plugin_development: bool = false;
    /// Number of different inputs of one account that may trap within `quarantine_window` before the plugin is closed for this account. 0 disables the quarantine.
    quarantine_traps: usize = 5;
    /// Number of accounts with traps within `quarantine_window` that closes a plugin for all accounts.
    quarantine_accounts: usize = 3;
    /// Time window in which traps are counted.
    quarantine_window: Duration = Duration::from_secs(60);
    /// Time that a plugin stays closed before one run is admitted as a test. It doubles each time this run traps.
    quarantine_pause: Duration = Duration::from_secs(60);
    /// Private addresses and networks that the server may connect to, such as 10.0.0.0/8 for websites in an intranet.
    fetch_private: Networks = Networks::default();
    /// Static host names, which are not looked up in DNS, such as shop.internal=10.0.0.5. Private addresses must also be allowed by `fetch_private`.
    fetch_names: Names = Names::default();
    /// Timeout of a request to a website.
    fetch_timeout: Duration = Duration::from_secs(10);
    /// Minimum pause between two requests to a website. Its robots.txt may require a longer one.
    fetch_pause: Duration = Duration::from_millis(500);
    /// Maximum size of a web page, in bytes.
    fetch_page_bytes: usize = 2 * 1024 * 1024;
    /// Hosts with ports that plugins may call in addition to HTTPS on port 443, such as shop.internal:8080.
    plugin_http_ports: HostPorts = HostPorts::default();
    /// Timeout of a plugin's HTTP request, including redirects and the response body.
    plugin_http_timeout: Duration = Duration::from_secs(30);
    /// Maximum number of HTTP requests per run.
    plugin_http_calls: u32 = 100;
    /// Maximum number of web pages that a run may read.
    plugin_web_calls: u32 = 50;
    /// Maximum number of requests to the search provider per run. Each costs money.
    plugin_search_calls: u32 = 20;
    /// Maximum number of calls to the plugin store per run.
    plugin_store_calls: u32 = 2_000;
    /// Maximum number of bytes that a run may send and receive in all egress calls together.
    plugin_outside_bytes: usize = 16 * 1024 * 1024;
    /// Maximum number of bytes that a plugin may store per project.
    plugin_store_bytes: usize = 1024 * 1024;
    /// Maximum number of keys that a plugin may store per project.
    plugin_store_keys: u32 = 1_000;
    /// DataForSEO login, for tools that use search engines. Without it their search calls fail.
    dataforseo_login: Option<String> = None;
    /// DataForSEO password.
    dataforseo_password: Option<String> = None;
    /// Base URL of the DataForSEO API.
    dataforseo_url: String = "https://api.dataforseo.com/v3".to_owned();
    /// Timeout of the search provider.
    search_timeout: Duration = Duration::from_secs(60);
    /// Whether events are pushed to open pages. Otherwise pages poll.
    realtime: bool = true;
    /// Separate port for WebSockets, which are also served on `listen`. Set it to an empty value to disable it.
    realtime_port: Option<u16> = Some(2087);
    /// Public URL of the WebSocket, such as wss://ws.example.com:2087. Detected by default.
    realtime_url: Option<String> = None;
    /// Application id in signed calls, as in `/apps/sitewright/events`.
    realtime_app: String = "sitewright".to_owned();
    /// Public key of the application. Derived from the secret key by default.
    realtime_key: Option<String> = None;
    /// Secret that signs channels and calls. Derived from the secret key by default.
    realtime_secret: Option<String> = None;
    /// Maximum number of open WebSockets.
    realtime_connections: usize = 10_000;
    /// Maximum number of open WebSockets per account.
    realtime_connections_per_account: usize = 50;
    /// Maximum number of open WebSockets per address that are not authorized yet.
    realtime_connections_per_address: usize = 100;
    /// WebSocket handshakes per minute and address.
    realtime_handshakes_per_address: u32 = 600;
    /// Time after which a WebSocket is closed that is not authorized and has no subscription.
    realtime_sign_in_timeout: Duration = Duration::from_secs(30);
    /// Maximum number of subscriptions per WebSocket.
    realtime_channels: usize = 100;
    /// Client events per second that one WebSocket may send.
    realtime_client_events: u32 = 10;
    /// Maximum size of the data of an event, in bytes.
    realtime_message_bytes: usize = 10 * 1024;
    /// Time without messages after which a WebSocket is pinged.
    realtime_activity_timeout: Duration = Duration::from_secs(120);
    /// Time that the client has to answer a ping.
    realtime_pong_timeout: Duration = Duration::from_secs(30);
    /// Redis for messages between server processes, such as redis://127.0.0.1:6379. Not needed for a single process.
    redis_url: Option<String> = None;
}

/// The environment variable that names the settings file: `SITEWRIGHT_CONFIG`.
const FILE_VARIABLE: &str = "SITEWRIGHT_CONFIG";

/// The environment variable of a setting.
pub fn variable(name: &str) -> String {
    format!("SITEWRIGHT_{}", name.to_ascii_uppercase())
}

impl Config {
    /// Reads the settings of this process.
    ///
    /// Errors name the variable or the key with an invalid value, and unknown keys.
    pub fn load() -> anyhow::Result<Self> {
        let file = std::env::var_os(FILE_VARIABLE).filter(|file| !file.is_empty());
        Self::read(file.map(PathBuf::from), |name| {
            let usual = || (name == "SITEWRIGHT_DATABASE_URL").then(|| std::env::var("DATABASE_URL").ok())?;
            std::env::var(name).ok().or_else(usual)
        })
    }

    fn read(file: Option<PathBuf>, env: impl Fn(&str) -> Option<String>) -> anyhow::Result<Self> {
        let mut source = Source { file: BTreeMap::new(), path: String::new(), env: &env };
        if let Some(path) = file {
            source.path = path.display().to_string();
            let text = std::fs::read_to_string(&path)
                .with_context(|| format!("cannot read the settings in {} ({FILE_VARIABLE})", source.path))?;
            source.file = text
                .parse::<toml::Table>()
                .with_context(|| format!("{} is not TOML", source.path))?
                .into_iter()
                .collect();
        }
        let config = Self::take(&mut source)?;
        let unknown: Vec<String> = source.file.keys().map(|name| strangers::in_file(name)).collect();
        if !unknown.is_empty() {
            bail!("{}: {}; see `sitewright serve --help-settings`", source.path, unknown.join("; "));
        }
        if config.public_url.as_deref().is_some_and(|url| !is_address(url)) {
            bail!("SITEWRIGHT_PUBLIC_URL must be an address such as https://example.com");
        }
        Ok(config)
    }

    /// The public address of the server, without a trailing slash.
    pub fn public_url(&self, listening: SocketAddr) -> String {
        match &self.public_url {
            Some(url) => url.trim_end_matches('/').to_owned(),
            None if listening.ip().is_unspecified() => format!("http://127.0.0.1:{}", listening.port()),
            None => format!("http://{listening}"),
        }
    }

    /// The site of a language; `None` if the languages share one.
    pub fn site(&self, locale: Locale) -> Option<&str> {
        self.sites().find_map(|(of, site)| (of == locale).then_some(site.as_str()))
    }

    /// The language of the site in a `Host` header.
    pub fn language_of(&self, host: &str) -> Option<Locale> {
        self.sites().find_map(|(of, site)| site.is_at(host).then_some(of))
    }

    fn sites(&self) -> impl Iterator<Item = (Locale, &Origin)> {
        let both = self.site_en.as_ref().zip(self.site_pl.as_ref());
        both.into_iter().flat_map(|(en, pl)| [(Locale::En, en), (Locale::Pl, pl)])
    }

    /// The location of the database.
    pub fn database(&self) -> anyhow::Result<Place> {
        let Some(url) = &self.database_url else {
            return Ok(Place::Sqlite(self.data.join("sitewright.db")));
        };
        match url.split_once(':') {
            Some(("postgres" | "postgresql", _)) => Ok(Place::Postgres(url.clone())),
            Some(("sqlite", file)) if !file.trim_start_matches('/').is_empty() => {
                Ok(Place::Sqlite(file.strip_prefix("//").unwrap_or(file).into()))
            }
            _ => bail!("DATABASE_URL must begin with postgres:// or sqlite: (SITEWRIGHT_DATABASE_URL)"),
        }
    }

    /// Whether the server is reached over HTTPS only, judging by its addresses.
    pub fn is_https(&self) -> bool {
        let sites = self.sites().map(|(_, site)| site.as_str());
        let mut addresses = self.public_url.as_deref().into_iter().chain(sites).peekable();
        addresses.peek().is_some() && addresses.all(is_https)
    }

    /// Whether cookies are sent over HTTPS only.
    pub fn has_secure_cookies(&self) -> bool {
        self.secure_cookies.unwrap_or_else(|| self.is_https())
    }

    /// Warnings about settings that contradict each other. The server works, but perhaps not as expected.
    pub fn contradictions(&self) -> Vec<&'static str> {
        let is_plain = self.public_url.as_deref().is_some_and(|url| !is_https(url));
        let sites: Vec<bool> = self.sites().map(|(_, site)| is_https(site.as_str())).collect();
        [
            (
                self.is_https() && self.secure_cookies == Some(false),
                "the address begins with https, but cookies may be sent without it: remove SITEWRIGHT_SECURE_COOKIES=false",
            ),
            (
                is_plain && self.secure_cookies == Some(true),
                "SITEWRIGHT_SECURE_COOKIES=true, but SITEWRIGHT_PUBLIC_URL begins with http: browsers send no cookies there, so no user can sign in",
            ),
            (
                sites.contains(&is_plain) && self.public_url.is_some(),
                "SITEWRIGHT_PUBLIC_URL and the sites of the languages must all use https or all use http",
            ),
            (
                self.site_en.is_some() != self.site_pl.is_some(),
                "only one of SITEWRIGHT_SITE_EN and SITEWRIGHT_SITE_PL is set: it has no effect without the other",
            ),
        ]
        .into_iter()
        .filter_map(|(holds, warning)| holds.then_some(warning))
        .collect()
    }

    /// Whether users must verify their address before they can work.
    pub fn demands_verification(&self) -> bool {
        self.verify_email.unwrap_or(self.smtp_url.is_some())
    }

    /// The folder of compiled plugins.
    pub fn cache(&self) -> PathBuf {
        self.data.join("cache")
    }
}

fn is_https(url: &str) -> bool {
    url.get(..6).is_some_and(|scheme| scheme.eq_ignore_ascii_case("https:"))
}

struct Source<'a> {
    file: BTreeMap<String, toml::Value>,
    path: String,
    env: &'a dyn Fn(&str) -> Option<String>,
}

impl Source<'_> {
    fn take<T: Setting>(&mut self, name: &str, default: T) -> anyhow::Result<T> {
        let in_file = self.file.remove(name);
        let variable = variable(name);
        if let Some(text) = (self.env)(&variable) {
            return parse(&variable, &text);
        }
        match in_file {
            Some(value) => {
                let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                parse(format!("{}: {name}", self.path), &text)
            }
            None => Ok(default),
        }
    }
}

fn parse<T: Setting>(name: impl Display, text: &str) -> anyhow::Result<T> {
    // The value is not repeated, because it may be a secret.
    T::parse(text.trim()).with_context(|| format!("{name} must be {}", T::EXPECTED))
}

fn parse_duration(text: &str) -> Option<Duration> {
    let split = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let number: u64 = text[..split].parse().ok()?;
    let ms = match text[split..].trim() {
        "ms" => 1,
        "s" | "" => 1000,
        "m" => 60_000,
        "h" => 3_600_000,
        "d" => 86_400_000,
        _ => return None,
    };
    number.checked_mul(ms).map(Duration::from_millis)
}

/// Writes a duration in the largest unit that is exact.
fn write_duration(time: Duration) -> String {
    let ms = time.as_millis();
    let units = [(86_400_000, "d"), (3_600_000, "h"), (60_000, "m"), (1000, "s")];
    let fits = units.into_iter().find(|(unit, _)| ms > 0 && ms.is_multiple_of(*unit));
    fits.map_or_else(|| format!("{ms}ms"), |(unit, name)| format!("{}{name}", ms / unit))
}

/// Whether `url` can be the base of links.
fn is_address(url: &str) -> bool {
    reqwest::Url::parse(url).is_ok_and(|url| {
        matches!(url.scheme(), "http" | "https") && url.query().is_none() && url.fragment().is_none()
    })
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    fn no_env(_: &str) -> Option<String> {
        None
    }

    fn file(text: &str) -> tempfile::NamedTempFile {
        let mut file = tempfile::NamedTempFile::new().expect("a temporary file");
        file.write_all(text.as_bytes()).expect("written");
        file
    }

    #[test]
    fn the_environment_overrides_the_file_and_the_file_the_defaults() {
        let file = file("listen = \"0.0.0.0:1\"\nfree_words = 5_000\nmodel_timeout = \"2m\"");
        let env = |name: &str| (name == "SITEWRIGHT_LISTEN").then(|| "127.0.0.1:2".to_owned());
        let config = Config::read(Some(file.path().into()), env).expect("settings");
        assert_eq!(config.listen.port(), 2);
        assert_eq!(config.free_words, 5_000);
        assert_eq!(config.model_timeout, Duration::from_secs(120));
        assert_eq!(config.runs_per_account, 8);
    }

    #[test]
    fn an_invalid_value_is_reported_but_not_repeated() {
        let env = |name: &str| (name == "SITEWRIGHT_LISTEN").then(|| "s3cret".to_owned());
        let message = Config::read(None, env).expect_err("refused").to_string();
        assert_eq!(message, "SITEWRIGHT_LISTEN must be an address with a port, such as 127.0.0.1:8080");
    }

    #[test]
    fn the_public_url_must_be_a_base_url() {
        for (url, good) in [
            ("https://example.com", true),
            ("HTTP://example.com:8080/", true),
            ("example.com", false),
            ("ftp://example.com", false),
            ("https://example.com?a", false),
        ] {
            let env = |name: &str| (name == "SITEWRIGHT_PUBLIC_URL").then(|| url.to_owned());
            assert_eq!(Config::read(None, env).is_ok(), good, "{url}");
        }
    }

    #[test]
    fn w6_cookies_follow_the_address_and_contradictions_are_reported() {
        let with = |url: Option<&str>, secure| Config {
            public_url: url.map(str::to_owned),
            secure_cookies: secure,
            ..Config::default()
        };
        for (url, secure, expected, warnings) in [
            (None, None, false, 0),
            (Some("https://example.com"), None, true, 0),
            (Some("http://example.com"), None, false, 0),
            (Some("https://example.com"), Some(false), false, 1),
            (Some("http://example.com"), Some(true), true, 1),
            (None, Some(true), true, 0),
        ] {
            let config = with(url, secure);
            assert_eq!(config.has_secure_cookies(), expected, "{url:?} {secure:?}");
            assert_eq!(config.contradictions().len(), warnings, "{url:?} {secure:?}");
        }
        let mut sites = with(Some("https://example.com"), None);
        (sites.site_en, sites.site_pl) = ("http://a.example".parse().ok(), "https://b.example".parse().ok());
        assert!(!sites.has_secure_cookies(), "one of the sites would have no cookies");
        assert_eq!(sites.contradictions().len(), 1);
    }

    #[test]
    fn q7_all_unknown_settings_of_the_file_are_named_at_once() {
        let file = file("mail_form = \"x\"\nzzz = 1");
        let message = Config::read(Some(file.path().into()), no_env).expect_err("refused").to_string();
        assert!(message.contains("`mail_form`; did you mean `mail_from`?"), "{message}");
        assert!(message.contains("no setting `zzz`; see"), "no name is similar: {message}");
    }

    #[test]
    fn q7_every_default_is_written_as_it_is_read() {
        let defaults: BTreeMap<String, String> =
            Config::settings().into_iter().map(|it| (variable(it.name), it.default)).collect();
        assert_eq!(defaults.len(), Config::NAMES.len());
        // Settings without a default are left out; an empty text would be refused for some of them.
        let env = |name: &str| defaults.get(name).filter(|text| !text.is_empty()).cloned();
        let config = Config::read(None, env).expect("every default can be set");
        assert_eq!(format!("{config:?}"), format!("{:?}", Config::default()));
        assert_eq!(defaults["SITEWRIGHT_SESSION_LIFETIME"], "30d");
        assert_eq!(defaults["SITEWRIGHT_PLUGIN_CPU"], "250ms");
        assert_eq!(defaults["SITEWRIGHT_REALTIME_PORT"], "2087");
        assert_eq!(defaults["SITEWRIGHT_MODEL_URL"], "");
    }
}
