//! The texts of an ad in a feed: the product, the offer, what the brand says about itself. The button calls to action.
//!
//! Our lists: `draft.headlines`, `draft.cards` and the list that is passed to [`short_line`] are used if the user's phrases
//! are not enough.

use super::choose::{arrange, key, spread};
use super::pool::Pool;
use crate::material::as_sentence;
use crate::short::fits;
use crate::units::{Unit, graphemes};

/// The text above the picture: the product and the offer, then what else fits into `max`. They stay whole up to `most`;
/// otherwise it is made of the parts that fit.
pub fn body<I>(pool: &Pool<'_, '_, I>, max: u32, most: u32) -> String {
    let [product, offers, facts] = ["product", "offer", "facts"].map(|name| pool.sentences(name, most));
    let whole = [product, offers.clone()].concat().join(" ");
    // The longer room is for the product and the offer alone.
    let room = if fits(&whole, Unit::Characters, most) { max.max(graphemes(&whole) as u32) } else { max };
    let lead = if room > max || fits(&whole, Unit::Characters, max) {
        vec![whole]
    } else {
        // A third of the room is for the offer.
        let parts = pool.sentences("product", max * 2 / 3);
        if parts.is_empty() { pool.sentences("product", max) } else { parts }
    };
    let ranked = |rank: u8, texts: Vec<String>| texts.into_iter().map(move |text| (rank, text));
    let parts: Vec<(u8, String)> = lead
        .into_iter()
        .enumerate()
        .map(|(place, text)| (if place == 0 { 0 } else { 2 }, text))
        .chain(ranked(1, offers))
        .chain(ranked(3, facts))
        .collect();
    let parts: Vec<(u8, &str)> = parts.iter().map(|(rank, text)| (*rank, text.as_str())).collect();
    let text = arrange(&parts, Unit::Characters, room);
    if !text.is_empty() {
        return text;
    }
    pool.lines("draft.headlines", max - 1).first().map(|line| as_sentence(line)).unwrap_or_default()
}

/// A line of at most `max`, other than `taken`: of the user's phrases in the order of `names`, a longer one of at most
/// `most`, otherwise one of the tool's.
pub fn short_line<I>(
    pool: &Pool<'_, '_, I>,
    names: &[&str],
    key_of_ours: &str,
    [max, most]: [u32; 2],
    taken: &str,
) -> String {
    let own = |max| names.iter().flat_map(move |name| pool.phrases(name, max));
    // A longer phrase says more than the one word before a comma.
    let phrases = [max, most].into_iter().flat_map(own).filter(|line| line.contains(' '));
    let mut lines = phrases.chain(own(max)).chain(pool.lines(key_of_ours, max));
    lines.find(|line| !key(taken).contains(&*key(line))).unwrap_or_default()
}

/// Headlines of a carousel's cards: a phrase each; ours only if there are too few for a carousel.
pub fn card_headlines<I>(pool: &Pool<'_, '_, I>, max: u32) -> Vec<String> {
    let own = spread(&["product", "offer", "facts"].map(|name| pool.phrases(name, max)), 5);
    let count = own.len().max(2);
    spread(&[[own, pool.lines("draft.cards", max)].concat()], count)
}
