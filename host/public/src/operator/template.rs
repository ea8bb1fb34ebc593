//! The templates of the legal texts, filled with the company, the connected providers and the real periods.

use minijinja::{Environment, UndefinedBehavior, context};

use super::versions::{self, Legal, Version};
use crate::catalogue::models::Models;
use crate::catalogue::tools::Tools;
use crate::messages::{mail, notifications};
use crate::people::accounts;
use crate::platform::prelude::*;
use crate::work::recordings;
use crate::workspace::documents;
use crate::{operator, visits};

/// Days of the cookie with the referring partner.
const AFFILIATE_DAYS: i64 = 30;

fn source(kind: Legal, locale: Locale) -> &'static str {
    match kind {
        Legal::Terms => {
            locale.pick(include_str!("templates/terms.en.md"), include_str!("templates/terms.pl.md"))
        }
        Legal::Privacy => {
            locale.pick(include_str!("templates/privacy.en.md"), include_str!("templates/privacy.pl.md"))
        }
        Legal::Cookies => {
            locale.pick(include_str!("templates/cookies.en.md"), include_str!("templates/cookies.pl.md"))
        }
    }
}

/// The Markdown of a version of a text; of the template without one. A former template keeps what it said.
pub async fn markdown(
    app: &App,
    conn: &mut Conn,
    (kind, language): (Legal, Locale),
    version: Option<&Version>,
    versions: &[Version],
) -> Result<String> {
    match version {
        Some(version) if !version.is_template || versions::is_former(version, versions) => {
            versions::text(conn, version).await
        }
        _ => template(app, kind, language).await,
    }
}

/// The text of the product, as Markdown.
pub async fn template(app: &App, kind: Legal, locale: Locale) -> Result<String> {
    let settings = operator::settings(app);
    let page = |name: &str| match settings.is_hidden(name) {
        true => String::new(),
        false => app.bundle.address(name, locale).unwrap_or_default(),
    };
    let company = &settings.company;
    let address = company.address.lines().map(str::trim).collect::<Vec<_>>().join(", ");
    let session = app.config.session_lifetime.as_secs().div_ceil(24 * 3600);
    let values = context! {
        name => settings.name(),
        origin => app.origin(locale),
        known => company.is_known(),
        company => context! { address, ..minijinja::Value::from_serialize(company) },
        pages => context! {
            contact => page("contact"),
            pricing => page("pricing"),
            privacy => page("privacy"),
            cookies => page("cookies"),
        },
        models => app.part::<Models>().providers(),
        mail => mail_server(app),
        google => accounts::signs_in_with_google(&app.config),
        shops => shops(app, locale).await,
        scripts => host(&settings.analytics.script).into_iter().collect::<Vec<_>>(),
        pixel => !settings.pixel.id.is_empty(),
        days => context! {
            session,
            unverified => accounts::UNVERIFIED_DAYS,
            trash => documents::TRASH_DAYS,
            recordings => recordings::KEPT_DAYS,
            mail => mail::KEPT_DAYS,
            notifications => notifications::KEPT_DAYS,
            visits => visits::KEPT_DAYS,
            affiliate => AFFILIATE_DAYS,
        },
    };
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.render_str(source(kind, locale), values).map_err(Problem::internal)
}

fn mail_server(app: &App) -> Option<String> {
    app.config.smtp_url.as_deref().and_then(host)
}

/// The connected services that a text should name and does not: those that measure, and in the privacy policy all that
/// receive data.
pub fn unnamed(app: &App, kind: Legal, text: &str) -> Vec<String> {
    let mut services = Vec::new();
    if kind != Legal::Terms {
        services.extend(operator::settings(app).measurers());
    }
    if kind == Legal::Privacy {
        services.extend(app.part::<Models>().providers());
        services.extend(mail_server(app));
        services.extend(accounts::signs_in_with_google(&app.config).then(|| "Google".to_owned()));
    }
    let text = text.to_lowercase();
    services.retain(|service| !is_named(&service.to_lowercase(), &text));
    services
}

/// The name of Meta, in Polish also inflected, and that of its network.
const META: [&str; 7] = ["meta", "mety", "mecie", "metę", "metą", "facebook", "facebooka"];

/// Whether a text contains the name of a service. That of a host is that of its domain, such as `plausible`.
fn is_named(service: &str, text: &str) -> bool {
    let mut words = text.split(|sign: char| !sign.is_alphanumeric());
    let name = service.rsplit('.').nth(1).unwrap_or(service);
    match service {
        "meta" => words.any(|word| META.contains(&word)),
        _ if name.len() > 3 => words.any(|word| word.starts_with(name)),
        _ => text.contains(service),
    }
}

/// The host of an address; `None` for this machine, which is no recipient of data.
fn host(url: &str) -> Option<String> {
    let url = Url::parse(url).ok()?;
    let host = url.host_str()?.to_owned();
    let is_local = host == "localhost" || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback());
    (!is_local).then_some(host)
}

/// The names of the shop systems that users can connect.
async fn shops(app: &App, locale: Locale) -> Vec<String> {
    let mut names = Vec::new();
    for tool in app.part::<Tools>().list(locale) {
        if tool.is_shop().await {
            names.push(tool.text(locale).name.clone());
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_service_is_named_by_its_host_or_the_name_of_its_domain() {
        for (service, text) in [
            ("plausible.io", "visits are counted by plausible analytics"),
            ("api.openai.com", "modele dostarcza openai"),
            ("stats.example", "a script from stats.example"),
            ("10.0.0.5", "the model at 10.0.0.5"),
            ("meta", "korzystamy z narzędzi mety"),
            ("google", "konto google'a"),
        ] {
            assert!(is_named(service, text), "{service}");
        }
        for (service, text) in
            [("plausible.io", "plaus"), ("meta", "metadata of pages"), ("10.0.0.5", "10 days, 0 cookies")]
        {
            assert!(!is_named(service, text), "{service}");
        }
    }
}
