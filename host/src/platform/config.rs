//! Settings: `SITEWRIGHT_<NAME>` in the environment, over a TOML file named by `SITEWRIGHT_CONFIG`, over the defaults.
//!
//! A new setting is one line of the `settings!` list below; it is then read, checked and shown by `--help-settings`.

mod origin;
mod ports;
mod strangers;

use std::collections::BTreeMap;
use std::fmt::Display;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context as _, bail};

use crate::platform::db::Place;
use crate::platform::fetch::{Names, Networks};
use crate::platform::locale::Locale;

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
    /// Folder of everything that is kept: database, cache of compiled plugins, secret key.
    data: PathBuf = "sitewright-data".into();
    /// Database: postgres://user:password@host/name, or sqlite:path; a file in the data folder where it is empty. DATABASE_URL says the same.
    database_url: Option<String> = None;
    /// The key that signs and seals, 64 hexadecimal digits; made in the data folder where it is empty. Processes that share a database share it.
    secret_key: Option<String> = None;
    /// After how long without a sign of life a process that shares the database is taken for dead, and its work taken up.
    process_silence: Duration = Duration::from_secs(10);
    /// Address to listen on; port 0 takes a free one.
    listen: SocketAddr = SocketAddr::from(([127, 0, 0, 1], 8080));
    /// Address under which people reach the server, for links; made from `listen` where it is empty.
    public_url: Option<String> = None;
    /// Where the English site is, such as https://example.com, if each language has a domain of its own.
    site_en: Option<Origin> = None;
    /// Where the Polish site is, such as https://example.pl.
    site_pl: Option<Origin> = None;
    /// Folder with the front end and the plugins, instead of the built-in ones.
    bundle: Option<PathBuf> = None;
    /// Token with which a program may read `/metrics` (`Authorization: Bearer …`); administrators may without it.
    metrics_token: Option<String> = None;
    /// Whether cookies are sent over HTTPS only; by default where `public_url` begins with https.
    secure_cookies: Option<bool> = None;
    /// Whether the last address of X-Forwarded-For is the client's; only behind a proxy that sets it.
    trust_forwarded: bool = false;
    /// How long somebody stays signed in after the last visit.
    session_lifetime: Duration = Duration::from_secs(30 * 24 * 3600);
    /// How long a one-time link can be used.
    link_lifetime: Duration = Duration::from_secs(24 * 3600);
    /// Passwords that are hashed at the same time; each takes 19 MiB and a core.
    password_hashes: usize = 2;
    /// Wrong passwords allowed for one account from one address in `login_window`.
    login_failures: u32 = 5;
    /// Wrong passwords allowed from one address, whatever the accounts, in `login_window`.
    login_failures_per_address: u32 = 50;
    /// The time in which wrong passwords are counted.
    login_window: Duration = Duration::from_secs(60);
    /// Counters that are kept for each kind of limit, such as wrong passwords by address; one takes about 100 bytes.
    rate_counters: usize = 20_000;
    /// Requests that may come with one key in a minute.
    key_requests_per_minute: u32 = 120;
    /// Packages that one publisher may send in a minute; checking one runs it.
    publisher_uploads_per_minute: u32 = 20;
    /// Memory that hashing a password takes, in KiB: more is safer and slower.
    password_memory: PasswordMemory = PasswordMemory(PasswordMemory::LEAST);
    /// Accounts that may be made from one address in an hour.
    registrations_per_address: u32 = 100;
    /// Whether anybody may make an account; otherwise only administrators and the command line make them.
    registration_open: bool = true;
    /// Whether people must prove their email address before they work; by default where mail can be sent.
    verify_email: Option<bool> = None;
    /// How long the link that proves an email address can be used.
    verify_lifetime: Duration = Duration::from_secs(24 * 3600);
    /// How long the link to a new password can be used.
    reset_lifetime: Duration = Duration::from_secs(60 * 60);
    /// Mail server, such as smtps://user:password@mail.example.com; without it mails stay in the outbox, where administrators read them.
    smtp_url: Option<String> = None;
    /// Who mails come from.
    mail_from: String = "Sitewright <no-reply@localhost>".to_owned();
    /// How long a mail server may take to answer.
    smtp_timeout: Duration = Duration::from_secs(30);
    /// Pause before a mail is tried a second time; it doubles with each further one.
    mail_retry: Duration = Duration::from_secs(30);
    /// Client of Google sign-in; its button is shown where both this and the secret are set.
    google_client_id: Option<String> = None;
    /// Secret of that client.
    google_client_secret: Option<String> = None;
    /// Where Google asks people.
    google_auth_url: String = "https://accounts.google.com/o/oauth2/v2/auth".to_owned();
    /// Where Google exchanges codes.
    google_token_url: String = "https://oauth2.googleapis.com/token".to_owned();
    /// Where Google says who somebody is.
    google_userinfo_url: String = "https://openidconnect.googleapis.com/v1/userinfo".to_owned();
    /// Largest picture of a person, in bytes.
    avatar_bytes: usize = 512 * 1024;
    /// Largest body of a request, in bytes.
    body_bytes: usize = 1024 * 1024;
    /// Connections of clients that are open at the same time; three quarters of the open files that the system allows where it is empty.
    connections: Option<usize> = None;
    /// Connections from one address (of IPv6: from one /64 network) that are open at the same time. With `trust_forwarded` the proxy limits them instead.
    connections_per_address: usize = 512;
    /// How long a client may take to send the head of a request.
    header_timeout: Duration = Duration::from_secs(15);
    /// How long a connection may wait for the next request.
    idle_timeout: Duration = Duration::from_secs(75);
    /// How long a client may take nothing of what is sent to it.
    write_timeout: Duration = Duration::from_secs(30);
    /// Event streams of one account that are open at the same time.
    streams_per_account: usize = 50;
    /// Event streams from one address that are open at the same time, whatever the accounts.
    streams_per_address: usize = 200;
    /// How long a client may take to send a body.
    body_timeout: Duration = Duration::from_secs(30);
    /// Words of a month of the free plan, until an administrator edits the plan.
    free_words: u32 = 10_000;
    /// What is logged: a level or a filter such as `info,sitewright=debug`.
    log: String = "info".to_owned();
    /// `text` or `json`.
    log_format: LogFormat = LogFormat::Text;
    /// How long running requests and runs may take to end when the server is stopped.
    stop_timeout: Duration = Duration::from_secs(10);
    /// Address of an OpenAI-compatible API, such as http://127.0.0.1:11434/v1; without it plugins answer with their drafts.
    model_url: Option<String> = None;
    /// Key of the model's API.
    model_key: Option<String> = None;
    /// Name of the model.
    model_name: String = "gpt-4o-mini".to_owned();
    /// How long a model may be silent before the call is given up.
    model_timeout: Duration = Duration::from_secs(60);
    /// Times a model call is tried again after 429 or 5xx.
    model_retries: u32 = 3;
    /// Model calls of one account in a day that are not charged although the model was asked: failed runs, answers that are no use.
    free_model_calls: u32 = 100;
    /// Runs of one account that run at the same time.
    runs_per_account: usize = 8;
    /// Rows of one account's bulk jobs that run at the same time; fewer than runs, so that people need not wait for tables.
    bulk_per_account: usize = 4;
    /// Runs of one account that may wait.
    queue_per_account: usize = 200;
    /// Runs of all accounts that may wait.
    queue_total: usize = 20_000;
    /// Threads on which plugins compute, apart from those that answer requests.
    guest_threads: usize = 2;
    /// Most plugin instances at a time; derived from the kernel's limits where it is empty.
    max_instances: Option<u32> = None;
    /// Memory of one plugin instance, in bytes.
    plugin_memory_bytes: usize = 64 * 1024 * 1024;
    /// Computing time of one run of a plugin; waiting does not count.
    plugin_cpu: Duration = Duration::from_millis(250);
    /// Time of one run of a plugin, waiting included.
    plugin_wall: Duration = Duration::from_secs(120);
    /// Bytes that a plugin may hand to the host in one call.
    plugin_host_call_bytes: usize = 2 * 1024 * 1024;
    /// Calls of one run of a plugin to the host.
    plugin_host_calls: u64 = 10_000;
    /// Largest result of a plugin, in bytes.
    plugin_output_bytes: usize = 1024 * 1024;
    /// Handles that a plugin may hold at the same time.
    plugin_handles: usize = 1_000;
    /// Whether plugins are installed that nobody signed, or nobody known; only for a machine on which plugins are written.
    plugin_development: bool = false;
    /// Inputs of one account that break a plugin down within `quarantine_window` and close it for that account; 0 never closes anything.
    quarantine_traps: usize = 5;
    /// Accounts that a plugin breaks down for within `quarantine_window` and that close it for everybody.
    quarantine_accounts: usize = 3;
    /// The time in which breakdowns are counted.
    quarantine_window: Duration = Duration::from_secs(60);
    /// How long a plugin is closed before one run is let through to try it; the pause doubles each time that it fails.
    quarantine_pause: Duration = Duration::from_secs(60);
    /// Addresses and networks that may be called although they are not public, such as 10.0.0.0/8, to read websites of an intranet.
    fetch_private: Networks = Networks::default();
    /// Addresses of names that are not asked of DNS, such as shop.internal=10.0.0.5; `fetch_private` must allow those that are not public.
    fetch_names: Names = Names::default();
    /// How long a website may take to answer a request.
    fetch_timeout: Duration = Duration::from_secs(10);
    /// Pause between two requests to a website; its robots.txt may ask for more.
    fetch_pause: Duration = Duration::from_millis(500);
    /// Largest page of a website that is read, in bytes.
    fetch_page_bytes: usize = 2 * 1024 * 1024;
    /// Hosts with ports that plugins may call although it is not HTTPS on port 443, such as shop.internal:8080.
    plugin_http_ports: HostPorts = HostPorts::default();
    /// How long a request of a plugin may take, with its redirects and the whole answer.
    plugin_http_timeout: Duration = Duration::from_secs(30);
    /// Requests that a run of a plugin may send.
    plugin_http_calls: u32 = 100;
    /// Web pages that a run of a plugin may read.
    plugin_web_calls: u32 = 50;
    /// Questions to the search provider in a run of a plugin; each costs money.
    plugin_search_calls: u32 = 20;
    /// Calls of a run of a plugin to what it keeps.
    plugin_store_calls: u32 = 2_000;
    /// Bytes that a run of a plugin may send and receive in all these calls together.
    plugin_outside_bytes: usize = 16 * 1024 * 1024;
    /// Bytes that a plugin may keep for one project.
    plugin_store_bytes: usize = 1024 * 1024;
    /// Keys that a plugin may keep for one project.
    plugin_store_keys: u32 = 1_000;
    /// Login of DataForSEO, for tools that ask search engines; without it their questions are not answered.
    dataforseo_login: Option<String> = None;
    /// Password of that login.
    dataforseo_password: Option<String> = None;
    /// Address of DataForSEO.
    dataforseo_url: String = "https://api.dataforseo.com/v3".to_owned();
    /// How long the search provider may take to answer.
    search_timeout: Duration = Duration::from_secs(60);
    /// Whether open pages are told what happens as it happens; without it they ask from time to time.
    realtime: bool = true;
    /// Port on which the socket is served beside `listen`, where it is served too; empty for no port of its own.
    realtime_port: Option<u16> = Some(2087);
    /// Address under which browsers reach the socket, such as wss://ws.example.com:2087; found out where it is empty.
    realtime_url: Option<String> = None;
    /// Name of the application in signed calls, as in `/apps/sitewright/events`.
    realtime_app: String = "sitewright".to_owned();
    /// Public key of the application; made from the secret key where it is empty.
    realtime_key: Option<String> = None;
    /// Secret that signs channels and calls; made from the secret key where it is empty.
    realtime_secret: Option<String> = None;
    /// Sockets that are open at the same time.
    realtime_connections: usize = 10_000;
    /// Sockets of one account that are open at the same time.
    realtime_connections_per_account: usize = 50;
    /// Sockets of one address that are open at the same time without having shown a permit.
    realtime_connections_per_address: usize = 100;
    /// Sockets that one address may open in a minute.
    realtime_handshakes_per_address: u32 = 600;
    /// How long a socket may stay open that shows no permit and listens to nothing.
    realtime_sign_in_timeout: Duration = Duration::from_secs(30);
    /// Channels that one socket may listen to.
    realtime_channels: usize = 100;
    /// Events that one socket may send to others in a second.
    realtime_client_events: u32 = 10;
    /// Largest data of an event, in bytes.
    realtime_message_bytes: usize = 10 * 1024;
    /// How long a socket may be silent before it is asked whether it is still there.
    realtime_activity_timeout: Duration = Duration::from_secs(120);
    /// How long it may take to answer that.
    realtime_pong_timeout: Duration = Duration::from_secs(30);
    /// Redis that carries events between several servers, such as redis://127.0.0.1:6379; not needed for one.
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

    /// Settings that contradict each other: the server works, but perhaps not as expected.
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
                "SITEWRIGHT_SECURE_COOKIES=true, but SITEWRIGHT_PUBLIC_URL begins with http: browsers send no cookies there, and nobody can sign in",
            ),
            (
                sites.contains(&is_plain) && self.public_url.is_some(),
                "SITEWRIGHT_PUBLIC_URL and the sites of the languages do not agree on https",
            ),
            (
                self.site_en.is_some() != self.site_pl.is_some(),
                "only one of SITEWRIGHT_SITE_EN and SITEWRIGHT_SITE_PL is set: it has no effect without the other",
            ),
        ]
        .into_iter()
        .filter_map(|(holds, said)| holds.then_some(said))
        .collect()
    }

    /// Whether users must verify their address before they work.
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
    fn the_environment_wins_over_the_file_and_the_file_over_the_default() {
        let file = file("listen = \"0.0.0.0:1\"\nfree_words = 5_000\nmodel_timeout = \"2m\"");
        let env = |name: &str| (name == "SITEWRIGHT_LISTEN").then(|| "127.0.0.1:2".to_owned());
        let config = Config::read(Some(file.path().into()), env).expect("settings");
        assert_eq!(config.listen.port(), 2);
        assert_eq!(config.free_words, 5_000);
        assert_eq!(config.model_timeout, Duration::from_secs(120));
        assert_eq!(config.runs_per_account, 8);
    }

    #[test]
    fn a_wrong_value_is_named_and_not_repeated() {
        let env = |name: &str| (name == "SITEWRIGHT_LISTEN").then(|| "s3cret".to_owned());
        let message = Config::read(None, env).expect_err("refused").to_string();
        assert_eq!(message, "SITEWRIGHT_LISTEN must be an address with a port, such as 127.0.0.1:8080");
    }

    #[test]
    fn links_begin_with_an_address() {
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
    fn w6_cookies_follow_the_address_and_contradictions_are_told() {
        let with = |url: Option<&str>, secure| Config {
            public_url: url.map(str::to_owned),
            secure_cookies: secure,
            ..Config::default()
        };
        for (url, secure, expected, told) in [
            (None, None, false, 0),
            (Some("https://example.com"), None, true, 0),
            (Some("http://example.com"), None, false, 0),
            (Some("https://example.com"), Some(false), false, 1),
            (Some("http://example.com"), Some(true), true, 1),
            (None, Some(true), true, 0),
        ] {
            let config = with(url, secure);
            assert_eq!(config.has_secure_cookies(), expected, "{url:?} {secure:?}");
            assert_eq!(config.contradictions().len(), told, "{url:?} {secure:?}");
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
        assert!(message.contains("no setting `zzz`; see"), "nothing is like it: {message}");
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
