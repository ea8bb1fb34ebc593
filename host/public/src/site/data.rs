//! Structured data of pages (schema.org), for search engines and other programs. It says nothing that the page does not.

use super::plans::Offer;
use super::templates::Build;
use super::view::{absolute, origin};
use crate::platform::prelude::*;

const NAME: &str = "Sitewright";

/// An object of the vocabulary.
fn thing(kind: &str, mut fields: Value) -> Value {
    fields["@context"] = "https://schema.org".into();
    fields["@type"] = kind.into();
    fields
}

/// Who runs the site, and the site itself.
pub fn of_home(app: &App, build: &Build, locale: Locale, plans: &[Offer]) -> Vec<Value> {
    let url = origin(app, locale);
    let logo = absolute(app, locale, "/favicon.svg");
    vec![
        thing("Organization", json!({ "name": NAME, "url": url, "logo": logo })),
        thing("WebSite", json!({ "name": NAME, "url": url, "inLanguage": locale.tag() })),
        product(app, build, locale, NAME, plans),
    ]
}

/// The product with its plans, or a tool of it that costs nothing to try.
pub fn product(app: &App, build: &Build, locale: Locale, name: &str, plans: &[Offer]) -> Value {
    let offers: Vec<Value> = plans
        .iter()
        .map(|plan| {
            json!({ "@type": "Offer", "name": plan.name, "price": plan.amount, "priceCurrency": plan.currency,
                "url": absolute(app, locale, build.path("pricing", locale)) })
        })
        .collect();
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
