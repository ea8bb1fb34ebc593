//! The shared parts of letters: the frame of subject line, preheader, greeting, closing and signature, and a body
//! of paragraphs in a given order.
//!
//! A tool has its own lines; those that are the same in every letter are in `texts/letter`, which only components
//! that call this module contain.

mod body;
mod checks;
mod frame;
mod headers;
mod matching;
mod sections;

pub use body::Points;
pub use checks::{check, check_claims, guessed_gender, is_shouting, links_kept};
pub use frame::{closing, greeted, greeting, signed};
pub use headers::{headers, headline};
pub use matching::Wanted;
pub use sections::{is_link, sections};

use sitewright_sdk_macros::Choice;

use crate::brief::Brief;
use crate::compose::paragraphs;
use crate::prompt::Prompt;
use crate::short::without_stop;
use crate::template::address;
use crate::texts::{Phrases, Texts};
use crate::units::has_at_most;
use crate::voice::{AddressForm, Voice};

static LETTER: &Texts = crate::texts!("texts/letter");

/// The requested length of a letter.
#[derive(Choice, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Length {
    Short,
    Medium,
    Long,
}

/// The shared prompt of mailings: the tool's role and angle, subject line, preheader, call to action, no gaps to fill
/// in. `values` is the user's input in the fields `names`.
pub fn prompt<I>(brief: &Brief<'_, I>, variant: usize, cta: &str, names: &[&str], values: &[&str]) -> Prompt {
    let phrases = Phrases::new(LETTER, brief.language());
    let prompt = Prompt::new(brief.text("prompt.role"))
        .angle(brief.pick_text("prompt.angles", variant))
        .rule(phrases.text("prompt.subject"))
        .rule(phrases.text("prompt.preheader"))
        .rule(gaps(brief))
        .rule(if cta.is_empty() { "" } else { phrases.text("prompt.cta") })
        .data(phrases.text("input.cta.title"), cta);
    fields(prompt, brief, names, values)
}

/// Adds the user's input, each value under the title of its field.
pub fn fields<I>(prompt: Prompt, brief: &Brief<'_, I>, names: &[&str], values: &[&str]) -> Prompt {
    let title = |name: &str| brief.text(&["input", name, "title"].join("."));
    names.iter().zip(values).fold(prompt, |prompt, (name, value)| prompt.data(title(name), *value))
}

/// `text` with `clause` as its last paragraph, once: it replaces paragraphs that contain `mark`.
pub fn with_clause(text: &str, mark: &str, clause: &str) -> String {
    let mut parts: Vec<&str> = text.split("\n\n").filter(|part| !part.contains(mark)).collect();
    if !clause.is_empty() {
        parts.push(clause);
    }
    parts.join("\n\n")
}

/// A whole draft from the texts under `draft.<group>`: subject line, preheader, and a body with greeting and signature.
/// Its lines may name the `{sender}`.
pub fn draft<I>(
    brief: &Brief<'_, I>,
    variant: usize,
    points: Points,
    group: &str,
    [recipient, sender]: [&str; 2],
) -> [String; 3] {
    let points = points.and("sender", brief_enough(sender, 40));
    // Another greeting or closing alone does not make another letter.
    let greeting = greeting(brief, recipient, 0);
    let neutral = Voice { address_form: AddressForm::Neutral, ..brief.voice.clone() };
    let voice = if frame::is_to_one(brief, recipient) { &neutral } else { brief.voice };
    let brief = &Brief::new(brief.input, voice, brief.brand, brief.project, brief.phrases, points.first());
    let layout = brief.list(&["draft", group, "layout"].join("."));
    let body = points.body(brief, variant, group, layout);
    let [greeting, body] = greeted(brief, greeting, body, &points);
    let (subject, preheader) = headers(brief, &points, group, variant);
    [subject, preheader, paragraphs(&[greeting, body, signed(brief, sender, 0)])]
}

/// The rule against "[Name]" and similar gaps.
pub fn gaps<I>(brief: &Brief<'_, I>) -> &'static str {
    Phrases::new(LETTER, brief.language()).text("prompt.gaps")
}

/// `text` on one line without its full stop if it has at most `max` characters, otherwise an empty text.
pub fn brief_enough(text: &str, max: usize) -> &str {
    let text = text.trim();
    // "before 7 a.m."
    let is_short = without_stop(text).ends_with('.');
    let text = if is_short { text } else { text.trim_end_matches(['.', ',', ';', ':']) };
    if has_at_most(text, max) && !text.contains('\n') { text } else { "" }
}

/// A line of the texts that all letters share.
fn line<I>(brief: &Brief<'_, I>, key: &str, variant: usize) -> String {
    let all = Phrases::new(LETTER, brief.language()).list(key);
    let welcome: Vec<&str> = all.iter().copied().filter(|text| !brief.is_avoided(text)).collect();
    let options = if welcome.is_empty() { all } else { &welcome };
    address(brief.pick(options, key, variant).unwrap_or_default(), brief.address_form())
}

#[cfg(test)]
mod tests;
