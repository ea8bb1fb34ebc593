//! Title, meta description, slug and social tags of a page, measured as search results show them.

mod clean;
mod descriptions;
mod keyword;
mod page;
mod slug;
mod spread;
mod stems;
mod tags;
mod titles;
mod topic;

use sitewright_sdk::ads::key;
use sitewright_sdk::units::{has_at_most, lower};
use sitewright_sdk::{
    Brief, Checks, Choice, Generator, Input, Joined, Level, Output, Prompt, Texts, Voice, export, is_close,
    texts,
};

use keyword::Keyword;
use page::Page;

#[derive(Input)]
pub struct Order {
    #[field(required, min = 3, max = 1000, widget = "textarea")]
    page_topic: String,
    #[field(required, min = 2, max = 80)]
    keyword: String,
    #[field(max = 60)]
    brand: String,
    #[field(default = "other")]
    page_type: Kind,
    #[field(min = 1, max = 10, default = 5)]
    variants: u32,
    #[field(flatten)]
    voice: Voice,
}

/// The kind of the page.
#[derive(Choice, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Home,
    Category,
    Product,
    Article,
    Landing,
    Local,
    Other,
}

/// The tags of one page.
#[derive(Output, Default, Clone)]
pub struct Tags {
    #[field(format = "title")]
    #[limit(characters, min = 30, max = 60, recommended)]
    #[limit(pixels_title, min = 200, max = 561, recommended)]
    title: String,
    #[limit(characters, min = 120, max = 155, recommended)]
    #[limit(pixels_description, min = 400, max = 985, recommended)]
    meta_description: String,
    #[field(format = "slug", optional)]
    #[limit(characters, max = 75, recommended)]
    slug: String,
    #[field(format = "title", optional)]
    #[limit(characters, max = 60, recommended)]
    og_title: String,
    #[field(optional)]
    #[limit(characters, max = 200, recommended)]
    og_description: String,
}

pub struct SeoMetatags;

/// Characters of a topic that may be no more than a title.
const TITLE: usize = 70;

/// More than the five lines ever need, so that no answer is cut off.
const WORDS: u32 = 140;

impl Generator for SeoMetatags {
    type Input = Order;
    type Variant = Tags;
    const TEXTS: &'static Texts = texts!("texts");

    fn subject(order: &Order) -> &str {
        &order.keyword
    }

    fn prompt(brief: &Brief<'_, Order>, variant: usize) -> Prompt {
        let brand = if page::brand(brief).is_empty() { "" } else { brief.text("prompt.brand") };
        Prompt::new(brief.text("prompt.role"))
            .rule(brief.text(&["prompt.page", brief.page_type.id()].joined(".")))
            .rule(brief.text("prompt.title"))
            .rule(brand)
            .rule(brief.text("prompt.description"))
            .rule(brief.text("prompt.slug"))
            .rule(brief.text("prompt.social"))
            .rule(brief.text("prompt.keyword"))
            .angle(brief.pick_text("prompt.angles", variant))
            .data(brief.text("input.page_topic.title"), &brief.page_topic)
            .data(brief.text("input.keyword.title"), &brief.keyword)
            .data(brief.text("input.brand.title"), &brief.input.brand)
            .max_words(WORDS)
    }

    fn draft(brief: &Brief<'_, Order>, variant: usize) -> Tags {
        Self::drafts(brief, variant + 1).pop().unwrap_or_default()
    }

    fn drafts(brief: &Brief<'_, Order>, count: usize) -> Vec<Tags> {
        let page = Page::new(brief);
        let descriptions = descriptions::draft(&page, &descriptions::SEARCH);
        let social = descriptions::draft(&page, &descriptions::SOCIAL);
        let mut titles = titles::draft(&page, count).into_iter();
        let mut drafts: Vec<Tags> = Vec::new();
        // A variant has facts of its own; the same ones under another title would be no choice.
        for meta_description in descriptions {
            if drafts.iter().any(|other| is_close(&other.meta_description, &meta_description)) {
                continue;
            }
            let Some(title) = titles.next() else { break };
            let [title, meta_description] = [title, meta_description].map(|text| page.or_kind(text));
            let og_title = titles::without_brand(&title, page.brand).to_owned();
            let mut tags = Tags {
                slug: slug::draft(&page),
                og_description: social.get(drafts.len()).or(social.first()).cloned().unwrap_or_default(),
                og_title,
                title,
                meta_description,
            };
            if key(&tags.meta_description) == key(&tags.og_title) {
                let place = [" ", brief.text("draft.more")].concat();
                tags.meta_description.push_str(&place);
                tags.og_description.push_str(&place);
            } else if !lower(&[&*tags.title, &tags.meta_description].concat()).contains(&lower(page.brand)) {
                // A title without room for the brand leaves it to the description.
                let signed = [&*tags.meta_description, " ", page.brand, "."].concat();
                if descriptions::SEARCH.fits(&signed) {
                    tags.meta_description = signed;
                }
            }
            drafts.push(tags);
        }
        drafts
    }

    /// A topic without a fact makes a title and no description.
    fn is_frame(brief: &Brief<'_, Order>) -> bool {
        let place = brief.text("draft.more");
        // A longer topic has a fact beside its title.
        has_at_most(&brief.page_topic, TITLE)
            && Self::drafts(brief, 1).first().is_some_and(|tags| tags.meta_description.ends_with(place))
    }

    fn finish(brief: &Brief<'_, Order>, tags: &mut Tags) {
        for text in
            [&mut tags.title, &mut tags.meta_description, &mut tags.og_title, &mut tags.og_description]
        {
            *text = clean::one_line(text);
        }
        tags.slug = slug::shape(&tags.slug, brief.phrases);
        if tags.slug.is_empty() {
            tags.slug = slug::draft(&Page::new(brief));
        }
        if tags.og_title.is_empty() {
            tags.og_title = titles::without_brand(&tags.title, page::brand(brief)).to_owned();
        }
        if tags.og_description.is_empty() {
            tags.og_description.clone_from(&tags.meta_description);
        }
    }

    fn check(brief: &Brief<'_, Order>, tags: &Tags, checks: &mut Checks) {
        let keyword = Keyword::new(&brief.keyword, &brief.page_topic, brief.phrases);
        for (name, text) in [("title", &tags.title), ("meta_description", &tags.meta_description)] {
            let missing = keyword.missing_in(text);
            let count = u32::try_from(missing.len()).unwrap_or(u32::MAX);
            let field = brief.text(&["output", name, "title"].joined("."));
            let values =
                [("field", field), ("keyword", brief.keyword.as_str()), ("words", &missing.joined(", "))];
            checks.rule(name, "keyword-missing", Level::Recommended, count, &values);
        }
    }

    fn compare(_brief: &Brief<'_, Order>, tags: &Tags, others: &[&Tags], checks: &mut Checks) {
        let same = others.iter().any(|other| lower(&other.title) == lower(&tags.title));
        checks.rule("title", "same-title", Level::Recommended, u32::from(same), &[]);
    }

    fn appendix(order: &Order, tags: &Tags) -> String {
        tags::html(order, tags)
    }
}

export!(SeoMetatags);
