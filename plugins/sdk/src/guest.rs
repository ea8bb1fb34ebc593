//! The component's side of the contract: imports behind [`Host`], exports in front of [`run`](crate::run).

use crate::generator::Generator;
use crate::host::{self, Host};
use crate::run;

/// What `wit/plugin.wit` says, in Rust.
pub mod bindings {
    wit_bindgen::generate!({
        path: "../../wit",
        world: "generator",
        pub_export_macro: true,
        export_macro_name: "export_component",
        default_bindings_module: "sitewright_sdk::guest::bindings",
    });
}

pub use bindings::export_component;
pub use bindings::exports::sitewright::plugin::tool::{Descriptor, Failure, Guest as Tool, Outcome};
use bindings::sitewright::plugin::{context, model, progress};

/// `tool.describe`
pub fn describe<G: Generator>(language: &str) -> Descriptor {
    let host::Descriptor { name, summary, input, output, example } = run::describe::<G>(language);
    Descriptor { name, summary, input, output, example }
}

/// `tool.run`
pub fn run<G: Generator>(input: &str) -> Result<Outcome, Failure> {
    let host::Outcome { title, text, data } = run::run::<G>(&Imports, input)?;
    Ok(Outcome { title, text, data })
}

struct Imports;

impl Host for Imports {
    fn interface_language(&self) -> String {
        context::interface_language()
    }

    fn project(&self) -> Option<host::Project> {
        let context::Project { domain, language, location_code } = context::current_project()?;
        Some(host::Project { domain, language, location_code })
    }

    fn brand(&self) -> Option<host::Brand> {
        let context::Brand { name, description, tone, audience, avoid, facts, glossary } =
            context::brand_kit()?;
        let glossary = glossary
            .into_iter()
            .map(|term| host::Term { source: term.source, target: term.target })
            .collect();
        Some(host::Brand { name, description, tone, audience, avoid, facts, glossary })
    }

    fn complete_all(&self, requests: Vec<host::Request>) -> Vec<Result<host::Completion, host::Failure>> {
        let requests: Vec<model::Request> = requests.into_iter().map(Into::into).collect();
        model::complete_all(&requests)
            .into_iter()
            .map(|answer| answer.map(Into::into).map_err(Into::into))
            .collect()
    }

    fn progress(&self, done: u32, total: u32, label: &str) {
        progress::report(done, total, label);
    }
}

impl From<host::Request> for model::Request {
    fn from(request: host::Request) -> Self {
        let host::Request { messages, max_words, temperature, draft, show_as } = request;
        let messages = messages.into_iter().map(Into::into).collect();
        Self { messages, max_words, temperature, schema: None, draft, show_as }
    }
}

impl From<host::Message> for model::Message {
    fn from(message: host::Message) -> Self {
        let role = match message.role {
            host::Role::System => model::Role::System,
            host::Role::User => model::Role::User,
            host::Role::Assistant => model::Role::Assistant,
        };
        Self { role, text: message.text }
    }
}

impl From<model::Completion> for host::Completion {
    fn from(completion: model::Completion) -> Self {
        let model::Completion { text, words, drafted } = completion;
        Self { text, words, drafted }
    }
}

impl From<Failure> for host::Failure {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::InvalidInput(errors) => Self::InvalidInput(
                errors
                    .into_iter()
                    .map(|error| host::FieldError { pointer: error.pointer, message: error.message })
                    .collect(),
            ),
            Failure::LimitReached(message) => Self::LimitReached(message),
            Failure::NeedsModel => Self::NeedsModel,
            Failure::Unavailable(message) => Self::Unavailable(message),
            Failure::Refused(message) => Self::Refused(message),
        }
    }
}

impl From<host::Failure> for Failure {
    fn from(failure: host::Failure) -> Self {
        use bindings::sitewright::plugin::types::FieldError;
        match failure {
            host::Failure::InvalidInput(errors) => Self::InvalidInput(
                errors
                    .into_iter()
                    .map(|error| FieldError { pointer: error.pointer, message: error.message })
                    .collect(),
            ),
            host::Failure::LimitReached(message) => Self::LimitReached(message),
            host::Failure::NeedsModel => Self::NeedsModel,
            host::Failure::Unavailable(message) => Self::Unavailable(message),
            host::Failure::Refused(message) => Self::Refused(message),
        }
    }
}
