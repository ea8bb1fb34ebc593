//! Ads for LinkedIn: sponsored posts with a picture or a carousel, and text ads.

use sitewright_sdk::ads::{self, Pool, Promoted, Style};

use sitewright_sdk::units::lower;
use sitewright_sdk::{
    Brief, Checks, Choice, Generator, Input, Level, Manner, Output, Prompt, Texts, export, texts,
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
    manner: Manner,
}

/// The format of the ad.
#[derive(Choice, Clone, Copy, PartialEq, Eq, Debug)]
#[rustfmt::skip]
pub enum Format { SingleImage, Carousel, TextAd }

impl Format {
    /// The maximum characters of introduction, headline, description and a card's headline; 0 for parts that it does
    /// not have.
    const fn rooms(self) -> [u32; 4] {
        match self {
            Self::SingleImage => [600, 200, 300, 0],
            Self::Carousel => [255, 0, 0, 45],
            Self::TextAd => [0, 25, 75, 0],
        }
    }
}

/// The label of the button below the ad.
#[derive(Choice, Clone, Copy, PartialEq, Eq, Debug)]
#[rustfmt::skip]
pub enum Button { LearnMore, Download, GetQuote, SignUp, Register, Subscribe, ApplyNow, RequestDemo }

#[derive(Output, Default, Clone)]
pub struct Post {
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

/// A longer text is hidden in part, but better than one without the product's facts.
const LONGEST: u32 = 220;

/// Characters of headline and description of a text ad.
const TEXT_AD: [u32; 2] = [25, 75];

/// LinkedIn rejects ads that name it.
fn names_linkedin(text: &str) -> bool {
    lower(text).contains("linkedin")
}

fn pool<'b, 'a>(brief: &'b Brief<'a, Order>) -> Pool<'b, 'a, Order> {
    Pool::promoting(brief, &brief.promoted, names_linkedin)
}

impl Generator for LinkedinAds {
    type Input = Order;
    type Variant = Post;
    const TEXTS: &'static Texts = texts!("texts");
    const ONE_DRAFT: bool = true;

    fn subject(Order { promoted, .. }: &Order) -> &str {
        &promoted.product
    }

    fn prompt(brief: &Brief<'_, Order>, variant: usize) -> Prompt {
        let asked = Prompt::new(brief.text("prompt.role"))
            .rule(brief.text_of("prompt.format", brief.format))
            .rule(brief.text_of("prompt.button", brief.cta_button));
        ads::prompt(asked, brief, &brief.promoted, &brief.url, variant)
            .data_list(brief.text("input.job_titles.title"), &brief.job_titles)
            .data(brief.text("input.industry.title"), &brief.industry)
            .max_words(250)
            .temperature(0.8)
    }

    /// One variant: in another order the same facts would be no other ad.
    fn draft(brief: &Brief<'_, Order>, _: usize) -> Post {
        let pool = pool(brief);
        if brief.format == Format::TextAd {
            let [headline, description] = ads::small(&pool, TEXT_AD);
            return Post { headline, description, ..Post::default() };
        }
        // What is downloaded is the offer, unless the product is a publication.
        let is_title = brief.promoted.product.contains(['„', '“', '"']);
        let names = match brief.cta_button {
            Button::Download if !is_title => ["offer", "product"],
            _ => ["product", "offer"],
        };
        let headline = ads::short_line(&pool, &names, "draft.headlines", [70, 200, 200], "");
        // The offer stands well without the product, which alone would say too little.
        let is_shown = brief.format.rooms()[1] > 0;
        let taken = if is_shown && names[0] == "product" { &*headline } else { "" };
        let intro_text = ads::body(&pool, 150, LONGEST, taken);
        // What the introduction says already would only stand twice.
        let said = [&*intro_text, " ", &headline].concat();
        let names = ["offer", "product", "facts"];
        Post {
            description: ads::short_line(&pool, &names, "draft.descriptions", [100, 300, 300], &said),
            intro_text,
            headline,
            card_headlines: ads::card_headlines(&pool, 45),
            ..Post::default()
        }
    }

    fn is_frame(brief: &Brief<'_, Order>) -> bool {
        let pool = pool(brief);
        let is_open = || ads::small(&pool, TEXT_AD).iter().any(|text| text.starts_with('['));
        match brief.format {
            Format::TextAd => is_open(),
            format => ads::is_bare(&pool, format == Format::Carousel),
        }
    }

    fn finish(brief: &Brief<'_, Order>, ad: &mut Post) {
        let rooms = brief.format.rooms();
        for (part, room) in [&mut ad.intro_text, &mut ad.headline, &mut ad.description].into_iter().zip(rooms)
        {
            if room == 0 {
                part.clear();
            }
        }
        if rooms[3] == 0 {
            ad.card_headlines.clear();
        }
        let named = pool(brief).phrases("product", 120).into_iter().next();
        let format = brief.text_of("input.format.options", brief.format);
        ad.ad_name = named.into_iter().chain([format.to_owned()]).collect::<Vec<_>>().join(" – ");
        ad.destination_url.clone_from(&brief.url);
    }

    fn check(brief: &Brief<'_, Order>, ad: &Post, checks: &mut Checks) {
        let rooms = brief.format.rooms();
        // Only a text ad requires a description.
        let needed = if brief.format == Format::TextAd { 3 } else { 2 };
        let parts =
            [("intro_text", &ad.intro_text), ("headline", &ad.headline), ("description", &ad.description)];
        for ((field, text), room) in parts.into_iter().zip(rooms).take(needed).filter(|(_, room)| *room > 0) {
            ads::required(field, text, room, checks);
        }
        if rooms[3] > 0 {
            ads::cards("card_headlines", &ad.card_headlines, checks);
        }
        let cards = ad.card_headlines.join("\n");
        let lines = [&*ad.intro_text, &ad.headline, &ad.description, &cards];
        ads::unwanted("intro_text", "linkedin", Level::Hard, &lines, names_linkedin, checks);
        let pool = pool(brief);
        Style { names: pool.names(), level: Level::Recommended }.check("intro_text", &lines, checks);
    }

    fn compare(_brief: &Brief<'_, Order>, ad: &Post, others: &[&Post], checks: &mut Checks) {
        // Text ads have no introduction.
        let text = |ad: &Post| [&*ad.intro_text, &ad.description].concat();
        let others: Vec<String> = others.iter().map(|other| text(other)).collect();
        ads::unlike_others("description", &text(ad), others.iter().map(String::as_str), checks);
    }
}

export!(LinkedinAds);

#[cfg(test)]
mod tests;
