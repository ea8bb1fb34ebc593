//! The accent colour of the operator in both schemes: each text keeps a contrast of 4.5 : 1 on its background.

/// The lightest text on the accent colour, and the backgrounds of dark pages.
const TEXT: Colour = [243.0, 239.0, 228.0];
const DARK: Colour = [30.0, 34.0, 33.0];
const DARK_PAPER: Colour = [22.0, 25.0, 24.0];
const WHITE: Colour = [255.0; 3];
const BLACK: Colour = [0.0; 3];
const CONTRAST: f64 = 4.6;
/// Parts of the accent in a tinted background.
const TINT: f64 = 0.11;
const DARK_TINT: f64 = 0.2;

type Colour = [f64; 3];

fn parse(colour: &str) -> Option<Colour> {
    let digits = colour.strip_prefix('#').filter(|digits| digits.len() == 6)?;
    // The reader of numbers would take a sign.
    if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    let part = |place: usize| u8::from_str_radix(&digits[place..place + 2], 16).ok().map(f64::from);
    Some([part(0)?, part(2)?, part(4)?])
}

fn written(colour: Colour) -> String {
    let [red, green, blue] = colour.map(|part| part.round().clamp(0.0, 255.0) as u8);
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// `share` of the first colour in the second, in whole parts: the application computes with them.
fn mix(colour: Colour, other: Colour, share: f64) -> Colour {
    let [a, b, c] = colour;
    let [x, y, z] = other;
    [(a, x), (b, y), (c, z)].map(|(one, other)| (one * share + other * (1.0 - share)).round())
}

/// The relative luminance (WCAG 2).
fn luminance(colour: Colour) -> f64 {
    let [red, green, blue] = colour.map(|part| {
        let part = part / 255.0;
        if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    });
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

fn contrast(one: Colour, other: Colour) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

/// The colour, moved towards another one until it can be read on a background.
fn until_readable(colour: Colour, towards: Colour, on: Colour) -> Colour {
    let steps = (0..=20).map(|step| mix(colour, towards, 1.0 - f64::from(step) / 20.0));
    steps.into_iter().find(|one| contrast(*one, on) >= CONTRAST).unwrap_or(towards)
}

/// Whether white can be read on a colour; `None` if it is not one.
pub fn carries_white(colour: &str) -> Option<bool> {
    parse(colour).map(|colour| contrast(colour, WHITE) >= 4.5)
}

/// The variables of the site for an accent colour; empty if it is not one.
pub fn rules(colour: &str) -> String {
    let Some(colour) = parse(colour) else { return String::new() };
    let base = until_readable(colour, BLACK, TEXT);
    let (tint, dark_tint) = (mix(base, WHITE, TINT), mix(base, DARK_PAPER, DARK_TINT));
    let ink = written(until_readable(base, BLACK, tint));
    let lighter = if luminance(dark_tint) > luminance(DARK) { dark_tint } else { DARK };
    let dark_ink = written(until_readable(colour, WHITE, lighter));
    let (deep, hover) = (written(mix(base, BLACK, 0.62)), written(mix(base, BLACK, 0.8)));
    let (base, tint, dark_tint) = (written(base), written(tint), written(dark_tint));
    format!(
        ":root{{--spruce:{base};--spruce-ink:light-dark({ink},{dark_ink});--spruce-tint:light-dark({tint},{dark_tint});\
         --deep:{deep};--rust:{base};--rust-hover:{hover};--measure:light-dark({ink},{dark_ink})}}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::prelude::*;

    /// The look page of the application shows a sample of these before they are saved.
    #[derive(Deserialize)]
    struct Case {
        colour: String,
        button: String,
        light: String,
        dark: String,
    }

    #[test]
    fn every_accent_can_be_read_in_both_schemes() {
        let cases = include_str!("../../../../web-shell/app/src/features/operator/contrast.cases.json");
        let cases: Vec<Case> = serde_json::from_str(cases).expect("cases");
        for Case { colour, button, light, dark } in cases {
            let rules = rules(&colour);
            for rule in [
                format!("--spruce:{button};"),
                format!("--rust:{button};"),
                format!("--spruce-ink:light-dark({light},{dark})"),
            ] {
                assert!(rules.contains(&rule), "{colour}: {rule} in {rules}");
            }
            let value = |name: &str| rules.split_once(name).map(|(_, rest)| rest).unwrap_or_default();
            let one = |text: &str| parse(&text[..7]).expect("a colour");
            let pair = |name: &str| {
                let (light, dark) = value(name).split_once(',').expect("two colours");
                (one(light), one(dark))
            };
            let (ink, dark_ink) = pair("--spruce-ink:light-dark(");
            let (tint, dark_tint) = pair("--spruce-tint:light-dark(");
            for (text, on) in [
                (TEXT, one(value("--spruce:"))),
                (ink, tint),
                (ink, [248.0, 247.0, 244.0]),
                (dark_ink, dark_tint),
                (dark_ink, DARK),
            ] {
                assert!(contrast(text, on) >= 4.5, "{colour}: {rules}");
            }
        }
    }
}
