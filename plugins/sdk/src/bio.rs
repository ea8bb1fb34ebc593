//! The shared parts of biographies: the places where they are published, and composing a user's facts into a line or
//! a page.
//!
//! Facts keep the user's words, in prose or as a list. So no verb is changed and no gender is guessed.

mod page;
mod place;
mod speaker;
mod writer;

pub use page::Paragraph;
use page::{facts, line, page};
pub use place::Place;
pub use speaker::{gendered, narrates, speaks};
pub use writer::Writer;
