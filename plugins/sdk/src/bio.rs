//! What biographies share: the places where they stand, and how a person's facts become a line or a page.
//!
//! Facts stay in their own words, whoever speaks in them: sentences in the voice that is wanted become prose,
//! others a list or a quotation. So no verb is bent and nobody's gender is guessed.

mod page;
mod place;
mod speaker;
mod writer;

pub use page::Paragraph;
use page::{facts, line, page};
pub use place::Place;
pub use speaker::{gendered, speaks};
pub use writer::Writer;

use crate::voice::Tone;

/// How a closing line sounds: tools bring lines for these three.
fn register(tone: Tone) -> &'static str {
    match tone {
        Tone::Friendly | Tone::Empathetic | Tone::Casual => "warm",
        Tone::Enthusiastic | Tone::Witty | Tone::Persuasive | Tone::Urgent => "lively",
        _ => "plain",
    }
}
