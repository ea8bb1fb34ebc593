//! Business emails: nine purposes, each with its own structure.

use sitewright_sdk::letter::{self, Length, Points};
use sitewright_sdk::rewrite::changed_words;
use sitewright_sdk::units::{lower, words};
use sitewright_sdk::{Brief, Checks, Choice, Generator, Input, Output, Prompt, Texts, Voice, export, texts};

#[derive(Input)]
pub struct Order {
    #[field(required, min = 5, max = 2000, widget = "textarea")]
    key_points: String,
    #[field(default = "other")]
    purpose: Purpose,
    #[field(max = 200)]
    recipient: String,
    #[field(max = 120)]
    sender: String,
    #[field(max = 120)]
    cta: String,
    #[field(default = "short")]
    length: Length,
    #[field(flatten)]
    voice: Voice,
    #[field(min = 1, max = 5, default = 3, widget = "slider")]
    variants: u32,
}

#[derive(Choice, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    ColdOutreach,
    FollowUp,
    Welcome,
    AbandonedCart,
    Offer,
    ThankYou,
    InvoiceReminder,
    Apology,
    Other,
}

#[derive(Output, Default, Clone)]
pub struct Mail {
    #[limit(characters, min = 1, max = 60, recommended)]
    subject: String,
    #[limit(characters, min = 40, max = 90, recommended)]
    preheader: String,
    #[limit(words, min = 50, max = 250, recommended)]
    body: String,
}

/// One word of so many has to be another.
const SHARE: u32 = 5;

pub struct Email;

impl Generator for Email {
    type Input = Order;
    type Variant = Mail;
    const TEXTS: &'static Texts = texts!("texts");

    fn subject(order: &Order) -> &str {
        order.key_points.lines().next().unwrap_or_default()
    }

    fn prompt(brief: &Brief<'_, Order>, variant: usize) -> Prompt {
        let Order { key_points, recipient, sender, cta, purpose, length, .. } = brief.input;
        let values: [&str; 3] = [key_points, recipient, sender];
        letter::prompt(brief, variant, cta, &["key_points", "recipient", "sender"], &values)
            .rule(brief.text(&["prompt.purpose", purpose.id()].join(".")))
            .rule(brief.text(&["prompt.length", length.id()].join(".")))
            .max_words(400)
    }

    fn draft(brief: &Brief<'_, Order>, variant: usize) -> Mail {
        let points = Points::of(&brief.key_points, "• ").with(&brief.cta);
        let points = points.and("invoice", invoice(brief));
        let names: [&str; 2] = [&brief.recipient, &brief.sender];
        let [subject, preheader, body] = letter::draft(brief, variant, points, brief.purpose.id(), names);
        Mail { subject, preheader, body }
    }

    /// Another subject or opening alone does not make another letter.
    fn drafts(brief: &Brief<'_, Order>, count: usize) -> Vec<Mail> {
        let mut mails: Vec<Mail> = Vec::new();
        for mail in (0..count).map(|variant| Self::draft(brief, variant)) {
            let length = words(&mail.body).count() as u32;
            let is_like = |known: &Mail| changed_words(&known.body, &mail.body) * SHARE < length;
            if !mails.iter().any(is_like) {
                mails.push(mail);
            }
        }
        mails
    }

    fn check(brief: &Brief<'_, Order>, mail: &Mail, checks: &mut Checks) {
        letter::check([&mail.subject, &mail.preheader, &mail.body], &brief.key_points, checks);
    }
}

/// "Invoice 12/2026", if the points name one invoice.
fn invoice(brief: &Brief<'_, Order>) -> String {
    let all: Vec<&str> = brief.key_points.split_whitespace().collect();
    let names = |word: &str| ["invoice", "faktur"].iter().any(|name| lower(word).starts_with(name));
    let mut found: Vec<&str> = (0..all.len())
        .filter(|place| names(all[*place]))
        .filter_map(|place| number(&all[place + 1..]))
        .collect();
    found.dedup();
    match found[..] {
        [number] if !number.is_empty() => [brief.text("draft.invoice"), " ", number].concat(),
        _ => String::new(),
    }
}

/// The number of an invoice before these words, empty if they are several; "invoice for £145" has none.
fn number<'t>(after: &[&'t str]) -> Option<&'t str> {
    let has_digit = |word: &str| word.contains(|sign: char| sign.is_ascii_digit());
    let is_label = |word: &&&str| ["nr", "no", "no.", "number", "numer", "vat"].contains(&&*lower(word));
    let labels = after.iter().take_while(is_label).count();
    let (number, next) = (after.get(labels)?, after.get(labels + 1).copied().unwrap_or_default());
    let are_several = ["and", "i", "oraz", "&"].contains(&next) || number.ends_with(',') && has_digit(next);
    let number = number.trim_end_matches(|sign: char| !sign.is_alphanumeric());
    let is_number =
        number.starts_with(|sign: char| sign.is_alphanumeric() || sign == '#') && has_digit(number);
    is_number.then_some(if are_several { "" } else { number })
}

export!(Email);

#[cfg(test)]
mod tests;
