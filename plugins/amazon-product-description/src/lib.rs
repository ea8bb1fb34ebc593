//! Listings for Amazon: title, five bullets, description and search terms.

use sitewright_sdk::commerce::{Goods, Writing, amazon, lines};
use sitewright_sdk::{Brief, Checks, Choice, Generator, Input, Output, Prompt, Texts, export, fill, texts};

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
        let place = brief.marketplace.id();
        let readers = brief.text(&["prompt.readers.", place].concat());
        ["title", "bullets", "description", "search-terms", "promotion"]
            .into_iter()
            .fold(Prompt::new(brief.text("prompt.role")), |prompt, rule| {
                prompt.rule(brief.text(&["prompt.rules.", rule].concat()))
            })
            .rule(fill(brief.text("prompt.place"), &[("place", place), ("readers", readers)]))
            .rule(brief.pick_text("prompt.angles", variant))
            .data(brief.text("input.brand.title"), &brief.input.brand)
            .data(brief.text("input.product_name.title"), &brief.product_name)
            .data(brief.text("input.category.title"), &brief.category)
            .data(brief.text("input.features.title"), brief.features.join("\n"))
            .data_list(brief.text("input.keywords.title"), &brief.keywords)
            .max_words(600)
    }

    fn draft(brief: &Brief<'_, Order>, variant: usize) -> Listing {
        let goods = Goods::new(&brief.product_name, &brief.category, &brief.keywords, &brief.features);
        let goods = amazon::allowed(Goods { brand: brief.input.brand.clone(), ..goods });
        let title = amazon::title(&goods, variant);
        Listing {
            bullets: amazon::bullets(&goods, &lines(brief, &goods, "draft.also", 0), variant),
            description: amazon::description(brief, &goods, variant),
            search_terms: amazon::search_terms(&title, &goods, brief.list("draft.small-words")),
            title,
        }
    }

    fn finish(_brief: &Brief<'_, Order>, listing: &mut Listing) {
        listing.search_terms = amazon::tidy_terms(&listing.title, &listing.search_terms);
    }

    fn check(_brief: &Brief<'_, Order>, listing: &Listing, checks: &mut Checks) {
        amazon::check_listing(&listing.title, &listing.bullets, checks);
        amazon::check_promotion("title", &listing.title, checks);
        amazon::check_promotion("bullets", &listing.bullets.join("\n"), checks);
        amazon::check_promotion("description", &listing.description, checks);
    }
}

export!(AmazonProductDescription);

#[cfg(test)]
mod tests;
