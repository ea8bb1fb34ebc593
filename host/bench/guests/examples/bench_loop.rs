//! A hostile tool: its draft never ends.

use sitewright_sdk::{Brief, Generator, Input, Output, Prompt, Texts, Voice, export, texts};

#[derive(Input)]
pub struct Order {
    #[field(flatten)]
    voice: Voice,
}

#[derive(Output, Default, Clone)]
pub struct Nothing {
    text: String,
}

pub struct Loop;

impl Generator for Loop {
    type Input = Order;
    type Variant = Nothing;
    const TEXTS: &'static Texts = texts!("texts/loop");

    fn subject(_order: &Order) -> &str {
        "loop"
    }

    fn prompt(brief: &Brief<'_, Order>, _variant: usize) -> Prompt {
        Prompt::new(brief.text("prompt.role"))
    }

    fn draft(_brief: &Brief<'_, Order>, _variant: usize) -> Nothing {
        let mut turns = 0_u64;
        loop {
            turns = std::hint::black_box(turns.wrapping_add(1));
        }
    }
}

export!(Loop);
