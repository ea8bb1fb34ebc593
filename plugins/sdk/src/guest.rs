//! The component's side of the contract: imports behind [`Host`], exports in front of [`run`](crate::run).

use crate::generator::Generator;
use crate::host::{self, Host};
use crate::run;

/// The types of `wit/plugin.wit` in Rust.
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
    run::describe::<G>(language).into()
}

/// `tool.run`
pub fn run<G: Generator>(input: &str) -> Result<Outcome, Failure> {
    run::run::<G>(&Imports, input).map(Into::into)
}

impl From<host::Descriptor> for Descriptor {
    fn from(host::Descriptor { name, summary, input, output, example }: host::Descriptor) -> Self {
        Descriptor { name, summary, input, output, example }
    }
}

impl From<host::Outcome> for Outcome {
    fn from(host::Outcome { title, text, data }: host::Outcome) -> Self {
        Outcome { title, text, data }
    }
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

    fn complete_all(&self, requests: Vec<model::Request>) -> Vec<Result<model::Completion, Failure>> {
        model::complete_all(&requests)
    }

    fn complete_seeing(
        &self,
        request: model::Request,
        images: &[String],
    ) -> Result<model::Completion, Failure> {
        model::complete_seeing(&request, images)
    }

    fn progress(&self, done: u32, total: u32, label: &str) {
        progress::report(done, total, label);
    }
}
