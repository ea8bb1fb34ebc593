//! Short texts that must keep a length: titles, teasers, what search results show.

use super::goods::Goods;
use super::{fitting, grow};
use crate::brief::Brief;
use crate::limit::Limit;
use crate::material::{as_sentence, capitalized};

/// The line under `key` that keeps `limit`, from the variant's own on.
pub fn line<I>(brief: &Brief<'_, I>, goods: &Goods, key: &str, variant: usize, limit: Limit) -> String {
    fitting(lines(brief, goods, key, variant).into_iter(), limit)
}

/// Every line under `key` that can be said, from the variant's own on.
pub fn lines<I>(brief: &Brief<'_, I>, goods: &Goods, key: &str, variant: usize) -> Vec<String> {
    (0..brief.list(key).len())
        .map(|step| goods.composer(brief, variant + step).line(key))
        .filter(|line| !line.is_empty())
        .collect()
}

/// A line under `lead`, as many points as have room, and a line under `closing` where there is room for one.
pub fn blurb<I>(
    brief: &Brief<'_, I>,
    goods: &Goods,
    [lead, closing]: [&str; 2],
    variant: usize,
    limit: Limit,
) -> String {
    let points: Vec<String> =
        goods.turned(variant).iter().map(|point| as_sentence(&capitalized(point))).collect();
    let mut closings = lines(brief, goods, closing, variant);
    closings.push(String::new());
    let closings = &closings;
    let with_points = |lead: &str, closing: &String| {
        let closed = |text: &str| grow(text, std::slice::from_ref(closing), " ", &|_| true);
        let fits = |text: &str| limit.max.is_none_or(|max| limit.unit.measure(&closed(text)) <= max);
        closed(&grow(lead, &points, " ", &fits))
    };
    let leads = lines(brief, goods, lead, variant);
    fitting(leads.iter().flat_map(|lead| closings.iter().map(|closing| with_points(lead, closing))), limit)
}
