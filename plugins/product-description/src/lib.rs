//! Descriptions of products for shops: two descriptions, and the title and description for search results.

use sitewright_sdk::commerce::{Format, Goods, Length, Writing, blurb, describe, line};
use sitewright_sdk::{Brief, Checks, Choice, Generator, Input, Level, Limit, Output, Prompt, Texts, Unit};
use sitewright_sdk::{export, texts};

const SHORT: Limit = Limit::between(Unit::Characters, 80, 220, Level::Recommended);
const DESCRIPTION: Limit = Limit::between(Unit::Words, 100, 500, Level::Recommended);
const SEO_TITLE: Limit = Limit::between(Unit::Characters, 30, 60, Level::Recommended);
const SEO_DESCRIPTION: Limit = Limit::between(Unit::Characters, 120, 155, Level::Recommended);

#[derive(Input)]
pub struct Order {
    #[field(required, min = 2, max = 200)]
    product_name: String,
    #[field(required, min = 1, max = 20)]
    features: Vec<String>,
    #[field(max = 120)]
    category: String,
    #[field(max = 10, widget = "tags")]
    keywords: Vec<String>,
    #[field(default = "medium")]
    length: Length,
    #[field(default = "html")]
    format: Format,
    #[field(flatten)]
    writing: Writing,
}

#[derive(Output, Default, Clone)]
pub struct Copy {
    #[limit(characters, min = 80, max = 300, recommended)]
    short_description: String,
    #[field(format = "markdown")]
    #[limit(words, min = 100, max = 500, recommended)]
    description: String,
    #[field(format = "title")]
    #[limit(characters, min = 30, max = 60, recommended)]
    seo_title: String,
    #[limit(characters, min = 120, max = 155, recommended)]
    seo_description: String,
}

pub struct ProductDescription;

impl Generator for ProductDescription {
    type Input = Order;
    type Variant = Copy;
    const TEXTS: &'static Texts = texts!("texts");

    fn subject(order: &Order) -> &str {
        &order.product_name
    }

    fn prompt(brief: &Brief<'_, Order>, variant: usize) -> Prompt {
        Prompt::new(brief.text("prompt.role"))
            .rule(brief.text("prompt.lengths"))
            .rule(brief.text(&["prompt.length.", brief.length.id()].concat()))
            .rule(brief.text(&["prompt.format.", brief.format.id()].concat()))
            .rule(brief.pick_text("prompt.angles", variant))
            .data(brief.text("input.product_name.title"), &brief.product_name)
            .data(brief.text("input.category.title"), &brief.category)
            .data(brief.text("input.features.title"), brief.features.join("\n"))
            .data_list(brief.text("input.keywords.title"), &brief.keywords)
            .max_words(700)
    }

    fn draft(brief: &Brief<'_, Order>, variant: usize) -> Copy {
        let goods = Goods::new(&brief.product_name, &brief.category, &brief.keywords, &brief.features);
        Copy {
            short_description: blurb(
                brief,
                &goods,
                ["draft.list", "draft.lead", "draft.teaser"],
                variant,
                SHORT,
            ),
            description: describe(brief, &goods, brief.format, brief.length, variant),
            seo_title: line(brief, &goods, ["draft.seo-title", "draft.plain-title"], variant, SEO_TITLE),
            seo_description: blurb(
                brief,
                &goods,
                ["draft.list", "draft.lead", "draft.action"],
                variant + 1,
                SEO_DESCRIPTION,
            ),
        }
    }

    fn finish(brief: &Brief<'_, Order>, copy: &mut Copy) {
        copy.description = brief.format.shaped(&copy.description);
    }

    fn check(brief: &Brief<'_, Order>, copy: &Copy, checks: &mut Checks) {
        let words = Unit::Words.measure(&copy.description);
        checks.limit("description", brief.length.of(DESCRIPTION), words);
    }
}

export!(ProductDescription);

#[cfg(test)]
mod tests;
