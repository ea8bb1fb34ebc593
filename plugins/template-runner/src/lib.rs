//! Runs every template plugin.
//!
//! A template is data: fields, prompts, drafts and limits. The host has checked it and passes it as JSON in each
//! call, so that any number of templates share this one component. Otherwise a template is a generator like any
//! other: the SDK calls the model, measures, repairs and formats.

mod draft;
mod order;
mod parts;
mod placeholders;
mod prompt;
mod short;
mod source;

use sitewright_sdk::{Brief, Generator, Prompt, Texts};

use order::Order;
use parts::Parts;
use source::template;

pub use source::load;

/// The generator that the loaded template describes.
pub struct Template;

impl Generator for Template {
    type Input = Order;
    type Variant = Parts;
    /// The texts of a template are known when it is loaded: see [`Self::texts`].
    const TEXTS: &'static Texts = &const { Texts::none() };
    const SETS_DRAFTS: bool = false;

    fn texts() -> &'static Texts {
        &template().texts
    }

    fn subject(order: &Order) -> &str {
        order.text(template().subject)
    }

    fn prompt(brief: &Brief<'_, Order>, variant: usize) -> Prompt {
        prompt::prompt(brief, variant)
    }

    fn draft(brief: &Brief<'_, Order>, variant: usize) -> Parts {
        draft::draft(brief, variant)
    }

    fn is_frame(brief: &Brief<'_, Order>) -> bool {
        draft::has_places(brief)
    }

    fn needs_model(_: &Brief<'_, Order>) -> bool {
        !template().has_drafts
    }
}

#[cfg(target_arch = "wasm32")]
mod component {
    use sitewright_sdk::guest::{self, Descriptor, Failure, Outcome};

    wit_bindgen::generate!({
        path: "../../wit",
        inline: "package sitewright:templates; world source { import sitewright:plugin/template@0.1.0; }",
        generate_all,
    });

    use super::Template;
    use sitewright::plugin::template::source;

    struct Component;

    impl guest::Tool for Component {
        fn describe(language: String) -> Descriptor {
            super::load(source());
            guest::describe::<Template>(&language)
        }

        fn run(input: String) -> Result<Outcome, Failure> {
            super::load(source());
            guest::run::<Template>(&input)
        }
    }

    guest::export_component!(Component with_types_in guest::bindings);
}

#[cfg(test)]
mod tests;
