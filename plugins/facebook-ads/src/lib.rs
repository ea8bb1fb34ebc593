//! Ads for Facebook and Instagram: the texts of a feed, a story, a reel or a carousel.

use sitewright_sdk::ads::{self, Pool, Promoted, Style};
use sitewright_sdk::units::{Unit, graphemes};
use sitewright_sdk::{
    Brief, Checks, Choice, Generator, Input, Level, Limit, Manner, Output, Prompt, Texts, export, texts,
};

#[derive(Input)]
pub struct Order {
    #[field(flatten)]
    promoted: Promoted,
    #[field(max = 2048, widget = "url")]
    url: String,
    #[field(default = "sales")]
    objective: Objective,
    #[field(default = "learn-more")]
    cta_button: Button,
    #[field(default = "feed")]
    placement: Placement,
    #[field(flatten)]
    manner: Manner,
}

/// The goal of the ad, in Meta's terms.
#[derive(Choice, Clone, Copy, PartialEq, Eq, Debug)]
#[rustfmt::skip]
pub enum Objective { Awareness, Traffic, Engagement, Leads, AppPromotion, Sales }

#[derive(Choice, Clone, Copy, PartialEq, Eq, Debug)]
#[rustfmt::skip]
pub enum Placement { Feed, Stories, Reels, Carousel }

/// The label of the button below the ad.
#[derive(Choice, Clone, Copy, PartialEq, Eq, Debug)]
#[rustfmt::skip]
pub enum Button { ShopNow, LearnMore, SignUp, GetOffer, ContactUs, BookNow, Download, Subscribe }

#[derive(Output, Default, Clone)]
pub struct Ad {
    #[limit(characters, max = 2200, platform)]
    #[limit(characters, max = 125, recommended)]
    primary_text: String,
    #[limit(characters, max = 40, recommended)]
    headline: String,
    #[field(optional)]
    #[limit(characters, max = 25, recommended)]
    description: String,
    #[limit(characters, max = 40, recommended)]
    card_headlines: Vec<String>,
    #[limit(characters, max = 20, recommended)]
    card_descriptions: Vec<String>,
}

pub struct FacebookAds;

fn pool<'b, 'a>(brief: &'b Brief<'a, Order>) -> Pool<'b, 'a, Order> {
    Pool::promoting(brief, &brief.promoted, |_| false)
}

/// A longer text is hidden in part, but better than one without the product's facts.
const LONGEST: u32 = 220;

/// A whole offer is a better headline than half a name, even if the end is cut.
const LONGER: u32 = 60;

/// The feed cuts headlines earlier than other places.
fn headline_room(order: &Order) -> u32 {
    if order.placement == Placement::Feed { 27 } else { 40 }
}

impl Generator for FacebookAds {
    type Input = Order;
    type Variant = Ad;
    const TEXTS: &'static Texts = texts!("texts");
    const ONE_DRAFT: bool = true;

    fn subject(order: &Order) -> &str {
        &order.promoted.product
    }

    fn prompt(brief: &Brief<'_, Order>, variant: usize) -> Prompt {
        let prompt = Prompt::new(brief.text("prompt.role"))
            .rule(brief.text("prompt.lengths"))
            .rule(brief.text_of("prompt.placement", brief.placement))
            .rule(brief.text_of("prompt.objective", brief.objective))
            .rule(brief.text_of("prompt.button", brief.cta_button));
        ads::prompt(prompt, brief, &brief.promoted, &brief.url, variant).max_words(250).temperature(0.8)
    }

    /// One variant: in another order the same facts would be no other ad.
    fn draft(brief: &Brief<'_, Order>, _: usize) -> Ad {
        let pool = pool(brief);
        let room = headline_room(brief);
        let headline = ads::headline(&pool, [room, 40, LONGER]).unwrap_or_else(|| {
            ads::short_line(&pool, &["offer", "product"], "draft.headlines", [room, 40, LONGER], "")
        });
        let primary_text = ads::body(&pool, 125, LONGEST, &headline);
        let said = [&*primary_text, " ", &headline].concat();
        Ad {
            description: ads::short_line(&pool, &["offer", "facts"], "draft.descriptions", [25; 3], &said),
            card_headlines: ads::card_headlines(&pool, 40),
            headline,
            primary_text,
            ..Ad::default()
        }
    }

    fn is_frame(brief: &Brief<'_, Order>) -> bool {
        ads::is_bare(&pool(brief), brief.placement == Placement::Carousel)
    }

    fn finish(brief: &Brief<'_, Order>, ad: &mut Ad) {
        if brief.placement != Placement::Carousel {
            ad.card_headlines.clear();
            ad.card_descriptions.clear();
        }
    }

    fn check(brief: &Brief<'_, Order>, ad: &Ad, checks: &mut Checks) {
        let most = Limit::max(Unit::Characters, headline_room(brief), Level::Recommended);
        checks.limit("headline", most, u32::try_from(graphemes(&ad.headline)).unwrap_or(u32::MAX));
        let pool = pool(brief);
        let style = Style { names: pool.names(), level: Level::Recommended };
        style.check("primary_text", &[&*ad.primary_text, &ad.headline, &ad.description], checks);
        if brief.placement == Placement::Carousel {
            ads::cards("card_headlines", &ad.card_headlines, checks);
            let uneven = ad.card_headlines.len().abs_diff(ad.card_descriptions.len());
            let uneven = if ad.card_descriptions.is_empty() { 0 } else { uneven };
            checks.rule("card_descriptions", "uneven", Level::Recommended, uneven as u32, &[]);
        }
    }

    fn compare(_brief: &Brief<'_, Order>, ad: &Ad, others: &[&Ad], checks: &mut Checks) {
        let texts = others.iter().map(|other| other.primary_text.as_str());
        ads::unlike_others("primary_text", &ad.primary_text, texts, checks);
    }
}

export!(FacebookAds);

#[cfg(test)]
mod tests;
