//! Subject line and preheader.

use super::checks::is_shouting;
use super::{Points, brief_enough, fit};
use crate::brief::Brief;
use crate::compose::Composer;

/// The lengths that mail programs show, in characters.
const SUBJECT: usize = 60;
const PREHEADER: (usize, usize) = (40, 90);

/// Subject line and preheader from the lines under `draft.<group>.subject` and `.preheader`. They may name `{point}`
/// (the first point, at most as long as a subject line), `{short}` (the same, if it leaves room for words around it)
/// and `{second}` (a further point that is a preheader by itself).
pub fn headers<I>(brief: &Brief<'_, I>, points: &Points, group: &str, variant: usize) -> (String, String) {
    let first = if is_shouting(points.first()) { "" } else { points.first() };
    let second = points.further().find(|point| (PREHEADER.0..PREHEADER.1).contains(&point.chars().count()));
    let line = |name: &str, variant: usize| {
        Composer::new(brief, variant)
            .with("brand", brief_enough(&brief.brand.name, 24))
            .with("point", brief_enough(first, SUBJECT))
            .with("short", brief_enough(first, 36))
            .with("second", second.unwrap_or_default())
            .line(&["draft", group, name].join("."))
    };
    let subject = fit(variant, 1, SUBJECT, &|variant| line("subject", variant));
    (subject, fit(variant, PREHEADER.0, PREHEADER.1, &|variant| line("preheader", variant)))
}
