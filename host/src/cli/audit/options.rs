//! The options of `sitewright audit`.

use super::{FailOn, Format};
use crate::cli::failure::Failure;
use crate::cli::language;
use crate::cli::prelude::*;
use crate::platform::error::Problem;
use crate::sites::audits::offline::{Credentials, MOST_PAGES, Order};
use crate::sites::audits::{RuleSetting, Settings};

/// Bytes of a list of addresses.
const LIST_BYTES: u64 = 32 * 1024 * 1024;

#[derive(Args)]
pub(in crate::cli) struct Audit {
    /// Address at which the crawl starts, such as https://www.example.com; it may be on a private network
    url: String,
    /// Pages at most
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_PAGES)))]
    pages: u32,
    /// Minutes at most
    #[arg(long, default_value_t = 120, value_parser = clap::value_parser!(u32).range(1..=2_880))]
    minutes: u32,
    /// Requests at the same time at most
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=50))]
    concurrency: u32,
    /// Format of the result
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// Print JSON; the same as --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// Write the result to a file, and print a summary
    #[arg(long, short)]
    pub(super) output: Option<PathBuf>,
    /// Exit with 1 if there are findings of this level or above
    #[arg(long, value_enum)]
    pub(super) fail_on: Option<FailOn>,
    /// JSON result of an earlier audit; only findings that are not in it count for --fail-on
    #[arg(long)]
    pub(super) baseline: Option<PathBuf>,
    /// Read the addresses in a file, one per line, and follow no links
    #[arg(long)]
    list: Option<PathBuf>,
    /// Read only addresses whose path matches, such as '/blog/*'; may be repeated
    #[arg(long)]
    include: Vec<String>,
    /// Skip addresses whose path matches, such as '*/print'; may be repeated
    #[arg(long)]
    exclude: Vec<String>,
    /// Turn a rule off by its id, such as sec-http-page; may be repeated
    #[arg(long)]
    off: Vec<String>,
    /// Package with rules of your own, checked besides the built-in ones; may be repeated
    #[arg(long)]
    pub(super) pack: Vec<PathBuf>,
    /// Subdomains belong to the site
    #[arg(long)]
    subdomains: bool,
    /// Do not ask whether linked pages of other sites exist
    #[arg(long)]
    no_external: bool,
    /// Read what robots.txt closes; only for sites of your own
    #[arg(long)]
    ignore_robots: bool,
    /// Header for requests to the site's server, such as 'X-Preview: 1'; may be repeated
    #[arg(long)]
    header: Vec<String>,
    /// Environment variable with such a header, for one that is secret; may be repeated
    #[arg(long)]
    header_from: Vec<String>,
    /// Environment variable with user:password for basic authentication
    #[arg(long)]
    basic_from: Option<String>,
    /// Environment variable with cookies, such as session=…
    #[arg(long)]
    cookie_from: Option<String>,
    /// Language of the texts: en or pl
    #[arg(long, default_value = crate::cli::tongue(), value_parser = language)]
    pub(super) language: Locale,
}

impl Audit {
    pub(super) fn format(&self) -> Format {
        if self.json { Format::Json } else { self.format }
    }

    /// The argument of a field of the settings.
    pub(super) fn option(&self, field: &str) -> String {
        match field {
            "url" => "URL".to_owned(),
            field => format!("--{}", field.split('[').next().unwrap_or(field)),
        }
    }

    /// What to audit.
    pub(super) fn order(&self) -> anyhow::Result<Order> {
        let start = self.start()?;
        let off = RuleSetting { off: true, ..RuleSetting::default() };
        let settings = Settings {
            pages: self.pages,
            minutes: self.minutes,
            concurrency: self.concurrency,
            other_sites: !self.no_external,
            subdomains: self.subdomains,
            robots: !self.ignore_robots,
            include: self.include.clone(),
            exclude: self.exclude.clone(),
            list: self.list.as_deref().map(|file| self.listed(file)).transpose()?.unwrap_or_default(),
            rules: self.off.iter().map(|rule| (rule.clone(), off.clone())).collect(),
            ..Settings::default()
        };
        let credentials = self.credentials(&start)?;
        Ok(Order { start, settings, credentials, packs: BTreeMap::new(), locale: self.language })
    }

    fn start(&self) -> Result<Url, Failure> {
        let typed = self.url.trim();
        let text = if typed.contains("://") { typed.to_owned() } else { format!("https://{typed}") };
        let url = Url::parse(&text).ok().filter(|url| matches!(url.scheme(), "http" | "https"));
        let is_plain = |url: &Url| url.username().is_empty() && url.password().is_none();
        let url = url.filter(|url| url.host_str().is_some() && is_plain(url));
        url.ok_or_else(|| self.misused("url", Text::key("validation.url")))
    }

    /// The addresses of a list; empty lines and those that start with # are skipped.
    fn listed(&self, file: &Path) -> Result<Vec<String>, Failure> {
        let name = file.display().to_string();
        let unread = |why: String| {
            let text = Text::key("cli.input-unread").with("file", name.as_str()).with("why", why);
            text.fail(self.language).misuse()
        };
        let size = fs::metadata(file).map_err(|error| unread(error.to_string()))?.len();
        if size > LIST_BYTES {
            return Err(unread(Text::key("cli.audit-list-size").say(self.language)));
        }
        let text = fs::read_to_string(file).map_err(|error| unread(error.to_string()))?;
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        let lines: Vec<String> = lines.map(str::to_owned).collect();
        if lines.is_empty() {
            return Err(self.misused("list", Text::key("cli.audit-list-empty")));
        }
        Ok(lines)
    }

    fn credentials(&self, start: &Url) -> Result<Option<Credentials>, Failure> {
        let wrong = |option: &str| self.misused(option, Text::key("cli.audit-header"));
        let header = |line: &str, option: &str| {
            let (name, value) = line.split_once(':').ok_or_else(|| wrong(option))?;
            Credentials::header(start, name.trim(), value.trim()).map_err(|_| wrong(option))
        };
        let mut all = Vec::new();
        for line in &self.header {
            all.push(header(line, "header")?);
        }
        for variable in &self.header_from {
            all.push(header(&self.secret("header-from", variable)?, "header-from")?);
        }
        if let Some(variable) = &self.basic_from {
            let pair = self.secret("basic-from", variable)?;
            let text = || Text::key("cli.audit-basic").with("variable", variable.as_str());
            let (user, password) = pair.split_once(':').ok_or_else(|| self.misused("basic-from", text()))?;
            all.push(Credentials::basic(start, user, password).map_err(|_| wrong("basic-from"))?);
        }
        if let Some(variable) = &self.cookie_from {
            let cookies = self.secret("cookie-from", variable)?;
            all.push(Credentials::cookie(start, &cookies).map_err(|_| wrong("cookie-from"))?);
        }
        Ok(all.into_iter().reduce(Credentials::and))
    }

    /// The value of an environment variable.
    fn secret(&self, option: &str, variable: &str) -> Result<String, Failure> {
        let value = std::env::var(variable).ok().filter(|value| !value.trim().is_empty());
        let text = || Text::key("cli.audit-variable").with("variable", variable);
        value.map(|value| value.trim().to_owned()).ok_or_else(|| self.misused(option, text()))
    }

    fn misused(&self, field: &str, text: Text) -> Failure {
        Failure::of(&Problem::invalid_field(field, text), self.language, |field| self.option(field))
    }
}
