//! The contract of `wit/plugin.wit` in plain Rust, so that a tool also runs without WebAssembly.

/// The host functions of a tool. A component implements it with the imports, a test with a stand-in.
pub trait Host {
    fn interface_language(&self) -> String;
    fn project(&self) -> Option<Project>;
    fn brand(&self) -> Option<Brand>;
    /// Sends independent requests at once; returns the answers in their order.
    fn complete_all(&self, requests: Vec<Request>) -> Vec<Result<Completion, Failure>>;
    /// Sends a request that shows these images to the model; `NeedsModel` without a draft if no model sees. A host whose
    /// models do not see needs no function of its own.
    ///
    /// No part of the trait's objects, so that only the components of tools with images import it.
    fn complete_seeing(&self, request: Request, images: &[String]) -> Result<Completion, Failure>
    where
        Self: Sized,
    {
        let _ = images;
        let text = request.draft.ok_or(Failure::NeedsModel)?;
        Ok(Completion { text, words: 0, drafted: true })
    }
    fn progress(&self, done: u32, total: u32, label: &str);
}

/// The website that the user has selected.
#[derive(Clone, Debug, Default)]
pub struct Project {
    pub domain: String,
    pub language: String,
    pub location_code: u32,
}

/// The voice of the project's brand; empty if nothing was filled in.
#[derive(Clone, Debug, Default)]
pub struct Brand {
    pub name: String,
    pub description: String,
    pub tone: String,
    pub audience: String,
    /// Words that must not appear in a result.
    pub avoid: Vec<String>,
    pub facts: Vec<String>,
    pub glossary: Vec<Term>,
}

/// How the brand writes a term in the target language.
#[derive(Clone, Debug, Default)]
pub struct Term {
    pub source: String,
    pub target: String,
}

// A component uses the types of the contract's bindings, so nothing is copied between them.
#[cfg(all(target_arch = "wasm32", feature = "component"))]
pub use crate::guest::bindings::sitewright::plugin::{
    model::{Completion, Message, Request, Role},
    types::{Failure, FieldError},
};
#[cfg(not(all(target_arch = "wasm32", feature = "component")))]
pub use plain::*;

/// The catalogue's entry of a tool in one language.
#[derive(Clone, Debug)]
pub struct Descriptor {
    pub name: String,
    pub summary: String,
    pub input: String,
    pub output: String,
    pub example: String,
}

/// The document of a run.
#[derive(Clone, Debug)]
pub struct Outcome {
    pub title: String,
    pub text: String,
    pub data: String,
}

#[cfg(not(all(target_arch = "wasm32", feature = "component")))]
mod plain {
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Role {
        System,
        User,
        Assistant,
    }

    #[derive(Clone, Debug)]
    pub struct Message {
        pub role: Role,
        pub text: String,
    }

    /// One request to the model.
    #[derive(Clone, Debug)]
    pub struct Request {
        pub messages: Vec<Message>,
        pub max_words: u32,
        pub temperature: Option<f32>,
        /// JSON Schema that the answer must satisfy; `None` requests plain text.
        pub schema: Option<String>,
        /// The answer if no model is connected.
        pub draft: Option<String>,
        pub show_as: Option<String>,
    }

    #[derive(Clone, Debug)]
    pub struct Completion {
        pub text: String,
        pub words: u32,
        /// True if `text` is the draft because no model is connected.
        pub drafted: bool,
    }

    /// An error of one field; `pointer` is a JSON Pointer.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct FieldError {
        pub pointer: String,
        pub message: String,
    }

    /// Why a run did not succeed.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub enum Failure {
        InvalidInput(Vec<FieldError>),
        LimitReached(String),
        NeedsModel,
        Unavailable(String),
        Refused(String),
    }
}
