//! Listings for Amazon: title, five bullets, description and search terms.

use sitewright_sdk::commerce::{Goods, Writing, amazon, ask, entries};
use sitewright_sdk::compose::Composer;
use sitewright_sdk::units::{has_at_most, lower_letter};
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

fn goods(brief: &Brief<'_, Order>, features: &[String]) -> Goods {
    let mut goods = Goods::new(&brief.product_name, &brief.category, &brief.keywords, features);
    goods.brand.clone_from(&brief.input.brand);
    amazon::allowed(goods)
}

/// A bullet for each feature and for the readers; a feature that enumerates makes several if there are few.
fn bullets(brief: &Brief<'_, Order>, whole: &Goods) -> Vec<String> {
    let bullets = amazon::bullets(whole);
    if bullets.len() >= amazon::BULLETS {
        return bullets;
    }
    let mut split = Vec::new();
    for feature in &brief.features {
        split.extend(entries(feature, brief.language()).into_iter().map(|entry| as_written(&entry, feature)));
    }
    let mut bullets = amazon::bullets(&goods(brief, &split));
    let readers = Composer::new(brief, 0).with("audience", &brief.voice.audience).first("draft.readers");
    if bullets.len() < amazon::BULLETS && !readers.is_empty() && has_at_most(&readers, 255) {
        bullets.push(readers);
    }
    bullets
}

/// An entry in the case that its feature used.
fn as_written(entry: &str, feature: &str) -> String {
    let mut letters = entry.chars();
    let first = letters.next().map(lower_letter).into_iter();
    let small: String = first.chain(letters).collect();
    if feature.contains(&small) { small } else { entry.to_owned() }
}

impl Generator for AmazonProductDescription {
    type Input = Order;
    type Variant = Listing;
    const TEXTS: &'static Texts = texts!("texts");
    const ONE_DRAFT: bool = true;

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
        let goods = goods(brief, &brief.features);
        let title = amazon::title(&goods);
        let mut bullets = bullets(brief, &goods);
        let known = [goods.is_measured(), false, false, false, goods.is_packed()];
        let asked = brief.list("draft.places").iter().zip(known);
        let places = asked.filter(|(_, is_known)| !is_known).map(|(place, _)| (*place).to_owned());
        bullets.extend(places.take(amazon::BULLETS.saturating_sub(bullets.len())));
        for bullet in bullets.iter_mut().filter(|bullet| amazon::is_short(bullet)) {
            *bullet = brief.fill("draft.short", &[("point", bullet)]);
        }
        Listing {
            bullets,
            description: amazon::description(brief, &goods),
            search_terms: amazon::search_terms(&title, &goods),
            title,
        }
    }

    /// Amazon wants five bullets; with fewer features there are places for the others, and one for what a short feature
    /// means.
    fn is_frame(brief: &Brief<'_, Order>) -> bool {
        let bullets = bullets(brief, &goods(brief, &brief.features));
        bullets.len() < amazon::BULLETS || bullets.iter().any(|bullet| amazon::is_short(bullet))
    }

    fn finish(brief: &Brief<'_, Order>, listing: &mut Listing) {
        // The phrases of a draft stay whole.
        if listing.search_terms == amazon::search_terms(&listing.title, &goods(brief, &[])) {
            return;
        }
        listing.search_terms = amazon::tidy_terms(&listing.title, &listing.search_terms);
    }

    fn check(_brief: &Brief<'_, Order>, listing: &Listing, checks: &mut Checks) {
        amazon::check_listing(&listing.title, &listing.bullets, &listing.description, checks);
    }
}

export!(AmazonProductDescription);

#[cfg(test)]
mod tests;
