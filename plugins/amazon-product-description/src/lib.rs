//! Listings for Amazon: title, five bullets, description and search terms.

use sitewright_sdk::commerce::{Goods, Writing, amazon, ask};
use sitewright_sdk::{Brief, Checks, Choice, Generator, Input, Output, Prompt, Texts, export, texts};

#[derive(Input)]
pub struct Order {
    #[field(required, min = 2, max = 200)]
    product_name: String,
    #[field(required, min = 1, max = 80)]
    brand: String,
    #[field(required, min = 1, max = 20)]
    features: Vec<String>,
    #[field(default = "pl")]
    marketplace: Marketplace,
    #[field(max = 120)]
    category: String,
    #[field(max = 50, widget = "tags")]
    keywords: Vec<String>,
    #[field(flatten)]
    writing: Writing,
}

/// Named as in its address.
#[derive(Choice, Clone, Copy, PartialEq, Eq, Debug)]
#[rustfmt::skip]
pub enum Marketplace { Com, Pl, De, #[choice("co.uk")] CoUk, Fr, It, Es, Nl, Se }

#[derive(Output, Default, Clone)]
pub struct Listing {
    #[limit(characters, min = 1, max = 200, hard)]
    #[limit(characters, max = 79, recommended)]
    title: String,
    #[limit(items, min = 5, max = 5, platform)]
    #[limit(characters, min = 10, max = 255, platform)]
    bullets: Vec<String>,
    #[limit(characters, min = 1, max = 2000, hard)]
    description: String,
    #[field(optional)]
    #[limit(bytes, max = 249, hard)]
    search_terms: String,
}

pub struct AmazonProductDescription;

impl Generator for AmazonProductDescription {
    type Input = Order;
    type Variant = Listing;
    const TEXTS: &'static Texts = texts!("texts");

    fn subject(order: &Order) -> &str {
        &order.product_name
    }

    fn prompt(brief: &Brief<'_, Order>, variant: usize) -> Prompt {
        let (features, keywords) = (brief.features.join("\n"), brief.keywords.join(", "));
        let given = [
            ("brand", brief.input.brand.as_str()),
            ("product_name", &brief.product_name),
            ("category", &brief.category),
            ("features", &features),
            ("keywords", &keywords),
        ];
        let place = brief.marketplace.id();
        let readers = brief.text(&["prompt.readers.", place].concat());
        ask(brief, variant, &["title", "bullets", "description", "search-terms", "promotion"], &given)
            .rule(brief.fill("prompt.place", &[("place", place), ("readers", readers)]))
            .max_words(600)
    }

    /// One variant: there is one order of the points, the user's.
    fn draft(brief: &Brief<'_, Order>, _: usize) -> Listing {
        let goods = Goods::new(&brief.product_name, &brief.category, &brief.keywords, &brief.features);
        let goods = amazon::allowed(Goods { brand: brief.input.brand.clone(), ..goods });
        let title = amazon::title(&goods);
        Listing {
            bullets: amazon::bullets(&goods),
            description: amazon::description(brief, &goods),
            search_terms: amazon::search_terms(&title, &goods, brief.list("draft.small-words")),
            title,
        }
    }

    fn finish(_brief: &Brief<'_, Order>, listing: &mut Listing) {
        listing.search_terms = amazon::tidy_terms(&listing.title, &listing.search_terms);
    }

    fn check(_brief: &Brief<'_, Order>, listing: &Listing, checks: &mut Checks) {
        amazon::check_listing(&listing.title, &listing.bullets, &listing.description, checks);
    }
}

export!(AmazonProductDescription);

#[cfg(test)]
mod tests;
