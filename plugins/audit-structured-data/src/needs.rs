//! What search engines need of an item to show it in a special display, by Google's documentation.

use sitewright_sdk::json::Value;
use sitewright_sdk::rules::structured::{blocks, each_item, each_top, has, is_of, types, values};
use sitewright_sdk::rules::{Page, Report, Settings};

use super::vocabulary::is_in_family;

/// The needs of a type. "a|b" means one of both.
struct Needs {
    name: &'static str,
    /// The letter of a family whose types have the same needs.
    family: char,
    required: &'static [&'static str],
    recommended: &'static [&'static str],
    /// Items in it: the property, the type, what that needs.
    inner: &'static [Inner],
}

type Inner = (&'static str, &'static str, &'static [&'static str]);

const NONE: char = ' ';
const RATING: Inner = ("aggregateRating", "AggregateRating", &["ratingValue", "ratingCount|reviewCount"]);
const REVIEW: Inner = ("review", "Review", &["author", "reviewRating"]);

const NEEDS: &[Needs] = &[
    Needs {
        name: "Product",
        family: NONE,
        required: &["name"],
        recommended: &["image", "description", "brand"],
        inner: &[
            ("offers", "Offer", &["price|priceSpecification"]),
            ("offers", "AggregateOffer", &["lowPrice", "priceCurrency"]),
            RATING,
            REVIEW,
        ],
    },
    Needs {
        name: "Article",
        family: 'a',
        required: &[],
        recommended: &["headline", "image", "datePublished", "dateModified", "author"],
        inner: &[],
    },
    Needs {
        name: "Event",
        family: 'e',
        required: &["name", "startDate", "location"],
        recommended: &["description", "endDate", "image", "offers", "organizer", "eventStatus"],
        inner: &[],
    },
    Needs {
        name: "LocalBusiness",
        family: 'l',
        required: &["name", "address"],
        recommended: &["telephone", "url", "openingHours|openingHoursSpecification", "geo"],
        inner: &[RATING, REVIEW],
    },
    Needs {
        name: "BreadcrumbList",
        family: NONE,
        required: &["itemListElement"],
        recommended: &[],
        inner: &[("itemListElement", "ListItem", &["position", "name|item"])],
    },
    Needs {
        name: "FAQPage",
        family: NONE,
        required: &["mainEntity"],
        recommended: &[],
        inner: &[("mainEntity", "Question", &["name", "acceptedAnswer"])],
    },
    Needs {
        name: "QAPage",
        family: NONE,
        required: &["mainEntity"],
        recommended: &[],
        inner: &[("mainEntity", "Question", &["name", "answerCount", "acceptedAnswer|suggestedAnswer"])],
    },
    Needs {
        name: "JobPosting",
        family: NONE,
        required: &[
            "title",
            "description",
            "datePosted",
            "hiringOrganization",
            "jobLocation|applicantLocationRequirements",
        ],
        recommended: &["baseSalary", "employmentType", "validThrough", "identifier"],
        inner: &[],
    },
    Needs {
        name: "Recipe",
        family: NONE,
        required: &["name", "image"],
        recommended: &[
            "author",
            "description",
            "recipeIngredient",
            "recipeInstructions",
            "totalTime|cookTime",
            "recipeYield",
        ],
        inner: &[RATING],
    },
    Needs {
        name: "VideoObject",
        family: NONE,
        required: &["name", "thumbnailUrl", "uploadDate"],
        recommended: &["description", "duration", "contentUrl|embedUrl"],
        inner: &[],
    },
    Needs {
        name: "Course",
        family: NONE,
        required: &["name", "description"],
        recommended: &["provider", "offers"],
        inner: &[],
    },
    Needs {
        name: "SoftwareApplication",
        family: NONE,
        required: &["name", "offers", "aggregateRating|review"],
        recommended: &["applicationCategory", "operatingSystem"],
        inner: &[RATING, REVIEW],
    },
    Needs {
        name: "Movie",
        family: NONE,
        required: &["name", "image"],
        recommended: &["director", "dateCreated", "aggregateRating|review"],
        inner: &[RATING, REVIEW],
    },
    Needs {
        name: "Dataset",
        family: NONE,
        required: &["name", "description"],
        recommended: &["creator", "license", "distribution"],
        inner: &[],
    },
    Needs {
        name: "Review",
        family: NONE,
        required: &["author", "itemReviewed", "reviewRating"],
        recommended: &["datePublished"],
        inner: &[],
    },
    Needs {
        name: "AggregateRating",
        family: NONE,
        required: &["itemReviewed", "ratingValue", "ratingCount|reviewCount"],
        recommended: &[],
        inner: &[],
    },
    Needs {
        name: "ProfilePage",
        family: NONE,
        required: &["mainEntity"],
        recommended: &["dateModified"],
        inner: &[],
    },
];

/// The needs of an item; `None` for a type without a special display, and for a mere reference to an item.
fn needs_of(item: &Value) -> Option<&'static Needs> {
    if item.members().iter().all(|(name, _)| name.starts_with('@')) {
        return None;
    }
    types(item).find_map(|name| {
        let is = |needs: &&Needs| needs.name == name || is_in_family(name, needs.family);
        NEEDS.iter().find(is)
    })
}

fn missing(item: &Value, properties: &[&'static str]) -> Vec<&'static str> {
    let lacks = |names: &&str| !names.split('|').any(|name| has(item, name));
    properties.iter().copied().filter(lacks).collect()
}

/// The type of the first incomplete item and what it lacks, of an item and those in it.
fn incomplete<'v>(item: &'v Value, needs: &Needs) -> Option<(&'v str, Vec<&'static str>)> {
    let lacking = missing(item, needs.required);
    if !lacking.is_empty() {
        return Some((types(item).next().unwrap_or_default(), lacking));
    }
    needs.inner.iter().find_map(|(property, name, required)| {
        let mut items = values(item.get(property)).iter().filter(|inner| is_of(inner, &[name]));
        items.find_map(|inner| {
            let lacking = missing(inner, required);
            (!lacking.is_empty()).then(|| (types(inner).next().unwrap_or_default(), lacking))
        })
    })
}

fn report_first(
    page: &Page,
    report: &mut Report,
    mut lacking: impl FnMut(&Value, &Needs) -> Option<(String, String)>,
) {
    if !page.is_document() {
        return;
    }
    let mut first = None;
    for block in blocks(page) {
        each_top(&block, &mut |item| {
            if first.is_none()
                && let Some(needs) = needs_of(item)
            {
                first = lacking(item, needs);
            }
        });
    }
    if let Some((name, missing)) = first {
        report.found().text("type", &name).text("missing", &missing).evidences(page.data());
    }
}

/// Names of properties for readers: "a|b" as "a / b".
fn listed(names: &[&str]) -> String {
    names.join(", ").replace('|', " / ")
}

pub fn sd_required_missing(page: &Page, _: &Settings, report: &mut Report) {
    report_first(page, report, |item, needs| {
        incomplete(item, needs).map(|(name, missing)| (name.to_owned(), listed(&missing)))
    });
}

pub fn sd_recommended_missing(page: &Page, _: &Settings, report: &mut Report) {
    report_first(page, report, |item, needs| {
        let missing = missing(item, needs.recommended);
        if missing.is_empty() || incomplete(item, needs).is_some() {
            return None;
        }
        Some((types(item).next()?.to_owned(), listed(&missing)))
    });
}

/// A number that may have a decimal comma, in thousandths.
fn thousandths(value: &Value) -> Option<i64> {
    let number: f64 = value.text().trim().replace(',', ".").parse().ok()?;
    number.is_finite().then_some((number * 1000.0) as i64)
}

pub fn sd_rating_out_of_range(page: &Page, _: &Settings, report: &mut Report) {
    if !page.is_document() {
        return;
    }
    let mut first = None;
    for block in blocks(page) {
        each_item(&block, &mut |item, _| {
            if first.is_some() || !is_of(item, &["AggregateRating"]) {
                return;
            }
            let Some(rating) = thousandths(item.get("ratingValue")) else { return };
            let worst = thousandths(item.get("worstRating")).unwrap_or(1_000);
            let best = thousandths(item.get("bestRating")).unwrap_or(5_000);
            let counts = [item.get("reviewCount"), item.get("ratingCount")];
            let reviews = counts.into_iter().filter_map(|count| thousandths(count)).max();
            if !(worst..=best).contains(&rating) || reviews.is_some_and(|count| count < 1_000) {
                first = Some((rating, worst, best, reviews.unwrap_or(0)));
            }
        });
    }
    let Some((rating, worst, best, reviews)) = first else { return };
    let number = |thousandths: i64| u32::try_from(thousandths).unwrap_or(0);
    let found = report.found().thousandths("rating", number(rating)).thousandths("worst", number(worst));
    let found = found.thousandths("best", number(best)).number("reviews", reviews / 1_000);
    found.evidences(page.data());
}
