//! Texts for a category on Amazon: its content and how to choose.

use sitewright_sdk::commerce::{Length, Writing, advised, amazon, ask};
use sitewright_sdk::compose::paragraphs;
use sitewright_sdk::material::enumeration;
use sitewright_sdk::{Brief, Checks, Choice, Generator, Input, Output, Prompt, Texts, Unit, export, texts};

#[derive(Input)]
pub struct Order {
    #[field(required, min = 2, max = 120)]
    category_name: String,
    #[field(max = 120)]
    parent_category: String,
    #[field(max = 20)]
    example_products: Vec<String>,
    #[field(max = 10, widget = "tags")]
    keywords: Vec<String>,
    #[field(default = "medium")]
    length: Length,
    #[field(flatten)]
    writing: Writing,
}

#[derive(Output, Default, Clone)]
pub struct Description {
    #[limit(words, min = 100, max = 300, recommended)]
    text: String,
}

pub struct AmazonCategoryDescription;

impl Generator for AmazonCategoryDescription {
    type Input = Order;
    type Variant = Description;
    const TEXTS: &'static Texts = texts!("texts");
    const ONE_DRAFT: bool = true;

    fn subject(order: &Order) -> &str {
        &order.category_name
    }

    fn prompt(brief: &Brief<'_, Order>, variant: usize) -> Prompt {
        let (products, keywords) = (brief.example_products.join(", "), brief.keywords.join(", "));
        let given = [
            ("category_name", brief.category_name.as_str()),
            ("parent_category", &brief.parent_category),
            ("example_products", &products),
            ("keywords", &keywords),
        ];
        let length = ["length.", brief.length.id()].concat();
        ask(brief, variant, &["promotion", &length], &given).max_words(350)
    }

    /// The name of a category says nothing about its products.
    fn draft(brief: &Brief<'_, Order>, _: usize) -> Description {
        let values = [
            ("category", brief.category_name.as_str()),
            ("audience", &brief.voice.audience),
            ("notes", &brief.voice.extra_instructions),
            ("products", &enumeration(&brief.example_products, brief.language())),
            ("keywords", &brief.keywords.join(", ")),
        ];
        let audience = brief.voice.audience.as_str();
        let opening = if audience.is_empty() { "draft.opening" } else { "draft.opening-for" };
        let keys =
            [opening, "draft.products", "draft.choice", "draft.closing", "draft.keywords", "draft.notes"];
        let known = |key: &&&str| match **key {
            "draft.products" => !brief.example_products.is_empty(),
            "draft.keywords" => !brief.keywords.is_empty(),
            "draft.notes" => !brief.voice.extra_instructions.is_empty(),
            _ => true,
        };
        let parts: Vec<String> = keys.iter().filter(known).map(|key| brief.fill(key, &values)).collect();
        Description { text: paragraphs(&parts) }
    }

    fn is_frame(_: &Brief<'_, Order>) -> bool {
        true
    }

    fn check(brief: &Brief<'_, Order>, description: &Description, checks: &mut Checks) {
        brief.length.check("text", &description.text, advised(Unit::Words, 100, 300), checks);
        amazon::check_promotion("text", &description.text, checks);
    }
}

export!(AmazonCategoryDescription);

#[cfg(test)]
mod tests;
