//! Short texts that must keep a length: titles, teasers, what search results show.

use super::facts::single_stops;
use super::goods::Goods;
use super::page::{ENOUGH, bare_facts};
use super::{fitting, grow};
use crate::brief::Brief;
use crate::limit::Limit;
use crate::material::{as_sentence, capitalized};
use crate::units::lower;

/// A line under `key` that keeps `limit`, another one in each variant as far as there are such; those
/// under `draft.plain-title` come last.
pub fn line<I>(brief: &Brief<'_, I>, goods: &Goods, key: &str, variant: usize, limit: Limit) -> String {
    // Further rounds say the same lines with other points.
    let rounds = 0..brief.list(key).len() * 3;
    let mut options = distinct(rounds.map(|step| goods.composer(brief, step).line(key)));
    options.extend(lines(brief, goods, "draft.plain-title", 0));
    let fits = |option: &&String| limit.allows(limit.unit.measure(option));
    let fit: Vec<&String> = options.iter().filter(fits).collect();
    match fit.len() {
        0 => fitting(options.into_iter(), limit),
        count => fit[variant % count].clone(),
    }
}

/// Every line under `key` that can be said, from the variant's own on.
pub fn lines<I>(brief: &Brief<'_, I>, goods: &Goods, key: &str, variant: usize) -> Vec<String> {
    distinct((0..brief.list(key).len()).map(|step| goods.composer(brief, variant + step).line(key)))
}

fn distinct(lines: impl Iterator<Item = String>) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for line in lines {
        if !line.is_empty() && !found.contains(&line) {
            found.push(line);
        }
    }
    found
}

/// Openings that name points are better than those that do not.
const LEADS: [&str; 2] = ["draft.list", "draft.lead"];

/// One of the leads, another one in each variant; as many further points as have room, and a line under `closing` where there is
/// room for one.
pub fn blurb<I>(brief: &Brief<'_, I>, goods: &Goods, closing: &str, variant: usize, limit: Limit) -> String {
    if goods.points.len() < ENOUGH {
        // No promise of a list of features where there is none.
        let said = bare_facts(goods, brief, variant);
        let closing = goods.composer(brief, variant).line("draft.closing");
        let is_short = limit.min.is_some_and(|min| limit.unit.measure(&said) < min);
        let fits = |text: &str| is_short && limit.max.is_none_or(|max| limit.unit.measure(text) <= max);
        return grow(&said, &[closing], " ", &fits);
    }
    let turned = goods.turned(variant);
    let mut closings = lines(brief, goods, closing, variant);
    closings.push(String::new());
    let closings = &closings;
    let with_points = |lead: &str, closing: &String| {
        let said = lower(lead);
        let new = turned.iter().filter(|point| !said.contains(&lower(point)));
        let points: Vec<String> = new.map(|point| as_sentence(&capitalized(point))).collect();
        let closed = |text: &str| grow(text, std::slice::from_ref(closing), " ", &|_| true);
        let fits = |text: &str| limit.max.is_none_or(|max| limit.unit.measure(&closed(text)) <= max);
        single_stops(closed(&grow(lead, &points, " ", &fits)))
    };
    let mut missing = Vec::new();
    let mut fit: Vec<String> = Vec::new();
    for lead in LEADS.iter().flat_map(|lead| lines(brief, goods, lead, 0)) {
        let text = fitting(closings.iter().map(|closing| with_points(&lead, closing)), limit);
        let fits = limit.allows(limit.unit.measure(&text));
        if fits { &mut fit } else { &mut missing }.push(text);
        if fit.len() > variant {
            break;
        }
    }
    match fit.len() {
        0 => {
            let turn = variant % missing.len().max(1);
            missing.rotate_left(turn);
            fitting(missing.into_iter(), limit)
        }
        count => fit.swap_remove(variant % count),
    }
}
