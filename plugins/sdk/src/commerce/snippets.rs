//! Short texts with a strict length: titles, teasers, descriptions for search results.

use super::facts::single_stops;
use super::goods::Goods;
use super::page::{ENOUGH, bare_facts};
use super::{fitting, grow};
use crate::brief::Brief;
use crate::limit::Limit;
use crate::material::{as_sentence, capitalized};

/// The first line under `key` within `limit` whose values are known.
pub fn line<I>(brief: &Brief<'_, I>, goods: &Goods, key: &str, limit: Limit) -> String {
    fitting(goods.composer(brief).all(key), limit)
}

/// The lead, as many points as fit in their order, and the line under `closing`, if there is one and it fits.
pub fn blurb<I>(brief: &Brief<'_, I>, goods: &Goods, closing: &str, limit: Limit) -> String {
    if goods.points.len() < ENOUGH {
        return bare_facts(goods, brief);
    }
    let lines = goods.composer(brief);
    let lead = lines.first("draft.lead");
    let fits = |text: &str| limit.max.is_none_or(|max| limit.unit.measure(text) <= max);
    let mut parts: Vec<String> = goods.points.iter().map(|point| as_sentence(&capitalized(point))).collect();
    if !closing.is_empty() {
        parts.push(lines.first(closing));
    }
    single_stops(grow(&lead, &parts, " ", &fits))
}
