//! Ads for LinkedIn: sponsored posts with a picture or a carousel, and text ads.

use sitewright_sdk::ads::{self, Pool, Promoted, Style};
use sitewright_sdk::material::enumeration;
use sitewright_sdk::units::lower;
use sitewright_sdk::{
    Brief, Checks, Choice, Generator, Input, Level, Output, Prompt, Texts, Voice, export, texts,
};

#[derive(Input)]
pub struct Order {
    #[field(flatten)]
    promoted: Promoted,
    #[field(max = 20, widget = "tags")]
    job_titles: Vec<String>,
    #[field(max = 120)]
    industry: String,
    #[field(max = 2000, widget = "url")]
    url: String,
    #[field(default = "single-image")]
    format: Format,
    #[field(default = "learn-more")]
    cta_button: Button,
    #[field(flatten)]
    voice: Voice,
    #[field(min = 1, max = 5, default = 3, widget = "slider")]
    variants: u32,
}

#[derive(Choice, Clone, Copy, PartialEq, Eq, Debug)]
#[rustfmt::skip]
pub enum Format { SingleImage, Carousel, TextAd }

/// What the button below the ad says.
#[derive(Choice, Clone, Copy, PartialEq, Eq, Debug)]
#[rustfmt::skip]
pub enum Button { LearnMore, Download, GetQuote, SignUp, Register, Subscribe, ApplyNow, RequestDemo }

#[derive(Output, Default, Clone)]
pub struct Ad {
    #[field(optional)]
    #[limit(characters, max = 600, hard)]
    #[limit(characters, max = 150, recommended)]
    intro_text: String,
    #[field(optional)]
    #[limit(characters, max = 200, hard)]
    #[limit(characters, max = 70, recommended)]
    headline: String,
    #[field(optional)]
    #[limit(characters, max = 300, hard)]
    #[limit(characters, max = 100, recommended)]
    description: String,
    #[limit(characters, max = 45, hard)]
    card_headlines: Vec<String>,
    #[field(computed, optional)]
    #[limit(characters, max = 255, hard)]
    ad_name: String,
    #[field(computed, optional)]
    #[limit(characters, max = 2000, hard)]
    destination_url: String,
}

pub struct LinkedinAds;

/// LinkedIn rejects ads that name it.
fn names_linkedin(text: &str) -> bool {
    lower(text).contains("linkedin")
}

fn pool<'b, 'a>(brief: &'b Brief<'a, Order>, variant: usize) -> Pool<'b, 'a, Order> {
    let titles = &brief.job_titles[..brief.job_titles.len().min(3)];
    Pool::promoting(brief, &brief.promoted, variant, names_linkedin)
        .with("job", &brief.job_titles.join("\n"))
        .with("jobs", &enumeration(titles, brief.language()))
        .with("industry", &brief.industry)
}

impl Generator for LinkedinAds {
    type Input = Order;
    type Variant = Ad;
    const TEXTS: &'static Texts = texts!("texts");

    fn subject(order: &Order) -> &str {
        &order.promoted.product
    }

    fn prompt(brief: &Brief<'_, Order>, variant: usize) -> Prompt {
        let prompt = Prompt::new(brief.text("prompt.role"))
            .rule(brief.text(&["prompt.format", brief.format.id()].join(".")))
            .rule(brief.text(&["prompt.button", brief.cta_button.id()].join(".")));
        ads::prompt(prompt, brief, &brief.promoted, &brief.url, variant)
            .data_list(brief.text("input.job_titles.title"), &brief.job_titles)
            .data(brief.text("input.industry.title"), &brief.industry)
            .max_words(250)
    }

    fn draft(brief: &Brief<'_, Order>, variant: usize) -> Ad {
        let pool = pool(brief, variant);
        let asks = pool.lines(&["draft.asks", brief.cta_button.id()].join("."), 70);
        let is_small = brief.format == Format::TextAd;
        let room = if is_small { 25 } else { 70 };
        let headline = ads::short_line(&pool, &["product", "offer"], "draft.headlines", room, "");
        let description = if is_small {
            ads::body(&pool, &[], &asks, 75)
        } else {
            ads::short_line(&pool, &["offer", "product"], "draft.cards", 100, &headline)
        };
        Ad {
            intro_text: ads::body(&pool, &pool.lines("draft.hooks", 80), &asks, 150),
            headline,
            description,
            card_headlines: ads::card_headlines(&pool, 45),
            ..Ad::default()
        }
    }

    fn finish(brief: &Brief<'_, Order>, ad: &mut Ad) {
        match brief.format {
            Format::SingleImage => ad.card_headlines.clear(),
            Format::Carousel => [&mut ad.headline, &mut ad.description].into_iter().for_each(String::clear),
            Format::TextAd => {
                ad.intro_text.clear();
                ad.card_headlines.clear();
            }
        }
        let named = pool(brief, 0).phrases("product", 120).into_iter().next();
        let format = brief.text(&["input.format.options", brief.format.id()].join("."));
        ad.ad_name = named.into_iter().chain([format.to_owned()]).collect::<Vec<_>>().join(" – ");
        ad.destination_url.clone_from(&brief.url);
    }

    fn check(brief: &Brief<'_, Order>, ad: &Ad, checks: &mut Checks) {
        match brief.format {
            Format::SingleImage => {
                ads::required("intro_text", &ad.intro_text, 600, checks);
                ads::required("headline", &ad.headline, 200, checks);
            }
            Format::Carousel => {
                ads::required("intro_text", &ad.intro_text, 255, checks);
                ads::cards("card_headlines", &ad.card_headlines, checks);
            }
            Format::TextAd => {
                ads::required("headline", &ad.headline, 25, checks);
                ads::required("description", &ad.description, 75, checks);
            }
        }
        let cards = ad.card_headlines.join("\n");
        let lines = [&*ad.intro_text, &ad.headline, &ad.description, &cards];
        ads::unwanted("intro_text", "linkedin", Level::Hard, &lines, names_linkedin, checks);
        let pool = pool(brief, 0);
        Style { names: pool.names(), level: Level::Recommended }.check("intro_text", &lines, checks);
    }

    fn compare(brief: &Brief<'_, Order>, ad: &Ad, others: &[&Ad], checks: &mut Checks) {
        let text = |ad: &Ad| ads::key(&[&*ad.intro_text, &ad.headline, &ad.description].concat());
        let same = others.iter().any(|other| text(other) == text(ad));
        let field = if brief.format == Format::TextAd { "headline" } else { "intro_text" };
        checks.rule(field, "same", Level::Recommended, u32::from(same), &[]);
    }
}

export!(LinkedinAds);

#[cfg(test)]
mod tests;
