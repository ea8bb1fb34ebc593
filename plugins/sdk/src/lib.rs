//! Write a Sitewright tool in Rust: a typed input, a prompt, a draft, limits.
//!
//! A tool implements [`Generator`] and is exported with [`export!`]; `plugins/README.md` walks
//! through one. What every tool shares lives here: the common fields, the prompt's frame, the
//! loop of asking, measuring and repairing, the checks and the texts around them.
//!
//! - [`form`]: what a person fills in, its JSON Schema and the messages for bad input
//! - [`output`]: what a variant consists of, its schema, how the model is to lay it out
//! - [`units`], [`limit`]: how platforms count, and what they allow
//! - [`prompt`], [`answer`]: what the model is asked, and what is made of its answers
//! - [`material`], [`compose`]: what a draft is made of, and how it is put together
//! - [`short`]: short forms of a person's words, for little room
//! - [`ads`], [`bio`]: what advertisements and biographies share
//! - [`social`]: what posts for social networks share
//! - [`article`]: what tools for articles share; [`rewrite`]: what a new version of a text must keep
//! - [`commerce`]: what texts about goods and jobs share
//! - [`letter`]: what letters share
//! - [`ideas`]: what tools share that think up videos
//! - [`run`](mod@run): one run from the input's JSON to the outcome
//! - `outside`, with the feature of that name: requests, web pages, search engines, and what a tool keeps
//! - [`testing`]: a host for native unit tests

// The derives name this crate from outside; inside it is known by the same name.
extern crate self as sitewright_sdk;

pub mod ads;
pub mod answer;
pub mod article;
mod avoid;
pub mod bio;
mod brief;
pub mod check;
mod choice;
pub mod commerce;
pub mod compose;
pub mod contact;
mod decimal;
pub mod entities;
pub mod form;
mod generator;
mod guess;
mod host;
pub mod ideas;
#[doc(hidden)]
pub mod json;
mod language;
mod layout;
pub mod letter;
pub mod limit;
mod manner;
pub mod markdown;
pub mod material;
pub mod output;
#[cfg(not(sitewright_fast))]
mod packed;
mod parts;
mod pick;
#[cfg(sitewright_fast)]
mod plain;
pub mod polish;
pub mod prompt;
mod repair;
pub mod rewrite;
pub mod run;
mod scan;
mod schema;
pub mod short;
mod signs;
pub mod slug;
pub mod social;
mod template;
mod texts;
pub mod units;
mod voice;
#[doc(hidden)]
pub mod word_list;

#[cfg(all(target_arch = "wasm32", feature = "component"))]
mod arena;
#[cfg(all(target_arch = "wasm32", feature = "component"))]
#[doc(hidden)]
pub mod guest;
#[cfg(all(target_arch = "wasm32", feature = "outside"))]
pub mod outside;
#[cfg(not(target_arch = "wasm32"))]
pub mod testing;

pub use brief::Brief;
pub use check::{Check, Checks};
pub use choice::Choice;
pub use decimal::Decimal;
pub use form::Input;
pub use generator::Generator;
pub use host::{
    Brand, Completion, Descriptor, Failure, FieldError, Host, Message, Outcome, Project, Request, Role, Term,
};
pub use language::Language;
pub use limit::{Level, Limit};
pub use manner::Manner;
pub use output::Output;
#[doc(hidden)]
#[cfg(not(sitewright_fast))]
pub use packed::{Meaning, Once, Packed};
pub use parts::{Joined, Parts};
#[cfg(sitewright_fast)]
pub use plain::Plain;
pub use prompt::Prompt;
pub use sitewright_sdk_macros::{Choice, Input, Output, texts};
pub use template::{address, fill};
pub use texts::{Phrases, Texts};
pub use units::Unit;
pub use voice::{AddressForm, Emoji, Tone, Voice};
pub use word_list::Words;

/// Makes the crate a component that offers the given generator.
#[macro_export]
macro_rules! export {
    ($generator:ty) => {
        #[cfg(target_arch = "wasm32")]
        mod component {
            struct Component;
            impl $crate::guest::Tool for Component {
                fn describe(language: String) -> $crate::guest::Descriptor {
                    $crate::guest::describe::<$generator>(&language)
                }
                fn run(input: String) -> Result<$crate::guest::Outcome, $crate::guest::Failure> {
                    $crate::guest::run::<$generator>(&input)
                }
            }
            use super::*;
            $crate::guest::export_component!(Component with_types_in $crate::guest::bindings);
        }
    };
}

/// Makes the crate a component that offers this tool, which implements `guest::Tool` itself: for tools that are no
/// generators, such as those that work with another system.
#[macro_export]
macro_rules! export_tool {
    ($tool:ident) => {
        #[cfg(target_arch = "wasm32")]
        $crate::guest::export_component!($tool with_types_in $crate::guest::bindings);
    };
}
