//! Descriptions of products for shops: two descriptions, and the title and description for search results.

use sitewright_sdk::commerce::{Format, Goods, Length, Writing, advised, ask, blurb, describe, line, teaser};
use sitewright_sdk::compose::Composer;
use sitewright_sdk::material::as_sentence;
use sitewright_sdk::short::Said;
use sitewright_sdk::{
    Brief, Checks, Choice, Generator, Input, Level, Output, Prompt, Texts, Unit, export, texts,
};

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

/// Characters that a search result shows.
const SEARCH: u32 = 155;

pub struct ProductDescription;

impl Generator for ProductDescription {
    type Input = Order;
    type Variant = Copy;
    const TEXTS: &'static Texts = texts!("texts");
    const ONE_DRAFT: bool = true;

    fn subject(order: &Order) -> &str {
        &order.product_name
    }

    fn prompt(brief: &Brief<'_, Order>, variant: usize) -> Prompt {
        let (length, format) =
            (["length.", brief.length.id()].concat(), ["format.", brief.format.id()].concat());
        let (features, keywords) = (brief.features.join("\n"), brief.keywords.join(", "));
        let given = [
            ("product_name", brief.product_name.as_str()),
            ("category", &brief.category),
            ("features", &features),
            ("keywords", &keywords),
        ];
        ask(brief, variant, &["lengths", &length, &format], &given).max_words(700)
    }

    /// One variant: there is one order of the points, the user's.
    fn draft(brief: &Brief<'_, Order>, _: usize) -> Copy {
        let goods = Goods::new(&brief.product_name, &brief.category, &brief.keywords, &brief.features);
        let (short, found) = (advised(Unit::Characters, 80, 220), advised(Unit::Characters, 120, SEARCH));
        let mut blocks = vec![describe(brief, &goods, brief.format)];
        if !is_whole(brief, &goods) {
            blocks.extend(rest(brief, &goods));
        }
        let description = blocks.join("\n\n");
        Copy {
            short_description: teaser(brief, &goods, short),
            description,
            seo_title: line(brief, &goods, "draft.seo-title", advised(Unit::Characters, 30, 60)),
            seo_description: blurb(brief, &goods, found),
        }
    }

    /// A few points do not make several texts.
    fn is_frame(brief: &Brief<'_, Order>) -> bool {
        !is_whole(brief, &Goods::new(&brief.product_name, "", &[], &brief.features))
    }

    fn finish(brief: &Brief<'_, Order>, copy: &mut Copy) {
        copy.description = brief.format.shaped(&copy.description);
    }

    fn check(brief: &Brief<'_, Order>, copy: &Copy, checks: &mut Checks) {
        // A draft is as long as the user's points are.
        if !checks.drafted {
            let words = advised(Unit::Words, 100, 500);
            brief.length.check("description", &copy.description, words, checks);
            return;
        }
        // A keyword that shares no word with the texts cannot be placed by rules.
        let said = Said::by(&[&*copy.description, " ", &copy.seo_title, " ", &copy.seo_description].concat());
        let is_unused = |keyword: &&str| {
            let mut long = keyword.split_whitespace().filter(|word| word.len() > 2).peekable();
            long.peek().is_some() && !long.any(|word| said.says(word))
        };
        let unused: Vec<&str> = brief.keywords.iter().map(String::as_str).filter(is_unused).collect();
        let list = [("keywords", &*unused.join(", "))];
        checks.rule("description", "keywords-unused", Level::Recommended, unused.len() as u32, &list);
    }
}

/// What the brand says about itself, and places for what the input does not say.
fn rest(brief: &Brief<'_, Order>, goods: &Goods) -> Vec<String> {
    let facts: Vec<String> = brief.brand.facts.iter().map(|fact| as_sentence(fact)).collect();
    let readers = |key| Composer::new(brief, 0).with("audience", &brief.voice.audience).first(key);
    let is_list = brief.format == Format::Bullets && goods.is_rich();
    let mut places = vec![facts.join(" "), readers(if is_list { "draft.text" } else { "draft.readers" })];
    if !is_list {
        let known = [("draft.figures", goods.is_measured()), ("draft.delivery", goods.is_packed())];
        let open = known.into_iter().filter(|(_, is_known)| !is_known);
        places.extend(open.map(|(key, _)| brief.text(key).to_owned()));
    }
    places.retain(|place| !place.is_empty());
    places
}

/// Whether the points make a description that does not repeat the one for search results.
fn is_whole(brief: &Brief<'_, Order>, goods: &Goods) -> bool {
    goods.fills(brief.format, SEARCH as usize)
}

export!(ProductDescription);

#[cfg(test)]
mod tests;
