//! Short texts with a strict length: titles, teasers, descriptions for search results.

use super::facts::single_stops;
use super::goods::{Goods, Point};
use super::page::{ENOUGH, bare_facts};
use super::{fitting, grow, nearest};
use crate::brief::Brief;
use crate::limit::Limit;
use crate::material::{as_sentence, capitalized};
use crate::parts::Parts;
use crate::units::{Unit, lower};

/// A line under `key` within `limit`, another one in each variant if possible; those under `draft.plain-title` come
/// last.
pub fn line<I>(brief: &Brief<'_, I>, goods: &Goods, key: &str, variant: usize, limit: Limit) -> String {
    // Further rounds use the same lines with other points.
    let said = goods.said(brief);
    let rounds = 0..brief.list(key).len() * 3;
    let mut options = distinct(rounds.map(|step| said.composer(step).line(key)));
    options.extend(lines(brief, goods, "draft.plain-title", 0));
    let fits = |option: &&String| limit.allows(limit.unit.measure(option));
    let fit: Vec<&String> = options.iter().filter(fits).collect();
    match fit.len() {
        0 => fitting(options.into_iter(), limit),
        count => fit[variant % count].clone(),
    }
}

/// Every line under `key` whose values are known, from the variant's own on.
pub fn lines<I>(brief: &Brief<'_, I>, goods: &Goods, key: &str, variant: usize) -> Vec<String> {
    let said = goods.said(brief);
    distinct((0..brief.list(key).len()).map(|step| said.composer(variant + step).line(key)))
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

/// One of the leads, another one in each variant; as many further points as fit, and a line under `closing` if it
/// fits.
pub fn blurb<I>(brief: &Brief<'_, I>, goods: &Goods, closing: &str, variant: usize, limit: Limit) -> String {
    if goods.points.len() < ENOUGH {
        // No promise of a list of features if there is none.
        let said = bare_facts(goods, brief, variant);
        let closing = goods.composer(brief, variant).line("draft.closing");
        let is_short = limit.min.is_some_and(|min| limit.unit.measure(&said) < min);
        let fits = |text: &str| is_short && limit.max.is_none_or(|max| limit.unit.measure(text) <= max);
        return grow(&said, &[closing], " ", &fits);
    }
    let turned = goods.turned(variant);
    let mut closings = lines(brief, goods, closing, variant);
    closings.push(String::new());
    // Texts on both sides of a space are measured separately, with the space.
    let lengths = closings.iter().map(|closing| limit.unit.measure(&[" ", closing].concat()));
    let closings: Vec<(&str, u32)> = closings.iter().map(String::as_str).zip(lengths).collect();
    // Each point is measured once: concatenated texts have the sum of the lengths, plus one for a space.
    let max = limit.max.unwrap_or(u32::MAX);
    let may_fit = |point: &&&Point| limit.unit != Unit::Characters || point.length < max as usize;
    let turned: Vec<(String, String, u32)> = turned
        .iter()
        .filter(may_fit)
        .map(|point| {
            let sentence = as_sentence(&capitalized(point));
            let length = limit.unit.measure(&sentence);
            (lower(point), sentence, length)
        })
        .filter(|(_, _, length)| *length < max)
        .collect();
    let new_to = |lead: &str| -> Vec<(&str, u32)> {
        let said = lower(lead);
        let new = turned.iter().filter(|(point, ..)| point.len() > said.len() || !said.has(point));
        new.map(|(_, sentence, length)| (sentence.as_str(), *length)).collect()
    };
    let mut missing = Vec::new();
    let mut fit: Vec<String> = Vec::new();
    for lead in LEADS.iter().flat_map(|lead| lines(brief, goods, lead, 0)) {
        let points = new_to(&lead);
        let sizes = [&*lead, &[&lead, " "].concat()].map(|lead| limit.unit.measure(lead));
        let options = closings.iter().map(|closing| with_points(&lead, sizes, &points, *closing, max));
        let Some(pieces) = nearest(options, limit) else { continue };
        let text = single_stops(pieces.join(" "));
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

/// The length of a lead with a closing and those points that fit between them, and these pieces.
fn with_points<'t>(
    lead: &'t str,
    [alone, spaced]: [u32; 2],
    points: &[(&'t str, u32)],
    (closing, size): (&'t str, u32),
    max: u32,
) -> (u32, Vec<&'t str>) {
    let mut length = if closing.is_empty() { alone } else { spaced + size - 1 };
    let mut pieces = vec![lead];
    for (sentence, size) in points {
        if *size < max.saturating_sub(length) {
            length += size + 1;
            pieces.push(sentence);
        }
    }
    pieces.extend(Some(closing).filter(|closing| !closing.is_empty()));
    (length, pieces)
}
