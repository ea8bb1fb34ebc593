//! The shared parts of advertisements: lines composed of the user's phrases, and the rules of the platforms.
//!
//! A tool has lists of lines with placeholders; [`Pool`] fills them with every phrase that fits.

mod body;
mod choose;
mod paths;
mod pool;
mod rules;

pub use body::{body, card_headlines, headline, is_bare, short_line, small};
pub use choose::{key, spread};
pub use paths::paths;
pub use pool::Pool;
pub use rules::{Style, cards, distinct, required, unlike_others, unwanted, with_keyword};

use sitewright_sdk_macros::Input;

use crate::brief::Brief;
use crate::prompt::Prompt;
use crate::texts::Texts;

static TEXTS: &Texts = crate::texts!("src/ads/texts");

/// What is advertised; flatten it and add the platform's own fields.
#[derive(Input, Clone, Debug)]
pub struct Promoted {
    #[field(required, min = 2, max = 300, widget = "textarea")]
    pub product: String,
    #[field(max = 300)]
    pub offer: String,
}

/// Adds the rules that all platforms share.
pub fn prompt<I>(
    prompt: Prompt,
    brief: &Brief<'_, I>,
    promoted: &Promoted,
    url: &str,
    variant: usize,
) -> Prompt {
    prompt
        .angle(brief.pick_text("prompt.angles", variant))
        .rule(brief.text("prompt.style"))
        .data(brief.text("input.product.title"), &promoted.product)
        .data(brief.text("input.offer.title"), &promoted.offer)
        .data(brief.text("input.url.title"), url)
        .temperature(0.8)
}
