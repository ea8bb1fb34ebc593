//! Structured data of pages (schema.org), for search engines and other programs. It says nothing that the page does not.

use super::plans::Offer;
use super::templates::Build;
use super::view::absolute;
use crate::operator::{self, Settings};
use crate::platform::prelude::*;

/// An object of the vocabulary.
pub fn thing(kind: &str, mut fields: Value) -> Value {
    fields["@context"] = "https://schema.org".into();
    fields["@type"] = kind.into();
    fields
}

/// Who runs the site, and the site itself.
pub fn of_home(app: &App, build: &Build, locale: Locale) -> Vec<Value> {
    let settings = operator::settings(app);
    let (name, url) = (settings.name(), app.origin(locale));
    vec![
        thing("Organization", organization(app, &settings, locale)),
        thing("WebSite", json!({ "name": name, "url": url, "inLanguage": locale.tag() })),
        product(app, build, locale, name, &[]),
    ]
}

/// The company, as far as the operator has named it.
pub fn organization(app: &App, settings: &Settings, locale: Locale) -> Value {
    let Settings { company, socials, .. } = settings;
    let logo = operator::logo(app).map_or_else(|| "/favicon.svg".to_owned(), |logo| logo.plain_file());
    let mut all =
        json!({ "name": settings.name(), "url": app.origin(locale), "logo": absolute(app, locale, &logo) });
    let address = company.address.lines().collect::<Vec<_>>().join(", ");
    let texts = [
        ("legalName", &company.name),
        ("address", &address),
        ("vatID", &company.vat_id),
        ("email", &company.email),
        ("telephone", &company.phone),
    ];
    for (field, text) in texts.into_iter().filter(|(_, text)| !text.is_empty()) {
        all[field] = text.as_str().into();
    }
    if !socials.is_empty() {
        all["sameAs"] = socials.iter().map(|social| social.url.as_str()).collect();
    }
    all
}

/// The product with its plans, or a tool of it that costs nothing to try.
pub fn product(app: &App, build: &Build, locale: Locale, name: &str, plans: &[Offer]) -> Value {
    // Without the page of the prices, an offer leads to the home page.
    let page = if operator::settings(app).is_hidden("pricing") { "home" } else { "pricing" };
    let url = absolute(app, locale, build.path(page, locale));
    let offer = |plan: &Offer| json!({ "@type": "Offer", "name": plan.name, "price": plan.amount, "priceCurrency": plan.currency, "url": url });
    let offers: Vec<Value> = plans.iter().map(offer).collect();
    let free = json!([{ "@type": "Offer", "price": "0", "priceCurrency": locale.pick("USD", "PLN") }]);
    thing(
        "SoftwareApplication",
        json!({ "name": name, "applicationCategory": "BusinessApplication", "operatingSystem": "Web",
            "offers": if offers.is_empty() { free } else { offers.into() } }),
    )
}

/// The way from the home page: names and paths, the page itself last.
pub fn breadcrumbs(app: &App, locale: Locale, way: &[(&str, &str)]) -> Value {
    let item = |(place, (name, path)): (usize, &(&str, &str))| json!({ "@type": "ListItem", "position": place + 1, "name": name, "item": absolute(app, locale, path) });
    let items: Vec<Value> = way.iter().enumerate().map(item).collect();
    thing("BreadcrumbList", json!({ "itemListElement": items }))
}
