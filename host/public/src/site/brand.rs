//! What the operator's settings put on every page.

use crate::operator::{self, LinkPlace, Settings, Social};
use crate::pictures;
use crate::platform::http::Measured;
use crate::platform::prelude::*;

/// The origins that the pixel of Meta needs besides its script.
const PIXEL: [&str; 2] = ["https://connect.facebook.net", "https://www.facebook.com"];

/// The operator as the layout of a page shows it.
#[derive(Serialize)]
pub struct Brand {
    pub name: String,
    /// Whether the name is the operator's, so that the sign of the product is not shown beside it.
    is_own: bool,
    /// The logo as HTML; empty without one.
    logo: String,
    /// The icon of the pages: the logo if it is about as wide as high; empty for that of the product.
    icon: String,
    /// Rules for the accent colour; empty without one.
    style: String,
    company: String,
    address: Vec<String>,
    vat_id: String,
    email: String,
    socials: Vec<Social>,
    resources: Vec<Further>,
    pages: Vec<Further>,
    footer: Vec<Further>,
    /// Names of pages that do not exist on this site.
    hidden: Vec<String>,
    /// What the browser loads after consent, as JSON; empty without anything.
    pub measuring: String,
    /// Who measures, such as "plausible.io, Meta".
    measurers: String,
}

/// A link of the operator.
#[derive(Serialize)]
struct Further {
    title: String,
    url: String,
}

impl Brand {
    pub fn of(app: &App, locale: Locale) -> Self {
        let (settings, logo) = (operator::settings(app), operator::logo(app));
        let Settings { company, brand, socials, hidden, .. } = &*settings;
        let name = settings.name().to_owned();
        let (resources, pages, footer) = (
            links(&settings, LinkPlace::Resources, locale),
            links(&settings, LinkPlace::Company, locale),
            links(&settings, LinkPlace::Footer, locale),
        );
        Self {
            is_own: !brand.name.is_empty() || logo.is_some(),
            icon: logo.as_ref().and_then(|logo| logo.icon()).unwrap_or_default(),
            // The name beside it says what it is.
            logo: logo.map(|logo| pictures::html(&logo, "", "10rem", true)).unwrap_or_default(),
            style: brand.colour.as_deref().map(operator::accent).unwrap_or_default(),
            company: company.name.clone(),
            address: company.address.lines().map(str::to_owned).collect(),
            vat_id: company.vat_id.clone(),
            email: company.email.clone(),
            socials: socials.clone(),
            hidden: hidden.clone(),
            measuring: measuring(&settings),
            measurers: settings.measurers().join(", "),
            name,
            resources,
            pages,
            footer,
        }
    }
}

fn links(settings: &Settings, place: LinkPlace, locale: Locale) -> Vec<Further> {
    let here = settings.links.iter().filter(|link| link.place == place);
    let of = here.map(|link| link.of(locale));
    of.map(|(title, url)| Further { title: title.to_owned(), url: url.to_owned() }).collect()
}

/// The script and the pixel, for the script of the site.
fn measuring(settings: &Settings) -> String {
    if !settings.measures() {
        return String::new();
    }
    let Settings { analytics, pixel, .. } = settings;
    json!({ "script": analytics.script, "attributes": analytics.attributes, "pixel": pixel.id }).to_string()
}

/// A response of the site, whose page may load what the settings name.
pub fn allowing(app: &App, mut response: Response) -> Response {
    let settings = operator::settings(app);
    let script = Url::parse(&settings.analytics.script).ok().map(|url| url.origin().ascii_serialization());
    let pixel = PIXEL.iter().filter(|_| !settings.pixel.id.is_empty()).map(|origin| (*origin).to_owned());
    let origins: Vec<String> = script.into_iter().chain(pixel).collect();
    if !origins.is_empty() {
        response.extensions_mut().insert(Measured(origins));
    }
    response
}
