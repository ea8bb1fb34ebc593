//! The texts of an ad in a feed: the product, the offer, what the brand says about itself. The button calls to action.
//!
//! If the user's phrases are not enough, the list that is passed to [`short_line`] is used, and places to fill.

use super::choose::{arrange, key, spread};
use super::pool::Pool;
use crate::short::{fits, without_stop};
use crate::units::{Unit, graphemes};

/// The text above the picture: the product and the offer, then what else fits into `max`. They stay whole up to `most`;
/// otherwise it is made of the parts that fit.
///
/// What the headline says whole is left out, unless nothing else would be said.
pub fn body<I>(pool: &Pool<'_, '_, I>, max: u32, most: u32, headline: &str) -> String {
    let [mut product, mut offers, facts] =
        ["product", "offer", "facts"].map(|name| pool.sentences(name, most));
    let is_said = |sentence: &String| key(sentence) == key(headline);
    if product.len() + offers.len() + facts.len() > 1 {
        product.retain(|sentence| !is_said(sentence));
        offers.retain(|sentence| !is_said(sentence));
    }
    let is_named = product.is_empty();
    let whole = [product, offers.clone()].concat().join(" ");
    // The longer room is for the product and the offer alone.
    let room = if fits(&whole, Unit::Characters, most) { max.max(graphemes(&whole) as u32) } else { max };
    let lead = if room > max || fits(&whole, Unit::Characters, max) {
        vec![whole]
    } else {
        // A third of the room is for the offer.
        let parts = pool.sentences("product", max * 2 / 3);
        let mut parts = if parts.is_empty() { pool.sentences("product", max) } else { parts };
        if is_named {
            parts.clear();
        }
        parts
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
    if text.is_empty() || is_bare(pool, false) {
        return [&text, " ", pool.offer_place()].concat().trim_start().to_owned();
    }
    text
}

/// A line other than `taken`: of the user's phrases in the order of `names`, as long as the first of `rooms`, otherwise
/// as the next one, otherwise one of the tool's.
pub fn short_line<I>(
    pool: &Pool<'_, '_, I>,
    names: &[&str],
    key_of_ours: &str,
    rooms: [u32; 3],
    taken: &str,
) -> String {
    let own = |max| names.iter().flat_map(move |name| pool.phrases(name, max));
    // A longer phrase says more than the one word before a comma.
    let phrases = rooms.into_iter().flat_map(own).filter(|line| line.contains(' '));
    let mut lines = phrases.chain(own(rooms[0])).chain(pool.lines(key_of_ours, rooms[0]));
    lines.find(|line| !key(taken).contains(&*key(line))).unwrap_or_default()
}

/// A headline that repeats no sentence of the text: the beginning of the product, otherwise all of it, which the text
/// then omits, or a whole offer. `rooms` are those for a beginning, a longer one and a whole.
pub fn headline<I>(pool: &Pool<'_, '_, I>, rooms: [u32; 3]) -> Option<String> {
    let said = pool.sentences("product", 300);
    let is_whole = |line: &String| said.iter().any(|sentence| key(sentence) == key(line));
    let [product, offer] = ["product", "offer"].map(|name| pool.sentences(name, 300).len());
    let beginnings = pool.phrases("product", rooms[0]).into_iter().chain(pool.phrases("product", rooms[1]));
    let beginning = beginnings.filter(|line| line.contains(' ')).find(|line| !is_whole(line));
    let whole = |name, room| pool.phrases(name, room).into_iter().next();
    // The text keeps the offer, which says more than a name.
    let named = || whole("product", rooms[2]).filter(|_| product == 1 && offer > 0);
    let offered = || whole("offer", rooms[2]).filter(|_| offer == 1);
    beginning.or_else(named).or_else(offered)
}

/// Headline and text of an ad that shows them as one: a whole fact of the user, and the others that fit. Without two
/// there are places to fill.
pub fn small<I>(pool: &Pool<'_, '_, I>, [headline, text]: [u32; 2]) -> [String; 2] {
    let mut said = ["product", "offer", "facts"].map(|name| pool.sentences(name, text)).concat();
    let is_short = |sentence: &String| fits(without_stop(sentence), Unit::Characters, headline);
    let first = said.iter().position(is_short).map(|place| without_stop(&said.remove(place)).to_owned());
    let first = first.unwrap_or_else(|| pool.place("draft.headline").to_owned());
    let ranked: Vec<(u8, &str)> = said.iter().map(|sentence| (0, sentence.as_str())).collect();
    let rest = arrange(&ranked, Unit::Characters, text);
    [first, if rest.is_empty() { pool.offer_place().to_owned() } else { rest }]
}

/// The longest phrase that counts as one, in characters.
const PHRASE: u32 = 45;

/// The minimum number of cards that say more than the text above them.
const CARDS: usize = 3;

/// Whether the user's phrases are too few for an ad, or for a carousel: then the draft is a frame.
pub fn is_bare<I>(pool: &Pool<'_, '_, I>, is_carousel: bool) -> bool {
    let own = ["product", "offer", "facts"].map(|name| pool.phrases(name, PHRASE));
    let long = ["product", "offer"].map(|name| pool.sentences(name, 300)).concat();
    let count = spread(&own, CARDS).len();
    if is_carousel { count < CARDS } else { count.max(spread(&[long], 2).len()) < 2 }
}

/// Headlines of a carousel's cards: a phrase each, and places for the missing ones.
pub fn card_headlines<I>(pool: &Pool<'_, '_, I>, max: u32) -> Vec<String> {
    let mut cards = spread(&["product", "offer", "facts"].map(|name| pool.phrases(name, max)), 5);
    while cards.len() < CARDS {
        cards.push(pool.place("draft.card").to_owned());
    }
    cards
}
