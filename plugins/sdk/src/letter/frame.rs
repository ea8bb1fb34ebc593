//! The beginning and the end of a letter.

use super::{Points, line};
use crate::brief::Brief;
use crate::compose::paragraphs;
use crate::language::Language;
use crate::material::capitalized;
use crate::template::fill;
use crate::units::{has_at_most, lower, lower_letter};
use crate::voice::{AddressForm, Tone};

/// Words with which users write a greeting themselves.
const GREETINGS: &[&str] = &[
    "szanown",
    "drog",
    "drodzy",
    "cześć",
    "dzień dobry",
    "witaj",
    "hej",
    "dear ",
    "hi ",
    "hello",
    "good morning",
];

/// Polish titles that allow a greeting without inflecting a name.
const TITLES: &[(&str, &str)] = &[
    ("państwo", "Szanowni Państwo,"),
    ("pani", "Szanowna Pani,"),
    ("panie", "Szanowne Panie,"),
    ("panowie", "Szanowni Panowie,"),
    ("pan", "Szanowny Panie,"),
];

/// The longest name in a greeting, in characters.
const LONGEST_NAME: usize = 40;

/// The greeting in the register of tone and form of address. A Polish name is used only if it needs no vocative, and
/// no gender is guessed: "Szanowna Pani" is only for a recipient that the user called "Pani".
pub fn greeting<I>(brief: &Brief<'_, I>, recipient: &str, variant: usize) -> String {
    let name = recipient.trim().trim_end_matches([',', '.', '!']);
    let lowered = lower(name);
    if GREETINGS.iter().any(|word| lowered.starts_with(word)) && has_at_most(name, LONGEST_NAME) {
        return [&capitalized(name), ","].concat();
    }
    let polish = brief.language() == Language::Pl;
    let first = lowered.split(' ').next().unwrap_or_default();
    if let Some((_, greeting)) = TITLES.iter().find(|(title, _)| polish && *title == first) {
        return (*greeting).to_owned();
    }
    let words = name.split(' ').count();
    let takes_name = if polish { brief.address_form() == AddressForm::Ty && words == 1 } else { words <= 6 };
    if takes_name && is_name(name) {
        let template = line(brief, &key("greeting-by-name", brief), variant);
        return fill(&template, &[("name", name)]);
    }
    // One person is not "Państwo".
    let single = polish && is_name(name) && brief.address_form() == AddressForm::PanPani;
    if single { line(brief, "greeting-one", variant) } else { line(brief, &key("greeting", brief), variant) }
}

/// Beginnings of words for the reader, which keep their capital.
const POLITE: &[&str] = &["Pan", "Pań", "Tw", "Tob", "Cię", "Cieb"];

/// Greeting and body. After a comma a Polish sentence begins in lower case; the user's first word may be a name, so
/// before it the greeting ends with "!", or the tool's own sentence follows it.
pub fn greeted<I>(brief: &Brief<'_, I>, greeting: String, body: String, points: &Points) -> [String; 2] {
    let Some(address) = greeting.strip_suffix(',').filter(|_| brief.language() == Language::Pl) else {
        return [greeting, body];
    };
    let is_banned = || lower(&brief.voice.extra_instructions).contains("wykrzyknik");
    if POLITE.iter().any(|word| body.starts_with(word)) {
        return [greeting, body];
    }
    if points.opens(&body) {
        if is_banned() {
            let begins = body.chars().next().is_some_and(char::is_uppercase);
            let lead = if begins { line(brief, "lead-in", 0) } else { String::new() };
            return [greeting, paragraphs(&[lead, body])];
        }
        return [[address, "!"].concat(), body];
    }
    let mut letters = body.chars();
    let first: String = letters.next().map(lower_letter).into_iter().collect();
    let body = [&first, letters.as_str()].concat();
    [greeting, body]
}

/// Whether a Polish letter politely addresses one person: then "Państwo" would be wrong, and "Pan" or "Pani" would
/// have to be guessed or inflected, so its sentences avoid them.
pub(super) fn is_to_one<I>(brief: &Brief<'_, I>, recipient: &str) -> bool {
    const SINGLE: &[&str] = &["pan ", "pani ", "szanowny pan", "szanowna pani"];
    let lowered = [&lower(recipient.trim()), " "].concat();
    brief.language() == Language::Pl
        && (SINGLE.iter().any(|title| lowered.starts_with(title))
            || (brief.address_form() == AddressForm::PanPani && is_name(recipient.trim())))
}

/// The closing with the name below it: the sender's, and the brand's if the sender does not include it.
pub fn signed<I>(brief: &Brief<'_, I>, sender: &str, variant: usize) -> String {
    closing(brief, &[sender, &brief.brand.name], variant)
}

/// The tool's own closing, or one in the register of tone and form of address, with names below it.
pub fn closing<I>(brief: &Brief<'_, I>, names: &[&str], variant: usize) -> String {
    let own = brief.phrases.find("draft.closing").is_some();
    let mut out = if own {
        brief.phrase("draft.closing", variant)
    } else {
        line(brief, &key("closing", brief), variant)
    };
    let names = || names.iter().map(|name| name.trim()).filter(|name| !name.is_empty());
    if names().next().is_none() {
        // A comma needs a name after it.
        return out.trim_end_matches(',').to_owned();
    }
    for name in names() {
        if !lower(&out).contains(&lower(name)) {
            out.push('\n');
            out.push_str(name);
        }
    }
    out
}

/// Small words of names: "Mr and Mrs van Dyke".
const JOINING: &[&str] = &["and", "&", "i", "de", "van", "von"];

/// Every word begins with a capital: a name, not a description of readers.
fn is_name(text: &str) -> bool {
    !text.is_empty()
        && has_at_most(text, LONGEST_NAME)
        && text.split(' ').all(|word| word.starts_with(char::is_uppercase) || JOINING.contains(&word))
}

fn key<I>(part: &str, brief: &Brief<'_, I>) -> String {
    let register = match brief.tone() {
        Tone::Formal | Tone::Professional | Tone::Expert | Tone::Luxury => "formal",
        Tone::Friendly | Tone::Empathetic | Tone::Enthusiastic | Tone::Witty | Tone::Casual => "warm",
        Tone::Neutral | Tone::Persuasive | Tone::Urgent => "plain",
    };
    [part, register].join(".")
}
