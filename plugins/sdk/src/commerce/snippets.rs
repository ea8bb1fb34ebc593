//! Short texts with a strict length: titles, teasers, descriptions for search results.

use super::fitting;
use super::goods::{Goods, Point, TRAIT};
use super::page::ENOUGH;
use crate::brief::Brief;
use crate::limit::Limit;
use crate::short::does;

/// The first line under `key` within `limit` whose values are known, with the first point that fits.
pub fn line<I>(brief: &Brief<'_, I>, goods: &Goods, key: &str, limit: Limit) -> String {
    let (doing, traits): (Vec<&Point>, Vec<&Point>) = goods.points.iter().partition(|point| does(point));
    let points = traits.into_iter().chain(doing).filter_map(|point| goods.short_trait(point, TRAIT));
    let mut lines: Vec<String> = Vec::new();
    let mut composer = goods.composer(brief, "");
    for point in points.chain([String::new()]) {
        composer = composer.with("point", &point);
        lines.extend(composer.all(key));
    }
    fitting(lines.into_iter(), limit)
}

/// As many points as fit in their order, after the line under `draft.found`, which has a keyword if the name lacks it.
pub fn blurb<I>(brief: &Brief<'_, I>, goods: &Goods, limit: Limit) -> String {
    grown(goods, &goods.composer(brief, "").first("draft.found"), usize::MAX, limit)
}

/// The first points, for a place below the name, but not all of them, which the description has; the lead if there are
/// none.
pub fn teaser<I>(brief: &Brief<'_, I>, goods: &Goods, limit: Limit) -> String {
    let mut first = goods.clone();
    first.points.truncate(goods.points.len().saturating_sub(usize::from(goods.is_rich())));
    let text = grown(&first, "", ENOUGH, limit);
    if text.is_empty() { blurb(brief, goods, limit) } else { text }
}

/// `lead` with the points that fit, up to `enough` of them if they fill the limit.
fn grown(goods: &Goods, lead: &str, enough: usize, limit: Limit) -> String {
    let mut chosen: Vec<Point> = Vec::new();
    let mut text = goods.text(lead, &chosen);
    for point in &goods.points {
        let length = limit.unit.measure(&text);
        if chosen.len() >= enough && limit.min.is_none_or(|min| length >= min) {
            break;
        }
        chosen.push(point.clone());
        let longer = goods.text(lead, &chosen);
        if limit.max.is_none_or(|max| limit.unit.measure(&longer) <= max) {
            text = longer;
        } else {
            chosen.pop();
        }
    }
    text
}
