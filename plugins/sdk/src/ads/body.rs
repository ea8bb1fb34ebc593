//! The texts of an ad in a feed: the product, the offer, the call to action.
//!
//! The tool's lists: `draft.named` puts a product name of a word or two into a sentence; `draft.cards` and the list
//! that is passed to [`short_line`] are used if the user's phrases are not enough.

use super::choose::{arrange, key, spread, unlike};
use super::pool::Pool;
use crate::units::{Unit, words};

/// The text above the picture: the product and the offer in the variant's order, and a call to action, if there is room.
pub fn body<I>(pool: &Pool<'_, '_, I>, asks: &[String], max: u32) -> String {
    // A third of the room is for other sentences.
    let mut sentences = pool.sentences("product", max * 2 / 3);
    if sentences.is_empty() {
        sentences = pool.sentences("product", max);
    }
    let lead = match sentences.first() {
        // One or two words are not a sentence.
        Some(sentence) if words(sentence).count() > 2 => sentences.remove(0),
        _ => pool.lines("draft.named", max).into_iter().next().unwrap_or_default(),
    };
    let further = sentences.into_iter().next().unwrap_or_default();
    let offer = pool.sentences("offer", max).into_iter().next().unwrap_or_default();
    let ask = unlike(asks, 0, &[&*lead, " ", &further, " ", &offer].concat());
    let parts = if pool.variant() == 0 {
        [(0, &*lead), (2, &*further), (1, &*offer), (3, ask)]
    } else {
        [(1, &*offer), (0, &*lead), (2, &*further), (3, ask)]
    };
    arrange(&parts, Unit::Characters, max)
}

/// A line of at most `max` for the variant, other than `taken`: the offer and the product in turn, otherwise one of
/// the tool's.
pub fn short_line<I>(
    pool: &Pool<'_, '_, I>,
    names: &[&str],
    key_of_ours: &str,
    max: u32,
    taken: &str,
) -> String {
    let own: Vec<Vec<String>> = names.iter().map(|name| pool.phrases(name, max)).collect();
    let own = pool.turned(spread(&own, own.len() * 3));
    let lines = spread(&[[own, pool.lines(key_of_ours, max)].concat()], usize::MAX);
    lines.into_iter().find(|line| key(line) != key(taken)).unwrap_or_default()
}

/// Headlines of a carousel's cards: a phrase each, and an invitation at the end.
pub fn card_headlines<I>(pool: &Pool<'_, '_, I>, max: u32) -> Vec<String> {
    let own = pool.turned(spread(&["product", "offer", "facts"].map(|name| pool.phrases(name, max)), 4));
    let count = (own.len() + 1).max(2);
    spread(&[[own, pool.lines("draft.cards", max)].concat()], count)
}
