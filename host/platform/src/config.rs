//! Settings: `SITEWRIGHT_<NAME>` in the environment, over a TOML file named by `SITEWRIGHT_CONFIG`, over the defaults.
//!
//! A new setting is one line of the list in `list.rs`; it is then read, checked and shown by `--help-settings`.

mod list;
mod local_servers;
mod origin;
mod ports;
mod setting;
mod strangers;

use std::fmt::Display;

use anyhow::{Context as _, bail};

use crate::db::Place;
use crate::libraries::*;
use crate::locale::Locale;

pub use list::{Config, SettingInfo};
pub use local_servers::{LocalServer, LocalServers};
pub use origin::Origin;
pub use ports::HostPorts;
pub use setting::{LogFormat, PasswordMemory};
pub use strangers::unknown_variables;

use setting::Setting;

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

    /// The folder of crawls that have not ended.
    pub fn crawls(&self) -> PathBuf {
        self.data.join("crawls")
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
