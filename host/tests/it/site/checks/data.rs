//! Structured data: the types that the site emits, with what search engines require and recommend of each.

use super::crawl::{Page, text_of};
use super::{Found, OfPage, found_if};
use crate::prelude::*;

pub const CHECKS: &[(&str, OfPage)] = &[
    ("sd-missing", |page| found_if(page.data().is_empty(), "no structured data")),
    ("sd-json-invalid", |page| found_if(page.data().iter().any(Value::is_null), "no JSON")),
    ("sd-unknown-type", |page| {
        let wrong = |thing: &Value| {
            rules(kind(thing)).is_none() || thing.get("@context").is_some_and(|of| of != "https://schema.org")
        };
        let mut found: Found =
            things(page).into_iter().filter(wrong).map(|thing| thing.to_string()).collect();
        for thing in things(page) {
            let known = rules(kind(&thing))
                .map(|(required, better)| [required, better, &["@type", "@context"]].concat());
            let names = thing.as_object().into_iter().flatten().map(|(name, _)| name.clone());
            found.extend(
                names.filter(|name| known.as_ref().is_some_and(|known| !known.contains(&name.as_str()))),
            );
        }
        found
    }),
    ("sd-required-missing", |page| lacking(page, |(required, _)| required)),
    ("sd-recommended-missing", |page| {
        lacking(page, |(_, better)| better.split(|name| *name == "…").next().unwrap_or_default())
    }),
    ("sd-product-offer-missing", |page| {
        things(page)
            .iter()
            .filter(|thing| kind(thing) == "Product" && thing["offers"].is_null())
            .map(Value::to_string)
            .collect()
    }),
    ("sd-product-gtin-missing", |page| {
        things(page).iter().filter(|thing| kind(thing) == "Product").map(Value::to_string).collect()
    }),
    ("sd-merchant-policy-missing", |page| {
        // Offers of software need no shipping; a product would.
        things(page).iter().filter(|thing| kind(thing) == "Product").map(Value::to_string).collect()
    }),
    ("sd-price-mismatch", |page| {
        let shown: String = page.all("body").into_iter().map(text_of).collect();
        let digits: String = shown.chars().filter(|c| !c.is_whitespace()).collect();
        let offers = things(page).into_iter().filter(|thing| kind(thing) == "Offer");
        let prices = offers.filter_map(|offer| Some(offer["price"].as_str()?.to_owned()));
        // A price of nothing is shown as a word.
        prices.filter(|price| price != "0" && !digits.contains(price.trim_end_matches(".00"))).collect()
    }),
    ("sd-breadcrumb-missing", |page| {
        let depth = page.path.trim_start_matches("/pl/").split('/').filter(|part| !part.is_empty()).count();
        let has = things(page).iter().any(|thing| kind(thing) == "BreadcrumbList");
        found_if(depth >= 2 && !has, "no breadcrumbs")
    }),
    ("sd-organization-missing", |page| {
        let has = things(page).iter().any(|thing| kind(thing) == "Organization");
        found_if(["/", "/pl"].contains(&page.path) && !has, "no organization")
    }),
    ("sd-article-missing", |page| {
        let is_post = page.path.contains("/blog/post/");
        found_if(is_post && !things(page).iter().any(|thing| kind(thing) == "BlogPosting"), "no article")
    }),
    ("sd-rating-out-of-range", |page| {
        things(page).iter().filter(|thing| kind(thing) == "AggregateRating").map(Value::to_string).collect()
    }),
    ("sd-url-mismatch", |page| {
        let own = things(page).into_iter().filter(|thing| kind(thing) == "BlogPosting");
        own.filter_map(|thing| thing["mainEntityOfPage"].as_str().map(str::to_owned))
            .filter(|url| *url != page.canonical())
            .collect()
    }),
    ("content-stale", |page| {
        let months = Timestamp::now().plus_ms(-548 * 24 * 3_600_000);
        let posts = things(page).into_iter().filter(|thing| kind(thing) == "BlogPosting");
        let dates = posts.filter_map(|post| post["dateModified"].as_str().map(str::to_owned));
        dates.filter(|date| *date < months.rfc3339()).collect()
    }),
    ("content-no-author", |page| {
        let posts = things(page).into_iter().filter(|thing| kind(thing) == "BlogPosting");
        posts
            .filter(|post| post["author"]["name"].as_str().is_none_or(str::is_empty))
            .map(|post| post.to_string())
            .collect()
    }),
];

/// What a type has to have, and what it should have; names after `…` are possible as well.
type Rule = (&'static [&'static str], &'static [&'static str]);

fn rules(kind: &str) -> Option<Rule> {
    Some(match kind {
        "Organization" => (
            &["name", "url", "logo"],
            &["…", "legalName", "address", "vatID", "email", "telephone", "sameAs", "description"],
        ),
        "PostalAddress" => (&["streetAddress"], &["…", "addressLocality", "postalCode", "addressCountry"]),
        "WebSite" => (&["name", "url"], &["inLanguage", "…", "publisher"]),
        "SoftwareApplication" => (
            &["name", "offers"],
            &["applicationCategory", "operatingSystem", "…", "url", "description", "image"],
        ),
        "Offer" => (&["price"], &["priceCurrency", "…", "name", "url"]),
        "BreadcrumbList" => (&["itemListElement"], &[]),
        "ListItem" => (&["position", "name", "item"], &[]),
        "BlogPosting" => (
            &["headline"],
            &[
                "image",
                "datePublished",
                "dateModified",
                "author",
                "…",
                "description",
                "mainEntityOfPage",
                "publisher",
                "inLanguage",
                "keywords",
                "wordCount",
                "articleSection",
                "url",
            ],
        ),
        "Person" => (&["name"], &["url", "…", "image", "description"]),
        "ImageObject" => (&["url"], &["…", "width", "height"]),
        _ => return None,
    })
}

fn kind(thing: &Value) -> &str {
    thing["@type"].as_str().unwrap_or_default()
}

/// Every typed object of a page, with those inside others.
fn things(page: &Page) -> Vec<Value> {
    fn collect(value: &Value, found: &mut Vec<Value>) {
        match value {
            Value::Array(all) => all.iter().for_each(|one| collect(one, found)),
            Value::Object(fields) => {
                if fields.contains_key("@type") {
                    found.push(value.clone());
                }
                fields.values().for_each(|one| collect(one, found));
            }
            _ => {}
        }
    }
    let mut found = Vec::new();
    page.data().iter().for_each(|block| collect(block, &mut found));
    found
}

fn lacking(page: &Page, names: fn(Rule) -> &'static [&'static str]) -> Found {
    let mut found = Found::new();
    for thing in things(page) {
        let expected = rules(kind(&thing)).map(names).unwrap_or_default();
        let missing = expected.iter().filter(|name| thing[**name].is_null());
        found.extend(missing.map(|name| format!("{} without {name}", kind(&thing))));
    }
    found
}
