//! Texts for a category on Amazon: its content and how to choose.

use sitewright_sdk::commerce::{Format, Goods, Length, Page, Writing, advised, amazon, ask, tone};
use sitewright_sdk::material::enumeration;
use sitewright_sdk::{Brief, Checks, Choice, Generator, Input, Output, Prompt, Texts, Unit, export, texts};

/// The maximum length of the example products in a draft together, in characters.
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

    fn draft(brief: &Brief<'_, Order>, variant: usize) -> Description {
        let Order { category_name, parent_category, keywords, example_products, .. } = brief.input;
        let goods = amazon::allowed(Goods::new(category_name, parent_category, keywords, example_products));
        let products = enumeration(&goods.within(PRODUCTS).turned(variant), brief.language());
        let lines = goods.composer(brief, variant).with("products", &products);
        let tone = tone(brief, &lines);
        let mut topics = ["draft.needs", "draft.comparing", "draft.reading", "draft.size", "draft.later"];
        topics.rotate_left(variant % 3);
        let page = Page::new(Format::Plain)
            .text([tone, lines.line("draft.opening")].join(" ").trim())
            .text(&lines.paragraph(&["draft.products", "draft.keywords"]))
            .more(&lines, &topics, brief.length)
            .text(&lines.line("draft.closing"));
        Description { text: page.finish() }
    }

    fn check(brief: &Brief<'_, Order>, description: &Description, checks: &mut Checks) {
        brief.length.check("text", &description.text, advised(Unit::Words, 100, 300), checks);
        amazon::check_promotion("text", &description.text, checks);
    }
}

export!(AmazonCategoryDescription);

#[cfg(test)]
mod tests;
