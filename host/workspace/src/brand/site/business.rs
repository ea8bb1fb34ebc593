//! What kind of business a site is of. The user confirms the guess.

use super::{count, has_any};
use crate::platform::fold::fold;
use crate::platform::users::Business;

/// Points below which nothing is proposed.
const LEAST: usize = 3;
/// Points that repeated words can give: a long page is not more of a shop.
const MOST: usize = 6;

const SHOP: &[&str] = &[
    "do koszyka",
    "dodaj do koszyka",
    "koszyk",
    "sklep internetowy",
    "darmowa dostawa",
    "add to cart",
    "add to basket",
    "checkout",
    "online shop",
    "free shipping",
    "free delivery",
    "zwroty",
    "returns",
];
const LOCAL: &[&str] = &[
    "piekarni",
    "restaurac",
    "kawiarni",
    "cukierni",
    "fryzjer",
    "salon",
    "gabinet",
    "kancelari",
    "warsztat",
    "dentyst",
    "stomatolog",
    "hotel",
    "pensjonat",
    "kwiaciarni",
    "przychodni",
    "adwokat",
    "radc",
    "silowni",
    "mechanik",
    "hydraulik",
    "remont",
    "weterynar",
    "bakery",
    "restaurant",
    "cafe",
    "barber",
    "hairdress",
    "clinic",
    "dental",
    "solicitor",
    "lawyer",
    "law firm",
    "plumb",
    "garage",
    "florist",
    "gym",
    "guesthouse",
    "book a table",
    "rezerwuj",
    "umow wizyte",
    "book an appointment",
    "dojazd",
    "godziny otwarcia",
    "opening hours",
];
const AGENCY: &[&str] = &[
    "agencja",
    "agencji",
    "agency",
    "studio graficzne",
    "nasi klienci",
    "our clients",
    "case stud",
    "kampani",
    "campaign",
    "branding",
    "pozycjonowani",
    "marketing",
    "social media",
    "software house",
    "portfolio",
];
const BLOG: &[&str] = &[
    "blog",
    "czytaj dalej",
    "czytaj wiecej",
    "read more",
    "continue reading",
    "wpis",
    "redakcj",
    "magazyn",
    "autor",
    "posted by",
    "komentarz",
    "comments",
    "min czytania",
    "min read",
    "newsroom",
    "portal",
];

/// What the pages show besides their words.
#[derive(Debug, Default, Clone, Copy)]
pub(in super::super) struct Signs {
    /// Prices of products.
    pub prices: usize,
    pub has_address: bool,
    pub has_hours: bool,
    /// Structured data of articles.
    pub is_of_articles: bool,
    /// Links to a basket.
    pub has_basket: bool,
}

/// The proposal; none if the pages say too little.
pub(in super::super) fn proposed(lines: &[String], signs: Signs) -> Option<Business> {
    let text = fold(&lines.join(" "));
    let points = |words: &[&str]| count(&text, words).min(MOST);
    let shop = points(SHOP) + 4 * usize::from(signs.has_basket) + signs.prices.min(2);
    let local = points(LOCAL) + 2 * usize::from(signs.has_hours) + usize::from(signs.has_address);
    let agency = points(AGENCY);
    let blog = points(BLOG) + 3 * usize::from(signs.is_of_articles);
    let all = [
        (shop, Business::Shop),
        (local, Business::Local),
        (agency, Business::Agency),
        (blog, Business::Blog),
    ];
    // The first of equal ones: an office with a blog is an office.
    let best = all.into_iter().rev().max_by_key(|(points, _)| *points);
    best.filter(|(points, _)| *points >= LEAST).map(|(_, business)| business)
}

/// Whether a link leads to a basket.
pub(in super::super) fn is_basket(path: &str) -> bool {
    has_any(&fold(path), &["cart", "basket", "koszyk", "checkout"])
}
