//! Business emails: nine purposes, each with an order of its own.

use sitewright_sdk::compose::{Composer, paragraphs};
use sitewright_sdk::letter::{self, Points};
use sitewright_sdk::{Brief, Checks, Choice, Generator, Input, Output, Prompt, Texts, Voice, export, texts};

#[derive(Input)]
pub struct Order {
    #[field(required, min = 5, max = 2000, widget = "textarea")]
    key_points: String,
    #[field(default = "cold-outreach")]
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

#[derive(Choice, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Length {
    Short,
    Medium,
    Long,
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

pub struct Email;

impl Generator for Email {
    type Input = Order;
    type Variant = Mail;
    const TEXTS: &'static Texts = texts!("texts");

    fn subject(order: &Order) -> &str {
        order.key_points.lines().next().unwrap_or_default()
    }

    fn prompt(brief: &Brief<'_, Order>, variant: usize) -> Prompt {
        let role = Prompt::new(brief.text("prompt.role"))
            .rule(brief.text(&["prompt.purpose", brief.purpose.id()].join(".")))
            .rule(brief.text(&["prompt.length", brief.length.id()].join(".")))
            .rule(brief.pick_text("prompt.angles", variant));
        letter::prompt(role, brief, &brief.cta)
            .data(brief.text("input.key_points.title"), &brief.key_points)
            .data(brief.text("input.recipient.title"), &brief.recipient)
            .data(brief.text("input.sender.title"), &brief.sender)
            .max_words(400)
    }

    fn draft(brief: &Brief<'_, Order>, variant: usize) -> Mail {
        let points = Points::of(&brief.key_points, "• ").with(&brief.cta, letter::tone(brief, variant));
        let (group, composer) = (brief.purpose.id(), Composer::new(brief, variant));
        let layout = brief.list(&["draft", group, "layout"].join("."));
        let least = [50, 90, 130][brief.length as usize];
        let body = points.body(brief, &composer, group, layout, least);
        let (subject, preheader) = letter::headers(brief, &points, group, variant);
        let frame = [
            letter::greeting(brief, &brief.recipient, variant),
            body,
            letter::signed(brief, &brief.sender, variant),
        ];
        Mail { subject, preheader, body: paragraphs(&frame) }
    }

    fn check(brief: &Brief<'_, Order>, mail: &Mail, checks: &mut Checks) {
        letter::check_subject(&mail.subject, &mail.preheader, checks);
        letter::placeholders_left("body", &mail.body, &brief.key_points, checks);
    }
}

export!(Email);

#[cfg(test)]
mod tests;
