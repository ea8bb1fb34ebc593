//! Alternative texts for images of products: what a model sees that matters to a buyer, or the product's name and its
//! visible features.

mod clean;
mod draft;

use sitewright_sdk::units::graphemes;
use sitewright_sdk::{
    Brief, Checks, Decimal as _, Generator, Input, Level, Limit, Output, Prompt, Texts, Unit, Voice, export,
    texts,
};

#[derive(Input)]
pub struct Order {
    #[field(required, max = 2000, widget = "url")]
    image: String,
    #[field(required, min = 2, max = 200)]
    title: String,
    #[field(max = 20)]
    features: Vec<String>,
    #[field(min = 50, max = 250, default = 125, more)]
    max_length: u32,
    #[field(flatten)]
    voice: Voice,
    #[field(min = 1, max = 3, default = 3, widget = "slider")]
    variants: u32,
}

#[derive(Output, Default, Clone)]
pub struct Alternative {
    alt: String,
}

/// More than the longest text needs.
const WORDS: u32 = 60;

pub struct ImageAlt;

impl Generator for ImageAlt {
    type Input = Order;
    type Variant = Alternative;
    const TEXTS: &'static Texts = texts!("texts");
    const ONE_DRAFT: bool = true;

    fn subject(order: &Order) -> &str {
        &order.title
    }

    fn images(order: &Order) -> Vec<String> {
        vec![secure(&order.image)]
    }

    fn prompt(brief: &Brief<'_, Order>, variant: usize) -> Prompt {
        Prompt::new(brief.text("prompt.role"))
            .rule(brief.text("prompt.seen"))
            .rule(brief.text("prompt.name"))
            .rule(brief.text("prompt.known"))
            .rule(brief.fill("prompt.form", &[("max", &brief.max_length.decimal())]))
            .angle(brief.pick_text("prompt.angles", variant))
            .data(brief.text("input.title.title"), &brief.title)
            .data_list(brief.text("input.features.title"), &brief.features)
            .max_words(WORDS)
    }

    fn draft(brief: &Brief<'_, Order>, _: usize) -> Alternative {
        Alternative { alt: draft::alternative(brief) }
    }

    fn finish(brief: &Brief<'_, Order>, variant: &mut Alternative) {
        let line = clean::without_announcement(&clean::line(&variant.alt), &brief.title);
        variant.alt = clean::fitted(&line, brief.max_length as usize);
    }

    fn check(brief: &Brief<'_, Order>, variant: &Alternative, checks: &mut Checks) {
        let length = u32::try_from(graphemes(&variant.alt)).unwrap_or(u32::MAX);
        checks.limit("alt", Limit::max(Unit::Characters, brief.max_length, Level::Hard), length);
        let announces = clean::announces(&variant.alt, &brief.title);
        checks.rule("alt", "announces", Level::Recommended, u32::from(announces), &[]);
    }
}

/// The address with https, which is the only way to read it.
fn secure(address: &str) -> String {
    let rest = address.strip_prefix("http://").or_else(|| address.strip_prefix("https://"));
    ["https://", rest.unwrap_or(address)].concat()
}

export!(ImageAlt);

#[cfg(test)]
mod tests;
