//! What letters share: the frame of subject line, preheader, greeting, closing and signature, and a body
//! that grows by paragraphs.
//!
//! A tool brings its own lines; those that are the same in every letter stand in `texts/letter`, which only
//! components that call this module carry.

mod body;
mod checks;
mod frame;
mod headers;

pub use body::Points;
pub use checks::{check_subject, invented_numbers, placeholders_left};
pub use frame::{greeting, signed, tone};
pub use headers::headers;

use crate::brief::Brief;
use crate::prompt::Prompt;
use crate::template::address;
use crate::texts::{Phrases, Texts};
use crate::units::graphemes;

static LETTER: &Texts = crate::texts!("texts/letter");

/// Adds what every letter is asked alike: subject line, preheader, call to action, no gaps to fill in.
pub fn prompt<I>(prompt: Prompt, brief: &Brief<'_, I>, cta: &str) -> Prompt {
    let phrases = Phrases::new(LETTER, brief.language());
    prompt
        .rule(phrases.text("prompt.subject"))
        .rule(phrases.text("prompt.preheader"))
        .rule(gaps(brief))
        .rule(if cta.is_empty() { "" } else { phrases.text("prompt.cta") })
        .data(phrases.text("input.cta.title"), cta)
}

/// The rule against "[Name]" and its like.
pub fn gaps<I>(brief: &Brief<'_, I>) -> &'static str {
    Phrases::new(LETTER, brief.language()).text("prompt.gaps")
}

/// The line of this variant, or of the next one whose line has at least `min` and at most `max` characters.
pub fn fit(variant: usize, min: usize, max: usize, line: &dyn Fn(usize) -> String) -> String {
    let distance = |line: &String| {
        let length = graphemes(line);
        min.saturating_sub(length) + length.saturating_sub(max)
    };
    let mut best = line(variant);
    for other in variant + 1..variant + 8 {
        if distance(&best) == 0 {
            break;
        }
        let candidate = line(other);
        if !candidate.is_empty() && (best.is_empty() || distance(&candidate) < distance(&best)) {
            best = candidate;
        }
    }
    best
}

/// `text` on one line without its full stop where it has at most `max` characters, else nothing.
pub fn brief_enough(text: &str, max: usize) -> &str {
    let text = text.trim().trim_end_matches(['.', ',', ';', ':']);
    if graphemes(text) <= max && !text.contains('\n') { text } else { "" }
}

/// A line of every letter's own texts.
fn line<I>(brief: &Brief<'_, I>, key: &str, variant: usize) -> String {
    let all = Phrases::new(LETTER, brief.language()).list(key);
    let welcome: Vec<&str> = all.iter().copied().filter(|text| !brief.is_avoided(text)).collect();
    let options = if welcome.is_empty() { all } else { &welcome };
    address(brief.pick(options, key, variant).unwrap_or_default(), brief.address_form())
}

#[cfg(test)]
mod tests;
