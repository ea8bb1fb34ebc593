//! The texts of an ad in a feed: the offer, the hook, the call to action.
//!
//! The tool's lists: `draft.named` puts a product name of a word or two into a sentence; `draft.cards` and the list
//! that is passed to [`short_line`] are used if the user's phrases are not enough.

use super::choose::{arrange, key, spread, unlike};
use super::pool::Pool;
use crate::units::{Unit, words};

/// The text above the picture: a hook opens it or follows, a call to action ends it, if there is room.
pub fn body<I>(pool: &Pool<'_, '_, I>, hooks: &[String], asks: &[String], max: u32) -> String {
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
    let further = pool.turned(sentences).into_iter().next().unwrap_or_default();
    let offer = pool.sentences("offer", max).into_iter().next().unwrap_or_default();
    let said = [&*lead, " ", &further, " ", &offer].concat();
    let (hook, ask) = (unlike(hooks, 0, &said), unlike(asks, 0, &said));
    let tone = pool.in_tone("sentence", max);
    let tone = unlike(&tone, 0, &[&said, " ", hook, " ", ask].concat());
    // Each variant opens with another part.
    let parts = match pool.variant() % 5 {
        0 => [(2, hook), (0, &*lead), (1, &*offer), (5, &*further), (4, tone), (3, ask)],
        1 => [(1, &*offer), (0, &*lead), (3, &*further), (4, tone), (5, ""), (2, ask)],
        2 => [(0, &*lead), (2, &*further), (1, &*offer), (4, tone), (5, ""), (3, ask)],
        3 => [(2, hook), (1, &*offer), (0, &*lead), (3, &*further), (4, tone), (5, ask)],
        _ => [(0, &*lead), (2, tone), (1, &*offer), (3, ask), (4, &*further), (5, "")],
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
    let own = spread(&own, own.len() * 3);
    // One of the tool's lines takes turns with the user's phrases.
    let turn = pool.variant() % (own.len() + 1);
    let lines = spread(&[[own, pool.lines(key_of_ours, max)].concat()], usize::MAX);
    let mut turned = lines.iter().cycle().skip(turn).take(lines.len());
    turned.find(|line| key(line) != key(taken)).cloned().unwrap_or_default()
}

/// Headlines of a carousel's cards: a phrase each, and an invitation at the end.
pub fn card_headlines<I>(pool: &Pool<'_, '_, I>, max: u32) -> Vec<String> {
    let own = pool.turned(spread(&["product", "offer", "facts"].map(|name| pool.phrases(name, max)), 4));
    let count = (own.len() + 1).max(2);
    spread(&[[own, pool.lines("draft.cards", max)].concat()], count)
}
