//! Texts for a category on Amazon: what is in it and how to choose.

use sitewright_sdk::commerce::{Format, Goods, Length, Page, Writing, amazon};
use sitewright_sdk::material::enumeration;
use sitewright_sdk::{Brief, Checks, Choice, Generator, Input, Level, Limit, Output, Prompt, Texts, Unit};
use sitewright_sdk::{export, texts};

const TEXT: Limit = Limit::between(Unit::Words, 100, 300, Level::Recommended);

/// Example products named in a draft may take this much room together, in characters.
const PRODUCTS: usize = 300;

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

    fn subject(order: &Order) -> &str {
        &order.category_name
    }

    fn prompt(brief: &Brief<'_, Order>, variant: usize) -> Prompt {
        let about = Prompt::new(brief.text("prompt.role")).rule(brief.text("prompt.promotion"));
        about
            .rule(brief.text(&["prompt.length.", brief.length.id()].concat()))
            .rule(brief.pick_text("prompt.angles", variant))
            .data(brief.text("input.category_name.title"), &brief.category_name)
            .data(brief.text("input.parent_category.title"), &brief.parent_category)
            .data_list(brief.text("input.example_products.title"), &brief.example_products)
            .data_list(brief.text("input.keywords.title"), &brief.keywords)
            .max_words(350)
    }

    fn draft(brief: &Brief<'_, Order>, variant: usize) -> Description {
        let order = brief.input;
        let goods = Goods::new(
            &order.category_name,
            &order.parent_category,
            &order.keywords,
            &order.example_products,
        );
        let goods = amazon::allowed(goods);
        let products = enumeration(&goods.within(PRODUCTS).turned(variant), brief.language());
        let lines = goods.composer(brief, variant).with("products", &products);
        let tone = ["draft.tone.", brief.tone().id()].concat();
        let mut topics = ["draft.needs", "draft.comparing", "draft.reading", "draft.size", "draft.later"];
        topics.rotate_left(variant % 3);
        let page = Page::new(Format::Plain)
            .text(&lines.paragraph(&[&tone, "draft.opening"]))
            .text(&lines.paragraph(&["draft.products", "draft.keywords"]))
            .more(&lines, &topics, brief.length)
            .text(&lines.line("draft.closing"));
        Description { text: page.finish() }
    }

    fn check(brief: &Brief<'_, Order>, description: &Description, checks: &mut Checks) {
        let words = Unit::Words.measure(&description.text);
        checks.limit("text", brief.length.of(TEXT), words);
        amazon::check_promotion("text", &description.text, checks);
    }
}

export!(AmazonCategoryDescription);

#[cfg(test)]
mod tests;
