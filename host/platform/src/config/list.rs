//! The list of all settings.

use super::setting::{LogFormat, PasswordMemory, Setting as _};
use super::{HostPorts, LocalServers, Origin, Source};
use crate::fetch::{Names, Networks};
use crate::libraries::*;

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
            pub(super) const NAMES: &'static [&'static str] = &[$(stringify!($name)),*];

            /// All settings, in the order of this file.
            pub fn settings() -> Vec<SettingInfo> {
                let defaults = Self::default();
                vec![$(SettingInfo {
                    name: stringify!($name),
                    about: concat!($($doc),+).trim(),
                    default: defaults.$name.write(),
                },)*]
            }

            pub(super) fn take(source: &mut Source) -> anyhow::Result<Self> {
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
    /// Pages per month that site audits may crawl on the free plan, until an administrator edits the plan.
    free_pages: u32 = 500;
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
    /// Private addresses and networks that the server may connect to, and hosts that may have private addresses, such as 10.0.0.0/8 or wiki.example.com for websites in an intranet.
    fetch_private: Networks = Networks::default();
    /// Static host names, which are not looked up in DNS, such as shop.internal=10.0.0.5. Private addresses must also be allowed by `fetch_private`.
    fetch_names: Names = Names::default();
    /// Timeout of a request to a website.
    fetch_timeout: Duration = Duration::from_secs(10);
    /// Minimum pause between two requests to a website. Its robots.txt may require a longer one.
    fetch_pause: Duration = Duration::from_millis(500);
    /// Maximum size of a web page, in bytes.
    fetch_page_bytes: usize = 2 * 1024 * 1024;
    /// Chromium that renders pages of site audits: its DevTools address without TLS, such as http://127.0.0.1:9222. Without it the checks of rendered pages are not measured.
    browser_url: Option<String> = None;
    /// Maximum number of pages that the browser renders at the same time, per process.
    browser_pages: usize = 2;
    /// Whether the server reads the icons of the websites of projects.
    project_icons: bool = true;
    /// Hosts with ports that plugins may call in addition to HTTPS on port 443, such as shop.internal:8080.
    plugin_http_ports: HostPorts = HostPorts::default();
    /// Hosts whose HTTPS addresses plugins reach without TLS at this port, such as shop.test:8080: servers that stand in for a shop in development.
    plugin_http_plain: HostPorts = HostPorts::default();
    /// Whether shops are asked to report changed items to this server. By default if its address begins with https.
    shop_messages: Option<bool> = None;
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
