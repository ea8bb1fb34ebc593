//! The templates of the legal texts, filled with the company, the connected providers and the real periods.

use minijinja::{Environment, UndefinedBehavior, context};

use super::Legal;
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
        mail => app.config.smtp_url.as_deref().and_then(host),
        google => app.config.google_client_id.is_some() && app.config.google_client_secret.is_some(),
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
