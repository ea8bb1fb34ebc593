//! Responsive search ads for Google: headlines and descriptions chosen to fit, none cut.

mod draft;
mod rules;

use sitewright_sdk::ads::Pool;
use sitewright_sdk::contact::phones;
use sitewright_sdk::short::Cut;
use sitewright_sdk::units::{Unit, count_emoji};
use sitewright_sdk::{Brief, Checks, Decimal, Generator, Input, Output, Prompt, Texts, Voice, export, texts};

#[derive(Input)]
pub struct Order {
    #[field(required, min = 2, max = 300, widget = "textarea")]
    product: String,
    #[field(required, min = 1, max = 20, widget = "tags")]
    keywords: Vec<String>,
    #[field(max = 500, widget = "textarea")]
    usp: String,
    #[field(max = 200)]
    promotion: String,
    #[field(max = 2048, widget = "url")]
    final_url: String,
    #[field(min = 3, max = 15, default = 15, widget = "slider")]
    headlines_count: u32,
    #[field(min = 2, max = 4, default = 4, widget = "slider")]
    descriptions_count: u32,
    #[field(flatten)]
    voice: Voice,
    #[field(more, min = 1, max = 3, default = 1)]
    variants: u32,
}

#[derive(Output, Default, Clone)]
pub struct Ad {
    #[limit(items, min = 3, max = 15, hard)]
    #[limit(width, max = 30, hard)]
    headlines: Vec<String>,
    #[limit(items, min = 2, max = 4, hard)]
    #[limit(width, max = 90, hard)]
    descriptions: Vec<String>,
    #[field(optional)]
    #[limit(width, max = 15, hard)]
    path1: String,
    #[field(optional)]
    #[limit(width, max = 15, hard)]
    path2: String,
    #[limit(width, max = 25, hard)]
    sitelinks: Vec<String>,
    #[limit(width, max = 25, hard)]
    callouts: Vec<String>,
    #[field(computed, optional)]
    #[limit(characters, max = 2048, hard)]
    final_url: String,
}

pub struct GoogleAds;

/// The user's phrases. Google allows neither telephone numbers nor emoji in a text.
fn pool<'b, 'a>(brief: &'b Brief<'a, Order>) -> Pool<'b, 'a, Order> {
    let keywords = brief.keywords.join("\n");
    let named = [&*brief.product, &keywords, &brief.usp, &brief.promotion].join("\n");
    Pool::new(brief, Unit::Width, &named, is_refused)
        .with("product", &brief.product, Cut::Beginnings)
        .with("keyword", &keywords, Cut::Statements)
        .with("usp", &brief.usp, Cut::Parts)
        .with("promotion", &brief.promotion, Cut::Statements)
}

fn is_refused(text: &str) -> bool {
    phones(text) > 0 || count_emoji(text) > 0
}

impl Generator for GoogleAds {
    type Input = Order;
    type Variant = Ad;
    const TEXTS: &'static Texts = texts!("texts");
    const ONE_DRAFT: bool = true;

    fn subject(order: &Order) -> &str {
        &order.product
    }

    fn prompt(brief: &Brief<'_, Order>, variant: usize) -> Prompt {
        let count = |number: u32| number.decimal();
        let counts = [
            ("headlines", &*count(brief.headlines_count)),
            ("descriptions", &*count(brief.descriptions_count)),
        ];
        Prompt::new(brief.text("prompt.role"))
            .rule(brief.fill("prompt.counts", &counts))
            .rule(brief.text("prompt.headlines"))
            .rule(brief.text("prompt.style"))
            .rule(brief.text("prompt.extras"))
            .angle(brief.pick_text("prompt.angles", variant))
            .data(brief.text("input.product.title"), &brief.product)
            .data_list(brief.text("input.keywords.title"), &brief.keywords)
            .data(brief.text("input.usp.title"), &brief.usp)
            .data(brief.text("input.promotion.title"), &brief.promotion)
            .max_words(320)
    }

    /// The platform combines the texts itself: all of them make one variant.
    fn draft(brief: &Brief<'_, Order>, _: usize) -> Ad {
        draft::draft(brief, &pool(brief))
    }

    fn is_frame(brief: &Brief<'_, Order>) -> bool {
        draft::is_bare(brief, &pool(brief))
    }

    fn finish(brief: &Brief<'_, Order>, ad: &mut Ad) {
        ad.final_url.clone_from(&brief.input.final_url);
        for path in [&mut ad.path1, &mut ad.path2] {
            *path = path.trim_matches(['/', ' ']).replace(' ', "-");
        }
    }

    fn check(brief: &Brief<'_, Order>, ad: &Ad, checks: &mut Checks) {
        rules::check(brief, ad, &pool(brief), checks);
    }
}

export!(GoogleAds);

#[cfg(test)]
mod tests;
