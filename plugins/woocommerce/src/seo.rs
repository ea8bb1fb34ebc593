//! The SEO texts of products, which are metadata of a plugin.

use sitewright_sdk::Parts as _;
use sitewright_sdk::json::Value;

pub const TITLE: &str = "seo-title";
pub const DESCRIPTION: &str = "seo-description";

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seo {
    Yoast,
    RankMath,
}

impl Seo {
    const ALL: [Self; 2] = [Self::Yoast, Self::RankMath];

    /// The key of a field in `meta_data`; none if it is not one of SEO.
    pub fn key(self, field: &str) -> Option<&'static str> {
        Some(match (self, field) {
            (Self::Yoast, TITLE) => "_yoast_wpseo_title",
            (Self::Yoast, DESCRIPTION) => "_yoast_wpseo_metadesc",
            (Self::RankMath, TITLE) => "rank_math_title",
            (Self::RankMath, DESCRIPTION) => "rank_math_description",
            _ => return None,
        })
    }

    pub fn id(self) -> &'static str {
        match self {
            Self::Yoast => "wordpress-seo",
            Self::RankMath => "rank-math",
        }
    }

    /// The first plugin whose folder or id is in a text.
    pub fn of(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|seo| text.has(seo.id()))
    }

    /// The plugin that a product has texts of: `otherwise`, which the site runs, if it has texts of both or of none.
    pub fn of_product(product: &Value<'_>, otherwise: Option<Self>) -> Option<Self> {
        let has = |seo: &Self| {
            let keys = [TITLE, DESCRIPTION].map(|field| seo.key(field).unwrap_or_default());
            product.get("meta_data").list().iter().any(|entry| keys.contains(&entry.get("key").text()))
        };
        let mut found = Self::ALL.into_iter().filter(has);
        match (found.next(), found.next()) {
            (Some(only), None) => Some(only),
            (first, _) => otherwise.or(first),
        }
    }
}

/// A text in the metadata of a product.
pub fn text<'p>(product: &'p Value<'_>, seo: Option<Seo>, field: &str) -> &'p str {
    let key = seo.and_then(|seo| seo.key(field)).unwrap_or_default();
    let entry = product.get("meta_data").list().iter().find(|entry| entry.get("key").text() == key);
    entry.map_or("", |entry| entry.get("value").text())
}
